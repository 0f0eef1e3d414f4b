package scenario

import (
	"flag"
	"os"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

var update = flag.Bool("update", false, "write the replay's results into the files; read them before you keep them")

func TestOrder(t *testing.T) {
	var ids []string
	for _, s := range All() {
		ids = append(ids, s.ID)
	}
	assert.Equal(t, []string{"late-framework", "declined", "expired", "capacity-loss", "accepted-outlives-pending", "overhang",
		"optimistic"}, ids)
}

// TestScenariosAreTrue replays every file and holds its sentences to what a projector can show.
func TestScenariosAreTrue(t *testing.T) {
	for i, s := range All() {
		t.Run(s.ID, func(t *testing.T) { check(t, strconv.Itoa(i+1)+"-"+s.ID+".trace", s) })
	}
}

func check(t *testing.T, file string, s Scenario) {
	if *update {
		annotated, err := trace.Annotate(s.Trace)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, annotated.AppendTo(nil), 0o644))
		s.Trace = annotated
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(text), s.Trace.String(), "not in canonical form")
	assert.NotEmpty(t, s.Title)
	assert.LessOrEqual(t, utf8.RuneCountInString(s.Title), 32)
	assert.NotEmpty(t, s.Story)
	assert.LessOrEqual(t, utf8.RuneCountInString(s.Story), 360)
	for i := range s.Trace.Steps {
		step := &s.Trace.Steps[i]
		assert.NotEmpty(t, step.Narration(), "step %d", i+1)
		assert.LessOrEqual(t, utf8.RuneCountInString(step.Narration()), 130, "step %d", i+1)
		assert.NotEmpty(t, step.Results(), "step %d", i+1)
	}
	d, err := trace.Check(s.Trace)
	require.NoError(t, err)
	if d != nil {
		assert.Fail(t, "the replay differs", d.String())
	}
}

func TestByID(t *testing.T) {
	s, ok := ByID("expired")
	require.True(t, ok)
	assert.Equal(t, "Too late", s.Title)
	_, ok = ByID("no such story")
	assert.False(t, ok)
}

func TestCallersCannotChangeTheLibrary(t *testing.T) {
	All()[0].ID = "changed"
	assert.Equal(t, "late-framework", All()[0].ID)
}

// verdicts replays a scenario under a contract.
func verdicts(t *testing.T, id, contract string) []engine.Verdict {
	s, ok := ByID(id)
	require.True(t, ok)
	c, ok := engine.ContractByName(contract)
	require.True(t, ok)
	_, judged, err := trace.Replay(s.Trace, c, -1)
	require.NoError(t, err)
	var all []engine.Verdict
	for _, j := range judged {
		all = append(all, j.Verdict)
	}
	return all
}

// TestBindingBreaksNothing: under binding every story holds, also the one that is written for another contract.
func TestBindingBreaksNothing(t *testing.T) {
	for _, s := range All() {
		assert.NotContains(t, verdicts(t, s.ID, "binding"), engine.Violated, s.ID)
	}
}

// TestOldestFirstGivesUpTheAcceptedOffer is what the story of accepted-outlives-pending sends people to look at.
func TestOldestFirstGivesUpTheAcceptedOffer(t *testing.T) {
	const h, v = engine.Holds, engine.Violated
	assert.Equal(t, []engine.Verdict{h, h, h, h, v, h, h}, verdicts(t, "accepted-outlives-pending", "oldest-first"))
	s, _ := ByID("accepted-outlives-pending")
	oldest, _ := engine.ContractByName("oldest-first")
	step, kept, lost, err := trace.FirstDifference(s.Trace, engine.Binding(), oldest)
	require.NoError(t, err)
	assert.Equal(t, 4, step)
	assert.Equal(t, []string{"n1 has 5, was 8", "o2 invalidated: n1 was 3 over"}, kept)
	assert.Equal(t, []string{"n1 has 5, was 8", "o1 invalidated: n1 was 3 over",
		"violated: accepted-outlives-pending: o1 was accepted, and 3 were still pending on n1"}, lost)
}

// TestOverhangIsNotAViolation is what the story of overhang says.
func TestOverhangIsNotAViolation(t *testing.T) {
	const h, o = engine.Holds, engine.Overhang
	assert.Equal(t, []engine.Verdict{h, h, h, h, h, o, o, h, h}, verdicts(t, "overhang", "binding"))
}

// TestOptimisticIsRedUntilTheDeadline is what the story of optimistic says.
func TestOptimisticIsRedUntilTheDeadline(t *testing.T) {
	const h, v = engine.Holds, engine.Violated
	assert.Equal(t, []engine.Verdict{h, v, v, v, v, v, h}, verdicts(t, "optimistic", "optimistic"))
}
