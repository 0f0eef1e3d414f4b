package engine

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// No contract and no call can break the ledger or lose a task, so these tests break the state by hand: an invariant
// that nothing can ever break would otherwise be a check that nobody has seen work.

// launched returns a core with a pending offer o1 on n1 and a running task t1 from o2 on n2, right after the launch.
func launched(t *testing.T) *core {
	c, refusal := newCore(Binding(), []Node{{"n1", 5}, {"n2", 5}}, 0)
	require.Nil(t, refusal)
	require.Nil(t, c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 9}))
	require.Nil(t, c.run(&Command{Verb: VerbAccept, Framework: "A", Offer: "o2"}))
	require.Nil(t, c.run(&Command{Verb: VerbLaunch, Framework: "A", Offer: "o2"}))
	require.Equal(t, Judgement{}, c.judge())
	return c
}

func requireBroken(t *testing.T, c *core, want Invariant) {
	t.Helper()
	for range 2 { // the verdict does not depend on who asks first
		j, r := c.judge(), c.report()
		require.Equal(t, Violated, j.Verdict)
		require.Equal(t, Violated, r.Verdict)
		require.True(t, j.Broken.Has(want), "%v: %08b", want, j.Broken)
		require.True(t, r.Findings[want].Broken)
	}
}

func TestAuditSeesALedgerThatDoesNotAddUp(t *testing.T) {
	for name, damage := range map[string]func(c *core){
		"allocated":        func(c *core) { c.nodes[1].allocated-- },
		"pending":          func(c *core) { c.nodes[1].pending++ },
		"accepted":         func(c *core) { c.nodes[1].accepted-- },
		"negative":         func(c *core) { c.nodes[1].allocated, c.tasks[0].units = -1, -1 },
		"finished task":    func(c *core) { c.tasks[0].running = false },
		"offer on a list":  func(c *core) { pushBack(c.offers.rows, &c.nodes[1].live, byNode, 1) },
		"moved when final": func(c *core) { c.move(1, Declined, OfferDeclined) },
		"seq twice": func(c *core) {
			c.run(&Command{Verb: VerbResize, Node: "n3", Amount: 1})
			c.lastSeq = 1
			c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 9})
			c.offers.rows[2].seq = 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := launched(t)
			damage(c)
			for i := range c.nodes {
				c.nodes[i].audited = 0
			}
			requireBroken(t, c, LedgerAddsUp)
		})
	}
}

// What the sums and the book agree on, only a recount of the offers and tasks can find wrong; what is too long to be
// recounted, only the book can.
func TestAuditLooksAtTheLedgerFromTwoSides(t *testing.T) {
	c := launched(t)
	c.nodes[1].allocated--
	c.nodes[1].booked.allocated--
	c.nodes[1].audited = 0
	requireBroken(t, c, LedgerAddsUp)

	c = launched(t)
	for i := range int64(2 * recounted) {
		require.Nil(t, c.run(&Command{Verb: VerbResize, Node: "n1", Amount: 6 + i}))
		require.Nil(t, c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 9}))
	}
	require.Equal(t, Judgement{}, c.judge())
	c.nodes[0].pending--
	c.nodes[0].audited = 0
	requireBroken(t, c, LedgerAddsUp)
}

func TestAuditSeesALostTask(t *testing.T) {
	c := launched(t)
	c.begin()
	c.running--
	requireBroken(t, c, TasksSurvive)
}

func TestAuditSeesAnOfferThatMissedItsDeadline(t *testing.T) {
	c := launched(t)
	c.now = 9
	requireBroken(t, c, DeadlineIsKept)
	r := c.report().Findings[DeadlineIsKept]
	require.Equal(t, Finding{Invariant: DeadlineIsKept, Broken: true, NodeID: "n1", OfferID: "o1", Have: 9, Limit: 9, Places: 1}, r)
}

// Nobody can make so many offers in a test, so the count of the nodes that a make would go to is set by hand.
func TestMoreOffersThanTheTableHoldsAreRefused(t *testing.T) {
	c := launched(t)
	c.offerable.count = math.MaxInt32 - 1
	no := c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 9})
	require.NotNil(t, no)
	require.ErrorIs(t, c.refusal(no), ErrLimit)
	require.EqualError(t, c.refusal(no), "the engine keeps at most 2147483647 offers: prune ended ones")
	c.offerable.count--
	require.Nil(t, c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 9}), "two are kept already")
}
