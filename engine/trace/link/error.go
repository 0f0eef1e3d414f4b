package link

import (
	"strconv"
	"unicode/utf8"
)

// Kind says what is wrong with a link.
type Kind uint8

// What can be wrong with a link.
const (
	Empty   Kind = iota // nothing is there
	Foreign             // it is no link of ours
	Newer               // a later version of the format
	Cut                 // its end is missing
	Damaged             // some of it is not what was written
	TooLong             // it is beyond the bounds
	Changed             // it reads well, and was edited after it was made: a note rather than an error
)

// Error says what is wrong with a link, and how much of it could be read.
type Error struct {
	Kind     Kind
	At       int    // the character that is wrong, from 1 without the #; 0 where it cannot be told
	Found    string // in words or quoted and shortened, "" where there is nothing to tell
	Expected string
	Read     int // characters that were looked at
	Steps    int // that the session has now
}

// Error returns one or two sentences for people.
func (e *Error) Error() string {
	switch e.Kind {
	case Empty:
		return "This link is empty: nothing stands behind the #."
	case Foreign:
		return "This is no link of this playground: found " + e.Found + `, expected "` + prefix + version + `." at its start.`
	case Newer:
		return "This link was made by a newer playground: found " + e.Found + `, and this one reads "` + readable + `" and "` + packed +
			`". Reload the page to get the newer one.`
	case Cut:
		return "This link is cut off: " + number(e.Read, "character") + " of it " + were(e.Read) + " found, and the end is missing. " + e.read()
	case TooLong:
		return "This link is too long: found " + e.Found + ", expected " + e.Expected + ". " + e.read()
	case Changed:
		return "This link was changed after it was made. What it says now is shown, and its results cannot be compared with those of its maker."
	}
	said := "This link is damaged"
	if e.At > 0 {
		said += " at character " + strconv.Itoa(e.At)
	}
	if e.Found != "" {
		said += ": found " + e.Found + ", expected " + e.Expected
	}
	return said + ". " + e.read()
}

func (e *Error) read() string {
	if e.Steps == 0 {
		return "No step of it could be read."
	}
	return number(e.Steps, "step") + " of it could be read."
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// quoted shows the start of what was found.
func quoted(s string) string {
	const shown = 24
	if len(s) <= shown {
		return strconv.Quote(s)
	}
	cut := shown
	for cut > shown-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "..."
}
