package engine_test

import (
	"errors"
	"math"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

// What the properties draw: small worlds, where everything happens often, with the edges of every number and name.

var (
	frameworks = []string{"A", "B", "o1", "Größe 2"}
	nodeNames  = []string{"n1", "n2", "rack 3/a", "t1"}
	badNames   = []string{"", "a\nb", "\x7f", "\u0085", "\xff", strings.Repeat("x", 257)}
	noOffers   = []string{"", "o0", "o01", "o+1", "O1", "o1 ", "o99", "1", "o9223372036854775808", "o-1", "t1"}
	taskNames  = []string{"t1", "t2", "t3", "web", "o1", "t01", strings.Repeat("é", 128)}
)

// contractNames puts binding first, so that a counterexample shrinks to it where it can.
func contractNames() (names []string) {
	for _, c := range engine.Contracts() {
		names = append(names, c.Name)
	}
	return names
}

// upTo draws from 0 to n-1, n <= 64, all alike: rapid's own numbers are mostly small, and then nothing rare ever happens.
// It shrinks to 0.
func upTo(t *rapid.T, label string, n int) int {
	return rapid.Custom(func(t *rapid.T) int {
		k := 0
		for range 8 {
			k *= 2
			if rapid.Bool().Draw(t, "coin") {
				k++
			}
		}
		return k * n / 256
	}).Draw(t, label)
}

func oneOf[T any](t *rapid.T, label string, list []T) T { return list[upTo(t, label, len(list))] }

// chance is true in about n of 20 draws and shrinks to false.
func chance(t *rapid.T, label string, n int) bool { return upTo(t, label, 20) >= 20-n }

// walk draws commands and hands each to do, together with the model that knows what would make sense.
func walk(t *rapid.T, m *model, do func(c engine.Command)) {
	t.Repeat(map[string]func(*rapid.T){"step": func(t *rapid.T) { do(drawCommand(t, m)) }})
}

// duo is an engine and its model in the same state.
type duo struct {
	s *engine.Scheduler
	m *model
}

// drawDuo draws a contract out of names, a few nodes and a clock.
func drawDuo(t *rapid.T, names []string) duo {
	name := oneOf(t, "contract", names)
	var nodes []engine.Node
	for _, id := range nodeNames[:1+upTo(t, "nodes", 4)] {
		nodes = append(nodes, engine.Node{ID: id, Capacity: drawCapacity(t)})
	}
	now := oneOf(t, "now", []int64{0, 0, 0, 1, 7, -5, math.MaxInt64 - 20, math.MaxInt64 - 3, math.MinInt64})
	return newDuo(t, name, nodes, now)
}

func newDuo(t require.TestingT, contract string, nodes []engine.Node, now int64) duo {
	c, known := engine.ContractByName(contract)
	require.True(t, known, contract)
	s, err := engine.NewWithContract(c, nodes, now)
	require.NoError(t, err)
	return duo{s: s, m: newModel(contract, nodes, now)}
}

func drawCapacity(t *rapid.T) int64 {
	if chance(t, "huge?", 1) {
		return engine.MaxCapacity - int64(upTo(t, "below the limit", 3))
	}
	return int64(upTo(t, "capacity", 7))
}

var verbs = []engine.Verb{engine.VerbMake, engine.VerbMake, engine.VerbMake, engine.VerbAccept, engine.VerbAccept,
	engine.VerbAccept, engine.VerbLaunch, engine.VerbLaunch, engine.VerbLaunch, engine.VerbDecline, engine.VerbDecline,
	engine.VerbFinish, engine.VerbFinish, engine.VerbAdvance, engine.VerbAdvance, engine.VerbResize,
	engine.VerbResize, engine.VerbResize}

// drawCommand draws a command that mostly makes sense in the model's state, and now and then does not.
func drawCommand(t *rapid.T, m *model) engine.Command {
	c := engine.Command{Verb: oneOf(t, "verb", verbs)}
	switch c.Verb {
	case engine.VerbMake:
		c.Framework, c.Amount = drawFramework(t, ""), drawTimeout(t)
	case engine.VerbAccept:
		c.Offer, c.Framework = drawOffer(t, m, engine.Pending)
	case engine.VerbLaunch:
		c.Offer, c.Framework = drawOffer(t, m, engine.Accepted)
		c.Task = drawNewTask(t, m)
	case engine.VerbDecline:
		c.Offer, c.Framework = drawOffer(t, m, oneOf(t, "state", []engine.State{engine.Pending, engine.Accepted}))
	case engine.VerbFinish:
		c.Task, c.Framework = drawTask(t, m)
	case engine.VerbAdvance:
		c.Amount = drawDelta(t, m)
	case engine.VerbResize:
		c.Node, c.Amount = drawNode(t), drawNewCapacity(t)
	}
	return c
}

func drawFramework(t *rapid.T, owner string) string {
	if owner != "" && !chance(t, "somebody else?", 2) {
		return owner
	}
	if chance(t, "bad name?", 1) {
		return oneOf(t, "bad name", badNames)
	}
	return oneOf(t, "framework", frameworks)
}

func drawTimeout(t *rapid.T) int64 {
	if chance(t, "odd timeout?", 2) {
		return oneOf(t, "odd timeout", []int64{0, -1, math.MinInt64, math.MaxInt64, math.MaxInt64 - 7, math.MaxInt64 - 1})
	}
	return 1 + int64(upTo(t, "timeout", 12))
}

// drawOffer draws an offer and the framework that names it, mostly one in the state and its owner.
func drawOffer(t *rapid.T, m *model, state engine.State) (id, framework string) {
	var fitting []engine.Offer
	for _, o := range m.offers {
		if o.State == state {
			fitting = append(fitting, o)
		}
	}
	if len(fitting) == 0 || chance(t, "any state?", 2) {
		fitting = m.offers
	}
	if len(fitting) == 0 || chance(t, "no offer?", 1) {
		return oneOf(t, "no offer", noOffers), drawFramework(t, "")
	}
	o := oneOf(t, "offer", fitting)
	return o.ID, drawFramework(t, o.FrameworkID)
}

// drawNewTask draws the id for a launch: mostly a generated one, sometimes one in use, sometimes a bad one.
func drawNewTask(t *rapid.T, m *model) string {
	switch pick := upTo(t, "task id", 10); {
	case pick <= 4:
		return ""
	case pick <= 7 || pick == 8 && len(m.tasks) == 0:
		return oneOf(t, "given id", taskNames)
	case pick == 8:
		return oneOf(t, "used id", m.tasks).ID
	}
	return oneOf(t, "bad id", badNames)
}

func drawTask(t *rapid.T, m *model) (id, framework string) {
	var running []engine.Task
	for _, k := range m.tasks {
		if k.Running {
			running = append(running, k)
		}
	}
	if len(running) == 0 || chance(t, "any task?", 2) {
		running = m.tasks
	}
	if len(running) == 0 || chance(t, "no task?", 1) {
		return oneOf(t, "no task", append([]string{"t99"}, badNames...)), drawFramework(t, "")
	}
	k := oneOf(t, "task", running)
	return k.ID, drawFramework(t, k.FrameworkID)
}

func drawDelta(t *rapid.T, m *model) int64 {
	if chance(t, "odd delta?", 2) {
		return oneOf(t, "odd delta", []int64{0, -1, math.MinInt64, math.MaxInt64, math.MaxInt64 - 7, math.MaxInt64 - max(0, m.now)})
	}
	return 1 + int64(upTo(t, "delta", 5))
}

func drawNode(t *rapid.T) string {
	if chance(t, "bad node?", 1) {
		return oneOf(t, "bad node", badNames)
	}
	return oneOf(t, "node", append([]string{"n1", "n1", "n2", "n9"}, nodeNames...))
}

func drawNewCapacity(t *rapid.T) int64 {
	if chance(t, "odd capacity?", 1) {
		return oneOf(t, "odd capacity", []int64{-1, engine.MaxCapacity + 1, math.MinInt64, math.MaxInt64, engine.MaxCapacity})
	}
	return int64(upTo(t, "new capacity", 9))
}

// result is what the fixed API returned for a command, and what Last says about it.
type result struct {
	made []engine.Offer
	task string
	err  error
	out  engine.Outcome
}

// call runs a command through the method that the fixed API has for it.
func call(s *engine.Scheduler, c engine.Command) (r result) {
	switch c.Verb {
	case engine.VerbMake:
		r.made, r.err = s.MakeOffers(c.Framework, c.Amount)
	case engine.VerbAccept:
		r.err = s.AcceptOffer(c.Framework, c.Offer)
	case engine.VerbLaunch:
		r.task, r.err = s.LaunchTask(c.Framework, c.Offer, c.Task)
	case engine.VerbDecline:
		r.err = s.DeclineOffer(c.Framework, c.Offer)
	case engine.VerbFinish:
		r.err = s.FinishTask(c.Framework, c.Task)
	case engine.VerbAdvance:
		r.err = s.AdvanceTime(c.Amount)
	case engine.VerbResize:
		r.err = s.SetNodeResources(c.Node, c.Amount)
	}
	r.out = s.Last()
	return r
}

// step runs a command on both and requires that they agree on the answer, the state and the judgement.
func (d duo) step(t require.TestingT, c engine.Command) result {
	want, got := d.m.do(c), call(d.s, c)
	d.agreeOnAnswer(t, c, want, got)
	d.agreeOnState(t)
	d.agreeOnReport(t, c, want, got.out.Report)
	return got
}

func (d duo) agreeOnAnswer(t require.TestingT, c engine.Command, want answer, got result) {
	if want.reason != nil {
		require.ErrorIs(t, got.err, want.reason, "%+v", c)
		require.NotNil(t, got.out.Refusal, "%+v", c)
		require.ErrorIs(t, got.out.Refusal, want.reason, "%+v", c)
		require.Equal(t, got.err.Error(), got.out.Refusal.Error())
		require.NotEmpty(t, got.err.Error())
		require.Empty(t, got.out.Events, "%+v: a refused command has no events", c)
		require.Empty(t, got.made)
		require.Empty(t, got.task)
		return
	}
	require.NoError(t, got.err, "%+v", c)
	require.Nil(t, got.out.Refusal, "%+v", c)
	var events, made []string
	for _, e := range got.out.Events {
		events = append(events, essence(e))
	}
	for _, o := range got.made {
		made = append(made, o.ID)
		now, _ := d.s.Offer(o.ID)
		require.Equal(t, now, o, "a made offer is the offer")
	}
	require.Equal(t, want.events, events, "%+v: events", c)
	require.Equal(t, want.made, made, "%+v: offers made", c)
	if c.Verb == engine.VerbLaunch {
		require.Equal(t, want.task, got.task, "%+v: task id", c)
	}
}

func (d duo) agreeOnState(t require.TestingT) {
	require.Equal(t, d.m.now, d.s.Now(), "clock")
	require.Equal(t, d.m.usages(), d.s.Nodes(), "nodes")
	require.Equal(t, append([]engine.Offer{}, d.m.offers...), append([]engine.Offer{}, d.s.Offers()...), "offers")
	require.Equal(t, append([]engine.Task{}, d.m.tasks...), append([]engine.Task{}, d.s.Tasks()...), "tasks")
	require.Equal(t, d.m.allocations(), d.s.Allocations(), "allocations")
	for _, want := range d.m.offers {
		got, known := d.s.Offer(want.ID)
		require.True(t, known, want.ID)
		require.Equal(t, want, got)
	}
	for _, id := range noOffers {
		if _, known := d.s.Offer(id); known {
			require.Equal(t, "o99", id, "an offer that nobody made")
		}
	}
}

func (d duo) agreeOnReport(t require.TestingT, c engine.Command, want answer, got engine.Report) {
	require.Equal(t, got, d.s.Report())
	require.Equal(t, want.verdict, got.Verdict, "%+v: verdict of %+v", c, got)
	for i, f := range got.Findings {
		invariant := engine.Invariant(i)
		require.Equal(t, invariant, f.Invariant)
		require.Equal(t, want.broken[i], f.Broken, "%+v: %v: %+v", c, invariant, f)
		if !f.Broken {
			continue
		}
		d.agreeOnFinding(t, f, want.places[i])
	}
}

// agreeOnFinding requires that a broken invariant names a place that breaks it, with the numbers of that place.
func (d duo) agreeOnFinding(t require.TestingT, f engine.Finding, places []string) {
	allocated, reserved, capacity := d.m.allocated(f.NodeID), d.m.reserved(f.NodeID), d.m.capacity(f.NodeID)
	switch f.Invariant {
	case engine.NoOverCommitment:
		require.Contains(t, places, f.NodeID)
		require.Len(t, places, f.Places)
		require.Equal(t, []int64{reserved, max(0, capacity-allocated)}, []int64{f.Have, f.Limit})
	case engine.FreeIsOffered:
		require.Contains(t, places, f.NodeID)
		require.Len(t, places, f.Places)
		require.Equal(t, []int64{capacity - allocated - reserved, 0}, []int64{f.Have, f.Limit})
	case engine.DeadlineIsKept:
		require.Contains(t, places, f.OfferID)
		require.Len(t, places, f.Places)
		o, _ := d.s.Offer(f.OfferID)
		require.Equal(t, []int64{o.ExpiresAt, d.m.now}, []int64{f.Have, f.Limit})
	case engine.AcceptIsHonoured, engine.LaunchIsHonoured, engine.AcceptedOutlivesPending:
		require.Contains(t, places, f.OfferID)
		o, _ := d.s.Offer(f.OfferID)
		require.Equal(t, o.NodeID, f.NodeID)
	}
}

// isRefusal reports whether an error is the engine's own, typed refusal.
func isRefusal(err error) bool {
	var r *engine.Refusal
	return errors.As(err, &r)
}
