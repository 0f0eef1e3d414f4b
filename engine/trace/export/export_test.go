package export

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

// stories returns every scenario and every golden trace by its name, and one with hostile names.
func stories(t testing.TB) map[string]*trace.Trace {
	all := map[string]*trace.Trace{"hostile": hostile()}
	for _, s := range scenario.All() {
		all[s.ID] = s.Trace
	}
	files, err := filepath.Glob("../testdata/*.trace")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all[strings.TrimSuffix(filepath.Base(file), ".trace")], err = trace.Parse(string(text))
		require.NoError(t, err)
	}
	return all
}

// hostileNames end literals, comments, messages and blocks where they are not escaped.
var hostileNames = []string{`"`, `\`, `"""`, `'''`, "*/", "`", "`+`", "</script>", "<!--", "#", ";", "end", "end end", "%%{init}%%", "wrap:x", "wrap: x", "A: B",
	"日本 🦊", "\u202eright\u202c", "שלום", "\u2028", "\ufeff", "\u00a0", "a\u0301", "}", "{{.}}", "%s%n", "as x", "->>", `\u0022`, `\n`, `\`, `"); print("`, "+", "-", "x@{y}"}

func hostile() *trace.Trace {
	tr := trace.New("binding", nil)
	for i, name := range hostileNames {
		tr.Nodes = append(tr.Nodes, trace.NodeLine{Node: engine.Node{ID: name + strconv.Itoa(i), Capacity: int64(i)}})
		offer := "o" + strconv.Itoa(i+1)
		for _, c := range []engine.Command{
			{Verb: engine.VerbMake, Framework: name, Amount: 1 << 62},
			{Verb: engine.VerbAccept, Framework: name, Offer: offer},
			{Verb: engine.VerbLaunch, Framework: name, Offer: offer, Task: name},
			{Verb: engine.VerbDecline, Framework: name, Offer: name},
			{Verb: engine.VerbResize, Node: name, Amount: 3},
			{Verb: engine.VerbFinish, Framework: name, Task: name},
		} {
			s := trace.Step{Command: c}
			s.SetNarration(name + " */ \x00 \x7f \"\"\" ''' \\ `")
			tr.Steps = append(tr.Steps, s)
		}
	}
	tr.Nodes[0].Before = trace.Note("\"\"\" */ `\n\x00title")
	return tr
}

// long returns a trace of so many steps in which offers of many nodes are made, taken, lost and end.
func long(steps int) *trace.Trace {
	tr := trace.New("binding", []engine.Node{{ID: "n1", Capacity: 5}, {ID: "n2", Capacity: 7}, {ID: "n3", Capacity: 9}})
	offer := 1
	for i := 0; len(tr.Steps) < steps; i++ {
		f := "F" + strconv.Itoa(i%5)
		o := func(k int) string { return "o" + strconv.Itoa(offer+k) }
		for _, c := range []engine.Command{
			{Verb: engine.VerbMake, Framework: f, Amount: 10},
			{Verb: engine.VerbAccept, Framework: f, Offer: o(0)},
			{Verb: engine.VerbLaunch, Framework: f, Offer: o(0), Task: "web"},
			{Verb: engine.VerbAccept, Framework: f, Offer: o(1)},
			{Verb: engine.VerbLaunch, Framework: "other", Offer: o(1)},
			{Verb: engine.VerbDecline, Framework: f, Offer: o(1)},
			{Verb: engine.VerbResize, Node: "n3", Amount: 3},
			{Verb: engine.VerbFinish, Framework: f, Task: "web"},
			{Verb: engine.VerbResize, Node: "n3", Amount: 9},
			{Verb: engine.VerbAdvance, Amount: 10},
		} {
			tr.Steps = append(tr.Steps, trace.Step{Command: c})
		}
		offer += 3
	}
	tr.Steps = tr.Steps[:steps]
	return tr
}

// under returns the trace under another contract, without the results that it had under its own.
func under(tr *trace.Trace, contract string) *trace.Trace {
	c := tr.Clone()
	c.Contract = contract
	for i := range c.Steps {
		c.Steps[i].SetResults(nil)
	}
	return c
}

func made(t testing.TB, f func(*trace.Trace) (string, error), tr *trace.Trace) string {
	text, err := f(tr)
	require.NoError(t, err)
	return text
}

func TestTheTableOfFormats(t *testing.T) {
	names, files := map[string]bool{}, map[string]bool{}
	for i, f := range Formats() {
		assert.Equal(t, i == 0, f.Name == "trace", "the trace text stands first")
		assert.NotEmpty(t, f.Title)
		assert.False(t, names[f.Name] || files[f.File], "%s is there twice", f.Name)
		names[f.Name], files[f.File] = true, true
		for name, tr := range stories(t) {
			before := tr.String()
			text := made(t, f.Make, tr)
			assert.True(t, strings.HasSuffix(text, "\n"), "%s of %s", f.Name, name)
			assert.Equal(t, text, made(t, f.Make, tr), "%s of %s: twice the same", f.Name, name)
			assert.Equal(t, before, tr.String(), "%s changed %s", f.Name, name)
		}
	}
}

func TestTextIsReadAgain(t *testing.T) {
	for name, tr := range stories(t) {
		again, err := trace.Parse(made(t, Text, tr))
		require.NoError(t, err, name)
		d, err := trace.Check(again)
		require.NoError(t, err)
		assert.Nil(t, d, name)
		assert.Len(t, again.Steps, len(tr.Steps))
		assert.NotNil(t, again.Steps[0].Results())
	}
}

func TestTextTooLongForResultsComesWithout(t *testing.T) {
	tr := long(trace.MaxSteps)
	for i := range tr.Steps {
		tr.Steps[i].SetNarration("thirty bytes of a narration are")
	}
	text := made(t, Text, tr)
	again, err := trace.Parse(text)
	require.NoError(t, err)
	assert.Equal(t, tr, again)
}

// A replay that cannot be run is an error of every export, not half a text.
func TestNodesThatTheEngineDoesNotTake(t *testing.T) {
	tr := trace.New("binding", []engine.Node{{ID: "n1", Capacity: -1}})
	for _, f := range Formats()[1:] {
		text, err := f.Make(tr)
		assert.ErrorIs(t, err, engine.ErrBadCapacity, f.Name)
		assert.Empty(t, text)
	}
}

func TestEveryFormatTakesTenThousandSteps(t *testing.T) {
	tr := long(10_000)
	for _, f := range Formats() {
		begin := time.Now()
		text := made(t, f.Make, tr)
		t.Logf("%s: %d bytes", f.Name, len(text))
		assert.Less(t, time.Since(begin), 20*time.Second, f.Name)
		assert.Less(t, len(text), 8<<20, f.Name)
	}
}

func TestWhatIsTooLongStops(t *testing.T) {
	nodes := make([]engine.Node, 4000)
	for i := range nodes {
		nodes[i] = engine.Node{ID: "n" + strings.Repeat("x", 240) + strconv.Itoa(i), Capacity: 1}
	}
	tr := trace.New("optimistic", nodes)
	for range 40 {
		tr.Steps = append(tr.Steps, trace.Step{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 10}})
	}
	_, err := JSON(tr)
	assert.ErrorContains(t, err, "longer than")
}

func TestEveryReasonHasItsNames(t *testing.T) {
	source, err := os.ReadFile("../../refusal.go")
	require.NoError(t, err)
	for _, r := range reasons {
		assert.Contains(t, string(source), "\t"+goName(r.name)+" ", "of the reason %q", r.err)
	}
	// Beside these there are ErrBadNode and ErrBadContract, which no step can have.
	assert.Equal(t, len(reasons)+2, strings.Count(string(source), "= errors.New("))
}
