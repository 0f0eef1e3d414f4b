package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace/predict"
)

const half = "firmoffer/1\nnode n1 5\nmake A\nresize n1 8\nmake B\naccept A o1\nresize n1 5\nlaunch A o1 as=web\n"

// predicts is a page that asks, at a place in a trace.
func predicts(t *testing.T, text string, at int) *driver {
	d := openOn(t, text)
	d.send(GoTo{at}, Predict{On: true})
	return d
}

// reply answers all questions that stand, with the right option or one that is not.
func (d *driver) reply(right bool) {
	for d.model.predict.open() {
		q := d.model.predict.asked[len(d.model.predict.chosen)]
		choice := q.Right
		if !right {
			choice = (q.Right + 1) % len(q.Options)
		}
		d.send(Guess{choice}, Answer{})
	}
}

func TestPredictAsksBeforeAStepAndExplainsAfterwards(t *testing.T) {
	d := predicts(t, half, 4)
	d.send(Forward{})
	v := d.View().Predict
	assert.Equal(t, 4, d.View().Steps.At, "the step waits")
	assert.Equal(t, "Question 1 of 3", v.Place)
	assert.Equal(t, "resize n1 5", v.Command)
	assert.GreaterOrEqual(t, len(v.Options), 2)
	d.send(Answer{})
	assert.Equal(t, "Choose one of the answers first.", d.View().Story.Notice)
	d.send(Forward{})
	assert.Equal(t, 4, d.View().Steps.At, "stepping on is no answer")
	d.reply(true)
	v = d.View().Predict
	assert.Equal(t, 5, d.View().Steps.At)
	assert.Empty(t, v.Place)
	require.Len(t, v.Answers, 3)
	for _, a := range v.Answers {
		assert.Equal(t, "Right", a.Mark)
		assert.Contains(t, a.Why, "Rule 19")
	}
	assert.Equal(t, "Your score: 3 of 3 right", v.Score)
	assert.Contains(t, v.Tallies, "rule 19: 3 of 3 right")
	assert.Contains(t, d.effects, Predicted{"fate", true, 19}, "the host page is told")
	d.send(Forward{})
	d.reply(false)
	v = d.View().Predict
	assert.Equal(t, "Not so", v.Answers[0].Mark)
	assert.NotEmpty(t, v.Answers[0].Chosen)
	assert.Contains(t, v.Score, "3 of")
	d.send(Back{})
	assert.Empty(t, d.View().Predict.Answers, "they belong to the step")
}

func TestShownAnswersDoNotCount(t *testing.T) {
	d := predicts(t, half, 0)
	d.send(Forward{}, Reveal{}, Reveal{}, Reveal{})
	assert.Equal(t, 1, d.View().Steps.At)
	require.NotEmpty(t, d.View().Predict.Answers)
	assert.Equal(t, "shown", d.View().Predict.Answers[0].Class)
	assert.Empty(t, d.View().Predict.Score)
}

func TestAnOwnActIsAskedAboutAndRunsAsItWasAsked(t *testing.T) {
	d := predicts(t, half, 3)
	d.send(Type{FieldFramework, "C"}, MakeOffers{})
	assert.Equal(t, "make C", d.View().Predict.Command)
	d.send(Type{FieldFramework, "D"}) // what is typed now is for another act
	d.reply(true)
	assert.Equal(t, "make C", d.View().Steps.Items[3].Command)
	assert.Equal(t, "C", d.model.session.doc.Steps[3].Framework)
	d.send(MakeOffers{}, DropQuestion{})
	assert.Equal(t, 4, d.View().Steps.At, "a question that is dropped runs nothing")
	assert.Empty(t, d.View().Predict.Place)
	d.send(Undo{})
	assert.Len(t, d.model.session.doc.Steps, 6)
}

func TestAQuestionLeavesWhatRedoWouldBringBack(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n")
	d.run("make A", "accept A o1")
	d.send(Undo{}, Predict{On: true}, Type{FieldCommand, "decline A o1"}, RunCommand{}, DropQuestion{}, Redo{})
	assert.Equal(t, "accept A o1", d.View().Steps.Items[1].Command)
}

