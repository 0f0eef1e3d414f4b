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

// BenchmarkSearch prints the best time beside its bound, and the bytes that a search holds for each state when it is done.
// The same runs under js/wasm:
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
		{"one-node-of-5", resizedTo(w1(), 5), bound{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			best, states := time.Hour, 0
			for b.Loop() {
				began := time.Now()
				r, err := check.Find(c.world)
				require.NoError(b, err)
				best, states = min(best, time.Since(began)), r.States
			}
			most := c.most.native
			if runtime.GOARCH == "wasm" {
				most = c.most.wasm
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(best)/float64(ms), "best-ms")
			if most > 0 {
				b.ReportMetric(float64(most)/float64(ms), "bound-ms")
			}
			if states > 10_000 { // less is what any search needs
				b.ReportMetric(bytesHeld(b, c.world)/float64(states), "B/state")
				b.ReportMetric(bytesPerState, "bound-B/state")
			}
		})
	}
}

// bytesHeld is what a search holds when it is done.
func bytesHeld(b *testing.B, w check.World) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s, err := check.New(w)
	require.NoError(b, err)
	for !s.Run(1 << 20) {
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(s)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

func resizedTo(w check.World, most int64) check.World {
	w.Resizes = nil
	for c := range most + 1 {
		w.Resizes = append(w.Resizes, c)
	}
	return w
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
