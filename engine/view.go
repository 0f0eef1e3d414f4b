package engine

import "math"

// Contract returns the contract that decides.
func (s *Scheduler) Contract() Contract { return s.core.contract } // never changes, so it needs no lock

// Now returns the clock in ticks.
func (s *Scheduler) Now() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.core.now
}

// Offer returns the offer as it is now, and false for an id that was never given or is pruned.
func (s *Scheduler) Offer(offerID string) (Offer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := none
	if seq := numbered('o', offerID); seq > 0 {
		at = s.core.offers.find(seq)
	}
	if at == none {
		return Offer{}, false
	}
	return s.core.offer(at), true
}

// Offers returns every kept offer by seq, the ended ones included.
func (s *Scheduler) Offers() []Offer {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Offer, len(s.core.offers.rows))
	for i := range out {
		out[i] = s.core.offer(slot(i))
	}
	return out
}

// Task returns the newest task that had the id, and false when no kept one had it.
func (s *Scheduler) Task(taskID string) (Task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.core.findTask(taskID)
	if at == none {
		return Task{}, false
	}
	return s.core.task(at), true
}

// Node returns the ledger of one node and its place in creation order, or -1 for an unknown node.
func (s *Scheduler) Node(nodeID string) (usage NodeUsage, place int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.core.nodeNames.find(nodeID)
	if i == none {
		return NodeUsage{}, -1
	}
	return s.core.usage(i), int(i)
}

// Tasks returns every kept task in launch order, the finished ones included.
func (s *Scheduler) Tasks() []Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Task, len(s.core.tasks))
	for i := range out {
		out[i] = s.core.task(slot(i))
	}
	return out
}

// Nodes returns the ledger of every node in creation order.
func (s *Scheduler) Nodes() []NodeUsage {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]NodeUsage, len(s.core.nodes))
	for i := range out {
		out[i] = s.core.usage(slot(i))
	}
	return out
}

// NodeWindow returns the ledgers of at most limit nodes from the place on. Its cost is theirs.
func (s *Scheduler) NodeWindow(from, limit int) []NodeUsage {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []NodeUsage
	for i := max(0, from); i < len(s.core.nodes) && len(out) < limit; i++ {
		out = append(out, s.core.usage(slot(i)))
	}
	return out
}

// Allocations returns what every running task occupies, by task id.
func (s *Scheduler) Allocations() map[string]Allocation {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]Allocation, s.core.running)
	for i := range s.core.tasks {
		if t := &s.core.tasks[i]; t.running {
			out[s.core.taskID(t.key)] = Allocation{s.core.frameworkNames.all[t.framework], s.core.nodeNames.all[t.node], t.units}
		}
	}
	return out
}

// Frameworks returns the frameworks that ever made a call that succeeded, in the order of their first one.
func (s *Scheduler) Frameworks() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.core.frameworkNames.all...)
}

// LiveOffers returns the pending and accepted offers by seq. Its cost is theirs, however many have ended.
func (s *Scheduler) LiveOffers() []Offer { return s.LiveOfferWindow(0, math.MaxInt) }

// LiveOfferWindow returns at most limit of [Scheduler.LiveOffers], from the place on. It looks at the ones before.
func (s *Scheduler) LiveOfferWindow(from, limit int) []Offer {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Offer
	for at := s.core.live.head; at != none && len(out) < limit; at = s.core.offers.rows[at].links[byLife].next {
		if from--; from < 0 {
			out = append(out, s.core.offer(at))
		}
	}
	return out
}

// RunningTasks returns the running tasks in launch order. Its cost is theirs, however many have finished.
func (s *Scheduler) RunningTasks() []Task { return s.RunningTaskWindow(0, math.MaxInt) }

// RunningTaskWindow returns at most limit of [Scheduler.RunningTasks], from the place on. It looks at the ones before.
func (s *Scheduler) RunningTaskWindow(from, limit int) []Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Task
	for at := s.core.started.head; at != none && len(out) < limit; at = s.core.tasks[at].links[byLife].next {
		if from--; from < 0 {
			out = append(out, s.core.task(at))
		}
	}
	return out
}

// OnNode returns the running tasks in launch order and the live offers by seq of one node, at most limit of each.
func (s *Scheduler) OnNode(nodeID string, limit int) ([]Task, []Offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.core.nodeNames.find(nodeID)
	if i == none {
		return nil, nil
	}
	var tasks []Task
	for at := s.core.nodes[i].tasks.head; at != none && len(tasks) < limit; at = s.core.tasks[at].links[byNode].next {
		tasks = append(tasks, s.core.task(at))
	}
	var offers []Offer
	for at := s.core.nodes[i].live.head; at != none && len(offers) < limit; at = s.core.offers.rows[at].links[byNode].next {
		offers = append(offers, s.core.offer(at))
	}
	return tasks, offers
}

// NextDeadline returns the earliest deadline of a live offer that has not passed, in ticks, and false when there is none.
func (s *Scheduler) NextDeadline() (int64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.core.deadlines.next()
}

// Counts is how many rows the scheduler keeps, how many of them still count, and how many offers it ever made.
type Counts struct{ Nodes, Made, Offers, LiveOffers, Tasks, RunningTasks int }

// Ended returns the newest ended offers and finished tasks that are kept, newest first, at most limit of each. Its cost
// is limit and what is live.
func (s *Scheduler) Ended(limit int) ([]Offer, []Task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var offers []Offer
	for i := len(s.core.offers.rows) - 1; i >= 0 && len(offers) < limit; i-- {
		if !s.core.offers.rows[i].state.Live() {
			offers = append(offers, s.core.offer(slot(i)))
		}
	}
	var tasks []Task
	for i := len(s.core.tasks) - 1; i >= 0 && len(tasks) < limit; i-- {
		if !s.core.tasks[i].running {
			tasks = append(tasks, s.core.task(slot(i)))
		}
	}
	return offers, tasks
}

// Counts returns the sizes of the tables, at constant cost.
func (s *Scheduler) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Counts{len(s.core.nodes), int(s.core.lastSeq), len(s.core.offers.rows), s.core.liveOffers, len(s.core.tasks), int(s.core.running)}
}

// madeOffers returns the offers of the make that just ran. Their ids share one string.
func (c *core) madeOffers() []Offer {
	changes := c.step.changes
	if len(changes) == 0 {
		return nil
	}
	ids := make([]byte, 0, 12*len(changes))
	ends := make([]int, len(changes))
	for i := range changes {
		ids = appendID(ids, 'o', c.offers.rows[changes[i].offer].seq)
		ends[i] = len(ids)
	}
	all, from := string(ids), 0
	out := make([]Offer, len(changes))
	framework := c.frameworkNames.all[c.offers.rows[changes[0].offer].framework]
	for i := range changes {
		o := &c.offers.rows[changes[i].offer]
		out[i] = Offer{ID: all[from:ends[i]], FrameworkID: framework, NodeID: c.nodeNames.all[o.node],
			Resources: o.units, CreatedAt: o.created, ExpiresAt: o.deadline, State: o.state}
		if o.deadline == noDeadline {
			out[i].ExpiresAt, out[i].Endless = Forever, true
		}
		from = ends[i]
	}
	return out
}
