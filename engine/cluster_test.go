package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// cluster is a scheduler whose calls are expected to succeed, so that a test reads as what happens.
type cluster struct {
	*engine.Scheduler
	t *testing.T
}

// binding returns a cluster under the binding contract at 0 with nodes n1, n2, ... of the given capacities.
func binding(t *testing.T, capacities ...int64) cluster { return under(t, "binding", capacities...) }

func under(t *testing.T, contract string, capacities ...int64) cluster {
	t.Helper()
	var nodes []engine.Node
	for i, c := range capacities {
		nodes = append(nodes, engine.Node{ID: "n" + string(rune('1'+i)), Capacity: c})
	}
	row, known := engine.ContractByName(contract)
	require.True(t, known, contract)
	s, err := engine.NewWithContract(row, nodes, 0)
	require.NoError(t, err)
	return cluster{s, t}
}

// at returns a binding cluster with one node of capacity 5 whose clock stands at now.
func at(t *testing.T, now int64) cluster {
	t.Helper()
	s, err := engine.New([]engine.Node{{ID: "n1", Capacity: 5}}, now)
	require.NoError(t, err)
	return cluster{s, t}
}

// offers makes offers for the framework with the default timeout and returns their ids.
func (c cluster) offers(framework string) []string {
	return c.offersFor(framework, engine.DefaultTimeout)
}

func (c cluster) offersFor(framework string, timeout int64) (ids []string) {
	c.t.Helper()
	offers, err := c.MakeOffers(framework, timeout)
	require.NoError(c.t, err)
	for _, o := range offers {
		ids = append(ids, o.ID)
	}
	return ids
}

func (c cluster) accept(framework string, offers ...string) {
	c.t.Helper()
	for _, o := range offers {
		require.NoError(c.t, c.AcceptOffer(framework, o))
	}
}

func (c cluster) launch(framework, offer, task string) string {
	c.t.Helper()
	id, err := c.LaunchTask(framework, offer, task)
	require.NoError(c.t, err)
	return id
}

// start makes, accepts and launches one offer of everything that is free on the only node that has something free.
func (c cluster) start(framework, task string) string {
	c.t.Helper()
	ids := c.offers(framework)
	require.Len(c.t, ids, 1)
	c.accept(framework, ids[0])
	return c.launch(framework, ids[0], task)
}

func (c cluster) advance(delta int64) {
	c.t.Helper()
	require.NoError(c.t, c.AdvanceTime(delta))
}

func (c cluster) resize(node string, capacity int64) {
	c.t.Helper()
	require.NoError(c.t, c.SetNodeResources(node, capacity))
}

// state requires the states of offers: state("o1", engine.Pending, "o2", engine.Expired).
func (c cluster) state(pairs ...any) {
	c.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		o, known := c.Offer(pairs[i].(string))
		require.True(c.t, known, pairs[i])
		require.Equal(c.t, pairs[i+1].(engine.State).String(), o.State.String(), pairs[i])
	}
}

// ledger requires a node's capacity, allocated, reserved and free units.
func (c cluster) ledger(node string, capacity, allocated, reserved, free int64) {
	c.t.Helper()
	for _, n := range c.Nodes() {
		if n.ID == node {
			require.Equal(c.t, []int64{capacity, allocated, reserved, free},
				[]int64{n.Capacity, n.Allocated, n.Reserved, n.Free}, "capacity, allocated, reserved, free of %s", node)
			return
		}
	}
	require.Fail(c.t, "there is no node "+node)
}

// refused requires that a call was refused for the reason, in the words, and changed nothing.
func (c cluster) refused(reason error, sentence string, call func() error) {
	c.t.Helper()
	before := c.Clone()
	err := call()
	require.ErrorIs(c.t, err, reason)
	if sentence != "" {
		require.EqualError(c.t, err, sentence)
	}
	requireSameState(c.t, before, c.Scheduler)
}

func (c cluster) refusedAccept(framework, offer string, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error { return c.AcceptOffer(framework, offer) })
}

func (c cluster) refusedLaunch(framework, offer, task string, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error {
		id, err := c.LaunchTask(framework, offer, task)
		require.Empty(c.t, id)
		return err
	})
}

func (c cluster) refusedDecline(framework, offer string, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error { return c.DeclineOffer(framework, offer) })
}

func (c cluster) refusedFinish(framework, task string, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error { return c.FinishTask(framework, task) })
}

func (c cluster) refusedMake(framework string, timeout int64, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error {
		offers, err := c.MakeOffers(framework, timeout)
		require.Nil(c.t, offers)
		return err
	})
}

func (c cluster) refusedAdvance(delta int64, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error { return c.AdvanceTime(delta) })
}

func (c cluster) refusedResize(node string, capacity int64, reason error, sentence string) {
	c.t.Helper()
	c.refused(reason, sentence, func() error { return c.SetNodeResources(node, capacity) })
}

// happened requires the kinds and offers of the last call's events: "offer expired o2", "time advanced".
func (c cluster) happened(want ...string) {
	c.t.Helper()
	var got []string
	for _, e := range c.Last().Events {
		line := e.Kind.String()
		if e.OfferID != "" {
			line += " " + e.OfferID
		}
		got = append(got, line)
	}
	require.Equal(c.t, want, got)
}
