package export

import (
	"slices"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

// question is one thing that a handout asks about a step.
type question struct {
	text    string
	options []string // to tick; none: there are lines to write on
	right   int      // the place of the right option, -1 where there is none
}

// questions returns what a handout asks about step i, from 0: what the trace itself asks, and what can be asked of every step.
func questions(t *trace.Trace, i int, _ engine.Contract) []question {
	var list []question
	if own, ok := scenario.QuestionOf(&t.Steps[i]); ok {
		list = append(list, ownQuestion(own))
	}
	return append(list, question{"What happens, and why?", nil, -1},
		question{"Can every promise be kept afterwards?", []string{"yes", "no, because"}, -1})
}

// ownQuestion orders the options by their text, so that their order says nothing.
func ownQuestion(own scenario.Question) question {
	q := question{text: own.Text, right: -1}
	if len(own.Wrong) > 0 {
		q.options = append(slices.Clone(own.Wrong), own.Answer)
		slices.Sort(q.options)
		q.right = slices.Index(q.options, own.Answer)
	}
	return q
}
