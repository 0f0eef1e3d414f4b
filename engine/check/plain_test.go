package check_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

// The search a second time, as simple as can be: whole schedulers, cloned for every command, all nodes at once, nothing
// learnt and nothing remembered but which states were seen. Only the public methods of the engine are used. Whether two
// states are one is decided by what people can see of them; without merging, not at all.

type plain struct {
	world    check.World
	unmerged bool // no two states are one
}

// findings is what a plain search saw within its depth.
type findings struct {
	states, transitions int
	whole               bool
	first               map[engine.Invariant]int // fewest commands that break it
}

// run visits every state within the depth, 0 for all there are.
func (p plain) run(t require.TestingT, depth int) findings {
	f := findings{whole: true, first: map[engine.Invariant]int{}}
	start := p.start(t)
	level, seen := []*engine.Scheduler{start}, map[string]bool{p.key(start): true}
	f.note(start.Clone().Run(engine.Command{Verb: engine.VerbAdvance}).Broken, 0) // of the state, not of the last call
	for at := 0; len(level) > 0; at++ {
		f.states += len(level)
		if depth > 0 && at == depth {
			f.whole = false
			break
		}
		var next []*engine.Scheduler
		for _, s := range level {
			for _, cmd := range p.commands(s) {
				to := s.Clone()
				j := to.Run(cmd)
				f.note(j.Broken, at+1)
				if j.Refused {
					continue
				}
				f.transitions++
				if key := p.key(to); p.unmerged || !seen[key] {
					seen[key] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return f
}

func (f *findings) note(broken engine.InvariantSet, depth int) {
	for i := range engine.Invariant(engine.InvariantCount) {
		if _, known := f.first[i]; broken.Has(i) && !known {
			f.first[i] = depth
		}
	}
}

// calls is how long the shortest story is for a promise, as a search tells it: a ledger that does not add up ends it.
func (f *findings) calls(promise engine.Invariant) (int, bool) {
	calls, broken := f.first[promise]
	ledger, off := f.first[engine.LedgerAddsUp]
	if off && (!broken || ledger < calls) {
		return ledger, true
	}
	return calls, broken
}

func (p plain) start(t require.TestingT) *engine.Scheduler {
	if p.world.From != nil {
		return p.world.From.Clone()
	}
	s, err := engine.NewWithContract(p.world.Contract, p.world.Nodes, 0)
	require.NoError(t, err)
	return s
}

// commands lists what can be given in a state, in no particular order.
func (p plain) commands(s *engine.Scheduler) (list []engine.Command) {
	for _, f := range p.world.Frameworks {
		for _, t := range p.world.Timeouts {
			list = append(list, engine.Command{Verb: engine.VerbMake, Framework: f, Amount: t})
		}
	}
	for _, d := range p.world.Advances {
		list = append(list, engine.Command{Verb: engine.VerbAdvance, Amount: d})
	}
	for _, o := range s.LiveOffers() {
		verb := engine.VerbAccept
		if o.State == engine.Accepted {
			verb = engine.VerbLaunch
		}
		list = append(list, engine.Command{Verb: verb, Framework: o.FrameworkID, Offer: o.ID},
			engine.Command{Verb: engine.VerbDecline, Framework: o.FrameworkID, Offer: o.ID})
	}
	kinds := map[string]bool{} // finishing one of two tasks that look alike is one command
	for _, k := range s.RunningTasks() {
		kind := fmt.Sprint(k.NodeID, k.FrameworkID, k.Resources)
		if !kinds[kind] {
			list = append(list, engine.Command{Verb: engine.VerbFinish, Framework: k.FrameworkID, Task: k.ID})
		}
		kinds[kind] = true
	}
	for _, n := range s.Nodes() {
		for _, c := range p.world.Resizes {
			list = append(list, engine.Command{Verb: engine.VerbResize, Node: n.ID, Amount: c})
		}
	}
	return list
}

// key is what people can see of a state that matters later. With World.Symmetric it is the least one of all that other
// names of frameworks and another order of nodes would give.
func (p plain) key(s *engine.Scheduler) string {
	orders := [][]string{p.world.Frameworks}
	if p.world.Symmetric {
		orders = permutations(p.world.Frameworks)
	}
	var keys []string
	for _, order := range orders {
		nodes := make([]string, 0, 4)
		for _, n := range s.Nodes() {
			nodes = append(nodes, nodeKey(s, n, order))
		}
		if p.world.Symmetric {
			slices.Sort(nodes)
		}
		keys = append(keys, strings.Join(nodes, "\n"))
	}
	return slices.Min(keys)
}

func nodeKey(s *engine.Scheduler, n engine.NodeUsage, frameworks []string) string {
	tasks, offers := s.OnNode(n.ID, 1<<20)
	key := []string{fmt.Sprint(n.Capacity)}
	for _, o := range offers {
		left := fmt.Sprint(max(0, o.ExpiresAt-s.Now()))
		if o.Endless {
			left = "endless"
		}
		key = append(key, fmt.Sprint(slices.Index(frameworks, o.FrameworkID), " ", o.Resources, " ", o.State, " ", left))
	}
	slices.SortFunc(tasks, func(a, b engine.Task) int {
		return cmp.Or(slices.Index(frameworks, a.FrameworkID)-slices.Index(frameworks, b.FrameworkID), cmp.Compare(a.Resources, b.Resources))
	})
	for _, k := range tasks {
		key = append(key, fmt.Sprint("task ", slices.Index(frameworks, k.FrameworkID), " ", k.Resources))
	}
	return strings.Join(key, ",")
}

func permutations(list []string) (all [][]string) {
	if len(list) == 0 {
		return [][]string{nil}
	}
	for i := range list {
		rest := append(slices.Clone(list[:i]), list[i+1:]...)
		for _, p := range permutations(rest) {
			all = append(all, append([]string{list[i]}, p...))
		}
	}
	return all
}

// agree holds a search to what a plain one saw within the same depth: its counts, where it ends without a story, and for
// each promise the verdict and the length of the story.
func agree(t require.TestingT, w check.World, f findings) {
	for promise := range engine.Invariant(engine.InvariantCount) {
		w.Any, w.Promise = false, promise
		r, err := check.Find(w)
		require.NoError(t, err)
		calls, broken := f.calls(promise)
		if broken {
			require.Equal(t, check.Violated, r.Verdict, "%s %s", w.Contract.Name, promise)
			require.Len(t, r.Story, calls, "%s %s", w.Contract.Name, promise)
			continue
		}
		require.Equal(t, check.Holds, r.Verdict, "%s %s", w.Contract.Name, promise)
		require.Equal(t, []any{f.states, f.transitions, f.whole}, []any{r.States, r.Transitions, r.Whole}, "%s %s", w.Contract.Name, promise)
	}
}

func everyContract() []engine.Contract { return append(engine.Contracts(), engine.Faulty()...) }

func TestPlainSearchAgreesInAll(t *testing.T) {
	for _, w := range []check.World{w1(), symmetric(w1())} {
		f := plain{world: w}.run(t, 0)
		require.True(t, f.whole)
		if !w.Symmetric {
			require.Equal(t, []int{1104, 15136}, []int{f.states, f.transitions})
		}
		agree(t, w, f)
	}
}

func TestPlainSearchAgreesOnTwoNodes(t *testing.T) {
	for _, w := range []check.World{to(w2(), 5), to(symmetric(w2()), 5)} {
		f := plain{world: w}.run(t, w.Depth)
		require.Greater(t, f.states, 1000)
		agree(t, w, f)
	}
}

// A key that merges too much would hide faults in silence: so once without any merging, under every contract.
func TestVerdictsAreEqualWithoutMerging(t *testing.T) {
	depth := 5
	if testing.Short() {
		depth = 4
	}
	for _, c := range everyContract() {
		w := check.DefaultWorld(c)
		w.Timeouts, w.Resizes, w.Depth = []int64{1}, []int64{1, 3}, depth
		f := plain{world: w, unmerged: true}.run(t, depth)
		for promise := range engine.Invariant(engine.InvariantCount) {
			w.Any, w.Promise = false, promise
			r, err := check.Find(w)
			require.NoError(t, err)
			calls, broken := f.calls(promise)
			require.Equal(t, broken, r.Verdict == check.Violated, "%s %s", c.Name, promise)
			require.Len(t, r.Story, calls, "%s %s", c.Name, promise)
		}
	}
}

// often checks a property of small worlds, which take so little time that each check can draw some.
func often(t *testing.T, property func(t *rapid.T)) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			property(t)
		}
	})
}

