package check

import "math/bits"

// product is the world of several nodes: a state is one state of the graph for each node, written as the digits of one
// integer. It never calls the engine: what each node does was learnt once. Of the states that are expanded it keeps
// nothing but that they were seen, because stories are told from the graph.
type product struct {
	world  *World
	graph  *graph
	base   uint64   // states of one node
	weight []uint64 // of each digit
	seen   set

	level []uint64 // the states of this depth
	at    int      // first of them that is not expanded
	later []uint64 // states of the next depth, as far as they are found
	depth int
	whole bool // every reachable state was expanded

	names [][]uint32 // for each renaming of the frameworks, what becomes of each node state; nil if not Symmetric

	states      int
	transitions int
	digits      []uint32
	after       []uint32
}

// newProduct returns nil when a state does not fit into an integer: there are far too many of them.
func newProduct(w *World, g *graph, starts []uint32) *product {
	p := &product{world: w, graph: g, base: uint64(g.keys.count()), whole: true, digits: make([]uint32, len(starts)),
		after: make([]uint32, len(starts)), weight: make([]uint64, len(starts))}
	size := uint64(1)
	for i := len(starts) - 1; i >= 0; i-- {
		p.weight[i] = size
		high, low := bits.Mul64(size, p.base)
		if high != 0 {
			return nil
		}
		size = low
	}
	p.seen = newSet(size)
	if w.Symmetric {
		p.names = renamings(w, g)
	}
	p.add(starts)
	p.level, p.later = p.later, nil
	return p
}

// add keeps a state for the next depth unless it was seen.
func (p *product) add(digits []uint32) {
	if p.names != nil {
		p.keep(p.least(digits))
		return
	}
	p.keep(p.number(digits))
}

func (p *product) keep(code uint64) {
	if p.seen.add(code) {
		p.later = append(p.later, code)
		p.states++
	}
}

// number writes the digits as one integer.
func (p *product) number(digits []uint32) uint64 {
	code := uint64(0)
	for i, d := range digits {
		code += uint64(d) * p.weight[i]
	}
	return code
}

// least returns the least number of the states that differ only by names: of frameworks, and of nodes, which all have the
// same moves.
func (p *product) least(digits []uint32) uint64 {
	least := ^uint64(0)
	var space [maxNodes]uint32
	renamed := space[:len(digits)]
	for _, name := range p.names {
		for i, d := range digits {
			renamed[i] = name[d]
		}
		sortUp(renamed)
		least = min(least, p.number(renamed))
	}
	return least
}

func sortUp(d []uint32) {
	for i := 1; i < len(d); i++ {
		for k := i; k > 0 && d[k] < d[k-1]; k-- {
			d[k], d[k-1] = d[k-1], d[k]
		}
	}
}

// expand visits the next state. It reports false when there is none within the depth.
func (p *product) expand() bool {
	if p.at == len(p.level) {
		if len(p.later) == 0 {
			return false
		}
		p.level, p.later, p.at = p.later, p.level[:0], 0
		p.depth++
	}
	if p.world.Depth > 0 && p.depth >= p.world.Depth {
		p.whole = false
		return false
	}
	code := p.level[p.at]
	p.at++
	for i, rest := len(p.digits)-1, code; i >= 0; i-- {
		p.digits[i] = uint32(rest % p.base)
		rest /= p.base
	}
	p.together()
	p.apart(code)
	return true
}

// together takes the moves that act on every node at once.
func (p *product) together() {
	for k := range p.graph.shared {
		for i, d := range p.digits {
			p.after[i] = p.graph.sharedEdges(d)[k]
		}
		p.add(p.after)
	}
	p.transitions += len(p.graph.shared)
}

// apart takes the moves of each node alone: only its digit changes.
func (p *product) apart(code uint64) {
	copy(p.after, p.digits)
	for i, d := range p.digits {
		edges := p.graph.ownEdges(d)
		p.transitions += len(edges)
		if p.names == nil {
			rest := code - uint64(d)*p.weight[i]
			for _, to := range edges {
				p.keep(rest + uint64(to)*p.weight[i])
			}
			continue
		}
		for _, to := range edges {
			p.after[i] = to
			p.add(p.after)
		}
		p.after[i] = d
	}
}
