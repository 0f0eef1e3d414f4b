package app

import (
	"slices"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// CompareView has the columns of compare mode, none in the single view.
type CompareView struct {
	On      bool
	Columns []ColumnView
	More    []Option // contracts for one more column, none when there is no room
}

// ColumnView is the page under one contract.
type ColumnView struct {
	Column    int
	Contract  string
	Branch    string // its name, where branches are compared
	Resembles string
	Contracts []Option
	Cluster   ClusterView
	Verdict   VerdictView
	Drops     bool // it can be taken away
	Choices   int  // see BarView
}

func (m *Model) compareView() CompareView {
	if len(m.others) == 0 {
		return CompareView{}
	}
	v := CompareView{On: true}
	lanes := m.lanes()
	for i, l := range lanes {
		v.Columns = append(v.Columns, m.columnView(i, l, len(lanes)))
	}
	if len(lanes) < maxColumns {
		v.More = append(m.freeContracts(lanes[0].contract), Option{Label: say.It("choose a contract"), Chosen: true})
		v.More = append(v.More[len(v.More)-1:], v.More[1:len(v.More)-1]...)
	}
	return v
}

func (m *Model) columnView(i int, l *lane, of int) ColumnView {
	only := m.under(l)
	v := ColumnView{Column: i, Contract: l.title, Resembles: l.contract.Resembles, Contracts: m.freeContracts(l.contract),
		Cluster: only.clusterView(), Verdict: only.verdict(), Drops: of > 2, Choices: m.choices}
	if l.title != l.contract.Name {
		v.Branch = l.title
	}
	for n := range v.Cluster.Nodes {
		node := &v.Cluster.Nodes[n]
		node.Label = say.It("Node %s", node.ID)
		if i > 0 { // one set of controls
			node.Label, node.Bare = say.It("Node %s under %s", node.ID, l.title), true
		}
	}
	return v
}

// freeContracts are those that stand in no column, and the chosen one, which comes first.
func (m *Model) freeContracts(chosen engine.Contract) []Option {
	columns := m.session.columns()
	options := []Option{{chosen.Name, chosen.Name, true}}
	for _, c := range engine.Contracts() {
		if !slices.Contains(columns, c) {
			options = append(options, Option{c.Name, c.Name, false})
		}
	}
	return options
}

// liveOffers returns the offers that live in any column, by seq. Two columns may mean different offers by one id; the
// row is that of the first column in which it lives.
func (m *Model) liveOffers() []engine.Offer {
	live := m.sched.LiveOffers()
	for _, l := range m.others {
		live = merge(live, l.sched.LiveOffers())
	}
	return live
}

// merge joins two lists by seq, with an offer of the first where both have one of the same id.
func merge(a, b []engine.Offer) []engine.Offer {
	all := make([]engine.Offer, 0, max(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		d := compareIDs(a[0].ID, b[0].ID)
		if d <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all = append(all, b[0])
		}
		if d >= 0 {
			b = b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// compareIDs orders o9 before o10.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// offerEach says what became of an offer under each contract.
func (m *Model) offerEach(v *OfferView) {
	if len(m.others) == 0 {
		return
	}
	v.CanAccept, v.CanLaunch, v.CanDecline = false, false, false
	for _, l := range m.lanes() {
		o, ok := l.sched.Offer(v.ID)
		text := say.It("missing")
		if ok {
			text = tell.State(o.State)
			if o.NodeID != v.Node || o.Resources != v.Units || o.FrameworkID != v.Framework {
				text += ", " + say.It("%d of %s for %s", say.D(o.Resources), tell.Name(o.NodeID), tell.Name(o.FrameworkID))
			}
			can := m.under(l).offerView(o)
			v.CanAccept, v.CanLaunch, v.CanDecline = v.CanAccept || can.CanAccept, v.CanLaunch || can.CanLaunch, v.CanDecline || can.CanDecline
		}
		v.Each = append(v.Each, Each{l.title, text})
	}
}

// Each is what one row is under one contract.
type Each struct{ Contract, Text string }

// runningTasks returns the tasks that run in any column, those of the first column first.
func (m *Model) runningTasks() []engine.Task {
	running := m.sched.RunningTasks()
	seen := map[string]bool{}
	for _, t := range running {
		seen[t.ID] = true
	}
	for _, l := range m.others {
		for _, t := range l.sched.RunningTasks() {
			if !seen[t.ID] {
				seen[t.ID] = true
				running = append(running, t)
			}
		}
	}
	return running
}

// taskEach says what became of a task under each contract.
func (m *Model) taskEach(v *TaskView) {
	if len(m.others) == 0 {
		return
	}
	for _, l := range m.lanes() {
		t, ok := l.sched.Task(v.ID)
		text := say.It("missing")
		switch {
		case ok && !t.Running:
			text = say.It("finished")
		case ok && (t.NodeID != v.Node || t.Resources != v.Units || t.FrameworkID != v.Framework):
			text = say.It("running") + ", " + say.It("%d on %s for %s", say.D(t.Resources), tell.Name(t.NodeID), tell.Name(t.FrameworkID))
		case ok:
			text = say.It("running")
		}
		v.Each = append(v.Each, Each{l.title, text})
	}
}

// markStep gives a step in the list the marks of all columns.
func (m *Model) markStep(v *StepView, i int) {
	if len(m.others) == 0 {
		return
	}
	v.Flag = i+1 == m.first.step
	v.Word = m.title + " " + v.Word
	worst := m.marks[i].Verdict
	for _, l := range m.others {
		if i >= len(l.marks) {
			continue
		}
		j := l.marks[i]
		v.Mark += " " + verdictMarks[j.Verdict]
		v.Word += ", " + l.title + " " + judged(j)
		worst = max(worst, j.Verdict)
	}
	v.Class = "step " + verdictClasses[worst]
}

func judged(j engine.Judgement) string {
	if j.Refused {
		return say.It("refused") + ", " + say.It(j.Verdict.String())
	}
	return say.It(j.Verdict.String())
}
