// Package tell says in whole sentences what a step did, by which rule, and what it means for the promises. The page and the
// handout speak with it, in the language that package say speaks. A sentence names at most [Named] things and counts the rest, and cuts
// long names.
package tell

import (
	"unicode/utf8"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Step is one step of a replay with the state after it.
type Step struct {
	Command engine.Command
	Outcome *engine.Outcome
	After   *engine.Scheduler
}

// Name quotes an id where the trace text does, and cuts it for a sentence.
func Name(id string) string { return Shorten(engine.Quote(id), 40) }

// Units says a number of units.
func Units(n int64) string { return say.Count(n, "1 unit", "%d units") }

// State says the state of an offer.
func State(s engine.State) string { return say.It(s.String()) }

// AndMore counts what a list does not name: one more, or many. Where that is nothing it is the list alone. The first hole of both
// messages is the list, the second one of many the number.
func AndMore(list string, n int, one, many string) string {
	switch {
	case n <= 0:
		return list
	case n == 1:
		return say.It(one, list)
	}
	return say.It(many, list, say.D(int64(n)))
}

// then puts sentences behind each other; one may be "".
func then(sentences ...string) string {
	text := ""
	for _, s := range sentences {
		if text != "" && s != "" {
			text += " "
		}
		text += s
	}
	return text
}

// Shorten cuts a text to at most so many characters, the last of them an ellipsis.
func Shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
