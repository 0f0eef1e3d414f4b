package engine

import "math"

// run is the one door: every call of every kind comes through here as a command. A command either succeeds, and its
// changes stand in c.step, or it is refused before anything was changed (rule 8).
func (c *core) run(cmd *Command) *denial {
	c.begin()
	var no *denial
	switch cmd.Verb {
	case VerbMake:
		no = c.make(cmd)
	case VerbAccept:
		no = c.accept(cmd)
	case VerbLaunch:
		no = c.launch(cmd)
	case VerbDecline:
		no = c.decline(cmd)
	case VerbFinish:
		no = c.finish(cmd)
	case VerbAdvance:
		no = c.advance(cmd)
	case VerbResize:
		no = c.resize(cmd)
	default:
		no = c.deny(denial{reason: ErrUnknownVerb, detail: "a command without a verb"})
	}
	if no != nil {
		c.step.refused, c.step.command = true, *cmd
	}
	return no
}

// make offers all uncommitted units of every node that has some, in node order (rule 2).
func (c *core) make(cmd *Command) *denial {
	if _, no := c.framework(cmd.Framework); no != nil {
		return no
	}
	if cmd.Amount < 1 {
		return c.deny(denial{reason: ErrBadTimeout, rule: 14, detail: text("the timeout is %d: at least 1 tick was expected", cmd.Amount)})
	}
	if no := c.checkRoom(); no != nil {
		return no
	}
	deadline := int64(noDeadline)
	if c.now < 0 || cmd.Amount <= math.MaxInt64-c.now {
		deadline = c.now + cmd.Amount
	}
	framework := c.frameworkNames.add(cmd.Framework)
	for i := c.offerable.next(0); i != none; i = c.offerable.next(i + 1) {
		n := &c.nodes[i]
		c.addOffer(i, framework, c.rules.offered(n, c.rules.held(n)), deadline)
		c.settle(i)
	}
	c.step.made = true
	return nil
}

// checkRoom refuses a make that the tables or the sums of a node could not hold. A contract that holds live offers
// never comes near; one that offers the same units again and again can.
func (c *core) checkRoom() *denial {
	if len(c.offers.rows) > math.MaxInt32-c.offerable.count {
		return c.deny(denial{reason: ErrLimit, detail: text("the engine keeps at most %d offers: prune ended ones", math.MaxInt32)})
	}
	for i := c.offerable.next(0); i != none; i = c.offerable.next(i + 1) {
		n := &c.nodes[i]
		if c.rules.offered(n, c.rules.held(n)) > math.MaxInt64-n.allocated-n.reserved() {
			return c.deny(denial{reason: ErrLimit, node: i, detail: text("the live offers of %s have %d units, and the engine cannot count more",
				Quote(c.nodeNames.all[i]), n.reserved())})
		}
	}
	return nil
}

// framework finds the framework that the command names, or none when no call of it succeeded yet. A known name is valid.
func (c *core) framework(name string) (int32, *denial) {
	number := c.frameworkNames.find(name)
	if number == none {
		if bad := checkName("the framework", name); bad != "" {
			return none, c.deny(denial{reason: ErrBadName, rule: 10, detail: bad})
		}
	}
	return number, nil
}

// own finds the offer that the command names and checks that it is the framework's (rule 9).
func (c *core) own(cmd *Command) (slot, *denial) {
	framework, no := c.framework(cmd.Framework)
	if no != nil {
		return none, no
	}
	seq := numbered('o', cmd.Offer)
	s := none
	if seq > 0 {
		s = c.offers.find(seq)
	}
	if s == none {
		detail := ""
		if seq > 0 && seq <= c.lastSeq {
			detail = "has ended and was pruned"
		}
		return none, c.deny(denial{reason: ErrUnknownOffer, rule: 9, detail: detail})
	}
	if c.offers.rows[s].framework != framework {
		return none, c.deny(denial{reason: ErrNotOwner, rule: 9, offer: s})
	}
	return s, nil
}

func (c *core) accept(cmd *Command) *denial {
	s, no := c.own(cmd)
	if no != nil {
		return no
	}
	o := &c.offers.rows[s]
	n := &c.nodes[o.node]
	if o.state != Pending {
		return c.deny(denial{reason: ErrNotPending, rule: 5, offer: s})
	}
	if left := c.rules.accept(n, c.rules.held(n)); o.units > left {
		c.step.deniedAccept = s
		return c.deny(denial{reason: ErrDoesNotFit, offer: s, left: left})
	}
	c.move(s, Accepted, OfferAccepted)
	n.accepted += c.rules.booked * o.units
	if c.rules.atOnce {
		c.start(s, c.newKey(""))
	}
	c.settle(o.node)
	return nil
}

func (c *core) launch(cmd *Command) *denial {
	s, no := c.own(cmd)
	if no != nil {
		return no
	}
	o := &c.offers.rows[s]
	left, launches := c.rules.launch(&c.nodes[o.node])
	switch {
	case !launches:
		if o.state == Accepted {
			c.step.deniedLaunch = s
		}
		return c.deny(denial{reason: ErrNotInContract, offer: s, detail: "under this contract nothing is launched: accepting an offer launches it at once"})
	case o.state != Accepted:
		return c.deny(denial{reason: ErrNotAccepted, rule: 6, offer: s})
	}
	task := cmd.Task
	key, no := c.checkTaskID(task, s)
	if no != nil {
		return no
	}
	if o.units > left {
		c.step.deniedLaunch = s
		return c.deny(denial{reason: ErrDoesNotFit, offer: s, left: left})
	}
	if key == 0 {
		key = c.newKey(task)
	}
	c.start(s, key)
	c.settle(o.node)
	return nil
}

