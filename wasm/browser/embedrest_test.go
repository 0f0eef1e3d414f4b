package browser

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"
)

func TestFiguresThatGoFreeTheirMemory(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto"></firm-offer>`)
	p.waitFor(tenStarted)
	one := p.documents(2)
	p.run(`for (let i = 0; i < 9; i++) {
		const figure = document.body.appendChild(document.createElement('firm-offer'));
		figure.told = [];
		figure.addEventListener('step', (event) => figure.told.push(event.detail));
		figure.start();
	}`)
	p.waitFor("figures().length === 10 && " + allStarted)
	all := p.documents(11)
	p.run("figures().slice(1).forEach((f) => f.remove())")
	left := p.documents(2)
	t.Logf("documents, nodes, listeners: one figure %v, ten %v, nine gone %v", one, all, left)
	require.Less(t, left.JsEventListeners, one.JsEventListeners+(all.JsEventListeners-one.JsEventListeners)/9)
	require.Less(t, left.Nodes, one.Nodes+(all.Nodes-one.Nodes)/9)
	require.Len(t, call(p, cdppage.GetFrameTree, cdp.Empty{}).FrameTree.ChildFrames, 1)
	p.run("figures()[0].send({type: 'step', to: 2})")
	p.waitFor("last(figures()[0], 'step').at === 2")
	p.requireFit(0)
}

// counters says what the page and its frames keep alive.
func (p *page) counters() memory.GetDOMCountersResult {
	p.Helper()
	for range 2 { // what a finalizer held goes in the second round
		call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	}
	return call(p, memory.GetDOMCounters, cdp.Empty{})
}

// documents waits until the page and its frames are so many documents, and returns what they keep alive. What was loaded may leave one
// behind for a moment: the blank one that each frame begins with.
func (p *page) documents(count int64) memory.GetDOMCountersResult {
	p.Helper()
	var now memory.GetDOMCountersResult
	p.waitUntil(fmt.Sprint(count, " documents"), func() bool {
		now = p.counters()
		return now.Documents == count
	})
	return now
}

const resting = "figures().slice(1).every((f) => !frameOf(f))"

// The words of another language come late here, and from no cache.
func TestHiddenFiguresFreeTheirMemory(t *testing.T) {
	figure := `<firm-offer scenario="overhang" start="auto" step="1" max-height="2000"></firm-offer>`
	german := named(t, "words-de.txt")
	words := body(t, german)
	p := elsewhere(t, figure+`<details open><summary>More</summary>`+figure+`</details><div id="tab">`+figure+`</div>`, func(w http.ResponseWriter, path string) bool {
		if path != "/"+german {
			return false
		}
		time.Sleep(1500 * time.Millisecond)
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(words)
		return true
	})
	p.waitFor(allStarted)
	p.run("figures()[1].send({type: 'lang', lang: 'de'}); figures().forEach((f, i) => f.send({type: 'step', to: Math.max(2, 1 + i)}))")
	p.waitFor("figures().map((f) => last(f, 'step').at).join() === '2,2,3'")
	p.waitFor("last(figures()[1], 'step').sentence !== last(figures()[0], 'step').sentence") // it is German
	p.requireFit(1)
	p.requireFit(2)
	all := p.documents(4)
	heights := "figures().map((f) => f.getBoundingClientRect().height).join()"
	before := p.text(heights)
	places := "figures().slice(1).map((f) => (({at, count, sentence}) => [at, count, sentence])(f.told.find((m) => m.type === 'step'))).join()" // the first that each tells
	p.run("figures().forEach((f) => f.told = [last(f, 'step')])")
	stood := p.text(places)
	p.run("window.was = figures().map(frameOf); document.querySelector('details').open = false; tab.hidden = true")
	require.True(t, rested[bool](p, 5*time.Second, "figures().every(frameOf)"), "not at once")
	p.waitFor(resting)
	left := p.documents(2)
	t.Logf("documents, nodes, listeners: three figures %v, two hidden %v", all, left)
	require.Less(t, left.Nodes, all.Nodes*2/3)

	require.Equal(t, before, p.text("figures().forEach((f) => f.told.length = 0); document.querySelector('details').open = true; tab.hidden = false; "+heights), "at once as high as before")
	p.waitFor("figures().slice(1).every((f) => last(f, 'step'))")
	require.Equal(t, stood, p.text(places))
	require.Equal(t, "More work than machine", inFrame[string](p, 2, "document.querySelector('h1').textContent"))
	require.Equal(t, "de", inFrame[string](p, 1, "document.documentElement.lang"))
	require.True(t, p.true("was[0] === frameOf(figures()[0]) && !figures()[0].told.length"), "the other one is left alone")
	p.requireFit(1)
	p.requireFit(2)
	require.Equal(t, "body", p.focus())

	p.Run("what is said to one that rests is heard", func(p *page) {
		p.run("figures().forEach((f) => f.told.length = 0); document.querySelector('details').open = false; tab.hidden = true")
		p.waitFor(resting)
		p.run("figures()[1].send({type: 'step', to: 'first'}); figures()[2].setAttribute('contract', 'optimistic, binding')")
		p.waitFor("last(figures()[1], 'step')?.at === 0 && last(figures()[2], 'step')")
		p.run("document.querySelector('details').open = true; tab.hidden = false")
		p.waitFrame(2, "document.querySelectorAll('.col').length === 2")
		p.waitFor("last(figures()[2], 'step').at === 3")
	})
}

// What the link does not hold keeps a hidden figure alive.
func TestWhatWouldBeLostDoesNotRest(t *testing.T) {
	p := openStranger(t, `<div id="tab"><firm-offer start="auto" scenario="overhang" mode="slides"></firm-offer>
		<firm-offer start="auto" scenario="overhang"></firm-offer>
		<firm-offer start="auto" scenario="lessons/06-half-the-rack-dies.trace" mode="predict"></firm-offer>
		<firm-offer start="auto"><pre>firmoffer/1 binding
node n1 5
make A
</pre></firm-offer>
		<firm-offer start="auto" scenario="overhang"></firm-offer></div>
		<div hidden><firm-offer start="auto" scenario="overhang"></firm-offer></div><div class="down"></div><firm-offer start="auto" scenario="overhang"></firm-offer>`)
	p.waitFor(allStarted)
	p.run("figures()[2].send({type: 'step', to: 'forward'}); figures()[3].send({type: 'step', to: 'last'})")
	p.waitFor("last(figures()[3], 'step').at === 1")
	p.waitFrame(2, seenIn(".ask fieldset"))
	inFrame[bool](p, 1, `(() => { const f = document.querySelector('#framework'); f.value = 'Mine'; return f.dispatchEvent(new Event('input', {bubbles: true})); })()`)
	inFrame[bool](p, 3, `(() => { [...document.querySelectorAll('td.act button')].find((b) => b.textContent === 'Accept o1').click(); return true; })()`)
	p.waitFor("last(figures()[3], 'step').at === 2")
	frame := p.frameID(4)
	require.False(t, p.holds(frame), "a process of its own")
	p.run("window.was = figures().map(frameOf); tab.hidden = true")
	p.waitFor("!frameOf(figures()[4])")
	p.waitUntil("the end of the frame", func() bool { return !p.lives(frame) })
	require.Equal(t, "true,true,true,true,false,true,true", rested[string](p, 4*time.Second, "figures().map((f, i) => frameOf(f) === was[i]).join()"),
		"slides, a typed text, a question, a step of one's own; nothing to lose; never seen, only far away")
}
