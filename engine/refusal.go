package engine

import (
	"errors"
	"fmt"
)

// Why a call was refused. A refusal is expected and typed; it is part of a trace. Test it with errors.Is.
var (
	ErrBadName       = errors.New("bad name")                 // rule 10
	ErrBadNode       = errors.New("bad node")                 // New: duplicate id or bad capacity
	ErrBadContract   = errors.New("bad contract")             // NewWithContract: a rule without a meaning
	ErrBadTimeout    = errors.New("bad timeout")              // rule 14
	ErrBadDelta      = errors.New("bad delta")                // rule 17
	ErrBadCapacity   = errors.New("bad capacity")             // rule 18
	ErrUnknownOffer  = errors.New("unknown offer")            // rule 9
	ErrUnknownTask   = errors.New("unknown task")             // rule 12
	ErrNotOwner      = errors.New("not the owner")            // rule 9
	ErrNotPending    = errors.New("not pending")              // rule 5
	ErrNotAccepted   = errors.New("not accepted")             // rule 6
	ErrNotLive       = errors.New("not live")                 // rule 7
	ErrNotRunning    = errors.New("not running")              // rule 12
	ErrTaskIDInUse   = errors.New("task id in use")           // rule 11
	ErrDoesNotFit    = errors.New("does not fit")             // a contract whose accept or launch can fail
	ErrNotInContract = errors.New("not part of the contract") // a contract without this call
	ErrLimit         = errors.New("limit of the engine")      // numbers or memory that the engine cannot hold
	ErrUnknownVerb   = errors.New("unknown verb")             // a Command without a meaning
)

// Refusal says why a command was refused: what, whose, why, and what would have worked. Nothing was changed (rule 8).
type Refusal struct {
	Reason  error // one of the Err values above; errors.Is finds it
	Command Command
	Rule    int // the rule that decided, or 0 where none of the 24 does
	Now     int64
	Offer   Offer     // the offer named by the command, where it is known
	Task    Task      // the task named by the command, or the running task that has the id
	Node    NodeUsage // the node of that offer
	Left    int64     // ErrDoesNotFit: the units that could have been taken
	detail  string    // what a name or a number lacks
}

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Reason }

// Error returns the refusal as one sentence without a full stop, such as "o3 is A's, not B's".
func (r *Refusal) Error() string {
	switch r.Reason {
	case ErrUnknownOffer:
		return r.unknownOffer()
	case ErrUnknownTask:
		return fmt.Sprintf("no task has the id %s", Quote(r.Command.Task))
	case ErrNotOwner:
		return r.notOwner()
	case ErrNotPending, ErrNotAccepted, ErrNotLive:
		return r.wrongState()
	case ErrNotRunning:
		return fmt.Sprintf("%s already finished at %d", Quote(r.Task.ID), r.Task.FinishedAt)
	case ErrTaskIDInUse:
		return fmt.Sprintf("task id %s is taken by a running task of %s on %s; it is free again when that one has finished",
			Quote(r.Task.ID), Quote(r.Task.FrameworkID), Quote(r.Task.NodeID))
	case ErrDoesNotFit:
		return r.doesNotFit()
	}
	return r.detail
}

func (r *Refusal) unknownOffer() string {
	if r.detail != "" {
		return fmt.Sprintf("%s %s", Quote(r.Command.Offer), r.detail)
	}
	return fmt.Sprintf("no offer has the id %s", Quote(r.Command.Offer))
}

func (r *Refusal) notOwner() string {
	what, owner := r.Offer.ID, r.Offer.FrameworkID
	if r.Command.Verb == VerbFinish {
		what, owner = r.Task.ID, r.Task.FrameworkID
	}
	return fmt.Sprintf("%s is %s's, not %s's", Quote(what), Quote(owner), Quote(r.Command.Framework))
}

// wrongState says what the offer is instead, and what would have worked where something still can.
func (r *Refusal) wrongState() string {
	o := r.Offer
	switch o.State {
	case Pending:
		return fmt.Sprintf("%s is pending, not accepted: accept it first", o.ID)
	case Accepted:
		if r.Reason == ErrNotLive {
			return fmt.Sprintf("%s is accepted: under this contract only a pending offer can be declined", o.ID)
		}
		return fmt.Sprintf("%s is already accepted: it can be launched or declined", o.ID)
	case Expired:
		return fmt.Sprintf("%s expired at %d, now is %d", o.ID, o.ExpiresAt, r.Now)
	case Invalidated:
		return fmt.Sprintf("%s was invalidated at %d, when %s lost capacity", o.ID, o.EndedAt, Quote(o.NodeID))
	case Launched:
		return fmt.Sprintf("%s is launched, not %s", o.ID, wanted(r.Reason))
	}
	return fmt.Sprintf("%s was %s at %d, it is not %s", o.ID, o.State, o.EndedAt, wanted(r.Reason))
}

func wanted(reason error) string {
	switch reason {
	case ErrNotPending:
		return "pending"
	case ErrNotAccepted:
		return "accepted"
	}
	return "live"
}

func (r *Refusal) doesNotFit() string {
	return fmt.Sprintf("%s needs %d of %s, and only %d of %d are left", r.Offer.ID, r.Offer.Resources, Quote(r.Node.ID),
		max(0, r.Left), r.Node.Capacity)
}
