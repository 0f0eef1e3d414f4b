package say

import "strings"

// sentence is what the engine says, with holes, and its translation. A hole %s stands for a name or an id, which has no white space or
// is quoted, %w for any other text that is shown as it is, %d for a whole number, %t for words that are a sentence of the engine's
// themselves.
type sentence struct{ pattern, translation string }

// maxDepth bounds sentences in sentences.
const maxDepth = 6

// Sentence says what the engine said, in English and complete: the first pattern counts that it fits, part by part. The engine has
// no words for people in other languages, and what it says is part of traces; so it is the page that finds the words here. What
// fits no pattern comes back as it is. It costs as much as the text is long for each pattern that begins like it.
func Sentence(text string) string {
	if spoken == nil {
		return text
	}
	return spoken.sentence(text, 0)
}

func (c *catalogue) sentence(text string, depth int) string {
	if depth == maxDepth || len(text) > maxFile {
		return text
	}
	for i := range c.sentences {
		s := &c.sentences[i]
		values, ok := match(s.pattern, text)
		if !ok {
			continue
		}
		for at, kind := range kinds(s.pattern) {
			if kind == 't' {
				values[at] = c.sentence(values[at], depth+1)
			}
		}
		return fill(s.translation, values)
	}
	return text
}

// kinds returns the letters of a pattern's holes in turn.
func kinds(pattern string) []byte {
	var all []byte
	for i := 0; i < len(pattern); i++ {
		if which, end := hole(pattern, i, 0); which >= 0 {
			all = append(all, pattern[end-1])
			i = end - 1
		}
	}
	return all
}

// match returns what fills the holes of a pattern in a text, or false where the text is another one. A hole takes as little as it can,
// but a quoted name whole: what stands in it is no part of the sentence.
func match(pattern, text string) (values []string, ok bool) {
	for i := 0; i < len(pattern); i++ {
		which, end := hole(pattern, i, 0)
		if which < 0 {
			if text == "" || text[0] != pattern[i] {
				return nil, false
			}
			text = text[1:]
			continue
		}
		kind := pattern[end-1]
		rest := fixed(pattern[end:])
		at := reach(text, rest, kind, end+len(rest) == len(pattern))
		if at < 1 || kind == 'd' && !isNumber(text[:at]) || kind == 's' && text[0] != '"' && strings.ContainsAny(text[:at], " \n") {
			return nil, false
		}
		values, text = append(values, text[:at]), text[at:]
		i = end - 1
	}
	return values, text == ""
}

// fixed returns the text up to the next hole.
func fixed(pattern string) string {
	for i := range len(pattern) {
		if which, _ := hole(pattern, i, 0); which >= 0 {
			return pattern[:i]
		}
	}
	return pattern
}

// reach returns where a hole ends: where the fixed text after it begins. What ends the sentence stands at the end of the text.
func reach(text, fixed string, kind byte, last bool) int {
	from := 0
	if kind != 'd' && text != "" && text[0] == '"' {
		from = closing(text)
	}
	switch {
	case from > len(text):
		return -1
	case last && strings.HasSuffix(text[from:], fixed):
		return len(text) - len(fixed)
	case last:
		return -1
	}
	at := strings.Index(text[from:], fixed)
	if at < 0 {
		return -1
	}
	return from + at
}

// closing returns the place behind the quote that closes the one at the start.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text) + 1
}

func isNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return digits != ""
}
