package export

import (
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// MaxText is how many bytes an export has at most: a trace can make a million offers, and a browser has to hold them.
const MaxText = 64 << 20

// step is one step of the replay, as exports see it.
type step struct {
	*trace.Step
	at    int               // from 0
	after *engine.Scheduler // in the state after the step
	engine.Outcome
}

// writer is the text of an export so far.
type writer struct{ b []byte }

func (w *writer) put(parts ...string) {
	for _, s := range parts {
		w.b = append(w.b, s...)
	}
}

func (w *writer) int(n int64) { w.b = strconv.AppendInt(w.b, n, 10) }

// replay runs the trace and shows each step to visit, which writes to w.
func (w *writer) replay(t *trace.Trace, visit func(step)) (*engine.Scheduler, error) {
	p, err := trace.NewPlayer(t, t.Rules())
	if err != nil {
		return nil, err
	}
	for i := range t.Steps {
		out, err := p.Outcome(i)
		if err != nil {
			return nil, err
		}
		s, err := p.At(i + 1)
		if err != nil {
			return nil, err
		}
		visit(step{&t.Steps[i], i, s, out})
		if len(w.b) > MaxText {
			return nil, fmt.Errorf("step %d: the export so far is longer than %d bytes", i+1, MaxText)
		}
	}
	return p.At(len(t.Steps))
}

// touched returns the ledgers, after the step, of the nodes that the step changed, each once, in the order of the changes.
func (s *step) touched() []engine.NodeUsage {
	var list []engine.NodeUsage
	seen := map[string]bool{}
	for i := range s.Events {
		id := s.Events[i].NodeID
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		usage, _ := s.after.Node(id)
		list = append(list, usage)
	}
	return list
}

// offerState is what an offer has come to.
type offerState struct {
	id    string
	state engine.State
}

var stateAfter = map[engine.EventKind]engine.State{
	engine.OfferMade: engine.Pending, engine.OfferAccepted: engine.Accepted, engine.OfferLaunched: engine.Launched,
	engine.OfferDeclined: engine.Declined, engine.OfferExpired: engine.Expired, engine.OfferInvalidated: engine.Invalidated,
}

// states returns the states after the step of the offers that it changed, made ones left aside; after a refusal, which
// changes nothing (rule 8), that of the offer that was named.
func (s *step) states() []offerState {
	var list []offerState
	for i := range s.Events {
		e := &s.Events[i]
		if state, ok := stateAfter[e.Kind]; ok && e.Kind != engine.OfferMade {
			if last := len(list) - 1; last >= 0 && list[last].id == e.OfferID {
				list[last].state = state // accepted and launched in one step
				continue
			}
			list = append(list, offerState{e.OfferID, state})
		}
	}
	if s.Refusal != nil && s.Command.Offer != "" {
		if o, ok := s.after.Offer(s.Command.Offer); ok {
			list = append(list, offerState{o.ID, o.State})
		}
	}
	return list
}

// made returns the offers that the step made, as they are right after it.
func (s *step) made() []engine.Offer {
	var list []engine.Offer
	for i := range s.Events {
		if s.Events[i].Kind == engine.OfferMade {
			o, _ := s.after.Offer(s.Events[i].OfferID)
			list = append(list, o)
		}
	}
	return list
}

// reasons names every reason for a refusal; the Go name of task-id-in-use is ErrTaskIDInUse.
var reasons = [...]struct {
	name string
	err  error
}{
	{"bad-name", engine.ErrBadName}, {"bad-timeout", engine.ErrBadTimeout}, {"bad-delta", engine.ErrBadDelta},
	{"bad-capacity", engine.ErrBadCapacity}, {"unknown-offer", engine.ErrUnknownOffer}, {"unknown-task", engine.ErrUnknownTask},
	{"not-owner", engine.ErrNotOwner}, {"not-pending", engine.ErrNotPending}, {"not-accepted", engine.ErrNotAccepted},
	{"not-live", engine.ErrNotLive}, {"not-running", engine.ErrNotRunning}, {"task-id-in-use", engine.ErrTaskIDInUse},
	{"does-not-fit", engine.ErrDoesNotFit}, {"not-in-contract", engine.ErrNotInContract}, {"limit", engine.ErrLimit},
	{"unknown-verb", engine.ErrUnknownVerb},
}

// reason returns the name of why the step was refused.
func (s *step) reason() string {
	for _, r := range reasons {
		if s.Refusal.Reason == r.err {
			return r.name
		}
	}
	return "unknown-verb"
}

// remark makes a text fit for one line of a comment in any of the languages: what does not print, a line end or a mark
// that turns the reading direction say, becomes a space.
func remark(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufffd' || !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
