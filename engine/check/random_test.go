package check_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

// randomState runs random calls of the public methods on a random cluster, foreign calls and given task ids among them.
func randomState(t *testing.T, r *rand.Rand) check.World {
	w := check.World{Contract: everyContract()[r.IntN(len(everyContract()))], Frameworks: []string{"A", "B", "C"}[:1+r.IntN(3)],
		Timeouts: []int64{1 + r.Int64N(3), 5}, Advances: []int64{1, 1 + r.Int64N(4)}, Resizes: []int64{r.Int64N(4), r.Int64N(7)}}
	for _, list := range []*[]int64{&w.Advances, &w.Resizes} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	for i := range 1 + r.IntN(3) {
		w.Nodes = append(w.Nodes, engine.Node{ID: fmt.Sprint("n", i+1), Capacity: r.Int64N(6)})
	}
	s, err := engine.NewWithContract(w.Contract, w.Nodes, r.Int64N(100)-50)
	require.NoError(t, err)
	someone := func() string { return w.Frameworks[r.IntN(len(w.Frameworks))] }
	for range 5 + r.IntN(30) {
		cmd := engine.Command{Verb: oneVerb(r), Framework: someone(), Node: w.Nodes[r.IntN(len(w.Nodes))].ID, Amount: 1 + r.Int64N(7)}
		if offers := s.LiveOffers(); len(offers) > 0 {
			o := offers[r.IntN(len(offers))]
			if cmd.Offer = o.ID; r.IntN(4) > 0 {
				cmd.Framework = o.FrameworkID
			}
		}
		if tasks := s.RunningTasks(); cmd.Verb == engine.VerbFinish && len(tasks) > 0 {
			k := tasks[r.IntN(len(tasks))]
			cmd.Framework, cmd.Task = k.FrameworkID, k.ID
		}
		if cmd.Verb == engine.VerbLaunch && r.IntN(2) == 0 {
			cmd.Task = fmt.Sprint("t", r.IntN(5))
		}
		switch {
		case cmd.Verb == engine.VerbMake && r.IntN(20) == 0:
			cmd.Amount = math.MaxInt64 // never expires, or at the last tick there is
		case cmd.Verb == engine.VerbAdvance:
			cmd.Amount = r.Int64N(3)
		}
		s.Run(cmd)
	}
	w.From = s
	return w
}

// oneVerb draws more of what builds up than of what ends.
func oneVerb(r *rand.Rand) engine.Verb {
	return []engine.Verb{engine.VerbMake, engine.VerbMake, engine.VerbMake, engine.VerbAccept, engine.VerbAccept, engine.VerbAccept,
		engine.VerbLaunch, engine.VerbDecline, engine.VerbFinish, engine.VerbAdvance, engine.VerbResize, engine.VerbResize}[r.IntN(12)]
}

// The states that the search goes to from one are those that the public methods lead to, each as often.
func TestSuccessorsOfRandomStates(t *testing.T) {
	states, seen := 10_000, map[string]bool{}
	if testing.Short() {
		states = 1000
	}
	for i := 0; len(seen) < states; i++ {
		w := randomState(t, rand.New(rand.NewPCG(3, uint64(i))))
		key, err := keysOf(w, w.From)
		if err != nil {
			require.Equal(t, "books-twice", w.Contract.Name, err)
			continue
		}
		if key = w.Contract.Name + key; seen[key] {
			continue
		}
		seen[key] = true
		want := map[string]int{}
		p := plain{world: w}
		for _, cmd := range p.commands(w.From) {
			s := w.From.Clone()
			if j := s.Run(cmd); j.Refused || j.Broken.Has(engine.LedgerAddsUp) {
				continue
			}
			key, err := keysOf(w, s)
			require.NoError(t, err)
			want[key]++
		}
		got, err := check.Successors(w)
		require.NoError(t, err)
		if w.Contract.Book == engine.BookOnce {
			require.Equal(t, want, got, "state %d under %s", i, w.Contract.Name)
		}
	}
}

