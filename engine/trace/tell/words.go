package tell

import (
	"fmt"
	"strings"

	"firmoffer/engine"
)

// Named is how many offers or nodes a sentence names before it counts the rest.
const Named = 3

// Said tells what the step did, and why, in one or two sentences each. Its cost depends on what the step changed.
func (s *Step) Said() (what, why string) {
	cmd := &s.Command
	if r := s.Outcome.Refusal; r != nil {
		return "Refused: " + r.Error() + ". Nothing changed.", s.whyRefused(r)
	}
	switch cmd.Verb {
	case engine.VerbMake:
		return s.saidMake(cmd)
	case engine.VerbAccept:
		return s.saidAccept(cmd)
	case engine.VerbLaunch:
		return s.saidLaunch(cmd)
	case engine.VerbDecline:
		e := s.event(engine.OfferDeclined)
		return fmt.Sprintf("%s declined %s, which was %s: it gave %s of %s back.", Name(cmd.Framework), e.OfferID, e.From, Units(e.Units), Name(e.NodeID)),
			declineWords[s.After.Contract().Decline] + " No new offer is made by it."
	case engine.VerbFinish:
		e := s.event(engine.TaskFinished)
		return fmt.Sprintf("%s finished %s: %s has its %s back.", Name(cmd.Framework), Name(e.TaskID), Name(e.NodeID), Units(e.Units)),
			"Rule 12: a finish frees the units and makes no offer."
	case engine.VerbAdvance:
		return s.saidAdvance()
	}
	return s.saidResize()
}

func (s *Step) event(kind engine.EventKind) engine.Event {
	for _, e := range s.Outcome.Events {
		if e.Kind == kind {
			return e
		}
	}
	return engine.Event{}
}

func (s *Step) saidMake(cmd *engine.Command) (what, why string) {
	made := s.Outcome.Events
	if len(made) == 0 {
		return fmt.Sprintf("%s is offered nothing: %s.", Name(cmd.Framework), s.whoHolds()), s.whyNothing()
	}
	list := make([]string, 0, Named)
	for _, e := range made[:min(Named, len(made))] {
		list = append(list, fmt.Sprintf("%s with %s of %s", e.OfferID, Units(e.Units), Name(e.NodeID)))
	}
	until := "for ever"
	if !made[0].Endless {
		until = fmt.Sprintf("until %d", made[0].ExpiresAt)
	}
	what = fmt.Sprintf("%s is offered %s%s, %s.", Name(cmd.Framework), strings.Join(list, ", "), AndMore(len(made)-len(list), "offer"), until)
	return what, "Rule 2: a make offers all free units of every node. " + holdWords[s.After.Contract().Hold]
}

// whoHolds says what stands in the way of a make, node by node.
func (s *Step) whoHolds() string {
	counts := s.After.Counts()
	if counts.Nodes == 0 {
		return "there is no node"
	}
	var parts []string
	for _, n := range s.After.NodeWindow(0, Named) {
		parts = append(parts, s.nodeTaken(n))
	}
	return strings.Join(parts, "; ") + AndMore(counts.Nodes-len(parts), "node")
}

// whyNothing says why a make offered nothing.
func (s *Step) whyNothing() string {
	if s.After.Counts().LiveOffers == 0 {
		return "Rule 2: a make offers all free units of every node, and never an offer of 0."
	}
	return holdWords[s.After.Contract().Hold] + offerWords[s.After.Contract().Offer]
}

func (s *Step) nodeTaken(n engine.NodeUsage) string {
	if n.Capacity == 0 && n.Allocated == 0 && n.Reserved == 0 {
		return Name(n.ID) + " has no units"
	}
	var by []string
	if n.Allocated > 0 {
		by = append(by, fmt.Sprintf("%d running", n.Allocated))
	}
	if n.Reserved > 0 {
		by = append(by, fmt.Sprintf("%d promised by %s", n.Reserved, s.liveOn(n.ID, func(o engine.Offer) string {
			return fmt.Sprintf("%s (%s of %s)", o.ID, o.State, Name(o.FrameworkID))
		})))
	}
	return fmt.Sprintf("%s has %s: %s", Name(n.ID), Units(n.Capacity), strings.Join(by, " and "))
}

// liveOn names the live offers of a node, and says so when there are more than it names.
func (s *Step) liveOn(node string, name func(engine.Offer) string) string {
	const counted = 100
	_, offers := s.After.OnNode(node, counted)
	var names []string
	for _, o := range offers[:min(Named, len(offers))] {
		names = append(names, name(o))
	}
	list := strings.Join(names, ", ")
	if len(offers) == counted {
		return list + " and many more"
	}
	return list + AndMore(len(offers)-len(names), "offer")
}

func (s *Step) saidAccept(cmd *engine.Command) (what, why string) {
	e := s.event(engine.OfferAccepted)
	if l := s.event(engine.OfferLaunched); l.OfferID != "" {
		return fmt.Sprintf("%s accepted %s, and it was launched at once: %s runs on %s with %s.", Name(cmd.Framework), e.OfferID, Name(l.TaskID), Name(l.NodeID), Units(l.Units)),
			"This contract knows no accepted offers: whoever accepts first, and fits, runs."
	}
	o, _ := s.After.Offer(e.OfferID)
	until := fmt.Sprintf("until %d, as before", o.ExpiresAt)
	if o.Endless {
		until = "for ever"
	}
	what = fmt.Sprintf("%s accepted %s: it may launch on %s of %s %s.", Name(cmd.Framework), e.OfferID, Units(e.Units), Name(e.NodeID), until)
	if s.After.Contract().Accept == engine.AcceptAlways && s.After.Contract().Hold == engine.HoldNothing {
		return what, "This contract holds nothing for an accepted offer either: whether the units are still there shows at the launch."
	}
	return what, acceptWords[s.After.Contract().Accept]
}

