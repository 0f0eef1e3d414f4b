package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpensOnTheFirstScenarioBeforeItsFirstStep(t *testing.T) {
	d := open(t)
	v := d.View()
	assert.Equal(t, "Two frameworks, one node", v.Story.Title)
	assert.Equal(t, "late-framework", chosen(v.Bar.Scenarios))
	assert.Equal(t, "binding", chosen(v.Bar.Contracts))
	assert.Equal(t, 0, v.Steps.At)
	assert.Equal(t, 9, v.Steps.Count)
	assert.Equal(t, "make A", v.Story.Next, "the next sensible action is obvious")
	assert.Equal(t, "step 0 of 9", v.Story.Hint)
	assert.False(t, v.Steps.CanBack)
	assert.True(t, v.Steps.CanGo)
	assert.Empty(t, v.Bar.Undo)
	assert.Empty(t, v.Bar.Redo)
	assert.Equal(t, "Holds", v.Verdict.Word)
	assert.Equal(t, "Nothing has happened yet.", v.Verdict.Said)
	require.Len(t, v.Verdict.Invariants, 8)
	seen := map[string]bool{}
	for _, i := range v.Verdict.Invariants {
		assert.Equal(t, "holds", i.Word, i.Name)
		assert.False(t, seen[i.Name], "%s stands there twice", i.Name)
		seen[i.Name] = true
	}
	assert.Equal(t, d.TraceText(), d.journal.text())
}

func TestMovesLoseNoStep(t *testing.T) {
	d := open(t)
	steps := d.commands()
	for _, c := range []struct {
		msg Msg
		at  int
	}{{Last{}, 9}, {Forward{}, 9}, {Back{}, 8}, {Back{}, 7}, {First{}, 0}, {Back{}, 0}, {Forward{}, 1}, {GoTo{5}, 5}, {GoTo{-1}, 5}, {GoTo{10}, 5},
		{GoTo{9}, 9}, {GoTo{0}, 0}} {
		d.send(c.msg)
		assert.Equal(t, c.at, d.View().Steps.At, "%#v", c.msg)
		assert.NotEmpty(t, d.said(), "%#v was done in silence", c.msg)
		assert.Equal(t, steps, d.commands())
	}
	assert.Empty(t, d.View().Bar.Undo, "a move is nothing to undo")
}

func TestMovesAtTheEndsSayWhy(t *testing.T) {
	d := open(t)
	d.send(Back{})
	assert.Equal(t, "This is the start: no step is done.", d.View().Story.Notice)
	d.send(Last{})
	assert.Empty(t, d.View().Story.Notice, "said, and over")
	d.send(Forward{})
	assert.Equal(t, "This was the last step. Take any action to go on.", d.View().Story.Notice)
	assert.Empty(t, d.View().Story.Next)
	assert.Equal(t, "declined", d.View().Story.NextStory)
}

func TestTheStepOnScreenTellsItsOwnStory(t *testing.T) {
	d := open(t)
	d.send(Forward{})
	v := d.View()
	assert.Equal(t, "A is offered o1 with 5 units of n1, until 10.", v.Verdict.Said)
	assert.Equal(t, "A is offered o1 with 5 units of n1, until 10. Holds.", d.said())
	assert.Contains(t, v.Story.Text, "A asks first.")
	assert.True(t, v.Steps.Items[0].Current)
	assert.NotContains(t, v.Steps.Items[0].Class, "future")
	assert.Contains(t, v.Steps.Items[1].Class, "future")
}

func TestActingInThePastCutsTheFutureAndUndoBringsItBack(t *testing.T) {
	d := open(t)
	story := d.commands()
	d.send(GoTo{3})
	d.run("decline A o1")
	mine := append(append([]string(nil), story[:3]...), "decline A o1")
	assert.Equal(t, mine, d.commands())
	assert.Equal(t, "decline A o1", d.View().Bar.Undo)
	assert.Equal(t, d.TraceText(), d.journal.text())

	d.send(Undo{})
	assert.Equal(t, story, d.commands())
	assert.Equal(t, 3, d.View().Steps.At)
	assert.Equal(t, "Undid: decline A o1.", d.View().Story.Notice)
	assert.Equal(t, "decline A o1", d.View().Bar.Redo)
	assert.Equal(t, d.TraceText(), d.journal.text())

	d.send(Redo{})
	assert.Equal(t, mine, d.commands())
	assert.Equal(t, 4, d.View().Steps.At)
	assert.Equal(t, "Did again: decline A o1.", d.View().Story.Notice)

	d.send(Redo{})
	assert.Equal(t, "There is nothing to redo.", d.View().Story.Notice)
	d.send(Undo{}, Undo{})
	assert.Equal(t, "There is nothing to undo.", d.View().Story.Notice)
}

