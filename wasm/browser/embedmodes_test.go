package browser

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// waitFrame waits until an expression holds in a frame.
func (p *page) waitFrame(number int, expression string) {
	p.Helper()
	for deadline := time.Now().Add(patience); !inFrame[bool](p, number, "!!("+expression+")"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("never came true in frame %d: %s\nIt says: %s", number, expression, inFrame[string](p, number, "document.body.innerText"))
		}
	}
}

const allStarted = "figures().every((f) => last(f, 'step'))"

// seenIn is an expression: whether something with the selector can be seen.
func seenIn(selector string) string {
	return "[...document.querySelectorAll(" + quote(selector) + ")].some((e) => e.checkVisibility())"
}

func TestSlidesInAFigure(t *testing.T) {
	p := openHost(t, strings.Repeat(`<firm-offer scenario="overhang" mode="slides" start="auto"></firm-offer>`, 2))
	p.waitFor(allStarted)
	for i := range 2 {
		p.waitFrame(i, stageClass+" === 'app present s1'")
		for _, hidden := range []string{".bar", ".acts", "#steps", ".below", "td.act"} {
			assert.False(t, inFrame[bool](p, i, seenIn(hidden)), "%s is not for slides", hidden)
		}
		assert.True(t, inFrame[bool](p, i, seenIn(".ledger")+" && "+seenIn("#next")+" && "+seenIn(".stage select")))
		assert.False(t, inFrame[bool](p, i, "[...document.querySelectorAll('.stage button')].some((e) => e.textContent === 'Leave' && e.checkVisibility())"), "there is nowhere to go")
		p.requireFit(i)
	}
	places := func() []int { return eval[[]int](p, "figures().map((f) => last(f, 'step').at)") }
	p.key(kb.PageDown)
	p.key(" ")
	p.pause(200 * time.Millisecond)
	require.Equal(t, []int{0, 0}, places(), "keys outside are not theirs")
	p.run("scrollTo(0, 0); figures()[1].send({type: 'focus'})")
	p.waitFor("document.activeElement === figures()[1]")
	for _, key := range []string{kb.PageDown, kb.ArrowRight, kb.PageDown, kb.PageUp} {
		p.key(key)
	}
	p.waitFor("last(figures()[1], 'step').at === 2")
	p.key(".")
	p.waitFrame(1, stageClass+".includes('blank')")
	heights := func() int { return eval[int](p, "figures()[1].told.filter((m) => m.type === 'height').length") }
	quietened(p, "the height of the dark screen", func() string { return quoteInt(heights()) })
	p.requireFit(1)
	require.False(t, inFrame[bool](p, 0, stageClass+".includes('blank')"))
	p.key("x")
	p.key(kb.Escape)
	p.waitFor("last(figures()[1], 'exit')")
	require.Equal(t, "app present s1", inFrame[string](p, 1, stageClass), "Escape leads out of the figure, not out of the slides")
	p.waitFor("last(figures()[1], 'step').at === 2")
	require.Equal(t, []int{0, 2}, places())
	require.False(t, p.true("last(figures()[0], 'exit')"))
	p.run("figures()[1].setAttribute('mode', 'compact')")
	p.waitFrame(1, stageClass+" === 'app'")
	require.Equal(t, []int{0, 2}, places(), "the session stays")
}

