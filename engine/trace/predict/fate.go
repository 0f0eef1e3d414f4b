package predict

import (
	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// mostFates is how many offers an advance or a resize is asked about. The other verbs that touch an offer name it, and no
// contract lets them touch another one, so there is nothing to ask about those.
const mostFates = 4

// fatePools are the states that somebody could expect of an offer after each verb, the likeliest first.
var fatePools = [...][]engine.State{
	engine.VerbAccept:  {engine.Accepted, engine.Launched, engine.Pending},
	engine.VerbLaunch:  {engine.Launched, engine.Accepted, engine.Declined},
	engine.VerbDecline: {engine.Declined, engine.Pending, engine.Invalidated},
	engine.VerbAdvance: {engine.Expired, engine.Accepted, engine.Invalidated},
	engine.VerbResize:  {engine.Invalidated, engine.Accepted, engine.Expired},
}

func state(s engine.State) option { return option{int64(s), say.It(s.String())} }

// fates asks what becomes of the live offers that the call names or could reach: first of those about which contracts
// disagree.
func (s *scene) fates(list []Question) []Question {
	var offers []engine.Offer
	switch s.cmd.Verb {
	case engine.VerbAccept, engine.VerbLaunch, engine.VerbDecline:
		if o, ok := s.before.Offer(s.cmd.Offer); ok && o.State.Live() {
			return s.fate(list, &o)
		}
		return list
	case engine.VerbResize:
		_, offers = s.before.OnNode(s.cmd.Node, inSight)
		fallthrough
	case engine.VerbAdvance:
		offers = append(offers, s.before.LiveOfferWindow(0, inSight)...)
	}
	ranks := make([]int, len(offers))
	for i := range offers {
		ranks[i] = s.rank(&offers[i])
		for k := range i {
			if offers[k].ID == offers[i].ID {
				ranks[i] = -1
			}
		}
	}
	most := mostFates
	for rank := range 4 {
		for i := range offers {
			if ranks[i] == rank && most > 0 {
				most--
				list = s.fate(list, &offers[i])
			}
		}
	}
	return list
}

// rank is below 2 for an offer within reach of an advance or a resize, and even where contracts disagree about its fate.
func (s *scene) rank(o *engine.Offer) int {
	rank := 3
	for i := range s.worlds {
		if there, ok := s.worlds[i].same(o); ok && there != s.stateOf(o) {
			rank = 2
		}
	}
	near := o.NodeID == s.cmd.Node
	if s.cmd.Verb == engine.VerbAdvance {
		near = !o.Endless && o.ExpiresAt-s.before.Now() <= s.cmd.Amount
	}
	if near {
		rank -= 2
	}
	return rank
}

// same returns the state of the same offer in another world, where it was made at all.
func (w *world) same(o *engine.Offer) (engine.State, bool) {
	there, ok := w.after.Offer(o.ID)
	return there.State, ok && there.FrameworkID == o.FrameworkID && there.NodeID == o.NodeID
}

func (s *scene) stateOf(o *engine.Offer) engine.State {
	after, _ := s.after.Offer(o.ID)
	return after.State
}

func (s *scene) fate(list []Question, o *engine.Offer) []Question {
	var c options
	c.add(state(o.State))
	for i := range s.worlds {
		if there, ok := s.worlds[i].same(o); ok {
			c.add(state(there))
		}
	}
	if int(s.cmd.Verb) < len(fatePools) {
		for _, near := range fatePools[s.cmd.Verb] {
			c.add(state(near))
		}
	}
	why, g := s.whyFate(o)
	return c.ask(list, state(s.stateOf(o)), Question{Kind: Fate, Text: say.It("In which state is %s after this call?", o.ID) + " " + say.It("Now it is %s, with %s of %s for %s.",
		say.It(o.State.String()), say.Count(o.Resources, "1 unit", "%d units"), name(o.NodeID), name(o.FrameworkID)),
		Why: why + g.text, Rule: g.rule})
}

// whyFate says what became of an offer, and which rule decided.
func (s *scene) whyFate(o *engine.Offer) (string, ground) {
	for i := len(s.out.Events) - 1; i >= 0; i-- {
		if e := &s.out.Events[i]; e.OfferID == o.ID {
			return s.changed(e, s.said[i])
		}
	}
	if s.out.Refusal != nil {
		return s.facts() + " " + say.It("Nothing changed."), s.call()
	}
	switch now := s.after.Now(); {
	case s.cmd.Verb == engine.VerbResize:
	case o.Endless:
		return say.It("%s has no deadline.", o.ID), rule(14)
	case o.ExpiresAt <= now:
		return say.It("%s had the deadline %d, now is %d.", o.ID, say.D(o.ExpiresAt), say.D(now)), s.clock()
	default:
		return say.It("%s has the deadline %d, now is %d.", o.ID, say.D(o.ExpiresAt), say.D(now)), rule(14)
	}
	if o.NodeID != s.cmd.Node {
		return say.It("%s stands on %s, and another node was resized.", o.ID, name(o.NodeID)), s.size()
	}
	return s.ledger(o.NodeID), s.size()
}

// changed says why an event ended or moved an offer on.
func (s *scene) changed(e *engine.Event, said string) (string, ground) {
	said = say.Sentence(said)
	switch e.Kind {
	case engine.OfferExpired:
		o, _ := s.after.Offer(e.OfferID)
		said = say.It("%s, its deadline was %d, now is %d", said, say.D(o.ExpiresAt), say.D(s.after.Now()))
		if e.From == engine.Accepted {
			return said + ".", rule(15)
		}
		return said + ".", rule(16)
	case engine.OfferInvalidated:
		return said + ".", s.size()
	}
	return said + ".", s.call()
}
