package export

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// palette is the colours of a picture: the tokens of the page's style.
type palette struct {
	sheet, ink, muted, rule, edge            string
	ok, okTint, warn, warnTint, bad, badTint string
	pending, pendingTint                     string
}

var (
	light = palette{"#FFFFFF", "#1B1F24", "#4B5563", "#D5DAE1", "#646B78", "#005F73", "#DCEFF3", "#7A4A00", "#FFF0D6", "#A3152C", "#FBE3E6", "#5B3A99", "#EBE4F8"}
	dark  = palette{"#1E242B", "#E8ECF1", "#AEB7C2", "#343C46", "#8A94A0", "#5CD6D6", "#0F3438", "#F2B84B", "#3F2D0A", "#FF8A8A", "#4A1A20", "#C3A6FF", "#2E2350"}
)

const (
	sansFonts = `system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif`
	monoFonts = `ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace`
)

// paint writes shapes and texts of SVG. Every colour is an attribute, so that a picture needs no style sheet: not every
// program for slides reads one, and no policy of a page forbids attributes.
type paint struct {
	writer
	palette
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// markup escapes a text for the content and the attributes of XML and HTML, and drops what these do not hold.
func markup(s string) string { return escaper.Replace(inOrder(remark(s))) }

// inOrder ends each run of letters that are written from right to left with a mark, so that the figures and names behind it
// stay where they belong.
func inOrder(s string) string {
	if strings.IndexFunc(s, rightToLeft) < 0 {
		return s
	}
	var b strings.Builder
	open := false
	for i, r := range s {
		switch {
		case rightToLeft(r):
			open = true
		case open && !unicode.Is(unicode.Mn, r) && !(r == ' ' && beginsRightToLeft(s[i+1:])):
			b.WriteRune('\u200e')
			open = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

func beginsRightToLeft(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return rightToLeft(r)
}

// len writes a length with two decimals at most.
func (p *paint) len(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// rect writes a rectangle with more attributes.
func (p *paint) rect(x, y, w, h float64, attributes string) {
	p.put(`<rect x="`, p.len(x), `" y="`, p.len(y), `" width="`, p.len(w), `" height="`, p.len(h), `" `, attributes, "/>\n")
}

// font is how a text looks.
type font struct {
	size  float64
	bold  bool
	mono  bool
	fill  string
	other string // more attributes
}

func (f font) width(s string) float64 { return textWidth(s, f.bold, f.mono) * f.size }

// text writes one line of text, cut at the width where that is above 0. Where it was cut, the whole of it is a title.
func (p *paint) text(x, y, width float64, f font, s string) {
	p.open(x, y, f)
	shown := s
	if width > 0 {
		shown = f.cut(s, width)
	}
	if shown != s {
		p.put("<title>", markup(s), "</title>")
	}
	p.put(markup(shown), "</text>\n")
}

func (p *paint) open(x, y float64, f font) {
	p.put(`<text x="`, p.len(x), `" y="`, p.len(y), `" font-size="`, p.len(f.size), `" fill="`, f.fill, `"`)
	if f.bold {
		p.put(` font-weight="650"`)
	}
	if f.mono {
		p.put(` font-family="`, monoFonts, `"`)
	}
	if f.other != "" {
		p.put(" ", f.other)
	}
	p.put(">")
}

// paragraph writes a text in lines of the width, at most so many, and returns the height that they take.
func (p *paint) paragraph(x, y, width float64, most int, f font, s string) float64 {
	lines := f.wrap(s, width, most)
	for i, line := range lines {
		p.text(x, y+f.size+float64(i)*f.size*lineHeight, 0, f, line)
	}
	return float64(len(lines)) * f.size * lineHeight
}

const lineHeight = 1.35

const ellipsis = "…"

// cut shortens a text that is estimated to be wider; what is left ends in an ellipsis.
func (f font) cut(s string, width float64) string {
	if f.width(s) <= width {
		return s
	}
	room := width/f.size - textWidth(ellipsis, f.bold, f.mono)
	used := 0.0
	for i, r := range s {
		if used += textWidth(string(r), f.bold, f.mono); used > room {
			return strings.TrimRight(s[:i], " ") + ellipsis
		}
	}
	return s
}

// wrap breaks a text into lines of the width, at most so many; the last of these is cut when there is more.
func (f font) wrap(s string, width float64, most int) []string {
	var lines []string
	line := ""
	words := strings.Fields(s)
	for i, word := range words {
		if line != "" && f.width(line+" "+word) > width {
			lines = append(lines, f.cut(line, width))
			line = ""
		}
		if len(lines) == most-1 {
			return append(lines, f.cut(strings.TrimSpace(line+" "+strings.Join(words[i:], " ")), width))
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, f.cut(line, width))
	}
	return lines
}

// textWidth estimates the width of a text in units of its size. It errs to the wide side: the font is the reader's own.
func textWidth(s string, bold, mono bool) float64 {
	sum := 0.0
	for _, r := range s {
		sum += runeWidth(r, mono)
	}
	if bold && !mono {
		sum *= 1.09
	}
	return sum
}

func runeWidth(r rune, mono bool) float64 {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		return 0
	case r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xd7ff || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60):
		return 1.05
	case r >= 0x1f000:
		return 1.4
	case mono:
		return 0.62
	case strings.ContainsRune("ijlI.,:;'|!()[]{} ft/\\·", r):
		return 0.37
	case strings.ContainsRune("mwMW@%—…", r):
		return 0.98
	case r >= 'A' && r <= 'Z' || strings.ContainsRune("+=<>#&~≤", r):
		return 0.72
	}
	return 0.62
}