func TestPredictInAFigure(t *testing.T) {
	p := openHost(t, `<input id="field"><firm-offer scenario="lessons/06-half-the-rack-dies.trace" mode="predict" start="auto"></firm-offer>`)
	p.waitFor(started)
	p.run("field.focus()")
	marks := map[bool]int{}
	for step := 0; len(marks) < 2; step++ {
		require.Less(t, step, 8, "no right and wrong answers")
		p.run("figures()[0].told.length = 0; figures()[0].send({type: 'step', to: 'forward'})")
		p.waitFrame(0, seenIn(".ask fieldset"))
		p.pause(100 * time.Millisecond)
		require.True(t, p.true("document.activeElement === field"), "a question does not take the focus from the page around")
		require.Equal(t, "", p.text("figures()[0].told.filter(({type}) => type !== 'height' && type !== 'state').map((m) => JSON.stringify(m)).join()"),
			"nothing tells what the step will do before it is answered")
		for inFrame[bool](p, 0, seenIn(".ask fieldset")) {
			inFrame[bool](p, 0, `(() => {
				const question = document.querySelector('#question').textContent;
				document.querySelectorAll('.ask [type=radio]')[`+quoteInt(step%2)+`].click();
				document.querySelector('.ask form').requestSubmit();
				return new Promise((done) => { const look = () => document.querySelector('#question')?.textContent === question ? setTimeout(look, 10) : done(true); look(); });
			})()`)
		}
		p.waitFor("last(figures()[0], 'step')?.at === " + quoteInt(step+1) + " && last(figures()[0], 'prediction')")
		said := inFrame[string](p, 0, "document.querySelector('.ask').innerText")
		for _, right := range eval[[]bool](p, "figures()[0].told.filter((m) => m.type === 'prediction').map((m) => m.right)") {
			marks[right]++
			require.Contains(t, said, map[bool]string{true: "Right:", false: "Not so:"}[right])
		}
		require.Equal(t, strings.Count(said, "Right:")+strings.Count(said, "Not so:"), eval[int](p, "figures()[0].told.filter((m) => m.type === 'prediction').length"), "one for each answer")
		require.True(t, p.true(`figures()[0].told.filter((m) => m.type === 'prediction').every((m) => Object.keys(m).sort().join() === 'firmOffer,kind,right,rule,type' &&
			typeof m.kind === 'string' && m.kind && typeof m.right === 'boolean' && Number.isInteger(m.rule))`))
	}
	score := inFrame[string](p, 0, "document.querySelector('.tallies b').textContent")
	require.Contains(t, score, "Your score: ")
	require.False(t, p.true("/score/i.test(JSON.stringify(figures()[0].told)) || Object.keys(localStorage).length"), "the score is the reader's")
	p.requireFit(0)
}

func TestTheLanguageChangesWhileItRuns(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1"></firm-offer><firm-offer label="Late" lang="de-AT"></firm-offer>`)
	p.excused = []string{"Firm Offer, embedded: lang is"}
	p.waitFor("last(figures()[0], 'step')?.at === 1")
	p.run("figures()[0].send({type: 'step', to: 2})")
	speaks := func(language, next, full string) {
		p.Helper()
		p.waitFrame(0, "document.documentElement.lang === "+quote(language)+" && document.querySelector('#next').textContent.startsWith("+quote(next)+")")
		p.waitFrame(0, "document.querySelector('.foot a').textContent === "+quote(full))
		require.Contains(t, inFrame[string](p, 0, "document.querySelector('.foot a').href"), "lang="+language)
		p.waitFor("last(figures()[0], 'step').at === 2") // the session stays
		p.requireFit(0)
	}
	say := func(language string) { p.run("figures()[0].send({type: 'lang', lang: " + quote(language) + "})") }
	say("de")
	speaks("de", "Weiter", "Ganz öffnen")
	say("en")
	speaks("en", "Next", "Open full")
	p.run("figures()[0].lang = 'de-CH'")
	speaks("de", "Weiter", "Ganz öffnen")
	p.run("figures()[0].send({type: 'lang', lang: 'klingon'})")
	p.waitFault(`Firm Offer, embedded: lang is \"klingon\", expected en or one of de`)
	speaks("de", "Weiter", "Ganz öffnen")
	p.run("figures()[0].removeAttribute('lang')")
	speaks("en", "Next", "Open full")
	p.run("for (const lang of ['de', 'en', 'de', 'en']) figures()[0].send({type: 'lang', lang})")
	p.rest(500 * time.Millisecond)
	speaks("en", "Next", "Open full")

	p.Run("the button that starts it", func(p *page) {
		p.find("button", "Starten: Late")
		p.run("figures()[1].lang = 'en'; figures()[1].setAttribute('label', 'Later')")
		p.find("button", "Start: Later")
		p.run("figures()[1].lang = 'de'")
		p.find("button", "Starten: Later").click()
		p.waitFor("last(figures()[1], 'step')")
		p.waitFrame(1, "document.querySelector('.foot a').textContent === 'Ganz öffnen'")
	})
}