func TestANewActionEndsRedo(t *testing.T) {
	d := open(t)
	d.send(Last{})
	d.run("make C")
	d.send(Undo{})
	d.run("make D")
	assert.Empty(t, d.View().Bar.Redo)
	d.send(Redo{})
	assert.Equal(t, "make D", d.commands()[9])
}

func TestNearlyTheNextStepIsNotTheNextStep(t *testing.T) {
	d := open(t)
	d.send(Forward{})
	d.run("make C")
	assert.Equal(t, []string{"make A", "make C"}, d.commands())
	d.send(Undo{})
	d.run("make B timeout=11")
	assert.Equal(t, []string{"make A", "make B timeout=11"}, d.commands())
}

// Two sessions that grew out of the same trace keep their own steps, whatever room is left behind it.
func TestUndoGoesBackThroughResetOfATraceOfAnyLength(t *testing.T) {
	for n := range 20 {
		d := openOn(t, head+strings.Repeat("advance 1\n", n))
		d.send(Last{})
		d.run("make X")
		d.send(Reset{}, Last{})
		d.run("make Y")
		d.send(Undo{}, Undo{})
		assert.Equal(t, "make X", d.commands()[n], "%d steps", n)
	}
}

func TestUndoGoesBackThroughResetToTheStepsThatWereThere(t *testing.T) {
	d := open(t)
	d.send(Last{})
	d.run("make X")
	d.send(Reset{}, Last{})
	d.run("make Y")
	d.send(OpenScenario{"late-framework"}, Last{})
	d.run("make Z")
	d.send(Undo{}, Undo{})
	assert.Equal(t, "make Y", d.commands()[9])
	d.send(Undo{}, Undo{})
	assert.Equal(t, "make X", d.commands()[9])
}

func TestTheNextStepTakenByHandGoesAlongWithTheTrace(t *testing.T) {
	d := open(t)
	story := d.commands()
	d.send(Type{FieldFramework, "A"}, MakeOffers{}, Type{FieldFramework, "B"}, MakeOffers{}, Accept{"o1"})
	assert.Equal(t, 3, d.View().Steps.At)
	assert.Contains(t, d.effects, Focus{"launch-o1"}, "the pressed button is gone")
	d.send(Type{FieldTask("o1"), "web"}, Launch{"o1"})
	d.run("make B timeout=10") // the default, written out
	d.send(Finish{"web"})
	assert.Equal(t, 6, d.View().Steps.At)
	assert.Equal(t, story, d.commands(), "the future is still there")
	assert.Empty(t, d.View().Bar.Undo)
	assert.Equal(t, "make B", d.View().Story.Next)
	assert.Equal(t, d.TraceText(), d.journal.text())
}

func TestResetStartsTheScenarioAgain(t *testing.T) {
	d := open(t)
	story := d.commands()
	d.send(GoTo{2}, SetContract{"optimistic"}, Type{FieldFramework, "C"})
	d.run("advance 3")
	d.send(Reset{})
	v := d.View()
	assert.Equal(t, story, d.commands())
	assert.Equal(t, 0, v.Steps.At)
	assert.Equal(t, "binding", d.contract())
	assert.Equal(t, "A", v.Actions.Framework.Text)
	assert.Contains(t, v.Story.Notice, "Back at the start")
	d.send(Undo{})
	assert.Equal(t, "optimistic", d.contract())
	assert.Equal(t, "advance 3", d.commands()[2])
}

func TestAnotherScenario(t *testing.T) {
	d := open(t)
	d.send(GoTo{2}, OpenScenario{"optimistic"})
	assert.Equal(t, "optimistic", chosen(d.View().Bar.Scenarios))
	assert.Equal(t, "optimistic", d.contract(), "a story brings its contract")
	assert.Equal(t, 0, d.View().Steps.At)
	d.send(Undo{})
	assert.Equal(t, "late-framework", chosen(d.View().Bar.Scenarios))
	assert.Equal(t, 2, d.View().Steps.At)

	before := d.remember()
	d.send(OpenScenario{"no such story"})
	assert.Equal(t, `There is no scenario "no such story".`, d.View().Story.Notice)
	assert.True(t, d.View().Story.NoticeBad)
	before.same(t, d.remember())
}

// Behind the last step of the last scenario the first lesson is proposed, and the steps of the user's own are counted.
func TestBehindTheLastStep(t *testing.T) {
	d := open(t)
	d.send(OpenScenario{"optimistic"}, Last{})
	assert.Equal(t, lessons[0].file, d.View().Story.NextStory)
	d.run("make A")
	assert.Equal(t, "your own steps: 8", d.View().Story.Hint)
}
