package export

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

const goHead = `// Code written by the export of Firm Offer; change it as you like.
//
// It belongs into the module firmoffer, beside the engine's tests or into a folder of its own, and go test runs it.
package engine_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"firmoffer/engine"
)

// recordedStep is one call and what it did.
type recordedStep struct {
	line    string // as it stands in the trace
	call    engine.Command
	refused string          // why, as a key of recordedReasons; "" where the call succeeds
	offers  []engine.Offer  // what a make returns
	task    string          // what a launch returns
	states  []recordedState // of offers that changed, or that a refused call left as they were
	nodes   []recordedNode  // that changed
	verdict engine.Verdict
}

type recordedState struct {
	offer string
	state engine.State
}

type recordedNode struct {
	id                            string
	capacity, allocated, reserved int64 // units
}

`

const goTail = `
func TestRecordedTrace(t *testing.T) {
	contract, ok := engine.ContractByName(recordedContract)
	if !ok {
		t.Fatalf("there is no contract %s", recordedContract)
	}
	s, err := engine.NewWithContract(contract, recordedNodes, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range recordedSteps {
		want := &recordedSteps[i]
		offers, task, err := recordedCall(s, want.call)
		switch {
		case !errors.Is(err, recordedReasons[want.refused]):
			t.Fatalf("step %d, %s: got the error %v, want refused: %q", i+1, want.line, err, want.refused)
		case !slices.Equal(offers, want.offers):
			t.Fatalf("step %d, %s: got the offers\n%+v, want\n%+v", i+1, want.line, offers, want.offers)
		case task != want.task:
			t.Fatalf("step %d, %s: got the task %q, want %q", i+1, want.line, task, want.task)
		}
		recordedAfter(t, s, i+1, want)
	}
	if got := s.Allocations(); !maps.Equal(got, recordedAllocations) {
		t.Fatalf("at the end: got the allocations\n%+v, want\n%+v", got, recordedAllocations)
	}
}

func recordedCall(s *engine.Scheduler, c engine.Command) (offers []engine.Offer, task string, err error) {
	switch c.Verb {
	case engine.VerbMake:
		offers, err = s.MakeOffers(c.Framework, c.Amount)
	case engine.VerbAccept:
		err = s.AcceptOffer(c.Framework, c.Offer)
	case engine.VerbLaunch:
		task, err = s.LaunchTask(c.Framework, c.Offer, c.Task)
	case engine.VerbDecline:
		err = s.DeclineOffer(c.Framework, c.Offer)
	case engine.VerbFinish:
		err = s.FinishTask(c.Framework, c.Task)
	case engine.VerbAdvance:
		err = s.AdvanceTime(c.Amount)
	case engine.VerbResize:
		err = s.SetNodeResources(c.Node, c.Amount)
	}
	return offers, task, err
}

// recordedAfter compares the state after a step, and does the sum where the recorded verdict is that everything holds.
func recordedAfter(t *testing.T, s *engine.Scheduler, step int, want *recordedStep) {
	t.Helper()
	for _, w := range want.states {
		if o, ok := s.Offer(w.offer); !ok || o.State != w.state {
			t.Fatalf("step %d, %s: %s is %v, want %v", step, want.line, w.offer, o.State, w.state)
		}
	}
	for _, w := range want.nodes {
		n, _ := s.Node(w.id)
		if got := (recordedNode{n.ID, n.Capacity, n.Allocated, n.Reserved}); got != w {
			t.Fatalf("step %d, %s: got the node\n%+v, want\n%+v", step, want.line, got, w)
		}
		if want.verdict == engine.Holds && n.Allocated+n.Reserved > n.Capacity {
			t.Fatalf("step %d, %s: %s has allocated %d + reserved %d > capacity %d", step, want.line, n.ID, n.Allocated, n.Reserved, n.Capacity)
		}
	}
	if got := s.Report().Verdict; got != want.verdict {
		t.Fatalf("step %d, %s: got the verdict %v, want %v", step, want.line, got, want.verdict)
	}
}
`

