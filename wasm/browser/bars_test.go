package browser

import (
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/bar"
)

// drawnBar is a bar as it stands on the screen, in pixels from its left end.
type drawnBar struct {
	Width, Case, Line float64 // of the bar, of the capacity, and the middle of its line
	Segs              []struct {
		Class       string
		Left, Width float64
	}
}

const measureScript = `[...document.querySelectorAll('.ledger')].map((ledger) => {
	const whole = ledger.getBoundingClientRect(), part = (el) => { const r = el.getBoundingClientRect(); return {left: r.left - whole.left, width: r.width}; };
	const line = part(ledger.querySelector('.line'));
	return {width: whole.width, case: part(ledger.querySelector('.case')).width, line: line.left + line.width / 2,
		segs: [...ledger.querySelectorAll('.seg')].map((el) => ({class: el.className, ...part(el)}))};
})`

var drawnAs = map[bar.Kind]string{bar.Running: "seg task", bar.Accepted: "seg acc", bar.Pending: "seg pen", bar.Overhang: "seg hang", bar.Broken: "seg over",
	bar.Gone: "seg gone"}

// toScale compares the bars with the units of the nodes after so many steps, to within a pixel.
func (p *page) toScale(t *trace.Trace, at int) {
	p.Helper()
	s, _, err := trace.Replay(t, t.Rules(), at)
	require.NoError(p, err)
	var events []engine.Event
	if at > 0 {
		events = s.Last().Events
	}
	var bars []bar.Bar
	most := int64(1)
	for _, n := range s.Nodes() {
		bars = append(bars, bar.Of(s, n, events))
		most = max(most, bars[len(bars)-1].End)
	}
	drawn := eval[[]drawnBar](p, measureScript)
	require.Len(p, drawn, len(bars))
	for i, b := range bars {
		d := drawn[i]
		require.Greater(p, d.Width, 200.0)
		unit := d.Width / 1.04 / float64(most)
		place := func(units int64, pixels float64, what string) {
			p.Helper()
			require.InDelta(p, float64(units)*unit, pixels, 1, "%s %s after step %d: %+v", b.ID, what, at, d)
		}
		place(b.Capacity, d.Case, "capacity")
		place(b.Capacity, d.Line, "capacity line")
		require.Len(p, d.Segs, len(b.Pieces))
		for k, piece := range b.Pieces {
			require.Equal(p, drawnAs[piece.Kind], d.Segs[k].Class)
			place(piece.From, d.Segs[k].Left, piece.Name)
			place(piece.Size, d.Segs[k].Width, piece.Name+"'s length")
		}
	}
}

func TestBarsAreToScale(t *testing.T) {
	p := open(t)
	seen := map[string]bool{}
	for _, id := range []string{"capacity-loss", "overhang", "optimistic"} {
		tr := library(p, id).Trace
		p.scenario(id)
		for at := range len(tr.Steps) + 1 {
			if at > 0 {
				p.press("Forward")
			}
			for _, width := range []int64{390, 1280, 1920} {
				p.viewport(width, 900)
				p.toScale(tr, at)
			}
			for _, d := range eval[[]drawnBar](p, measureScript) {
				for _, s := range d.Segs {
					seen[s.Class] = true
				}
			}
		}
	}
	p.viewport(1280, 900)
	for _, class := range drawnAs {
		require.True(t, seen[class], class)
	}
}
