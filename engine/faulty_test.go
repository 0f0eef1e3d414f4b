package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// The contracts beside the table: each breaks an invariant that no contract of the table breaks.

func TestFaultyContractsAreBesideTheTable(t *testing.T) {
	var names []string
	for _, c := range engine.Faulty() {
		names = append(names, c.Name)
		found, known := engine.ContractByName(c.Name)
		require.True(t, known)
		require.Equal(t, c, found)
		require.NotContains(t, contractNames(), c.Name)
		require.NotEmpty(t, c.Resembles)
	}
	require.Equal(t, []string{"loses-tasks", "books-twice"}, names)
	engine.Faulty()[0].Name = "mine"
	require.Equal(t, "loses-tasks", engine.Faulty()[0].Name)
}

func TestLosesTasks(t *testing.T) {
	c := under(t, "loses-tasks", 5, 5)
	c.offers("A")
	c.accept("A", "o1", "o2")
	c.launch("A", "o1", "")
	c.launch("A", "o2", "")
	c.resize("n1", 8)
	require.Equal(t, engine.Holds, c.Report().Verdict, "growing restarts nothing")
	c.offers("B")
	c.resize("n1", 7)
	c.happened("node resized", "task lost")
	require.Equal(t, engine.Finding{Invariant: engine.TasksSurvive, Broken: true, NodeID: "n1", TaskID: "t1", Have: 1, Limit: 2},
		c.Report().Findings[engine.TasksSurvive])
	require.Equal(t, engine.Violated, c.Report().Verdict)
	c.ledger("n1", 7, 0, 3, 4)
	c.state("o3", engine.Pending) // with the task gone it fits
	require.Error(t, c.FinishTask("A", "t1"))
	require.NoError(t, c.FinishTask("A", "t2"))
	require.Equal(t, engine.Holds, c.Report().Verdict)
}

func TestBooksTwice(t *testing.T) {
	c := under(t, "books-twice", 5)
	c.offers("A")
	require.Equal(t, engine.Holds, c.Report().Verdict)
	c.accept("A", "o1")
	c.ledger("n1", 5, 0, 10, -5)
	require.True(t, c.Report().Findings[engine.LedgerAddsUp].Broken)
	require.True(t, c.Report().Findings[engine.NoOverCommitment].Broken)
	require.NoError(t, c.DeclineOffer("A", "o1"))
	c.ledger("n1", 5, 0, 5, 0) // what was booked twice is given back once
	require.True(t, c.Report().Findings[engine.LedgerAddsUp].Broken)
}
