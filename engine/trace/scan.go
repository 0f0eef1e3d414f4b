package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"firmoffer/engine"
)

// word is one word of a line, as it stands there: a plain word, a quoted name, or either after key=.
type word struct {
	line  string
	at    int // where it begins, in bytes
	text  string
	key   string // "" when it has none
	value string // what stands after key=, or text
}

// scanner takes a line apart into words.
type scanner struct {
	line string
	pos  int
}

// next returns the next word; an empty text is the end of the line. It looks at each byte once.
func (s *scanner) next() word {
	line, i := s.line, s.pos
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	w := word{line: line, at: i}
	equals := -1
	for ; i < len(line); i++ {
		switch line[i] {
		case ' ', '\t':
			return s.cut(w, i, equals)
		case '"':
			i = closing(line, i)
		case '=':
			if equals < 0 {
				equals = i
			}
		}
	}
	return s.cut(w, len(line), equals)
}

func (s *scanner) cut(w word, end, equals int) word {
	s.pos = end
	w.text = s.line[w.at:end]
	w.value = w.text
	// An equals sign inside quotes is never seen here: next jumps over them.
	if equals > w.at && w.text[0] != '"' {
		w.key, w.value = s.line[w.at:equals], s.line[equals+1:end]
	}
	return w
}

// closing returns where the quote that opens at i ends: its closing quote, or the last byte of the line.
func closing(line string, i int) int {
	for i++; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(line) - 1
}

// fault returns an error at the word. Its line number is the parser's to add.
func (w word) fault(found, expected, hint string) *Error {
	return &Error{Column: column(w.line, w.at), Found: found, Expected: expected, Hint: hint}
}

// unexpected returns an error that shows the word itself.
func (w word) unexpected(expected, hint string) *Error {
	if w.text == "" {
		return w.fault("the end of the line", expected, hint)
	}
	return w.fault(quoted(w.text), expected, hint)
}

// option returns what stands after key=, as a word of its own.
func (w word) option() word {
	if w.value == "" {
		return w
	}
	return word{line: w.line, at: w.at + len(w.text) - len(w.value), text: w.value, value: w.value}
}

// name reads the value as a name of what (rule 10).
func (w word) name(what string) (string, *Error) {
	name := w.value
	switch {
	case name == "":
		return "", w.unexpected(what, "")
	case !utf8.ValidString(name): // Unquote would replace the wrong bytes in silence
		return "", w.badName(what, name)
	case name[0] == '"':
		plain, err := strconv.Unquote(name)
		if err != nil {
			return "", w.unexpected(what+" as a Go quoted string", quoteHint(name))
		}
		name = plain
	case engine.Quote(name) != name: // it needs quotes and has none
		return "", w.unexpected(what+" (letters a-z, digits and _.:- or a quoted name)", bareHint(name))
	}
	if !engine.ValidName(name) {
		return "", w.badName(what, name)
	}
	return name, nil
}

func (w word) badName(what, name string) *Error {
	switch {
	case name == "":
		return w.fault("an empty name", what+" with a name of 1 to 256 bytes", "")
	case len(name) > engine.MaxNameBytes:
		return w.fault("a name of "+strconv.Itoa(len(name))+" bytes", what+" with a name of 1 to 256 bytes", "")
	}
	return w.fault("the name "+quoted(name), what+" with a name in UTF-8 without control characters", "")
}

func quoteHint(name string) string {
	if closing(name, 0) < len(name)-1 {
		return "nothing may follow the closing quote"
	}
	if len(name) == 1 || name[len(name)-1] != '"' {
		return "the closing quote is missing"
	}
	return `a backslash is written \\`
}

func bareHint(name string) string {
	switch {
	case name[0] == '#':
		return "a comment stands on a line of its own"
	case strings.Contains(name, "\u00a0"):
		return "a no-break space does not separate words: write a plain one"
	case len(name) > shown || !engine.ValidName(name):
		return ""
	}
	return "write " + strconv.Quote(name)
}

// number reads the value as a whole number: digits, with a minus sign where it is negative, in the one way that printing
// gives back. Numbers beyond the bounds of a are taken unless strict is set: a step may be refused, a node may not.
func (w word) number(a *Arg, strict bool) (int64, *Error) {
	s := w.value
	n, err := strconv.ParseInt(s, 10, 64)
	digits := strings.TrimPrefix(s, "-")
	canonical := err == nil && s[0] != '+' && (digits[0] != '0' || s == "0")
	if canonical && (!strict || a.Min <= n && n <= a.Max) {
		return n, nil
	}
	expected := a.What + ": a whole number from " + strconv.FormatInt(a.Min, 10) + " to " + strconv.FormatInt(a.Max, 10)
	if err == nil && !canonical {
		return 0, w.unexpected(expected, "write "+strconv.FormatInt(n, 10))
	}
	return 0, w.unexpected(expected, "")
}
