package check

import "firmoffer/engine"

// Search is a search under way. It does nothing by itself: call [Search.Run] until it is done, look at [Search.Result]
// in between, and stop calling to stop it. It is not safe for concurrent use.
type Search struct {
	world   World
	graph   *graph
	starts  []uint32
	product *product // of several nodes, as soon as one is known
	result  Result
}

// New prepares a search. Its error says which part of the world is not one.
func New(w World) (*Search, error) {
	if err := w.prepare(); err != nil {
		return nil, err
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
		start, _ := s.graph.keys.find(key)
		s.starts = append(s.starts, start)
	}
	return s, nil
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

// TellApart finds the shortest story whose last command comes out differently under the contract of the world and under
// another one. It is [Find] with [World.Apart].
func TellApart(w World, other engine.Contract) (Result, error) {
	w.Apart = &other
	return Find(w)
}

// Run visits at most n states more and reports whether the search is done. A state of one node costs a call of the engine
// for each of its commands, a few microseconds; one of several nodes together about a tenth of that.
func (s *Search) Run(n int) bool {
	for ; n > 0 && !s.result.Done; n-- {
		s.step()
	}
	return s.result.Done
}

// step visits one state: of one node as long as its graph is not known, then of the nodes together.
func (s *Search) step() {
	g, bound := s.graph, s.world.MaxStates
	switch {
	case g.found != nil:
		s.violated()
	case s.product == nil && (g.full || g.keys.count() > bound):
		s.result.Done = true
	case s.product == nil && g.expand():
	case g.full: // told by the next step
	case s.product == nil && !g.keep:
		s.holds(g.whole())
	case s.product == nil:
		s.product = newProduct(&s.world, g, s.starts)
		s.result.Done = s.product == nil
	case s.product.states > bound:
		s.result.Done = true
	case !s.product.expand():
		s.holds(s.product.whole)
	}
}

func (s *Search) holds(whole bool) {
	s.result.Verdict, s.result.Whole, s.result.Done = Holds, whole, true
}

// violated tells the story of what was found. It happens on one node, so no story with more nodes is shorter.
func (s *Search) violated() {
	v := s.graph.found
	moves, start := s.graph.path(v.state)
	if v.move.verb != 0 {
		moves = append(moves, v.move)
	}
	node := 0
	for s.starts[node] != start {
		node++
	}
	s.result.Verdict, s.result.Done, s.result.Broken = Violated, true, v.broken
	if len(moves) > 0 {
		s.result.Story, s.result.Broken = s.world.story(moves, node)
	}
}

// Result returns what is known so far.
func (s *Search) Result() Result {
	r, g := s.result, s.graph
	r.NodeStates, r.EngineCalls = g.keys.count(), g.calls
	r.States, r.Transitions, r.Depth = r.NodeStates, g.taken, g.depth
	r.NodeWhole = g.found == nil && g.whole()
	if p := s.product; p != nil {
		r.States, r.Transitions, r.Depth = p.states, p.transitions, p.depth
	}
	for st := engine.Pending; st <= engine.Invalidated; st++ {
		if g.goals.states&(1<<st) != 0 {
			r.Reached = append(r.Reached, st)
		}
	}
	r.Overhang = g.goals.overhang
	return r
}
