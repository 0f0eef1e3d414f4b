package engine

import (
	"math"
	"slices"
)

// slot is the index of an offer, a task or a node in its table.
type slot = int32

const none slot = -1

// noDeadline marks an offer that never expires. No real deadline equals it, because a timeout is at least 1.
const noDeadline = math.MinInt64

// core is the whole state of a scheduler: integers in flat tables, names at the edge. The two schedulers of a
// comparison, the replay and the search all run this one type.
type core struct {
	contract Contract
	rules    rules

	now        int64
	lastSeq    int64 // of the newest offer ever made
	lastTask   int64 // number of the newest generated task id
	running    int64 // tasks
	liveOffers int

	nodes  []node
	offers offerTable
	tasks  []task
	byID   taskIndex

	nodeNames      names
	frameworkNames names
	taskNames      names

	deadlines deadlines
	overdue   list // live offers past their deadline, where a contract lets them live
	overdues  int
	live      list // all live offers by seq
	started   list // all running tasks in launch order

	offerable nodeSet // a make would offer units of the node
	unoffered nodeSet // free > 0
	broken    nodeSet // reserved > max(0, capacity - allocated)
	hanging   nodeSet // allocated > capacity

	step stepFacts
}

// node is the ledger of one node: running sums in units, and the lists that no call has to search for.
type node struct {
	capacity  int64
	allocated int64
	pending   int64
	accepted  int64
	live      list // pending and accepted offers by seq
	waiting   list // pending offers by seq
	tasks     list // running tasks in launch order
	booked    book
	standing  standing
	audited   int64 // number of the step after which the node was found to add up
}

// book is a second ledger of a node, kept from the changes alone. The sums and the book are written at different places,
// so a call that moves units without saying so is found at once, at the cost of an addition.
type book struct{ reserved, allocated int64 }

func (n *node) reserved() int64 { return n.pending + n.accepted }
func (n *node) free() int64     { return n.capacity - n.allocated - n.reserved() }

// offer is one row of the offer table: 88 bytes, no pointers.
type offer struct {
	seq       int64
	units     int64
	created   int64
	deadline  int64
	ended     int64
	links     [chains]link
	node      slot
	framework int32
	bucket    int32 // of the deadline
	state     State
}

// task is one row of the task table.
type task struct {
	key       int64 // see taskid.go
	offerSeq  int64
	units     int64
	launched  int64
	finished  int64
	links     [taskChains]link
	node      slot
	framework int32
	running   bool
}

func newCore(c Contract, nodes []Node, now int64) (*core, *Refusal) {
	rules, err := c.compile()
	if err != nil {
		return nil, err
	}
	k := &core{contract: c, rules: rules, now: now, byID: newTaskIndex(1), overdue: emptyList, live: emptyList, started: emptyList}
	k.begin()
	k.nodes = make([]node, 0, len(nodes))
	for _, n := range nodes {
		if err := k.checkNewNode(n); err != nil {
			return nil, err
		}
		k.addNode(n.ID, n.Capacity)
	}
	return k, nil
}

// clone returns an independent copy. Its cost is that of copying the tables; names are shared until one side adds one.
func (c *core) clone() *core {
	k := *c
	k.nodes = slices.Clone(c.nodes)
	k.offers = c.offers.clone()
	k.tasks = slices.Clone(c.tasks)
	k.byID = c.byID.clone()
	k.nodeNames = c.nodeNames.share()
	k.frameworkNames = c.frameworkNames.share()
	k.taskNames = c.taskNames.share()
	k.deadlines = c.deadlines.clone()
	k.offerable = c.offerable.clone()
	k.unoffered = c.unoffered.clone()
	k.broken = c.broken.clone()
	k.hanging = c.hanging.clone()
	k.step.changes = slices.Clone(c.step.changes)
	return &k
}

func (c *core) addNode(id string, capacity int64) slot {
	n := slot(len(c.nodes))
	c.nodeNames.add(id)
	c.nodes = append(c.nodes, node{capacity: capacity, live: emptyList, waiting: emptyList, tasks: emptyList})
	for _, set := range []*nodeSet{&c.offerable, &c.unoffered, &c.broken, &c.hanging} {
		set.reach(n)
	}
	c.settle(n)
	return n
}

// standing is in which of the node sets a node is, a bit each.
type standing uint8

const (
	isOfferable standing = 1 << iota
	isUnoffered
	isBroken
	isHanging
)

func (c *core) standingOf(n *node) (s standing) {
	if c.rules.offered(n, c.rules.held(n)) > 0 {
		s |= isOfferable
	}
	if n.free() > 0 {
		s |= isUnoffered
	}
	if n.reserved() > max(0, n.capacity-n.allocated) {
		s |= isBroken
	}
	if n.allocated > n.capacity {
		s |= isHanging
	}
	return s
}

// settle brings the node sets up to date after the node's sums or its capacity changed.
func (c *core) settle(i slot) {
	n := &c.nodes[i]
	now := c.standingOf(n)
	if now == n.standing {
		return
	}
	n.standing = now
	c.offerable.put(i, now&isOfferable != 0)
	c.unoffered.put(i, now&isUnoffered != 0)
	c.broken.put(i, now&isBroken != 0)
	c.hanging.put(i, now&isHanging != 0)
}

// addOffer makes one pending offer. It is the only place where an offer begins (rule 1).
func (c *core) addOffer(i slot, framework int32, units, deadline int64) {
	n := &c.nodes[i]
	c.lastSeq++
	s := c.offers.add(offer{seq: c.lastSeq, units: units, created: c.now, deadline: deadline, node: i,
		framework: framework, bucket: none})
	pushBack(c.offers.rows, &c.live, byLife, s)
	pushBack(c.offers.rows, &n.live, byNode, s)
	pushBack(c.offers.rows, &n.waiting, byPending, s)
	n.pending += units
	c.liveOffers++
	if deadline != noDeadline {
		c.deadlines.push(c.offers.rows, s)
	}
	c.note(change{kind: OfferMade, offer: s, task: none, node: i})
}

// move changes an offer's state and, with it, the sums of its node. It is the only place where a state changes
// (rule 4), and a state that is final stays: an attempt is kept as a fault of the ledger.
func (c *core) move(s slot, to State, kind EventKind) {
	o := &c.offers.rows[s]
	n := &c.nodes[o.node]
	from := o.state
	switch from {
	case Pending:
		n.pending -= o.units
		remove(c.offers.rows, &n.waiting, byPending, s)
	case Accepted:
		n.accepted -= o.units
	default:
		c.step.unfinal = s
		return
	}
	o.state = to
	if to == Accepted {
		n.accepted += o.units
	} else {
		remove(c.offers.rows, &c.live, byLife, s)
		remove(c.offers.rows, &n.live, byNode, s)
		c.undate(s)
		c.liveOffers--
		o.ended = c.now
	}
	if kind == OfferExpired {
		o.ended = o.deadline // it ended then, however far the clock jumped
	}
	c.note(change{kind: kind, from: from, offer: s, task: none, node: o.node})
}

// undate takes an offer out of the deadlines.
func (c *core) undate(s slot) {
	o := &c.offers.rows[s]
	switch o.bucket {
	case none:
	case overdueBucket:
		remove(c.offers.rows, &c.overdue, byDeadline, s)
		c.overdues--
	default:
		c.deadlines.remove(c.offers.rows, s)
	}
	o.bucket = none
}
