package engine_test

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"firmoffer/engine"
)

// The second implementation: CONTRACT.md once more, as dumb as possible. It keeps lists, scans all of them for every
// question and knows nothing of heaps, slots or running sums. Where it and the engine differ, one of them is wrong.
type model struct {
	row      row
	now      int64
	nodes    []engine.Node
	offers   []engine.Offer // all that ever were; the seq is the place in the list
	tasks    []engine.Task  // all that ever ran, in launch order
	nextTask int            // the number in the next generated id
}

// answer is what the model expects of one command.
type answer struct {
	reason  error    // nil: it succeeds
	task    string   // the id of the task that a launch started
	made    []string // the ids of the offers that a make made
	events  []string // the essence of what changed, in order
	broken  [engine.InvariantCount]bool
	places  [engine.InvariantCount][]string // every node or offer that breaks a statement about the state
	verdict engine.Verdict
}

func newModel(contract string, nodes []engine.Node, now int64) *model {
	return &model{row: rowOf(contract), now: now, nodes: slices.Clone(nodes), nextTask: 1}
}

func (m *model) copy() *model {
	c := *m
	c.nodes, c.offers, c.tasks = slices.Clone(m.nodes), slices.Clone(m.offers), slices.Clone(m.tasks)
	return &c
}

// do runs one command. A refused one is undone as a whole: that is rule 8.
func (m *model) do(c engine.Command) answer {
	before := m.copy()
	var a answer
	a.reason = m.try(c, &a)
	if a.reason != nil {
		*m = *before.copy()
		a = answer{reason: a.reason}
	}
	m.judge(before, c, &a)
	return a
}

func (m *model) try(c engine.Command, a *answer) error {
	switch c.Verb {
	case engine.VerbMake:
		return m.makeOffers(c.Framework, c.Amount, a)
	case engine.VerbAccept:
		return m.accept(c.Framework, c.Offer, a)
	case engine.VerbLaunch:
		return m.launch(c.Framework, c.Offer, c.Task, a)
	case engine.VerbDecline:
		return m.decline(c.Framework, c.Offer, a)
	case engine.VerbFinish:
		return m.finish(c.Framework, c.Task, a)
	case engine.VerbAdvance:
		return m.advance(c.Amount, a)
	case engine.VerbResize:
		return m.resize(c.Node, c.Amount, a)
	}
	return engine.ErrUnknownVerb
}

// Rules 2, 10, 14.
func (m *model) makeOffers(framework string, timeout int64, a *answer) error {
	if !modelName(framework) {
		return engine.ErrBadName
	}
	if timeout < 1 {
		return engine.ErrBadTimeout
	}
	for _, n := range m.nodes {
		units := n.Capacity - m.allocated(n.ID) - m.held(n.ID)
		if units <= 0 || m.row.locked && len(m.liveOn(n.ID)) > 0 {
			continue
		}
		o := engine.Offer{ID: "o" + strconv.Itoa(len(m.offers)+1), FrameworkID: framework, NodeID: n.ID,
			Resources: units, CreatedAt: m.now, ExpiresAt: m.now + timeout}
		if m.now > 0 && timeout > math.MaxInt64-m.now {
			o.Endless, o.ExpiresAt = true, math.MaxInt64
		}
		m.offers = append(m.offers, o)
		a.made = append(a.made, o.ID)
		a.events = append(a.events, say("made", o.ID, "", framework, n.ID, units, o.ExpiresAt, o.Endless))
	}
	return nil
}

// named finds the offer that a framework may speak about (rule 9).
func (m *model) named(framework, id string) (*engine.Offer, error) {
	if !modelName(framework) {
		return nil, engine.ErrBadName
	}
	for i := range m.offers {
		if m.offers[i].ID == id {
			if m.offers[i].FrameworkID != framework {
				return nil, engine.ErrNotOwner
			}
			return &m.offers[i], nil
		}
	}
	return nil, engine.ErrUnknownOffer
}

// Rule 5.
func (m *model) accept(framework, id string, a *answer) error {
	o, err := m.named(framework, id)
	if err != nil {
		return err
	}
	if o.State != engine.Pending {
		return engine.ErrNotPending
	}
	if m.row.accept != always && m.allocated(o.NodeID)+m.held(o.NodeID)+o.Resources > m.capacity(o.NodeID) {
		return engine.ErrDoesNotFit
	}
	o.State = engine.Accepted
	a.events = append(a.events, say("accepted", o.ID, "", framework, o.NodeID, o.Resources))
	if m.row.accept == launches {
		m.run(o, m.generate(), a)
	}
	return nil
}

// Rules 6 and 11.
func (m *model) launch(framework, id, task string, a *answer) error {
	o, err := m.named(framework, id)
	if err != nil {
		return err
	}
	if m.row.launch == never {
		return engine.ErrNotInContract
	}
	if o.State != engine.Accepted {
		return engine.ErrNotAccepted
	}
	if task != "" && !modelName(task) {
		return engine.ErrBadName
	}
	if m.running(task) {
		return engine.ErrTaskIDInUse
	}
	if m.row.launch == ifFits && m.allocated(o.NodeID)+o.Resources > m.capacity(o.NodeID) {
		return engine.ErrDoesNotFit
	}
	if task == "" {
		task = m.generate()
	}
	m.run(o, task, a)
	return nil
}

// run is the one step of rule 1: the offer ends and the task begins.
func (m *model) run(o *engine.Offer, task string, a *answer) {
	a.events = append(a.events, say("launched", o.ID, task, o.FrameworkID, o.NodeID, o.Resources, o.State))
	a.task = task
	o.State, o.EndedAt = engine.Launched, m.now
	m.tasks = append(m.tasks, engine.Task{ID: task, FrameworkID: o.FrameworkID, NodeID: o.NodeID, OfferID: o.ID,
		Resources: o.Resources, LaunchedAt: m.now, Running: true})
}

