package export

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/bar"
	"firmoffer/engine/trace/say"
)

// Measures of a picture, in its own units. At 1200 across, the smallest text is 15 points high on a slide.
const (
	margin    = 40.0
	inset     = 2.0 // between a piece and the place where its units begin and end
	thinnest  = 1.5 // so wide is a piece of too few units to be seen
	textSize  = 18.0
	smallSize = 16.0
	nodesMost = 12 // in a picture
	roomy     = 4  // up to so many nodes its bars are tall
)

// sheet is a set of ledger bars under each other, all to one scale.
type sheet struct {
	nodes []ledger
	more  int // nodes that are not shown
	scale float64
	tick  int64
	tall  bool
	room  int64 // units that a blank bar is ruled for, 0 where the bars are drawn
}

// sheetOf lays out at most so many nodes: the first ones, and of those behind them the ones that the step changed. Where
// there are few, their bars are tall.
func sheetOf(s *engine.Scheduler, out *engine.Outcome, most, few int, width float64) sheet {
	all := s.Counts().Nodes
	sh := sheet{more: max(0, all-most), tall: min(all, most) <= few}
	longest := int64(1)
	for _, n := range chosen(s, out, most) {
		l := ledgerOf(s, n, out)
		longest = max(longest, l.End)
		sh.nodes = append(sh.nodes, l)
	}
	sh.fit(longest, width)
	return sh
}

// fit chooses the scale in which so many units have room in the width.
func (sh *sheet) fit(longest int64, width float64) {
	sh.scale, sh.tick = width/(float64(longest)*1.03), bar.Tick(longest)
}

func chosen(s *engine.Scheduler, out *engine.Outcome, most int) []engine.NodeUsage {
	var late []int // places of the changed nodes that are not among the first
	seen := map[string]bool{}
	for i := range out.Events {
		id := out.Events[i].NodeID
		if id == "" || seen[id] || len(late) == most/2 {
			continue
		}
		seen[id] = true
		if _, at := s.Node(id); at >= most {
			late = append(late, at)
		}
	}
	list := s.NodeWindow(0, most-len(late))
	for _, at := range late {
		list = append(list, s.NodeWindow(at, 1)...)
	}
	return list
}

func (sh *sheet) barHeight() float64 {
	if sh.tall {
		return 98
	}
	return 52
}

// ledgers draws the bars from y on and returns the height that they took.
func (p *paint) ledgers(sh *sheet, x, y, width float64) float64 {
	top := y
	for i := range sh.nodes {
		l := &sh.nodes[i]
		if sh.room > 0 {
			p.blankHead(l, x, y+textSize, width)
		} else {
			p.head(l, x, y+textSize, width)
		}
		y += textSize + 14
		p.bar(sh, l, x, y)
		y += sh.barHeight() + 50
	}
	if sh.more > 0 {
		p.text(x, y+6, width, font{size: textSize, fill: p.muted}, moreNodes(sh.more))
		y += 34
	}
	if len(sh.nodes) == 0 {
		p.text(x, y+textSize, width, font{size: textSize, fill: p.muted}, say.It("There is no node."))
		y += 40
	}
	return y - top
}

func moreNodes(n int) string {
	return say.Count(int64(n), "1 more node is not shown.", "%d more nodes are not shown.")
}

// head writes the name of the node and its arithmetic over the bar.
func (p *paint) head(l *ledger, x, y, width float64) {
	parts := l.sum(&p.palette)
	figures := font{size: textSize, fill: p.muted, bold: true}
	name := font{size: textSize + 2, bold: true, fill: p.ink}
	p.text(x, y, max(60, width-figures.width(plain(parts))-24), name, l.ID)
	p.open(x+width, y, font{size: textSize, fill: p.muted, other: `text-anchor="end" xml:space="preserve"`})
	for _, part := range parts {
		weight := ""
		if part.bold {
			weight = ` font-weight="650"`
		}
		p.put(`<tspan fill="`, part.fill, `"`, weight, ">", markup(part.text), "</tspan>")
	}
	p.put("</text>\n")
}

