package check_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

// bound is what a search may cost, cold and on one core: a tenth or so of what general model checkers need.
type bound struct{ native, wasm time.Duration }

const bytesPerState = 48

// BenchmarkSearch prints the best time beside its bound, and all bytes ever allocated for each state, which is more than
// is in use at any moment. The same runs under js/wasm:
//
//	GOOS=js GOARCH=wasm go test -run=None -bench=. -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./engine/check
func BenchmarkSearch(b *testing.B) {
	ms := time.Millisecond
	newest, _ := engine.ContractByName("newest-first")
	for _, c := range []struct {
		name  string
		world check.World
		most  bound
	}{
		{"W1-in-all", w1(), bound{10 * ms, 50 * ms}},
		{"W2-to-depth-8", to(w2(), 8), bound{50 * ms, 250 * ms}},
		{"W2-in-all", w2(), bound{1200 * ms, 3000 * ms}},
		{"W2-in-all-symmetric", symmetric(w2()), bound{400 * ms, 1000 * ms}},
		{"newest-first-story", check.DefaultWorld(newest), bound{5 * ms, 25 * ms}},
	} {
		b.Run(c.name, func(b *testing.B) {
			best, states := time.Hour, 0
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				began := time.Now()
				r, err := check.Find(c.world)
				require.NoError(b, err)
				best, states = min(best, time.Since(began)), r.States
			}
			runtime.ReadMemStats(&after)
			most := c.most.native
			if runtime.GOARCH == "wasm" {
				most = c.most.wasm
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(best)/float64(ms), "best-ms")
			b.ReportMetric(float64(most)/float64(ms), "bound-ms")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N*states), "B/state")
			b.ReportMetric(bytesPerState, "bound-B/state")
		})
	}
}

// BenchmarkCall is one call of the engine within a search: a command from a loaded state, judged and written as a key.
func BenchmarkCall(b *testing.B) {
	w := w1()
	r, err := check.Find(w)
	require.NoError(b, err)
	for b.Loop() {
		_, err = check.Find(w)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*r.EngineCalls), "ns/call")
	b.ReportMetric(500, "bound-ns/call")
}

// The worlds of the counts: one node of 2 units; two nodes of 2 and 3.
func w1() check.World { return check.DefaultWorld(engine.Binding()) }

func w2() check.World {
	w := w1()
	w.Nodes = []engine.Node{{ID: "n1", Capacity: 2}, {ID: "n2", Capacity: 3}}
	return w
}

func to(w check.World, depth int) check.World {
	w.Depth = depth
	return w
}

func symmetric(w check.World) check.World {
	w.Symmetric = true
	return w
}