func (m *model) generate() string {
	for m.running("t" + strconv.Itoa(m.nextTask)) {
		m.nextTask++
	}
	m.nextTask++
	return "t" + strconv.Itoa(m.nextTask-1)
}

// Rule 7.
func (m *model) decline(framework, id string, a *answer) error {
	o, err := m.named(framework, id)
	if err != nil {
		return err
	}
	if o.State != engine.Pending && (o.State != engine.Accepted || m.row.decline == pendingOnly) {
		return engine.ErrNotLive
	}
	a.events = append(a.events, say("declined", o.ID, "", framework, o.NodeID, o.Resources, o.State))
	o.State, o.EndedAt = engine.Declined, m.now
	return nil
}

// Rule 12. Of several tasks that had the id one after the other, the last is meant.
func (m *model) finish(framework, id string, a *answer) error {
	if !modelName(framework) {
		return engine.ErrBadName
	}
	for i := len(m.tasks) - 1; i >= 0; i-- {
		t := &m.tasks[i]
		if t.ID != id {
			continue
		}
		if t.FrameworkID != framework {
			return engine.ErrNotOwner
		}
		if !t.Running {
			return engine.ErrNotRunning
		}
		t.Running, t.FinishedAt = false, m.now
		a.events = append(a.events, say("finished", "", id, framework, t.NodeID, t.Resources))
		return nil
	}
	return engine.ErrUnknownTask
}

// Rules 13 and 16 and 17.
func (m *model) advance(delta int64, a *answer) error {
	if delta < 0 || m.now > 0 && delta > math.MaxInt64-m.now {
		return engine.ErrBadDelta
	}
	a.events = append(a.events, say("advanced", "", "", "", "", 0, m.now, m.now+delta))
	m.now += delta
	for {
		first := -1
		for i, o := range m.offers {
			due := m.expires(o) && o.ExpiresAt <= m.now
			if due && (first < 0 || o.ExpiresAt < m.offers[first].ExpiresAt) {
				first = i
			}
		}
		if first < 0 {
			return nil
		}
		o := &m.offers[first]
		a.events = append(a.events, say("expired", o.ID, "", o.FrameworkID, o.NodeID, o.Resources, o.State))
		o.State, o.EndedAt = engine.Expired, o.ExpiresAt // its life was [created, deadline), however far the clock jumps
	}
}

func (m *model) expires(o engine.Offer) bool {
	if o.Endless || m.row.expires == nothing {
		return false
	}
	return o.State == engine.Pending || o.State == engine.Accepted && m.row.expires == bothStates
}

// Rules 18 to 21.
func (m *model) resize(node string, capacity int64, a *answer) error {
	if !modelName(node) {
		return engine.ErrBadName
	}
	if capacity < 0 || capacity > 9007199254740991 {
		return engine.ErrBadCapacity
	}
	at := slices.IndexFunc(m.nodes, func(n engine.Node) bool { return n.ID == node })
	if at < 0 {
		m.nodes = append(m.nodes, engine.Node{ID: node, Capacity: capacity})
		a.events = append(a.events, say("added", "", "", "", node, 0, int64(0), capacity))
		return nil
	}
	a.events = append(a.events, say("resized", "", "", "", node, 0, m.nodes[at].Capacity, capacity))
	m.nodes[at].Capacity = capacity
	for m.allocated(node)+m.held(node) > capacity {
		id := m.row.victim(m.liveOn(node))
		if id == "" {
			break
		}
		m.invalidate(id, a)
	}
	return nil
}

func (m *model) invalidate(id string, a *answer) {
	for i := range m.offers {
		o := &m.offers[i]
		if o.ID != id {
			continue
		}
		was := o.State
		o.State, o.EndedAt = engine.Invalidated, m.now
		left := m.sum(o.NodeID, engine.Pending)
		a.events = append(a.events, say("invalidated", id, "", o.FrameworkID, o.NodeID, o.Resources, was, left))
		if was == engine.Accepted && left > 0 {
			a.blame(engine.AcceptedOutlivesPending, id)
		}
	}
}

// The words of the contract, each counted afresh.

func (m *model) capacity(node string) int64 {
	for _, n := range m.nodes {
		if n.ID == node {
			return n.Capacity
		}
	}
	return 0
}

func (m *model) allocated(node string) (sum int64) {
	for _, t := range m.tasks {
		if t.Running && t.NodeID == node {
			sum += t.Resources
		}
	}
	return sum
}

func (m *model) sum(node string, states ...engine.State) (sum int64) {
	for _, o := range m.offers {
		if o.NodeID == node && slices.Contains(states, o.State) {
			sum += o.Resources
		}
	}
	return sum
}

func (m *model) reserved(node string) int64 { return m.sum(node, engine.Pending, engine.Accepted) }

func (m *model) liveOn(node string) (live []engine.Offer) {
	for _, o := range m.offers {
		if o.NodeID == node && (o.State == engine.Pending || o.State == engine.Accepted) {
			live = append(live, o)
		}
	}
	return live
}

func (m *model) running(task string) bool {
	return slices.ContainsFunc(m.tasks, func(t engine.Task) bool { return t.ID == task && t.Running })
}

// Rule 10.
func modelName(name string) bool {
	if name == "" || len(name) > 256 || !utf8.ValidString(name) {
		return false
	}
	for _, r := range name {
		if r < 0x20 || r >= 0x7f && r < 0xa0 {
			return false
		}
	}
	return true
}
