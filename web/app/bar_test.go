package app

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace/bar"
)

// share reads a length of a bar, in percent of its full width.
func share(t require.TestingT, text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	require.NoError(t, err, text)
	return n
}

// rounding is how far two lengths that were rounded to a thousandth of a percent may be apart, with one between them.
const rounding = 0.0021

var drawnAs = map[bar.Kind]string{bar.Running: "seg task", bar.Accepted: "seg acc", bar.Pending: "seg pen", bar.Overhang: "seg hang", bar.Broken: "seg over",
	bar.Gone: "seg gone"}

// requireBars holds the bars of a page to the units of its nodes: all of them have one scale, and it ends a little behind the longest.
func requireBars(t require.TestingT, v ClusterView, s *engine.Scheduler, events []engine.Event) {
	nodes, most := s.NodeWindow(v.Pager.From, nodesAPage), int64(1)
	require.Len(t, v.Nodes, len(nodes))
	for _, n := range nodes {
		most = max(most, bar.Of(s, n, events).End)
	}
	percent := func(units int64) float64 { return float64(units) / float64(most) * 100 / 1.04 }
	for i, n := range nodes {
		b, drawn := bar.Of(s, n, events), v.Nodes[i]
		require.InDelta(t, percent(n.Capacity), share(t, drawn.CaseLen), rounding, "the capacity line of %s", n.ID)
		requireTicks(t, drawn, max(1, n.Capacity), most)
		require.Len(t, drawn.Segments, len(b.Pieces))
		end, units := 0.0, 0.0
		for k, p := range b.Pieces {
			seg := drawn.Segments[k]
			from, length := share(t, seg.From), share(t, seg.Len)
			require.Equal(t, drawnAs[p.Kind], seg.Class)
			require.InDelta(t, percent(p.From), from, rounding)
			require.InDelta(t, percent(p.Size), length, rounding)
			if p.Kind == bar.Gone {
				end = math.Max(end, percent(n.Capacity)) // behind what is free
			} else {
				units += length
				beyond := p.Kind == bar.Overhang || p.Kind == bar.Broken
				if length > rounding {
					require.Equal(t, beyond, from > share(t, drawn.CaseLen)-rounding, "%s of %s is on its side of the line", seg.Class, n.ID)
				}
			}
			require.InDelta(t, end, from, rounding, "it begins where the one before it ends")
			end = from + length
			require.LessOrEqual(t, end, 100.0)
		}
		require.InDelta(t, percent(n.Allocated+n.Reserved), units, rounding*float64(1+len(b.Pieces)), "what %s has is what is drawn", n.ID)
		for _, mark := range drawn.Scale {
			number, err := strconv.ParseInt(lastNumber.FindString(mark.Text), 10, 64)
			require.NoError(t, err, mark.Text)
			require.InDelta(t, percent(number), share(t, mark.At), rounding, "%s stands under its place", mark.Text)
		}
	}
}

var lastNumber = regexp.MustCompile(`\d+$`)

// requireTicks: the ruling of a bar is whole units, the same number of them on each node, and no unit is left out that there is room for.
func requireTicks(t require.TestingT, drawn NodeView, capacity, most int64) {
	units := share(t, drawn.Tick) / 100 * float64(capacity)
	tick := math.Max(1, math.Round(units))
	require.InDelta(t, tick, units, 1e-5*float64(capacity)+1e-9, "%s of %d units", drawn.Tick, capacity)
	if capacity < 1e9 { // else rounding hides what it is
		require.Equal(t, float64(bar.Tick(most)), tick)
	}
	if most <= 60 {
		require.Equal(t, 1.0, tick)
	}
}

func (d *driver) requireBars() {
	requireBars(d.t, d.View().Cluster, d.model.sched, d.model.outcome.Events)
	for i, l := range d.model.lanes() {
		if i < len(d.View().Compare.Columns) {
			requireBars(d.t, d.View().Compare.Columns[i].Cluster, l.sched, l.outcome.Events)
		}
	}
}

// The walks of [TestWhateverHappens] hold their bars to this as well; these are the sizes and the kinds that they may miss.
func TestBarsAreDrawnToScale(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range []string{
		"binding\n",
		"binding\nnode n1 0\nnode n2 0\n",
		"binding\nnode n1 5\nnode n2 60\nmake A\naccept A o1\nresize n1 8\nmake B\nresize n1 5\n",
		"binding\nnode n1 10\nmake A\naccept A o1\nlaunch A o1\nresize n1 4\nresize n2 61\nmake B\nresize n1 0\n",
		"optimistic\nnode n1 4\nmake A\nmake B\naccept A o1\nlaunch A o1\nresize n1 1\n",
		"optimistic\nnode n1 7\n" + strings.Repeat("make A\n", 2*bar.Most),
		"binding\nnode n1 1\nnode n2 9007199254740991\nmake A\nresize n2 9007199254740990\n",
		"binding\nnode n1 1000\nnode n2 3\nmake A\naccept A o2\nresize n1 500\nresize n2 122\n",
	} {
		d := openOn(t, "firmoffer/1 "+text)
		for at := range d.View().Steps.Count + 1 {
			d.send(GoTo{at})
			d.requireBars()
			for _, n := range d.View().Cluster.Nodes {
				for _, s := range n.Segments {
					seen[s.Class] = true
				}
			}
		}
		d.send(Compare{true})
		d.requireBars()
	}
	for _, class := range drawnAs {
		assert.True(t, seen[class], class)
	}
}