func TestTheQuestionOfATraceComesFirst(t *testing.T) {
	d := predicts(t, "firmoffer/1\nnode n1 5\n# question: How many does A get?\n# answer: 5\n# wrong: 0 | 4\n\n# A asks.\nmake A\n", 0)
	d.send(Forward{})
	v := d.View().Predict
	assert.Equal(t, "How many does A get?", v.Question)
	assert.Equal(t, []string{"0", "4", "5"}, []string{v.Options[0].Label, v.Options[1].Label, v.Options[2].Label})
}

func TestWhilePredictingNothingAheadIsShown(t *testing.T) {
	d := openOn(t, half)
	d.send(SetContract{"oldest-first"}, First{})
	require.NotZero(t, d.View().Steps.FirstBad)
	d.send(Toggle{PanelTrace, true}, Predict{On: true})
	v := d.View()
	assert.Zero(t, v.Steps.FirstBad)
	assert.Zero(t, v.Verdict.FirstBad)
	assert.Empty(t, v.Story.Difference)
	assert.True(t, v.Trace.Hidden)
	assert.Empty(t, v.Trace.Text)
	for _, s := range v.Steps.Items {
		assert.Equal(t, StepView{Number: s.Number, Command: s.Command, Word: "to come", Class: "step future"}, s)
	}
	d.send(SetContract{"newest-first"})
	for _, e := range d.effects {
		if said, ok := e.(Announce); ok {
			assert.Equal(t, "Now under newest-first.", said.Text)
		}
	}
	d.send(Compare{On: true})
	assert.Contains(t, d.View().Story.Difference, "So far")
	d.send(Compare{On: false}, Last{})
	assert.Zero(t, d.View().Steps.At, "nobody steps over a question")
	d.send(GoTo{3})
	assert.Zero(t, d.View().Steps.At)
	d.send(Predict{On: false}, Last{})
	assert.Equal(t, 6, d.View().Steps.At)
	assert.NotEmpty(t, d.View().Trace.Text)
}

func TestTheScoreIsKeptForgottenAndBroughtBack(t *testing.T) {
	d := predicts(t, half, 0)
	d.send(Forward{})
	d.reply(true)
	kept := ""
	for _, e := range d.effects {
		if k, ok := e.(KeepScore); ok {
			kept = k.Text
		}
	}
	require.NotEmpty(t, kept)
	d.send(ForgetScore{})
	assert.Empty(t, d.View().Predict.Score)
	assert.True(t, d.View().Predict.Lost)
	d.send(ForgetScore{})
	assert.NotEmpty(t, d.View().Predict.Score)
	d.send(SaveScore{})
	assert.Equal(t, []Effect{Save{"firmoffer-score.txt", kept}}, d.effects)
	fresh := open(t)
	fresh.send(Scored{kept}, Predict{On: true})
	assert.Equal(t, d.View().Predict.Score, fresh.View().Predict.Score)
	fresh.send(Scored{"nonsense"})
	assert.Equal(t, d.View().Predict.Score, fresh.View().Predict.Score, "what cannot be read changes nothing")
}

// Every lesson can be gone through by who is always right, and the score says so.
func TestEveryLessonCanBePredicted(t *testing.T) {
	for _, l := range scenario.Lessons() {
		d := open(t)
		d.send(Import{l.File, l.Text}, Predict{On: true})
		asked := 0
		for range l.Steps {
			d.send(Forward{})
			require.True(t, d.model.predict.open(), l.Title)
			asked += len(d.model.predict.asked)
			d.reply(true)
		}
		all := d.model.predict.score.Total()
		assert.Equal(t, predict.Tally{Right: asked, Asked: asked}, all, l.Title)
		t.Logf("%-34s %2d steps, %2d questions", l.Title, l.Steps, asked)
		if l.Level != "exam" {
			assert.NotEmpty(t, d.View().Story.Lesson, l.Title)
			assert.True(t, d.View().Story.Moral)
		}
	}
}

func TestPredictStandsInTheLink(t *testing.T) {
	d := predicts(t, half, 2)
	fragment, _ := d.Keep()
	assert.True(t, strings.Contains(fragment, "set+predict+on"), fragment)
	other := open(t)
	other.send(OpenLink{Fragment: fragment})
	assert.True(t, other.View().Predict.On)
	again, _ := other.Keep()
	assert.Equal(t, fragment, again)
}
