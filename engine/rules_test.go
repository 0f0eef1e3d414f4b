package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// One test a rule of CONTRACT.md, with the edges of each. Rules 13 to 24 are in rules_time_test.go.

func TestRule1_UnitsAreReservedFromMakeAndMoveOnceAtLaunch(t *testing.T) {
	c := binding(t, 5)
	c.ledger("n1", 5, 0, 0, 5)
	c.offers("A")
	c.ledger("n1", 5, 0, 5, 0)
	c.accept("A", "o1")
	c.ledger("n1", 5, 0, 5, 0) // accepting adds nothing
	c.launch("A", "o1", "")
	c.ledger("n1", 5, 5, 0, 0)
	require.Len(t, c.Last().Events, 1, "launching is one step")
}

func TestRule2_MakeOffersAllFreeUnitsOfEveryNodeOnce(t *testing.T) {
	c := binding(t, 3, 0, 5)
	made, err := c.MakeOffers("A", 4)
	require.NoError(t, err)
	require.Equal(t, []engine.Offer{
		{ID: "o1", FrameworkID: "A", NodeID: "n1", Resources: 3, ExpiresAt: 4},
		{ID: "o2", FrameworkID: "A", NodeID: "n3", Resources: 5, ExpiresAt: 4},
	}, made)
	require.Empty(t, c.offers("B"), "nothing is free, and an offer of 0 is never made")
	require.NoError(t, c.DeclineOffer("A", "o1"))
	c.resize("n3", 7)
	made, err = c.MakeOffers("A", 4)
	require.NoError(t, err)
	require.Equal(t, []engine.Offer{
		{ID: "o3", FrameworkID: "A", NodeID: "n1", Resources: 3, ExpiresAt: 4},
		{ID: "o4", FrameworkID: "A", NodeID: "n3", Resources: 2, ExpiresAt: 4},
	}, made, "the new offers only; A holds two on n3")
	require.Len(t, c.Offers(), 4)
}

func TestRule3_AnOfferKeepsItsUnits(t *testing.T) {
	c := binding(t, 5)
	c.offers("A")
	was, _ := c.Offer("o1")
	c.resize("n1", 9) // not stretched
	c.advance(3)
	c.accept("A", "o1")
	c.launch("A", "o1", "")
	is, _ := c.Offer("o1")
	was.State, was.EndedAt = engine.Launched, 3
	require.Equal(t, was, is)
	require.Equal(t, int64(5), c.Tasks()[0].Resources, "no partial launch")

	c = binding(t, 5)
	c.offers("A")
	c.resize("n1", 4) // not trimmed either: it goes as a whole
	is, _ = c.Offer("o1")
	require.Equal(t, int64(5), is.Resources)
	c.state("o1", engine.Invalidated)
}

// inState returns a cluster whose offer o1 of A was brought into the state.
func inState(t *testing.T, s engine.State) cluster {
	c := binding(t, 5)
	c.offers("A")
	switch s {
	case engine.Accepted:
		c.accept("A", "o1")
	case engine.Launched:
		c.accept("A", "o1")
		c.launch("A", "o1", "web")
	case engine.Declined:
		require.NoError(t, c.DeclineOffer("A", "o1"))
	case engine.Expired:
		c.advance(12)
	case engine.Invalidated:
		c.resize("n1", 4)
	}
	c.state("o1", s)
	return c
}

func TestRule4_FinalStatesAreFinal(t *testing.T) {
	finals := []engine.State{engine.Launched, engine.Declined, engine.Expired, engine.Invalidated}
	for _, s := range finals {
		c := inState(t, s)
		c.refusedAccept("A", "o1", engine.ErrNotPending, "")
		c.refusedLaunch("A", "o1", "x", engine.ErrNotAccepted, "")
		c.refusedDecline("A", "o1", engine.ErrNotLive, "")
		c.advance(100)
		c.resize("n1", 0)
		c.state("o1", s)
		require.False(t, s.Live())
	}
	for s, name := range []string{"pending", "accepted", "launched", "declined", "expired", "invalidated", "?"} {
		require.Equal(t, name, engine.State(s).String())
	}
}

func TestRule5_AcceptNeedsAnOwnPendingOffer(t *testing.T) {
	c := binding(t, 5)
	c.offers("A")
	c.refusedAccept("A", "o2", engine.ErrUnknownOffer, "no offer has the id o2")
	c.refusedAccept("B", "o1", engine.ErrNotOwner, "o1 is A's, not B's")
	c.accept("A", "o1")
	c.refusedAccept("A", "o1", engine.ErrNotPending, "o1 is already accepted: it can be launched or declined")
}

