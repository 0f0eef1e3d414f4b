package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
	"firmoffer/engine/trace/link"
)

const head = "firmoffer/1 binding\n"

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// wrongTraces are texts for the trace field that cannot be run, each with the place and the sentence of its first error.
var wrongTraces = []struct {
	text         string
	line, column int
	says         []string
}{
	{"", 1, 1, []string{"found an empty text", `expected "firmoffer/1"`}},
	{"hello\n", 1, 1, []string{`found "hello"`, `expected "firmoffer/1"`}},
	{"firmoffer/2 binding\n", 1, 1, []string{`found "firmoffer/2"`, "only version 1"}},
	{"firmoffer/1 strict\n", 1, 13, []string{`found "strict"`, "expected a contract (binding, first-accept-wins"}},
	{"firmoffer/1 optimstic\n", 1, 13, []string{`found "optimstic"`, `did you mean "optimistic"?`}},
	{"firmoffer/1 binding twice\n", 1, 21, []string{`found "twice"`, "expected the end of the line"}},
	{head + "node n1 5\nnode n1 6\n", 3, 6, []string{`found "n1"`, "this node is there already"}},
	{head + "node n1 -1\n", 2, 9, []string{`found "-1"`, "a whole number from 0 to 9007199254740991"}},
	{head + "node n1 1e9\n", 2, 9, []string{`found "1e9"`, "a whole number from 0 to 9007199254740991"}},
	{head + "node n1 1,5\n", 2, 9, []string{`found "1,5"`, "a whole number"}},
	{head + "node n1 0x10\n", 2, 9, []string{`found "0x10"`, "a whole number"}},
	{head + "node n1 ١٢\n", 2, 9, []string{`found "١٢"`, "a whole number"}},
	{head + "node n1 +1\n", 2, 9, []string{`found "+1"`, "write 1"}},
	{head + "node n1 007\n", 2, 9, []string{`found "007"`, "write 7"}},
	{head + "node n1 9007199254740992\n", 2, 9, []string{`found "9007199254740992"`, "to 9007199254740991"}},
	{head + "node n1\n", 2, 8, []string{"found the end of the line", "expected a capacity in units"}},
	{head + "node \"\" 5\n", 2, 6, []string{"found an empty name", "1 to 256 bytes"}},
	{head + "node \"a\\nb\" 5\n", 2, 6, []string{`found the name "a\nb"`, "without control characters"}},
	{head + "node \xff 5\n", 2, 6, []string{"found a broken character"}},
	{head + "node \"half \uFFFD\" 5\n", 2, 12, []string{"found a broken character, shown as \uFFFD", "expected whole characters"}}, // what a lone surrogate arrives as
	{head + "# é\uFFFD \uFFFD\nnonsense\n", 2, 4, []string{"found a broken character", "type it again"}},
	{head + "node n1 5\nmake \"\xff\"\n", 3, 7, []string{"found a broken character"}},
	{head + strings.Repeat("# \uFFFD\n", 50), 2, 3, []string{"found a broken character"}},
	{head + "node " + strings.Repeat("x", 257) + " 5\n", 2, 6, []string{"found a name of 257 bytes", "1 to 256 bytes"}},
	{head + "make A\nnode n1 5\n", 3, 1, []string{`found "node"`, "nodes before the first step"}},
	{head + "\to1 accepted\n", 2, 1, []string{"found a result", "expected a step before it"}},
	{head + "frobnicate\n", 2, 1, []string{`found "frobnicate"`, "expected a node or a verb"}},
	{head + "make A\naccpt A o1\n", 3, 1, []string{`found "accpt"`, `did you mean "accept"?`}},
	{head + "make A timeout=\n", 2, 8, []string{"expected a timeout in ticks"}},
	{head + strings.Repeat("x", 8193) + "\n", 2, 1, []string{"found a line of 8193 bytes", "at most 8192"}},
	{head + lines(10_001, "node n%d 1\n"), 10_002, 1, []string{"found more nodes", "at most 10000"}},
	{head + lines(20_001, "advance %d\n"), 20_002, 1, []string{"found more steps", "at most 20000"}},
	{head + strings.Repeat("# comment\n", 104_856), 0, 0, []string{"found a text of 1048580 bytes", "at most 1048576"}},
}

func TestATraceThatCannotBeReadIsToldInPlaceAndChangesNothing(t *testing.T) {
	d := openOn(t, middle)
	d.send(GoTo{5})
	for _, in := range wrongTraces {
		name := fmt.Sprintf("%.80q", in.text)
		d.send(EditTrace{in.text})
		before := d.remember()
		d.send(ApplyTrace{})
		before.same(t, d.remember(), name)
		v := d.View().Trace
		require.NotEmpty(t, v.Errors, name)
		assert.LessOrEqual(t, len(v.Errors), 20, name)
		e := v.Errors[0]
		assert.Equal(t, [2]int{in.line, in.column}, [2]int{e.Line, e.Column}, "%s: %s", name, e.Text)
		for _, part := range in.says {
			assert.Contains(t, e.Text, part, name)
		}
		assert.Less(t, len(e.Text), 400, name)
		assert.True(t, v.Text == in.text, "%s: what was typed is gone", name)
		assert.Equal(t, "The trace was not run. "+e.Text, d.said(), name)
		assert.Empty(t, d.faults)
	}
	d.send(DiscardTrace{})
	assert.Empty(t, d.View().Trace.Errors)
	assert.Contains(t, d.View().Trace.Text, "make C")
}

