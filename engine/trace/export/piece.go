package export

import (
	"strconv"
	"strings"

	"firmoffer/engine/trace/bar"
	"firmoffer/engine/trace/say"
)

// look is how a kind of piece is drawn.
type look struct {
	line, fill, text string
	width            float64 // of the outline
	dash             string
	pattern          string // over the fill, "" for none
	ground           string // behind the text where there is a pattern
}

func (p *paint) look(k bar.Kind) look {
	switch k {
	case bar.Running:
		return look{line: p.ok, fill: p.ok, text: p.sheet, width: 1}
	case bar.Accepted:
		return look{line: p.ok, fill: p.okTint, text: p.ok, width: 3}
	case bar.Pending:
		return look{line: p.pending, fill: p.pendingTint, text: p.pending, width: 2.5, dash: "9 6", pattern: "dots", ground: p.pendingTint}
	case bar.Overhang:
		return look{line: p.warn, fill: p.warnTint, text: p.warn, width: 3, pattern: "stripes", ground: p.warnTint}
	case bar.Broken:
		return look{line: p.bad, fill: p.badTint, text: p.bad, width: 3, pattern: "hatch", ground: p.badTint}
	}
	return look{line: p.edge, fill: "none", text: p.muted, width: 1.5, dash: "5 5"}
}

// patterns defines the fills that pieces share. They stand once in a document.
func (p *paint) patterns() {
	lines := func(name, colour, width, d string, size string) {
		p.put(`<pattern id="`, name, `" width="`, size, `" height="`, size, `" patternUnits="userSpaceOnUse"><path d="`, d, `" stroke="`, colour,
			`" stroke-width="`, width, `" stroke-opacity="0.35" fill="none"/></pattern>`, "\n")
	}
	p.put("<defs>\n")
	p.put(`<pattern id="dots" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="1.5" fill="`, p.pending, `"/></pattern>`, "\n")
	lines("stripes", p.warn, "4", "M-3 3L3 -3M-3 15L15 -3M9 15L15 9", "12")
	lines("hatch", p.bad, "2", "M-3 3L3 -3M-3 13L13 -3M7 13L13 7M-3 7L3 13M-3 -3L13 13M7 -3L13 3", "10")
	p.put("</defs>\n")
}

// piece draws one piece of a bar, with what it is in words as far as there is room, and all of it as a title.
func (p *paint) piece(sh *sheet, c *piece, x, y float64) {
	k := p.look(c.Kind)
	left, w := x+float64(c.From)*sh.scale+inset, max(thinnest, float64(c.Size)*sh.scale-2*inset)
	top, h := y+6, sh.barHeight()-12
	p.put(`<g data-kind="`, kindNames[c.Kind], `"><title>`, markup(c.whole), "</title>\n")
	line := min(k.width, w/3)
	box := func(fill, more string) {
		p.rect(left+line/2, top+line/2, w-line, h-line, `rx="4" fill="`+fill+`"`+more)
	}
	outline := ` stroke="` + k.line + `" stroke-width="` + p.len(line) + `"`
	if k.dash != "" {
		outline += ` stroke-dasharray="` + k.dash + `"`
	}
	if k.pattern == "" {
		box(k.fill, outline)
	} else {
		box(k.fill, "")
		box("url(#"+k.pattern+")", outline)
	}
	p.words(sh, c, k, left, top, w, h)
	p.put("</g>\n")
}

// words writes into a piece its name, its units and its deadline, the latter also as a line that is the shorter the less
// time is left. What does not fit is cut or left out.
func (p *paint) words(sh *sheet, c *piece, k look, x, y, w, h float64) {
	f := font{size: smallSize, bold: true, fill: k.text, other: `text-anchor="middle"`}
	if c.Kind == bar.Gone {
		f.other += ` text-decoration="line-through"`
	}
	const step = smallSize * 1.2
	room := w - 14
	lines := c.lines(sh.tall, f, room)
	base := y + h/2 - float64(len(lines))*step/2 + smallSize*0.95
	fuse := c.until != "" && c.until != forEver && w > 24
	if fuse {
		base -= 5
	}
	for i, line := range lines {
		f.bold = i == 0
		shown := f.cut(line, room)
		if shown != line && len([]rune(shown)) < 4 {
			continue
		}
		at := base + float64(i)*step
		if k.ground != "" {
			half := min(room, f.width(shown)+8) / 2
			p.rect(x+w/2-half, at-smallSize*0.92, 2*half, step, `rx="3" fill="`+k.ground+`"`)
		}
		p.text(x+w/2, at, room, f, line)
	}
	if fuse {
		p.fuse(x+8, y+h-11, w-16, c.left, k.line)
	}
}

// lines is what stands in a piece: in a tall bar under each other, in a low one beside each other, as far as there is room.
func (c *piece) lines(tall bool, f font, room float64) []string {
	name, until := c.name, say.It(c.until)
	if c.Owner != "" {
		name += " · " + c.Owner
	}
	if tall {
		lines := []string{name, c.units}
		if until != "" {
			lines = append(lines, until)
		}
		return lines
	}
	figure := strconv.FormatInt(c.Size, 10)
	for _, line := range []string{name + " · " + c.units + ", " + until, name + " · " + c.units, c.name + " · " + c.units, c.name + " · " + figure} {
		if f.width(line) <= room && !strings.HasSuffix(line, ", ") {
			return []string{line}
		}
	}
	return []string{figure}
}

func (p *paint) fuse(x, y, w, left float64, colour string) {
	p.rect(x, y, w, 4, `rx="2" fill="`+p.rule+`"`)
	p.rect(x, y, w*left, 4, `rx="2" fill="`+colour+`" data-left="`+p.len(left)+`"`)
}
