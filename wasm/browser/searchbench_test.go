package browser

import (
	"fmt"
	"testing"
	"time"
)

// toAnswer presses Search and returns the milliseconds until the page shows the answer.
const toAnswer = `new Promise((done) => {
	const hunt = document.querySelector('#hunt');
	const shown = () => hunt.querySelector('.stamp:not([hidden])');
	const from = performance.now();
	new MutationObserver((_, watch) => {
		if (!shown()) return;
		watch.disconnect();
		done(performance.now() - from);
	}).observe(hunt, {subtree: true, childList: true, attributes: true});
	[...hunt.querySelectorAll('button')].find((b) => b.textContent === 'Search').click();
})`

// itsOwnTime is what the page says that the search took, in milliseconds; less than one is no figure.
const itsOwnTime = `Number((document.querySelector('#hunt').innerText.match(/([0-9]+) ms/) || [0, 0])[1])`

// BenchmarkFirstSearch is the first search after the page was loaded, by somebody who looks at the form for two seconds. The bounds are
// those of the search, which the page tells; from the press of the button to the answer on the page it takes a render more, the
// first one of an answer.
func BenchmarkFirstSearch(b *testing.B) {
	for _, c := range []struct {
		contract, nodes, depth string
		bound                  float64
	}{{"newest-first", "n1=2", "0", 25}, {"binding", "n1=2", "0", 50}, {"binding", "n1=2 n2=3", "8", 250}, {"binding", "n1=2 n2=3", "0", 3_000}} {
		b.Run(fmt.Sprintf("%s/%s/depth=%s", c.contract, c.nodes, c.depth), func(b *testing.B) {
			for b.Loop() {
				var all, own measured
				for range 3 {
					p := openFresh(b)
					p.press("Find a violation")
					p.find("combobox", "Contract to search").choose(c.contract)
					p.fill("textbox", "Nodes", c.nodes)
					p.fill("spinbutton", "Depth", c.depth)
					p.pause(2 * time.Second)
					all.Times = append(all.Times, eval[float64](p, toAnswer))
					own.Times = append(own.Times, eval[float64](p, itsOwnTime))
				}
				all.report(b, c.bound)
				b.ReportMetric(own.percentile(50), "search-p50-ms")
				b.Logf("the search by itself: p50 %.0f, worst %.0f ms", own.percentile(50), own.percentile(100))
			}
		})
	}
}
