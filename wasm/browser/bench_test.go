package browser

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/stretchr/testify/require"
)

// boundStep is a bound of the design, in milliseconds. Time is judged by people and not by tests: a busy machine is no mistake of ours.
const boundStep = 16.7

//go:embed testdata/steps.js
var stepsScript string

// measured are durations in milliseconds.
type measured struct {
	Times []float64      `json:"times"`
	Used  map[string]int `json:"used"`
}

// percentile sorts the times.
func (m measured) percentile(p int) float64 {
	slices.Sort(m.Times)
	return m.Times[(len(m.Times)-1)*p/100]
}

// report prints the figures beside their bound, where there is one.
func (m measured) report(b *testing.B, bound float64) {
	b.ReportMetric(m.percentile(50), "p50-ms")
	b.ReportMetric(m.percentile(95), "p95-ms")
	if bound > 0 {
		b.ReportMetric(bound, "bound-ms")
	}
	b.ReportMetric(0, "ns/op") // the time of a whole run says nothing
	load, _ := os.ReadFile("/proc/loadavg")
	b.Logf("best %.1f, p50 %.1f, p95 %.1f, worst %.1f ms; %v; load of the machine %.14s", m.percentile(0), m.percentile(50), m.percentile(95), m.percentile(100),
		m.Used, load)
}

// verbs is a mix that never runs dry.
var verbs = []string{"Make offers", "Accept o", "Launch o", "Advance time", "Make offers", "Decline o", "Finish ", "Resize n1", "Make offers", "Accept o", "Decline o",
	"Advance time"}

// openLong shows a session with so many nodes and steps behind, without the parts of the protocol that watch the document, which cost
// time with each change of it.
func openLong(b *testing.B, nodes, steps int) *page {
	b.Helper()
	var text strings.Builder
	text.WriteString("firmoffer/1\n")
	for i := range nodes {
		fmt.Fprintf(&text, "node n%d 4\n", i+1)
	}
	for i := range steps {
		text.WriteString([]string{"make A\n", "advance 10\n", "advance 1\n"}[i%3])
	}
	p := openFresh(b)
	p.loadLong(text.String())
	p.press("Last")
	call(p, css.Disable, cdp.Empty{})
	call(p, dom.Disable, cdp.Empty{})
	p.run(stepsScript)
	return p
}

func (p *page) measure(count int, verbs []string, frames int) measured {
	p.Helper()
	list, err := json.Marshal(verbs)
	require.NoError(p, err)
	return eval[measured](p, fmt.Sprintf("measure(%d, %s, %d)", count, list, frames))
}

// In the first hundred steps after it was loaded the program is slower: the browser is compiling it, beside it on the same processors.
const warmUp = 200

func benchmarkSteps(b *testing.B, nodes, steps, before, frames int, verbs []string) {
	p := openLong(b, nodes, steps)
	p.measure(before, verbs, frames)
	for b.Loop() {
		p.measure(200, verbs, frames).report(b, boundStep)
	}
}

func BenchmarkStep10Nodes(b *testing.B) { benchmarkSteps(b, 10, 0, warmUp, 2, verbs) }
func BenchmarkStep10Nodes5000StepsBehind(b *testing.B) {
	benchmarkSteps(b, 10, 5_000, warmUp, 2, verbs)
}
func BenchmarkStep1000Nodes(b *testing.B)   { benchmarkSteps(b, 1_000, 0, warmUp, 2, verbs) }
func BenchmarkStepInEachFrame(b *testing.B) { benchmarkSteps(b, 10, 0, warmUp, 1, verbs) }
func BenchmarkFirst200Steps(b *testing.B)   { benchmarkSteps(b, 10, 0, 1, 2, verbs) }

func BenchmarkBackAndForward5000StepsBehind(b *testing.B) {
	benchmarkSteps(b, 10, 5_000, warmUp, 2, []string{"Back", "Back", "Forward"})
}

// BenchmarkFirstStep is the first click after the page is ready, when nothing in the program is warm yet.
func BenchmarkFirstStep(b *testing.B) {
	for b.Loop() {
		var all measured
		for range 3 {
			p := openFresh(b)
			p.run(stepsScript)
			p.pause(500 * time.Millisecond)
			all.Times = append(all.Times, p.measure(1, []string{"Make offers"}, 1).Times...)
		}
		all.report(b, boundStep)
	}
}

func BenchmarkLoadTraceOf10000Steps(b *testing.B) {
	for b.Loop() {
		var all measured
		p := openFresh(b)
		p.openPanel("Trace")
		text := "firmoffer/1\nnode n1 5\n" + strings.Repeat("make A\ndecline A o1\n", 5_000)
		for i := range 5 {
			all.Times = append(all.Times, eval[float64](p, fmt.Sprintf(`(async () => {
				trace.value = %s + '# %d';
				document.body.getBoundingClientRect(); // what the browser needs to lay the text out is not ours
				const from = performance.now();
				trace.dispatchEvent(new InputEvent('input', {bubbles: true}));
				[...document.querySelectorAll('button')].find((b) => b.textContent === 'Run this trace').click();
				await null; // the click waits until the text is with the program
				await null;
				return performance.now() - from;
			})()`, quote(text), i)))
			require.Contains(b, p.notice(), "10000 steps")
		}
		all.report(b, 0)
	}
}
