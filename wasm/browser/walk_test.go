package browser

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// walker presses Tab in a page with one figure. Between page and frame, which may be two processes, the focus is on its way for a moment,
// and a key that is pressed then goes astray. People are slower than that; a walker waits until the focus has arrived.
type walker struct {
	p      *page
	inside func(expression string) string // reads a text in the frame
	at     string
	id     string // of the element of the page around that has the focus
}

// caret is where the focus of a document is. It ends with whether the focus is inside the figure, as page and frame see it.
const (
	caret       = "[...document.querySelectorAll('*')].indexOf(document.activeElement) + ' '"
	caretAround = caret + " + document.activeElement.id + ' ' + (document.activeElement === figures()[0])"
	caretInside = caret + " + document.hasFocus()"
)

func (p *page) walker() *walker {
	p.Helper()
	w := &walker{p: p}
	in, id, params := p, p.frameID(0), runtime.EvaluateParams{ReturnByValue: new(true)}
	if p.holds(id) {
		params.ContextID = call(p, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: id}).ExecutionContextID
	} else {
		in = p.attached(id)
	}
	w.inside = func(expression string) string {
		p.Helper()
		params.Expression = expression
		var text string
		require.NoError(p, json.Unmarshal(call(in, runtime.Evaluate, params).Result.Value, &text))
		return text
	}
	return w
}

// arrived tells where the focus is, once page and frame agree on it.
func (w *walker) arrived(what string, wanted func(at string) bool) {
	w.p.Helper()
	w.p.waitUntil(what, func() bool {
		around, inside := w.p.text(caretAround), w.inside(caretInside)
		w.at, w.id = around+" "+inside, strings.Split(around, " ")[1]
		return strings.HasSuffix(around, "true") == strings.HasSuffix(inside, "true") && wanted(w.at)
	})
}

// onto gives the focus to an element of the page around.
func (w *walker) onto(id string) {
	w.p.Helper()
	w.p.run(id + ".focus({preventScroll: true})")
	w.arrived("the focus on "+id, func(string) bool { return w.id == id })
}

// tab presses Tab once.
func (w *walker) tab(modifiers ...chromedp.Modifier) {
	w.p.Helper()
	was := w.at
	w.p.key(kb.Tab, modifiers...)
	w.arrived("another place than "+was, func(at string) bool { return at != was })
}

// leaves presses Tab, with modifiers, from one link through the figure to another, and tells how often.
func (w *walker) leaves(mode, from, to string, modifiers ...chromedp.Modifier) int {
	w.p.Helper()
	w.onto(from)
	tabs := 1
	for w.tab(modifiers...); w.id != to; w.tab(modifiers...) {
		if tabs++; tabs > 200 {
			w.p.Fatalf("%s: Tab does not lead from %s to %s", mode, from, to)
		}
	}
	require.Greater(w.p, tabs, 2, "%s: Tab went through the figure", mode)
	return tabs
}

// wheel turns the wheel over the figure until the page around scrolls, and takes it back to its top.
func (p *page) wheel() {
	p.Helper()
	p.waitUntil("the page around scrolls", func() bool {
		p.do(chromedp.MouseEvent(chromedp.MouseWheel, 400, 200, func(turn *input.DispatchMouseEventParams) { turn.DeltaX, turn.DeltaY = 1, 300 }))
		return eval[bool](p, `(async () => {
			for (let i = 0; i < 50 && scrollY <= 100; i++) await new Promise((done) => setTimeout(done, 20));
			return scrollY > 100;
		})()`)
	})
	const still = `(async () => {
		for (let i = 0; i < 5; i++) {
			scrollTo(0, 0);
			await new Promise(requestAnimationFrame);
			if (scrollY) return false;
		}
		return true;
	})()`
	p.waitUntil("the page stands at its top", func() bool { return eval[bool](p, still) })
}
