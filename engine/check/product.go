package check

import "math/bits"

// product is the world of several nodes: a state is one state of the graph for each node, written as the digits of one
// integer. It never calls the engine: what each node does was learnt once.
type product struct {
	world *World
	graph *graph
	base  uint64 // states of one node
	seen  set
	queue []uint64 // states in the order found
	ends  []int    // where each depth ends in the queue
	next  int      // first state of the queue that is not expanded

	names [][]uint32 // for each renaming of the frameworks, what becomes of each node state; only the identity if not Symmetric
	depth int
	whole bool // every reachable state was expanded

	transitions int
	digits      []uint32
	after       []uint32
}

func newProduct(w *World, g *graph, starts []uint32) *product {
	p := &product{world: w, graph: g, base: uint64(len(g.keys)), whole: true, digits: make([]uint32, len(starts)), after: make([]uint32, len(starts))}
	p.seen = newSet(p.base, len(starts))
	if w.Symmetric {
		p.names = renamings(w, g)
	}
	p.add(starts)
	p.ends = []int{1}
	return p
}

func (p *product) states() int { return len(p.queue) }

// add puts a state into the queue unless it was seen. The digits are the caller's.
func (p *product) add(digits []uint32) {
	code := p.code(digits)
	if p.seen.add(code) {
		p.queue = append(p.queue, code)
	}
}

// code writes the digits as one integer; under symmetry, as the least one of those that differ only by names.
func (p *product) code(digits []uint32) uint64 {
	if p.names == nil {
		return p.number(digits)
	}
	least := ^uint64(0)
	var renamed [maxNodes]uint32
	for _, name := range p.names {
		for i, d := range digits {
			renamed[i] = name[d]
		}
		sortDown(renamed[:len(digits)]) // all nodes have the same moves, so their order means nothing
		least = min(least, p.number(renamed[:len(digits)]))
	}
	return least
}

func (p *product) number(digits []uint32) uint64 {
	code := uint64(0)
	for _, d := range digits {
		code = code*p.base + uint64(d)
	}
	return code
}

func sortDown(d []uint32) {
	for i := 1; i < len(d); i++ {
		for k := i; k > 0 && d[k] > d[k-1]; k-- {
			d[k], d[k-1] = d[k-1], d[k]
		}
	}
}

// expand visits the next state. It reports false when there is none within the depth.
func (p *product) expand() bool {
	if p.next == p.ends[len(p.ends)-1] { // all of this depth are expanded
		if len(p.queue) == p.next {
			return false
		}
		p.ends = append(p.ends, len(p.queue))
		p.depth++
	}
	if p.world.Depth > 0 && p.depth >= p.world.Depth {
		p.whole = false
		return false
	}
	code := p.queue[p.next]
	p.next++
	for i := len(p.digits) - 1; i >= 0; i-- {
		p.digits[i] = uint32(code % p.base)
		code /= p.base
	}
	p.together()
	p.apart()
	return true
}

// together takes the moves that act on every node at once.
func (p *product) together() {
	for k := range p.graph.shared {
		for i, d := range p.digits {
			p.after[i] = p.graph.edges[p.graph.first[d]+uint32(k)].to
		}
		p.transitions++
		p.add(p.after)
	}
}

// apart takes the moves of each node alone.
func (p *product) apart() {
	copy(p.after, p.digits)
	for i, d := range p.digits {
		for _, e := range p.graph.out(d)[len(p.graph.shared):] {
			if e.to == refused {
				continue
			}
			p.after[i] = e.to
			p.transitions++
			p.add(p.after)
		}
		p.after[i] = d
	}
}

// set is a set of integers: a bit each where they are few enough, else a table with open addressing.
type set struct {
	bits  []uint64
	table []uint64 // code+1, 0 for an empty place
	count int
}

// denseBits is up to how many possible states a bit is kept for each: 64 MB.
const denseBits = 1 << 29

func newSet(base uint64, digits int) set {
	size := uint64(1)
	for range digits {
		high, low := bits.Mul64(size, base)
		if high != 0 || low > denseBits {
			return set{table: make([]uint64, 1<<12)}
		}
		size = low
	}
	return set{bits: make([]uint64, size/64+1)}
}

// add reports whether code is new.
func (s *set) add(code uint64) bool {
	if s.bits != nil {
		word, bit := code>>6, uint64(1)<<(code&63)
		if s.bits[word]&bit != 0 {
			return false
		}
		s.bits[word] |= bit
		return true
	}
	if 2*s.count >= len(s.table) {
		s.grow()
	}
	if !s.insert(code + 1) {
		return false
	}
	s.count++
	return true
}

func (s *set) insert(entry uint64) bool {
	mask := uint64(len(s.table) - 1)
	for at := (entry * 0x9E3779B97F4A7C15) >> 20 & mask; ; at = (at + 1) & mask {
		switch s.table[at] {
		case 0:
			s.table[at] = entry
			return true
		case entry:
			return false
		}
	}
}

func (s *set) grow() {
	old := s.table
	s.table = make([]uint64, 2*len(old))
	for _, entry := range old {
		if entry != 0 {
			s.insert(entry)
		}
	}
}
