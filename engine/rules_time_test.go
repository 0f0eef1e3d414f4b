package engine_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

func TestRule13_TheClockMovesOnlyByAdvance(t *testing.T) {
	c := at(t, 7)
	require.Equal(t, int64(7), c.Now())
	c.start("A", "")
	c.resize("n1", 9)
	c.offers("B")
	require.NoError(t, c.FinishTask("A", "t1"))
	require.NoError(t, c.DeclineOffer("B", "o2"))
	require.Equal(t, int64(7), c.Now())
	c.advance(5)
	require.Equal(t, int64(12), c.Now())
	c.happened("time advanced")
}

func TestRule14_AtItsDeadlineAnOfferIsExpired(t *testing.T) {
	for _, accepted := range []bool{false, true} {
		c := at(t, 2)
		c.offersFor("A", 10)
		o, _ := c.Offer("o1")
		require.Equal(t, int64(2), o.CreatedAt)
		require.Equal(t, int64(12), o.ExpiresAt)
		if accepted {
			c.accept("A", "o1")
		}
		c.advance(9)
		require.True(t, c.Offers()[0].State.Live(), "11 is in [2, 12)")
		c.advance(1)
		c.state("o1", engine.Expired)
		c.ledger("n1", 5, 0, 0, 5)
		c.refusedAccept("A", "o1", engine.ErrNotPending, "o1 expired at 12, now is 12")
	}
	require.EqualValues(t, 10, engine.DefaultTimeout)
}

func TestRule14_TheSentenceSaysWhenAndNow(t *testing.T) {
	c := binding(t, 5)
	c.offers("A")
	require.NoError(t, c.DeclineOffer("A", "o1"))
	c.offers("A")
	require.NoError(t, c.DeclineOffer("A", "o2"))
	c.advance(2)
	c.offersFor("A", 10)
	c.advance(12)
	c.refusedAccept("A", "o3", engine.ErrNotPending, "o3 expired at 12, now is 14")
	c.refusedLaunch("A", "o3", "", engine.ErrNotAccepted, "o3 expired at 12, now is 14")
	c.refusedDecline("A", "o3", engine.ErrNotLive, "o3 expired at 12, now is 14")
	c.refusedAccept("B", "o3", engine.ErrNotOwner, "o3 is A's, not B's")
}

func TestRule14_Timeouts(t *testing.T) {
	c := binding(t, 5)
	c.refusedMake("A", 0, engine.ErrBadTimeout, "the timeout is 0: at least 1 tick was expected")
	c.refusedMake("A", -1, engine.ErrBadTimeout, "the timeout is -1: at least 1 tick was expected")
	c.refusedMake("A", math.MinInt64, engine.ErrBadTimeout, "")
	c.offersFor("A", 1)
	c.advance(1)
	c.state("o1", engine.Expired)
}

func TestRule14_ADeadlineBeyondTheClockNeverComes(t *testing.T) {
	for _, v := range []struct {
		now, timeout int64
		endless      bool
	}{
		{0, math.MaxInt64, false},
		{1, math.MaxInt64 - 1, false},
		{1, math.MaxInt64, true},
		{math.MaxInt64 - 5, 5, false}, // the last tick of all is a tick
		{math.MaxInt64 - 5, 6, true},
		{math.MaxInt64, 1, true},
		{-1, math.MaxInt64, false},
		{math.MinInt64, math.MaxInt64, false},
	} {
		c := at(t, v.now)
		c.offersFor("A", v.timeout)
		o, _ := c.Offer("o1")
		require.Equal(t, v.endless, o.Endless, "%+v", v)
		if v.endless {
			require.EqualValues(t, engine.Forever, o.ExpiresAt)
		} else {
			require.Equal(t, v.now+v.timeout, o.ExpiresAt)
			c.advance(v.timeout - 1)
			c.state("o1", engine.Pending)
		}
		if c.Now() < 0 {
			continue
		}
		c.advance(math.MaxInt64 - c.Now())
		want := engine.Expired
		if v.endless {
			want = engine.Pending
		}
		c.state("o1", want)
	}
}

func TestRule15_AcceptingNeitherShortensNorExtends(t *testing.T) {
	c := binding(t, 5, 5)
	c.offersFor("A", 10)
	c.advance(4)
	c.accept("A", "o1")
	c.advance(5)
	c.state("o1", engine.Accepted, "o2", engine.Pending)
	c.advance(1)
	c.state("o1", engine.Expired, "o2", engine.Expired)
	c.refusedLaunch("A", "o1", "", engine.ErrNotAccepted, "o1 expired at 10, now is 10")
}