// blankHead leaves the arithmetic to be filled in.
func (p *paint) blankHead(l *ledger, x, y, width float64) {
	blanks := say.It("running") + " ____ + " + say.It("accepted") + " ____ + " + say.It("pending") + " ____ = " + say.It("%d of %d", "____", "____")
	p.text(x, y, width-440, font{size: textSize + 2, bold: true, fill: p.ink}, l.ID)
	p.text(x+width, y, 0, font{size: textSize, fill: p.muted, other: `text-anchor="end"`}, blanks)
}

// bar draws the ruled case, the pieces, the capacity and the figures under it.
func (p *paint) bar(sh *sheet, l *ledger, x, y float64) {
	h, capacity := sh.barHeight(), float64(l.Capacity)*sh.scale
	p.rect(x, y, capacity, h, `fill="`+p.sheet+`" stroke="`+p.edge+`" stroke-width="1.5" data-node="`+markup(l.ID)+`"`)
	if sh.room > l.Capacity { // room to draw past the line
		p.rect(x, y, float64(sh.room)*sh.scale, h, `fill="none" stroke="`+p.rule+`" stroke-dasharray="4 4"`)
	}
	p.ticks(sh, max(l.Capacity, sh.room), x, y, h)
	if l.Was > 0 {
		p.put(`<path d="M`, p.len(x+float64(l.Was)*sh.scale), " ", p.len(y-4), "v", p.len(h+12), `" stroke="`, p.edge, `" stroke-width="1.5" stroke-dasharray="2 4"/>`, "\n")
	}
	for i := range l.pieces {
		p.piece(sh, &l.pieces[i], x, y)
	}
	p.rect(x+capacity-2, y-6, 4, h+12, `rx="1.5" fill="`+p.ink+`"`)
	p.figures(sh, l, x, y+h+24)
}

// ticks rules the case in units: lines through it, and short ones under it.
func (p *paint) ticks(sh *sheet, units int64, x, y, h float64) {
	through, under := "", ""
	for at := int64(0); at <= units; at += sh.tick {
		px := p.len(x + float64(at)*sh.scale)
		if at > 0 && at < units {
			through += "M" + px + " " + p.len(y) + "v" + p.len(h)
		}
		under += "M" + px + " " + p.len(y+h) + "v7"
	}
	if through != "" {
		p.put(`<path d="`, through, `" stroke="`, p.rule, `" fill="none"/>`, "\n")
	}
	p.put(`<path d="`, under, `" stroke="`, p.edge, `" stroke-width="1.5" fill="none"/>`, "\n")
}

// figures writes the numbers under a bar: those that would stand over others are left out, the capacity never is.
func (p *paint) figures(sh *sheet, l *ledger, x, y float64) {
	type mark struct {
		at   int64
		text string
		bold bool
	}
	marks := []mark{{l.Capacity, strconv.FormatInt(l.Capacity, 10), true}}
	if l.Was > 0 {
		marks = append(marks, mark{l.Was, say.It("was") + " " + strconv.FormatInt(l.Was, 10), false})
	}
	marks = append(marks, mark{0, "0", false})
	if end := l.Allocated + l.Reserved; end != l.Capacity {
		marks = append(marks, mark{end, strconv.FormatInt(end, 10), false})
	}
	var taken [][2]float64
	for _, m := range marks {
		f := font{size: smallSize, bold: m.bold, fill: p.muted, other: `text-anchor="middle"`}
		if m.bold {
			f.fill = p.ink
		}
		middle, half := x+float64(m.at)*sh.scale, f.width(m.text)/2+4
		if m.at == 0 {
			f.other, half = "", half*2
		}
		free := true
		for _, t := range taken {
			free = free && (middle+half < t[0] || middle-half > t[1])
		}
		if free {
			taken = append(taken, [2]float64{middle - half, middle + half})
			p.text(middle, y, 0, f, m.text)
		}
	}
}
