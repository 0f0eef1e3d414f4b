package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/bar"
)

// moment is a session as its user knows it.
type moment struct {
	trace, contract, scenario string
	at                        int
}

func (d *driver) moment() moment {
	v := d.View()
	return moment{d.TraceText(), chosen(v.Bar.Contracts), chosen(v.Bar.Scenarios), v.Steps.At}
}

// walker sends messages and knows from them alone where Undo and Redo have to lead.
type walker struct {
	*driver
	undo, redo []moment
}

// TestWhateverHappens sends messages of all kinds. After each of them the page shows a replay of its own trace, the
// journal outside the program is that trace, and Undo leads back to what was there.
func TestWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &walker{driver: open(t)}
		t.Repeat(map[string]func(*rapid.T){"message": func(t *rapid.T) {
			w.t = t
			w.do(t, message(t, w.driver))
			if upTo(t, "there and back", 4) == 3 {
				w.do(t, Undo{})
				w.do(t, Redo{})
			}
		}})
	})
}

func (w *walker) do(t *rapid.T, msg Msg) {
	before, past := w.moment(), len(w.model.history.past)
	typed, err := trace.ParseCommand(w.View().Actions.Command.Text)
	w.send(msg)
	after := w.moment()
	if _, ran := msg.(RunCommand); ran && err == nil && w.View().Actions.Command.Wrong == "" {
		require.Equal(t, before.at+1, after.at)
		require.Equal(t, typed, w.trace().Steps[before.at].Command)
	}
	switch msg.(type) {
	case Undo:
		if n := len(w.undo); n > 0 {
			require.Equal(t, w.undo[n-1], after)
			w.undo, w.redo = w.undo[:n-1], append(w.redo, before)
		}
	case Redo:
		if n := len(w.redo); n > 0 {
			require.Equal(t, w.redo[n-1], after)
			w.redo, w.undo = w.redo[:n-1], append(w.undo, before)
		}
	default:
		if len(w.model.history.past) > past {
			w.undo, w.redo = append(w.undo, before), nil
		}
		was := before
		was.at = after.at
		require.True(t, was == after || len(w.redo) == 0, "%T changed the session and kept Redo", msg)
		require.True(t, was == after || len(w.undo) == past+1, "%T changed the session, and there is no way back", msg)
	}
	require.Len(t, w.undo, len(w.model.history.past))
	require.Len(t, w.redo, len(w.model.history.future))
	require.Empty(t, w.faults, "%#v", msg)
	if isMove(msg) {
		require.Equal(t, before.trace, after.trace, "a move lost a step")
	}
	require.Equal(t, after.trace, w.journal.text(), "%#v", msg)
	w.agree(t)
	bounded(t, w.View())
}

func isMove(msg Msg) bool {
	switch msg.(type) {
	case First, Back, Forward, Last, GoTo:
		return true
	}
	return false
}

// agree compares the page with a fresh replay of its trace.
func (d *driver) agree(t *rapid.T) {
	v, doc := d.View(), d.trace()
	contract, ok := engine.ContractByName(chosen(v.Bar.Contracts))
	require.True(t, ok)
	require.Equal(t, contract.Name, doc.Contract)
	require.Equal(t, len(doc.Steps), v.Steps.Count)
	_, marks, err := trace.Replay(doc, contract, -1)
	require.NoError(t, err)
	require.Equal(t, marks, append([]engine.Judgement{}, d.model.marks...))
	fresh, _, err := trace.Replay(doc, contract, v.Steps.At)
	require.NoError(t, err)
	s := d.model.sched
	require.Equal(t, fresh.Now(), s.Now())
	require.Equal(t, fresh.Nodes(), s.Nodes())
	require.Equal(t, fresh.Offers(), s.Offers())
	require.Equal(t, fresh.Tasks(), s.Tasks())

	first := 0
	for i, j := range marks {
		if j.Verdict == engine.Violated && first == 0 {
			first = i + 1
		}
	}
	require.Equal(t, first, v.Steps.FirstBad)
	for _, item := range v.Steps.Items {
		require.Equal(t, verdictMarks[marks[item.Number-1].Verdict], strings.Fields(item.Mark)[0])
		require.Equal(t, item.Number == v.Steps.At, item.Current)
	}
	report := fresh.Report()
	require.Equal(t, title(report.Verdict.String()), v.Verdict.Word)
	require.Equal(t, report, d.model.outcome.Report)
	if v.Steps.At > 0 {
		require.Equal(t, trace.Results(fresh.Last()), trace.Results(d.model.outcome))
	}
	requireLanes(t, d)
	d.requireBars()
	if len(d.model.others) == 0 {
		d.agreeOnLists(t, fresh)
	}
}

