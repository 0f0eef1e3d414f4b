package engine_test

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// Bounds on bytes and allocations are tests, because a busy machine does not move them.

const bytesPerLiveOffer = 224 // DESIGN.md, Budgets

// manyNodes returns a scheduler with the number of nodes, all of one capacity.
func manyNodes(t require.TestingT, count int, capacity int64) *engine.Scheduler {
	nodes := make([]engine.Node, count)
	for i := range nodes {
		nodes[i] = engine.Node{ID: nodeID(i), Capacity: capacity}
	}
	s, err := engine.New(nodes, 0)
	require.NoError(t, err)
	return s
}

func nodeID(i int) string { return "n" + strconv.Itoa(i+1) }

func TestAllocationsOfACall(t *testing.T) {
	const runs = 2000
	s := manyNodes(t, 10_000, 4)
	offers, err := s.MakeOffers("A", 1_000_000)
	require.NoError(t, err)
	next := 0
	measure := func(name string, bound float64, call func(id string) error) {
		t.Helper()
		first := next
		got := testing.AllocsPerRun(runs, func() {
			if err := call(offers[next].ID); err != nil {
				panic(name + ": " + err.Error())
			}
			next++
		})
		require.LessOrEqual(t, got, bound, "allocations of %s", name)
		next = first
	}
	var tasks []string
	measure("accept", 0, func(id string) error { return s.AcceptOffer("A", id) })
	measure("launch", 1, func(id string) error {
		task, err := s.LaunchTask("A", id, "")
		tasks = append(tasks, task)
		return err
	})
	measure("finish", 0, func(string) error { return s.FinishTask("A", tasks[next]) })
	next = runs + 1
	measure("decline", 0, func(id string) error { return s.DeclineOffer("A", id) })
	measure("resize", 0, func(string) error { return s.SetNodeResources("n9999", int64(4+next%2)) })
	measure("advance", 0, func(string) error { return s.AdvanceTime(1) })
}

// An advance that expires one offer of many, each with a deadline of its own.
func TestAllocationsOfAnExpiry(t *testing.T) {
	s := manyNodes(t, 10_000, 0)
	for i := range 3000 {
		require.NoError(t, s.SetNodeResources(nodeID(i), 4))
		offers, err := s.MakeOffers("A", int64(1+i))
		require.NoError(t, err)
		require.Len(t, offers, 1)
	}
	got := testing.AllocsPerRun(2000, func() {
		if err := s.AdvanceTime(1); err != nil {
			panic(err)
		}
	})
	require.LessOrEqual(t, got, 1.0)
	require.Equal(t, 3000-2001, s.Counts().LiveOffers)
}

func TestAMakeWithNothingFreeAllocatesNothing(t *testing.T) {
	s := manyNodes(t, 10_000, 4)
	_, err := s.MakeOffers("A", 10)
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if offers, err := s.MakeOffers("B", 10); err != nil || len(offers) > 0 {
			panic("nothing was free")
		}
	}))
}

// Run checks all invariants as well, and allocates nothing beyond what the tables grow by.
func TestRunAllocatesNothing(t *testing.T) {
	s := manyNodes(t, 100, 4)
	cycle := []engine.Command{
		{Verb: engine.VerbMake, Framework: "A", Amount: 5},
		{Verb: engine.VerbAdvance, Amount: 2},
		{Verb: engine.VerbResize, Node: "n7", Amount: 2},
		{Verb: engine.VerbAccept, Framework: "B", Offer: "o1"},
		{Verb: engine.VerbResize, Node: "n7", Amount: 4},
		{Verb: engine.VerbAdvance, Amount: 3},
	}
	run := func() {
		for _, c := range cycle {
			if j := s.Run(c); j.Verdict != engine.Holds {
				panic("a promise was broken")
			}
		}
	}
	for range 100 {
		run()
	}
	require.LessOrEqual(t, testing.AllocsPerRun(200, run), 1.0)
}

// With room for them, offers and tasks cost no allocation.
func TestGrowMakesRoom(t *testing.T) {
	const runs = 500
	var offerIDs, taskIDs [runs + 2]string
	for i := range offerIDs {
		offerIDs[i], taskIDs[i] = "o"+strconv.Itoa(i), "t"+strconv.Itoa(i)
	}
	s := manyNodes(t, 1, 4)
	s.Grow(-1, -1)
	s.Grow(runs+1, runs+1)
	seq := 0
	require.Zero(t, testing.AllocsPerRun(runs, func() {
		seq++
		s.Run(engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 9})
		s.Run(engine.Command{Verb: engine.VerbAccept, Framework: "A", Offer: offerIDs[seq]})
		s.Run(engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: offerIDs[seq]})
		s.Run(engine.Command{Verb: engine.VerbFinish, Framework: "A", Task: taskIDs[seq]})
	}))
	require.Equal(t, engine.Counts{Nodes: 1, Made: runs + 1, Offers: runs + 1, Tasks: runs + 1}, s.Counts())
}

// Memory of the engine for a million live offers on ten thousand nodes; what MakeOffers returned is let go.
func TestMemoryOfALiveOffer(t *testing.T) {
	if testing.Short() {
		t.Skip("a million offers take a second")
	}
	const nodes, rounds = 10_000, 100
	t.Run("offers of one make share a deadline", func(t *testing.T) {
		s := manyNodes(t, nodes, 0)
		before := heapInUse()
		for r := range int64(rounds) {
			for i := range nodes {
				require.NoError(t, s.SetNodeResources(nodeID(i), r+1))
			}
			_, err := s.MakeOffers("A", 1000+r)
			require.NoError(t, err)
		}
		requireBytesPerOffer(t, s, heapInUse()-before, nodes*rounds)
	})
	t.Run("every offer has a deadline of its own", func(t *testing.T) {
		s := manyNodes(t, nodes, 0)
		before := heapInUse()
		for k := range int64(nodes * rounds) {
			require.NoError(t, s.SetNodeResources(nodeID(int(k%nodes)), k/nodes+1))
			_, err := s.MakeOffers("A", 1000+k)
			require.NoError(t, err)
		}
		requireBytesPerOffer(t, s, heapInUse()-before, nodes*rounds)
	})
}

func requireBytesPerOffer(t *testing.T, s *engine.Scheduler, bytes, offers int64) {
	t.Helper()
	require.Equal(t, int(offers), s.Counts().LiveOffers)
	t.Logf("%d bytes a live offer; the bound is %d", bytes/offers, bytesPerLiveOffer)
	require.LessOrEqual(t, bytes/offers, int64(bytesPerLiveOffer))
	runtime.KeepAlive(s)
}
