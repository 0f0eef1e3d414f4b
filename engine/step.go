package engine

import "fmt"

// stepFacts is what the last command did, in slots: enough to judge it, and to tell it in full when somebody asks.
type stepFacts struct {
	number       int64
	refused      bool
	command      Command // that was refused
	made         bool    // a make that succeeded
	denial       denial
	changes      []change
	running      int64 // tasks, before the command
	firstSeq     int64 // the newest seq before the command
	deniedAccept slot  // pending, its framework's, and refused all the same
	deniedLaunch slot  // accepted, its framework's, a usable task id, and refused all the same
	outlived     slot  // accepted and invalidated while a pending offer lived on the node
	unfinal      slot  // something tried to move it out of a final state
}

// change is an event in slots. What old and new mean depends on the kind:
//
//	TimeAdvanced, NodeResized, NodeAdded   before and after
//	OfferInvalidated                       units that the node was over; units still pending before
type change struct {
	kind     EventKind
	from     State
	offer    slot
	task     slot
	node     slot
	old, new int64
}

// denial is a refusal in slots; it becomes text only when somebody reads it.
type denial struct {
	reason error
	rule   int
	offer  slot
	task   slot
	node   slot
	left   int64
	detail string
}

// manyChanges is the size from which the scratch space of a step is given back after a step that needed less of it.
const manyChanges = 4096

func (c *core) begin() {
	st := &c.step
	if cap(st.changes) > manyChanges && len(st.changes) < cap(st.changes)/4 {
		st.changes = nil
	}
	if st.refused { // nothing that a stranger sent lives longer than its answer
		st.command, st.denial = Command{}, denial{}
	}
	st.number++
	st.refused, st.made, st.changes = false, false, st.changes[:0]
	st.running, st.firstSeq = c.running, c.lastSeq
	st.deniedAccept, st.deniedLaunch, st.outlived, st.unfinal = none, none, none, none
}

// note keeps a change and enters it into the book of its node.
func (c *core) note(ch change) {
	c.step.changes = append(c.step.changes, ch)
	switch ch.kind {
	case OfferMade:
		c.nodes[ch.node].booked.reserved += c.offers.rows[ch.offer].units
	case OfferLaunched:
		c.nodes[ch.node].booked.reserved -= c.offers.rows[ch.offer].units
		c.nodes[ch.node].booked.allocated += c.offers.rows[ch.offer].units
	case OfferDeclined, OfferExpired, OfferInvalidated:
		c.nodes[ch.node].booked.reserved -= c.offers.rows[ch.offer].units
	case TaskFinished, TaskLost:
		c.nodes[ch.node].booked.allocated -= c.tasks[ch.task].units
	}
}

// deny refuses the command. Slots that a denial does not name are zero in its literal, which is a real slot: the
// reason says which of them count.
func (c *core) deny(d denial) *denial {
	c.step.denial = d
	return &c.step.denial
}

// text formats a detail. Details are few and rare: bad input only.
func text(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// refusal tells a denial in full.
func (c *core) refusal(d *denial) *Refusal {
	r := &Refusal{Reason: d.reason, Command: c.step.command, Rule: d.rule, Now: c.now, Left: d.left, detail: d.detail}
	switch d.reason {
	case ErrNotPending, ErrNotAccepted, ErrNotLive, ErrDoesNotFit, ErrNotInContract:
		r.Offer = c.offer(d.offer)
		r.Node = c.usage(c.offers.rows[d.offer].node)
	case ErrNotRunning:
		r.Task = c.task(d.task)
	case ErrTaskIDInUse:
		r.Offer, r.Task = c.offer(d.offer), c.task(d.task)
	case ErrNotOwner:
		if c.step.command.Verb == VerbFinish {
			r.Task = c.task(d.task)
		} else {
			r.Offer = c.offer(d.offer)
		}
	}
	return r
}

func (c *core) offer(s slot) Offer {
	o := &c.offers.rows[s]
	out := Offer{ID: numberedID('o', o.seq), FrameworkID: c.frameworkNames.all[o.framework], NodeID: c.nodeNames.all[o.node],
		Resources: o.units, CreatedAt: o.created, ExpiresAt: o.deadline, EndedAt: o.ended, State: o.state}
	if o.deadline == noDeadline {
		out.ExpiresAt, out.Endless = Forever, true
	}
	return out
}

func (c *core) task(s slot) Task {
	t := &c.tasks[s]
	return Task{ID: c.taskID(t.key), FrameworkID: c.frameworkNames.all[t.framework], NodeID: c.nodeNames.all[t.node],
		OfferID: numberedID('o', t.offerSeq), Resources: t.units, LaunchedAt: t.launched, FinishedAt: t.finished, Running: t.running}
}

func (c *core) usage(i slot) NodeUsage {
	n := &c.nodes[i]
	return NodeUsage{ID: c.nodeNames.all[i], Capacity: n.capacity, Allocated: n.allocated, Reserved: n.reserved(),
		Pending: n.pending, Accepted: n.accepted, Free: n.free(), Overhang: max(0, n.allocated-n.capacity)}
}

// event tells a change in full.
func (c *core) event(ch *change) Event {
	e := Event{Kind: ch.kind, From: ch.from, Old: ch.old, New: ch.new}
	if ch.node != none {
		e.NodeID = c.nodeNames.all[ch.node]
	}
	if ch.offer != none {
		o := c.offer(ch.offer)
		e.OfferID, e.FrameworkID, e.Units, e.ExpiresAt, e.Endless = o.ID, o.FrameworkID, o.Resources, o.ExpiresAt, o.Endless
	}
	if ch.task != none {
		t := c.task(ch.task)
		e.TaskID, e.FrameworkID, e.Units = t.ID, t.FrameworkID, t.Resources
	}
	if ch.kind == OfferInvalidated {
		e.Over, e.PendingLeft, e.Old, e.New = ch.old, ch.new, 0, 0
		if ch.from == Pending {
			e.PendingLeft -= e.Units
		}
	}
	return e
}

func (c *core) outcome() Outcome {
	out := Outcome{Report: c.report(), Events: make([]Event, len(c.step.changes))}
	for i := range c.step.changes {
		out.Events[i] = c.event(&c.step.changes[i])
	}
	if c.step.refused {
		out.Refusal = c.refusal(&c.step.denial)
	}
	return out
}

func (c *core) checkNewNode(n Node) *Refusal {
	if bad := checkName("the node's id", n.ID); bad != "" {
		return &Refusal{Reason: ErrBadName, Rule: 10, detail: bad}
	}
	if c.nodeNames.find(n.ID) != none {
		return &Refusal{Reason: ErrBadNode, detail: text("there are two nodes %s: every node needs an id of its own", Quote(n.ID))}
	}
	if d := c.checkCapacity(n.Capacity); d != nil {
		return &Refusal{Reason: d.reason, Rule: d.rule, detail: text("node %s: %s", Quote(n.ID), d.detail)}
	}
	return nil
}

func (c *core) checkCapacity(units int64) *denial {
	if units < 0 || units > MaxCapacity {
		return c.deny(denial{reason: ErrBadCapacity, rule: 18, detail: text("the capacity is %d: 0 to %d units were expected", units, int64(MaxCapacity))})
	}
	return nil
}
