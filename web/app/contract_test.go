package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// The story of the issue: o2 goes and o1 stays, and under oldest-first that very step turns red.
func TestTheSameStepsUnderAnotherContract(t *testing.T) {
	d := open(t)
	d.send(OpenScenario{"accepted-outlives-pending"}, GoTo{5})
	v := d.View()
	assert.Contains(t, v.Verdict.Said, "n1 shrank from 8 to 5 units. It was 3 over, so o2 of B (pending, 3 units)")
	assert.Contains(t, v.Verdict.Why, "What stays: the accepted o1 of A.")
	assert.Equal(t, "Holds", v.Verdict.Word)
	assert.Zero(t, v.Verdict.FirstBad)

	d.send(SetContract{"oldest-first"})
	v = d.View()
	assert.Equal(t, 5, v.Steps.At, "the place is kept")
	assert.Equal(t, 5, v.Story.DiffStep)
	told := v.Story.Difference
	for _, part := range []string{"Under oldest-first step 5, resize n1 5, comes out differently first: ", "o1 invalidated: n1 was 3 over; " +
		"violated: accepted-outlives-pending: o1 was accepted, and 3 were still pending on n1. Under binding", "o2 invalidated: n1 was 3 over."} {
		require.Contains(t, told, part)
		told = told[strings.Index(told, part)+len(part):]
	}
	assert.Empty(t, told)
	assert.NotEmpty(t, v.Story.Told, "the narration is another contract's")
	assert.Equal(t, v.Story.Difference, d.said())
	assert.Equal(t, "Violated", v.Verdict.Word)
	assert.Zero(t, v.Verdict.FirstBad, "it is on screen")
	assert.Equal(t, 5, v.Steps.FirstBad)
	assert.True(t, v.Steps.FirstBadShown)
	for _, s := range v.Steps.Items {
		assert.Equal(t, s.Number == 5, s.First, "step %d", s.Number)
		assert.Equal(t, s.Number == 5, s.Flag, "step %d", s.Number)
		assert.Equal(t, s.Number == 5, s.Mark == "✕", "step %d", s.Number)
	}
	assert.Contains(t, v.Steps.Items[4].Word, "violated, the first violation, the first difference")
	broken := v.Verdict.Invariants[engine.AcceptedOutlivesPending]
	assert.Equal(t, "accepted-outlives-pending", broken.Name)
	assert.Equal(t, "violated", broken.Word)
	assert.Contains(t, broken.Numbers, "o1 was accepted and went")

	d.send(Forward{})
	assert.Equal(t, 5, d.View().Story.DiffStep, "it belongs to the steps, not to the place among them")
	assert.Equal(t, 5, d.View().Verdict.FirstBad, "the way back to it")
	d.send(Back{}, Undo{})
	assert.Equal(t, "binding", d.contract())
	assert.Empty(t, d.View().Story.Difference)
	assert.Empty(t, d.View().Story.Told)
	assert.Zero(t, d.View().Steps.FirstBad)
	d.send(Redo{})
	assert.Equal(t, "oldest-first", d.contract())
}

func TestAContractUnderWhichNothingDiffers(t *testing.T) {
	d := open(t)
	d.send(SetContract{"newest-first"})
	assert.Equal(t, "Under newest-first all 9 steps come out as under binding.", d.View().Story.Difference)
	assert.Zero(t, d.View().Story.DiffStep)
	before := d.remember()
	d.send(SetContract{"newest-first"})
	before.same(t, d.remember(), "chosen already")
}

func TestAContractThatDoesNotExist(t *testing.T) {
	d := open(t)
	d.send(GoTo{3})
	before := d.remember()
	for _, name := range []string{"", "Binding", "strict", strings.Repeat("x", 5000)} {
		d.send(SetContract{name})
		before.same(t, d.remember(), name)
		assert.Contains(t, d.View().Story.Notice, "There is no contract ")
		assert.True(t, d.View().Story.NoticeBad)
		assert.Less(t, len(d.View().Story.Notice), 200)
	}
}

