package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
)

const small = "firmoffer/1 binding\nnode n1 5\n\nmake A\naccept A o1\n"

func TestTheTraceFieldFollowsTheSteps(t *testing.T) {
	d := open(t)
	assert.Empty(t, d.View().Trace.Text, "folded")
	d.send(Toggle{PanelTrace, true})
	v := d.View().Trace
	assert.Contains(t, v.Text, "\nmake A\n\to1: n1 offers 5 to A until 10\n")
	first := v.Revision
	d.send(Forward{})
	assert.Equal(t, first, d.View().Trace.Revision, "the same trace: the field is left alone")
	d.run("advance 2")
	v = d.View().Trace
	assert.Greater(t, v.Revision, first)
	assert.True(t, strings.HasSuffix(v.Text, "\nadvance 2\n\tnow 2\n"), v.Text)
	assert.Empty(t, v.Stale)
	doc, err := trace.Parse(v.Text)
	require.NoError(t, err)
	assert.Equal(t, v.Text, doc.String(), "canonical")
}

func TestALongTraceIsWrittenOnlyWhenAskedFor(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n"+strings.Repeat("advance 1\n", 300))
	d.send(Last{})
	written := d.View().Trace
	require.Empty(t, written.Stale)
	d.run("make A")
	v := d.View().Trace
	assert.Contains(t, v.Stale, "300 steps")
	assert.Equal(t, written.Text, v.Text)
	assert.Equal(t, written.Revision, v.Revision)
	d.send(RefreshTrace{})
	v = d.View().Trace
	assert.Empty(t, v.Stale)
	assert.True(t, strings.HasSuffix(v.Text, "make A\n\to1: n1 offers 5 to A until 310\n"))
	assert.Greater(t, v.Revision, written.Revision)
	d.run("make B")
	d.send(CopyTrace{})
	require.Len(t, d.effects, 1)
	assert.True(t, strings.HasSuffix(d.effects[0].(Copy).Text, "make B\n\tno offers\n"), "a copy is never stale")
	d.send(Copied{OK: true})
	assert.Equal(t, "The trace is on the clipboard.", d.said())
	d.send(Copied{OK: false})
	assert.Contains(t, d.said(), "select the text and copy it by hand")
}

func TestErrorsStandAtTheirPlaceAndTheSessionStays(t *testing.T) {
	d := open(t)
	d.send(GoTo{3})
	before := d.remember()
	const wrong = "firmoffer/1 binding\nnode n1 5\nmake A\nlanuch A o1\nadvance x\n"
	d.send(Toggle{PanelTrace, true}, EditTrace{wrong})
	v := d.View().Trace
	require.Len(t, v.Errors, 2, "checked while it is typed")
	assert.Equal(t, ErrorView{4, 1, `line 4, column 1: found "lanuch", expected a verb (make, accept, launch, decline, finish, advance, resize); did you mean "launch"?`}, v.Errors[0])
	assert.Equal(t, 5, v.Errors[1].Line)
	assert.Equal(t, 9, v.Errors[1].Column)

	d.send(ApplyTrace{})
	assert.Equal(t, "The trace was not run. "+v.Errors[0].Text, d.said())
	v = d.View().Trace
	assert.Equal(t, wrong, v.Text, "typed text stays")
	assert.True(t, v.Edited)
	require.Len(t, v.Errors, 2)

	d.run("make A") // the page goes on under a text that nobody has finished
	assert.Equal(t, wrong, d.View().Trace.Text)
	require.Len(t, d.View().Trace.Errors, 2)
	d.send(Undo{})
	d.send(DiscardTrace{}, Toggle{PanelTrace, false})
	after := d.remember()
	after.future, after.view.Bar.Redo = before.future, ""
	after.view.Trace.Revision = before.view.Trace.Revision
	before.same(t, after)
}

func TestEditingTheTrace(t *testing.T) {
	d := open(t)
	d.send(GoTo{2}, Toggle{PanelTrace, true}, ApplyTrace{})
	assert.Equal(t, "The text is the trace that is running already.", d.View().Story.Notice)
	assert.Empty(t, d.View().Bar.Undo)

	d.edit(small)
	v := d.View()
	assert.Equal(t, []string{"make A", "accept A o1"}, d.commands())
	assert.Equal(t, 2, v.Steps.At, "the place is kept where it can be")
	assert.Equal(t, "accepted", d.offer("o1").State)
	assert.Equal(t, "Running your trace: 2 steps.", v.Story.Notice)
	assert.Equal(t, "Your own trace", v.Story.Title)
	assert.Empty(t, chosen(v.Bar.Scenarios))
	assert.False(t, v.Trace.Edited)
	assert.Contains(t, v.Trace.Text, "\to1 accepted")
	assert.Equal(t, d.TraceText(), d.journal.text())

	d.run("decline A o1")
	d.send(Reset{})
	assert.Equal(t, []string{"make A", "accept A o1"}, d.commands(), "Reset goes back to the trace that was put in")
	assert.Equal(t, "Back at the start of your trace.", d.View().Story.Notice)

	d.send(Undo{}, Undo{}, Undo{})
	assert.Equal(t, "Undid: the edited trace.", d.View().Story.Notice)
	assert.Equal(t, "late-framework", chosen(d.View().Bar.Scenarios))
	assert.Equal(t, 2, d.View().Steps.At)
	assert.Len(t, d.commands(), 9)
	assert.Equal(t, d.TraceText(), d.journal.text())
}

