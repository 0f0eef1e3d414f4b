package browser

import (
	"testing"
)

// BenchmarkFigures starts ten figures, one after the other, and says how long the first and the tenth take from the click to the step
// on screen. The browser keeps the program, and what it compiled of it, as long as one of them is there.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		p := openHost(b, ten(""))
		times := eval[[]float64](p, `(async () => {
			const times = [];
			for (const figure of figures()) {
				const began = performance.now(), shown = new Promise((resolve) => figure.addEventListener('step', resolve, {once: true}));
				figure.start();
				await shown;
				times.push(performance.now() - began);
			}
			return times;
		})()`)
		b.ReportMetric(times[0], "ms/first")
		b.ReportMetric(times[9], "ms/tenth")
	}
	b.ReportMetric(0, "ns/op")
}
