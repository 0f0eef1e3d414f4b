package check_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
)

// Stories are checked by the public methods alone: what a search says must happen there too.

// begin returns the scheduler that the stories of a world begin with.
func begin(t require.TestingT, w check.World, c engine.Contract) *engine.Scheduler {
	if w.From != nil {
		return w.From.Clone()
	}
	s, err := engine.NewWithContract(c, w.Nodes, 0)
	require.NoError(t, err)
	return s
}

// brokenBy runs commands and returns what each of them breaks.
func brokenBy(s *engine.Scheduler, commands []engine.Command) (broken []engine.InvariantSet) {
	for _, cmd := range commands {
		broken = append(broken, s.Run(cmd).Broken)
	}
	return broken
}

// wanted is what a search of the world looks for.
func wanted(w check.World, broken engine.InvariantSet) bool {
	return broken != 0 && (w.Any || broken.Has(w.Promise) || broken.Has(engine.LedgerAddsUp))
}

// tellsTheTruth replays a story: it breaks what was looked for at its last step, at no earlier one, and no step can be
// left out.
func tellsTheTruth(t require.TestingT, w check.World, r check.Result) {
	require.Equal(t, []any{check.Violated, false, false}, []any{r.Verdict, r.Whole, r.NodeWhole})
	broken := brokenBy(begin(t, w, w.Contract), r.Story)
	last := len(broken) - 1
	require.Equal(t, r.Broken, broken[last], "the last step")
	require.True(t, wanted(w, broken[last]))
	for i, b := range broken[:last] {
		require.False(t, wanted(w, b), "step %d of %s", i+1, told(r.Story))
	}
	for i := range r.Story {
		rest := slices.Delete(slices.Clone(r.Story), i, i+1)
		for _, b := range brokenBy(begin(t, w, w.Contract), rest) {
			require.False(t, wanted(w, b), "without step %d: %s", i+1, told(r.Story))
		}
	}
}

// told is a story in one line.
func told(story []engine.Command) string {
	text := ""
	for i, cmd := range story {
		if i > 0 {
			text += "; "
		}
		text += trace.FormatCommand(cmd)
	}
	return text
}

func TestEveryStoryTellsTheTruth(t *testing.T) {
	stories := 0
	for _, c := range everyContract() {
		for promise := range engine.Invariant(engine.InvariantCount + 1) {
			for _, w := range []check.World{to(check.DefaultWorld(c), 5), to(w2(), 5)} {
				w.Contract, w.Promise, w.Any = c, promise, promise == engine.InvariantCount
				r, err := check.Find(w)
				require.NoError(t, err)
				if r.Verdict == check.Violated {
					stories++
					tellsTheTruth(t, w, r)
				}
			}
		}
	}
	require.Greater(t, stories, 50)
}

func TestStoriesOfRandomWorldsTellTheTruth(t *testing.T) {
	often(t, func(t *rapid.T) {
		w := drawWorld(t)
		w.Any = rapid.Bool().Draw(t, "any")
		w.Promise = rapid.SampledFrom(everyInvariant()).Draw(t, "promise")
		r, err := check.Find(w)
		require.NoError(t, err)
		if r.Verdict == check.Violated {
			tellsTheTruth(t, w, r)
		}
		if bound, finite := w.MostNodeStates(); finite {
			require.LessOrEqual(t, r.NodeStates, int(bound))
		}
	})
}

func everyInvariant() (list []engine.Invariant) {
	for i := range engine.Invariant(engine.InvariantCount) {
		list = append(list, i)
	}
	return list
}

// Of stories of one length the gentler is told: two frameworks rather than one with itself, a loss that leaves something.
func TestStoriesAreOnesToTell(t *testing.T) {
	for name, want := range map[string]string{
		"optimistic":   "make A timeout=2; make B timeout=2",
		"newest-first": "make A timeout=2; resize n1 3; make B timeout=2; accept B o2; resize n1 2",
		"ignores-loss": "make A timeout=2; resize n1 1",
	} {
		w := w1Under(t, name)
		r, err := check.Find(w)
		require.NoError(t, err)
		require.Equal(t, want, told(r.Story))
		slices.Reverse(w.Timeouts)
		slices.Reverse(w.Resizes)
		again, err := check.Find(w)
		require.NoError(t, err)
		require.Equal(t, r, again, "the order of the lists does not matter")
	}
}

// A story on the second of two nodes names it, and its ids count the offers of the first one too.
func TestAStoryHappensOnTheNodeThatCanTellIt(t *testing.T) {
	w := w1Under(t, "first-accept-wins")
	w.Any, w.Promise = false, engine.AcceptIsHonoured
	w.Nodes = []engine.Node{{ID: "none", Capacity: 0}, {ID: "small", Capacity: 1}, {ID: "full", Capacity: 1}}
	w.Resizes = []int64{1}
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, "make A timeout=2; make B timeout=2; accept A o1; accept B o3", told(r.Story))
	tellsTheTruth(t, w, r)
}

// fromScreen draws a world and a state in it that some calls lead to.
func fromScreen(t *rapid.T) (check.World, *engine.Scheduler) {
	w := drawWorld(t)
	w.Symmetric = false
	s := begin(t, w, w.Contract)
	p := plain{world: w}
	for range rapid.IntRange(0, 8).Draw(t, "calls") {
		cmd := rapid.SampledFrom(p.commands(s)).Draw(t, "command")
		if cmd.Verb == engine.VerbLaunch && rapid.Bool().Draw(t, "named?") {
			cmd.Task = rapid.SampledFrom([]string{"web", "t1", "t2", "t3"}).Draw(t, "task")
		}
		s.Run(cmd)
	}
	w.From = s
	return w, s
}