func TestRule6_LaunchNeedsAnOwnAcceptedOfferAndNothingElse(t *testing.T) {
	c := binding(t, 5)
	c.offers("A")
	c.refusedLaunch("A", "o9", "", engine.ErrUnknownOffer, "no offer has the id o9")
	c.refusedLaunch("A", "o1", "", engine.ErrNotAccepted, "o1 is pending, not accepted: accept it first")
	c.accept("A", "o1")
	c.refusedLaunch("B", "o1", "", engine.ErrNotOwner, "o1 is A's, not B's")
	require.Equal(t, "web", c.launch("A", "o1", "web"))
	c.refusedLaunch("A", "o1", "", engine.ErrNotAccepted, "o1 is launched, not accepted")
	task := engine.Task{ID: "web", FrameworkID: "A", NodeID: "n1", OfferID: "o1", Resources: 5, Running: true}
	require.Equal(t, []engine.Task{task}, c.Tasks())
}

func TestRule7_DeclineFreesPendingAndAcceptedOffersOnce(t *testing.T) {
	c := binding(t, 5)
	c.offers("A")
	require.NoError(t, c.DeclineOffer("A", "o1"))
	c.ledger("n1", 5, 0, 0, 5)
	c.refusedDecline("A", "o1", engine.ErrNotLive, "o1 was declined at 0, it is not live")
	c.offers("A")
	c.accept("A", "o2")
	c.refusedDecline("B", "o2", engine.ErrNotOwner, "o2 is A's, not B's")
	require.NoError(t, c.DeclineOffer("A", "o2"))
	c.ledger("n1", 5, 0, 0, 5)
	c.refusedDecline("A", "o2", engine.ErrNotLive, "o2 was declined at 0, it is not live")
	require.Equal(t, []string{"o3"}, c.offers("B"), "the units can be offered again")
}

func TestRule8_ARefusedCallBurnsNothing(t *testing.T) {
	c := binding(t, 5, 5)
	c.offers("A")
	c.accept("A", "o1")
	c.launch("A", "o1", "web")
	c.accept("A", "o2")
	for range 3 {
		c.refusedLaunch("A", "o2", "web", engine.ErrTaskIDInUse,
			"task id web is taken by a running task of A on n1; it is free again when that one has finished")
		c.refusedLaunch("B", "o2", "", engine.ErrNotOwner, "")
		c.refusedMake("", 10, engine.ErrBadName, "")
		c.refusedMake("A", 0, engine.ErrBadTimeout, "")
		c.refusedResize("n3", -1, engine.ErrBadCapacity, "")
	}
	c.state("o2", engine.Accepted)
	require.Equal(t, "t1", c.launch("A", "o2", ""), "no task number is burnt")
	c.resize("n1", 6)
	require.Equal(t, []string{"o3"}, c.offers("B"), "no seq is burnt")
}

func TestRule9_ARefusalSaysWhoseOrThatNothingIsKnown(t *testing.T) {
	c := binding(t, 5)
	c.offers("the owner")
	c.refusedAccept("B", "o1", engine.ErrNotOwner, `o1 is "the owner"'s, not B's`)
	c.refusedLaunch("B", "o1", "", engine.ErrNotOwner, "")
	c.refusedDecline("B", "o1", engine.ErrNotOwner, "")
	c.refusedAccept("o1", "o1", engine.ErrNotOwner, "")
	for _, id := range noOffers {
		c.refusedAccept("B", id, engine.ErrUnknownOffer, "no offer has the id "+engine.Quote(id))
		c.refusedLaunch("B", id, "", engine.ErrUnknownOffer, "")
		c.refusedDecline("B", id, engine.ErrUnknownOffer, "")
	}
	c.accept("the owner", "o1")
	c.refusedDecline("B", "o1", engine.ErrNotOwner, "")
	c.advance(10)
	c.refusedAccept("B", "o1", engine.ErrNotOwner, "") // whose comes before how it ended
}

