package engine

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// Local is one node by itself, with its live offers and running tasks and nothing that is over: the state that a search
// visits. Every rule but that of given task ids acts on one node at a time, so what a scheduler can do is what its nodes
// can do one by one.
//
// A Local is loaded from a key, runs commands through the engine's own door, each from the loaded state, and is written
// back as a key. Keys are equal exactly when nothing that can happen later differs: offers count in the order of their
// seq but without their numbers, time only as time left, and tasks of one framework and one size are one kind. Sums that
// do not add up are in no key. In a loaded Local the offers are o1, o2, ... in that order, the tasks t1, t2, ... in the
// order of the key, and the clock is 0. It is not safe for concurrent use.
type Local struct {
	loaded core // as the key says; its maps are those of core and not kept
	core   core // after the last command
	moved  bool // core differs from loaded
	kinds  []taskKind
}

// LocalNode is the id of the node of every Local.
const LocalNode = "n"

type taskKind struct {
	framework int32
	units     int64
}

// NewLocal returns a node under a contract, for the frameworks whose numbers stand in its keys.
func NewLocal(c Contract, frameworks []string) (*Local, error) {
	k, refusal := newCore(c, []Node{{LocalNode, 0}}, 0)
	if refusal != nil {
		return nil, refusal
	}
	for _, f := range frameworks {
		if bad := checkName("the framework", f); bad != "" {
			return nil, &Refusal{Reason: ErrBadName, Rule: 10, detail: bad}
		}
		k.frameworkNames.add(f)
	}
	return &Local{core: *k, loaded: core{nodes: make([]node, 1)}}, nil
}

// FreshKey returns the key of a node of which nothing was offered yet.
func FreshKey(capacity int64) []byte {
	return append(binary.AppendUvarint(nil, uint64(capacity)), 0)
}

// LocalKey returns the key of one node as it is now; frameworks are numbered as they stand in the list. It fails when
// the node is unknown, when a framework with something live on it is not in the list, and when its sums do not add up.
func (s *Scheduler) LocalKey(nodeID string, frameworks []string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.core.nodeNames.find(nodeID)
	if i == none {
		return nil, errors.New("there is no node " + Quote(nodeID))
	}
	number := make([]int32, len(s.core.frameworkNames.all))
	for f, name := range s.core.frameworkNames.all {
		number[f] = int32(slices.Index(frameworks, name))
	}
	if !s.core.nodeAddsUp(&s.core.nodes[i]) {
		return nil, errors.New("the sums of " + Quote(nodeID) + " differ from a recount")
	}
	key, _ := s.core.appendKey(nil, i, number, nil)
	if key == nil {
		return nil, errors.New("a framework with offers or tasks on " + Quote(nodeID) + " is not in the list")
	}
	return key, nil
}

// The time of an offer in a key: endless, past its deadline and alive all the same, or the ticks left plus 1.
const (
	keyEndless = 0
	keyOverdue = 1
)

// appendKey writes node i. number translates frameworks; nil leaves them as they are. kinds is scratch space.
func (c *core) appendKey(dst []byte, i slot, number []int32, kinds []taskKind) ([]byte, []taskKind) {
	translate := func(f int32) int32 {
		if number == nil {
			return f
		}
		return number[f]
	}
	n := &c.nodes[i]
	dst = binary.AppendUvarint(dst, uint64(n.capacity))
	live := uint64(0)
	for s := n.live.head; s != none; s = c.offers.rows[s].links[byNode].next {
		live++
	}
	dst = binary.AppendUvarint(dst, live)
	for s := n.live.head; s != none; s = c.offers.rows[s].links[byNode].next {
		o := &c.offers.rows[s]
		f := translate(o.framework)
		if f < 0 {
			return nil, kinds
		}
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(f)<<1|uint64(o.state)), uint64(o.units))
		dst = binary.AppendUvarint(dst, c.timeInKey(o))
	}
	kinds = kinds[:0]
	for s := n.tasks.head; s != none; s = c.tasks[s].links[byNode].next {
		f := translate(c.tasks[s].framework)
		if f < 0 {
			return nil, kinds
		}
		kinds = append(kinds, taskKind{f, c.tasks[s].units})
	}
	sortKinds(kinds)
	for _, k := range kinds {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(k.framework)), uint64(k.units))
	}
	return dst, kinds
}