func TestRule16_ExpiryIsEagerAndOrdered(t *testing.T) {
	c := binding(t, 1, 0, 0, 0, 0)
	for i, timeout := range []int64{7, 5, 7, 3, 5} { // o1 to o5, each on a node of its own
		c.resize("n"+string(rune('1'+i)), 1)
		c.offersFor("A", timeout)
	}
	c.accept("A", "o3", "o5")
	c.advance(4)
	c.happened("time advanced", "offer expired o4")
	c.advance(100)
	c.happened("time advanced", "offer expired o2", "offer expired o5", "offer expired o1", "offer expired o3")
	require.Equal(t, int64(104), c.Now())
	for _, o := range c.Offers() {
		require.Equal(t, engine.Expired, o.State)
		require.Equal(t, o.ExpiresAt, o.EndedAt)
	}
	require.Len(t, c.offers("B"), 5)
}

func TestRule17_Advance(t *testing.T) {
	c := at(t, 5)
	c.offersFor("A", 1)
	before := c.Clone()
	c.advance(0)
	requireSameState(t, before, c.Scheduler)
	c.refusedAdvance(-1, engine.ErrBadDelta, "time cannot advance by -1: 0 or more ticks were expected")
	c.refusedAdvance(math.MinInt64, engine.ErrBadDelta, "")
	c.refusedAdvance(math.MaxInt64-4, engine.ErrBadDelta,
		"time cannot advance by 9223372036854775803: now is 5, and the clock ends at 9223372036854775807")
	c.advance(math.MaxInt64 - 5)
	require.Equal(t, int64(math.MaxInt64), c.Now())
	c.refusedAdvance(1, engine.ErrBadDelta, "")
	c.advance(0)

	c = at(t, -3)
	c.advance(math.MaxInt64)
	require.Equal(t, int64(math.MaxInt64-3), c.Now())
}

func TestRule18_ResizeReplacesAndAddsUnknownNodesLast(t *testing.T) {
	c := binding(t, 5, 5)
	c.resize("n1", 7)
	c.ledger("n1", 7, 0, 0, 7)
	c.resize("n1", 7)
	c.ledger("n1", 7, 0, 0, 7)
	c.resize("a", 3)
	c.happened("node added")
	c.resize("n1", 1)
	var order []string
	for _, n := range c.Nodes() {
		order = append(order, n.ID)
	}
	require.Equal(t, []string{"n1", "n2", "a"}, order)
	for _, bad := range []int64{-1, engine.MaxCapacity + 1, math.MinInt64, math.MaxInt64} {
		c.refusedResize("n1", bad, engine.ErrBadCapacity, "")
		c.refusedResize("new", bad, engine.ErrBadCapacity, "")
		_, err := engine.New([]engine.Node{{ID: "n1", Capacity: bad}}, 0)
		require.ErrorIs(t, err, engine.ErrBadCapacity)
		require.EqualError(t, err, fmt.Sprintf("node n1: the capacity is %d: 0 to 9007199254740991 units were expected", bad))
	}
	c.refusedResize("n1", -1, engine.ErrBadCapacity, "the capacity is -1: 0 to 9007199254740991 units were expected")
	c.resize("n1", engine.MaxCapacity)
	c.offers("A")
	c.ledger("n1", 9007199254740991, 0, 9007199254740991, 0)
	_, err := engine.New([]engine.Node{{ID: "n1", Capacity: 1}, {ID: "n1", Capacity: 1}}, 0)
	require.ErrorIs(t, err, engine.ErrBadNode)
	require.EqualError(t, err, "there are two nodes n1: every node needs an id of its own")
}

// stack returns a node n1 of 10 with pending o1, accepted o2, pending o3, accepted o4, pending o5, 2 units each.
func stack(t *testing.T, contract string) cluster {
	c := under(t, contract, 0)
	for i := range int64(5) {
		c.resize("n1", 2*i+2)
		c.offers("A")
	}
	c.accept("A", "o2", "o4")
	return c
}

func TestRule19_PendingNewestFirstThenAcceptedNewestFirst(t *testing.T) {
	for _, v := range []struct {
		capacity int64
		want     []string
	}{
		{10, nil}, {9, []string{"o5"}}, {8, []string{"o5"}}, {7, []string{"o5", "o3"}}, {6, []string{"o5", "o3"}},
		{5, []string{"o5", "o3", "o1"}}, {4, []string{"o5", "o3", "o1"}}, {3, []string{"o5", "o3", "o1", "o4"}},
		{2, []string{"o5", "o3", "o1", "o4"}}, {1, []string{"o5", "o3", "o1", "o4", "o2"}}, {0, []string{"o5", "o3", "o1", "o4", "o2"}},
	} {
		c := stack(t, "binding")
		c.resize("n1", v.capacity)
		want := []string{"node resized"}
		for _, id := range v.want {
			want = append(want, "offer invalidated "+id)
			c.state(id, engine.Invalidated)
		}
		c.happened(want...)
		c.ledger("n1", v.capacity, 0, 10-2*int64(len(v.want)), v.capacity-10+2*int64(len(v.want)))
		require.Equal(t, engine.Holds, c.Report().Verdict)
	}
}

