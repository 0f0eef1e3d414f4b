package app

import (
	"fmt"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// VerdictView is the judgement of the step on screen.
type VerdictView struct {
	Word       string // "Holds", "Overhang" or "Violated"
	Class      string // "", "hm" or "no"
	Text       string // what it means, in one sentence
	Said, Why  string
	Refused    bool
	Invariants []InvariantView
	Kept       int  // how many invariants hold
	Open       bool // on a phone the list is folded
	FirstBad   int  // number of the first step that is violated, 0 when none is or when it is on screen
}

// InvariantView is one invariant with its numbers.
type InvariantView struct {
	Name, Statement string
	Word            string // "holds", "overhang" or "violated"
	Class           string
	Numbers         string
}

func (m *Model) verdict() VerdictView {
	r := &m.outcome.Report
	v := VerdictView{Word: say.It(title(r.Verdict.String())), Class: stampClasses[r.Verdict], Refused: m.outcome.Refusal != nil,
		Open: m.open[PanelInvariants]}
	if m.firstBad != m.session.at && m.seen(m.firstBad) {
		v.FirstBad = m.firstBad
	}
	v.Said, v.Why = m.said()
	v.Text = tell.Verdict(r)
	for i := range r.Findings {
		f := &r.Findings[i]
		inv := InvariantView{Name: f.Invariant.String(), Statement: say.It(f.Invariant.Statement()), Word: say.It(engine.Holds.String()), Numbers: m.numbers(f)}
		switch {
		case f.Broken:
			inv.Word, inv.Class = say.It(engine.Violated.String()), "no"
		case f.Invariant == engine.NoOverCommitment && r.Verdict == engine.Overhang:
			inv.Word, inv.Class = say.It(engine.Overhang.String()), "hm"
		}
		if !f.Broken {
			v.Kept++
		}
		v.Invariants = append(v.Invariants, inv)
	}
	return v
}

var stampClasses = [...]string{engine.Holds: "stamp", engine.Overhang: "stamp hm", engine.Violated: "stamp no"}

// said tells what the step on screen did, and why.
func (m *Model) said() (what, why string) {
	if m.session.at == 0 {
		return say.It("Nothing has happened yet."), say.It("Take the next step, or any action of your own.")
	}
	step := tell.Step{Command: m.session.doc.Steps[m.session.at-1].Command, Outcome: &m.outcome, After: m.sched}
	return step.Said()
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// numbers shows the figures that an invariant was judged by.
func (m *Model) numbers(f *engine.Finding) string {
	if f.Broken {
		return tell.Broken(f)
	}
	switch f.Invariant {
	case engine.NoOverCommitment:
		return m.reservedOfLeft()
	case engine.AcceptedOutlivesPending:
		return m.lostOffers()
	case engine.AcceptIsHonoured:
		return m.honoured(engine.VerbAccept)
	case engine.LaunchIsHonoured:
		return m.honoured(engine.VerbLaunch)
	case engine.DeadlineIsKept:
		if next, ok := m.sched.NextDeadline(); ok {
			return say.It("now %d, next %d", say.D(m.sched.Now()), say.D(next))
		}
		return say.It("no deadline to come")
	case engine.FreeIsOffered:
		if m.verb() == engine.VerbMake && m.outcome.Refusal == nil {
			return say.It("0 free after the make")
		}
		return say.It("judged after a make")
	case engine.TasksSurvive:
		return say.It("%d running", say.D(f.Have))
	}
	return say.It("recounted")
}

func (m *Model) verb() engine.Verb {
	if m.session.at == 0 {
		return 0
	}
	return m.session.doc.Steps[m.session.at-1].Verb
}

// reservedOfLeft shows reserved <= max(0, capacity - allocated) for the nodes in sight.
func (m *Model) reservedOfLeft() string {
	counts := m.sched.Counts()
	var parts []string
	for _, n := range m.sched.NodeWindow(m.page[ListNodes]*nodesAPage, tell.Named) {
		parts = append(parts, fmt.Sprintf("%s: %d ≤ %d", tell.Shorten(n.ID, 12), n.Reserved, max(0, n.Capacity-n.Allocated)))
	}
	if len(parts) == 0 {
		return say.It("no node")
	}
	return tell.AndMore(strings.Join(parts, " · "), counts.Nodes-len(parts), "%s and 1 more node", "%s and %d more nodes")
}

func (m *Model) lostOffers() string {
	var parts []string
	for _, e := range m.outcome.Events {
		if e.Kind == engine.OfferInvalidated && len(parts) < tell.Named {
			parts = append(parts, say.It("%s (%s) went", e.OfferID, tell.State(e.From)))
		}
	}
	if len(parts) == 0 {
		return say.It("none was invalidated")
	}
	return strings.Join(parts, ", ")
}

func (m *Model) honoured(verb engine.Verb) string {
	switch {
	case m.verb() != verb:
		return say.It("no %s in this step", verb.String())
	case m.outcome.Refusal != nil:
		return say.It("refused, rightly")
	}
	return say.It("honoured")
}
