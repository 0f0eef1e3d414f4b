package export

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// Pictures returns the table of what [Answer] draws of one step, as the page lists it below the formats. They have no Make.
func Pictures() []Format {
	return []Format{
		{Name: "svg", File: "picture.svg", Title: "Picture of this step (SVG)"},
		{Name: "png", File: "picture.png", Title: "Picture of this step (PNG)"},
	}
}

// Answer makes what a line asks for of a trace, under its own contract:
//
//	FORMAT                   one of the formats, by its name
//	svg STEP [dark]          a picture, see [SVG]
//	png STEP [dark]          the same text; whoever asks paints it
//	handout FROM TO [answers]  see [Handout]
//
// Pictures and handouts come with a name for their file, made of the trace's title.
func Answer(t *trace.Trace, line string) (text, file string, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", "", errors.New("there is no format")
	}
	for _, f := range formats {
		if line == f.Name {
			text, err := f.Make(t)
			return text, "", err
		}
	}
	numbers, flag := numbersOf(words[1:])
	switch {
	case (words[0] == "svg" || words[0] == "png") && len(numbers) == 1 && (flag == "" || flag == "dark"):
		text, err := SVG(t, t.Rules(), numbers[0], flag != "")
		return text, fileName(t) + "-step-" + strconv.Itoa(numbers[0]) + "." + words[0], err
	case words[0] == "handout" && len(numbers) == 2 && (flag == "" || flag == "answers"):
		text, err := Handout(t, t.Rules(), numbers[0], numbers[1], flag != "")
		name := fileName(t) + "-handout"
		if flag != "" {
			name += "-with-answers"
		}
		return text, name + ".html", err
	}
	return "", "", errors.New("there is no format " + engine.Quote(line))
}

// numbersOf reads numbers up to the first word that is none, and what stands there, when nothing follows it.
func numbersOf(words []string) (numbers []int, rest string) {
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return numbers, strings.Join(words[i:], " ")
		}
		numbers = append(numbers, n)
	}
	return numbers, ""
}

const fileLetters = 48

// fileName makes a file's name of the title, without an ending: letters and figures, with single dashes between them.
func fileName(t *trace.Trace) string {
	var name []rune
	for _, r := range strings.ToLower(t.Title()) {
		switch {
		case len(name) == fileLetters:
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			name = append(name, r)
		case len(name) > 0 && name[len(name)-1] != '-':
			name = append(name, '-')
		}
	}
	if text := strings.Trim(string(name), "-"); text != "" {
		return text
	}
	return "firmoffer"
}
