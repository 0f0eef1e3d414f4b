package predict

import (
	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
)

// reason numbers what a call can come to, in the order of the options.
type reason uint8

const (
	succeeds reason = iota
	badName
	badTimeout
	badDelta
	badCapacity
	unknownOffer
	unknownTask
	notOwner
	notPending
	notAccepted
	notLive
	notRunning
	idInUse
	doesNotFit
	notInContract
	limit
)

var reasons = [...]error{badName: engine.ErrBadName, badTimeout: engine.ErrBadTimeout, badDelta: engine.ErrBadDelta,
	badCapacity: engine.ErrBadCapacity, unknownOffer: engine.ErrUnknownOffer, unknownTask: engine.ErrUnknownTask,
	notOwner: engine.ErrNotOwner, notPending: engine.ErrNotPending, notAccepted: engine.ErrNotAccepted,
	notLive: engine.ErrNotLive, notRunning: engine.ErrNotRunning, idInUse: engine.ErrTaskIDInUse,
	doesNotFit: engine.ErrDoesNotFit, notInContract: engine.ErrNotInContract, limit: engine.ErrLimit}

var reasonWords = [...]string{"it succeeds", "a name is not allowed", "the timeout is out of range", "the clock cannot move by that",
	"the capacity is out of range", "there is no such offer", "there is no such task", "it is another framework's",
	"the offer is not pending", "the offer is not accepted", "the offer is not live", "the task does not run any more",
	"the task id is in use", "the units do not fit", "the contract has no such call", "the engine cannot hold more"}

// pools are the reasons that each verb knows.
var pools = [...][]reason{
	engine.VerbMake:    {badTimeout, badName},
	engine.VerbAccept:  {notPending, notOwner, unknownOffer, doesNotFit},
	engine.VerbLaunch:  {notAccepted, notOwner, idInUse, unknownOffer, doesNotFit},
	engine.VerbDecline: {notLive, notOwner, unknownOffer},
	engine.VerbFinish:  {notRunning, notOwner, unknownTask},
	engine.VerbAdvance: {badDelta},
	engine.VerbResize:  {badCapacity, badName},
}

func (r reason) option() option {
	if r == succeeds {
		return option{0, say.It(reasonWords[succeeds])}
	}
	return option{int64(r), say.It("it is refused: %s", say.It(reasonWords[r]))}
}

// came is what the call comes to in a world.
func (w *world) came() option {
	if w.out.Refusal == nil {
		return succeeds.option()
	}
	for r := range reasons {
		if reasons[r] == w.out.Refusal.Reason {
			return reason(r).option()
		}
	}
	return limit.option() // a command without a verb, which no trace has
}

// outcome asks whether the call succeeds.
func (s *scene) outcome(list []Question) []Question {
	var o options
	o.add(succeeds.option())
	for i := range s.worlds {
		o.add(s.worlds[i].came())
	}
	for _, r := range s.near() {
		o.add(r.option())
	}
	g := s.call()
	return o.ask(list, s.came(), Question{Kind: Outcome, Text: say.It("%s: does this call succeed, and if not, why is it refused?", clip(trace.FormatCommand(s.cmd), 90)),
		Why: s.facts() + g.text, Rule: g.rule})
}

// near are the reasons that the verb knows, mixed by the step and the command alone: a reason stands among the options as
// often when it is wrong as when it is right.
func (s *scene) near() []reason {
	if int(s.cmd.Verb) >= len(pools) {
		return nil
	}
	var pool []reason
	for _, r := range pools[s.cmd.Verb] {
		if r != idInUse || s.cmd.Task != "" {
			pool = append(pool, r)
		}
	}
	mix := uint32(s.at) + 1
	for _, b := range []byte(s.cmd.Framework + s.cmd.Offer + s.cmd.Task) {
		mix = mix*16777619 ^ uint32(b)
	}
	for i := len(pool) - 1; i > 0; i-- {
		mix = mix*1664525 + 1013904223
		k := int(mix>>16) % (i + 1)
		pool[i], pool[k] = pool[k], pool[i]
	}
	return pool
}

// edgy reports whether a make, an advance or a resize looks as if it could be refused: its number stands at the edge of
// what is allowed, or it has an odd name.
func (s *scene) edgy() bool {
	n := s.cmd.Amount
	switch s.cmd.Verb {
	case engine.VerbMake:
		return n <= 1 || engine.Quote(s.cmd.Framework) != s.cmd.Framework
	case engine.VerbAdvance:
		return n <= 0 || n > engine.MaxCapacity
	case engine.VerbResize:
		return n <= 0 || n >= engine.MaxCapacity || engine.Quote(s.cmd.Node) != s.cmd.Node
	}
	return false
}
