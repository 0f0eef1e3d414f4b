package check

import (
	"bytes"
	"slices"

	"firmoffer/engine"
)

// TellApart finds the shortest story whose last command comes out differently under the contract of the world and under
// another one: other offers, another victim, a refusal, a broken promise. The result is Violated with the story, Holds
// when no command in the world tells the two apart, and Unknown when the bound came first. World.From, Promise, Any and
// Symmetric do not count. As with a promise, a difference shows on one node; so the search looks at each node by itself.
func TellApart(w World, other engine.Contract) (Result, error) {
	w.From = nil
	if err := w.check(); err != nil {
		return Result{}, err
	}
	if w.MaxStates == 0 {
		w.MaxStates = DefaultMaxStates
	}
	best := Result{Verdict: Holds, Whole: true, Done: true}
	for i := range w.Nodes {
		one := w
		one.Nodes = w.Nodes[i : i+1]
		a, err := newApart(&one, other)
		if err != nil {
			return Result{}, err
		}
		r := a.run()
		if best.Verdict == Violated && (r.Verdict != Violated || len(r.Story) >= len(best.Story)) {
			continue
		}
		if r.Verdict == Violated || r.Verdict == Unknown || best.Verdict == Holds {
			r.Whole = r.Whole && best.Whole
			best = r
		}
	}
	return best, nil
}

// apart is a search over pairs: the same node under two contracts, after the same commands with the same outcomes.
type apart struct {
	world  *World
	local  [2]*engine.Local
	number map[string]uint32 // of a pair, by both keys
	pairs  []pair
	shared []move
	from   []uint32
	by     []move
	depth  []uint16
	out    [2][]byte
	calls  int
}

type pair [2]string

func newApart(w *World, other engine.Contract) (*apart, error) {
	a := &apart{world: w, number: map[string]uint32{}, shared: w.shared()}
	for i, c := range []engine.Contract{w.Contract, other} {
		l, err := engine.NewLocal(c, w.Frameworks)
		if err != nil {
			return nil, err
		}
		a.local[i] = l
	}
	start := string(engine.FreshKey(w.Nodes[0].Capacity))
	a.add(pair{start, start}, 0, move{})
	return a, nil
}

func (a *apart) add(p pair, from uint32, by move) {
	key := p[0] + "|" + p[1] // keys are numbers that end by themselves, so the two cannot run into each other
	if _, ok := a.number[key]; ok {
		return
	}
	depth := uint16(0)
	if by.verb != 0 {
		depth = a.depth[from] + 1
	}
	a.number[key] = uint32(len(a.pairs))
	a.pairs, a.from, a.by, a.depth = append(a.pairs, p), append(a.from, from), append(a.by, by), append(a.depth, depth)
}

func (a *apart) run() Result {
	r := Result{Verdict: Holds, Whole: true, Done: true}
	for next := 0; next < len(a.pairs); next++ {
		switch {
		case a.world.Depth > 0 && int(a.depth[next]) >= a.world.Depth:
			r.Whole = false
			continue
		case len(a.pairs) > a.world.MaxStates:
			r.Verdict, r.Whole = Unknown, false
		default:
			if m, differs := a.expand(uint32(next)); differs {
				r.Verdict, r.Whole, r.Story = Violated, false, a.story(uint32(next), m)
			}
		}
		r.Depth = int(a.depth[next])
		if r.Verdict != Holds {
			break
		}
	}
	r.States, r.EngineCalls = len(a.pairs), a.calls
	return r
}

// expand gives every command that one of the two nodes could take to both, and returns the first that tells them apart.
func (a *apart) expand(at uint32) (move, bool) {
	p := a.pairs[at]
	a.load(p)
	moves := a.world.own(append([]move(nil), a.shared...), a.local[0])
	for _, m := range a.world.own(nil, a.local[1]) {
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	for _, i := range inTurn(nil, moves, a.local[0]) {
		m := moves[i]
		a.load(p)
		cmd := a.world.command(m)
		var refused bool
		for i, l := range a.local {
			j := l.Run(cmd)
			a.out[i] = l.AppendOutcome(a.out[i][:0], j)
			refused = j.Refused
			a.calls++
		}
		if !bytes.Equal(a.out[0], a.out[1]) {
			return m, true
		}
		if !refused {
			a.add(pair{string(a.local[0].AppendKey(nil)), string(a.local[1].AppendKey(nil))}, at, m)
		}
	}
	return move{}, false
}

func (a *apart) load(p pair) {
	for i, l := range a.local {
		l.Load([]byte(p[i]))
	}
}

// story tells the way to a pair and the command that tells it apart, as it is under the first contract.
func (a *apart) story(at uint32, last move) []engine.Command {
	moves := []move{last}
	for a.by[at].verb != 0 {
		moves = append([]move{a.by[at]}, moves...)
		at = a.from[at]
	}
	return a.world.story(moves, 0)
}
