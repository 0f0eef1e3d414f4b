package check_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

func TestBadWorldsAreToldInASentence(t *testing.T) {
	many := make([]int64, 17)
	for want, spoil := range map[string]func(w *check.World){
		"nodes: found 0, expected 1 to 4":                                func(w *check.World) { w.Nodes = nil },
		"nodes: found 5, expected 1 to 4":                                func(w *check.World) { w.Nodes = make([]engine.Node, 5) },
		"frameworks: found 0, expected 1 to 4":                           func(w *check.World) { w.Frameworks = nil },
		"frameworks: found 5, expected 1 to 4":                           func(w *check.World) { w.Frameworks = make([]string, 5) },
		`framework: found "", expected names that are valid and differ`:  func(w *check.World) { w.Frameworks[1] = "" },
		`framework: found "A", expected names that are valid and differ`: func(w *check.World) { w.Frameworks[1] = "A" },
		`node: found "a\nb", expected ids that are valid and differ`:     func(w *check.World) { w.Nodes[0].ID = "a\nb" },
		`node: found "n1", expected ids that are valid and differ`:       func(w *check.World) { w.Nodes = append(w.Nodes, w.Nodes[0]) },
		"capacity of n1: found 65, expected 0 to 64 units":               func(w *check.World) { w.Nodes[0].Capacity = 65 },
		`capacity of "n 1": found -1, expected 0 to 64 units`:            func(w *check.World) { w.Nodes[0] = engine.Node{ID: "n 1", Capacity: -1} },
		"timeouts: found none, expected at least one":                    func(w *check.World) { w.Timeouts = nil },
		"timeouts: found 17, expected at most 16":                        func(w *check.World) { w.Timeouts = many },
		"timeout: found 0, expected 1 to 1048576":                        func(w *check.World) { w.Timeouts = []int64{0} },
		"advances: found 17, expected at most 16":                        func(w *check.World) { w.Advances = many },
		"advance: found 0, expected 1 to 1048576":                        func(w *check.World) { w.Advances = []int64{1, 0} },
		"resizes: found 17, expected at most 16":                         func(w *check.World) { w.Resizes = many },
		"resize: found 65, expected 0 to 64":                             func(w *check.World) { w.Resizes = []int64{65} },
		"resize: found -1, expected 0 to 64":                             func(w *check.World) { w.Resizes = []int64{-1} },
		"depth: found -1, expected 0 for no bound, or more":              func(w *check.World) { w.Depth = -1 },
		"states: found a bound of -1, expected up to 16777216":           func(w *check.World) { w.MaxStates = -1 },
		"states: found a bound of 16777217, expected up to 16777216":     func(w *check.World) { w.MaxStates = 1<<24 + 1 },
		"promise: found none of the invariants":                          func(w *check.World) { w.Any, w.Promise = false, engine.InvariantCount },
		"contract mine has the Loss rule 99: 0 to 6 were expected":       func(w *check.World) { w.Contract = engine.Contract{Name: "mine", Loss: 99} },
		"contract other has the Hold rule 9: 0 to 2 were expected":       func(w *check.World) { w.Apart = &engine.Contract{Name: "other", Hold: 9} },
		"nodes: found 10, expected 1 to 4":                               func(w *check.World) { w.From = cluster(t, 10, 1, 0) },
		"capacity of n1: found 100, expected 0 to 64 units":              func(w *check.World) { w.From = cluster(t, 1, 100, 0) },
		"the clock stands at 9223372036854775806, too near its end":      func(w *check.World) { w.From = cluster(t, 1, 1, math.MaxInt64-1) },
		"a framework with offers or tasks on n1 is not in the list":      func(w *check.World) { w.From = offered(t, "C") },
		"the sums of n1 differ from a recount":                           func(w *check.World) { w.From = bookedTwice(t) },
	} {
		w := w1()
		spoil(&w)
		_, err := check.New(w)
		require.EqualError(t, err, want)
		_, err = check.Find(w)
		require.EqualError(t, err, want)
	}
}

func cluster(t *testing.T, nodes int, capacity, now int64) *engine.Scheduler {
	var list []engine.Node
	for i := range nodes {
		list = append(list, engine.Node{ID: "n" + string(rune('1'+i)), Capacity: capacity})
	}
	s, err := engine.New(list, now)
	require.NoError(t, err)
	return s
}

func offered(t *testing.T, framework string) *engine.Scheduler {
	s := cluster(t, 1, 2, 0)
	_, err := s.MakeOffers(framework, 1)
	require.NoError(t, err)
	return s
}

func bookedTwice(t *testing.T) *engine.Scheduler {
	c, _ := engine.ContractByName("books-twice")
	s, err := engine.NewWithContract(c, []engine.Node{{ID: "n1", Capacity: 2}}, 0)
	require.NoError(t, err)
	_, err = s.MakeOffers("A", 1)
	require.NoError(t, err)
	require.NoError(t, s.AcceptOffer("A", "o1"))
	require.NoError(t, s.DeclineOffer("A", "o1"))
	return s
}

// What is searched is the world as it was when the search was made.
func TestASearchKeepsItsWorld(t *testing.T) {
	w := to(w1Under(t, "binding"), 4)
	w.From = begin(t, w, w.Contract)
	before := []int64{w.Timeouts[0], w.Advances[0], w.Resizes[0]}
	want, err := check.Find(w)
	require.NoError(t, err)
	s, err := check.New(w)
	require.NoError(t, err)
	require.Equal(t, before, []int64{w.Timeouts[0], w.Advances[0], w.Resizes[0]})
	w.Timeouts[0], w.Advances[0], w.Resizes[0], w.Frameworks[0], w.Nodes[0].ID = 9, 9, 9, "X", "x"
	_, err = w.From.MakeOffers("Y", 1)
	require.NoError(t, err)
	for !s.Run(1) {
	}
	require.Equal(t, want, s.Result())
}

func TestListsMayRepeatThemselves(t *testing.T) {
	w := w1()
	w.Timeouts, w.Resizes = []int64{2, 1, 2, 1}, []int64{3, 3, 2, 1, 0, 0}
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, []int{1104, 15136}, []int{r.States, r.Transitions})
}
