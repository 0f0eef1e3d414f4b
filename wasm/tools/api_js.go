package main

import (
	"errors"
	"math"
	"unsafe"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// The script API, seen from inside: static/firm-offer-api.mjs is the other half, and the only caller. Functions that are
// exported to WebAssembly with numbers as arguments cost some twenty nanoseconds a call, so every call of the engine is one
// of them. Texts go through two stretches of memory: in, which the script fills, and out, which it reads before it calls
// again. Nothing here calls back, so there is never more than one call under way.

// exact is the largest integer that JavaScript's numbers hold without rounding. The clock of the API ends there.
const exact = 1<<53 - 1

// roomy is from how many bytes on in and out are given back after use.
const roomy = 1 << 20

var (
	in  = make([]byte, 2048)
	out []byte
)

// sessions are the schedulers by their handles; nil is one that was disposed of, and vacant lists those handles.
var (
	sessions []*session
	vacant   []int32
)

// session is a scheduler of a script, and what is needed to write its trace.
type session struct {
	*engine.Scheduler
	nodes []engine.Node // as it began
	began int64         // ticks
	steps []engine.Command
	long  bool // there were more steps than a trace can hold: they are not kept any more
}

func keep(s *session) int32 {
	if n := len(vacant); n > 0 {
		handle := vacant[n-1]
		vacant = vacant[:n-1]
		sessions[handle] = s
		return handle
	}
	sessions = append(sessions, s)
	return int32(len(sessions) - 1)
}

// apiIn returns the address of at least size bytes to write to.
//
//go:wasmexport fo_in
func apiIn(size int32) uint32 {
	if int(size) > len(in) {
		in = make([]byte, size)
	}
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(in))))
}

// apiOut returns the address of what the last call wrote.
//
//go:wasmexport fo_out
func apiOut() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(out)))) }

//go:wasmexport fo_free
func apiFree(handle int32) {
	sessions[handle] = nil
	vacant = append(vacant, handle)
}

//go:wasmexport fo_now
func apiNow(handle int32) float64 { return float64(sessions[handle].Now()) }

// apiState returns the state of an offer by its creation number, or -1 when it has been pruned.
//
//go:wasmexport fo_state
func apiState(handle int32, seq float64) int32 {
	o, ok := sessions[handle].Offer(offerID(int64(seq)))
	if !ok {
		return -1
	}
	return int32(o.State)
}

// apiCall runs a command whose names stand in in, one behind the other, with these lengths; name is that of the offer,
// task or node. It returns the length of what is in out: the offers of a make, the id of a launched task. Below 0 it is
// minus the length of an error.
//
//go:wasmexport fo_call
func apiCall(handle, verb, framework, name, task int32, amount float64) int32 {
	cmd := engine.Command{Verb: engine.Verb(verb), Framework: string(in[:framework]), Amount: int64(amount)}
	switch what := string(in[framework : framework+name]); cmd.Verb {
	case engine.VerbFinish:
		cmd.Task = what
	case engine.VerbResize:
		cmd.Node = what
	default:
		cmd.Offer = what
	}
	if task > 0 {
		cmd.Task = string(in[framework+name : framework+name+task])
	}
	clearOut()
	return answered(sessions[handle].call(&cmd))
}

// clearOut empties out before it is written.
func clearOut() {
	if cap(out) > roomy {
		out = nil
	}
	out = out[:0]
}

// call runs a command through the method that it stands for and writes what comes back.
func (s *session) call(cmd *engine.Command) (err error) {
	switch cmd.Verb {
	case engine.VerbMake:
		var made []engine.Offer
		if made, err = s.MakeOffers(cmd.Framework, cmd.Amount); err == nil && len(made) > 0 {
			writeMade(made)
		}
	case engine.VerbAccept:
		err = s.AcceptOffer(cmd.Framework, cmd.Offer)
	case engine.VerbLaunch:
		var id string
		id, err = s.LaunchTask(cmd.Framework, cmd.Offer, cmd.Task)
		out = append(out, id...)
	case engine.VerbDecline:
		err = s.DeclineOffer(cmd.Framework, cmd.Offer)
	case engine.VerbFinish:
		err = s.FinishTask(cmd.Framework, cmd.Task)
	case engine.VerbAdvance:
		if err = s.checkClock(cmd.Amount); err != nil {
			return err
		}
		err = s.AdvanceTime(cmd.Amount)
	case engine.VerbResize:
		err = s.SetNodeResources(cmd.Node, cmd.Amount)
	}
	s.record(cmd, err != nil)
	return err
}

// checkClock refuses what would bring the clock to where JavaScript cannot count. A delta below 0 is the engine's to refuse.
func (s *session) checkClock(delta int64) error {
	if now := s.Now(); delta > exact || now+max(delta, 0) > exact {
		return errors.New("ticks: found " + decimal(delta) + " at " + decimal(now) + ", expected a clock of at most " + decimal(exact))
	}
	return nil
}

// record keeps a command for the trace. A refused one may name what no trace can: it changed nothing and is left out.
func (s *session) record(cmd *engine.Command, refused bool) {
	if s.long {
		return
	}
	if refused {
		if read, err := trace.ParseCommand(trace.FormatCommand(*cmd)); err != nil || read != *cmd {
			return
		}
	}
	if len(s.steps) == trace.MaxSteps {
		s.steps, s.long = nil, true
		return
	}
	s.steps = append(s.steps, *cmd)
}

// answered ends a call: the length of what was written, or minus that of the error.
func answered(err error) int32 {
	if err != nil {
		out = out[:0]
		writeError(err)
		return -int32(len(out))
	}
	if len(out) > math.MaxInt32 {
		panic("an answer of more than 2 GB")
	}
	return int32(len(out))
}