func TestRule19_AnInvalidatedOfferSaysWhy(t *testing.T) {
	c := stack(t, "binding")
	c.advance(1)
	c.resize("n1", 9)
	e := c.Last().Events[1]
	require.Equal(t, engine.OfferInvalidated, e.Kind)
	require.Equal(t, int64(4), e.PendingLeft, "o1 and o3")
	c.refusedAccept("A", "o5", engine.ErrNotPending, "o5 was invalidated at 1, when n1 lost capacity")
}

func TestRule20_RunningTasksAreNeverTouched(t *testing.T) {
	c := binding(t, 4)
	c.start("A", "web")
	c.resize("n1", 8)
	c.offers("A")
	c.resize("n1", 10)
	c.offers("A")
	c.accept("A", "o3")
	c.resize("n1", 3) // web alone is too much: every live offer goes
	c.state("o1", engine.Launched, "o2", engine.Invalidated, "o3", engine.Invalidated)
	c.ledger("n1", 3, 4, 0, -1)
	require.Equal(t, int64(1), c.Nodes()[0].Overhang)
	require.Equal(t, engine.Overhang, c.Report().Verdict)
	require.True(t, c.Tasks()[0].Running)
	require.Empty(t, c.offers("B"))
	require.NoError(t, c.FinishTask("A", "web"))
	c.ledger("n1", 3, 0, 0, 3)
	require.Equal(t, engine.Holds, c.Report().Verdict)
}

func TestRule21_GrowingTouchesNoOfferAndZeroKeepsNodeAndTasks(t *testing.T) {
	c := stack(t, "binding")
	before := c.Offers()
	c.resize("n1", 99)
	c.happened("node resized")
	require.Equal(t, before, c.Offers())
	c.ledger("n1", 99, 0, 10, 89)
	c.launch("A", "o2", "web")
	c.resize("n1", 0)
	c.ledger("n1", 0, 2, 0, -2)
	require.Len(t, c.Nodes(), 1)
	require.Len(t, c.Allocations(), 1)
	c.resize("n1", 1) // still too little, and nothing is left to invalidate
	c.happened("node resized")
	require.NoError(t, c.FinishTask("A", "web"))
}

func TestRule22_EverythingIsInADefinedOrder(t *testing.T) {
	c := binding(t)
	for _, id := range []string{"z", "a", "m", "b"} {
		c.resize(id, 1)
	}
	c.offers("B")
	c.accept("B", "o3", "o1", "o4")
	c.launch("B", "o4", "z")
	c.launch("B", "o1", "y")
	c.launch("B", "o3", "x")
	c.resize("a", 9)
	c.offers("A")
	var nodes, offers, tasks []string
	for _, n := range c.Nodes() {
		nodes = append(nodes, n.ID)
	}
	for _, o := range c.Offers() {
		offers = append(offers, o.ID+" "+o.NodeID)
	}
	for _, k := range c.Tasks() {
		tasks = append(tasks, k.ID)
	}
	require.Equal(t, []string{"z", "a", "m", "b"}, nodes)
	require.Equal(t, []string{"o1 z", "o2 a", "o3 m", "o4 b", "o5 a"}, offers)
	require.Equal(t, []string{"z", "y", "x"}, tasks)
}

// Rule 23 is concurrent_test.go, rule 24 is TestWhatIsReturnedIsACopy; here is what both mean at their simplest.

func TestRule23_TwoAcceptsAtOnceAreOneAccept(t *testing.T) {
	for range 200 {
		c := binding(t, 5)
		c.offers("A")
		errs := make(chan error)
		for range 2 {
			go func() { errs <- c.AcceptOffer("A", "o1") }()
		}
		first, second := <-errs, <-errs
		require.True(t, (first == nil) != (second == nil), "%v, %v", first, second)
	}
}

func TestRule24_WhatIsReturnedIsACopy(t *testing.T) {
	c := binding(t, 5)
	made, err := c.MakeOffers("A", 10)
	require.NoError(t, err)
	made[0].FrameworkID, made[0].State = "B", engine.Accepted
	c.Offers()[0].FrameworkID = "B"
	c.Nodes()[0].Capacity = 0
	c.accept("A", "o1")
	c.launch("A", "o1", "web")
	delete(c.Allocations(), "web")
	c.Tasks()[0].Running = false
	c.ledger("n1", 5, 5, 0, 0)
	require.Equal(t, map[string]engine.Allocation{"web": {FrameworkID: "A", NodeID: "n1", Resources: 5}}, c.Allocations())
	require.NoError(t, c.FinishTask("A", "web"))
}
