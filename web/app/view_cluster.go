package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// ClusterView is the window of nodes.
type ClusterView struct {
	Summary string
	Nodes   []NodeView
	Pager   Pager
}

// Pager tells which window of a list is shown.
type Pager struct {
	List           List
	What           string // nodes, offers, tasks
	From, To, All  int    // items From+1 to To of All
	Earlier, Later bool
}

// Needed reports whether there is more than one window.
func (p Pager) Needed() bool { return p.Earlier || p.Later }

// Text says which window is shown.
func (p Pager) Text() string {
	return say.It("%s %d to %d of %d", p.What, say.D(int64(p.From+1)), say.D(int64(p.To)), say.D(int64(p.All)))
}

// pager keeps the window inside the list, also after the list became shorter.
func (m *Model) pager(list List, size, all int) Pager {
	last := max(0, (all-1)/size)
	page := max(0, min(m.page[list], last))
	m.page[list] = page
	return Pager{List: list, What: say.It(string(list)), From: page * size, To: min(all, (page+1)*size), All: all, Earlier: page > 0, Later: page < last}
}

// NodeView is one node as a ledger bar. Lengths are shares of the bar's full width, in percent.
type NodeView struct {
	ID       string
	Name     string // the id, shortened for headings
	Label    string // of the group
	Bare     bool   // without controls
	Capacity Field
	Running  int64
	Accepted int64
	Pending  int64
	Sum      string // "10 of 10"
	Rest     string // "2 free", "3 over" or ""
	RestBad  bool
	Verdict  string // "holds", "overhang" or "violated"
	Note     string // what an overhang or a violation means
	CaseLen  string // of the capacity
	Tick     string // distance of two ticks, as a share of the capacity
	Segments []Segment
	Scale    []ScaleMark
}

// Segment is one piece of a bar.
type Segment struct {
	Class      string
	From, Len  string
	Name, Text string
	Title      string
}

// ScaleMark is one number under a bar.
type ScaleMark struct {
	At, Text, Class string
}

func (m *Model) clusterView() ClusterView {
	counts := m.sched.Counts()
	p := m.pager(ListNodes, nodesAPage, counts.Nodes)
	v := ClusterView{Pager: p}
	nodes := m.sched.NodeWindow(p.From, nodesAPage)
	most := int64(1)
	for _, n := range nodes {
		most = max(most, n.Capacity, n.Allocated+n.Reserved, m.lossOf(n).end)
	}
	for i, n := range nodes {
		node := m.nodeView(n, most)
		node.Label = say.It("Node %s", n.ID)
		node.Capacity.DOM = "capacity-" + strconv.Itoa(p.From+i+1) // a node's id may hold what an element's id may not
		v.Nodes = append(v.Nodes, node)
	}
	v.Summary = say.It("now t = %d", say.D(m.sched.Now())) + " · " + say.Count(int64(counts.Nodes), "1 node", "%d nodes") + " · " +
		say.Count(int64(counts.LiveOffers), "1 live offer", "%d live offers") + " · " + say.Count(int64(counts.RunningTasks), "1 running task", "%d running tasks")
	return v
}

// steps counts steps.
func steps(n int) string { return say.Count(int64(n), "1 step", "%d steps") }

func (m *Model) nodeView(n engine.NodeUsage, most int64) NodeView {
	total := n.Allocated + n.Reserved
	field := m.field(FieldCapacity(n.ID), say.It("Capacity of %s", n.ID))
	if _, typed := m.fields.text[field.ID]; !typed {
		field.Text = strconv.FormatInt(n.Capacity, 10)
	}
	v := NodeView{ID: n.ID, Name: tell.Shorten(n.ID, 40), Capacity: field, Running: n.Allocated, Accepted: n.Accepted, Pending: n.Pending,
		Sum: say.It("%d of %d", say.D(total), say.D(n.Capacity)), Verdict: engine.Holds.String()}
	scale := barScale{most: float64(most) * 1.04}
	v.CaseLen, v.Tick = scale.share(n.Capacity), barScale{float64(max(1, n.Capacity))}.share(tick(most))
	switch {
	case n.Reserved > max(0, n.Capacity-n.Allocated):
		v.Verdict, v.Rest, v.RestBad = engine.Violated.String(), say.It("%d over", say.D(total-n.Capacity)), true
		v.Note = say.It("%s promised, with %d left beside what runs: somebody's offer is not worth its units.", tell.Units(n.Reserved), say.D(max(0, n.Capacity-n.Allocated)))
	case n.Overhang > 0:
		v.Verdict, v.Rest = engine.Overhang.String(), say.It("%d over", say.D(n.Overhang))
		v.Note = say.It("Overhang: %s of running work on a node of %s, after a loss of capacity. No task is stopped, and nobody was promised too much.", tell.Units(n.Allocated), tell.Units(n.Capacity))
	case n.Free > 0:
		v.Rest = say.It("%d free", say.D(n.Free))
	}
	v.Segments, v.Scale = m.segments(n, scale)
	return v
}

