package main

import (
	"bytes"
	"path"
	"regexp"
)

var (
	lineComment  = regexp.MustCompile(`(?m)^[ \t]*//.*\n`)
	blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	indentation  = regexp.MustCompile(`(?m)^[ \t]+|\n+$`)
	emptyLines   = regexp.MustCompile(`\n{2,}`)
)

// slim returns a script or a style sheet without the comments that have lines of their own and without indentation: they are
// for people who read the source, which is in the repository. Nothing else changes, so what a browser says about a line still
// reads like the source. It saves 4 KB of the brotli forms.
func slim(name string, body []byte) []byte {
	switch path.Ext(name) {
	case ".js", ".mjs":
		if path.Base(name) == "firm-offer.js" {
			body = squeeze(body)
		}
		if bytes.Contains(body, []byte("`\n")) { // a text over several lines may look like a comment
			return body
		}
		body = lineComment.ReplaceAll(body, nil)
	case ".css":
		body = blockComment.ReplaceAll(body, nil)
	default:
		return body
	}
	return append(emptyLines.ReplaceAll(indentation.ReplaceAll(body, nil), []byte("\n")), '\n')
}

var endRemark = regexp.MustCompile(`(?m) // [^'"` + "`" + `\n]*$`)

// squeeze takes out the blanks around signs and the remarks at the ends of lines. It is for the one script that other sites load, which
// has a bound of its own; what it does not understand, a line with a slash outside quotes, it leaves alone.
func squeeze(script []byte) []byte {
	lines := bytes.Split(endRemark.ReplaceAll(lineComment.ReplaceAll(script, nil), nil), []byte("\n"))
	for i, line := range lines {
		lines[i] = squeezeLine(bytes.TrimSpace(line))
	}
	return bytes.Join(lines, []byte("\n"))
}

// squeezeLine leaves what stands in quotes as it is.
func squeezeLine(line []byte) []byte {
	var out []byte
	quote := byte(0)
	for i, c := range line {
		switch {
		case quote == 0 && c == '/':
			return line
		case quote == 0 && (c == '\'' || c == '"' || c == '`'):
			quote = c
		case quote == c && line[i-1] != '\\':
			quote = 0
		case quote == 0 && c == ' ' && needless(line[i-1], line[i+1]):
			continue
		}
		out = append(out, c)
	}
	return out
}

// needless reports whether a blank between the two can go: beside a sign, but not between two that would become another sign.
func needless(before, after byte) bool {
	const signs, twice = "=<>!&|?:,;(){}[]*+-", "+-"
	sign := func(c byte, of string) bool { return bytes.IndexByte([]byte(of), c) >= 0 }
	return (sign(before, signs) || sign(after, signs)) && !(sign(before, twice) && sign(after, twice))
}
