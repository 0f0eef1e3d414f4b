package engine_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

// The views that look at a part of the state only must show what the whole shows.
func TestPartialViewsShowWhatTheWholeShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		require.Equal(t, d.m.row, rowOf(d.s.Contract().Name))
		var frameworks []string
		walk(t, d.m, func(c engine.Command) {
			got := d.step(t, c)
			if c.Verb == engine.VerbMake && got.err == nil && !slices.Contains(frameworks, c.Framework) {
				frameworks = append(frameworks, c.Framework)
			}
			require.Equal(t, frameworks, d.s.Frameworks())
			clear(d.s.Frameworks()) // a copy
			agreeOnLists(t, d.s)
			agreeOnNodes(t, d.s)
			agreeOnTasks(t, d.s, d.m)
			d.agreeOnNextDeadline(t)
		})
	})
}

func only[T any](list []T, keep func(T) bool) (kept []T) {
	for _, x := range list {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

func isLive(o engine.Offer) bool     { return o.State.Live() }
func hasEnded(o engine.Offer) bool   { return !o.State.Live() }
func runs(k engine.Task) bool        { return k.Running }
func hasFinished(k engine.Task) bool { return !k.Running }

func agreeOnLists(t require.TestingT, s *engine.Scheduler) {
	offers, tasks := s.Offers(), s.Tasks()
	live, running := only(offers, isLive), only(tasks, runs)
	require.Equal(t, live, s.LiveOffers())
	require.Equal(t, running, s.RunningTasks())
	n := s.Counts()
	require.Equal(t, []int{len(s.Nodes()), len(offers), len(live), len(tasks), len(running)},
		[]int{n.Nodes, n.Offers, n.LiveOffers, n.Tasks, n.RunningTasks})
	ended, finished := only(offers, hasEnded), only(tasks, hasFinished)
	slices.Reverse(ended)
	slices.Reverse(finished)
	gotEnded, gotFinished := s.Ended(2)
	require.Equal(t, ended[:min(2, len(ended))], append(ended[:0:0], gotEnded...))
	require.Equal(t, finished[:min(2, len(finished))], append(finished[:0:0], gotFinished...))
}

func agreeOnNodes(t require.TestingT, s *engine.Scheduler) {
	all := s.Nodes()
	for i, want := range all {
		got, place := s.Node(want.ID)
		require.Equal(t, want, got)
		require.Equal(t, i, place)
		tasks, offers := s.OnNode(want.ID, 3)
		require.Equal(t, first(3, only(s.Tasks(), func(k engine.Task) bool { return k.Running && k.NodeID == want.ID })), tasks)
		require.Equal(t, first(3, only(s.Offers(), func(o engine.Offer) bool { return o.State.Live() && o.NodeID == want.ID })), offers)
		require.Equal(t, all[i:min(len(all), i+2)], s.NodeWindow(i, 2))
	}
	_, place := s.Node("nobody")
	require.Equal(t, -1, place)
	require.Equal(t, first(2, all), s.NodeWindow(-5, 2))
	require.Empty(t, s.NodeWindow(len(all), 2))
	tasks, offers := s.OnNode("nobody", 3)
	require.Empty(t, tasks)
	require.Empty(t, offers)
}

func first[T any](n int, list []T) []T { return list[:min(n, len(list))] }

func agreeOnTasks(t require.TestingT, s *engine.Scheduler, m *model) {
	newest := map[string]engine.Task{}
	for _, k := range m.tasks {
		newest[k.ID] = k
	}
	for id, want := range newest {
		got, known := s.Task(id)
		require.True(t, known, id)
		require.Equal(t, want, got)
	}
	_, known := s.Task("t999")
	require.False(t, known)
}

func (d duo) agreeOnNextDeadline(t require.TestingT) {
	var want int64
	there := false
	for _, o := range d.m.offers {
		if o.State.Live() && !o.Endless && o.ExpiresAt > d.m.now && (!there || o.ExpiresAt < want) {
			want, there = o.ExpiresAt, true
		}
	}
	got, ok := d.s.NextDeadline()
	require.Equal(t, there, ok)
	if there {
		require.Equal(t, want, got)
	}
}
