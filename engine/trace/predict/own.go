package predict

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Bounds on a question that a trace asks by itself.
const (
	MaxOwn     = 8   // options
	mostLetter = 400 // bytes of its text, or of an option
)

// AskOwn makes a question of what a trace asks by itself: its text, the answer and the wrong answers as they stand in its
// # lines (see scenario.QuestionOf). It returns false where there is nothing to choose from, because no wrong answer is
// given: then it is an open question, to be answered in free words and compared by the class.
//
// Numbers come first, ascending, then states in the order of their life, then other options by their text, so that the
// order says nothing. Of more than [MaxOwn] options the last wrong ones are left out.
func AskOwn(text, answer string, wrong []string) (Question, bool) {
	right := written(answer)
	o := options{right}
	for _, w := range wrong {
		if len(o) < MaxOwn {
			o.add(written(w))
		}
	}
	if len(o) < 2 {
		return Question{}, false
	}
	q := Question{Kind: Own, Text: clip(say.Lesson(text), mostLetter), Why: say.It("The answer in the trace: %s.", right.text)}
	q.Options, q.Right = o.sort(right)
	return q, true
}

// written ranks numbers by themselves; states, in the order of their life, and then all other texts stand behind them.
func written(text string) option {
	const behind = 1<<63 - 1 - 100
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n < behind {
		return number(n)
	}
	for s := engine.Pending; s <= engine.Invalidated; s++ {
		if s.String() == text {
			return option{behind + int64(s), say.Lesson(text)}
		}
	}
	return option{behind + 100, clip(say.Lesson(text), mostLetter)}
}