// A link holds what its maker wrote, and a name may have this sign in it; what is typed beside it may not.
func TestAMeantSignForABrokenCharacterStays(t *testing.T) {
	d := open(t)
	d.send(OpenLink{Fragment: link.Encode(link.Session{Trace: head + "# a\uFFFD\nnode \"n\uFFFD\" 5\nmake A\n", At: 1})})
	require.False(t, d.View().Story.NoticeBad, d.View().Story.Notice)
	d.send(Toggle{PanelTrace, true})
	text := d.View().Trace.Text
	require.Contains(t, text, "\to1: \"n\uFFFD\" offers", "also in a result")
	d.edit(text + "accept A o1\n")
	require.Empty(t, d.View().Trace.Errors)
	assert.Equal(t, []string{"make A", "accept A o1"}, d.commands())
	d.edit(d.View().Trace.Text + "make \"B\uFFFD\"\n")
	require.Len(t, d.View().Trace.Errors, 1)
	assert.Equal(t, 8, d.View().Trace.Errors[0].Line)
	assert.Equal(t, []string{"make A", "accept A o1"}, d.commands())
}

func TestTheLargestTraces(t *testing.T) {
	tenThousand := head + "node n1 5\n" + lines(10_000, "advance %d\n")
	full := head + "node n1 5\n" + lines(trace.MaxSteps, "advance %d\n")
	filler := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", 10_000)
	megabyte := head + filler[:1_000_000] + "\n"
	megabyte += strings.Repeat("#\n", (trace.MaxBytes-len(megabyte)-len("make A\n"))/2) + "make A\n"
	require.LessOrEqual(t, len(megabyte), trace.MaxBytes)
	require.Greater(t, len(megabyte), trace.MaxBytes-2)
	for _, c := range []struct {
		text  string
		steps int
	}{{tenThousand, 10_000}, {full, trace.MaxSteps}, {megabyte, 1}} {
		d := openOn(t, c.text)
		d.send(Last{})
		assert.Equal(t, c.steps, d.View().Steps.At)
		assert.LessOrEqual(t, len(d.View().Steps.Items), stepsAPage)
		d.send(Back{}, First{}, GoTo{c.steps / 2})
		assert.Equal(t, c.steps/2, d.View().Steps.At)
		assert.True(t, d.TraceText() == d.journal.text())
	}
}

func TestAFullTraceTakesNoMoreSteps(t *testing.T) {
	d := openOn(t, head+strings.Repeat("advance 1\n", trace.MaxSteps))
	d.send(Last{}, Type{FieldTicks, "7"})
	before := d.remember()
	d.send(AdvanceTime{})
	before.same(t, d.remember())
	assert.Equal(t, "The trace has 20000 steps, and no more fit: go back, or reset.", d.View().Story.Notice)
	assert.True(t, d.View().Story.NoticeBad)
	d.send(Back{}, AdvanceTime{})
	assert.Equal(t, trace.MaxSteps, d.View().Steps.At, "in the place of another it fits")
	assert.Equal(t, "advance 7", d.View().Bar.Undo)
}

// Nodes times makes can be more than any browser holds, in a text that is short.
func TestATraceThatExplodesIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a million offers, several times")
	}
	d := openOn(t, middle)
	d.send(GoTo{5})
	nodes := "firmoffer/1 optimistic\n" + lines(10_000, "node n%d 1\n")
	bomb := nodes + strings.Repeat("make A\n", 150)
	d.send(EditTrace{bomb})
	before := d.remember()
	d.send(ApplyTrace{})
	before.same(t, d.remember())
	assert.Equal(t, "This trace cannot be run here: step 101, make A: it could bring this replay to more than 1000000 offers.", d.View().Story.Notice)
	assert.Equal(t, d.View().Story.Notice, d.said())
	assert.True(t, d.View().Trace.Text == bomb)

	d.edit(nodes + strings.Repeat("make A\n", 100))
	d.send(Last{}, Type{FieldCommand, "make C"})
	session, counts, past := d.model.session, d.model.sched.Counts(), len(d.model.history.past)
	d.send(RunCommand{})
	assert.Equal(t, session, d.model.session)
	assert.Equal(t, counts, d.model.sched.Counts())
	assert.Equal(t, past, len(d.model.history.past))
	assert.Equal(t, "This step was not run: step 101, make C: it could bring this replay to more than 1000000 offers.", d.model.notice.text)
	assert.Equal(t, "make C", d.model.fields.text[FieldCommand], "what was typed stays")
	assert.Empty(t, d.faults)
}

func TestANoticeAboutAnotherTraceGoes(t *testing.T) {
	d := openOn(t, head+"node n1 5\n")
	require.NotEmpty(t, d.View().Story.Notice)
	d.edit("nonsense\n")
	assert.NotEmpty(t, d.View().Trace.Errors)
	assert.Empty(t, d.View().Story.Notice)
}