func TestRule10_Names(t *testing.T) {
	long := strings.Repeat("é", 128)
	for _, good := range []string{"a", "o1", "t1", "n 1", `"`, "\u00a0", "名", long, "t01"} {
		require.True(t, engine.ValidName(good))
		c := binding(t, 5)
		require.Equal(t, []string{"o1"}, c.offers(good))
		c.accept(good, "o1")
		require.Equal(t, good, c.launch(good, "o1", good))
		c.resize(good, 4)
		require.Equal(t, good, c.Nodes()[1].ID)
		require.NoError(t, c.FinishTask(good, good))
	}
	for _, bad := range append([]string{long + "x", "\x00", "\t", "\u009f", "a\xc3"}, badNames...) {
		require.False(t, engine.ValidName(bad))
		c := binding(t, 5)
		c.refusedMake(bad, 10, engine.ErrBadName, "")
		c.refusedResize(bad, 4, engine.ErrBadName, "")
		c.offers("A")
		c.refusedAccept(bad, "o1", engine.ErrBadName, "")
		c.accept("A", "o1")
		c.refusedDecline(bad, "o1", engine.ErrBadName, "")
		c.refusedFinish(bad, "t1", engine.ErrBadName, "")
		if bad != "" {
			c.refusedLaunch("A", "o1", bad, engine.ErrBadName, "")
		}
		_, err := engine.New([]engine.Node{{ID: bad, Capacity: 1}}, 0)
		require.ErrorIs(t, err, engine.ErrBadName)
	}
	c := binding(t, 5)
	c.refusedMake("", 1, engine.ErrBadName, "the framework is empty: a name of 1 to 256 bytes was expected")
	c.refusedMake(long+"x", 1, engine.ErrBadName, "the framework has 257 bytes: at most 256 were expected")
	c.refusedMake("a\xff", 1, engine.ErrBadName, `the framework "a\xff" is not valid UTF-8`)
	c.refusedMake("a\tb", 1, engine.ErrBadName, `the framework "a\tb" holds the control character U+0009`)
}

func TestRule10_OfferIdsAreNeverReused(t *testing.T) {
	c := binding(t, 5)
	for i := range 12 {
		require.Equal(t, []string{fmt.Sprintf("o%d", i+1)}, c.offers("A"))
		require.NoError(t, c.DeclineOffer("A", fmt.Sprintf("o%d", i+1)))
		if i == 6 {
			c.Prune()
		}
	}
	c.refusedDecline("A", "o3", engine.ErrUnknownOffer, "o3 has ended and was pruned")
}

func TestRule11_TaskIds(t *testing.T) {
	c := binding(t, 1, 1, 1, 1, 1)
	c.offers("A")
	c.accept("A", "o1", "o2", "o3", "o4", "o5")
	require.Equal(t, "t1", c.launch("A", "o1", "t1"), "users may give such ids")
	require.Equal(t, "t2", c.launch("A", "o2", ""), "the generator skips ids in use")
	c.refusedLaunch("A", "o3", "t2", engine.ErrTaskIDInUse,
		"task id t2 is taken by a running task of A on n2; it is free again when that one has finished")
	require.Equal(t, "t4", c.launch("A", "o3", "t4"))
	require.NoError(t, c.FinishTask("A", "t1"))
	require.Equal(t, "t3", c.launch("A", "o4", ""), "the generator does not go back")
	require.Equal(t, "t1", c.launch("A", "o5", "t1"), "after the task has finished its id may be used again")
	require.Equal(t, "t5", c.start("A", ""), "nor does it stop at an id that is in use")
	require.Len(t, c.Allocations(), 5)

	global := binding(t, 1, 1)
	global.offers("A")
	global.accept("A", "o1")
	global.launch("A", "o1", "web")
	require.NoError(t, global.DeclineOffer("A", "o2"))
	global.offers("B")
	global.accept("B", "o3")
	global.refusedLaunch("B", "o3", "web", engine.ErrTaskIDInUse, "")
}

func TestRule11_TheGeneratorMayUseAnIdWhoseTaskHasFinished(t *testing.T) {
	c := binding(t, 1)
	c.start("A", "t1")
	require.NoError(t, c.FinishTask("A", "t1"))
	require.Equal(t, "t1", c.start("A", ""), "t1 is not in use")
	require.Len(t, c.Tasks(), 2)
}

func TestRule12_FinishFreesTheUnitsOnceAndMakesNoOffer(t *testing.T) {
	c := binding(t, 5)
	c.start("A", "web")
	c.refusedFinish("B", "web", engine.ErrNotOwner, "web is A's, not B's")
	c.refusedFinish("A", "o1", engine.ErrUnknownTask, "no task has the id o1")
	c.refusedFinish("A", "", engine.ErrUnknownTask, `no task has the id ""`)
	c.refusedFinish("A", "t1", engine.ErrUnknownTask, "no task has the id t1")
	c.advance(3)
	require.NoError(t, c.FinishTask("A", "web"))
	c.ledger("n1", 5, 0, 0, 5)
	require.Len(t, c.Offers(), 1)
	require.Empty(t, c.Allocations())
	require.Equal(t, int64(3), c.Tasks()[0].FinishedAt)
	c.refusedFinish("A", "web", engine.ErrNotRunning, "web already finished at 3")
	c.refusedFinish("B", "web", engine.ErrNotOwner, "")
	c.start("B", "web")
	c.refusedFinish("A", "web", engine.ErrNotOwner, "web is B's, not A's")
	require.NoError(t, c.FinishTask("B", "web"))
}
