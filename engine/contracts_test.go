package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// The contract table by example: what each row does that another does not. The model says the same for every state.

func TestContractsAreThoseOfTheTable(t *testing.T) {
	require.Equal(t, []string{"binding", "first-accept-wins", "reserve-on-accept", "optimistic", "exclusive-lock", "oldest-first",
		"newest-first", "oldest-pending-first", "never-expires", "ignores-loss", "accepted-untouchable"}, contractNames())
	for _, c := range engine.Contracts() {
		found, known := engine.ContractByName(c.Name)
		require.True(t, known)
		require.Equal(t, c, found)
		require.NotEmpty(t, c.Resembles)
	}
	_, known := engine.ContractByName("Binding")
	require.False(t, known)
	require.Equal(t, engine.Contract{Name: "binding", Resembles: engine.Binding().Resembles}, engine.Binding())
}

func TestAContractWithAnUnknownRuleIsRefused(t *testing.T) {
	for _, c := range []engine.Contract{{Hold: 3}, {Offer: 2}, {Accept: 3}, {Launch: 3}, {Decline: 2}, {Loss: 7}, {Expiry: 3},
		{Tasks: 2}, {Book: 2}} {
		_, err := engine.NewWithContract(c, nil, 0)
		require.ErrorIs(t, err, engine.ErrBadContract, "%+v", c)
	}
	_, err := engine.NewWithContract(engine.Contract{Name: "mine", Loss: 99}, nil, 0)
	require.EqualError(t, err, "contract mine has the Loss rule 99: 0 to 6 were expected")
}

// Capacity loss: a node of 10 with pending o1, accepted o2, pending o3, accepted o4, pending o5 of 2 units loses all.
func TestLossOrderOfEveryContract(t *testing.T) {
	for contract, want := range map[string]string{
		"binding":              "o5 o3 o1 o4 o2",
		"oldest-first":         "o1 o2 o3 o4 o5",
		"newest-first":         "o5 o4 o3 o2 o1",
		"oldest-pending-first": "o1 o3 o5 o2 o4",
		"never-expires":        "o5 o3 o1 o4 o2",
		"ignores-loss":         "",
		"accepted-untouchable": "o5 o3 o1",
	} {
		c := stack(t, contract)
		c.resize("n1", 0)
		var got []string
		for _, e := range c.Last().Events[1:] {
			require.Equal(t, engine.OfferInvalidated, e.Kind)
			got = append(got, e.OfferID)
		}
		require.Equal(t, want, strings.Join(got, " "), contract)
		require.Equal(t, contract == "oldest-first" || contract == "newest-first",
			c.Report().Findings[engine.AcceptedOutlivesPending].Broken, contract)
	}
}

func TestLossStopsAsSoonAsItFits(t *testing.T) {
	for contract, want := range map[string]string{"oldest-first": "o1", "newest-first": "o5", "oldest-pending-first": "o1",
		"accepted-untouchable": "o5", "binding": "o5"} {
		c := stack(t, contract)
		c.resize("n1", 8)
		c.happened("node resized", "offer invalidated "+want)
		require.Equal(t, engine.Holds, c.Report().Verdict, contract)
	}
}

func TestFirstAcceptWins(t *testing.T) {
	c := under(t, "first-accept-wins", 5)
	c.offers("A")
	c.offers("B")
	c.ledger("n1", 5, 0, 10, -5) // nothing is held: both were told 5
	require.Equal(t, engine.Violated, c.Report().Verdict)
	c.refusedLaunch("A", "o1", "", engine.ErrNotInContract,
		"under this contract nothing is launched: accepting an offer launches it at once")
	c.accept("B", "o2")
	c.happened("offer accepted o2", "offer launched o2")
	require.Equal(t, "t1", c.Tasks()[0].ID)
	c.refusedAccept("A", "o1", engine.ErrDoesNotFit, "o1 needs 5 of n1, and only 0 of 5 are left")
	require.True(t, c.Report().Findings[engine.AcceptIsHonoured].Broken)
	c.resize("n1", 0)
	c.state("o1", engine.Pending) // invalidates nothing
	require.NoError(t, c.DeclineOffer("A", "o1"))
	require.NoError(t, c.FinishTask("B", "t1"))
	c.resize("n1", 5)
	c.offersFor("A", 1)
	c.advance(1)
	c.state("o3", engine.Pending) // nothing expires
	require.True(t, c.Report().Findings[engine.DeadlineIsKept].Broken)
	c.accept("A", "o3")
	require.Equal(t, engine.Holds, c.Report().Verdict)
}

func TestReserveOnAccept(t *testing.T) {
	c := under(t, "reserve-on-accept", 5)
	c.offers("A")
	c.offers("B")
	c.accept("A", "o1")
	require.Empty(t, c.offers("C"), "accepted offers are held")
	c.refusedAccept("B", "o2", engine.ErrDoesNotFit, "")
	c.resize("n1", 4)
	c.state("o1", engine.Invalidated, "o2", engine.Pending)
	require.True(t, c.Report().Findings[engine.AcceptedOutlivesPending].Broken)
	c.resize("n1", 5)
	c.accept("B", "o2")
	c.launch("B", "o2", "")
	c.resize("n1", 9)
	c.offers("A")
	c.resize("n1", 8)
	c.refusedAccept("A", "o3", engine.ErrDoesNotFit, "o3 needs 4 of n1, and only 3 of 8 are left")
	require.NoError(t, c.FinishTask("B", "t1"))
	c.accept("A", "o3")
}

