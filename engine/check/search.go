package check

import (
	"firmoffer/engine"
)

// Verdict is the answer of a search.
type Verdict uint8

// The answers. Unknown is never good news: the bound came first.
const (
	Unknown Verdict = iota
	Violated
	Holds
)

var verdictNames = [...]string{"unknown", "violated", "holds"}

// String returns the answer in words.
func (v Verdict) String() string { return verdictNames[v] }

// Result is what a search knows so far.
type Result struct {
	Verdict     Verdict
	Done        bool
	Whole       bool // Holds: in every reachable state, not only to the depth
	Depth       int  // of the deepest state seen
	States      int  // of all nodes together
	Transitions int  // commands that succeeded
	NodeStates  int  // of one node
	EngineCalls int

	// Violated: the shortest story, and what its last command breaks. With no command, the start itself is broken.
	Story  []engine.Command
	Broken engine.InvariantSet

	// What happened somewhere in the world: a world in which nothing happens breaks no promise either.
	Reached  []engine.State
	Overhang bool
}

// Search is a search under way. It does nothing by itself: call [Search.Run] until it is done, and look at
// [Search.Result] in between. It is not safe for concurrent use.
type Search struct {
	world   World
	graph   *graph
	starts  []uint32
	product *product
	result  Result
}

// New prepares a search. Its error says which part of the world is not one.
func New(w World) (*Search, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	if w.MaxStates == 0 {
		w.MaxStates = DefaultMaxStates
	}
	s := &Search{world: w}
	keys, err := w.starts()
	if err != nil {
		return nil, err
	}
	if s.graph, err = newGraph(&s.world, keys); err != nil {
		return nil, err
	}
	for _, key := range keys {
		s.starts = append(s.starts, s.graph.number[string(key)])
	}
	return s, nil
}

// Run visits at most n states more and reports whether the search is done.
func (s *Search) Run(n int) bool {
	for ; n > 0 && !s.result.Done; n-- {
		s.step()
	}
	return s.result.Done
}

// step visits one state: of one node as long as its graph is not known, then of the nodes together.
func (s *Search) step() {
	g := s.graph
	switch {
	case g.found != nil:
		s.violated()
	case s.product == nil && len(g.keys) > s.world.MaxStates:
		s.result.Done = true // unknown: the bound came first
	case s.product == nil && g.expand():
	case s.product == nil:
		s.product = newProduct(&s.world, g, s.starts)
	case s.product.states() > s.world.MaxStates:
		s.result.Done = true
	case !s.product.expand():
		s.result.Verdict, s.result.Whole, s.result.Done = Holds, s.product.whole, true
	}
}

// Result returns what is known so far. States and depth are those of the nodes together as soon as one node is known.
func (s *Search) Result() Result {
	r, g := s.result, s.graph
	r.NodeStates, r.EngineCalls = len(g.keys), len(g.edges)
	r.States, r.Transitions, r.Depth = len(g.keys), g.taken, int(g.depth[max(0, len(g.first)-1)])
	if s.product != nil {
		r.States, r.Transitions, r.Depth = s.product.states(), s.product.transitions, s.product.depth
	}
	for st := engine.Pending; st <= engine.Invalidated; st++ {
		if g.goals.states&(1<<st) != 0 {
			r.Reached = append(r.Reached, st)
		}
	}
	r.Overhang = g.goals.overhang
	return r
}

// violated tells the story of the first violation. What breaks a promise happens on one node, so no story with more
// nodes is shorter.
func (s *Search) violated() {
	v := s.graph.found
	moves, start := s.graph.path(v.state)
	if v.move.verb != 0 {
		moves = append(moves, v.move)
	}
	node := 0
	for i, at := range s.starts {
		if at == start {
			node = i
			break
		}
	}
	s.result.Story = s.world.story(moves, node)
	s.result.Broken, s.result.Verdict, s.result.Done = v.broken, Violated, true
}

// Find runs a search to its end.
func Find(w World) (Result, error) {
	s, err := New(w)
	if err != nil {
		return Result{}, err
	}
	for !s.Run(1 << 20) {
	}
	return s.Result(), nil
}