// drawWorld draws a small world under any contract.
func drawWorld(t *rapid.T) check.World {
	w := check.World{Contract: rapid.SampledFrom(everyContract()).Draw(t, "contract")}
	for i, c := range rapid.SliceOfN(rapid.Int64Range(0, 3), 1, 3).Draw(t, "capacities") {
		w.Nodes = append(w.Nodes, engine.Node{ID: fmt.Sprint("n", i+1), Capacity: c})
	}
	w.Frameworks = []string{"A", "B", "C"}[:rapid.IntRange(1, 3).Draw(t, "frameworks")]
	some := func(name string, low, high int64, least int) []int64 {
		return rapid.SliceOfNDistinct(rapid.Int64Range(low, high), least, 2, rapid.ID[int64]).Draw(t, name)
	}
	w.Timeouts, w.Advances, w.Resizes = some("timeouts", 1, 3, 1), some("advances", 1, 3, 0), some("resizes", 0, 4, 0)
	w.Symmetric = rapid.Bool().Draw(t, "symmetric")
	w.Depth = rapid.IntRange(1, 4).Draw(t, "depth")
	return w
}

func TestPlainSearchAgreesOnRandomWorlds(t *testing.T) {
	often(t, func(t *rapid.T) {
		w := drawWorld(t)
		if len(w.Nodes)*len(w.Frameworks) > 4 {
			w.Depth = min(w.Depth, 2) // a plain search cannot bear more
		}
		agree(t, w, plain{world: w}.run(t, w.Depth))
	})
}
