package browser

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// hostPolicy is the security policy of the pages around: it names the site for the script and for frames, and allows nothing else but
// the page's own style.
func hostPolicy() string {
	site := strings.TrimSuffix(address, "/")
	return "default-src 'none'; script-src " + site + " 'nonce-host'; style-src 'nonce-host'; frame-src " + site + "; img-src 'self' data:"
}

// hosts serves pages of somebody else's: another port of the loopback interface is another origin. SITE in a page is the address of ours.
func hosts(t testing.TB, pages map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[strings.TrimPrefix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", hostPolicy())
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.ReplaceAll(body, "SITE/", address)))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// openHost shows a page of somebody else's with figures in it. Every event of a figure is noted in its list told.
func openHost(t testing.TB, body string) *page {
	t.Helper()
	return openAt(t, hosts(t, map[string]string{"": around(body)}))
}

// openStranger is openHost on another site, not only of another origin: its frames have processes of their own.
func openStranger(t testing.TB, body string) *page {
	t.Helper()
	return openAt(t, strings.Replace(hosts(t, map[string]string{"": around(body)}), "127.0.0.1", "localhost", 1))
}

// bothHosts runs a test in a page of the same site and in one of another.
func bothHosts(t *testing.T, test func(t *testing.T, open func(testing.TB, string) *page)) {
	t.Run("of the same site", func(t *testing.T) { test(t, openHost) })
	t.Run("of another site", func(t *testing.T) { test(t, openStranger) })
}

// around is a page with figures in it, which notes what they tell.
func around(body string) string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page about clusters</title>
		<link rel="icon" href="data:,"><style nonce="host">body{margin:20px;font:16px sans-serif;color:#222}.down{height:3000px}</style>
		<script src="SITE/firm-offer.js"></script>` + body + `
		<script nonce="host">
			let seen = 0; // pixels that the page was scrolled by others
			addEventListener('scroll', () => { seen = Math.max(seen, scrollY); });
			for (const figure of document.querySelectorAll('firm-offer')) {
				figure.told = [];
				for (const type of ['ready', 'height', 'step', 'state', 'prediction', 'error', 'exit']) {
					figure.addEventListener(type, (event) => figure.told.push(event.detail));
				}
			}
			const figures = () => [...document.querySelectorAll('firm-offer')];
			const frameOf = (figure) => figure.shadowRoot.querySelector('iframe');
			const last = (figure, type) => figure.told.filter((m) => m.type === type).at(-1);
		</script></html>`
}

const started = "figures()[0].told.some((m) => m.type === 'step')"

func TestAFigureLoadsNothingBeforeItIsStarted(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" label="Late"><p id="light">A picture and <a href="SITE/">a link</a>.</p></firm-offer><p>After</p>`)
	p.pause(500 * time.Millisecond)
	moved := 0.0
	for _, m := range p.transfers() {
		if strings.HasPrefix(m.url, address) {
			require.Equal(t, address+"firm-offer.js", m.url)
			moved += m.encoded
		}
	}
	t.Logf("before it is started the figure moves %.0f bytes, headers included", moved)
	require.Positive(t, moved)
	require.True(t, p.true("light.checkVisibility() && !frameOf(figures()[0])"))
	require.Equal(t, 420.0, eval[float64](p, "figures()[0].getBoundingClientRect().height"), "the height is reserved")

	p.find("button", "Start: Late").click()
	p.waitFor(started)
	require.True(t, p.true("!light.checkVisibility() && frameOf(figures()[0]).checkVisibility()"))
	require.Equal(t, "Late", p.text("frameOf(figures()[0]).title"))
	require.Equal(t, "More work than machine", inFrame[string](p, 0, "document.querySelector('h1').textContent"))
	all := 0.0
	for _, m := range p.transfers() {
		if strings.HasPrefix(m.url, address) {
			all += m.encoded
		}
	}
	t.Logf("and %.0f bytes once it runs", all)
}

