// Package say finds the words in which the page speaks. The English message is the key: code says
//
//	say.It("%s has %d units", node, units)
//
// and a message file may have other words for it. Without one, which is English, nothing is looked up.
//
// Holes are written %s and %d in English and take the arguments in turn. A translation writes them so as well, or as %1, %2, ...
// where its words stand in another order. What fills a hole is shown as it is: names, ids and numbers are the same in every language.
// What is itself words is said first: say.It("%s is %s", id, say.It(state)).
package say

import "strconv"

// catalogue is one language.
type catalogue struct {
	language  string
	words     map[string]string // by the English message
	lessons   map[string]string // by the whole English text
	sentences []sentence
}

var (
	spoken  *catalogue // nil: English
	changes int
)

// English is the language of the messages themselves.
const English = "en"

// Language returns the language that is spoken, such as "de".
func Language() string {
	if spoken == nil {
		return English
	}
	return spoken.language
}

// Foreign reports whether another language than English is spoken.
func Foreign() bool { return spoken != nil }

// Changes counts how often the language was chosen, so that what was shown before can be told from what is shown since.
func Changes() int { return changes }

// It says a message with its holes filled; D writes a number for one.
func It(message string, args ...string) string {
	if spoken != nil {
		if words, ok := spoken.words[message]; ok {
			message = words
		}
	}
	if len(args) == 0 {
		return message
	}
	return fill(message, args)
}

// D writes a number, which looks the same in every language.
func D(n int64) string { return strconv.FormatInt(n, 10) }

// Key marks a message that is said elsewhere.
func Key(message string) string { return message }

// Count says how many: one where n is 1, and else many, whose first hole is the number. The rest fills the holes after it, and
// those of one.
func Count(n int64, one, many string, rest ...string) string {
	if n == 1 {
		return It(one, rest...)
	}
	return It(many, append([]string{D(n)}, rest...)...)
}

// Lesson says a text of the library: a title, a story, a sentence of a lesson. Any other text comes back as it is; so what somebody
// else wrote is never put into other words, unless it is the library's own, letter by letter.
func Lesson(text string) string {
	if spoken != nil {
		if words, ok := spoken.lessons[text]; ok {
			return words
		}
	}
	return text
}

// fill puts the arguments into the holes. A hole without an argument stays as it is written.
func fill(message string, args []string) string {
	out, next := make([]byte, 0, len(message)+16*len(args)), 0
	for i := 0; i < len(message); i++ {
		which, end := hole(message, i, next)
		if which < 0 || which >= len(args) {
			out = append(out, message[i])
			continue
		}
		out = append(out, args[which]...)
		next = which + 1
		i = end - 1
	}
	return string(out)
}

// hole returns which argument a hole at i wants, when next is the one in turn, and where it ends; -1 when there is none.
func hole(message string, i, next int) (which, end int) {
	if message[i] != '%' || i+1 == len(message) {
		return -1, i
	}
	switch c := message[i+1]; {
	case c == 's' || c == 'd' || c == 't' || c == 'w':
		return next, i + 2
	case c >= '1' && c <= '9':
		return int(c - '1'), i + 2
	}
	return -1, i
}