// What is saved under another contract does not carry the results of the old one.
func TestTheTraceIsThatOfTheContract(t *testing.T) {
	d := open(t)
	d.send(OpenScenario{"accepted-outlives-pending"}, SetContract{"oldest-first"}, Toggle{PanelTrace, true})
	assert.True(t, strings.HasPrefix(d.TraceText(), "firmoffer/1 oldest-first\n"))
	assert.NotContains(t, d.TraceText(), "o2 invalidated")
	assert.Equal(t, d.TraceText(), d.journal.text())
	assert.Contains(t, d.View().Trace.Text, "\to1 invalidated: n1 was 3 over\n\tviolated: accepted-outlives-pending")
}

func TestARefusalIsAStepAndIsExplained(t *testing.T) {
	d := open(t)
	d.send(Forward{})
	d.run("accept B o1")
	v := d.View()
	assert.Equal(t, "Refused: o1 is A's, not B's. Nothing changed.", v.Verdict.Said)
	assert.Equal(t, "Rule 9: an offer, and the task that comes of it, belong to the framework that the offer was made to.", v.Verdict.Why)
	assert.True(t, v.Verdict.Refused)
	assert.Equal(t, "Holds", v.Verdict.Word, "a refusal of a stranger breaks no promise")
	assert.Equal(t, []string{"make A", "accept B o1"}, d.commands())
	assert.Contains(t, v.Steps.Items[1].Class, "refused")
	assert.Equal(t, "refused, holds", v.Steps.Items[1].Word)
	assert.Equal(t, "pending", d.offer("o1").State)
	assert.Equal(t, "accept B o1", v.Actions.Command.Text, "it can be mended")
	d.run("accept A o1")
	assert.Empty(t, d.View().Actions.Command.Text, "it became a step that was done")
}

func TestRefusalsSayWhatWouldHaveWorked(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\nmake A timeout=4\n")
	d.send(Last{})
	for _, c := range []struct{ run, said, why string }{
		{"launch A o1", "o1 is pending, not accepted: accept it first", "Rule 6: only an accepted offer can be launched."},
		{"accept A o9", "no offer has the id o9", "Rule 9: only an offer that was made can be used."},
		{"accept A o1", "", ""},
		{"accept A o1", "o1 is already accepted: it can be launched or declined", "Rule 5: only a pending offer can be accepted, and only once."},
		{"launch A o1 as=web", "", ""},
		{"decline A o1", "o1 is launched, not live", "Rule 7: only a live offer can be declined, and only once."},
		{"resize n1 9", "", ""},
		{"make A timeout=4", "", ""},
		{"accept A o2", "", ""},
		{"launch A o2 as=web", "task id web is taken by a running task of A on n1; it is free again when that one has finished",
			"Rule 11: two running tasks never share an id. The offer is still accepted."},
		{"finish B web", "web is A's, not B's", "Rule 9: an offer, and the task that comes of it, belong to the framework that the offer was made to."},
		{"finish A db", "no task has the id db", "Rule 12: only a task that runs can be finished."},
		{"finish A web", "", ""},
		{"finish A web", "web already finished at 0", "Rule 12: a task finishes once."},
		{"advance -1", "time cannot advance by -1: 0 or more ticks were expected", "Rule 17: time goes forward by 0 or more ticks, and not beyond the end of the clock."},
		{"make A timeout=0", "the timeout is 0: at least 1 tick was expected", "Rule 14: a timeout is at least 1 tick."},
		{"resize n1 -3", "the capacity is -3: 0 to 9007199254740991 units were expected", "Rule 18: a capacity is 0 to 9007199254740991 units."},
	} {
		d.run(c.run)
		v := d.View().Verdict
		assert.Equal(t, c.said != "", v.Refused, c.run)
		if v.Refused {
			assert.Equal(t, "Refused: "+c.said+". Nothing changed.", v.Said, c.run)
			assert.Equal(t, c.why, v.Why, c.run)
		}
	}
}

