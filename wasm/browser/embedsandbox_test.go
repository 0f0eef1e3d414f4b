package browser

import (
	"net/http"
	"net/http/httptest"
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
		heights[p.requireTold(0, "last(figures()[0], 'height').height")] = true
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
	high := inFrame[float64](p, number, "Math.ceil(document.body.getBoundingClientRect().height)")
	p.waitFor(told + " === " + quoteInt(int(high)))
	return high
}
