package check_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

// The counts that three independent programs agree on.
func TestPinnedCounts(t *testing.T) {
	for _, c := range []struct {
		name                       string
		world                      check.World
		states, transitions, depth int
		slow                       bool
	}{
		{"W1 to depth 8", to(w1(), 8), 895, 8688, 8, false},
		{"W1 in all", w1(), 1104, 15136, 13, false},
		{"W1 in all, symmetric", symmetric(w1()), 556, 7608, 13, false},
		{"W2 to depth 8", to(w2(), 8), 62970, 530228, 8, false},
		{"W2 in all", w2(), 1218816, 27326208, 26, true},
		{"W2 in all, symmetric", symmetric(w2()), 305272, 6844168, 26, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && testing.Short() {
				t.Skip("takes a second")
			}
			r, err := check.Find(c.world)
			require.NoError(t, err)
			require.Equal(t, check.Holds, r.Verdict)
			require.Equal(t, []int{c.states, c.transitions, c.depth}, []int{r.States, r.Transitions, r.Depth})
			require.Equal(t, c.world.Depth == 0, r.Whole)
			require.Equal(t, r.Whole, r.NodeWhole)
			require.Empty(t, r.Story)
			require.Empty(t, r.Missing())
			if r.Whole { // one node is learnt by one call a state and command, whatever the number of nodes
				require.Equal(t, []int{1104, 15136}, []int{r.NodeStates, r.EngineCalls})
			}
		})
	}
}

// The states of one node grow fast with its capacity.
func TestCountsOfLargerNodes(t *testing.T) {
	for capacity, states := range map[int64]int{2: 128, 3: 1104, 4: 9718} {
		w := resizedTo(w1(), capacity)
		r, err := check.Find(w)
		require.NoError(t, err)
		require.Equal(t, states, r.States)
		bound, finite := w.MostNodeStates()
		require.True(t, finite)
		require.EqualValues(t, states, bound)
	}
}

func TestContractsWithoutAStory(t *testing.T) {
	for _, name := range []string{"binding", "oldest-pending-first"} {
		r, err := check.Find(w1Under(t, name))
		require.NoError(t, err)
		require.Equal(t, []any{check.Holds, true, true}, []any{r.Verdict, r.Whole, r.NodeWhole}, name)
	}
}

func w1Under(t require.TestingT, name string) check.World {
	c, known := engine.ContractByName(name)
	require.True(t, known, name)
	return check.DefaultWorld(c)
}

// A search in slices of one state is the same search, whatever is looked at in between.
func TestSlicesMakeNoDifference(t *testing.T) {
	worlds := []check.World{to(w2(), 6), symmetric(to(w2(), 5)), w1()}
	for _, c := range everyContract() {
		worlds = append(worlds, to(check.DefaultWorld(c), 6))
	}
	for _, w := range worlds {
		whole, err := check.Find(w)
		require.NoError(t, err)
		s, err := check.New(w)
		require.NoError(t, err)
		require.Equal(t, check.Unknown, s.Result().Verdict)
		states := 0
		for !s.Run(1) {
			r := s.Result()
			require.Equal(t, check.Unknown, r.Verdict)
			require.False(t, r.Done)
			states = max(states, r.States)
		}
		require.LessOrEqual(t, states, max(whole.States, whole.NodeStates))
		require.Equal(t, whole, s.Result(), w.Contract.Name)
		require.True(t, s.Run(1), "done stays done")
		require.Equal(t, whole, s.Result(), w.Contract.Name)
	}
}

func TestTheBoundIsNeverGoodNews(t *testing.T) {
	for _, c := range []struct {
		name  string
		world check.World
		bound int
		node  bool // one node was known before the bound
		want  check.Verdict
	}{
		{"one node", w1(), 1103, false, check.Unknown},
		{"one node, just enough", w1(), 1104, true, check.Holds},
		{"two nodes", to(w2(), 8), 62969, false, check.Unknown},
		{"two nodes, just enough", to(w2(), 8), 62970, false, check.Holds},
		{"two nodes, one of them known", w2(), 5000, true, check.Unknown},
	} {
		c.world.MaxStates = c.bound
		r, err := check.Find(c.world)
		require.NoError(t, err)
		require.True(t, r.Done)
		require.Equal(t, c.want, r.Verdict, c.name)
		require.Equal(t, c.want == check.Holds && c.world.Depth == 0, r.Whole, c.name)
		require.Equal(t, c.node, r.NodeWhole, c.name)
		require.Empty(t, r.Story)
	}
}