// ten figures far down the page.
func ten(attributes string) string {
	return `<p id="top">Top</p><div class="down"></div>` + strings.Repeat(`<firm-offer scenario="overhang" `+attributes+`>text</firm-offer>`, 10) + `<p>End</p>`
}

const tenStarted = "figures().every((f) => f.told.some((m) => m.type === 'step'))"

// overflow says what each frame has too much or too little in height for its content, in pixels.
func (p *page) overflow(number int) []float64 {
	return inFrame[[]float64](p, number, "[document.body.getBoundingClientRect().height - innerHeight, document.documentElement.scrollHeight - innerHeight]")
}

func (p *page) requireFit(number int) {
	p.Helper()
	over := p.overflow(number)
	for deadline := time.Now().Add(patience); (over[0] > 0 || over[0] <= -1 || over[1] != 0) && time.Now().Before(deadline); over = p.overflow(number) {
		time.Sleep(20 * time.Millisecond)
	}
	require.LessOrEqual(p, over[0], 0.0, "frame %d is too low for its content", number)
	require.Greater(p, over[0], -1.0, "frame %d is higher than its content", number)
	require.Zero(p, over[1], "frame %d scrolls", number)
}

func TestTenFiguresLeaveTheirHostInPeace(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, ten(`start="auto"`))
		p.waitFor(tenStarted)
		require.Equal(t, "body", p.focus(), "no figure takes the focus")
		require.True(t, p.true("scrollY === 0 && seen === 0"), "nobody scrolls the host")
		for i := range 10 {
			p.requireFit(i)
		}
		heights := `figures().map((f) => f.told.filter((m) => m.type === 'height').length).join()`
		quietened(p, "the number of heights", func() string { return p.text(heights) })
		if p.holds(p.frameID(0)) {
			p.requireOneDownload()
		}
		p.Run("a step is followed by the height at once, out of sight too", func(p *page) {
			p.run("figures()[7].send({type: 'step', to: 'last'})")
			p.waitFor("last(figures()[7], 'step').at === last(figures()[7], 'step').count")
			p.requireFit(7)
			require.True(p, p.true("figures()[6].told.at(-1).at !== 3 && scrollY === 0"), "the others stay where they were")
		})
		p.Run("one that goes takes its frame along", func(p *page) {
			gone := p.frameID(3)
			require.True(p, p.lives(gone))
			p.run("figures()[3].remove()")
			p.waitUntil("the end of the frame", func() bool { return !p.lives(gone) })
			require.True(p, p.lives(p.frameID(3)), "another one")
			p.run("figures().forEach((f) => f.send({type: 'step', to: 1}))")
			p.waitFor("figures().every((f) => last(f, 'step').at === 1)")
			p.run("figures()[0].hidden = true; figures()[1].send({type: 'step', to: 2})")
			p.waitFor("last(figures()[1], 'step').at === 2")
		})
	})
}

// requireOneDownload is for frames whose traffic the page sees: those of its own process.
func (p *page) requireOneDownload() {
	p.Helper()
	downloads, bytes := 0, 0.0
	for _, m := range p.transfers() {
		if strings.HasSuffix(m.url, "/"+named(p, "app.wasm")) && m.encoded > 10_000 {
			downloads++
			bytes += m.encoded
		}
	}
	require.Equal(p, 1, downloads, "the program is downloaded once: %.0f bytes", bytes)
}

func TestMovingAFigureKeepsItsSession(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1">text</firm-offer><div id="elsewhere"></div>`)
	p.waitFor(started)
	p.run("figures()[0].send({type: 'step', to: 2})")
	p.waitFor("last(figures()[0], 'step').at === 2 && figures()[0].told.findLastIndex((m) => m.type === 'state') > figures()[0].told.findLastIndex((m) => m.type === 'step')")
	p.run("figures()[0].told.length = 0; elsewhere.append(figures()[0])")
	p.waitFor(started)
	require.Equal(t, 2, eval[int](p, "last(figures()[0], 'step').at"))
}