func TestAnEditedScenarioKeepsItsPlaceInTheMenu(t *testing.T) {
	d := open(t)
	d.edit(d.TraceText() + "make C\n")
	assert.Equal(t, "late-framework", chosen(d.View().Bar.Scenarios))
	assert.Len(t, d.commands(), 10)
	d.edit("firmoffer/1 optimistic\nnode n1 3\n")
	assert.Equal(t, "optimistic", d.contract(), "a trace brings its contract")
}

func TestRecordedResultsThatDifferAreTold(t *testing.T) {
	d := open(t)
	d.edit("firmoffer/1\nnode n1 5\nmake A\n\to1: n1 offers 4 to A until 10\n")
	assert.Equal(t, `Running your trace. Its recorded results differ from this engine's first at step 1 (line 4, make A): recorded is `+
		`"o1: n1 offers 4 to A until 10", the replay gives "o1: n1 offers 5 to A until 10".`, d.View().Story.Notice)
	assert.True(t, d.View().Story.NoticeBad)
	assert.Contains(t, d.View().Trace.Text, "offers 5 to A")
	assert.NotContains(t, d.TraceText(), "offers 4 to A")
	d.edit("firmoffer/1\nnode n1 5\nmake A\n\to1: n1 offers 5 to A until 10\n")
	assert.False(t, d.View().Story.NoticeBad, d.View().Story.Notice)
}

func TestTextOfOtherSystems(t *testing.T) {
	d := openOn(t, "\ufeff"+strings.ReplaceAll("firmoffer/1 binding\n# Größe — 大小\n\nnode n1 5\n\n# \U0001F680\nmake A\n", "\n", "\r\n"))
	assert.Equal(t, "firmoffer/1 binding\n# Größe — 大小\n\nnode n1 5\n\n# \U0001F680\nmake A\n", d.TraceText())
	assert.Equal(t, "Größe — 大小", d.View().Story.Title)
	d.send(Last{})
	assert.Equal(t, "\U0001F680", d.View().Story.Text)
}

// Comments behind the last step are the user's: the next step does not wipe them out, nor is it told by them.
func TestLinesBehindTheLastStepAreKept(t *testing.T) {
	d := openOn(t, small+"# To be continued.\n")
	d.send(Last{})
	d.run("launch A o1")
	assert.Equal(t, small+"# To be continued.\n\nlaunch A o1\n", d.TraceText())
	assert.Equal(t, d.TraceText(), d.journal.text())
	assert.Empty(t, d.View().Story.Text)
	d.send(GoTo{1})
	d.run("decline A o1")
	assert.Equal(t, "firmoffer/1 binding\nnode n1 5\n\nmake A\ndecline A o1\n", d.TraceText())
	assert.Equal(t, d.TraceText(), d.journal.text())
}

func TestATitleWithoutNodesIsKept(t *testing.T) {
	d := openOn(t, "firmoffer/1\n# My cluster\n")
	d.run("resize n1 5")
	assert.Equal(t, "My cluster", d.View().Story.Title)
	assert.Equal(t, "n1 was added with 5 units.", d.View().Verdict.Said)
}

func TestUndoRemembersAThousandSteps(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n")
	for i := range maxUndo + 5 {
		d.send(Type{FieldTicks, fmt.Sprint(i)}, AdvanceTime{})
	}
	for range maxUndo {
		d.send(Undo{})
	}
	assert.Equal(t, []string{"advance 0", "advance 1", "advance 2", "advance 3", "advance 4"}, d.commands())
	assert.Empty(t, d.View().Bar.Undo)
	for range maxUndo {
		d.send(Redo{})
	}
	assert.Len(t, d.commands(), maxUndo+5)
	assert.Equal(t, "advance 1004", d.commands()[maxUndo+4])
}

// Comments among recorded results outlive the results, in the trace and in the journal alike.
func TestACommentAmongResultsIsKept(t *testing.T) {
	d := openOn(t, head+"node n1 5\nmake A\n# among them\n\to1: n1 offers 5 to A until 10\nadvance 1\n# at the end\n\tnow 1\n")
	assert.Equal(t, head+"node n1 5\nmake A\n# among them\nadvance 1\n# at the end\n", d.TraceText())
	assert.False(t, d.View().Story.NoticeBad)
	d.send(GoTo{1})
	d.run("advance 2")
	assert.Equal(t, head+"node n1 5\nmake A\nadvance 2\n", d.TraceText())
	assert.Equal(t, d.TraceText(), d.journal.text())
}

// A story can be as long as a trace: what is shown of it at every step is not.
func TestALongStoryIsCut(t *testing.T) {
	d := openOn(t, "firmoffer/1\n# "+strings.Repeat("t", 8000)+"\n"+strings.Repeat("# "+strings.Repeat("s", 97)+"\n", 5000)+"\nnode n1 5\nmake A\n")
	v := d.View().Story
	assert.Len(t, []rune(v.Title), titleShown)
	assert.Len(t, []rune(v.Text), storyShown)
	assert.True(t, strings.HasSuffix(v.Text, "…"))
	assert.Greater(t, len(d.TraceText()), 400_000, "the trace is whole")
}
