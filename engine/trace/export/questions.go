package export

import (
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
	"firmoffer/engine/trace/say"
)

// question is one thing that a handout asks about a step.
type question struct {
	text    string
	options []string // to tick; none: there are lines to write on
	right   int      // the place of the right option, -1 where there is none
}

const (
	questionsMost = 3    // of a step, those in free words aside: more have no room on a page
	askedMost     = 1000 // steps: finding wrong options replays all of them under every contract
)

// questions returns what a handout asks about step i, from 0: what the trace itself asks, what can be asked of the state
// before the step, and the reason.
func questions(t *trace.Trace, i int, c engine.Contract) ([]question, error) {
	var list []question
	if own, ok := scenario.QuestionOf(&t.Steps[i]); ok {
		if q, ok := predict.AskOwn(own.Text, own.Answer, own.Wrong); ok {
			list = append(list, question{q.Text, q.Options, q.Right})
		} else {
			list = append(list, question{say.Lesson(own.Text), nil, -1})
		}
	}
	if i >= askedMost {
		return append(list, question{say.It("What happens, and why?"), nil, -1},
			question{say.It("Can every promise be kept afterwards?"), []string{say.It("yes"), say.It("no, because")}, -1}), nil
	}
	asked, err := predict.Ask(t, i, c)
	if err != nil {
		return nil, err
	}
	for _, q := range asked[:min(len(asked), questionsMost)] {
		list = append(list, question{withoutState(&q), q.Options, q.Right})
	}
	return append(list, question{say.It("Why?"), nil, -1}), nil
}

// withoutState leaves out of a question how things are before the step: on paper that tells what the steps above it did.
func withoutState(q *predict.Question) string {
	if asked, _, found := strings.Cut(q.Text, "? "); found && q.Kind == predict.Fate {
		return asked + "?"
	}
	return q.Text
}
