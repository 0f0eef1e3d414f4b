package tell

import (
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Named is how many offers or nodes a sentence names before it counts the rest.
const Named = 3

// Said tells what the step did, and why, in one or two sentences each. Its cost depends on what the step changed.
func (s *Step) Said() (what, why string) {
	cmd := &s.Command
	if r := s.Outcome.Refusal; r != nil {
		return say.It("Refused: %s. Nothing changed.", say.Sentence(r.Error())), s.whyRefused(r)
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
		return say.It("%s declined %s, which was %s: it gave %s of %s back.", Name(cmd.Framework), e.OfferID, State(e.From), Units(e.Units), Name(e.NodeID)),
			then(say.It(declineWords[s.After.Contract().Decline]), say.It("No new offer is made by it."))
	case engine.VerbFinish:
		e := s.event(engine.TaskFinished)
		return say.It("%s finished %s: %s has its %s back.", Name(cmd.Framework), Name(e.TaskID), Name(e.NodeID), Units(e.Units)),
			say.It("Rule 12: a finish frees the units and makes no offer.")
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
		return say.It("%s is offered nothing: %s.", Name(cmd.Framework), s.whoHolds()), s.whyNothing()
	}
	list := make([]string, 0, Named)
	for _, e := range made[:min(Named, len(made))] {
		list = append(list, say.It("%s with %s of %s", e.OfferID, Units(e.Units), Name(e.NodeID)))
	}
	until := say.It("for ever")
	if !made[0].Endless {
		until = say.It("until %d", say.D(made[0].ExpiresAt))
	}
	what = say.It("%s is offered %s, %s.", Name(cmd.Framework), andMoreOffers(strings.Join(list, ", "), len(made)-len(list)), until)
	return what, then(say.It("Rule 2: a make offers all free units of every node."), say.It(holdWords[s.After.Contract().Hold]))
}

func andMoreOffers(list string, n int) string {
	return AndMore(list, n, "%s and 1 more offer", "%s and %d more offers")
}

// whoHolds says what stands in the way of a make, node by node.
func (s *Step) whoHolds() string {
	counts := s.After.Counts()
	if counts.Nodes == 0 {
		return say.It("there is no node")
	}
	var parts []string
	for _, n := range s.After.NodeWindow(0, Named) {
		parts = append(parts, s.nodeTaken(n))
	}
	return AndMore(strings.Join(parts, "; "), counts.Nodes-len(parts), "%s and 1 more node", "%s and %d more nodes")
}

// whyNothing says why a make offered nothing.
func (s *Step) whyNothing() string {
	if s.After.Counts().LiveOffers == 0 {
		return say.It("Rule 2: a make offers all free units of every node, and never an offer of 0.")
	}
	return then(say.It(holdWords[s.After.Contract().Hold]), say.It(offerWords[s.After.Contract().Offer]))
}

func (s *Step) nodeTaken(n engine.NodeUsage) string {
	if n.Capacity == 0 && n.Allocated == 0 && n.Reserved == 0 {
		return say.It("%s has no units", Name(n.ID))
	}
	running, promised := say.It("%d running", say.D(n.Allocated)), ""
	if n.Reserved > 0 {
		promised = say.It("%d promised by %s", say.D(n.Reserved), s.liveOn(n.ID, func(o engine.Offer) string {
			return say.It("%s (%s of %s)", o.ID, State(o.State), Name(o.FrameworkID))
		}))
	}
	by := promised
	switch {
	case n.Allocated > 0 && n.Reserved > 0:
		by = say.It("%s and %s", running, promised)
	case n.Allocated > 0:
		by = running
	}
	return say.It("%s has %s: %s", Name(n.ID), Units(n.Capacity), by)
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
		return say.It("%s and many more", list)
	}
	return andMoreOffers(list, len(offers)-len(names))
}

func (s *Step) saidAccept(cmd *engine.Command) (what, why string) {
	e := s.event(engine.OfferAccepted)
	who, node := Name(cmd.Framework), Name(e.NodeID)
	if l := s.event(engine.OfferLaunched); l.OfferID != "" {
		return say.It("%s accepted %s, and it was launched at once: %s runs on %s with %s.", who, e.OfferID, Name(l.TaskID), Name(l.NodeID), Units(l.Units)),
			say.It("This contract knows no accepted offers: whoever accepts first, and fits, runs.")
	}
	o, _ := s.After.Offer(e.OfferID)
	if o.Endless {
		what = say.It("%s accepted %s: it may launch on %s of %s for ever.", who, e.OfferID, Units(e.Units), node)
	} else {
		what = say.It("%s accepted %s: it may launch on %s of %s until %d, as before.", who, e.OfferID, Units(e.Units), node, say.D(o.ExpiresAt))
	}
	if s.After.Contract().Accept == engine.AcceptAlways && s.After.Contract().Hold == engine.HoldNothing {
		return what, say.It("This contract holds nothing for an accepted offer either: whether the units are still there shows at the launch.")
	}
	return what, say.It(acceptWords[s.After.Contract().Accept])
}

func (s *Step) saidLaunch(cmd *engine.Command) (what, why string) {
	e := s.event(engine.OfferLaunched)
	return say.It("%s launched %s: %s runs on %s with %s.", Name(cmd.Framework), e.OfferID, Name(e.TaskID), Name(e.NodeID), Units(e.Units)),
		then(say.It("Rule 1: the same units moved from reserved to allocated in one step."), say.It(launchWords[s.After.Contract().Launch]))
}