func TestFiguresAreAccessible(t *testing.T) {
	script := checker(t)
	p := openHost(t, `<main><h1>A page</h1><firm-offer scenario="overhang" label="Late"><a href="SITE/">A link</a></firm-offer></main>`)
	p.run(script)
	p.accessible("before it is started")
	p.excused = []string{"provided ('" + p.text("location.origin") + "')"} // the checker's own messages to the frame
	p.run("figures()[0].start()")
	p.waitFor(started)
	p.accessible("the page around")
	for _, mode := range []string{"compact", "readonly", "slides", "predict", "full"} {
		p.run("figures()[0].setAttribute('mode', " + quote(mode) + ")")
		p.waitFrame(0, "document.documentElement.dataset.mode === "+quote(mode))
		found := inFrame[[]string](p, 0, script+`; axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')))`)
		assert.Empty(t, found, mode)
	}
	panel := openAt(t, address+"?lang=de")
	panel.waitReady()
	panel.run(script)
	panel.press("Einbetten")
	panel.waitFor("document.querySelector('#snippet')")
	panel.find("textbox", "Höhe in Pixeln").paste(quote("x"))
	panel.accessible("the panel")
	require.Contains(t, panel.text("embed.innerText"), "Höhe: „x“ gefunden")
	for _, name := range []string{"Text kopieren", "Vorschau", "Schließen"} {
		panel.find("button", name)
	}
	require.NotRegexp(t, `Copy|Theme|Preview|Height|Title|expected|with a`, panel.text("embed.innerText"))
	panel.find("button", "Vorschau").click()
	panel.waitFor("document.querySelector('.preview').contentDocument?.documentElement.dataset.state === 'ready'")
	panel.accessible("the panel with a preview")
}

func TestColoursAndPaperOfAFigure(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang"><p id="light">A picture</p></firm-offer><firm-offer start="auto"><pre>firmoffer/1 binding
node n1 5
node n2 5
node n3 5
make A
accept A o1
accept A o2
launch A o2 as=web
</pre></firm-offer>`)
	p.waitFor("last(figures()[1], 'step')")
	p.run("figures()[1].send({type: 'step', to: 'last'})")
	p.waitFor("last(figures()[1], 'step').at === last(figures()[1], 'step').count")
	p.media("", "forced-colors", "active")
	require.True(t, inFrame[bool](p, 0, "matchMedia('(forced-colors: active)').matches"))
	kinds := inFrame[map[string]string](p, 0, `Object.fromEntries([...document.querySelectorAll('.seg')].map((e) => {
		const css = getComputedStyle(e);
		return [e.className, [css.forcedColorAdjust, css.backgroundColor, css.backgroundImage, css.borderStyle].join(' ')];
	}))`)
	t.Logf("%q", kinds)
	require.GreaterOrEqual(t, len(kinds), 3, "offered, accepted, running")
	looks := map[string]bool{}
	for kind, look := range kinds {
		assert.True(t, strings.HasPrefix(look, "none "), kind)
		looks[look] = true
	}
	assert.Len(t, looks, len(kinds), "segments can be told from each other")

	p.media("print")
	require.True(t, p.true("light.checkVisibility() && !figures()[0].shadowRoot.querySelector('button').checkVisibility()"), "not started: what stands between the tags")
	require.True(t, p.true("frameOf(figures()[1]).checkVisibility() && frameOf(figures()[1]).getBoundingClientRect().height >= last(figures()[1], 'height').height"))
	require.True(t, inFrame[bool](p, 0, seenIn(".ledger")+" && "+seenIn(".stamp")))
	for _, hidden := range []string{".acts", "#steps", "#next", ".foot"} {
		require.False(t, inFrame[bool](p, 0, seenIn(hidden)), "%s is not for paper", hidden)
	}
	p.media("")
}

func TestAFigureStartsInAHiddenTab(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, `<div class="down"></div><firm-offer scenario="overhang" step="1"></firm-offer>
			<firm-offer scenario="lessons/06-half-the-rack-dies.trace" mode="slides"></firm-offer>`)
		own := call(p, target.GetTargetInfo, target.GetTargetInfoParams{}).TargetInfo
		call(p, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: own.BrowserContextID})
		p.waitFor("document.visibilityState === 'hidden'")
		p.run("figures().forEach((f) => f.start())")
		p.waitFor(allStarted)
		p.run("figures()[0].send({type: 'step', to: 2})")
		p.waitFor("last(figures()[0], 'step').at === 2")
		require.True(t, p.true("document.visibilityState === 'hidden'"))
		call(p, cdppage.BringToFront, cdp.Empty{})
		p.waitFor("document.visibilityState === 'visible'")
		for i, title := range []string{"More work than machine", "Half the rack dies"} {
			p.requireFit(i)
			require.Equal(t, title, inFrame[string](p, i, "document.querySelector('h1').textContent"))
			require.True(t, inFrame[bool](p, i, seenIn(".ledger")+" && "+seenIn("#next")))
		}
		require.Equal(t, []int{2, 0}, eval[[]int](p, "figures().map((f) => last(f, 'step').at)"))
		require.True(t, p.true("figures().every((f) => frameOf(f).checkVisibility({visibilityProperty: true})) && scrollY === 0"))
	})
}
