package say

import "strings"

// A message file is text. A message stands on a line, its translation on the next one, behind a TAB:
//
//	# a remark
//	Make offers
//		Angebote machen
//
// A line that begins with @ opens a part: of words, which is where a file begins, of sentences, which the engine says (see
// [Sentence]), or of lessons (see [Lesson]).
const (
	partSentences = "@sentences"
	partLessons   = "@lessons"
	partWords     = "@words"
)

// Bounds on a message file: on its bytes, its lines, and the bytes of one of these. More is not read.
const (
	maxFile  = 1 << 20
	maxLines = 20_000
	maxLine  = 4000
)

// Speak chooses a language: what it is called, and its message file. English needs none, and its own name or an empty one chooses it.
//
// The file may be anything. A line that cannot be read is skipped, and a translation whose holes are not those of its message is
// refused; what is not translated is said in English. Speak returns how many translations were taken and how many were refused. It
// costs as much as the file is long, once.
func Speak(language, file string) (taken, refused int) {
	changes++
	spoken = nil
	if language == "" || language == English {
		return 0, 0
	}
	c := &catalogue{language: language, words: map[string]string{}, lessons: map[string]string{}}
	part, message := partWords, ""
	file = file[:min(len(file), maxFile)]
	for count := 0; file != "" && count < maxLines; count++ {
		var line string
		line, file, _ = strings.Cut(file, "\n")
		translation, isOne := strings.CutPrefix(line, "\t")
		switch {
		case line == "" || line[0] == '#' || len(line) > maxLine:
			message = ""
		case line[0] == '@':
			part, message = line, ""
		case !isOne:
			message = line
		case message == "" || translation == "" || !Fits(message, translation):
			refused++
		case c.take(part, message, translation):
			taken++
			message = ""
		}
	}
	spoken = c
	return taken, refused
}

// take keeps a translation. What a file says first counts.
func (c *catalogue) take(part, message, translation string) bool {
	to := c.words
	switch part {
	case partWords:
	case partLessons:
		to = c.lessons
	case partSentences:
		c.sentences = append(c.sentences, sentence{message, translation})
		return true
	default:
		return false
	}
	if _, there := to[message]; there {
		return false
	}
	to[message] = translation
	return true
}

// Fits reports whether a translation has the holes of its message: each of them, and no other.
func Fits(message, translation string) bool { return holes(message) == holes(translation) }

// holes returns the set of a text's holes, one bit each.
func holes(text string) (set uint) {
	next := 0
	for i := 0; i < len(text); i++ {
		if which, end := hole(text, i, next); which >= 0 {
			set |= 1 << which
			next, i = which+1, end-1
		}
	}
	return set
}