func (d *driver) agreeOnLists(t *rapid.T, fresh *engine.Scheduler) {
	v := d.View()
	nodes := fresh.Nodes()[v.Cluster.Pager.From:v.Cluster.Pager.To]
	require.Len(t, v.Cluster.Nodes, len(nodes))
	for i, n := range nodes {
		shown := v.Cluster.Nodes[i]
		require.Equal(t, n.ID, shown.ID)
		require.Equal(t, [3]int64{n.Allocated, n.Accepted, n.Pending}, [3]int64{shown.Running, shown.Accepted, shown.Pending})
	}
	live := fresh.LiveOffers()[v.Offers.Pager.From:v.Offers.Pager.To]
	require.Len(t, v.Offers.Rows, len(live))
	for i, o := range live {
		shown := v.Offers.Rows[i]
		require.Equal(t, [4]string{o.ID, o.FrameworkID, o.NodeID, o.State.String()}, [4]string{shown.ID, shown.Framework, shown.Node, shown.State})
		require.Equal(t, o.Resources, shown.Units)
	}
	running := fresh.RunningTasks()[v.Tasks.Pager.From:v.Tasks.Pager.To]
	require.Len(t, v.Tasks.Rows, len(running))
	for i, k := range running {
		require.Equal(t, k.ID, v.Tasks.Rows[i].ID)
	}
}

// bounded holds a view to what a page can draw in a moment.
func bounded(t require.TestingT, v *View) {
	for what, list := range map[string][2]int{
		"nodes": {len(v.Cluster.Nodes), nodesAPage}, "offers": {len(v.Offers.Rows), offersAPage}, "tasks": {len(v.Tasks.Rows), tasksAPage},
		"steps": {len(v.Steps.Items), stepsAPage}, "ended offers": {len(v.Ended.Offers), endedShown}, "finished tasks": {len(v.Ended.Tasks), endedShown},
		"frameworks": {len(v.Actions.Known), knownShown}, "errors": {len(v.Trace.Errors), trace.MaxErrors}, "invariants": {len(v.Verdict.Invariants), 8},
		"bytes of the title": {len(v.Story.Title), 4000}, "bytes of the story": {len(v.Story.Text), 10_000}, "bytes of a sentence": {len(v.Verdict.Said), 2000},
		"bytes of a reason": {len(v.Verdict.Why), 2000}, "bytes of the difference": {len(v.Story.Difference), 8000}, "bytes of a notice": {len(v.Story.Notice), 20_000},
	} {
		require.LessOrEqual(t, list[0], list[1], what)
	}
	for _, n := range v.Cluster.Nodes {
		require.LessOrEqual(t, len(n.Segments), 5*bar.Most)
		require.LessOrEqual(t, len(n.Scale), 4)
	}
}

// The property is worth what its messages reach. The walks are always the same ones.
func TestThePropertyReachesWhatMatters(t *testing.T) {
	seen := map[string]int{}
	walk := rapid.Custom(func(t *rapid.T) bool {
		d := open(t)
		for range 40 {
			d.send(message(t, d))
			v := d.View()
			seen[v.Verdict.Word]++
			for what, there := range map[string]bool{"undo": v.Bar.Undo != "", "redo": v.Bar.Redo != "", "tasks": len(v.Tasks.Rows) > 0, "refused": v.Verdict.Refused,
				"own trace": chosen(v.Bar.Scenarios) == "", "difference": v.Story.DiffStep > 0, "wrong": v.Actions.Timeout.Wrong != "", "errors": len(v.Trace.Errors) > 0,
				"first violation": v.Steps.FirstBad > 0, "many steps": v.Steps.Count > stepsAPage} {
				if there {
					seen[what]++
				}
			}
		}
		return true
	})
	for seed := range 100 {
		walk.Example(seed)
	}
	for _, what := range []string{"Holds", "Overhang", "Violated", "undo", "redo", "tasks", "refused", "own trace", "difference", "wrong", "errors",
		"first violation", "many steps"} {
		assert.Greater(t, seen[what], 10, what)
	}
}
