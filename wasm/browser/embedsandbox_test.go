package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Three steps, each of which leaves a page of another height.
const threeHeights = "firmoffer/1 binding\nnode n1 5\nnode n2 5\nmake A\naccept A o1\nlaunch A o1 as=web\n"

// A page that stands in a sandbox hands it on to the frames in it: neither has an origin then.
func TestAFigureInASandboxedHost(t *testing.T) {
	host := hosts(t, map[string]string{"": around(`<div class="down"></div><firm-offer start="auto"><pre>` + threeHeights + `</pre></firm-offer>`)})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="` + host + `" width="900" height="500" title="A page"></iframe>`))
	}))
	t.Cleanup(server.Close)
	outer := openAt(t, server.URL)
	p := outer.frame(host)
	p.waitFor("typeof frameOf === 'function'")
	require.Equal(t, "null", p.text("origin"))
	p.waitFor(started)
	p.requireFit(0)
	heights := map[float64]bool{}
	for step := 1; step <= 3; step++ {
		p.run("figures()[0].send({type: 'step', to: 'forward'})")
		p.waitFor("last(figures()[0], 'step').at === " + quoteInt(step))
		p.requireFit(0)
		heights[p.requireTold(0, "last(figures()[0], 'height')?.height")] = true
	}
	require.Len(t, heights, 3, "each step has a height of its own")
	p.run("figures()[0].setAttribute('theme', 'dark')")
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.waitFor("last(figures()[0], 'state')")
	require.Equal(t, 0.0, eval[float64](p, "scrollY"))
}

// requireTold compares the height that a frame told last with that of its content, and returns it.
func (p *page) requireTold(number int, told string) float64 {
	p.Helper()
	high := 0.0
	p.waitUntil("the height of the content", func() bool {
		high = inFrame[float64](p, number, "Math.ceil(document.body.getBoundingClientRect().height)")
		return eval[float64](p, told+" ?? 0") == high
	})
	return high
}

// A frame without an origin has no storage and no place in any history. Far below it hears of sizes from nobody.
func TestASandboxedFrameWorks(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", hostPolicy())
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(strings.ReplaceAll(`<!doctype html><link rel="icon" href="data:,"><style nonce="host">.down{height:3000px}</style><script nonce="host">
			const told = [];
			addEventListener('message', (event) => { told.push(event.data); if (event.data.type === 'height') document.querySelector('iframe').style.height = event.data.height + 'px'; });
			const last = (type) => told.filter((m) => m.type === type).at(-1);</script><div class="down"></div>
			<iframe sandbox="allow-scripts" width="900" height="300" title="Figure" src="SITE/?embed&mode=compact&theme=dark&label=A%20%3Cb%3E#fo1.t.binding;node+n1+5;node+n2+5;make+A;accept+A+o1;launch+A+o1+as=web~at+0~end"></iframe>`, "SITE/", address)))
	}))
	t.Cleanup(server.Close)
	p := openAt(t, server.URL)
	p.waitFor("last('ready')")
	require.True(t, p.true("last('ready').at === 0 && last('ready').count === 3"))
	heights := map[float64]bool{}
	for step := 1; step <= 3; step++ {
		p.run("frames[0].postMessage({firmOffer: 1, type: 'step', to: 'forward'}, '*')")
		p.waitFor("last('step')?.at === " + quoteInt(step))
		heights[p.requireTold(0, "last('height')?.height")] = true
		require.True(t, p.true("document.querySelector('iframe').clientHeight === last('height').height && scrollY === 0"))
	}
	require.Len(t, heights, 3, "each step has a height of its own")
	p.waitFor("last('state')")
	require.Contains(t, p.text("last('step').sentence"), "web")
	require.Equal(t, "Holds", p.text("last('step').verdict"))
	p.run("document.querySelector('iframe').scrollIntoView()")
	p.requireFit(0) // a frame out of sight does not know how high it was made
}
