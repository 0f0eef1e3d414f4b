package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

// hunt runs the search that the page asked for to its end, as the worker does: as text in both directions.
func (d *driver) hunt() {
	var asked *Hunt
	for _, e := range d.effects {
		if h, ok := e.(Hunt); ok {
			asked = &h
		}
	}
	require.NotNil(d.t, asked, "the page asked for no search: %s", d.said())
	job, err := ReadJob(asked.Job.Text())
	require.NoError(d.t, err)
	require.Equal(d.t, asked.Job, job)
	search, err := job.Search()
	require.NoError(d.t, err)
	for done := false; !done; {
		done = search.Run(500)
		news, err := ReadNews(HuntNews{Result: search.Result(), Millis: 12}.Text())
		require.NoError(d.t, err)
		require.Equal(d.t, search.Result(), news.Result)
		news.Number = asked.Number
		d.send(news)
	}
}

func TestTheSearchGivesEachContractItsVerdict(t *testing.T) {
	holds := map[string]bool{"binding": true, "oldest-pending-first": true}
	for _, c := range engine.Contracts() {
		d := open(t)
		d.send(Toggle{PanelHunt, true}, Type{FieldHuntContract, c.Name}, StartHunt{})
		require.True(t, d.View().Hunt.Running)
		d.hunt()
		v := d.View().Hunt
		require.False(t, v.Running)
		if holds[c.Name] {
			assert.Equal(t, "Holds", v.Word, c.Name)
			assert.Contains(t, v.Text, "In every reachable state")
			assert.False(t, v.Opens)
			continue
		}
		require.Contains(t, v.Word, "Violated in ", c.Name)
		require.True(t, v.Story[len(v.Story)-1].Bad)
		d.send(OpenStory{})
		assert.Equal(t, c.Name, d.model.session.contract.Name)
		assert.Equal(t, d.View().Steps.Count, d.model.firstBad, "%s: the last step breaks the promise, and none before", c.Name)
		assert.Equal(t, len(v.Story), d.View().Steps.At)
		assert.False(t, d.View().Hunt.Open)
		d.send(Undo{}, CompareStory{})
		require.Len(t, d.View().Compare.Columns, 2)
		assert.Equal(t, "binding", d.View().Compare.Columns[1].Contract)
		assert.Equal(t, "Violated", d.View().Compare.Columns[0].Verdict.Word)
	}
}

func TestNewestFirstNeedsFiveCalls(t *testing.T) {
	d := open(t)
	d.send(Toggle{PanelHunt, true}, Type{FieldHuntContract, "newest-first"}, Type{FieldHuntPromise, "accepted-outlives-pending"}, StartHunt{})
	d.hunt()
	assert.Equal(t, "Violated in 5 steps", d.View().Hunt.Word)
}

func TestASearchStartsFromTheStateOnScreen(t *testing.T) {
	d := openOn(t, "firmoffer/1 newest-first\nnode n1 2\nmake A\nresize n1 3\nmake B\n")
	d.send(Last{}, Toggle{PanelHunt, true}, Type{FieldHuntFrom, fromScreen}, StartHunt{})
	d.hunt()
	require.Equal(t, "Violated in 2 steps", d.View().Hunt.Word)
	d.send(OpenStory{})
	assert.Equal(t, 5, d.View().Steps.Count, "the steps on screen, and those that were found")
	assert.Equal(t, 5, d.model.firstBad)
}

func TestASearchThatIsBoundedProvesNothing(t *testing.T) {
	d := open(t)
	d.send(Toggle{PanelHunt, true}, Type{FieldHuntDepth, "3"}, StartHunt{})
	d.hunt()
	assert.Contains(t, d.View().Hunt.Text, "In every state that 3 commands can reach")
	d.send(StartHunt{})
	d.send(HuntNews{Number: d.model.hunt.number, Result: check.Result{Done: true, States: 9}})
	v := d.View().Hunt
	assert.Equal(t, "Unknown", v.Word)
	assert.Equal(t, "stamp unknown", v.Class, "what is not known is never shown as good news")
}