// GoTest returns the trace as a Go test file: it makes the same calls to package firmoffer/engine and checks what each
// returns, the states and sums after it, and its verdict.
func GoTest(t *trace.Trace) (string, error) {
	w := &goWriter{}
	w.put("// ", remark("A trace of Firm Offer as a test: "+t.Title()), "\n\n", goHead)
	w.put("const recordedContract = ", strconv.Quote(t.Rules().Name), "\n\nvar recordedReasons = map[string]error{\n\t\"\": nil,\n")
	for _, r := range reasons {
		w.put("\t", strconv.Quote(r.name), ": engine.", goName(r.name), ",\n")
	}
	w.put("}\n\nvar recordedNodes = []engine.Node{\n")
	for _, n := range t.Nodes {
		w.put("\t{ID: ", strconv.Quote(n.ID), ", Capacity: ")
		w.int(n.Capacity)
		w.put("},\n")
	}
	w.put("}\n\nvar recordedSteps = []recordedStep{\n")
	end, err := w.replay(t, w.step)
	if err != nil {
		return "", err
	}
	w.put("}\n\nvar recordedAllocations = map[string]engine.Allocation{\n")
	for _, task := range end.RunningTasks() {
		w.put("\t", strconv.Quote(task.ID), ": {FrameworkID: ", strconv.Quote(task.FrameworkID), ", NodeID: ", strconv.Quote(task.NodeID),
			", Resources: ")
		w.int(task.Resources)
		w.put("},\n")
	}
	w.put("}\n", goTail)
	return string(w.b), nil
}

// goName returns the name of a reason in package engine.
func goName(reason string) string {
	name := "Err"
	for part := range strings.SplitSeq(reason, "-") {
		if part == "id" {
			part = "ID"
		}
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

// goWriter writes composite literals.
type goWriter struct{ writer }

// field writes a field, its name and a string.
func (w *goWriter) field(name, s string) { w.put(name, ": ", strconv.Quote(s), ", ") }

// shut closes a bracket behind the last field or element, which needs no comma.
func (w *goWriter) shut() { w.b = append(bytes.TrimSuffix(w.b, []byte(", ")), "}, "...) }

func (w *goWriter) num(name string, n int64) {
	w.put(name, ": ")
	w.int(n)
	w.put(", ")
}

// constant writes a field with a constant of package engine, which is named as the value prints.
func (w *goWriter) constant(name, prefix, value string) {
	w.put(name, ": engine.", prefix, strings.ToUpper(value[:1]), value[1:])
}

func (w *goWriter) step(s step) {
	if narration := remark(s.Narration()); narration != "" {
		w.put("\t// ", narration, "\n")
	}
	w.put("\t{")
	w.field("line", trace.FormatCommand(s.Command))
	w.command(&s.Command)
	if s.Refusal != nil {
		w.field("refused", s.reason())
	}
	w.offers(s.made())
	if i := slices.IndexFunc(s.Events, func(e engine.Event) bool { return e.Kind == engine.OfferLaunched }); i >= 0 && s.Command.Verb == engine.VerbLaunch {
		w.field("task", s.Events[i].TaskID)
	}
	if states := s.states(); len(states) > 0 {
		w.put("states: []recordedState{")
		for _, o := range states {
			name := o.state.String()
			w.put("{", strconv.Quote(o.id), ", engine.", strings.ToUpper(name[:1]), name[1:], "}, ")
		}
		w.shut()
	}
	if nodes := s.touched(); len(nodes) > 0 {
		w.put("nodes: []recordedNode{")
		for i := range nodes {
			n := &nodes[i]
			w.put("{", strconv.Quote(n.ID), ", ")
			for _, number := range [...]int64{n.Capacity, n.Allocated, n.Reserved} {
				w.int(number)
				w.put(", ")
			}
			w.shut()
		}
		w.shut()
	}
	w.constant("verdict", "", s.Report.Verdict.String())
	w.put("},\n")
}

func (w *goWriter) command(c *engine.Command) {
	w.put("call: engine.Command{")
	w.constant("Verb", "Verb", c.Verb.String())
	w.put(", ")
	for _, a := range argsOf(c.Verb) {
		if a.Kind == trace.KindNumber {
			w.num("Amount", c.Amount)
		} else if name := *nameIn(c, a.Kind); name != "" {
			kind := a.Kind.String()
			w.field(strings.ToUpper(kind[:1])+kind[1:], name)
		}
	}
	w.shut()
}

func (w *goWriter) offers(made []engine.Offer) {
	if len(made) == 0 {
		return
	}
	w.put("offers: []engine.Offer{")
	for i := range made {
		o := &made[i]
		w.put("{")
		w.field("ID", o.ID)
		w.field("FrameworkID", o.FrameworkID)
		w.field("NodeID", o.NodeID)
		w.num("Resources", o.Resources)
		w.num("CreatedAt", o.CreatedAt)
		w.num("ExpiresAt", o.ExpiresAt)
		if o.Endless {
			w.put("Endless: true, ")
		}
		w.shut()
	}
	w.shut()
}