// keysOf writes the state of all nodes.
func keysOf(w check.World, s *engine.Scheduler) (string, error) {
	var keys [][]byte
	for _, n := range w.Nodes {
		key, err := s.LocalKey(n.ID, w.Frameworks)
		if err != nil {
			return "", err
		}
		keys = append(keys, key)
	}
	return string(bytes.Join(keys, []byte("|"))), nil
}

// Keys are equal exactly when people see no difference that matters, and reading a key gives it back.
func TestKeysOfRandomStates(t *testing.T) {
	byKey, bySight := map[string]string{}, map[string]string{}
	for i := range 5000 {
		w := randomState(t, rand.New(rand.NewPCG(4, uint64(i))))
		w.Frameworks = []string{"A", "B", "C"}
		l, err := engine.NewLocal(w.Contract, w.Frameworks)
		require.NoError(t, err)
		for _, n := range w.From.Nodes() {
			key, err := w.From.LocalKey(n.ID, w.Frameworks)
			if err != nil {
				continue
			}
			l.Load(key)
			require.Equal(t, key, l.AppendKey(nil))
			sight := nodeKey(w.From, n, w.Frameworks)
			if other, known := byKey[string(key)]; known {
				require.Equal(t, other, sight)
			}
			if other, known := bySight[sight]; known {
				require.Equal(t, other, string(key), sight)
			}
			byKey[string(key)], bySight[sight] = sight, string(key)
		}
	}
	require.Greater(t, len(byKey), 2000)
}

// A command from a loaded state comes out the same whatever was run before.
func TestALoadedStateStays(t *testing.T) {
	for i := range 500 {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		w := randomState(t, r)
		key, err := w.From.LocalKey("n1", w.Frameworks)
		if err != nil || w.Contract.Book != engine.BookOnce {
			continue
		}
		used, err := engine.NewLocal(w.Contract, w.Frameworks)
		require.NoError(t, err)
		used.Load(key)
		for range 20 {
			cmd := engine.Command{Verb: engine.VerbMake + engine.Verb(r.IntN(7)), Framework: w.Frameworks[0], Node: engine.LocalNode,
				Offer: fmt.Sprint("o", 1+r.IntN(4)), Amount: 1 + r.Int64N(5)}
			if cmd.Verb == engine.VerbFinish {
				cmd.Task = fmt.Sprint("t", 1+r.IntN(3))
			}
			fresh, err := engine.NewLocal(w.Contract, w.Frameworks)
			require.NoError(t, err)
			fresh.Load(key)
			a, b := used.Run(cmd), fresh.Run(cmd)
			require.Equal(t, fresh.AppendOutcome(nil, b), used.AppendOutcome(nil, a), "%+v", cmd)
			require.Equal(t, fresh.AppendKey(nil), used.AppendKey(nil), "%+v", cmd)
			require.Equal(t, []any{fresh.Offers(), fresh.Tasks(), fresh.Reached()}, []any{used.Offers(), used.Tasks(), used.Reached()})
			if r.IntN(5) == 0 {
				fresh.Load(key)
				require.Equal(t, fresh.Judge(), used.Judge())
				require.Equal(t, key, used.AppendKey(nil))
			}
		}
	}
}

func TestSetOfIntegers(t *testing.T) {
	for _, size := range []uint64{1 << 20, 1 << 40, math.MaxUint64} {
		r := rand.New(rand.NewPCG(6, size))
		s, want := check.NewSet(size), map[uint64]bool{}
		for range 50_000 {
			code := r.Uint64N(min(size, 1<<17)) * (size >> 17 / 8) // many twice, near and far
			require.Equal(t, !want[code], s.Add(code), "%d below %d", code, size)
			want[code] = true
		}
		require.True(t, s.Add(size-1))
		require.False(t, s.Add(size-1))
	}
}

// Worlds whose states have no number of 64 bits are not searched node by node together: they would run into each other.
func TestStatesThatDoNotFitAnInteger(t *testing.T) {
	require.True(t, check.FitsAnInteger(65535, 4))
	require.False(t, check.FitsAnInteger(65536, 4))
	require.True(t, check.FitsAnInteger(1<<17, 3))
}
