package check_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
)

var update = flag.Bool("update", false, "write what the search finds into testdata; read it before you keep it")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, text string) {
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text, file)
}

// storyTrace is a story as a trace with its results.
func storyTrace(t *testing.T, w check.World, r check.Result, title, text string) *trace.Trace {
	tr := trace.New(w.Contract.Name, w.Nodes)
	tr.Nodes[0].Before = trace.Note(title + "\n" + text)
	for _, cmd := range r.Story {
		tr.Steps = append(tr.Steps, trace.Step{Command: cmd})
	}
	if len(tr.Steps) > 0 {
		tr.Steps[0].Before = []string{""}
	}
	tr, err := trace.Annotate(tr)
	require.NoError(t, err)
	return tr
}

func TestCatalogue(t *testing.T) {
	entries := check.Catalogue()
	var names, want []string
	for _, c := range everyContract()[1:] {
		want = append(want, c.Name)
	}
	files, err := filepath.Glob("testdata/*.trace")
	require.NoError(t, err)
	stories := 0
	for _, e := range entries {
		names = append(names, e.Contract.Name)
		require.NotEmpty(t, e.Title)
		require.True(t, strings.HasSuffix(e.Text, "."), e.Text)
		r, err := check.Find(e.World)
		require.NoError(t, err)
		if e.Keeps {
			require.Equal(t, []any{check.Holds, true, []string(nil)}, []any{r.Verdict, r.Whole, r.Missing()}, e.Contract.Name)
			continue
		}
		stories++
		tellsTheTruth(t, e.World, r)
		require.True(t, r.Broken.Has(e.Promise), e.Contract.Name)
		golden(t, e.Contract.Name+".trace", storyTrace(t, e.World, r, e.Title, e.Text).String())
	}
	require.Equal(t, want, names)
	if !*update {
		require.Len(t, files, stories, "stories of testdata that nobody tells")
	}
}

// The golden stories are ordinary traces: they replay to the results that stand in them.
func TestGoldenStoriesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trace")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		tr, err := trace.Parse(string(text))
		require.NoError(t, err)
		require.Equal(t, string(text), tr.String(), file)
		require.NotEmpty(t, tr.Title())
		d, err := trace.Check(tr)
		require.NoError(t, err)
		require.Nil(t, d, file)
	}
}

// promises tells, for every contract and invariant, the shortest story that breaks it.
func TestWhichContractBreaksWhichPromise(t *testing.T) {
	const depth = 6 // where a world has no end
	var text strings.Builder
	text.WriteString("# Contract by contract, invariant by invariant: the shortest story in one node of 2 units.\n")
	breaks := map[engine.Invariant]int{}
	for _, c := range everyContract() {
		fmt.Fprintf(&text, "\n%s\n", c.Name)
		for _, promise := range everyInvariant() {
			w := check.DefaultWorld(c)
			w.Any, w.Promise = false, promise
			bound, finite := w.MostNodeStates()
			if !finite {
				w.Depth, bound = depth, math.MaxInt
			}
			r, err := check.Find(w)
			require.NoError(t, err)
			require.LessOrEqual(t, r.NodeStates, int(bound))
			fmt.Fprintf(&text, "\t%-26s%s\n", promise, answer(r, promise))
			if r.Broken.Has(promise) {
				breaks[promise]++
				tellsTheTruth(t, w, r)
			}
		}
	}
	golden(t, "promises.txt", text.String())
	for _, promise := range everyInvariant() {
		require.Positive(t, breaks[promise], "no contract breaks %s", promise)
	}
}

// answer is a result in one line.
func answer(r check.Result, promise engine.Invariant) string {
	switch {
	case r.Verdict == check.Holds && r.Whole:
		return fmt.Sprintf("holds in all %d states", r.States)
	case r.Verdict == check.Holds:
		return fmt.Sprintf("holds to %d calls, %d states", r.Depth, r.States)
	case !r.Broken.Has(promise):
		return fmt.Sprintf("%d calls, and the ledger does not add up: %s", len(r.Story), told(r.Story))
	}
	return fmt.Sprintf("%d calls: %s", len(r.Story), told(r.Story))
}

// Every two contracts are told apart by at most five calls.
func TestPairsOfContracts(t *testing.T) {
	var text strings.Builder
	text.WriteString("# Pair by pair: the shortest story whose last call comes out differently, in one node of 2 units.\n")
	forEachPair(engine.Contracts(), func(a, b engine.Contract) {
		w := check.DefaultWorld(a)
		r, err := check.TellApart(w, b)
		require.NoError(t, err)
		tellsApart(t, w, b, r)
		fmt.Fprintf(&text, "%-22s%-22s%d calls: %s\n", a.Name, b.Name, len(r.Story), told(r.Story))
	})
	require.Equal(t, 56, strings.Count(text.String(), "\n"))
	golden(t, "apart.txt", text.String())
	forEachPair(everyContract(), func(a, b engine.Contract) {
		r, err := check.TellApart(check.DefaultWorld(a), b)
		require.NoError(t, err)
		require.Equal(t, check.Violated, r.Verdict, "%s and %s", a.Name, b.Name)
		require.LessOrEqual(t, len(r.Story), 5, "%s and %s", a.Name, b.Name)
	})
}

func forEachPair(list []engine.Contract, do func(a, b engine.Contract)) {
	for i, a := range list {
		for _, b := range list[i+1:] {
			do(a, b)
		}
	}
}

// What an exhaustive search by other means knows of one node of 2 units, timeout 2, resizes 0 to 4.
func TestKnownFigures(t *testing.T) {
	known := func(name string) check.World {
		w := w1Under(t, name)
		w.Timeouts, w.Resizes = []int64{2}, []int64{0, 1, 2, 3, 4}
		return w
	}
	forEachPair(engine.Contracts(), func(a, b engine.Contract) {
		w := known(a.Name)
		r, err := check.TellApart(w, b)
		require.NoError(t, err)
		require.LessOrEqual(t, len(r.Story), 5)
		tellsApart(t, w, b, r)
	})
	for name, calls := range map[string]int{"binding": 0, "oldest-pending-first": 0, "first-accept-wins": 2, "reserve-on-accept": 2,
		"optimistic": 2, "newest-first": 5, "never-expires": 4} {
		r, err := check.Find(known(name))
		require.NoError(t, err)
		require.Len(t, r.Story, calls, name)
		require.Equal(t, calls == 0, r.Verdict == check.Holds && r.Whole, name)
	}
	// Tick by tick never-expires needs four calls there; three where two ticks may pass at once or an offer lives for one.
	w := known("never-expires")
	w.Advances = []int64{1, 2}
	r, err := check.Find(w)
	require.NoError(t, err)
	require.Equal(t, "make A timeout=2; accept A o1; advance 2", told(r.Story))
}
