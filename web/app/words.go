package app

import (
	"fmt"
	"strings"

	"firmoffer/engine"
)

// This file holds the sentences about a step: what happened, why, and what it means for the promises.

// named is how many offers or nodes a sentence names before it counts the rest.
const named = 3

// said tells what the last step did, and why, in one or two sentences each.
func (m *Model) said() (what, why string) {
	if m.session.at == 0 {
		return "Nothing has happened yet.", "Take the next step, or any action of your own."
	}
	cmd := &m.session.doc.Steps[m.session.at-1].Command
	if r := m.outcome.Refusal; r != nil {
		return "Refused: " + sentence(r.Error()) + " Nothing changed.", m.whyRefused(r)
	}
	switch cmd.Verb {
	case engine.VerbMake:
		return m.saidMake(cmd)
	case engine.VerbAccept:
		return m.saidAccept(cmd)
	case engine.VerbLaunch:
		return m.saidLaunch(cmd)
	case engine.VerbDecline:
		e := m.event(engine.OfferDeclined)
		return fmt.Sprintf("%s declined %s, which was %s: it gave %s of %s back.", q(cmd.Framework), e.OfferID, e.From, units(e.Units), q(e.NodeID)),
			declineWords[m.contract.Decline] + " No new offer is made by it."
	case engine.VerbFinish:
		e := m.event(engine.TaskFinished)
		return fmt.Sprintf("%s finished %s: %s has its %s back.", q(cmd.Framework), q(e.TaskID), q(e.NodeID), units(e.Units)),
			"Rule 12: a finish frees the units and makes no offer."
	case engine.VerbAdvance:
		return m.saidAdvance()
	}
	return m.saidResize()
}

func (m *Model) event(kind engine.EventKind) engine.Event {
	for _, e := range m.outcome.Events {
		if e.Kind == kind {
			return e
		}
	}
	return engine.Event{}
}

func (m *Model) saidMake(cmd *engine.Command) (what, why string) {
	made := m.outcome.Events
	if len(made) == 0 {
		return fmt.Sprintf("%s is offered nothing: %s.", q(cmd.Framework), m.whoHolds()), m.whyNothing()
	}
	list := make([]string, 0, named)
	for _, e := range made[:min(named, len(made))] {
		list = append(list, fmt.Sprintf("%s with %s of %s", e.OfferID, units(e.Units), q(e.NodeID)))
	}
	until := "for ever"
	if !made[0].Endless {
		until = fmt.Sprintf("until %d", made[0].ExpiresAt)
	}
	what = fmt.Sprintf("%s is offered %s%s, %s.", q(cmd.Framework), strings.Join(list, ", "), andMore(len(made)-len(list), "offer"), until)
	return what, "Rule 2: a make offers all free units of every node. " + holdWords[m.contract.Hold]
}

// whoHolds says what stands in the way of a make, node by node.
func (m *Model) whoHolds() string {
	counts := m.sched.Counts()
	if counts.Nodes == 0 {
		return "there is no node"
	}
	var parts []string
	for _, n := range m.sched.NodeWindow(0, named) {
		parts = append(parts, m.nodeTaken(n))
	}
	return strings.Join(parts, "; ") + andMore(counts.Nodes-len(parts), "node")
}

// whyNothing says why a make offered nothing.
func (m *Model) whyNothing() string {
	if m.sched.Counts().LiveOffers == 0 {
		return "Rule 2: a make offers all free units of every node, and never an offer of 0."
	}
	return holdWords[m.contract.Hold] + offerWords[m.contract.Offer]
}

func (m *Model) nodeTaken(n engine.NodeUsage) string {
	if n.Capacity == 0 && n.Allocated == 0 && n.Reserved == 0 {
		return q(n.ID) + " has no units"
	}
	var by []string
	if n.Allocated > 0 {
		by = append(by, fmt.Sprintf("%d running", n.Allocated))
	}
	if n.Reserved > 0 {
		by = append(by, fmt.Sprintf("%d promised by %s", n.Reserved, m.liveOn(n.ID, func(o engine.Offer) string {
			return fmt.Sprintf("%s (%s of %s)", o.ID, o.State, q(o.FrameworkID))
		})))
	}
	return fmt.Sprintf("%s has %s: %s", q(n.ID), units(n.Capacity), strings.Join(by, " and "))
}

// liveOn names the live offers of a node, and says so when there are more than it names.
func (m *Model) liveOn(node string, name func(engine.Offer) string) string {
	const counted = 100
	_, offers := m.sched.OnNode(node, counted)
	var names []string
	for _, o := range offers[:min(named, len(offers))] {
		names = append(names, name(o))
	}
	list := strings.Join(names, ", ")
	if len(offers) == counted {
		return list + " and many more"
	}
	return list + andMore(len(offers)-len(names), "offer")
}

func (m *Model) saidAccept(cmd *engine.Command) (what, why string) {
	e := m.event(engine.OfferAccepted)
	if l := m.event(engine.OfferLaunched); l.OfferID != "" {
		return fmt.Sprintf("%s accepted %s, and it was launched at once: %s runs on %s with %s.", q(cmd.Framework), e.OfferID, q(l.TaskID), q(l.NodeID), units(l.Units)),
			"This contract knows no accepted offers: whoever accepts first, and fits, runs."
	}
	o, _ := m.sched.Offer(e.OfferID)
	until := fmt.Sprintf("until %d, as before", o.ExpiresAt)
	if o.Endless {
		until = "for ever"
	}
	what = fmt.Sprintf("%s accepted %s: it may launch on %s of %s %s.", q(cmd.Framework), e.OfferID, units(e.Units), q(e.NodeID), until)
	if m.contract.Accept == engine.AcceptAlways && m.contract.Hold == engine.HoldNothing {
		return what, "This contract holds nothing for an accepted offer either: whether the units are still there shows at the launch."
	}
	return what, acceptWords[m.contract.Accept]
}

