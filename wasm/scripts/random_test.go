package scripts

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// call is one call of the script API and what the engine, which runs here, answered to it.
type call struct {
	Method string         `json:"method"`
	Args   []any          `json:"args"`
	Gives  any            `json:"gives"` // null for a method that returns nothing
	Error  *refused       `json:"error"`
	After  map[string]any `json:"after,omitempty"` // everything that can be seen, now and then
}

type refused struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Rule    int    `json:"rule"` // 0 for none
}

// world is a scheduler and the calls that it got.
type world struct {
	Contract string  `json:"contract"`
	Nodes    [][]any `json:"nodes"`
	Calls    []call  `json:"calls"`
	Trace    string  `json:"trace"`

	s     *engine.Scheduler
	r     *rand.Rand
	trace *trace.Trace
}

// TestRandomCallsGiveWhatTheEngineGives runs the same calls in the engine, here, and over the boundary in Node, for all contracts
// side by side: results, refusals, and everything that can be asked of a scheduler.
func TestRandomCallsGiveWhatTheEngineGives(t *testing.T) {
	const calls = 300 // of each contract
	var worlds []*world
	total, refusals := 0, 0
	for i, c := range append(engine.Contracts(), engine.Faulty()...) {
		w := newWorld(t, c, rand.New(rand.NewPCG(uint64(i), 6)))
		for range calls {
			w.step(t)
		}
		for i := range w.Calls {
			if w.Calls[i].Error != nil {
				refusals++
			}
		}
		annotated, err := trace.Annotate(w.trace)
		require.NoError(t, err)
		w.Trace = annotated.String()
		worlds, total = append(worlds, w), total+len(w.Calls)
	}
	require.GreaterOrEqual(t, total, 2000)
	require.Greater(t, refusals, total/10)
	require.Less(t, refusals, total*3/4)
	text, err := json.Marshal(worlds)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%d calls agree\n", total), script(t, "random.mjs", text))
}

func newWorld(t *testing.T, c engine.Contract, r *rand.Rand) *world {
	nodes := []engine.Node{{ID: "n1", Capacity: 8}, {ID: "knöt 2", Capacity: 0}, {ID: "n3", Capacity: 1<<53 - 1}}
	s, err := engine.NewWithContract(c, nodes, 0)
	require.NoError(t, err)
	w := &world{Contract: c.Name, s: s, r: r, trace: trace.New(c.Name, nodes)}
	for _, n := range nodes {
		w.Nodes = append(w.Nodes, []any{n.ID, n.Capacity})
	}
	return w
}

func (w *world) one(names ...string) string { return names[w.r.IntN(len(names))] }

// pick returns the id of an offer that was made, mostly one of the last ones, or of one that was not.
func (w *world) pick() string {
	made := w.s.Counts().Made
	if made == 0 || w.r.IntN(20) == 0 {
		return w.one("o0", "o99999", "x", "", "o01")
	}
	return fmt.Sprintf("o%d", max(1, made-w.r.IntN(6)))
}

// mine returns a framework: mostly the one that the offer belongs to.
func (w *world) mine(offer string) string {
	if o, ok := w.s.Offer(offer); ok && w.r.IntN(5) > 0 {
		return o.FrameworkID
	}
	return w.framework()
}

func (w *world) framework() string {
	if w.r.IntN(40) == 0 {
		return w.one("", "tab\there", strings.Repeat("long", 80))
	}
	return w.one("A", "B", "équipe 3")
}

func (w *world) step(t *testing.T) {
	cmd := w.command()
	c := call{Method: methods[cmd.Verb], Args: args(cmd)}
	var err error
	switch cmd.Verb {
	case engine.VerbMake:
		var made []engine.Offer
		made, err = w.s.MakeOffers(cmd.Framework, cmd.Amount)
		c.Gives = offerData(made)
	case engine.VerbLaunch:
		c.Gives, err = w.s.LaunchTask(cmd.Framework, cmd.Offer, cmd.Task)
	default:
		if o := w.s.Do(cmd); o.Refusal != nil {
			err = o.Refusal
		}
	}
	if err != nil {
		var no *engine.Refusal
		require.True(t, errors.As(err, &no))
		c.Gives, c.Error = nil, &refused{code(no.Reason), no.Error(), no.Rule}
	}
	if read, e := trace.ParseCommand(trace.FormatCommand(cmd)); err == nil || e == nil && read == cmd {
		w.trace.Steps = append(w.trace.Steps, trace.Step{Command: cmd})
		w.trace.Steps[0].Before = []string{""}
	}
	if w.r.IntN(10) == 0 {
		c.After = w.everything()
	}
	w.Calls = append(w.Calls, c)
}