// barScale turns units into shares of the bar's width.
type barScale struct{ most float64 }

func (s barScale) share(units int64) string {
	return strconv.FormatFloat(100*float64(units)/s.most, 'f', 3, 64) + "%"
}

// mark is a number under the bar. One near its end is written before its place, for behind it there may be no room.
func (s barScale) mark(units int64, before, class string) ScaleMark {
	if float64(units) > 0.75*s.most {
		class += "far"
	}
	return ScaleMark{s.share(units), before + strconv.FormatInt(units, 10), class}
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

// segmentsShown bounds the pieces of a bar; the rest is drawn as one.
const segmentsShown = 12

// segments lays the tasks, then the accepted, then the pending offers of a node end to end.
func (m *Model) segments(n engine.NodeUsage, scale barScale) ([]Segment, []ScaleMark) {
	b := bar{scale: scale, capacity: n.Capacity}
	tasks, offers := m.sched.OnNode(n.ID, segmentsShown)
	for _, t := range tasks {
		b.add("task", "hang", t.Resources, tell.Shorten(t.ID, 24)+" · "+tell.Shorten(t.FrameworkID, 24), say.It("running"))
	}
	b.fill("task", "hang", n.Allocated, say.It("more"), say.It("running"))
	for _, state := range []engine.State{engine.Accepted, engine.Pending} {
		class, end := "acc", n.Allocated+n.Accepted
		if state == engine.Pending {
			class, end = "pen", n.Allocated+n.Reserved
		}
		for _, o := range offers {
			if o.State == state {
				b.add(class, "over", o.Resources, o.ID+" · "+tell.Shorten(o.FrameworkID, 24), tell.State(state))
			}
		}
		b.fill(class, "over", end, say.It("more"), tell.State(state))
	}
	marks := []ScaleMark{{"0", "0", "zero"}}
	if b.at != n.Capacity && b.at != 0 {
		marks = append(marks, scale.mark(b.at, "", ""))
	}
	if loss := m.lossOf(n); loss.end > 0 {
		for _, e := range loss.offers {
			b.at = max(b.at, n.Capacity)
			b.add("gone", "gone", e.Units, e.OfferID+" · "+tell.Shorten(e.FrameworkID, 24), say.It("lost"))
		}
		marks = append(marks, scale.mark(loss.was, say.It("was")+" ", ""))
	}
	return b.segments, append(marks, scale.mark(n.Capacity, "", "cap "))
}

// loss is what the last step took from a node.
type loss struct {
	was    int64 // the capacity before
	offers []engine.Event
	end    int64 // units up to which the bar is drawn, 0 when the step took nothing
}

// lossOf finds what a loss of capacity in the last step invalidated, at most as many offers as a bar has pieces.
func (m *Model) lossOf(n engine.NodeUsage) loss {
	var l loss
	if m.verb() != engine.VerbResize {
		return l
	}
	for _, e := range m.outcome.Events {
		switch {
		case e.NodeID != n.ID:
		case e.Kind == engine.NodeResized && e.New < e.Old:
			l.was = e.Old
			l.end = max(e.Old, n.Allocated+n.Reserved, n.Capacity)
		case e.Kind == engine.OfferInvalidated && len(l.offers) < segmentsShown:
			l.offers = append(l.offers, e)
		}
	}
	from := max(n.Capacity, n.Allocated+n.Reserved)
	for _, e := range l.offers {
		from += e.Units
	}
	if l.end > 0 {
		l.end = max(l.end, from)
	}
	return l
}

type bar struct {
	scale    barScale
	capacity int64
	at       int64
	segments []Segment
}

// add draws units from where the last piece ended; what lies beyond the capacity is drawn apart, as beyond.
func (b *bar) add(class, beyond string, n int64, name, word string) {
	inside := max(0, min(n, b.capacity-b.at))
	title := name + ": " + say.It("%s %s", tell.Units(n), word)
	if inside > 0 {
		b.segments = append(b.segments, Segment{"seg " + class, b.scale.share(b.at), b.scale.share(inside), name, say.It("%d %s", say.D(inside), word), title})
	}
	if out := n - inside; out > 0 {
		b.segments = append(b.segments, Segment{"seg " + beyond, b.scale.share(b.at + inside), b.scale.share(out), name, beyondText(class, out, word), title})
	}
	b.at += n
}

func beyondText(class string, out int64, word string) string {
	if class == "gone" {
		return say.It("%d %s", say.D(out), word)
	}
	return say.It("%d over, %s", say.D(out), word)
}

// fill draws as one piece what was not drawn up to end, because there is too much of it.
func (b *bar) fill(class, beyond string, end int64, name, word string) {
	if end > b.at {
		b.add(class, beyond, end-b.at, name, word)
	}
}
