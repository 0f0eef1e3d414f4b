package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/bar"
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
	most, bars := int64(1), make([]bar.Bar, len(nodes))
	for i, n := range nodes {
		bars[i] = bar.Of(m.sched, n, m.outcome.Events)
		most = max(most, bars[i].End)
	}
	for i := range bars {
		node := m.nodeView(&bars[i], most)
		node.Label = say.It("Node %s", bars[i].ID)
		node.Capacity.DOM = "capacity-" + strconv.Itoa(p.From+i+1) // a node's id may hold what an element's id may not
		v.Nodes = append(v.Nodes, node)
	}
	v.Summary = say.It("now t = %d", say.D(m.sched.Now())) + " · " + say.Count(int64(counts.Nodes), "1 node", "%d nodes") + " · " +
		say.Count(int64(counts.LiveOffers), "1 live offer", "%d live offers") + " · " + say.Count(int64(counts.RunningTasks), "1 running task", "%d running tasks")
	return v
}

// steps counts steps.
func steps(n int) string { return say.Count(int64(n), "1 step", "%d steps") }

func (m *Model) nodeView(n *bar.Bar, most int64) NodeView {
	total := n.Allocated + n.Reserved
	field := m.field(FieldCapacity(n.ID), say.It("Capacity of %s", n.ID))
	if _, typed := m.fields.text[field.ID]; !typed {
		field.Text = strconv.FormatInt(n.Capacity, 10)
	}
	v := NodeView{ID: n.ID, Name: tell.Shorten(n.ID, 40), Capacity: field, Running: n.Allocated, Accepted: n.Accepted, Pending: n.Pending,
		Sum: say.It("%d of %d", say.D(total), say.D(n.Capacity)), Verdict: engine.Holds.String()}
	scale := barScale{most: float64(most) * 1.04}
	v.CaseLen, v.Tick = scale.share(n.Capacity), barScale{float64(max(1, n.Capacity))}.share(bar.Tick(most))
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
	v.Segments, v.Scale = segments(n, scale)
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

// segments finds words and looks for the pieces of a node's bar, and the numbers under it.
func segments(b *bar.Bar, scale barScale) (list []Segment, marks []ScaleMark) {
	for i := range b.Pieces {
		p := &b.Pieces[i]
		word, name := say.It(segmentWords[p.Of]), say.It("more")
		if p.Name != "" {
			name = tell.Shorten(p.Name, 24) + " · " + tell.Shorten(p.Owner, 24)
		}
		text := say.It("%d %s", say.D(p.Size), word)
		if p.Kind != p.Of {
			text = say.It("%d over, %s", say.D(p.Size), word)
		}
		list = append(list, Segment{segmentClasses[p.Kind], scale.share(p.From), scale.share(p.Size), name, text,
			name + ": " + say.It("%s %s", tell.Units(p.Whole), word)})
	}
	marks = []ScaleMark{{"0", "0", "zero"}}
	if total := b.Allocated + b.Reserved; total != b.Capacity && total != 0 {
		marks = append(marks, scale.mark(total, "", ""))
	}
	if b.Was > 0 {
		marks = append(marks, scale.mark(b.Was, say.It("was")+" ", ""))
	}
	return list, append(marks, scale.mark(b.Capacity, "", "cap "))
}

var (
	segmentClasses = [...]string{bar.Running: "seg task", bar.Accepted: "seg acc", bar.Pending: "seg pen", bar.Overhang: "seg hang", bar.Broken: "seg over",
		bar.Gone: "seg gone"}
	segmentWords = [...]string{bar.Running: "running", bar.Accepted: "accepted", bar.Pending: "pending", bar.Gone: say.Key("lost")}
)
