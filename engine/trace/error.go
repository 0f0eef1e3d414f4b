package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxErrors is how many errors [Parse] collects before it stops reading.
const MaxErrors = 20

// Error says what is wrong at one place of a text.
type Error struct {
	Line     int    // from 1; 0 for a single command, and when the text as a whole is wrong
	Column   int    // in code points, from 1; 0 when the text as a whole is wrong
	Found    string // what stands there, in words or quoted and shortened
	Expected string // what should stand there
	Hint     string // a proposal, such as `did you mean "launch"?`, or ""
}

// Error returns the sentence for people:
//
//	line 7, column 1: found "lanuch", expected a verb (make, accept, ...); did you mean "launch"?
func (e *Error) Error() string {
	s := "found " + e.Found + ", expected " + e.Expected
	switch {
	case e.Line > 0:
		s = "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + s
	case e.Column > 0:
		s = "column " + strconv.Itoa(e.Column) + ": " + s
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Errors is what [Parse] returns for a text that is no trace: at least one and at most [MaxErrors] errors, at most one a
// line, by line.
type Errors []*Error

// Error returns the sentences of all errors, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// shown is how many bytes of a wrong text an error shows.
const shown = 40

// quoted shows a text that was found, shortened where it is long. Costs the same for any length.
func quoted(s string) string {
	if len(s) <= shown {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:cutAt(s, shown)]) + "..."
}

// column returns the place of a byte of a line, in code points from 1.
func column(line string, at int) int { return utf8.RuneCountInString(line[:at]) + 1 }
