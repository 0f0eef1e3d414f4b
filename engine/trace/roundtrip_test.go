package trace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

var (
	anyName = rapid.OneOf(
		rapid.StringMatching(`[A-Za-z0-9_.:-]{1,8}`),
		rapid.String().Filter(engine.ValidName),
		rapid.SampledFrom([]string{`"`, `\`, "#", " ", "a b", "=", "as=x", "\u200b", "日本", "\u00a0", "node", strings.Repeat("ä", 128)}),
	)
	anyAmount = rapid.OneOf(rapid.Int64(), rapid.Int64Range(0, 12))
	anyNote   = rapid.OneOf(
		rapid.SampledFrom([]string{"", "  ", "#", "# a", "#b", "  # c", "#\tTAB"}),
		rapid.Map(rapid.String(), func(s string) string { return "# " + strings.TrimRight(strings.ReplaceAll(s, "\n", ""), "\r") }),
	)
	anyResult = rapid.Map(rapid.SampledFrom([]string{"", "o1 accepted", "# not a comment", "\ttwo", " "}),
		func(s string) string { return "\t" + s })
)

func anyCommand(rt *rapid.T) engine.Command {
	v := rapid.SampledFrom(Verbs()).Draw(rt, "verb")
	c := engine.Command{Verb: v.Verb}
	for _, a := range v.Args {
		switch {
		case a.Kind == KindNumber:
			c.Amount = anyAmount.Draw(rt, "amount")
		case a.Key == "" || rapid.Bool().Draw(rt, "option"):
			*nameIn(&c, a.Kind) = anyName.Draw(rt, "name")
		}
	}
	return c
}

// anyLines draws nil rather than an empty list, as the parser does.
func anyLines(rt *rapid.T, of *rapid.Generator[string]) []string {
	if lines := rapid.SliceOfN(of, 0, 3).Draw(rt, "lines"); len(lines) > 0 {
		return lines
	}
	return nil
}

func anyTrace(rt *rapid.T) *Trace {
	contract := rapid.SampledFrom(engine.Contracts()).Draw(rt, "contract")
	t := &Trace{Version: Version, Contract: contract.Name, Steps: []Step{}}
	for _, id := range rapid.SliceOfNDistinct(anyName, 0, 4, rapid.ID).Draw(rt, "nodes") {
		n := engine.Node{ID: id, Capacity: rapid.Int64Range(0, engine.MaxCapacity).Draw(rt, "capacity")}
		t.Nodes = append(t.Nodes, NodeLine{Before: anyLines(rt, anyNote), Node: n})
	}
	for range rapid.IntRange(0, 6).Draw(rt, "steps") {
		s := Step{Before: anyLines(rt, anyNote), Command: anyCommand(rt)}
		for range rapid.IntRange(0, 2).Draw(rt, "results") {
			s.After = append(append(s.After, anyLines(rt, anyNote)...), anyResult.Draw(rt, "result"))
		}
		t.Steps = append(t.Steps, s)
	}
	t.Tail = anyLines(rt, anyNote)
	return t
}

func TestPrintThenParse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := anyTrace(rt)
		text := want.String()
		got, err := Parse(text)
		require.NoError(rt, err)
		require.Equal(rt, want, got)
		require.Equal(rt, text, got.String())
	})
}

func TestCommandThenParseCommand(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := anyCommand(rt)
		got, err := ParseCommand(FormatCommand(want))
		require.NoError(rt, err)
		require.Equal(rt, want, got)
	})
}

func TestFormatOddCommands(t *testing.T) {
	assert.Equal(t, "?", FormatCommand(engine.Command{}))
	assert.Equal(t, `accept "" o1`, FormatCommand(engine.Command{Verb: engine.VerbAccept, Offer: "o1", Task: "ignored", Amount: 7}))
	assert.Equal(t, `node "a b" 3`, FormatNode(engine.Node{ID: "a b", Capacity: 3}))
}

func TestNewTracePrints(t *testing.T) {
	tr := New("optimistic", []engine.Node{{ID: "n1", Capacity: 4}})
	tr.Steps = append(tr.Steps, Step{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 10}})
	tr.Steps[0].SetNarration("First.")
	tr.Steps[0].SetResults([]string{"o1"})
	assert.Equal(t, "firmoffer/1 optimistic\nnode n1 4\n# First.\nmake A\n\to1\n", tr.String())
	assert.Equal(t, "firmoffer/1 binding\n", (&Trace{}).String())
}

// FuzzParse feeds any text. Whatever can be read is printed in canonical form, which reads as the same trace again.
func FuzzParse(f *testing.F) {
	f.Add(example)
	for _, bad := range badTexts {
		f.Add(strings.Replace(bad.text, "*", "firmoffer/1\n", 1))
	}
	files, _ := filepath.Glob("testdata/*.trace")
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := Parse(text)
		if err != nil {
			var all Errors
			if !errors.As(err, &all) || len(all) == 0 || len(all) > MaxErrors || len(all.Error()) > MaxErrors*2000 {
				t.Fatalf("an error without bounds: %T, %d bytes", err, len(err.Error()))
			}
			return
		}
		printed := tr.String()
		again, err := Parse(printed)
		if len(printed) > MaxBytes {
			return // escapes may take the canonical text beyond the bound
		}
		require.NoError(t, err)
		require.Equal(t, tr, again)
		require.Equal(t, printed, again.String())
		replayed(t, tr)
	})
}

// replayed runs what the fuzzer found, and holds the recorded results to the replay that wrote them.
func replayed(t *testing.T, tr *Trace) {
	annotated, err := Annotate(tr)
	if err != nil {
		return
	}
	d, err := Check(annotated)
	require.NoError(t, err)
	require.Nil(t, d)
}
