// Package tell says in whole sentences what a step did, by which rule, and what it means for the promises. The page and the
// handout speak with it. A sentence names at most [Named] things and counts the rest, and cuts long names.
package tell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"firmoffer/engine"
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
func Units(n int64) string {
	if n == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", n)
}

func plural(what string) string {
	if strings.HasSuffix(what, "s") {
		return what + "es"
	}
	return what + "s"
}

// AndMore counts what a sentence does not name; it is "" where that is nothing.
func AndMore(n int, what string) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return " and 1 more " + what
	}
	return fmt.Sprintf(" and %d more %s", n, plural(what))
}

// Shorten cuts a text to at most so many characters, the last of them an ellipsis.
func Shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
