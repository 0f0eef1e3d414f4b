package app

import (
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
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
	v := VerdictView{Word: title(r.Verdict.String()), Class: stampClasses[r.Verdict], Refused: m.outcome.Refusal != nil,
		Open: m.open[PanelInvariants]}
	if m.firstBad != m.session.at {
		v.FirstBad = m.firstBad
	}
	v.Said, v.Why = m.said()
	switch r.Verdict {
	case engine.Holds:
		v.Text = "No node has promised more than it has."
	case engine.Overhang:
		v.Text = fmt.Sprintf("%s has %s and runs %d, %d over%s. No task is stopped, and nobody was promised too much.", q(r.Hanging.ID),
			units(r.Hanging.Capacity), r.Hanging.Allocated, r.Hanging.Overhang, others(r.HangingNodes-1, "node"))
	case engine.Violated:
		v.Text = m.broken(r)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		inv := InvariantView{Name: f.Invariant.String(), Statement: f.Invariant.Statement(), Word: engine.Holds.String(), Numbers: m.numbers(f)}
		switch {
		case f.Broken:
			inv.Word, inv.Class = engine.Violated.String(), "no"
		case f.Invariant == engine.NoOverCommitment && r.Verdict == engine.Overhang:
			inv.Word, inv.Class = engine.Overhang.String(), "hm"
		}
		if !f.Broken {
			v.Kept++
		}
		v.Invariants = append(v.Invariants, inv)
	}
	return v
}

var stampClasses = [...]string{engine.Holds: "stamp", engine.Overhang: "stamp hm", engine.Violated: "stamp no"}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// broken says which promise the step breaks.
func (m *Model) broken(r *engine.Report) string {
	var parts []string
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Broken {
			parts = append(parts, f.Invariant.String()+": "+m.blame(f))
		}
	}
	return strings.Join(parts, "; ") + "."
}

// others counts the places beside the one that was named.
func others(n int, what string) string {
	if n <= 0 {
		return ""
	}
	return " (" + strings.TrimSpace(andMore(n, what)) + ")"
}

// blame says how a finding breaks its invariant.
func (m *Model) blame(f *engine.Finding) string {
	node := q(f.NodeID)
	switch f.Invariant {
	case engine.NoOverCommitment:
		return fmt.Sprintf("%s has promised %s and has %d left%s", node, units(f.Have), f.Limit, others(f.Places-1, "node"))
	case engine.AcceptedOutlivesPending:
		return fmt.Sprintf("%s was accepted and went, while a pending offer on %s stayed", f.OfferID, node)
	case engine.AcceptIsHonoured:
		return f.OfferID + " was pending, and its own framework was refused"
	case engine.LaunchIsHonoured:
		return f.OfferID + " was accepted, and its own framework was refused"
	case engine.DeadlineIsKept:
		return fmt.Sprintf("%s is live, its deadline was %d, and now is %d%s", f.OfferID, f.Have, f.Limit, others(f.Places-1, "offer"))
	case engine.FreeIsOffered:
		return fmt.Sprintf("%s has %d free that nobody was offered%s", node, f.Have, others(f.Places-1, "node"))
	case engine.TasksSurvive:
		return fmt.Sprintf("%d tasks run, %d should", f.Have, f.Limit)
	}
	return fmt.Sprintf("the books of %s do not add up", node)
}

// numbers shows the figures that an invariant was judged by.
func (m *Model) numbers(f *engine.Finding) string {
	if f.Broken {
		return m.blame(f)
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
			return fmt.Sprintf("now %d, next %d", m.sched.Now(), next)
		}
		return "no deadline to come"
	case engine.FreeIsOffered:
		if m.verb() == engine.VerbMake && m.outcome.Refusal == nil {
			return "0 free after the make"
		}
		return "judged after a make"
	case engine.TasksSurvive:
		return strconv.FormatInt(f.Have, 10) + " running"
	}
	return "recounted"
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
	for _, n := range m.sched.NodeWindow(m.page[ListNodes]*nodesAPage, named) {
		parts = append(parts, fmt.Sprintf("%s: %d ≤ %d", shorten(n.ID, 12), n.Reserved, max(0, n.Capacity-n.Allocated)))
	}
	if len(parts) == 0 {
		return "no node"
	}
	return strings.Join(parts, " · ") + andMore(counts.Nodes-len(parts), "node")
}

func (m *Model) lostOffers() string {
	var parts []string
	for _, e := range m.outcome.Events {
		if e.Kind == engine.OfferInvalidated && len(parts) < named {
			parts = append(parts, fmt.Sprintf("%s (%s) went", e.OfferID, e.From))
		}
	}
	if len(parts) == 0 {
		return "none was invalidated"
	}
	return strings.Join(parts, ", ")
}

func (m *Model) honoured(verb engine.Verb) string {
	switch {
	case m.verb() != verb:
		return "no " + verb.String() + " in this step"
	case m.outcome.Refusal != nil:
		return "refused, rightly"
	}
	return "honoured"
}