func TestOptimistic(t *testing.T) {
	c := under(t, "optimistic", 5)
	c.offers("A")
	c.offers("B")
	c.accept("A", "o1")
	c.accept("B", "o2") // always
	c.launch("A", "o1", "")
	c.refusedLaunch("B", "o2", "", engine.ErrDoesNotFit, "o2 needs 5 of n1, and only 0 of 5 are left")
	require.True(t, c.Report().Findings[engine.LaunchIsHonoured].Broken)
	c.refusedLaunch("B", "o2", "t1", engine.ErrTaskIDInUse, "")
	require.False(t, c.Report().Findings[engine.LaunchIsHonoured].Broken, "the task id is the framework's own fault")
	require.NoError(t, c.FinishTask("A", "t1"))
	c.launch("B", "o2", "")
	c.resize("n1", 4)
	c.happened("node resized")
	c.resize("n1", 10)
	c.offers("A")
	c.advance(10)
	c.state("o3", engine.Expired)
}

func TestExclusiveLock(t *testing.T) {
	c := under(t, "exclusive-lock", 5)
	c.offers("A")
	c.resize("n1", 9)
	require.Empty(t, c.offers("B"))
	require.Equal(t, engine.Finding{Invariant: engine.FreeIsOffered, Broken: true, NodeID: "n1", Have: 4, Places: 1},
		c.Report().Findings[engine.FreeIsOffered])
	c.accept("A", "o1")
	require.Empty(t, c.offers("A"), "not to the same framework either")
	c.launch("A", "o1", "")
	require.Equal(t, []string{"o2"}, c.offers("B"))
	c.ledger("n1", 9, 5, 4, 0)
}

func TestNeverExpires(t *testing.T) {
	c := under(t, "never-expires", 5, 5, 5)
	c.offersFor("A", 3)
	c.accept("A", "o3", "o1")
	c.advance(3)
	c.state("o1", engine.Accepted, "o2", engine.Expired, "o3", engine.Accepted)
	require.Equal(t, engine.Finding{Invariant: engine.DeadlineIsKept, Broken: true, NodeID: "n1", OfferID: "o1", Have: 3, Limit: 3, Places: 2},
		c.Report().Findings[engine.DeadlineIsKept])
	c.launch("A", "o1", "")
	require.NoError(t, c.DeclineOffer("A", "o3"))
	require.Equal(t, engine.Holds, c.Report().Verdict)
}

func TestContractsThatKeepWhatTheNodeLost(t *testing.T) {
	for _, contract := range []string{"ignores-loss", "accepted-untouchable"} {
		c := under(t, contract, 5)
		c.offers("A")
		require.Empty(t, c.offers("B"), "live offers are held")
		c.accept("A", "o1")
		c.resize("n1", 4)
		c.state("o1", engine.Accepted)
		require.Equal(t, engine.Finding{Invariant: engine.NoOverCommitment, Broken: true, NodeID: "n1", Have: 5, Limit: 4, Places: 1},
			c.Report().Findings[engine.NoOverCommitment])
		c.refusedLaunch("A", "o1", "", engine.ErrDoesNotFit, "o1 needs 5 of n1, and only 4 of 4 are left")
		c.resize("n1", 5)
		c.launch("A", "o1", "")
	}
}

// A contract that offers the same units for ever would run out of int64.
func TestSumsThatTheEngineCannotCountAreRefused(t *testing.T) {
	c := under(t, "optimistic", engine.MaxCapacity)
	for range 1024 {
		require.Len(t, c.offers("A"), 1)
	}
	c.refusedMake("A", 10, engine.ErrLimit, "the live offers of n1 have 9223372036854774784 units, and the engine cannot count more")
	require.Equal(t, int64(1024*engine.MaxCapacity), c.Nodes()[0].Reserved)
}

func TestCommandsWithoutAMeaningAreRefused(t *testing.T) {
	c := binding(t, 5)
	for _, v := range []engine.Verb{0, 8, 255} {
		c.refused(engine.ErrUnknownVerb, "a command without a verb", func() error { return c.Do(engine.Command{Verb: v}).Refusal })
	}
}

// Names in sentences and on the page.
func TestEverythingHasAName(t *testing.T) {
	for i := range engine.Invariant(engine.InvariantCount) {
		require.NotEqual(t, "?", i.String())
		require.NotEqual(t, "?", i.Statement())
		require.Equal(t, i != engine.LedgerAddsUp, i.IsPromise())
	}
	require.Equal(t, "?", engine.Invariant(engine.InvariantCount).String())
	require.Equal(t, "?", engine.Invariant(engine.InvariantCount).Statement())
	require.Equal(t, "no-over-commitment accepted-outlives-pending", engine.NoOverCommitment.String()+" "+engine.AcceptedOutlivesPending.String())
	for v, name := range []string{"?", "make", "accept", "launch", "decline", "finish", "advance", "resize", "?"} {
		require.Equal(t, name, engine.Verb(v).String())
	}
	for v, name := range []string{"holds", "overhang", "violated", "?"} {
		require.Equal(t, name, engine.Verdict(v).String())
	}
	require.Equal(t, "?", engine.EventKind(0).String())
	require.Equal(t, "task finished", engine.TaskFinished.String())
}