// A search from the state on screen is one from that state as people see it, whatever happened before.
func TestSearchFromTheScreen(t *testing.T) {
	often(t, func(t *rapid.T) {
		w, s := fromScreen(t)
		w.Depth = rapid.IntRange(1, 2).Draw(t, "depth")
		if _, err := check.New(w); err != nil {
			require.Contains(t, w.Contract.Name, "books-twice", err)
			return
		}
		agree(t, w, plain{world: w}.run(t, w.Depth))
		before := s.Offers()
		w.Any = rapid.Bool().Draw(t, "any")
		w.Promise = rapid.SampledFrom(everyInvariant()).Draw(t, "promise")
		r, err := check.Find(w)
		require.NoError(t, err)
		require.Equal(t, before, s.Offers(), "the state on screen is left alone")
		if len(r.Story) > 0 {
			tellsTheTruth(t, w, r)
		}
		w.Symmetric = true // does not count
		pruned := s.Clone()
		pruned.Prune()
		w.From = pruned
		other, err := check.Find(w)
		require.NoError(t, err)
		require.Equal(t, r, other, "what has ended does not matter")
	})
}

// What the last step breaks is told of all nodes, also of those that the story is not about.
func TestAStoryTellsWhatBreaksElsewhere(t *testing.T) {
	w := w1Under(t, "first-accept-wins")
	w.Nodes = []engine.Node{{ID: "n1", Capacity: 0}, {ID: "n2", Capacity: 1}}
	w.Any, w.Promise = false, engine.DeadlineIsKept
	w.From = begin(t, w, w.Contract)
	for _, cmd := range []string{"make A timeout=5", "make B timeout=5", "resize n1 1", "resize n2 0", "make A timeout=1"} {
		parsed, err := trace.ParseCommand(cmd)
		require.NoError(t, err)
		w.From.Run(parsed)
	}
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, "advance 1", told(r.Story))
	require.True(t, r.Broken.Has(engine.DeadlineIsKept) && r.Broken.Has(engine.NoOverCommitment))
	tellsTheTruth(t, w, r)
}

// Tasks stand in a key by framework, on the node in launch order: a story finishes the one that was meant.
func TestAStoryFinishesTheRightTask(t *testing.T) {
	w := w1Under(t, "optimistic")
	w.Resizes, w.Advances = nil, nil
	w.Nodes[0].Capacity = 1
	s := begin(t, w, w.Contract)
	for _, f := range []string{"B", "A"} {
		offers, err := s.MakeOffers(f, 2)
		require.NoError(t, err)
		require.NoError(t, s.AcceptOffer(f, offers[0].ID))
		_, err = s.LaunchTask(f, offers[0].ID, fmt.Sprint("of ", f))
		require.NoError(t, err)
		require.NoError(t, s.SetNodeResources("n1", 2))
	}
	w.From = s
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, `finish A "of A"; make A timeout=2; make B timeout=2`, told(r.Story))
	tellsTheTruth(t, w, r)
}

func TestTheStartItselfMayBeBroken(t *testing.T) {
	w := w1Under(t, "optimistic")
	s := begin(t, w, w.Contract)
	for _, f := range w.Frameworks {
		_, err := s.MakeOffers(f, 2)
		require.NoError(t, err)
	}
	w.From, w.Contract, w.Nodes = s, engine.Binding(), nil // both are those of the state
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, check.Violated, r.Verdict)
	require.Empty(t, r.Story)
	require.True(t, r.Broken.Has(engine.NoOverCommitment))

	w.Any, w.Promise = false, engine.LaunchIsHonoured
	r, err = check.Find(w)
	require.NoError(t, err)
	require.Equal(t, "accept A o1; resize n1 1; launch A o1", told(r.Story))
	tellsTheTruth(t, w, r)
}

// differsAt returns the first step at which a story comes out differently under two contracts, or -1.
func differsAt(t require.TestingT, w check.World, other engine.Contract, story []engine.Command) int {
	a, b := begin(t, w, w.Contract), begin(t, w, other)
	for i, cmd := range story {
		left, right := a.Do(cmd), b.Do(cmd)
		if fmt.Sprint(trace.Results(left)) != fmt.Sprint(trace.Results(right)) {
			return i
		}
	}
	return -1
}

// tellsApart replays a story under both contracts: only its last step differs, and no step can be left out.
func tellsApart(t require.TestingT, w check.World, other engine.Contract, r check.Result) {
	require.Equal(t, check.Violated, r.Verdict)
	require.Equal(t, len(r.Story)-1, differsAt(t, w, other, r.Story), told(r.Story))
	for i := range r.Story {
		rest := slices.Delete(slices.Clone(r.Story), i, i+1)
		require.Equal(t, -1, differsAt(t, w, other, rest), "without step %d: %s", i+1, told(r.Story))
	}
}

func TestTellApartOnRandomWorlds(t *testing.T) {
	often(t, func(t *rapid.T) {
		w := drawWorld(t)
		other := rapid.SampledFrom(everyContract()).Draw(t, "other")
		r, err := check.TellApart(w, other)
		require.NoError(t, err)
		if r.Verdict == check.Violated {
			tellsApart(t, w, other, r)
		}
		if other.Name == w.Contract.Name {
			require.Equal(t, check.Holds, r.Verdict)
		}
		w.Contract, other = other, w.Contract
		back, err := check.TellApart(w, other)
		require.NoError(t, err)
		require.Equal(t, []any{r.Verdict, len(r.Story)}, []any{back.Verdict, len(back.Story)}, "the other way round")
	})
}
