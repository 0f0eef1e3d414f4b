package engine_test

import (
	"fmt"
	"slices"
	"strconv"

	"firmoffer/engine"
)

// The words in which the model writes a row of the contract table.
const (
	liveOffers, acceptedOffers, nothing = "live offers", "accepted offers", "nothing"
	always, ifFits, launches, never     = "always", "if it fits", "if it fits, and launches", "never"
	bothStates, pendingOnly             = "both", "pending only"
)

// row is one line of the table under "Other contracts" in CONTRACT.md.
type row struct {
	holds   string
	locked  bool // a node with a live offer is offered to nobody
	accept  string
	launch  string
	decline string
	expires string
	victims [][]engine.State // groups of states, one group after the other
	oldest  bool             // which end of a group goes first
}

// victim returns the id of the next offer that a loss of capacity invalidates, or "".
func (r row) victim(live []engine.Offer) string {
	for _, group := range r.victims {
		var ids []string
		for _, o := range live {
			if slices.Contains(group, o.State) {
				ids = append(ids, o.ID)
			}
		}
		if len(ids) > 0 && r.oldest {
			return ids[0]
		}
		if len(ids) > 0 {
			return ids[len(ids)-1]
		}
	}
	return ""
}

func rowOf(contract string) row {
	pending, accepted := []engine.State{engine.Pending}, []engine.State{engine.Accepted}
	either := []engine.State{engine.Pending, engine.Accepted}
	r := row{holds: liveOffers, accept: always, launch: always, decline: bothStates, expires: bothStates,
		victims: [][]engine.State{pending, accepted}}
	switch contract {
	case "binding":
	case "first-accept-wins":
		r.holds, r.accept, r.launch, r.decline, r.expires = nothing, launches, never, pendingOnly, nothing
		r.victims = nil
	case "reserve-on-accept":
		r.holds, r.accept = acceptedOffers, ifFits
		r.victims = [][]engine.State{accepted}
	case "optimistic":
		r.holds, r.launch = nothing, ifFits
		r.victims = nil
	case "exclusive-lock":
		r.locked = true
	case "oldest-first":
		r.victims, r.oldest = [][]engine.State{either}, true
	case "newest-first":
		r.victims = [][]engine.State{either}
	case "oldest-pending-first":
		r.oldest = true
	case "never-expires":
		r.expires = pendingOnly
	case "ignores-loss":
		r.launch, r.victims = ifFits, nil
	case "accepted-untouchable":
		r.launch, r.victims = ifFits, [][]engine.State{pending}
	default:
		panic("the model has no contract " + contract)
	}
	return r
}

// held(n): the first column of the table.
func (m *model) held(node string) int64 {
	switch m.row.holds {
	case liveOffers:
		return m.sum(node, engine.Pending, engine.Accepted)
	case acceptedOffers:
		return m.sum(node, engine.Accepted)
	}
	return 0
}

// judge checks the eight invariants on the state after the command, and what happened to the one before.
func (m *model) judge(before *model, c engine.Command, a *answer) {
	overhang := false
	for _, n := range m.nodes {
		allocated, reserved := m.allocated(n.ID), m.reserved(n.ID)
		if reserved > max(0, n.Capacity-allocated) {
			a.blame(engine.NoOverCommitment, n.ID)
		}
		if c.Verb == engine.VerbMake && a.reason == nil && n.Capacity-allocated-reserved > 0 {
			a.blame(engine.FreeIsOffered, n.ID)
		}
		if allocated < 0 || reserved < 0 {
			a.blame(engine.LedgerAddsUp, n.ID)
		}
		overhang = overhang || allocated > n.Capacity
	}
	for _, o := range m.offers {
		if (o.State == engine.Pending || o.State == engine.Accepted) && !o.Endless && o.ExpiresAt <= m.now {
			a.blame(engine.DeadlineIsKept, o.ID)
		}
	}
	before.judgeRefusal(c, a)
	m.judgeHistory(before, c, a)
	switch {
	case slices.Contains(a.broken[:], true):
		a.verdict = engine.Violated
	case overhang:
		a.verdict = engine.Overhang
	}
}