// The state in which the bound is met may be that of a story: then it is told.
func TestAStoryWithinTheBoundIsTold(t *testing.T) {
	w := w1Under(t, "newest-first")
	whole, err := check.Find(w)
	require.NoError(t, err)
	for bound := 1; bound <= whole.States; bound++ {
		w.MaxStates = bound
		r, err := check.Find(w)
		require.NoError(t, err)
		if r.Verdict != check.Unknown {
			require.Equal(t, whole, r)
		}
	}
	require.Equal(t, check.Violated, whole.Verdict)
}

// A contract that offers the same units again and again has no last state. With one framework and no time its states are
// few, but offers heap up on the node.
func TestAWorldWithoutEndIsUnknown(t *testing.T) {
	w := w1Under(t, "first-accept-wins")
	w.Frameworks, w.Timeouts, w.Advances, w.Resizes = []string{"A"}, []int64{5}, nil, nil
	w.Any, w.Promise = false, engine.TasksSurvive
	_, finite := w.MostNodeStates()
	require.False(t, finite)
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, []any{check.Unknown, true, false}, []any{r.Verdict, r.Done, r.NodeWhole})
	require.Less(t, r.States, 1000)
}

func TestDepthThatEndsTheSearchIsNotTheWhole(t *testing.T) {
	for depth, whole := range map[int]bool{12: false, 13: false, 14: true, 100: true} {
		for _, w := range []check.World{to(w1(), depth), to(symmetric(w1()), depth)} {
			r, err := check.Find(w)
			require.NoError(t, err)
			require.Equal(t, []any{check.Holds, whole, whole}, []any{r.Verdict, r.Whole, r.NodeWhole}, "depth %d", depth)
			require.LessOrEqual(t, r.Depth, 13)
		}
	}
}

// Four nodes have too many states for a bit each, and a search of some of them comes by another set.
func TestManyNodes(t *testing.T) {
	w := to(w1(), 5)
	w.Resizes = []int64{1}
	for i := range 3 {
		w.Nodes = append(w.Nodes, engine.Node{ID: fmt.Sprint("m", i), Capacity: int64(i)})
	}
	for _, w.Symmetric = range []bool{false, true} {
		w.Depth = 3
		agree(t, w, plain{world: w}.run(t, 3))
	}
}

func TestGoals(t *testing.T) {
	r, err := check.Find(w1())
	require.NoError(t, err)
	require.Len(t, r.Reached, 6)
	require.True(t, r.Overhang)
	require.Nil(t, r.Missing())

	w := w1()
	w.Nodes[0].Capacity, w.Resizes, w.Advances = 0, nil, nil
	r, err = check.Find(w)
	require.NoError(t, err)
	require.Equal(t, []any{check.Holds, true, 1}, []any{r.Verdict, r.Whole, r.States}, "nothing happens, so nothing breaks")
	require.Equal(t, []string{"no offer is made", "no offer is accepted", "no offer is launched", "no offer is declined",
		"no offer is left to expire", "no offer is invalidated", "no node has an overhang"}, r.Missing())

	// Nothing can be launched: every offer is accepted and gone before.
	never := engine.Contract{Name: "never", Launch: engine.LaunchNever}
	w = check.DefaultWorld(never)
	w.Any, w.Promise = false, engine.TasksSurvive
	r, err = check.Find(w)
	require.NoError(t, err)
	require.Equal(t, check.Holds, r.Verdict)
	require.Equal(t, []string{"no offer is launched", "no node has an overhang"}, r.Missing())
}

func TestVerdictsHaveNames(t *testing.T) {
	require.Equal(t, "unknown violated holds ?", fmt.Sprint(check.Unknown, check.Violated, check.Holds, check.Verdict(3)))
}
