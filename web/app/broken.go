package app

import (
	"strings"
	"unicode/utf8"

	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
)

// broken refuses the sign for a broken character in a field, because it stands for text that the browser could not hand over, such as
// half of an emoji.
func (f *fields) broken(field, what string) bool {
	return strings.ContainsRune(f.text[field], utf8.RuneError) &&
		!f.refuse(field, say.It("%s: found a broken character, shown as \uFFFD; expected whole characters, so type it again", what))
}

// read parses a trace that was typed, pasted or taken from a file, where the sign for a broken character is refused as in a field: a
// file in another encoding than UTF-8 is full of it. A line that stands in the session on screen as it is was not typed here: it came
// with a link, which holds what its maker wrote, so it may stay.
func (m *Model) read(text string) (*trace.Trace, error) {
	if len(text) > trace.MaxBytes || !strings.ContainsRune(text, utf8.RuneError) {
		return trace.Parse(text)
	}
	own := map[string]bool{}
	for _, line := range strings.Split(m.traceText(), "\n") {
		own[line] = true
	}
	var errs trace.Errors
	for i, line := range strings.Split(text, "\n") {
		if at := strings.IndexRune(line, utf8.RuneError); at >= 0 && !own[line] && len(errs) < trace.MaxErrors {
			errs = append(errs, &trace.Error{Line: i + 1, Column: utf8.RuneCountInString(line[:at]) + 1,
				Found: "a broken character, shown as \uFFFD", Expected: "whole characters", Hint: "type it again"})
		}
	}
	if errs != nil {
		return nil, errs
	}
	return trace.Parse(text)
}