func (a *answer) blame(i engine.Invariant, place string) {
	a.broken[i] = true
	a.places[i] = append(a.places[i], place)
}

// judgeRefusal: may the framework have been refused?
func (m *model) judgeRefusal(c engine.Command, a *answer) {
	for _, o := range m.offers {
		if a.reason == nil || o.ID != c.Offer || o.FrameworkID != c.Framework {
			continue
		}
		aboutTask := m.running(c.Task) || c.Task != "" && !modelName(c.Task)
		if c.Verb == engine.VerbAccept && o.State == engine.Pending {
			a.blame(engine.AcceptIsHonoured, o.ID)
		}
		if c.Verb == engine.VerbLaunch && o.State == engine.Accepted && !aboutTask {
			a.blame(engine.LaunchIsHonoured, o.ID)
		}
	}
}

// judgeHistory: tasks survive, ids are unique, final states stay.
func (m *model) judgeHistory(before *model, c engine.Command, a *answer) {
	for i, t := range before.tasks {
		if t.Running && !m.tasks[i].Running && !(c.Verb == engine.VerbFinish && c.Task == t.ID) {
			a.blame(engine.TasksSurvive, t.ID)
		}
		if !t.Running && m.tasks[i] != t {
			a.blame(engine.LedgerAddsUp, t.ID)
		}
	}
	for i, o := range before.offers {
		final := o.State != engine.Pending && o.State != engine.Accepted
		if final && m.offers[i] != o {
			a.blame(engine.LedgerAddsUp, o.ID)
		}
	}
	seen := map[string]bool{}
	for i, o := range m.offers {
		if o.ID != "o"+strconv.Itoa(i+1) {
			a.blame(engine.LedgerAddsUp, o.ID)
		}
	}
	for _, t := range m.tasks {
		if t.Running && seen[t.ID] {
			a.blame(engine.LedgerAddsUp, t.ID)
		}
		seen[t.ID] = seen[t.ID] || t.Running
	}
}

// Every view of the state, computed as the contract words it.

func (m *model) usages() []engine.NodeUsage {
	list := []engine.NodeUsage{}
	for _, n := range m.nodes {
		allocated, reserved := m.allocated(n.ID), m.reserved(n.ID)
		list = append(list, engine.NodeUsage{ID: n.ID, Capacity: n.Capacity, Allocated: allocated, Reserved: reserved,
			Pending: m.sum(n.ID, engine.Pending), Accepted: m.sum(n.ID, engine.Accepted),
			Free: n.Capacity - allocated - reserved, Overhang: max(0, allocated-n.Capacity)})
	}
	return list
}

func (m *model) allocations() map[string]engine.Allocation {
	all := map[string]engine.Allocation{}
	for _, t := range m.tasks {
		if t.Running {
			all[t.ID] = engine.Allocation{FrameworkID: t.FrameworkID, NodeID: t.NodeID, Resources: t.Resources}
		}
	}
	return all
}

// say writes one change as text, so that the engine's events and the model's can be compared.
func say(what, offer, task, framework, node string, units int64, more ...any) string {
	return fmt.Sprintf("%s offer=%q task=%q framework=%q node=%q units=%d %v", what, offer, task, framework, node, units, more)
}

// essence writes an event of the engine in the words of the model.
func essence(e engine.Event) string {
	the := func(what string, more ...any) string {
		return say(what, e.OfferID, e.TaskID, e.FrameworkID, e.NodeID, e.Units, more...)
	}
	switch e.Kind {
	case engine.OfferMade:
		return the("made", e.ExpiresAt, e.Endless)
	case engine.OfferAccepted:
		return the("accepted")
	case engine.OfferLaunched:
		return the("launched", e.From)
	case engine.OfferDeclined:
		return the("declined", e.From)
	case engine.OfferExpired:
		return the("expired", e.From)
	case engine.OfferInvalidated:
		return the("invalidated", e.From, e.PendingLeft)
	case engine.TaskFinished:
		return the("finished")
	case engine.TimeAdvanced:
		return the("advanced", e.Old, e.New)
	case engine.NodeAdded:
		return the("added", e.Old, e.New)
	case engine.NodeResized:
		return the("resized", e.Old, e.New)
	}
	return the("unknown " + e.Kind.String())
}
