package bar_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/bar"
)

var kinds = [...]string{"running", "accepted", "pending", "overhang", "broken", "gone"}

// drawn is the bar of n1 after the last step, a word for each piece, and where it ends.
func drawn(t require.TestingT, text string) string {
	tr, err := trace.Parse("firmoffer/1 " + text)
	require.NoError(t, err)
	s, _, err := trace.Replay(tr, tr.Rules(), -1)
	require.NoError(t, err)
	n, _ := s.Node("n1")
	b := bar.Of(s, n, s.Last().Events)
	said := ""
	for _, p := range b.Pieces {
		said += fmt.Sprintf("%s%s %d+%d, ", p.Name, kinds[p.Kind], p.From, p.Size)
	}
	return fmt.Sprintf("%send %d, was %d", said, b.End, b.Was)
}

func TestBars(t *testing.T) {
	for text, want := range map[string]string{
		"binding\nnode n1 5\n": "end 5, was 0",
		"binding\nnode n1 5\nmake A\naccept A o1\nresize n1 8\nmake B\n":               "o1accepted 0+5, o2pending 5+3, end 8, was 0",
		"binding\nnode n1 5\nmake A\naccept A o1\nresize n1 8\nmake B\nresize n1 5\n":  "o1accepted 0+5, o2gone 5+3, end 8, was 8",
		"binding\nnode n1 10\nmake A\naccept A o1\nlaunch A o1\nresize n1 4\n":         "t1running 0+4, t1overhang 4+6, end 10, was 10",
		"optimistic\nnode n1 4\nmake A\nmake B\n":                                      "o1pending 0+4, o2broken 4+4, end 8, was 0",
		"optimistic\nnode n1 4\nmake A\nresize n1 6\nmake B\naccept B o2\nadvance 0\n": "o2accepted 0+6, o1broken 6+4, end 10, was 0",
	} {
		assert.Equal(t, want, drawn(t, text), text)
	}
}

// Whatever happened, the pieces stand end to end from 0, and those that are not gone add up to the units of the node.
func TestPiecesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(engine.Contracts()).Draw(t, "contract")
		s, err := engine.NewWithContract(c, []engine.Node{{ID: "n1", Capacity: 9}}, 0)
		require.NoError(t, err)
		for i := range 60 {
			offer := fmt.Sprintf("o%d", rapid.IntRange(1, i+1).Draw(t, "offer"))
			framework := rapid.SampledFrom([]string{"A", "B"}).Draw(t, "framework")
			out := s.Do(rapid.SampledFrom([]engine.Command{
				{Verb: engine.VerbMake, Framework: framework, Amount: 5}, {Verb: engine.VerbAccept, Framework: framework, Offer: offer},
				{Verb: engine.VerbLaunch, Framework: framework, Offer: offer}, {Verb: engine.VerbAdvance, Amount: 1},
				{Verb: engine.VerbResize, Node: "n1", Amount: rapid.Int64Range(0, 20).Draw(t, "capacity")},
			}).Draw(t, "command"))
			n, _ := s.Node("n1")
			b, at, units := bar.Of(s, n, out.Events), int64(0), int64(0)
			for _, p := range b.Pieces {
				if p.Kind == bar.Gone {
					at = max(at, n.Capacity)
				} else {
					units += p.Size
					require.Equal(t, p.Kind == bar.Overhang || p.Kind == bar.Broken, p.From >= n.Capacity)
				}
				require.Equal(t, at, p.From)
				at += p.Size
			}
			require.Equal(t, n.Allocated+n.Reserved, units)
			require.GreaterOrEqual(t, b.End, max(at, n.Capacity))
		}
	})
}

func TestTick(t *testing.T) {
	for units, want := range map[int64]int64{1: 1, 60: 1, 61: 2, 122: 5, 305: 10, engine.MaxCapacity: 200_000_000_000_000} {
		assert.Equal(t, want, bar.Tick(units))
	}
}
