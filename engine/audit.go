package engine

// judge checks the eight invariants after a step. It costs as much as the step changed: the sets of nodes are kept up
// to date by every call, and only the nodes that the step touched are recounted.
func (c *core) judge() Judgement {
	j := Judgement{Refused: c.step.refused, Broken: c.brokenNow()}
	switch {
	case j.Broken != 0:
		j.Verdict = Violated
	case c.hanging.count > 0:
		j.Verdict = Overhang
	}
	return j
}

func (c *core) brokenNow() InvariantSet {
	var set InvariantSet
	if c.broken.count > 0 {
		set.add(NoOverCommitment)
	}
	if c.step.outlived != none {
		set.add(AcceptedOutlivesPending)
	}
	if c.step.deniedAccept != none {
		set.add(AcceptIsHonoured)
	}
	if c.step.deniedLaunch != none {
		set.add(LaunchIsHonoured)
	}
	if c.firstOverdue() != none {
		set.add(DeadlineIsKept)
	}
	if c.step.made && c.unoffered.count > 0 {
		set.add(FreeIsOffered)
	}
	if c.running != c.expectedRunning() {
		set.add(TasksSurvive)
	}
	if !c.ledgerAddsUp() {
		set.add(LedgerAddsUp)
	}
	return set
}

// firstOverdue returns a live offer whose deadline has passed, or none.
func (c *core) firstOverdue() slot {
	if c.overdue != emptyList {
		return c.overdue.head
	}
	if first, ok := c.deadlines.first(); ok && first <= c.now {
		return c.deadlines.offers().head
	}
	return none
}

// expectedRunning is how many tasks run if each began with a launch and ended with a finish.
func (c *core) expectedRunning() int64 {
	n := c.step.running
	for i := range c.step.changes {
		switch c.step.changes[i].kind {
		case OfferLaunched:
			n++
		case TaskFinished:
			n--
		}
	}
	return n
}

// ledgerAddsUp checks the nodes that the step touched, the ids that it gave, and that no final state was left.
func (c *core) ledgerAddsUp() bool {
	if c.step.unfinal != none {
		return false
	}
	seq := c.step.firstSeq
	for i := range c.step.changes {
		ch := &c.step.changes[i]
		if ch.kind == OfferMade {
			if c.offers.rows[ch.offer].seq <= seq {
				return false
			}
			seq = c.offers.rows[ch.offer].seq
		}
		if ch.node != none && !c.nodeAddsUp(&c.nodes[ch.node]) {
			return false
		}
	}
	return true
}

// recounted is how many offers and tasks of a node are counted one by one after each step. Beyond it the node's book
// alone stands against its sums, or a node with many offers would make every step slow.
const recounted = 64

func (c *core) nodeAddsUp(n *node) bool {
	if n.audited == c.step.number {
		return true
	}
	ok := n.pending >= 0 && n.accepted >= 0 && n.allocated >= 0 && n.booked == book{n.reserved(), n.allocated} && c.recount(n)
	if ok {
		n.audited = c.step.number // one that does not add up is found again, whoever asks
	}
	return ok
}

// recount compares a node's sums with its offers and tasks, unless there are too many.
func (c *core) recount(n *node) bool {
	var pending, accepted, allocated int64
	left := recounted
	for s := n.live.head; s != none; s = c.offers.rows[s].links[byNode].next {
		switch o := &c.offers.rows[s]; o.state {
		case Pending:
			pending += o.units
		case Accepted:
			accepted += o.units
		default:
			return false
		}
		if left--; left == 0 {
			return true
		}
	}
	for s := n.tasks.head; s != none; s = c.tasks[s].links[byNode].next {
		if !c.tasks[s].running {
			return false
		}
		allocated += c.tasks[s].units
		if left--; left == 0 {
			return true
		}
	}
	return pending == n.pending && accepted == n.accepted && allocated == n.allocated
}

// report is judge with the numbers, at the same cost.
func (c *core) report() Report {
	j := c.judge()
	r := Report{Verdict: j.Verdict}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Invariant, f.Broken = Invariant(i), j.Broken.Has(Invariant(i))
	}
	c.findNodes(&r)
	c.findOffers(&r)
	c.findTasks(&r)
	if i := c.hanging.next(0); i != none {
		r.Hanging = c.usage(i)
		r.HangingNodes = c.hanging.count
	}
	return r
}

func (c *core) findNodes(r *Report) {
	if i := c.broken.next(0); i != none {
		n, f := &c.nodes[i], &r.Findings[NoOverCommitment]
		f.NodeID, f.Have, f.Limit, f.Places = c.nodeNames.all[i], n.reserved(), max(0, n.capacity-n.allocated), c.broken.count
	}
	if f := &r.Findings[FreeIsOffered]; f.Broken {
		i := c.unoffered.next(0)
		f.NodeID, f.Have, f.Places = c.nodeNames.all[i], c.nodes[i].free(), c.unoffered.count
	}
	if f := &r.Findings[LedgerAddsUp]; f.Broken {
		for i := range c.step.changes {
			if n := c.step.changes[i].node; n != none {
				f.NodeID = c.nodeNames.all[n]
			}
		}
	}
}

func (c *core) findTasks(r *Report) {
	f := &r.Findings[TasksSurvive]
	f.Have, f.Limit = c.running, c.expectedRunning()
	for i := range c.step.changes {
		if ch := &c.step.changes[i]; ch.kind == TaskLost {
			f.TaskID, f.NodeID = c.taskID(c.tasks[ch.task].key), c.nodeNames.all[ch.node]
			return
		}
	}
}

func (c *core) findOffers(r *Report) {
	name := func(i Invariant, s slot) {
		if s == none {
			return
		}
		o, f := c.offer(s), &r.Findings[i]
		f.OfferID, f.NodeID, f.Have = o.ID, o.NodeID, o.Resources
	}
	name(AcceptedOutlivesPending, c.step.outlived)
	name(AcceptIsHonoured, c.step.deniedAccept)
	name(LaunchIsHonoured, c.step.deniedLaunch)
	f := &r.Findings[DeadlineIsKept]
	f.Limit = c.now
	if s := c.firstOverdue(); s != none {
		name(DeadlineIsKept, s)
		f.Have, f.Places = c.offers.rows[s].deadline, max(1, c.overdues)
	}
}
