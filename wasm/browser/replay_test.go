package browser

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
	"firmoffer/web/app"
)

// inSight is a control that a mouse can reach, where it is, and what it is.
type inSight struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Kind    string  `json:"kind"`
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Cannot  bool    `json:"cannot"`
	Options int     `json:"options"`
}

// pickScript draws a part of the page and in it a control, scrolls it to the middle and tells about it. What leads back
// is drawn seldom, or no session would become long; what turns the page into another one is left out.
const pickScript = `((part, pick, seldom) => {
	const usable = [...document.querySelectorAll('#playground :is(button, input, select)')].filter((el) => el.checkVisibility() && !/^(Compare|Find a violation|Present|Predict|Embed)$/.test(el.textContent));
	const back = (el) => el.id === 'scenario' || /^(Reset|Next scenario|Undo|[|]?◂)/.test(el.textContent) || el.closest('#steps');
	const parts = Map.groupBy(usable.filter((el) => seldom || !back(el)), (el) => el.closest('section, header, nav, aside'));
	const often = [...parts.values(), ...[...parts].filter(([of]) => of.matches('.acts, #offers')).map(([, all]) => all)];
	const all = often[part %% often.length], el = all[pick %% all.length];
	el.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
	const r = el.getBoundingClientRect();
	return {x: r.left + r.width / 2, y: r.top + r.height / 2, kind: el.localName + (el.role ? ' ' + el.role : ''), id: el.id,
		name: el.getAttribute('aria-label') || el.labels?.[0]?.textContent || el.textContent,
		cannot: el.getAttribute('aria-disabled') === 'true', options: el.options ? el.options.length : 0};
})(%d, %d, %t)`

// TestPageEqualsReplay clicks on anything, and then holds the page against a page that is made natively from its trace text.
func TestPageEqualsReplay(t *testing.T) {
	p := open(t)
	for _, seed := range []uint64{1, 2} {
		p.Run(fmt.Sprint("seed ", seed), func(p *page) {
			p.scenario([]string{"", "late-framework", "declined"}[seed])
			random := rand.New(rand.NewPCG(seed, 0))
			var log []string
			for range 2 {
				for range 75 {
					log = append(log, anyClick(p, random))
					require.Empty(p, p.told(), "after %q", log)
				}
				compareWithReplay(p, log)
			}
		})
	}
}

// anyClick uses a control, whichever, and tells what it did.
func anyClick(p *page, random *rand.Rand) string {
	p.Helper()
	at := eval[inSight](p, fmt.Sprintf(pickScript, random.IntN(1<<30), random.IntN(1<<30), random.IntN(4) == 0))
	did := strings.TrimSpace(at.Name)
	switch {
	case strings.HasPrefix(at.Kind, "select"):
		// Not with the mouse: the list is drawn by the system.
		p.run(fmt.Sprintf("%s.selectedIndex = %d; %s.dispatchEvent(new Event('change', {bubbles: true}))", at.ID, random.IntN(at.Options), at.ID))
	case at.Kind == "input spinbutton":
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		p.key([]string{kb.ArrowUp, kb.ArrowDown, kb.PageUp, kb.PageDown}[random.IntN(4)])
	case strings.HasPrefix(did, "Framework"):
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		p.enter([]string{"A", "B", "team <b>"}[random.IntN(3)])
	case did == "Command":
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		p.enter([]string{"accept B o1", "resize n1 3", "make C timeout=2", "launch A o9", "oops"}[random.IntN(5)])
		p.key(kb.Enter)
	default:
		if at.Cannot { // it may say the sentence that was said last, so that one is taken away, once no other waits for its turn
			p.settle()
			p.run("document.getElementById('status').textContent = ''")
		}
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		if at.Cannot {
			require.NotEmpty(p, p.text("document.getElementById('status').textContent"), "%s did nothing, in silence", did)
		}
	}
	return did
}

func compareWithReplay(p *page, log []string) {
	p.Helper()
	p.turnToFirstPages()
	at := p.text("document.querySelector('#steps [aria-current] small span')?.textContent ?? '0'")
	place := 0
	_, err := fmt.Sscan(at, &place)
	require.NoError(p, err)
	if p.has("button", "Discard changes") {
		p.press("Discard changes")
	}
	text := p.traceText()
	parsed, err := trace.Parse(text)
	require.NoError(p, err)
	difference, err := trace.Check(parsed)
	require.NoError(p, err)
	require.Nil(p, difference, "the results in the trace are those of a replay")

	native := replayed(p, text, place)
	for _, list := range []app.List{app.ListNodes, app.ListOffers, app.ListTasks} {
		native.Send(app.Page{List: list, By: -1000})
	}
	require.Equal(p, wanted(native.View()), p.shown(), "after %q\ntrace:\n%s", log, text)
	p.Logf("%d steps, at %d, %d offers live, %d tasks", len(parsed.Steps), place, len(native.View().Offers.Rows), len(native.View().Tasks.Rows))
}

// turnToFirstPages shows the first window of each list, and the steps around the one on screen.
func (p *page) turnToFirstPages() {
	p.Helper()
	p.run(`(() => { for (const what of ['nodes', 'offers', 'tasks']) {
		const earlier = () => document.querySelector('[aria-label="Earlier ' + what + '"]');
		while (earlier() && earlier().getAttribute('aria-disabled') !== 'true') earlier().click();
	}
	const current = document.querySelector('#steps [aria-current]');
	if (current) current.click();
	else document.querySelector('[aria-label=First]').click(); })()`)
}
