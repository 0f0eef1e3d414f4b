package check

import "firmoffer/engine"

// graph is what one node can do: its states, numbered as they were found, and where each move leads. Nodes with the
// same moves share one graph, whatever capacity they start with.
type graph struct {
	world  *World
	local  *engine.Local
	shared []move

	number map[string]uint32
	keys   []string
	depth  []uint16 // fewest moves from a start
	from   []uint32 // state that it was found from, itself for a start
	by     []move   // and the move
	edges  []edge   // of all states, one after the other; those of the shared moves first
	first  []uint32 // of the edges of each state
	taken  int      // edges of moves that succeeded
	goals  goals
	found  *violation

	scratch []byte
	moves   []move
	turn    []int
}

type edge struct {
	to   uint32
	move move
}

// refused marks the edge of a move that was refused: it leads nowhere and is no transition.
const refused = ^uint32(0)

// violation is the first move that breaks the promise looked for.
type violation struct {
	state  uint32
	move   move // verb 0: the start itself is broken
	broken engine.InvariantSet
}

// goals are what a world should make happen sometimes: one in which nothing happens breaks no promise either.
type goals struct {
	states   uint8 // a bit for each engine.State that an offer reached
	overhang bool
}

func newGraph(w *World, starts [][]byte) (*graph, error) {
	l, err := engine.NewLocal(w.Contract, w.Frameworks)
	if err != nil {
		return nil, err
	}
	g := &graph{world: w, local: l, shared: w.shared(), number: map[string]uint32{}}
	for _, key := range starts {
		s := g.state(key)
		g.from[s] = s
		l.Load(key)
		if j := l.Judge(); g.found == nil && w.wanted(j.Broken) {
			g.found = &violation{state: s, broken: j.Broken}
		}
	}
	return g, nil
}

// wanted reports whether one of the promises is broken that the search looks for.
func (w *World) wanted(broken engine.InvariantSet) bool {
	return broken != 0 && (w.Any || broken.Has(w.Promise))
}

// state returns the number of a key and gives it one where it has none.
func (g *graph) state(key []byte) uint32 {
	if s, ok := g.number[string(key)]; ok {
		return s
	}
	s := uint32(len(g.keys))
	k := string(key)
	g.number[k] = s
	g.keys = append(g.keys, k)
	g.depth, g.from, g.by = append(g.depth, 0), append(g.from, refused), append(g.by, move{})
	return s
}

// expand finds the edges of the next state that has none yet, by one call of the engine for each. It reports false when
// there is no such state within the depth.
func (g *graph) expand() bool {
	s := uint32(len(g.first))
	if int(s) == len(g.keys) || g.world.Depth > 0 && int(g.depth[s]) >= g.world.Depth {
		return false
	}
	g.first = append(g.first, uint32(len(g.edges)))
	key := []byte(g.keys[s])
	g.local.Load(key)
	g.moves = g.world.own(append(g.moves[:0], g.shared...), g.local)
	at := len(g.edges)
	g.edges = append(g.edges, make([]edge, len(g.moves))...)
	g.turn = inTurn(g.turn[:0], g.moves, g.local)
	for _, i := range g.turn {
		g.local.Load(key)
		g.edges[at+i] = g.try(s, g.moves[i])
	}
	return true
}

func (g *graph) try(s uint32, m move) edge {
	j := g.local.Run(g.world.command(m))
	if g.found == nil && g.world.wanted(j.Broken) {
		g.found = &violation{state: s, move: m, broken: j.Broken}
	}
	if j.Refused {
		return edge{refused, m}
	}
	g.goals.states |= g.local.Reached()
	g.goals.overhang = g.goals.overhang || j.Verdict == engine.Overhang
	g.scratch = g.local.AppendKey(g.scratch[:0])
	to := g.state(g.scratch)
	if g.from[to] == refused {
		g.from[to], g.by[to], g.depth[to] = s, m, g.depth[s]+1
	}
	g.taken++
	return edge{to, m}
}

// out returns the edges of a state that was expanded.
func (g *graph) out(s uint32) []edge {
	if int(s)+1 < len(g.first) {
		return g.edges[g.first[s]:g.first[s+1]]
	}
	return g.edges[g.first[s]:]
}

// path returns the moves from a start to the state, and the start.
func (g *graph) path(s uint32) (moves []move, start uint32) {
	for g.from[s] != s {
		moves = append(moves, g.by[s])
		s = g.from[s]
	}
	for i, j := 0, len(moves)-1; i < j; i, j = i+1, j-1 {
		moves[i], moves[j] = moves[j], moves[i]
	}
	return moves, s
}
