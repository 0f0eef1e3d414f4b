package engine_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

// What is live, and all that is to come, is the same whether the past was forgotten or not.
func TestPruneChangesNothingThatIsLive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		pruned := d.s.Clone()
		walk(t, d.m, func(c engine.Command) {
			if chance(t, "prune?", 4) {
				pruned.Prune()
				requireOnlyLive(t, pruned)
			}
			want, got := d.step(t, c), call(pruned, c)
			requireSameLive(t, d.s, pruned)
			agreeOnLists(t, pruned)
			agreeOnNodes(t, pruned)
			duo{pruned, d.m}.agreeOnNextDeadline(t)
			require.Equal(t, want.err == nil, got.err == nil, "%+v: %v, %v", c, want.err, got.err)
			require.Equal(t, want.made, got.made)
			require.Equal(t, want.task, got.task)
			require.Equal(t, want.out.Events, got.out.Events)
			require.Equal(t, want.out.Report, got.out.Report)
			if want.err != nil && !refusedForThePast(want.err) {
				require.Equal(t, want.err.Error(), got.err.Error())
			}
		})
	})
}

// Under never-expires an accepted offer outlives its deadline, and Prune must not lose that it did.
func TestPruneKeepsWhatIsOverdue(t *testing.T) {
	c := under(t, "never-expires", 1, 1, 1, 1)
	c.offersFor("A", 1)
	c.accept("A", "o4", "o2", "o3")
	c.advance(1)
	for _, places := range []int{3, 2, 1} {
		c.Prune()
		c.advance(1)
		f := c.Report().Findings[engine.DeadlineIsKept]
		require.Equal(t, []any{true, places}, []any{f.Broken, f.Places})
		require.NoError(t, c.DeclineOffer("A", f.OfferID))
	}
	require.Equal(t, engine.Holds, c.Report().Verdict)
}

// refusedForThePast: the refusal speaks of an offer or a task that Prune may have forgotten.
func refusedForThePast(err error) bool {
	r := err.(*engine.Refusal)
	ended := r.Offer.ID != "" && !r.Offer.State.Live()
	finished := r.Task.ID != "" && !r.Task.Running
	return ended || finished
}

func requireOnlyLive(t require.TestingT, s *engine.Scheduler) {
	for _, o := range s.Offers() {
		require.True(t, o.State.Live(), "%+v is still known", o)
	}
	for _, k := range s.Tasks() {
		require.True(t, k.Running, "%+v is still known", k)
	}
}

func requireSameLive(t require.TestingT, want, got *engine.Scheduler) {
	require.Equal(t, want.Now(), got.Now())
	require.Equal(t, want.Nodes(), got.Nodes())
	require.Equal(t, want.Allocations(), got.Allocations())
	live := func(s *engine.Scheduler) (list []engine.Offer) {
		for _, o := range s.Offers() {
			if o.State.Live() {
				list = append(list, o)
			}
		}
		return list
	}
	running := func(s *engine.Scheduler) (list []engine.Task) {
		for _, k := range s.Tasks() {
			if k.Running {
				list = append(list, k)
			}
		}
		return list
	}
	require.Equal(t, live(want), live(got))
	require.Equal(t, running(want), running(got))
	for _, o := range live(want) {
		same, known := got.Offer(o.ID)
		require.True(t, known, o.ID)
		require.Equal(t, o, same)
	}
}

// A master that runs for years has made more offers than it can remember.
func TestMemoryIsBoundedWithPrune(t *testing.T) {
	if testing.Short() {
		t.Skip("a million cycles take a second")
	}
	s, err := engine.New([]engine.Node{{ID: "n1", Capacity: 4}}, 0)
	require.NoError(t, err)
	cycle := func(times int) {
		for i := range times {
			require.NoError(t, oneCycle(s, i%8 == 0))
			if i%1000 == 999 {
				s.Prune()
			}
		}
	}
	cycle(20_000)
	before := heapInUse()
	cycle(1_000_000)
	require.Less(t, heapInUse()-before, int64(64<<10), "bytes that a million cycles left behind")
	require.Empty(t, s.Offers())
	require.Empty(t, s.Tasks())
	offers, err := s.MakeOffers("A", 10)
	require.NoError(t, err)
	require.Equal(t, "o1020001", offers[0].ID, "no offer id comes twice")
}

// oneCycle makes an offer and declines it, or launches and finishes its task.
func oneCycle(s *engine.Scheduler, launch bool) error {
	offers, err := s.MakeOffers("A", 10)
	if err != nil || !launch {
		return firstError(err, s.DeclineOffer("A", offers[0].ID))
	}
	if err := s.AcceptOffer("A", offers[0].ID); err != nil {
		return err
	}
	task, err := s.LaunchTask("A", offers[0].ID, "")
	return firstError(err, s.FinishTask("A", task))
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// heapInUse is what is reachable, in bytes.
func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
