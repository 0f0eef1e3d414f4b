package check

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"firmoffer/engine"
)

// World is the small world that a search looks at: where it starts, which commands it gives, and what it looks for. The
// order of a list does not matter, but for the names of frameworks: of stories of one length that of the first is told.
type World struct {
	Contract   engine.Contract
	Nodes      []engine.Node // each with its capacity in units at the start
	Frameworks []string      // who makes, accepts, launches, declines and finishes
	Timeouts   []int64       // of the makes, in ticks
	Advances   []int64       // ticks that time may pass at once
	Resizes    []int64       // capacities in units that every node may be given

	// From is the state to start from, nil for nodes of which nothing was offered yet. Its nodes and its contract are
	// those of the world, whatever Nodes says; what lives on them must belong to Frameworks. New takes a copy.
	From *engine.Scheduler

	// Promise is the invariant to look for; with Any, whichever breaks first. A ledger that does not add up is found
	// whatever is looked for, because nothing can be said of what comes after it.
	Promise engine.Invariant
	Any     bool

	// Apart, when it is not nil, is another contract: the search then looks for the shortest story whose last command
	// comes out differently under the two (other offers, another victim, a refusal, a broken promise), and for no promise.
	// Commands are those that either of the two could take. From and Symmetric do not count.
	Apart *engine.Contract

	Depth     int  // commands in a row, 0 for as many as there are
	MaxStates int  // the search gives up beyond, 0 for DefaultMaxStates
	Symmetric bool // count states that differ only by the names of frameworks or nodes once; not with From
}

// DefaultMaxStates bounds a search that names no bound: 160 MB when it is reached, up to three times that while tables grow.
const DefaultMaxStates = 4_000_000

// DefaultWorld is the world that the page proposes: one node, small enough to be searched whole at once.
func DefaultWorld(c engine.Contract) World {
	return World{Contract: c, Nodes: []engine.Node{{ID: "n1", Capacity: 2}}, Frameworks: []string{"A", "B"},
		Timeouts: []int64{1, 2}, Advances: []int64{1}, Resizes: []int64{0, 1, 2, 3}, Any: true}
}

// The bounds of a world. They keep a search a search of a small world; one that reaches [World.MaxStates] is no error.
const (
	maxNodes      = 4
	maxFrameworks = 4
	maxChoices    = 16 // timeouts, advances, resizes
	maxUnits      = 64
	maxTicks      = 1 << 20
	maxStates     = 1 << 24
)

// prepare checks the world, and makes it the searcher's own: its lists in the order in which moves are tried.
func (w *World) prepare() error {
	if w.Apart != nil {
		w.From = nil
	}
	w.Symmetric = w.Symmetric && w.Apart == nil && w.From == nil
	if w.From != nil {
		if err := w.takeFrom(); err != nil {
			return err
		}
	}
	if err := w.check(); err != nil {
		return err
	}
	w.Nodes, w.Frameworks = slices.Clone(w.Nodes), slices.Clone(w.Frameworks)
	for _, list := range []*[]int64{&w.Timeouts, &w.Advances, &w.Resizes} {
		*list = inOrder(*list)
	}
	slices.Reverse(w.Timeouts) // of two stories the gentler is told: longer timeouts, smaller losses
	slices.Reverse(w.Resizes)
	if w.MaxStates == 0 {
		w.MaxStates = DefaultMaxStates
	}
	return nil
}

func inOrder(values []int64) []int64 {
	values = slices.Clone(values)
	sortFew(values, cmp.Compare)
	return slices.Compact(values)
}

// takeFrom makes the world that of the state to start from.
func (w *World) takeFrom() error {
	w.From = w.From.Clone()
	if now := w.From.Now(); now > math.MaxInt64-1<<40 {
		return fmt.Errorf("the clock stands at %d, too near its end", now)
	}
	w.Contract = w.From.Contract()
	w.Nodes = make([]engine.Node, w.From.Counts().Nodes)
	for i, n := range w.From.NodeWindow(0, maxNodes) {
		w.Nodes[i] = engine.Node{ID: n.ID, Capacity: n.Capacity}
	}
	return nil
}

// check says what a world lacks to be searched.
func (w *World) check() error {
	switch {
	case len(w.Nodes) < 1 || len(w.Nodes) > maxNodes:
		return fmt.Errorf("nodes: found %d, expected 1 to %d", len(w.Nodes), maxNodes)
	case len(w.Frameworks) < 1 || len(w.Frameworks) > maxFrameworks:
		return fmt.Errorf("frameworks: found %d, expected 1 to %d", len(w.Frameworks), maxFrameworks)
	case len(w.Timeouts) < 1:
		return errors.New("timeouts: found none, expected at least one")
	case w.Depth < 0:
		return fmt.Errorf("depth: found %d, expected 0 for no bound, or more", w.Depth)
	case w.MaxStates < 0 || w.MaxStates > maxStates:
		return fmt.Errorf("states: found a bound of %d, expected up to %d", w.MaxStates, maxStates)
	case !w.Any && w.Promise >= engine.InvariantCount:
		return errors.New("promise: found none of the invariants")
	}
	for _, list := range []struct {
		what      string
		values    []int64
		low, high int64
	}{{"timeout", w.Timeouts, 1, maxTicks}, {"advance", w.Advances, 1, maxTicks}, {"resize", w.Resizes, 0, maxUnits}} {
		if n := len(list.values); n > maxChoices {
			return fmt.Errorf("%ss: found %d, expected at most %d", list.what, n, maxChoices)
		}
		for _, v := range list.values {
			if v < list.low || v > list.high {
				return fmt.Errorf("%s: found %d, expected %d to %d", list.what, v, list.low, list.high)
			}
		}
	}
	return w.checkNames()
}

func (w *World) checkNames() error {
	seen := map[string]bool{}
	for _, f := range w.Frameworks {
		if !engine.ValidName(f) || seen[f] {
			return fmt.Errorf("framework: found %q, expected names that are valid and differ", f)
		}
		seen[f] = true
	}
	seen = map[string]bool{}
	for _, n := range w.Nodes {
		if !engine.ValidName(n.ID) || seen[n.ID] {
			return fmt.Errorf("node: found %q, expected ids that are valid and differ", n.ID)
		}
		seen[n.ID] = true
		if n.Capacity < 0 || n.Capacity > maxUnits {
			return fmt.Errorf("capacity of %s: found %d, expected 0 to %d units", engine.Quote(n.ID), n.Capacity, maxUnits)
		}
	}
	return nil
}

// starts returns the key of each node at the start.
func (w *World) starts() ([][]byte, error) {
	keys := make([][]byte, len(w.Nodes))
	for i, n := range w.Nodes {
		keys[i] = engine.FreshKey(n.Capacity)
		if w.From == nil {
			continue
		}
		key, err := w.From.LocalKey(n.ID, w.Frameworks)
		if err != nil {
			return nil, err
		}
		keys[i] = key
	}
	return keys, nil
}