func (s *Step) saidLaunch(cmd *engine.Command) (what, why string) {
	e := s.event(engine.OfferLaunched)
	return fmt.Sprintf("%s launched %s: %s runs on %s with %s.", Name(cmd.Framework), e.OfferID, Name(e.TaskID), Name(e.NodeID), Units(e.Units)),
		"Rule 1: the same units moved from reserved to allocated in one step. " + launchWords[s.After.Contract().Launch]
}

func (s *Step) saidAdvance() (what, why string) {
	t := s.event(engine.TimeAdvanced)
	what = fmt.Sprintf("Time went from %d to %d.", t.Old, t.New)
	if t.Old == t.New {
		return fmt.Sprintf("Time stays at %d.", t.New), "Rule 17: an advance by 0 changes nothing."
	}
	expired := s.Outcome.Events[1:]
	if len(expired) == 0 {
		why = "No deadline has come."
		if next, ok := s.After.NextDeadline(); ok {
			why = fmt.Sprintf("The next deadline is %d.", next)
		}
		if s.Outcome.Report.Findings[engine.DeadlineIsKept].Broken {
			why = "A deadline has passed, and the offer is alive all the same."
		}
		return what, why + expiryWords[s.After.Contract().Expiry]
	}
	list := make([]string, 0, Named)
	for _, e := range expired[:min(Named, len(expired))] {
		list = append(list, fmt.Sprintf("%s of %s, with %s of %s, expired at %d", e.OfferID, Name(e.FrameworkID), Units(e.Units), Name(e.NodeID), e.ExpiresAt))
	}
	return what + " " + strings.Join(list, "; ") + AndMore(len(expired)-len(list), "expired offer") + ".",
		"Rules 14 to 16: an offer lives until its deadline and is expired when the clock shows it." + expiryWords[s.After.Contract().Expiry]
}

func (s *Step) saidResize() (what, why string) {
	if e := s.event(engine.NodeAdded); e.NodeID != "" {
		return fmt.Sprintf("%s was added with %s.", Name(e.NodeID), Units(e.New)), "Rule 18: a node that is not known yet is created, last in order. Nobody was offered its units so far."
	}
	e := s.event(engine.NodeResized)
	lost := s.Outcome.Events[1:]
	if len(lost) > 0 && lost[0].Kind == engine.TaskLost {
		return fmt.Sprintf("%s shrank from %d to %s, and its running task %s of %s was lost%s.", Name(e.NodeID), e.Old, Units(e.New), Name(lost[0].TaskID),
			Name(lost[0].FrameworkID), AndMore(len(lost)-1, "loss")), "Rule 20 is broken: running tasks are never touched."
	}
	switch {
	case e.New == e.Old:
		return fmt.Sprintf("%s has %s, as before.", Name(e.NodeID), Units(e.New)), "Rule 18: a resize replaces the capacity."
	case e.New > e.Old:
		return fmt.Sprintf("%s grew from %d to %s.", Name(e.NodeID), e.Old, Units(e.New)), "Rule 21: growing touches no offer and makes none. The next make can offer the new units."
	}
	what = fmt.Sprintf("%s shrank from %d to %s.", Name(e.NodeID), e.Old, Units(e.New))
	if len(lost) > 0 {
		list := make([]string, 0, Named)
		for _, l := range lost[:min(Named, len(lost))] {
			list = append(list, fmt.Sprintf("%s of %s (%s, %s)", l.OfferID, Name(l.FrameworkID), l.From, Units(l.Units)))
		}
		were := "was"
		if len(lost) > 1 {
			were = "were"
		}
		what += fmt.Sprintf(" It was %d over, so %s%s %s invalidated.", lost[0].Over, strings.Join(list, ", "), AndMore(len(lost)-len(list), "offer"), were)
	} else {
		what += " " + s.lossWithoutVictim(e.NodeID)
	}
	return what, lossWords[s.After.Contract().Loss] + s.survivors(e.NodeID)
}

func (s *Step) lossWithoutVictim(node string) string {
	n, _ := s.After.Node(node)
	switch {
	case n.Free >= 0:
		return "All that runs and is promised still fits."
	case n.Reserved == 0:
		return "Only running tasks are left on it, and they are never touched."
	}
	return "No offer was invalidated."
}

// survivors names the live offers that a loss of capacity left on the node.
func (s *Step) survivors(node string) string {
	left := s.liveOn(node, func(o engine.Offer) string {
		return fmt.Sprintf("the %s %s of %s", o.State, o.ID, Name(o.FrameworkID))
	})
	if left == "" {
		return ""
	}
	return " What stays: " + left + "."
}

// whyRefused names the rule and, where something else would have worked, says it.
func (s *Step) whyRefused(r *engine.Refusal) string {
	if r.Reason == engine.ErrDoesNotFit {
		if s.After.Contract().Hold == engine.HoldLive {
			return "This contract kept the offer when the node lost capacity, so the launch can fail. Under binding the offer would have ended with the loss."
		}
		return "This contract lets a call fail when the units are gone. Under binding they would have been held."
	}
	if r.Rule == 0 {
		return "Rule 8: a refused call changes nothing."
	}
	return refusedWords[r.Reason]
}
