package export

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// kind is what a piece of a ledger bar stands for, and so how it is drawn.
type kind int

const (
	running  kind = iota // solid
	accepted             // a firm outline
	pending              // a dashed outline with dots
	hanging              // running beyond the capacity: 45-degree stripes
	broken               // promised beyond the capacity: cross-hatch
	gone                 // what the step took away
)

var kindNames = [...]string{running: "running", accepted: "accepted", pending: "pending", hanging: "overhang", broken: "violated", gone: "lost"}

// piece is one piece of a ledger bar.
type piece struct {
	kind       kind
	from, size int64
	name       string // of the task or the offer
	owner      string
	units      string  // what stands for the figure: "5 accepted"
	until      string  // "until 10" or forEver; "" where nothing ends by itself
	left       float64 // what is left of the time to the deadline, 0 to 1
	whole      string  // everything, in a sentence without a full stop
}

// ledger is one node with its bar, as it is to be drawn.
type ledger struct {
	engine.NodeUsage
	pieces []piece
	end    int64 // units up to which the bar is drawn
	was    int64 // the capacity before the step took some of it, else 0
}

const forEver = "for ever"

// piecesShown bounds the pieces of a kind in a bar; the rest of them is drawn as one.
const piecesShown = 12

// ledgerOf lays the tasks, then the accepted, then the pending offers of a node end to end, and behind them what the step took.
func ledgerOf(s *engine.Scheduler, n engine.NodeUsage, out *engine.Outcome) ledger {
	l := ledger{NodeUsage: n}
	tasks, offers := s.OnNode(n.ID, piecesShown)
	for _, t := range tasks {
		l.add(piece{kind: running, size: t.Resources, name: t.ID, owner: t.FrameworkID})
	}
	l.fill(running, n.Allocated)
	for _, state := range []engine.State{engine.Accepted, engine.Pending} {
		k, end := accepted, n.Allocated+n.Accepted
		if state == engine.Pending {
			k, end = pending, n.Allocated+n.Reserved
		}
		for _, o := range offers {
			if o.State == state {
				p := piece{kind: k, size: o.Resources, name: o.ID, owner: o.FrameworkID, until: forEver, left: 1}
				if !o.Endless {
					p.until = say.It("until %d", say.D(o.ExpiresAt))
					p.left = max(0, float64(o.ExpiresAt-s.Now())/float64(o.ExpiresAt-o.CreatedAt))
				}
				l.add(p)
			}
		}
		l.fill(k, end)
	}
	l.lose(out)
	l.end = max(l.end, n.Capacity, l.was)
	return l
}

// lose adds what the step invalidated on the node, behind the capacity.
func (l *ledger) lose(out *engine.Outcome) {
	lost := 0
	for i := range out.Events {
		e := &out.Events[i]
		switch {
		case e.NodeID != l.ID:
		case e.Kind == engine.NodeResized && e.New < e.Old:
			l.was = e.Old
		case e.Kind == engine.OfferInvalidated && lost < piecesShown:
			lost++
			l.end = max(l.end, l.Capacity)
			l.add(piece{kind: gone, size: e.Units, name: e.OfferID, owner: e.FrameworkID})
		}
	}
}

// fill adds as one piece what was not drawn up to end, because there is too much of it.
func (l *ledger) fill(k kind, end int64) {
	if end > l.end {
		l.add(piece{kind: k, size: end - l.end, name: say.It("more")})
	}
}

// add puts a piece where the last one ended. What lies beyond the capacity is a piece of its own, of the kind that this means.
func (l *ledger) add(p piece) {
	word, size := say.It(kindNames[p.kind]), p.size
	p.whole = p.name
	if p.owner != "" {
		p.whole = say.It("%s of %s", p.name, engine.Quote(p.owner))
	}
	p.whole += ": " + tell.Units(size) + " " + word
	if p.until != "" {
		p.whole += ", " + say.It(p.until)
	}
	inside := max(0, min(size, l.Capacity-l.end))
	if p.kind == gone {
		inside = size
	}
	if inside > 0 {
		p.from, p.size, p.units = l.end, inside, strconv.FormatInt(inside, 10)+" "+word
		l.pieces = append(l.pieces, p)
	}
	if over := size - inside; over > 0 {
		p.from, p.size, p.units = l.end+inside, over, say.It("%d over, %s", say.D(over), word)
		p.kind = beyond(p.kind)
		l.pieces = append(l.pieces, p)
	}
	l.end += size
}

func beyond(k kind) kind {
	if k == running {
		return hanging
	}
	return broken
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

// tick is the distance of the ruling in units: 1, 2 or 5 times a power of ten, so that at most 60 ticks stand in a bar.
func tick(most int64) int64 {
	for step := int64(1); ; step *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if most/(k*step) <= 60 {
				return k * step
			}
		}
	}
}
