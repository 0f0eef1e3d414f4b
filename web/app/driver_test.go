package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// driver is a page in the hands of a test: messages go in at the one door, and what comes out is what the page shows
// and what the browser was asked to do.
type driver struct {
	*App
	t       require.TestingT
	effects []Effect // of the last message
	faults  []any
	journal journal
}

func open(t require.TestingT) *driver {
	d := &driver{t: t}
	d.App = New(func(e Effect) {
		d.effects = append(d.effects, e)
		d.journal.keep(e)
	}, func(fault any) { d.faults = append(d.faults, fault) })
	return d
}

// openOn opens the page and runs a trace of the test's own in it.
func openOn(t require.TestingT, text string) *driver {
	d := open(t)
	d.edit(text)
	require.Empty(t, d.View().Trace.Errors)
	require.False(t, d.View().Story.NoticeBad, d.View().Story.Notice)
	return d
}

func (d *driver) send(msgs ...Msg) {
	for _, msg := range msgs {
		d.effects = nil
		d.Send(msg)
	}
}

// run types each command into the command box and runs it.
func (d *driver) run(commands ...string) {
	for _, c := range commands {
		d.send(Type{FieldCommand, c}, RunCommand{})
		require.Empty(d.t, d.View().Actions.Command.Wrong, c)
	}
}

// edit opens the trace field, puts text into it and runs it.
func (d *driver) edit(text string) {
	d.send(Toggle{PanelTrace, true}, EditTrace{text}, ApplyTrace{})
}

// said is the last sentence for the live text after the last message, or "".
func (d *driver) said() string {
	said := ""
	for _, e := range d.effects {
		if a, ok := e.(Announce); ok {
			said = a.Text
		}
	}
	return said
}

// trace is the session as anybody would read it who got its text.
func (d *driver) trace() *trace.Trace {
	doc, err := trace.Parse(d.TraceText())
	require.NoError(d.t, err, "the page's own trace cannot be read")
	return doc
}

func (d *driver) commands() []string {
	var list []string
	for _, s := range d.trace().Steps {
		list = append(list, trace.FormatCommand(s.Command))
	}
	return list
}

func (d *driver) contract() string { return chosen(d.View().Bar.Contracts) }

func chosen(options []Option) string {
	for _, o := range options {
		if o.Chosen {
			return o.Value
		}
	}
	return ""
}

func (d *driver) offer(id string) OfferView {
	for _, o := range d.View().Offers.Rows {
		if o.ID == id {
			return o
		}
	}
	return OfferView{}
}

// journal keeps the trace as the page's loader does outside the program: a head, and a text for each step.
type journal struct {
	head  []string
	steps []string
}

func (j *journal) keep(e Effect) {
	switch e := e.(type) {
	case Journal:
		j.steps = append(j.steps[:min(e.At, len(j.steps)):min(e.At, len(j.steps))], e.Text)
	case JournalAll:
		j.keepAll(e.Text)
	}
}

func (j *journal) keepAll(text string) {
	*j = journal{}
	var between []string
	settle := func(lines ...string) {
		if n := len(j.steps); n > 0 {
			j.steps[n-1] = strings.Join(slices.Concat([]string{j.steps[n-1]}, between, lines), "\n")
		} else {
			j.head = slices.Concat(j.head, between, lines)
		}
		between = nil
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		bare := strings.TrimLeft(line, " \t")
		switch {
		case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "firmoffer/"), strings.HasPrefix(line, "node "):
			settle(line)
		case bare == "", bare[0] == '#':
			between = append(between, line)
		default:
			j.steps = append(j.steps, strings.Join(append(between, line), "\n"))
			between = nil
		}
	}
	settle()
}

func (j *journal) text() string { return strings.Join(slices.Concat(j.head, j.steps), "\n") + "\n" }

// memory is everything that a message must leave alone when it is turned down.
type memory struct {
	session  session
	trace    string
	past     []session
	future   []session
	now      int64
	nodes    []engine.NodeUsage
	offers   []engine.Offer
	tasks    []engine.Task
	marks    []engine.Judgement
	outcome  engine.Outcome
	firstBad int
	view     View
}

// remember takes everything down, but for the sentences about what was typed.
func (d *driver) remember() memory {
	m := d.model
	return memory{session: m.session, trace: d.TraceText(), past: append([]session{}, m.history.past...), future: append([]session{}, m.history.future...),
		now: m.sched.Now(), nodes: m.sched.Nodes(), offers: m.sched.Offers(), tasks: m.sched.Tasks(),
		marks: slices.Clone(m.marks), outcome: m.outcome, firstBad: m.firstBad, view: quiet(d.View())}
}

// same compares part by part, so that a difference can be read.
func (m memory) same(t require.TestingT, after memory, why ...any) {
	parts := func(was, is reflect.Value) {
		for i := range was.NumField() {
			if name := was.Type().Field(i).Name; name != "view" {
				assert.Equal(t, fmt.Sprintf("%+v", was.Field(i)), fmt.Sprintf("%+v", is.Field(i)), "%s %.80v", name, why)
			}
		}
	}
	parts(reflect.ValueOf(m), reflect.ValueOf(after))
	parts(reflect.ValueOf(m.view), reflect.ValueOf(after.view))
}

// quiet is what the page shows without its complaints.
func quiet(v *View) View {
	q := *v
	q.Story.Notice, q.Story.NoticeBad, q.Bar.Choices = "", false, 0
	q.Trace.Errors, q.Trace.Problem = nil, ""
	for _, f := range []*Field{&q.Actions.Framework, &q.Actions.Timeout, &q.Actions.Ticks, &q.Actions.NewNode, &q.Actions.NewCapacity,
		&q.Actions.Command} {
		f.Wrong = ""
	}
	q.Cluster.Nodes, q.Offers.Rows = slices.Clone(q.Cluster.Nodes), slices.Clone(q.Offers.Rows)
	for i := range q.Cluster.Nodes {
		q.Cluster.Nodes[i].Capacity.Wrong = ""
	}
	for i := range q.Offers.Rows {
		q.Offers.Rows[i].Task.Wrong = ""
	}
	return q
}
