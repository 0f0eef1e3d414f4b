package predict_test

import (
	"strconv"
	"testing"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

// long is a trace on 10 nodes in which two frameworks take, run, finish and lose something all the time.
func long(steps int) *trace.Trace {
	t := trace.New("binding", nil)
	for i := range 10 {
		t.Nodes = append(t.Nodes, trace.NodeLine{Node: engine.Node{ID: "n" + strconv.Itoa(i+1), Capacity: 8}})
	}
	for i := 0; len(t.Steps) < steps; i++ {
		o := "o" + strconv.Itoa(i+1)
		for _, c := range []engine.Command{{Verb: engine.VerbMake, Framework: "A", Amount: 10}, {Verb: engine.VerbAccept, Framework: "A", Offer: o},
			{Verb: engine.VerbLaunch, Framework: "A", Offer: o}, {Verb: engine.VerbMake, Framework: "B", Amount: 4}, {Verb: engine.VerbAdvance, Amount: 1},
			{Verb: engine.VerbResize, Node: "n" + strconv.Itoa(i%10+1), Amount: int64(5 + i%7)},
			{Verb: engine.VerbFinish, Framework: "A", Task: "t" + strconv.Itoa(i/2+1)}} {
			t.Steps = append(t.Steps, trace.Step{Command: c})
		}
	}
	t.Steps = t.Steps[:steps]
	return t
}

// BenchmarkAsk asks about one step at 10 nodes with 200 and with 1990 steps behind, and the replay of all contracts in it.
func BenchmarkAsk(b *testing.B) {
	for _, behind := range []int{200, 1990} {
		t := long(behind + 7)
		for i, what := range []string{"make", "accept", "launch", "make", "advance", "resize", "finish"} {
			at := behind - behind%7 + i
			if i == 3 {
				continue
			}
			b.Run(what+"-"+strconv.Itoa(behind), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := predict.Ask(t, at, engine.Binding()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
