package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

func TestEngineEqualsModel(t *testing.T) {
	for _, name := range contractNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				d := drawDuo(t, []string{name})
				d.agreeOnState(t)
				walk(t, d.m, func(c engine.Command) { d.step(t, c) })
			})
		})
	}
}

// Every way in is the same door: a method, Do, and Run with Last.
func TestOneDoor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		byDo, byRun := d.s.Clone(), d.s.Clone()
		walk(t, d.m, func(c engine.Command) {
			want := d.step(t, c).out
			require.Equal(t, want, byDo.Do(c))
			j := byRun.Run(c)
			require.Equal(t, want, byRun.Last())
			require.Equal(t, want.Report, byRun.Report())
			require.Equal(t, want.Refusal != nil, j.Refused)
			require.Equal(t, want.Report.Verdict, j.Verdict)
			for i := range engine.Invariant(engine.InvariantCount) {
				require.Equal(t, want.Report.Findings[i].Broken, j.Broken.Has(i), "%v", i)
			}
		})
		requireSameState(t, d.s, byDo)
		requireSameState(t, d.s, byRun)
	})
}

func requireSameState(t require.TestingT, want, got *engine.Scheduler) {
	require.Equal(t, want.Now(), got.Now())
	require.Equal(t, want.Nodes(), got.Nodes())
	require.Equal(t, want.Offers(), got.Offers())
	require.Equal(t, want.Tasks(), got.Tasks())
	require.Equal(t, want.Allocations(), got.Allocations())
}

// Rule 8: an engine that was never asked what would be refused is in the same state, ids to come included.
func TestRefusedCallsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		spared := d.s.Clone()
		walk(t, d.m, func(c engine.Command) {
			got := d.step(t, c)
			if got.err != nil {
				require.True(t, isRefusal(got.err), "%T", got.err)
				requireSameState(t, spared, d.s)
				return
			}
			require.Equal(t, got, call(spared, c))
		})
	})
}

// Rules 3 and 4: of an offer only the state changes, and only along the arrows.
func TestOffersNeverChangeAndStatesFollowTheArrows(t *testing.T) {
	arrows := map[engine.State][]engine.State{
		engine.Pending:  {engine.Pending, engine.Accepted, engine.Declined, engine.Expired, engine.Invalidated},
		engine.Accepted: {engine.Accepted, engine.Launched, engine.Declined, engine.Expired, engine.Invalidated},
	}
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		var before []engine.Offer
		walk(t, d.m, func(c engine.Command) {
			call(d.s, c)
			d.m.do(c)
			after := d.s.Offers()
			require.GreaterOrEqual(t, len(after), len(before))
			for i, was := range before {
				allowed, live := arrows[was.State]
				if !live {
					require.Equal(t, was, after[i], "final states stay")
					continue
				}
				if d.m.row.accept == launches {
					allowed = append([]engine.State{engine.Launched}, allowed...)
				}
				require.Contains(t, allowed, after[i].State)
				was.State, was.EndedAt = after[i].State, after[i].EndedAt
				require.Equal(t, was, after[i])
			}
			before = after
		})
	})
}

// The two contracts whose row breaks no promise, and the lock, which breaks only free-is-offered.
func TestSoundContractsKeepTheirPromises(t *testing.T) {
	for _, name := range []string{"binding", "oldest-pending-first", "exclusive-lock"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := drawDuo(t, []string{name})
				walk(t, d.m, func(c engine.Command) {
					report := call(d.s, c).out.Report
					d.m.do(c)
					for _, f := range report.Findings {
						if f.Invariant != engine.FreeIsOffered || name != "exclusive-lock" {
							require.False(t, f.Broken, "%+v after %+v", f, c)
						}
					}
					overhang := false
					for _, n := range d.s.Nodes() {
						overhang = overhang || n.Overhang > 0
						require.True(t, n.Allocated+n.Reserved <= n.Capacity || n.Reserved == 0)
					}
					if report.Verdict != engine.Violated {
						require.Equal(t, overhang, report.Verdict == engine.Overhang)
					}
				})
			})
		})
	}
}

// Rule 24: whatever the caller does to what it was given, or gave, the engine stays as it was.
func TestWhatIsReturnedIsACopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		walk(t, d.m, func(c engine.Command) {
			got := d.step(t, c)
			clear(got.made)
			clear(d.s.Last().Events)
			if r := d.s.Last().Refusal; r != nil {
				r.Offer, r.Task, r.Node = engine.Offer{}, engine.Task{}, engine.NodeUsage{}
			}
			clear(d.s.Nodes())
			clear(d.s.Offers())
			clear(d.s.Tasks())
			all := d.s.Allocations()
			clear(all)
			all["t77"] = engine.Allocation{}
			d.agreeOnState(t)
			require.Equal(t, got.out, d.s.Last())
		})
	})
}

func TestNewKeepsItsOwnCopyOfTheNodes(t *testing.T) {
	nodes := []engine.Node{{ID: "n1", Capacity: 3}, {ID: "n2", Capacity: 4}}
	s, err := engine.New(nodes, 0)
	require.NoError(t, err)
	nodes[0] = engine.Node{ID: "n9", Capacity: 99}
	require.Equal(t, "n1", s.Nodes()[0].ID)
	require.Equal(t, int64(3), s.Nodes()[0].Capacity)
	engine.Contracts()[0].Name = "mine"
	require.Equal(t, "binding", engine.Contracts()[0].Name)
}

// A clone and its origin are two engines: each follows its own model from then on.
func TestCloneIsIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuo(t, contractNames())
		walk(t, d.m, func(c engine.Command) { d.step(t, c) })
		last := d.s.Last()
		twin := duo{s: d.s.Clone(), m: d.m.copy()}
		require.Equal(t, last.Report, twin.s.Report())
		t.Repeat(map[string]func(*rapid.T){
			"origin": func(t *rapid.T) {
				d.step(t, drawCommand(t, d.m))
				twin.agreeOnState(t)
			},
			"twin": func(t *rapid.T) {
				twin.step(t, drawCommand(t, twin.m))
				d.agreeOnState(t)
			},
		})
	})
}

func TestCloneHasNamesOfItsOwn(t *testing.T) {
	c := binding(t, 1, 1, 1, 1, 1)
	c.offers("A")
	c.accept("A", "o1", "o2", "o3", "o4", "o5")
	c.launch("A", "o3", "old")
	c.launch("A", "o4", "older")
	c.launch("A", "o5", "oldest") // there is room for a fourth name now
	twin := cluster{c.Clone(), t}
	c.launch("A", "o1", "red")
	twin.launch("A", "o1", "blue")
	c.launch("A", "o2", "green")
	twin.launch("A", "o2", "red")
	c.resize("x", 1)
	twin.resize("y", 1)
	c.offers("B")
	twin.offers("C")
	names := func(c cluster) (all []string) {
		for _, k := range c.Tasks() {
			all = append(all, k.ID)
		}
		o, _ := c.Offer("o6")
		return append(all, c.Nodes()[5].ID, o.FrameworkID, o.NodeID)
	}
	require.Equal(t, []string{"old", "older", "oldest", "red", "green", "x", "B", "x"}, names(c))
	require.Equal(t, []string{"old", "older", "oldest", "blue", "red", "y", "C", "y"}, names(twin))
	c.refusedFinish("A", "blue", engine.ErrUnknownTask, "")
	twin.refusedFinish("A", "green", engine.ErrUnknownTask, "")
}
