package export

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/bar"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

var kindNames = [...]string{bar.Running: "running", bar.Accepted: "accepted", bar.Pending: "pending", bar.Overhang: "overhang", bar.Broken: "violated",
	bar.Gone: "lost"}

// piece is one piece of a ledger bar with its words.
type piece struct {
	bar.Piece
	name  string  // of the task or the offer
	units string  // what stands for the figure: "5 accepted"
	until string  // "until 10" or forEver; "" where nothing ends by itself
	left  float64 // what is left of the time to the deadline, 0 to 1
	whole string  // everything, in a sentence without a full stop
}

// ledger is one node with its bar, as it is to be drawn.
type ledger struct {
	bar.Bar
	pieces []piece
}

const forEver = "for ever"

// ledgerOf finds the words for the bar of a node.
func ledgerOf(s *engine.Scheduler, n engine.NodeUsage, out *engine.Outcome) ledger {
	l := ledger{Bar: bar.Of(s, n, out.Events)}
	for _, b := range l.Pieces {
		l.pieces = append(l.pieces, worded(b, s.Now()))
	}
	return l
}

func worded(b bar.Piece, now int64) piece {
	p, word := piece{Piece: b, name: b.Name}, say.It(kindNames[b.Of])
	if p.name == "" {
		p.name = say.It("more")
	}
	if o := b.Offer; o.Endless {
		p.until, p.left = forEver, 1
	} else if o.ID != "" {
		p.until = say.It("until %d", say.D(o.ExpiresAt))
		p.left = max(0, float64(o.ExpiresAt-now)/float64(o.ExpiresAt-o.CreatedAt))
	}
	p.whole = p.name
	if b.Owner != "" {
		p.whole = say.It("%s of %s", p.name, engine.Quote(b.Owner))
	}
	p.whole += ": " + tell.Units(b.Whole) + " " + word
	if p.until != "" {
		p.whole += ", " + say.It(p.until)
	}
	p.units = strconv.FormatInt(b.Size, 10) + " " + word
	if b.Kind != b.Of {
		p.units = say.It("%d over, %s", say.D(b.Size), word)
	}
	return p
}

// part is one part of the arithmetic, in a colour of its own.
type part struct {
	text, fill string
	bold       bool
}

// sum returns the arithmetic of the node: running 4 + accepted 3 + pending 3 = 10 of 10.
func (l *ledger) sum(c *palette) []part {
	total := l.Allocated + l.Reserved
	figure := func(word string, n int64, fill string) part {
		if n == 0 {
			fill = c.muted
		}
		return part{say.It(word) + " " + strconv.FormatInt(n, 10), fill, n > 0}
	}
	plus := part{" + ", c.muted, false}
	parts := []part{figure("running", l.Allocated, c.ok), plus, figure("accepted", l.Accepted, c.ok), plus, figure("pending", l.Pending, c.pending),
		{" = ", c.muted, false}, {say.It("%d of %d", say.D(total), say.D(l.Capacity)), c.ink, true}}
	switch {
	case l.Free > 0:
		parts = append(parts, part{" · " + say.It("%d free", say.D(l.Free)), c.muted, false})
	case l.Free < 0 && l.Reserved == 0:
		parts = append(parts, part{" · " + say.It("%d over", say.D(-l.Free)), c.warn, true})
	case l.Free < 0:
		parts = append(parts, part{" · " + say.It("%d over", say.D(-l.Free)), c.bad, true})
	}
	return parts
}

func plain(parts []part) string {
	text := ""
	for _, p := range parts {
		text += p.text
	}
	return text
}