func (s *Step) saidAdvance() (what, why string) {
	t := s.event(engine.TimeAdvanced)
	what = say.It("Time went from %d to %d.", say.D(t.Old), say.D(t.New))
	if t.Old == t.New {
		return say.It("Time stays at %d.", say.D(t.New)), say.It("Rule 17: an advance by 0 changes nothing.")
	}
	expiry := say.It(expiryWords[s.After.Contract().Expiry])
	expired := s.Outcome.Events[1:]
	if len(expired) == 0 {
		why = say.It("No deadline has come.")
		if next, ok := s.After.NextDeadline(); ok {
			why = say.It("The next deadline is %d.", say.D(next))
		}
		if s.Outcome.Report.Findings[engine.DeadlineIsKept].Broken {
			why = say.It("A deadline has passed, and the offer is alive all the same.")
		}
		return what, then(why, expiry)
	}
	list := make([]string, 0, Named)
	for _, e := range expired[:min(Named, len(expired))] {
		list = append(list, say.It("%s of %s, with %s of %s, expired at %d", e.OfferID, Name(e.FrameworkID), Units(e.Units), Name(e.NodeID), say.D(e.ExpiresAt)))
	}
	all := AndMore(strings.Join(list, "; "), len(expired)-len(list), "%s and 1 more expired offer", "%s and %d more expired offers")
	return then(what, all+"."), then(say.It("Rules 14 to 16: an offer lives until its deadline and is expired when the clock shows it."), expiry)
}

func (s *Step) saidResize() (what, why string) {
	if e := s.event(engine.NodeAdded); e.NodeID != "" {
		return say.It("%s was added with %s.", Name(e.NodeID), Units(e.New)),
			say.It("Rule 18: a node that is not known yet is created, last in order. Nobody was offered its units so far.")
	}
	e := s.event(engine.NodeResized)
	node, lost := Name(e.NodeID), s.Outcome.Events[1:]
	if len(lost) > 0 && lost[0].Kind == engine.TaskLost {
		return AndMore(say.It("%s shrank from %d to %s, and its running task %s of %s was lost", node, say.D(e.Old), Units(e.New), Name(lost[0].TaskID),
			Name(lost[0].FrameworkID)), len(lost)-1, "%s and 1 more loss", "%s and %d more losses") + ".", say.It("Rule 20 is broken: running tasks are never touched.")
	}
	switch {
	case e.New == e.Old:
		return say.It("%s has %s, as before.", node, Units(e.New)), say.It("Rule 18: a resize replaces the capacity.")
	case e.New > e.Old:
		return say.It("%s grew from %d to %s.", node, say.D(e.Old), Units(e.New)),
			say.It("Rule 21: growing touches no offer and makes none. The next make can offer the new units.")
	}
	what = say.It("%s shrank from %d to %s.", node, say.D(e.Old), Units(e.New))
	if len(lost) > 0 {
		what = then(what, saidLost(lost))
	} else {
		what = then(what, s.lossWithoutVictim(e.NodeID))
	}
	return what, then(say.It(lossWords[s.After.Contract().Loss]), s.survivors(e.NodeID))
}

// saidLost names the offers that a loss of capacity invalidated.
func saidLost(lost []engine.Event) string {
	list := make([]string, 0, Named)
	for _, l := range lost[:min(Named, len(lost))] {
		list = append(list, say.It("%s of %s (%s, %s)", l.OfferID, Name(l.FrameworkID), State(l.From), Units(l.Units)))
	}
	all := andMoreOffers(strings.Join(list, ", "), len(lost)-len(list))
	if len(lost) == 1 {
		return say.It("It was %d over, so %s was invalidated.", say.D(lost[0].Over), all)
	}
	return say.It("It was %d over, so %s were invalidated.", say.D(lost[0].Over), all)
}

func (s *Step) lossWithoutVictim(node string) string {
	n, _ := s.After.Node(node)
	switch {
	case n.Free >= 0:
		return say.It("All that runs and is promised still fits.")
	case n.Reserved == 0:
		return say.It("Only running tasks are left on it, and they are never touched.")
	}
	return say.It("No offer was invalidated.")
}

// survivors names the live offers that a loss of capacity left on the node.
func (s *Step) survivors(node string) string {
	left := s.liveOn(node, func(o engine.Offer) string {
		return say.It("the %s %s of %s", State(o.State), o.ID, Name(o.FrameworkID))
	})
	if left == "" {
		return ""
	}
	return say.It("What stays: %s.", left)
}

// whyRefused names the rule and, where something else would have worked, says it.
func (s *Step) whyRefused(r *engine.Refusal) string {
	if r.Reason == engine.ErrDoesNotFit {
		if s.After.Contract().Hold == engine.HoldLive {
			return say.It("This contract kept the offer when the node lost capacity, so the launch can fail. Under binding the offer would have ended with the loss.")
		}
		return say.It("This contract lets a call fail when the units are gone. Under binding they would have been held.")
	}
	if r.Rule == 0 {
		return say.It("Rule 8: a refused call changes nothing.")
	}
	return say.It(refusedWords[r.Reason])
}
