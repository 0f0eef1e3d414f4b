package trace

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// wantedPerSecond is the bound of the project on steps read and on steps replayed. It stands beside the figures, because
// a test that fails when a machine is busy says nothing.
const wantedPerSecond = 1e6

// longText is a trace as people leave it behind after much playing: offers taken, launched, declined and run out.
func longText() string {
	const round = "make A\naccept A o%\nlaunch A o% as=web\nfinish A web\nmake B timeout=3\ndecline B o^\nresize n1 7\nadvance 2\n"
	var b strings.Builder
	b.WriteString("firmoffer/1 binding\nnode n1 8\n")
	for i := range MaxSteps / 8 {
		b.WriteString(strings.NewReplacer("%", strconv.Itoa(2*i+1), "^", strconv.Itoa(2*i+2)).Replace(round))
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := longText()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
	report(b)
}

func BenchmarkReplay(b *testing.B) {
	t, err := Parse(longText())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, judged, err := Replay(t, engine.Binding(), -1); err != nil || len(judged) != MaxSteps || judged[0].Refused {
			b.Fatal(len(judged), err)
		}
	}
	report(b)
}

// A replay allocates a few tables, and nothing by the step.
func TestReplayAllocatesNothingByTheStep(t *testing.T) {
	trace, err := Parse(longText())
	require.NoError(t, err)
	require.LessOrEqual(t, testing.AllocsPerRun(5, func() { _, _, _ = Replay(trace, engine.Binding(), -1) }), 50.0)
}

// BenchmarkBack goes back step by step through a full trace, as somebody does who holds the key.
func BenchmarkBack(b *testing.B) {
	t, err := Parse(longText())
	if err != nil {
		b.Fatal(err)
	}
	p, err := NewPlayer(t, engine.Binding())
	if err != nil {
		b.Fatal(err)
	}
	k := MaxSteps
	for b.Loop() {
		if _, err := p.Outcome(k - 1); err != nil {
			b.Fatal(err)
		}
		if k--; k == MaxSteps-1000 {
			k = MaxSteps
		}
	}
}

func BenchmarkAnnotate(b *testing.B) {
	t, err := Parse(longText())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Annotate(t); err != nil {
			b.Fatal(err)
		}
	}
	report(b)
}

func BenchmarkFirstDifference(b *testing.B) {
	t, err := Parse(longText())
	if err != nil {
		b.Fatal(err)
	}
	other, _ := engine.ContractByName("oldest-pending-first")
	for b.Loop() {
		if step, _, _, err := FirstDifference(t, engine.Binding(), other); step >= 0 || err != nil {
			b.Fatal(step, err)
		}
	}
	report(b)
}

func report(b *testing.B) {
	b.ReportMetric(float64(b.N)*MaxSteps/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(wantedPerSecond, "wanted-steps/s")
}