func TestASearchStopsAtOnceAndOldNewsCountForNothing(t *testing.T) {
	d := open(t)
	d.send(StopHunt{})
	assert.Contains(t, d.said(), "No search is running")
	d.send(Toggle{PanelHunt, true}, StartHunt{})
	old := d.model.hunt.number
	d.send(StopHunt{})
	assert.Contains(t, d.effects, Effect(EndHunt{}))
	d.send(HuntNews{Number: old, Result: check.Result{Done: true, Verdict: check.Holds}})
	assert.Empty(t, d.View().Hunt.Word)
	d.send(StartHunt{})
	d.send(HuntNews{Number: old, Result: check.Result{Done: true, Verdict: check.Holds}})
	assert.True(t, d.View().Hunt.Running)
	d.send(HuntNews{Number: d.model.hunt.number, Problem: "no more memory"})
	assert.Contains(t, d.View().Hunt.Problem, "no more memory")
	assert.False(t, d.View().Hunt.Running)
}

func TestBadWorldsAreSaidInPlace(t *testing.T) {
	for field, texts := range map[string][]string{
		FieldHuntNodes:      {"", "n1", "n1=", "n1=-1", "n1=1e3", "=2", "n1=2 n1", "n\uFFFD=2"},
		FieldHuntFrameworks: {"", "  ", "A B\uFFFD"},
		FieldHuntTimeouts:   {"0", "-1", "x", "1,2"},
		FieldHuntAdvances:   {"0", "x"},
		FieldHuntResizes:    {"-1", "0x1", "٣"},
		FieldHuntDepth:      {"", "-1", "1.5", "9999"},
		FieldHuntContract:   {"nonsense"},
	} {
		for _, text := range texts {
			d := open(t)
			d.send(Toggle{PanelHunt, true}, Type{field, text}, StartHunt{})
			assert.NotEmpty(t, d.model.fields.wrong[field], "%s %q", field, text)
			assert.Equal(t, text, d.model.fields.text[field])
			assert.False(t, d.View().Hunt.Running)
		}
	}
	for field, text := range map[string]string{FieldHuntNodes: "n1=2 n1=3", FieldHuntFrameworks: "A A", FieldHuntResizes: "0 1 2 3 4 99999"} {
		d := open(t)
		d.send(Toggle{PanelHunt, true}, Type{field, text}, StartHunt{})
		assert.Contains(t, d.View().Hunt.Problem, "This world cannot be searched", "%s %q", field, text)
	}
}

func TestAJobSurvivesItsWayAsText(t *testing.T) {
	names := rapid.StringMatching(`[a-zA-Z "'\\<é🙂]{1,8}`)
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Int64Range(0, 99), 1, 4)
		contract := rapid.SampledFrom(engine.Contracts()).Draw(t, "contract")
		j := Job{Contract: contract.Name, World: check.World{Contract: contract, Any: rapid.Bool().Draw(t, "any"),
			Promise: engine.Invariant(rapid.IntRange(0, 7).Draw(t, "promise")), Depth: rapid.IntRange(0, 9).Draw(t, "depth"),
			Frameworks: rapid.SliceOfN(names, 1, 3).Draw(t, "frameworks"), Timeouts: numbers.Draw(t, "timeouts"),
			Advances: numbers.Draw(t, "advances"), Resizes: numbers.Draw(t, "resizes")}}
		for _, id := range rapid.SliceOfN(names, 1, 3).Draw(t, "nodes") {
			j.World.Nodes = append(j.World.Nodes, engine.Node{ID: id, Capacity: rapid.Int64Range(0, 9).Draw(t, "capacity")})
		}
		got, err := ReadJob(j.Text())
		require.NoError(t, err)
		require.Equal(t, j, got)
	})
	for _, text := range []string{"", "x", "contract nonsense\n\n", "node x\n\n", "any\n\n", "framework A\n\n"} {
		_, err := ReadJob(text)
		assert.Error(t, err, "%q", text)
		_, err = ReadNews(text)
		assert.Error(t, err, "%q", text)
	}
}
