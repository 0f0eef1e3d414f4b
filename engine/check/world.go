package check

import (
	"errors"
	"fmt"
	"slices"

	"firmoffer/engine"
)

// World is the small world that a search looks at.
type World struct {
	Contract   engine.Contract
	Nodes      []engine.Node // each with its capacity at the start
	Frameworks []string      // who makes, accepts, launches, declines and finishes
	Timeouts   []int64       // of the makes, in ticks
	Advances   []int64       // ticks that time may pass at once
	Resizes    []int64       // capacities that every node may be given

	// From is the state to start from, nil for nodes of which nothing was offered yet. Its nodes must be those of
	// Nodes, and what lives on them must belong to Frameworks.
	From *engine.Scheduler

	// Promise is the invariant to look for; with Any, whichever breaks first.
	Promise engine.Invariant
	Any     bool

	Depth     int  // commands in a row, 0 for as many as there are
	MaxStates int  // the search gives up beyond, 0 for [DefaultMaxStates]
	Symmetric bool // count states that differ only by the names of frameworks or nodes once
}

// DefaultMaxStates bounds a search that names no bound: about 200 MB.
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
	maxUnits      = 64 // capacity; the states of one node grow fast with it: 1,104 at 3 units, 9,718 at 4, 86,740 at 5
)

// check says what a world lacks to be searched.
func (w *World) check() error {
	switch {
	case len(w.Nodes) < 1 || len(w.Nodes) > maxNodes:
		return fmt.Errorf("nodes: found %d, expected 1 to %d", len(w.Nodes), maxNodes)
	case len(w.Frameworks) < 1 || len(w.Frameworks) > maxFrameworks:
		return fmt.Errorf("frameworks: found %d, expected 1 to %d", len(w.Frameworks), maxFrameworks)
	case len(w.Timeouts) < 1 || len(w.Timeouts) > maxChoices:
		return fmt.Errorf("timeouts: found %d, expected 1 to %d", len(w.Timeouts), maxChoices)
	case len(w.Advances) > maxChoices || len(w.Resizes) > maxChoices:
		return fmt.Errorf("advances and resizes: found %d and %d, expected at most %d of each", len(w.Advances), len(w.Resizes), maxChoices)
	case w.Depth < 0 || w.MaxStates < 0:
		return errors.New("depth and bound: expected 0 or more")
	}
	if err := w.checkNames(); err != nil {
		return err
	}
	for _, list := range []struct {
		what      string
		values    []int64
		low, high int64
	}{{"timeout", w.Timeouts, 1, 1 << 20}, {"advance", w.Advances, 1, 1 << 20}, {"resize", w.Resizes, 0, maxUnits}} {
		for _, v := range list.values {
			if v < list.low || v > list.high {
				return fmt.Errorf("%s: found %d, expected %d to %d", list.what, v, list.low, list.high)
			}
		}
	}
	return nil
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

// move is a command to one node, by places and not by ids: offer or task number Place in the order of the key.
type move struct {
	verb      engine.Verb
	framework uint8
	place     uint8
	amount    int64
}

// shared are the moves that act on every node at once; they are the same in every state, in this order.
func (w *World) shared() []move {
	var moves []move
	for f := range w.Frameworks {
		for _, t := range w.Timeouts {
			moves = append(moves, move{verb: engine.VerbMake, framework: uint8(f), amount: t})
		}
	}
	for _, d := range w.Advances {
		moves = append(moves, move{verb: engine.VerbAdvance, amount: d})
	}
	return moves
}

// own appends the moves that act on this node alone: its offers, its tasks, its capacity.
func (w *World) own(moves []move, l *engine.Local) []move {
	for i := range l.Offers() {
		f, state := l.Offer(i)
		m := move{framework: uint8(f), place: uint8(i)}
		if state == engine.Pending {
			m.verb = engine.VerbAccept
		} else {
			m.verb = engine.VerbLaunch
		}
		moves = append(moves, m)
		m.verb = engine.VerbDecline
		moves = append(moves, m)
	}
	for i := range l.Tasks() {
		f, units := l.Task(i)
		if i > 0 {
			if g, same := l.Task(i - 1); g == f && same == units {
				continue // tasks of one kind are interchangeable
			}
		}
		moves = append(moves, move{verb: engine.VerbFinish, framework: uint8(f), place: uint8(i)})
	}
	for _, c := range w.Resizes {
		moves = append(moves, move{verb: engine.VerbResize, amount: c})
	}
	return moves
}

// inTurn appends the order in which the moves of a loaded state are tried. Of two stories of the same length the one that
// is found first is told; so frameworks that have nothing on the node make first, and two of them clash rather than one
// with itself.
func inTurn(order []int, moves []move, l *engine.Local) []int {
	var busy [maxFrameworks]int
	for i := range l.Offers() {
		f, _ := l.Offer(i)
		busy[f]++
	}
	for i := range moves {
		order = append(order, i)
	}
	rank := func(i int) int {
		if moves[i].verb == engine.VerbMake {
			return busy[moves[i].framework] - len(moves)
		}
		return i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// command is the move in the only node of a Local.
func (w *World) command(m move) engine.Command {
	cmd := engine.Command{Verb: m.verb, Framework: w.Frameworks[m.framework], Node: engine.LocalNode, Amount: m.amount}
	switch m.verb {
	case engine.VerbAccept, engine.VerbLaunch, engine.VerbDecline:
		cmd.Offer = placeID("o", m.place)
	case engine.VerbFinish:
		cmd.Task = placeID("t", m.place)
	}
	return cmd
}

var placeIDs = func() (ids [2][256]string) {
	for i := range 256 {
		ids[0][i], ids[1][i] = fmt.Sprintf("o%d", i+1), fmt.Sprintf("t%d", i+1)
	}
	return ids
}()

func placeID(prefix string, place uint8) string {
	if prefix == "o" {
		return placeIDs[0][place]
	}
	return placeIDs[1][place]
}