func (m *Model) saidLaunch(cmd *engine.Command) (what, why string) {
	e := m.event(engine.OfferLaunched)
	return fmt.Sprintf("%s launched %s: %s runs on %s with %s.", q(cmd.Framework), e.OfferID, q(e.TaskID), q(e.NodeID), units(e.Units)),
		"Rule 1: the same units moved from reserved to allocated in one step. " + launchWords[m.contract.Launch]
}

func (m *Model) saidAdvance() (what, why string) {
	t := m.event(engine.TimeAdvanced)
	what = fmt.Sprintf("Time went from %d to %d.", t.Old, t.New)
	if t.Old == t.New {
		return fmt.Sprintf("Time stays at %d.", t.New), "Rule 17: an advance by 0 changes nothing."
	}
	expired := m.outcome.Events[1:]
	if len(expired) == 0 {
		why = "No deadline has come."
		if next, ok := m.sched.NextDeadline(); ok {
			why = fmt.Sprintf("The next deadline is %d.", next)
		}
		if m.outcome.Report.Findings[engine.DeadlineIsKept].Broken {
			why = "A deadline has passed, and the offer is alive all the same."
		}
		return what, why + expiryWords[m.contract.Expiry]
	}
	list := make([]string, 0, named)
	for _, e := range expired[:min(named, len(expired))] {
		list = append(list, fmt.Sprintf("%s of %s, with %s of %s, expired at %d", e.OfferID, q(e.FrameworkID), units(e.Units), q(e.NodeID), e.ExpiresAt))
	}
	return what + " " + strings.Join(list, "; ") + andMore(len(expired)-len(list), "expired offer") + ".",
		"Rules 14 to 16: an offer lives until its deadline and is expired when the clock shows it." + expiryWords[m.contract.Expiry]
}

func (m *Model) saidResize() (what, why string) {
	if e := m.event(engine.NodeAdded); e.NodeID != "" {
		return fmt.Sprintf("%s was added with %s.", q(e.NodeID), units(e.New)), "Rule 18: a node that is not known yet is created, last in order. Nobody was offered its units so far."
	}
	e := m.event(engine.NodeResized)
	lost := m.outcome.Events[1:]
	if len(lost) > 0 && lost[0].Kind == engine.TaskLost {
		return fmt.Sprintf("%s shrank from %d to %s, and its running task %s of %s was lost%s.", q(e.NodeID), e.Old, units(e.New), q(lost[0].TaskID),
			q(lost[0].FrameworkID), andMore(len(lost)-1, "loss")), "Rule 20 is broken: running tasks are never touched."
	}
	switch {
	case e.New == e.Old:
		return fmt.Sprintf("%s has %s, as before.", q(e.NodeID), units(e.New)), "Rule 18: a resize replaces the capacity."
	case e.New > e.Old:
		return fmt.Sprintf("%s grew from %d to %s.", q(e.NodeID), e.Old, units(e.New)), "Rule 21: growing touches no offer and makes none. The next make can offer the new units."
	}
	what = fmt.Sprintf("%s shrank from %d to %s.", q(e.NodeID), e.Old, units(e.New))
	if len(lost) > 0 {
		list := make([]string, 0, named)
		for _, l := range lost[:min(named, len(lost))] {
			list = append(list, fmt.Sprintf("%s of %s (%s, %s)", l.OfferID, q(l.FrameworkID), l.From, units(l.Units)))
		}
		were := "was"
		if len(lost) > 1 {
			were = "were"
		}
		what += fmt.Sprintf(" It was %d over, so %s%s %s invalidated.", lost[0].Over, strings.Join(list, ", "), andMore(len(lost)-len(list), "offer"), were)
	} else {
		what += " " + m.lossWithoutVictim(e.NodeID)
	}
	return what, lossWords[m.contract.Loss] + m.survivors(e.NodeID)
}

func (m *Model) lossWithoutVictim(node string) string {
	n, _ := m.sched.Node(node)
	switch {
	case n.Free >= 0:
		return "All that runs and is promised still fits."
	case n.Reserved == 0:
		return "Only running tasks are left on it, and they are never touched."
	}
	return "No offer was invalidated."
}

// survivors names the live offers that a loss of capacity left on the node.
func (m *Model) survivors(node string) string {
	left := m.liveOn(node, func(o engine.Offer) string {
		return fmt.Sprintf("the %s %s of %s", o.State, o.ID, q(o.FrameworkID))
	})
	if left == "" {
		return ""
	}
	return " What stays: " + left + "."
}

// whyRefused names the rule and, where something else would have worked, says it.
func (m *Model) whyRefused(r *engine.Refusal) string {
	if r.Reason == engine.ErrDoesNotFit {
		if m.contract.Hold == engine.HoldLive {
			return "This contract kept the offer when the node lost capacity, so the launch can fail. Under binding the offer would have ended with the loss."
		}
		return "This contract lets a call fail when the units are gone. Under binding they would have been held."
	}
	if r.Rule == 0 {
		return "Rule 8: a refused call changes nothing."
	}
	return refusedWords[r.Reason]
}

func q(id string) string { return shorten(engine.Quote(id), 40) }

func units(n int64) string {
	if n == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", n)
}

func plural(what string) string {
	if strings.HasSuffix(what, "s") {
		return what + "es"
	}
	return what + "s"
}

func andMore(n int, what string) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return " and 1 more " + what
	}
	return fmt.Sprintf(" and %d more %s", n, plural(what))
}

// sentence makes a refusal, which has no capital letter of its own where it begins with an id, end with a full stop.
func sentence(text string) string { return text + "." }