func (c *core) timeInKey(o *offer) uint64 {
	switch {
	case o.deadline == noDeadline:
		return keyEndless
	case o.deadline <= c.now:
		return keyOverdue
	}
	return uint64(o.deadline-c.now) + keyOverdue
}

// sortKinds sorts by insertion: a node of a search has few tasks, and a sort of the library is 3 KB to download.
func sortKinds(kinds []taskKind) {
	for i := range kinds {
		for j := i; j > 0 && compareKinds(kinds[j], kinds[j-1]) < 0; j-- {
			kinds[j], kinds[j-1] = kinds[j-1], kinds[j]
		}
	}
}

func compareKinds(a, b taskKind) int {
	return cmp.Or(cmp.Compare(a.framework, b.framework), cmp.Compare(a.units, b.units))
}

// AppendKey writes the state after the last command as a key.
func (l *Local) AppendKey(dst []byte) []byte {
	dst, l.kinds = l.core.appendKey(dst, 0, nil, l.kinds)
	return dst
}

// Load makes the state that of the key, which must come from [FreshKey], [Local.AppendKey] or [Scheduler.LocalKey].
func (l *Local) Load(key []byte) {
	c := &l.core
	c.clear()
	next := func() uint64 {
		v, n := binary.Uvarint(key)
		key = key[n:]
		return v
	}
	c.nodes[0].capacity = int64(next())
	for live := next(); live > 0; live-- {
		owner, units, time := next(), int64(next()), next()
		c.restore(int32(owner>>1), units, time, State(owner&1))
	}
	for len(key) > 0 {
		framework, units := int32(next()), int64(next())
		c.lastTask++
		c.nodes[0].booked.allocated += units
		c.addTask(task{key: c.lastTask, units: units, framework: framework, running: true})
	}
	c.settle(0)
	c.begin()
	l.loaded.copyNode(c)
	l.moved = false
}

// restore makes an offer as it stands in a key.
func (c *core) restore(framework int32, units int64, time uint64, state State) {
	deadline := int64(time) - keyOverdue
	if time <= keyOverdue {
		deadline = noDeadline
	}
	c.addOffer(0, framework, units, deadline)
	s := slot(len(c.offers.rows) - 1)
	if state == Accepted {
		c.move(s, Accepted, OfferAccepted)
	}
	if time == keyOverdue {
		c.offers.rows[s].deadline, c.offers.rows[s].bucket = c.now, overdueBucket
		pushBack(c.offers.rows, &c.overdue, byDeadline, s)
		c.overdues++
	}
}

// clear empties the only node and the tables, and keeps their memory.
func (c *core) clear() {
	c.now, c.lastSeq, c.lastTask, c.running, c.liveOffers, c.overdues = 0, 0, 0, 0, 0, 0
	c.nodes[0] = node{live: emptyList, waiting: emptyList, tasks: emptyList, standing: c.nodes[0].standing}
	c.offers = offerTable{c.offers.rows[:0], c.offers.runs[:0]}
	c.tasks = c.tasks[:0]
	c.byID.clear()
	c.live, c.started, c.overdue = emptyList, emptyList, emptyList
	c.deadlines.clear()
}