var methods = map[engine.Verb]string{engine.VerbMake: "makeOffers", engine.VerbAccept: "acceptOffer", engine.VerbLaunch: "launchTask",
	engine.VerbDecline: "declineOffer", engine.VerbFinish: "finishTask", engine.VerbAdvance: "advanceTime", engine.VerbResize: "setNodeResources"}

func args(cmd engine.Command) []any {
	switch cmd.Verb {
	case engine.VerbMake:
		return []any{cmd.Framework, cmd.Amount}
	case engine.VerbLaunch:
		return []any{cmd.Framework, cmd.Offer, cmd.Task}
	case engine.VerbFinish:
		return []any{cmd.Framework, cmd.Task}
	case engine.VerbAdvance:
		return []any{cmd.Amount}
	case engine.VerbResize:
		return []any{cmd.Node, cmd.Amount}
	}
	return []any{cmd.Framework, cmd.Offer}
}

func (w *world) command() engine.Command {
	offer := w.pick()
	switch w.r.IntN(12) {
	case 0, 1, 2:
		timeouts := []int64{1, 3, 10, 10, 1<<53 - 1, 0, -4}
		return engine.Command{Verb: engine.VerbMake, Framework: w.framework(), Amount: timeouts[w.r.IntN(len(timeouts))]}
	case 3, 4:
		return engine.Command{Verb: engine.VerbAccept, Framework: w.mine(offer), Offer: offer}
	case 5, 6:
		return engine.Command{Verb: engine.VerbLaunch, Framework: w.mine(offer), Offer: offer, Task: w.one("", "", "", "web", "t2", "wörk", "a\nb")}
	case 7:
		return engine.Command{Verb: engine.VerbDecline, Framework: w.mine(offer), Offer: offer}
	case 8:
		return engine.Command{Verb: engine.VerbFinish, Framework: w.framework(), Task: w.one("t1", "t2", "t3", "t4", "web", "wörk", "nobody's")}
	case 9:
		return engine.Command{Verb: engine.VerbAdvance, Amount: int64(w.r.IntN(6) - 1)}
	}
	capacities := []int64{0, 3, 5, 8, 20, 1<<53 - 1, -1}
	return engine.Command{Verb: engine.VerbResize, Node: w.one("n1", "n1", "knöt 2", "n3", "n4"), Amount: capacities[w.r.IntN(len(capacities))]}
}

// code is the name of a reason: its words in the engine, with one name that is shorter.
func code(reason error) string {
	names := map[error]string{engine.ErrNotOwner: "not-owner", engine.ErrNotInContract: "not-in-contract", engine.ErrLimit: "limit"}
	if name, ok := names[reason]; ok {
		return name
	}
	return strings.ReplaceAll(reason.Error(), " ", "-")
}

const exact = 1<<53 - 1

func offerData(list []engine.Offer) []map[string]any {
	data := []map[string]any{}
	for _, o := range list {
		one := map[string]any{"id": o.ID, "framework": o.FrameworkID, "node": o.NodeID, "units": o.Resources, "created": o.CreatedAt,
			"deadline": nil, "state": o.State.String()} // JSON has no infinity
		if o.ExpiresAt <= exact && !o.Endless {
			one["deadline"] = o.ExpiresAt
		}
		data = append(data, one)
	}
	return data
}

func (w *world) everything() map[string]any {
	tasks, allocations, nodes, invariants := []any{}, map[string]any{}, []any{}, []any{}
	for _, k := range w.s.Tasks() {
		one := map[string]any{"id": k.ID, "framework": k.FrameworkID, "node": k.NodeID, "offer": k.OfferID, "units": k.Resources,
			"launched": k.LaunchedAt, "finished": k.FinishedAt, "running": k.Running}
		if k.Running {
			one["finished"] = nil
		}
		tasks = append(tasks, one)
	}
	for id, a := range w.s.Allocations() {
		allocations[id] = map[string]any{"framework": a.FrameworkID, "node": a.NodeID, "units": a.Resources}
	}
	for _, n := range w.s.Nodes() {
		nodes = append(nodes, map[string]any{"id": n.ID, "capacity": n.Capacity, "allocated": n.Allocated, "reserved": n.Reserved,
			"pending": n.Pending, "accepted": n.Accepted, "free": n.Free, "overhang": n.Overhang})
	}
	report := w.s.Report()
	for _, f := range report.Findings {
		status := engine.Holds
		if f.Broken {
			status = engine.Violated
		} else if f.Invariant == engine.NoOverCommitment && report.Verdict == engine.Overhang {
			status = engine.Overhang
		}
		invariants = append(invariants, []any{f.Invariant.String(), status.String()})
	}
	return map[string]any{"now": w.s.Now(), "offers": offerData(w.s.Offers()), "live": offerData(w.s.LiveOffers()), "tasks": tasks,
		"allocations": allocations, "nodes": nodes, "verdict": report.Verdict.String(), "invariants": invariants}
}
