package engine

// Prune forgets ended offers and finished tasks, so that a long-lived scheduler does not grow for ever. Nothing live
// changes, and no later call behaves differently, except that a call which names a forgotten offer or task is told that
// it is unknown. It copies what is kept: its cost is that of all offers and tasks, so call it now and then, such as
// when the ended offers outnumber the live ones. The last call can no longer be told by [Scheduler.Last].
func (s *Scheduler) Prune() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.core.prune()
}

func (c *core) prune() {
	c.begin()
	c.step.changes = nil
	frameworks, taskNames := c.frameworkNames.all, c.taskNames.all
	c.frameworkNames, c.taskNames = names{}, names{}
	c.pruneOffers(frameworks)
	c.pruneTasks(frameworks, taskNames)
}

// pruneOffers rebuilds the table and every list through it. Walking the offers by seq restores the order of each list.
func (c *core) pruneOffers(frameworks []string) {
	old := c.offers.rows
	overdue := c.overdue
	for i := range c.nodes {
		c.nodes[i].live, c.nodes[i].waiting = emptyList, emptyList
	}
	c.live, c.overdue = emptyList, emptyList
	c.offers = offerTable{rows: make([]offer, 0, c.liveOffers)}
	c.deadlines = deadlines{}
	moved := make(map[slot]slot)
	for i := range old {
		o := old[i]
		if !o.state.Live() {
			continue
		}
		o.framework = c.frameworkNames.add(frameworks[o.framework])
		s := c.offers.add(o)
		pushBack(c.offers.rows, &c.live, byLife, s)
		pushBack(c.offers.rows, &c.nodes[o.node].live, byNode, s)
		if o.state == Pending {
			pushBack(c.offers.rows, &c.nodes[o.node].waiting, byPending, s)
		}
		switch o.bucket {
		case none:
		case overdueBucket:
			moved[slot(i)] = s
		default:
			c.deadlines.push(c.offers.rows, s)
		}
	}
	for s := overdue.head; s != none; s = old[s].links[byDeadline].next {
		pushBack(c.offers.rows, &c.overdue, byDeadline, moved[s])
	}
}

func (c *core) pruneTasks(frameworks, taskNames []string) {
	old := c.tasks
	c.started = emptyList
	for i := range c.nodes {
		c.nodes[i].tasks = emptyList
	}
	c.tasks, c.byID = make([]task, 0, c.running), newTaskIndex(c.lastTask+1)
	for _, t := range old {
		if !t.running {
			continue
		}
		s := slot(len(c.tasks))
		t.framework = c.frameworkNames.add(frameworks[t.framework])
		if t.key < 0 {
			t.key = -int64(c.taskNames.add(taskNames[-t.key-1])) - 1
		}
		c.tasks = append(c.tasks, t)
		c.byID.put(t.key, s)
		pushBack(c.tasks, &c.nodes[t.node].tasks, byNode, s)
		pushBack(c.tasks, &c.started, byLife, s)
	}
}