// copyNode makes a core with one node like another one, but for the maps and what is settled. It keeps its memory.
func (c *core) copyNode(from *core) {
	c.now, c.lastSeq, c.lastTask, c.running = from.now, from.lastSeq, from.lastTask, from.running
	c.liveOffers, c.overdues = from.liveOffers, from.overdues
	c.live, c.started, c.overdue = from.live, from.started, from.overdue
	standing := c.nodes[0].standing
	c.nodes[0] = from.nodes[0]
	c.nodes[0].standing = standing
	c.offers.rows = append(c.offers.rows[:0], from.offers.rows...)
	c.offers.runs = append(c.offers.runs[:0], from.offers.runs...)
	c.tasks = append(c.tasks[:0], from.tasks...)
	c.deadlines.copyFrom(&from.deadlines)
}

// reload takes the last command back. The index of the tasks is made anew only where the command changed it.
func (l *Local) reload() {
	c := &l.core
	c.copyNode(&l.loaded)
	c.settle(0)
	if len(c.byID.row) != len(c.tasks) || len(c.byID.named)+len(c.byID.others) > 0 {
		c.byID.clear()
		for i := range c.tasks {
			c.byID.put(c.tasks[i].key, slot(i))
		}
	}
	l.moved = false
}

// Run passes a command to the loaded state through the engine's door and checks the invariants. What was run before is
// taken back first.
func (l *Local) Run(cmd Command) Judgement {
	if l.moved {
		l.reload()
	}
	l.moved = l.core.run(&cmd) == nil // a refused call changes nothing (rule 8)
	return l.core.judge()
}

// Judge checks the invariants of the loaded state, without a command. It takes back what was run.
func (l *Local) Judge() Judgement {
	if l.moved {
		l.reload()
	}
	l.core.begin()
	return l.core.judge()
}

// Reached returns the states that offers came to by the last command, one bit a [State].
func (l *Local) Reached() uint8 {
	var set uint8
	for i := range l.core.step.changes {
		if s := stateAfter[l.core.step.changes[i].kind]; s > 0 {
			set |= 1 << (s - 1)
		}
	}
	return set
}

// stateAfter is the state plus 1 that an offer has after an event of the kind, 0 for events of other things.
var stateAfter = [...]uint8{OfferMade: uint8(Pending) + 1, OfferAccepted: uint8(Accepted) + 1, OfferLaunched: uint8(Launched) + 1,
	OfferDeclined: uint8(Declined) + 1, OfferExpired: uint8(Expired) + 1, OfferInvalidated: uint8(Invalidated) + 1, TaskLost: 0}

// AppendOutcome writes what the last command did, so that two outcomes are equal exactly when their bytes are: the
// changes by offer and task, the reason of a refusal, and the judgement.
func (l *Local) AppendOutcome(dst []byte, j Judgement) []byte {
	c := &l.core
	dst = append(dst, byte(j.Verdict), byte(j.Broken))
	if c.step.refused {
		return append(append(dst, 1), c.step.denial.reason.Error()...)
	}
	for i := range c.step.changes {
		ch := &c.step.changes[i]
		dst = append(dst, 2, byte(ch.kind), byte(ch.from))
		if ch.offer != none {
			o := &c.offers.rows[ch.offer]
			dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(o.seq)), uint64(o.units))
		}
		dst = binary.AppendVarint(binary.AppendVarint(dst, int64(ch.task)), ch.new)
	}
	return dst
}

// Offers returns how many offers are live in the loaded state.
func (l *Local) Offers() int { return l.loaded.liveOffers }

// Tasks returns how many tasks run in the loaded state.
func (l *Local) Tasks() int { return len(l.loaded.tasks) }

// Offer returns the number of the framework and the state of live offer i, from 0 in the order of the key.
func (l *Local) Offer(i int) (framework int, state State) {
	o := &l.loaded.offers.rows[i]
	return int(o.framework), o.state
}

// Task returns the number of the framework and the units of running task i, from 0 in the order of the key.
func (l *Local) Task(i int) (framework int, units int64) {
	t := &l.loaded.tasks[i]
	return int(t.framework), t.units
}