// start moves the units of an accepted offer from reserved to allocated in one step (rule 1).
func (c *core) start(s slot, key int64) {
	c.move(s, Launched, OfferLaunched)
	o := &c.offers.rows[s]
	t := c.addTask(task{key: key, offerSeq: o.seq, units: o.units, launched: c.now, node: o.node, framework: o.framework, running: true})
	c.step.changes[len(c.step.changes)-1].task = t
}

// addTask lets a task run. It is the only place where one begins.
func (c *core) addTask(t task) slot {
	s := slot(len(c.tasks))
	c.tasks = append(twice(c.tasks), t)
	c.byID.put(t.key, s)
	n := &c.nodes[t.node]
	pushBack(c.tasks, &n.tasks, byNode, s)
	pushBack(c.tasks, &c.started, byLife, s)
	n.allocated += t.units
	c.running++
	return s
}

func (c *core) decline(cmd *Command) *denial {
	s, no := c.own(cmd)
	if no != nil {
		return no
	}
	o := &c.offers.rows[s]
	if !o.state.Live() || !c.rules.declines(o.state) {
		return c.deny(denial{reason: ErrNotLive, rule: 7, offer: s})
	}
	c.move(s, Declined, OfferDeclined)
	c.settle(o.node)
	return nil
}

// finish ends a running task. It frees the units and makes no offer (rule 12).
func (c *core) finish(cmd *Command) *denial {
	framework, no := c.framework(cmd.Framework)
	if no != nil {
		return no
	}
	s := c.findTask(cmd.Task)
	switch {
	case s == none:
		return c.deny(denial{reason: ErrUnknownTask, rule: 12})
	case c.tasks[s].framework != framework:
		return c.deny(denial{reason: ErrNotOwner, rule: 12, task: s})
	case !c.tasks[s].running:
		return c.deny(denial{reason: ErrNotRunning, rule: 12, task: s})
	}
	c.end(s, TaskFinished)
	return nil
}

// end ends a running task. It is the only place where one ends.
func (c *core) end(s slot, kind EventKind) {
	t := &c.tasks[s]
	n := &c.nodes[t.node]
	t.running, t.finished = false, c.now
	remove(c.tasks, &n.tasks, byNode, s)
	remove(c.tasks, &c.started, byLife, s)
	n.allocated -= t.units
	c.running--
	c.note(change{kind: kind, offer: none, task: s, node: t.node})
	c.settle(t.node)
}

// advance sets the clock, then expires what is due, by (deadline, seq) (rule 16).
func (c *core) advance(cmd *Command) *denial {
	delta := cmd.Amount
	if delta < 0 {
		return c.deny(denial{reason: ErrBadDelta, rule: 17, detail: text("time cannot advance by %d: 0 or more ticks were expected", delta)})
	}
	if c.now > math.MaxInt64-delta {
		return c.deny(denial{reason: ErrBadDelta, rule: 17, detail: text("time cannot advance by %d: now is %d, and the clock ends at %d",
			delta, c.now, int64(math.MaxInt64))})
	}
	c.note(change{kind: TimeAdvanced, offer: none, task: none, node: none, old: c.now, new: c.now + delta})
	c.now += delta
	for first, ok := c.deadlines.first(); ok && first <= c.now; first, ok = c.deadlines.first() {
		c.expire(c.deadlines.pop())
	}
	return nil
}

// expire ends the offers of one bucket. Those that the contract lets live past their deadline are kept apart, so that
// the invariant that they break finds them.
func (c *core) expire(due list) {
	rows := c.offers.rows
	for s := due.head; s != none; {
		next := rows[s].links[byDeadline].next
		rows[s].bucket = none
		if c.rules.expires(rows[s].state) {
			c.move(s, Expired, OfferExpired)
			c.settle(rows[s].node)
		} else {
			rows[s].bucket = overdueBucket
			pushBack(rows, &c.overdue, byDeadline, s)
			c.overdues++
		}
		s = next
	}
}

// resize replaces a capacity or adds the node. It is atomic: capacity first, then the victims (rules 18 and 19).
func (c *core) resize(cmd *Command) *denial {
	i := c.nodeNames.find(cmd.Node)
	if i == none {
		return c.create(Node{cmd.Node, cmd.Amount})
	}
	if no := c.checkCapacity(cmd.Amount); no != nil {
		return no
	}
	n := &c.nodes[i]
	old := n.capacity
	n.capacity = cmd.Amount
	c.note(change{kind: NodeResized, offer: none, task: none, node: i, old: old, new: n.capacity})
	if n.capacity < old { // growing touches no offer (rule 21)
		for s := c.rules.lost(n); s != none; s = c.rules.lost(n) {
			c.end(s, TaskLost)
		}
		c.shed(n)
	}
	c.settle(i)
	return nil
}

// shed invalidates offers of a node that lost capacity, and stops as soon as the rest fits (rules 19 and 20).
func (c *core) shed(n *node) {
	for n.allocated+c.rules.held(n) > n.capacity {
		s := c.rules.victim(c.offers.rows, n)
		if s == none {
			return
		}
		over := n.allocated + c.rules.held(n) - n.capacity
		if c.step.outlived == none && c.offers.rows[s].state == Accepted && n.waiting != emptyList {
			c.step.outlived = s
		}
		waiting := n.pending
		c.move(s, Invalidated, OfferInvalidated)
		at := &c.step.changes[len(c.step.changes)-1]
		at.old, at.new = over, waiting
	}
}

func (c *core) create(n Node) *denial {
	if r := c.checkNewNode(n); r != nil {
		return c.deny(denial{reason: r.Reason, rule: r.Rule, detail: r.detail})
	}
	i := c.addNode(n.ID, n.Capacity)
	c.note(change{kind: NodeAdded, offer: none, task: none, node: i, new: n.Capacity})
	return nil
}
