package predict_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

// TestEveryStepOfEveryLesson asks about all steps under all contracts, and answers again by hand.
func TestEveryStepOfEveryLesson(t *testing.T) {
	for _, l := range scenario.Lessons() {
		tr := parse(t, l.Text)
		for _, c := range append(engine.Contracts(), engine.Faulty()...) {
			for i, w := range stroll(t, tr, c) {
				for _, q := range ask(t, tr, i, c) {
					w.holdsUp(t, q)
				}
			}
		}
		assert.Equal(t, l.Text, tr.String(), "asking changed the trace")
	}
}

// TestCounts prints how much can be asked about each lesson, and holds the sum.
func TestCounts(t *testing.T) {
	total := 0
	t.Logf("%-26s %5s %9s  %s", "lesson", "steps", "questions", "outcome units fate verdict own")
	for _, l := range scenario.Lessons() {
		tr := parse(t, l.Text)
		var kinds [predict.KindCount]int
		sum := 0
		for i := range tr.Steps {
			for _, q := range ask(t, tr, i, tr.Rules()) {
				kinds[q.Kind]++
				sum++
			}
			if o, ok := scenario.QuestionOf(&tr.Steps[i]); ok {
				_, ok := predict.AskOwn(o.Text, o.Answer, o.Wrong)
				require.True(t, ok, "%s, step %d", l.ID, i+1)
				kinds[predict.Own]++
				sum++
			}
		}
		t.Logf("%-26s %5d %9d  %v", l.ID, len(tr.Steps), sum, kinds)
		assert.GreaterOrEqual(t, sum, 2*len(tr.Steps), l.ID)
		total += sum
	}
	t.Logf("%d questions in all", total)
}

// TestTheKeyStepsAskWhatOthersAnswer: where a contract that a lesson is worth comparing with first goes another way, some
// question has its answer among the wrong options.
func TestTheKeyStepsAskWhatOthersAnswer(t *testing.T) {
	for _, l := range scenario.Lessons() {
		tr := parse(t, l.Text)
		for _, name := range l.Compare {
			other := contract(t, name)
			i, _, _, err := trace.FirstDifference(tr, tr.Rules(), other)
			require.NoError(t, err)
			require.GreaterOrEqual(t, i, 0, "%s and %s do not differ", l.ID, name)
			there, found := stroll(t, tr, other)[i], false
			for _, q := range ask(t, tr, i, tr.Rules()) {
				theirs := slices.Index(q.Options, there.answer(t, q))
				found = found || theirs >= 0 && theirs != q.Right
			}
			assert.True(t, found, "%s, step %d: nothing asks for what %s does: %+v", l.ID, i+1, name, ask(t, tr, i, tr.Rules()))
		}
	}
}

// TestOwnQuestions holds what the lessons ask by themselves.
func TestOwnQuestions(t *testing.T) {
	var got []string
	for _, l := range scenario.Lessons() {
		tr := parse(t, l.Text)
		for i := range tr.Steps {
			o, ok := scenario.QuestionOf(&tr.Steps[i])
			if !ok {
				continue
			}
			q, ok := predict.AskOwn(o.Text, o.Answer, o.Wrong)
			require.True(t, ok)
			assert.Equal(t, o.Answer, q.Options[q.Right])
			assert.Equal(t, predict.Own, q.Kind)
			assert.Len(t, q.Options, 1+len(o.Wrong))
			got = append(got, fmt.Sprint(q.Options, q.Right))
		}
	}
	assert.Equal(t, []string{
		"[2 4 10 it does not end] 0",
		"[none o1 and o2, both smaller only o1 only o2] 2",
		"[0 4 10 14] 1",
		"[3 4 11 for ever] 0",
		"[pending accepted launched declined invalidated] 1",
		"[3 4 6 12] 1",
	}, got)
}
