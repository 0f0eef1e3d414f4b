package check

import (
	"bytes"
	"slices"

	"firmoffer/engine"
)

// graph is what one node can do: its states, numbered as they were found, and where each move leads. All nodes of a
// world have the same moves, so they share one graph, whatever capacity they start with.
type graph struct {
	world  *World
	local  *engine.Local
	other  *engine.Local // under the contract to tell apart, or nil
	shared []move

	keys  keys
	from  []uint32 // the state that each was found from, itself for a start
	next  int      // first state that is not expanded
	end   int      // first state that is deeper than depth
	depth int      // fewest moves from a start to the states that are expanded now
	taken int      // moves that succeeded
	calls int      // of the engine
	goals goals
	found *violation
	full  bool // a node came to more offers or tasks than can be told apart: the search is at its bound

	// Where the moves lead that succeed, of all states one after the other, those of the shared moves first; and where the
	// edges of each state begin. They are kept only where nodes are put together.
	keep  bool
	edges []uint32
	first []uint32

	moves   []move
	turn    []int
	scratch [2][]byte
}

// violation is the first move that is what the search looks for.
type violation struct {
	state  uint32
	move   move // verb 0: the start itself
	broken engine.InvariantSet
}

// goals are what a world should make happen sometimes: one in which nothing happens breaks no promise either.
type goals struct {
	states   uint8 // a bit for each engine.State that an offer reached
	overhang bool
}

func newGraph(w *World, starts [][]byte) (*graph, error) {
	g := &graph{world: w, shared: w.shared(), keep: w.Apart == nil && (len(w.Nodes) > 1 || w.Symmetric)}
	var err error
	if g.local, err = engine.NewLocal(w.Contract, w.Frameworks); err != nil {
		return nil, err
	}
	if w.Apart != nil {
		if g.other, err = engine.NewLocal(*w.Apart, w.Frameworks); err != nil {
			return nil, err
		}
	}
	for _, key := range starts {
		s := g.reach(key, uint32(g.keys.count()))
		g.local.Load(key)
		j := g.local.Judge()
		if g.found == nil && w.wanted(j.Broken) {
			g.found = &violation{state: s, broken: j.Broken}
		}
		g.goals.overhang = g.goals.overhang || j.Verdict == engine.Overhang
		for i := range g.local.Offers() {
			_, state := g.local.Offer(i)
			g.goals.states |= 1 << state
		}
	}
	g.end = g.keys.count()
	return g, nil
}

// wanted reports whether one of the promises is broken that the search looks for. A ledger that does not add up ends
// every search for a promise: its sums are part of no key, so nothing is known of what comes after it.
func (w *World) wanted(broken engine.InvariantSet) bool {
	return w.Apart == nil && broken != 0 && (w.Any || broken.Has(w.Promise) || broken.Has(engine.LedgerAddsUp))
}

// reach returns the number of a key; if it has none, it is found from the state now.
func (g *graph) reach(key []byte, from uint32) uint32 {
	s := g.keys.number(key)
	if int(s) == len(g.from) {
		g.from = append(g.from, from)
	}
	return s
}

// whole reports whether every state was expanded.
func (g *graph) whole() bool { return g.next == g.keys.count() }

// expand tries every move in the next state, by one call of the engine for each. It reports false when there is no such
// state within the depth.
func (g *graph) expand() bool {
	if g.next == g.end && !g.whole() {
		g.depth, g.end = g.depth+1, g.keys.count()
	}
	if g.whole() || g.world.Depth > 0 && g.depth >= g.world.Depth {
		return false
	}
	s := uint32(g.next)
	g.load(s)
	if g.full = max(g.local.Offers(), g.local.Tasks()) > maxPlaces; g.full {
		return false
	}
	g.next++
	at := len(g.edges)
	if g.keep {
		g.first = append(g.first, uint32(at))
		g.edges = append(g.edges, make([]uint32, len(g.shared))...)
	}
	for _, i := range g.turn {
		to, ok := g.try(s, g.moves[i])
		switch {
		case !g.keep:
		case i < len(g.shared):
			g.edges[at+i] = to
		case ok:
			g.edges = append(g.edges, to)
		}
	}
	return true
}

// load makes s the state that moves are tried in, and lists them in the order of the edges and in turn.
func (g *graph) load(s uint32) {
	key := g.keys.at(s)
	g.local.Load(key)
	if g.other != nil {
		g.other.Load(key) // contracts that did the same so far are in the same state
	}
	g.moves = g.world.own(append(g.moves[:0], g.shared...), g.local)
	g.turn = inTurn(g.turn[:0], g.moves, g.local)
}

// try makes a move in the loaded state s and returns the state that it leads to: s itself when it is refused.
func (g *graph) try(s uint32, m move) (to uint32, ok bool) {
	cmd := g.world.command(m)
	j := g.local.Run(cmd)
	g.calls++
	if g.found == nil && (g.world.wanted(j.Broken) || g.other != nil && g.differs(cmd, j)) {
		g.found = &violation{state: s, move: m, broken: j.Broken}
	}
	if j.Refused {
		return s, false
	}
	g.taken++
	g.goals.states |= g.local.Reached()
	g.goals.overhang = g.goals.overhang || j.Verdict == engine.Overhang
	g.scratch[0] = g.local.AppendKey(g.scratch[0][:0])
	return g.reach(g.scratch[0], s), true
}

// differs reports whether the command that just ran comes out differently under the other contract.
func (g *graph) differs(cmd engine.Command, j engine.Judgement) bool {
	g.calls++
	g.scratch[0] = g.local.AppendOutcome(g.scratch[0][:0], j)
	g.scratch[1] = g.other.AppendOutcome(g.scratch[1][:0], g.other.Run(cmd))
	return !bytes.Equal(g.scratch[0], g.scratch[1])
}

// sharedEdges and ownEdges return where the moves lead in a state that was expanded.
func (g *graph) sharedEdges(s uint32) []uint32 {
	return g.edges[g.first[s]:][:len(g.shared)]
}

func (g *graph) ownEdges(s uint32) []uint32 {
	end := len(g.edges)
	if int(s)+1 < len(g.first) {
		end = int(g.first[s+1])
	}
	return g.edges[int(g.first[s])+len(g.shared) : end]
}

// path returns the moves from a start to the state, and the start.
func (g *graph) path(s uint32) (moves []move, start uint32) {
	for ; g.from[s] != s; s = g.from[s] {
		moves = append(moves, g.between(g.from[s], s))
	}
	slices.Reverse(moves)
	return moves, s
}

// between finds the move again by which a state was found.
func (g *graph) between(from, to uint32) move {
	g.load(from)
	for _, i := range g.turn {
		if j := g.local.Run(g.world.command(g.moves[i])); !j.Refused {
			g.scratch[0] = g.local.AppendKey(g.scratch[0][:0])
			if bytes.Equal(g.scratch[0], g.keys.at(to)) {
				return g.moves[i]
			}
		}
	}
	panic("check: no move leads to the state that it led to before")
}