func TestKeysStayInTheFigure(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, `<a href="#x" id="before">Before</a><firm-offer scenario="overhang" mode="full"></firm-offer><a href="#y" id="after">After</a>`)
		p.run("before.focus()")
		p.key(kb.Tab)
		p.key(kb.Enter)
		p.waitFor(started)
		p.waitFor("document.activeElement === figures()[0]")
		p.waitFrame(0, "document.hasFocus()") // who started it with a key goes on inside
		w := p.walker()
		w.onto("before")
		p.key("n")
		p.key(kb.ArrowRight)
		require.Equal(t, 0, inFrame[int](p, 0, "document.querySelectorAll('#steps [aria-current]').length"), "keys outside are not its own")
		require.Greater(t, w.leaves("full", "before", "after"), 6, "Tab went through the figure")
		w.leaves("full", "after", "before", chromedp.ModifierShift)
		p.run("figures()[0].send({type: 'focus'})")
		p.waitFor("document.activeElement === figures()[0]")
		p.waitFrame(0, "document.hasFocus()")
		p.key("n")
		p.waitFor("last(figures()[0], 'step').at === 1")
		p.key(kb.Escape)
		p.waitFor("last(figures()[0], 'exit')")
		require.True(t, p.true("scrollY === 0"))
	})
}

func TestNoModeHoldsTheReader(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, `<a href="#x" id="before">Before</a><firm-offer scenario="overhang" start="auto"></firm-offer><a href="#y" id="after">After</a><div class="down"></div>`)
		p.waitFor(started)
		for _, mode := range []string{"compact", "full", "readonly", "slides", "predict"} {
			p.run("seen = 0; figures()[0].setAttribute('mode', " + quote(mode) + ")")
			p.waitFrame(0, "document.documentElement.dataset.mode === "+quote(mode))
			p.run("figures()[0].send({type: 'step', to: 'forward'})")
			require.True(t, rested[bool](p, 300*time.Millisecond, "document.activeElement === document.body && seen === 0"), "%s takes no focus and does not scroll", mode)
			p.requireFit(0)
			w := p.walker()
			w.leaves(mode, "before", "after")
			w.leaves(mode, "after", "before", chromedp.ModifierShift)
			p.run("document.activeElement.blur(); scrollTo(0, 0)")
			p.wheel()
		}
	})
}

func TestFiguresStartWhereNobodySeesThem(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, `<details><summary>More</summary><firm-offer scenario="overhang" start="auto"></firm-offer></details>
			<div id="tab" hidden><firm-offer scenario="overhang" start="auto"></firm-offer></div>
			<div id="thin"><firm-offer scenario="overhang" start="auto"></firm-offer></div>
			<div class="down"></div><firm-offer scenario="overhang" start="visible"></firm-offer>
			<style nonce="host">#thin{width:0}</style>`)
		p.waitFor("figures().slice(0, 3).every((f) => f.told.some((m) => m.type === 'step'))")
		require.True(t, p.true("!frameOf(figures()[3])"), "one that starts when it comes into sight waits")
		p.run("document.querySelector('details').open = true; tab.hidden = false; thin.style.width = '600px'")
		for i := range 3 {
			p.waitFor("last(figures()[" + quoteInt(i) + "], 'height')")
			p.requireFit(i)
		}
		p.run("figures()[3].scrollIntoView()")
		p.waitFor("last(figures()[3], 'step')")
	})
}

func TestHeightIsReservedAndBounded(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" height="300" max-height="350px"></firm-offer>`)
	require.Equal(t, 300.0, eval[float64](p, "figures()[0].getBoundingClientRect().height"))
	p.run("figures()[0].start()")
	p.waitFor("last(figures()[0], 'height')")
	p.waitFor("figures()[0].getBoundingClientRect().height === 350")
	p.run("figures()[0].removeAttribute('max-height')")
	p.waitFor("figures()[0].getBoundingClientRect().height === last(figures()[0], 'height').height")
	p.requireFit(0)
	p.run("figures()[0].style.width = '330px'")
	p.waitFor("last(figures()[0], 'height').height > 700")
	p.requireFit(0)
}

func quoteInt(n int) string { return strconv.Itoa(n) }
