// Package words has the message files: what the page says, in each language that it speaks.
//
//	en.txt, en-lessons.txt   every message, written by go test ./web/words -update from the code, the markup and the library
//	de.txt, de-lessons.txt   German
//
// The format is that of package say. A new language is two files more and a line in [Languages].
package words

import (
	"embed"
	"strings"
	"unicode"
)

//go:embed *.txt
var files embed.FS

// Pseudo is a language that nobody speaks: English with accents, in brackets, and 40 % longer. What shows without brackets on a page in
// it is not in the message files, and what does not fit would not fit in a wordy language either.
const Pseudo = "qps"

// Languages returns the languages that have message files, English apart.
func Languages() []string { return []string{"de", Pseudo} }

// File returns the message file of a language, with its lessons and without remarks; "" where there is none.
func File(language string) string {
	file := read(language+".txt") + read(language+"-lessons.txt")
	if language == Pseudo {
		file = pseudo(read("en.txt") + read("en-lessons.txt"))
	}
	if file == "" {
		return ""
	}
	var bare strings.Builder
	bare.WriteString("@words\n")
	for line := range strings.Lines(file) {
		if line != "\n" && line[0] != '#' {
			bare.WriteString(line)
		}
	}
	return bare.String()
}

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}

// pseudo gives each message a translation.
func pseudo(file string) string {
	var out strings.Builder
	for line := range strings.Lines(file) {
		out.WriteString(line)
		if message := strings.TrimSuffix(line, "\n"); message != "" && message[0] != '#' && message[0] != '@' {
			out.WriteString("\t" + Dress(message) + "\n")
		}
	}
	return out.String()
}

var accents = strings.NewReplacer("a", "á", "e", "é", "i", "í", "o", "ó", "u", "ú", "A", "Á", "E", "É", "I", "Í", "O", "Ó", "U", "Ú")

// Dress returns a message in the pseudo-language. Its holes stay.
func Dress(message string) string {
	dressed := ""
	rest := message
	for {
		text, after, more := strings.Cut(rest, "%")
		dressed += accents.Replace(text)
		if !more {
			break
		}
		dressed += "%"
		if after != "" {
			dressed += after[:1]
			after = after[1:]
		}
		rest = after
	}
	longer := 2 * len(message) / 5
	filler := strings.Repeat(" lorem", longer/6) + strings.Repeat("~", longer%6)
	return "[" + dressed + filler + "]"
}

// Undressed returns the words of a text that are not in the pseudo-language and none of the names: what was not translated. It is
// for tests. A word has two letters and a vowel, which would carry an accent.
func Undressed(text string, names ...string) []string {
	known := map[string]bool{"lorem": true}
	for _, name := range names {
		known[name] = true
	}
	var found []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) }) {
		if word = strings.Trim(word, "-"); len(word) > 1 && strings.ContainsAny(word, "aeiouAEIOU") && !known[word] {
			found = append(found, word)
		}
	}
	return found
}
