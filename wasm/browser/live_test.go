package browser

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// settle lets the live text come to rest, so that the next sentence is said at once: the last one may have to wait for 400 ms until it
// is shown, and is then shown for 400 ms at least.
func (p *page) settle() {
	p.Helper()
	p.rest(450 * time.Millisecond)
	p.rest(450 * time.Millisecond)
}

func TestLiveTextIsFirstEmpty(t *testing.T) {
	p := openFresh(t)
	require.Empty(t, p.text("document.getElementById('status').textContent"))
	require.Equal(t, 1, eval[int](p, "document.querySelectorAll('#playground [role=status], #playground [aria-live]').length"))
	p.run("window.first = document.getElementById('status')")
	p.press("Next: make A")
	require.True(t, p.true("first === document.getElementById('status')"), "one element, as long as the page lives")
}

func TestLiveTextTellsEachStep(t *testing.T) {
	p := open(t)
	for range 2 {
		p.settle()
		p.press("Forward")
		now := p.shown()
		require.Equal(t, now.Said+" "+now.Verdict+".", p.live())
	}
	p.settle()
	p.fill("spinbutton", "Ticks", "soon")
	p.press("Advance time")
	require.Contains(t, p.live(), `Ticks: found "soon", expected a whole number of ticks, 0 to `)
	p.settle()
	p.press("First")
	require.Equal(t, p.shown().Said+" Holds.", p.live())
}

func (p *page) live() string {
	p.Helper()
	return p.text("document.getElementById('status').textContent")
}

func TestQuickStepsCoalesceInTheLiveText(t *testing.T) {
	p := open(t)
	p.find("button", "Advance time").walkTo()
	p.settle()
	p.run(`window.said = [];
		window.watch?.disconnect(); // of another run of this test
		window.watch = new MutationObserver(() => said.push(document.getElementById('status').textContent));
		watch.observe(document.getElementById('status'), {childList: true, characterData: true, subtree: true})`)
	before := time.Now()
	for range 20 {
		p.key(kb.Enter)
	}
	took := time.Since(before)
	p.settle()
	said := eval[[]string](p, "said")
	require.NotEmpty(t, said)
	require.LessOrEqual(t, len(said), 2+int(took/(400*time.Millisecond)), "%q in %s", said, took)
	require.Equal(t, "Time went from 19 to 20. Holds.", said[len(said)-1])
}
