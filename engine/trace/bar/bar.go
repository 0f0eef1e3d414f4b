// Package bar lays out the ledger bar of a node, the picture that the page, figures for slides and handouts share: running tasks, then
// accepted, then pending offers, end to end from 0, and behind them what the last step took away. It knows units and nothing of
// colours, words or pixels.
package bar

import "firmoffer/engine"

// Kind is what a piece stands for.
type Kind int

// The kinds of pieces.
const (
	Running Kind = iota
	Accepted
	Pending
	Overhang // running beyond the capacity
	Broken   // promised beyond the capacity
	Gone     // an offer that the last step invalidated
)

// Most is how many pieces of a kind a bar has; the rest of them is one piece more, without a name.
const Most = 12

// Piece is one piece of a bar.
type Piece struct {
	Kind       Kind
	Of         Kind  // what it is, wherever it stands: Running, Accepted, Pending or Gone
	From, Size int64 // units
	Whole      int64 // units of the task or offer, of which the capacity may cut off a piece
	Name       string
	Owner      string
	Offer      engine.Offer // where it is a live one
}

// Bar is the bar of one node.
type Bar struct {
	engine.NodeUsage
	Pieces []Piece
	End    int64 // units up to which something is drawn
	Was    int64 // the capacity before the last step took some of it, else 0
}

// Of lays out the bar of a node after a step with these events. It takes time for at most 6 [Most] pieces.
func Of(s *engine.Scheduler, n engine.NodeUsage, events []engine.Event) Bar {
	b := Bar{NodeUsage: n}
	tasks, offers := s.OnNode(n.ID, Most)
	for _, t := range tasks {
		b.add(Piece{Of: Running, Whole: t.Resources, Name: t.ID, Owner: t.FrameworkID})
	}
	b.fill(Running, n.Allocated)
	b.promise(Accepted, engine.Accepted, offers, n.Allocated+n.Accepted)
	b.promise(Pending, engine.Pending, offers, n.Allocated+n.Reserved)
	b.lose(events)
	b.End = max(b.End, n.Capacity, b.Was)
	return b
}

// promise adds the offers in a state, up to where all of them end.
func (b *Bar) promise(k Kind, state engine.State, offers []engine.Offer, end int64) {
	for _, o := range offers {
		if o.State == state {
			b.add(Piece{Of: k, Whole: o.Resources, Name: o.ID, Owner: o.FrameworkID, Offer: o})
		}
	}
	b.fill(k, end)
}

// fill adds as one piece what was not laid out up to end, because there is too much of it.
func (b *Bar) fill(k Kind, end int64) {
	if end > b.End {
		b.add(Piece{Of: k, Whole: end - b.End})
	}
}

// lose adds what a loss of capacity invalidated on the node, behind everything else.
func (b *Bar) lose(events []engine.Event) {
	lost := 0
	for i := range events {
		e := &events[i]
		switch {
		case e.NodeID != b.ID:
		case e.Kind == engine.NodeResized && e.New < e.Old:
			b.Was = e.Old
		case e.Kind == engine.OfferInvalidated && lost < Most:
			lost++
			b.End = max(b.End, b.Capacity)
			b.add(Piece{Of: Gone, Whole: e.Units, Name: e.OfferID, Owner: e.FrameworkID})
		}
	}
}

// add puts a piece where the last one ended. What lies beyond the capacity is a piece of its own, of the kind that this means.
func (b *Bar) add(p Piece) {
	inside := max(0, min(p.Whole, b.Capacity-b.End))
	if p.Of == Gone {
		inside = p.Whole
	}
	if inside > 0 {
		p.Kind, p.From, p.Size = p.Of, b.End, inside
		b.Pieces = append(b.Pieces, p)
	}
	if over := p.Whole - inside; over > 0 {
		if p.Kind = Broken; p.Of == Running {
			p.Kind = Overhang
		}
		p.From, p.Size = b.End+inside, over
		b.Pieces = append(b.Pieces, p)
	}
	b.End += p.Whole
}

// Tick is the distance of the ruling in units: 1, 2 or 5 times a power of ten, so that at most 60 ticks stand in a bar of so many units.
func Tick(units int64) int64 {
	for step := int64(1); ; step *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if units/(k*step) <= 60 {
				return k * step
			}
		}
	}
}