func TestAMakeWithoutOffersSaysWhoHoldsTheUnits(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\nnode n2 0\nmake A\nmake B\naccept A o1\nmake B\nlaunch A o1\nmake B\n")
	for at, said := range map[int]string{
		2: "B is offered nothing: n1 has 5 units: 5 promised by o1 (pending of A); n2 has no units.",
		4: "B is offered nothing: n1 has 5 units: 5 promised by o1 (accepted of A); n2 has no units.",
		6: "B is offered nothing: n1 has 5 units: 5 running; n2 has no units.",
	} {
		d.send(GoTo{at})
		assert.Equal(t, said, d.View().Verdict.Said)
		assert.Contains(t, d.View().Verdict.Why, map[bool]string{true: "Rule 1", false: "Rule 2"}[at < 6])
	}
	d = openOn(t, "firmoffer/1\nmake A\n")
	d.send(Last{})
	assert.Equal(t, "A is offered nothing: there is no node.", d.View().Verdict.Said)
}

func TestAnOverhangIsToldAsOne(t *testing.T) {
	d := open(t)
	d.send(OpenScenario{"overhang"}, GoTo{6})
	v := d.View()
	assert.Equal(t, "Overhang", v.Verdict.Word)
	assert.Equal(t, "stamp hm", v.Verdict.Class)
	assert.Equal(t, "n1 has 4 units and runs 6, 2 over. No task is stopped, and nobody was promised too much.", v.Verdict.Text)
	first := v.Verdict.Invariants[engine.NoOverCommitment]
	assert.Equal(t, "overhang", first.Word)
	assert.Equal(t, "hm", first.Class)
	assert.Equal(t, 8, v.Verdict.Kept, "an overhang breaks no invariant")
	assert.Zero(t, v.Steps.FirstBad)
	assert.Equal(t, "!", v.Steps.Items[5].Mark)
	assert.Contains(t, v.Steps.Items[5].Class, "hm")
	n := v.Cluster.Nodes[0]
	assert.Equal(t, "overhang", n.Verdict)
	assert.Equal(t, "2 over", n.Rest)
	assert.False(t, n.RestBad)
	assert.Contains(t, n.Note, "Overhang: 6 units of running work on a node of 4 units")
	assert.Equal(t, []string{"seg task", "seg hang"}, classes(n.Segments[:2]), "what passes the line is drawn past it")
	d.send(Forward{})
	assert.Equal(t, []string{"seg task", "seg hang"}, classes(d.View().Cluster.Nodes[0].Segments))
}

func classes(segments []Segment) []string {
	var list []string
	for _, s := range segments {
		list = append(list, s.Class)
	}
	return list
}

func TestTheFirstViolationIsMarkedHoweverItCame(t *testing.T) {
	d := open(t)
	d.send(OpenScenario{"optimistic"})
	assert.Equal(t, 2, d.View().Steps.FirstBad, "also of steps that are not done")
	d.send(GoTo{2})
	n := d.View().Cluster.Nodes[0]
	assert.Equal(t, "violated", n.Verdict)
	assert.Equal(t, "10 over", n.Rest)
	assert.True(t, n.RestBad)
	assert.Equal(t, []string{"seg pen", "seg over"}, classes(n.Segments))

	d.send(GoTo{1})
	d.run("decline A o1")
	assert.Zero(t, d.View().Steps.FirstBad, "the red step was cut off")
	d.run("make A", "make B")
	assert.Equal(t, 4, d.View().Steps.FirstBad)
	d.run("make C")
	assert.Equal(t, 4, d.View().Steps.FirstBad)
	d.send(Undo{}, Undo{})
	assert.Zero(t, d.View().Steps.FirstBad)
}
