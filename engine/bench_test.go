package engine_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// The budgets of DESIGN.md. Each benchmark prints its bound beside the figure; none fails, because a time is only as
// quiet as the machine. Figures are medians over batches, and a batch visits nodes in random order. "Cold" figures are of
// nodes that were not visited lately: they hold the price of main memory, which grows with the world whatever the
// algorithm. For "warm" ones all that a call names was looked at just before, as a framework does that decides.

const (
	boundCall   = 250 // ns: accept, decline, launch, finish, expiry of one offer
	boundMake   = 500 // ns per offer made
	boundAllocs = 1
	boundGrowth = 2 // times, 1,000 to 100,000 nodes and 1,000 to 1,000,000 live offers or running tasks

	longLife = 1 << 40 // ticks: the offers that a benchmark does not expire
)

// by is the share of one of n.
func (s sample) by(n int) sample {
	return sample{s.ns / float64(n), s.allocs / float64(n), s.bytes / float64(n)}
}

// world is a scheduler in a steady state: every node is promised to A as a whole, and after each batch it is again.
type world struct {
	*engine.Scheduler
	b      testing.TB
	newest []string // offer id by node
	size   []int64  // capacity by node
	picked []int    // the nodes of this batch
	warm   bool     // the batch is looked at before the calls of each kind
	batch  []target // what the calls of this batch name
	memory []record // one a node and a live offer, those of a node together
	random *rand.Rand
}

// target is what a caller has at hand for a node. The targets of a batch lie side by side and were just written, so that
// the memory that a figure holds is the engine's.
type target struct {
	node, offer, task, given string
	size                     int64 // capacity of the node
	record                   int   // the node's first in world.memory
}

// record is about as large as what the engine keeps of an offer or a node.
type record struct {
	zero int
	_    [15]int
}

// newWorld returns a world with offers live offers, perNode on each node and each with a deadline of its own.
func newWorld(b testing.TB, nodes, perNode int) *world {
	w := &world{Scheduler: manyNodes(b, nodes, 0), b: b, newest: make([]string, nodes),
		size: make([]int64, nodes), memory: make([]record, nodes*(perNode+1)), random: rand.New(rand.NewPCG(1, 2))}
	for k := range nodes * perNode {
		w.grow(k%nodes, longLife+int64(k))
	}
	return w
}

// grow adds 4 units to a node and offers them.
func (w *world) grow(node int, timeout int64) {
	w.size[node] += 4
	w.must(w.SetNodeResources(nodeID(node), w.size[node]))
	w.remember(w.MakeOffers("A", timeout))
}

func (w *world) remember(offers []engine.Offer, err error) {
	w.must(err)
	for _, o := range offers {
		node, err := strconv.Atoi(o.NodeID[1:]) // a map of a large world would leave no room in the caches for the engine
		w.must(err)
		w.newest[node-1] = o.ID
	}
}

func (w *world) must(err error) {
	if err != nil {
		w.b.Fatal(err)
	}
}

// pick chooses the nodes of a batch.
func (w *world) pick(count int) {
	w.picked = w.picked[:0]
	seen := map[int]bool{}
	for len(w.picked) < count {
		if i := w.random.IntN(len(w.newest)); !seen[i] {
			seen[i] = true
			w.picked = append(w.picked, i)
		}
	}
}

// aim writes the targets down.
func (w *world) aim() {
	w.batch = w.batch[:0]
	for _, n := range w.picked {
		w.batch = append(w.batch, target{node: nodeID(n), offer: w.newest[n], given: "web-" + nodeIDs[n], size: w.size[n],
			record: n * len(w.memory) / len(w.newest)})
	}
}

// see looks at what a call will name: the node, its newest offer, and the task.
func (w *world) see(i int, task string) {
	w.Node(w.batch[i].node)
	w.Offer(w.newest[w.picked[i]])
	if task != "" {
		w.Task(task)
	}
}

// sample is one batch of calls: time, allocations and bytes a call.
type sample struct{ ns, allocs, bytes float64 }

// time measures one call on each target.
func (w *world) time(call func(t *target) error) sample {
	return w.timeOfTasks(func(*target) string { return "" }, call)
}

// timeOfTasks measures one call on each target that names a task, too.
func (w *world) timeOfTasks(task func(t *target) string, call func(t *target) error) sample {
	if w.warm {
		for i := range w.batch {
			w.see(i, task(&w.batch[i]))
		}
	}
	return w.timeOf(w.batch, call)
}

func (w *world) timeOf(batch []target, call func(t *target) error) sample {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for i := range batch {
		if err := call(&batch[i]); err != nil {
			w.b.Fatal(err)
		}
	}
	d := time.Since(start)
	runtime.ReadMemStats(&after)
	n := float64(len(batch))
	return sample{float64(d.Nanoseconds()) / n, float64(after.Mallocs-before.Mallocs) / n,
		float64(after.TotalAlloc-before.TotalAlloc) / n}
}

// cycle takes the newest offers of the picked nodes through all calls and measures each kind.
func (w *world) cycle() map[string]sample {
	got := map[string]sample{}
	w.aim()
	got["accept"] = w.time(func(t *target) error { return w.AcceptOffer("A", t.offer) })
	got["launch"] = w.time(func(t *target) (err error) {
		t.task, err = w.LaunchTask("A", t.offer, "")
		return err
	})
	got["finish"] = w.timeOfTasks(func(t *target) string { return t.task }, func(t *target) error { return w.FinishTask("A", t.task) })
	got["make"] = w.timeMake()
	w.cycleGiven(got)
	got["make-nothing"] = w.time(func(*target) error {
		_, err := w.MakeOffers("A", longLife)
		return err
	})
	w.aim()
	got["decline"] = w.time(func(t *target) error { return w.DeclineOffer("A", t.offer) })
	got["expire"] = w.timeExpiry()
	got["make-again"] = w.timeMake()
	got["resize"] = w.time(func(t *target) error {
		if err := w.SetNodeResources(t.node, t.size+4); err != nil {
			return err
		}
		return w.SetNodeResources(t.node, t.size)
	})
	got["resize"] = got["resize"].by(2)
	got["invalidate"] = w.time(func(t *target) error { return w.SetNodeResources(t.node, t.size-4) })
	for _, n := range w.picked {
		w.must(w.SetNodeResources(nodeIDs[n], w.size[n]))
	}
	w.remember(w.MakeOffers("A", longLife))
	got["memory"] = w.timeMemory()
	return got
}

// cycleGiven is launch and finish once more, with an id that the caller gives.
func (w *world) cycleGiven(got map[string]sample) {
	w.aim()
	for _, t := range w.batch {
		w.must(w.AcceptOffer("A", t.offer))
	}
	given := func(t *target) string { return t.given }
	got["launch-given"] = w.timeOfTasks(given, func(t *target) error {
		_, err := w.LaunchTask("A", t.offer, t.given)
		return err
	})
	got["finish-given"] = w.timeOfTasks(given, func(t *target) error { return w.FinishTask("A", t.given) })
	w.remember(w.MakeOffers("A", longLife))
}

// timeMemory measures no call, but one read of a record a node, each of which waits for the one before: what the memory of
// a world of this size costs whoever uses it.
func (w *world) timeMemory() sample {
	zero := 0
	return w.time(func(t *target) error {
		zero = w.memory[t.record+zero].zero
		return nil
	})
}

// nodeIDs are spelt out once: writing an id is not the engine's work.
var nodeIDs = func() []string {
	ids := make([]string, 100_000)
	for i := range ids {
		ids[i] = nodeID(i)
	}
	return ids
}()

// timeMake measures one make a batch, by the offer.
func (w *world) timeMake() sample {
	var offers []engine.Offer
	got := w.timeOf(w.batch[:1], func(*target) (err error) {
		offers, err = w.MakeOffers("A", longLife)
		return err
	})
	w.remember(offers, nil)
	require.Len(w.b, offers, len(w.picked))
	return got.by(len(offers))
}

// timeExpiry gives each picked node, which has something free, an offer that ends a tick after that of the one before,
// and measures advances that expire one offer each.
func (w *world) timeExpiry() sample {
	for _, n := range w.picked {
		w.must(w.SetNodeResources(nodeIDs[n], w.size[n]-4))
	}
	for k, n := range w.picked {
		w.must(w.SetNodeResources(nodeIDs[n], w.size[n]))
		w.remember(w.MakeOffers("A", int64(k+1)))
	}
	live := w.Counts().LiveOffers
	got := w.time(func(*target) error { return w.AdvanceTime(1) })
	require.Equal(w.b, live-len(w.picked), w.Counts().LiveOffers)
	return got
}

// renew forgets what has ended, before a small world holds millions of old offers, and makes every offer anew: an offer
// that a Prune has kept is found another way, which BenchmarkAfterPrune shows.
func (w *world) renew() {
	if n := len(w.newest); w.Counts().LiveOffers == n && w.Counts().Offers > 20*n+w.Counts().RunningTasks {
		w.must(w.AdvanceTime(2 * longLife))
		w.Prune()
		w.remember(w.MakeOffers("A", longLife))
	}
}

// quantile returns the value below which the part q of the samples' times lies: 0.5 is the median, 0.1 what a quieter
// machine would show.
func quantile(samples []sample, q float64, of func(sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[int(q*float64(len(values)))]
}

func medianNs(samples []sample) float64 {
	return quantile(samples, 0.5, func(s sample) float64 { return s.ns })
}

func quietNs(samples []sample) float64 {
	return quantile(samples, 0.1, func(s sample) float64 { return s.ns })
}

func medianAllocs(samples []sample) float64 {
	return quantile(samples, 0.5, func(s sample) float64 { return s.allocs })
}

// report prints the medians in place of what the testing package has measured, which is whole cycles.
func report(b *testing.B, samples []sample) {
	b.ReportMetric(medianNs(samples), "ns/op")
	b.ReportMetric(medianAllocs(samples), "allocs/op")
	b.ReportMetric(quantile(samples, 0.5, func(s sample) float64 { return s.bytes }), "B/op")
}

// run measures cycles of a batch of nodes until the benchmark has had enough, and returns the samples by kind of call,
// for each world those of cold nodes and those of warm ones.
func run(b *testing.B, batch int, worlds ...*world) (cold, warm []map[string][]sample) {
	for range worlds {
		cold, warm = append(cold, map[string][]sample{}), append(warm, map[string][]sample{})
	}
	for b.Loop() {
		for i, w := range worlds { // by turns, so that noise meets all alike
			w.pick(batch)
			w.warm = false
			for kind, s := range w.cycle() {
				cold[i][kind] = append(cold[i][kind], s)
			}
			w.warm = true
			for kind, s := range w.cycle() {
				warm[i][kind] = append(warm[i][kind], s)
			}
			w.renew()
		}
	}
	return cold, warm
}

// BenchmarkCall prints the cost of each call on 10,000 nodes.
func BenchmarkCall(b *testing.B) {
	for _, v := range []struct {
		kind  string
		bound float64 // 0: only its growth is bounded
	}{
		{"accept", boundCall}, {"launch", boundCall}, {"decline", boundCall}, {"finish", boundCall}, {"expire", boundCall},
		{"launch-given", boundCall}, {"finish-given", boundCall},
		{"make", boundMake}, {"make-nothing", 0}, {"resize", 0}, {"invalidate", 0},
	} {
		b.Run(v.kind, func(b *testing.B) {
			cold, warm := run(b, 5000, newWorld(b, 10_000, 1))
			report(b, warm[0][v.kind])
			b.ReportMetric(quietNs(warm[0][v.kind]), "quiet-ns")
			b.ReportMetric(medianNs(cold[0][v.kind]), "cold-ns")
			b.ReportMetric(medianAllocs(warm[0][v.kind]), "allocs")
			b.ReportMetric(boundAllocs, "bound-allocs")
			if v.bound > 0 {
				b.ReportMetric(v.bound, "bound-ns")
			}
		})
	}
}

// BenchmarkAfterPrune prints what accept costs when a Prune has kept the offer and forgotten every second one, so that
// there are as many gaps as there can be; and what it costs without the Prune. The rest is the memory of a fresh clone.
func BenchmarkAfterPrune(b *testing.B) {
	for name, perNode := range map[string]int{"offers-10000": 1, "offers-1000000": 100} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, 10_000, 0)
			for k := range 10_000 * perNode {
				w.grow(k%10_000, longLife+int64(k))
				w.must(w.DeclineOffer("A", w.newest[k%10_000]))
				w.remember(w.MakeOffers("A", longLife+int64(k)))
			}
			pruned := w.Clone()
			pruned.Prune()
			var with, without []sample
			for b.Loop() {
				w.pick(5000)
				w.aim()
				with, without = append(with, w.acceptOn(pruned.Clone())), append(without, w.acceptOn(w.Clone()))
			}
			report(b, with)
			b.ReportMetric(medianNs(without), "unpruned-ns")
			b.ReportMetric(boundCall, "bound-ns")
		})
	}
}

// acceptOn measures accept on a clone of the world, of offers and nodes that were visited just before.
func (w *world) acceptOn(s *engine.Scheduler) sample {
	for _, t := range w.batch {
		s.Offer(t.offer)
		s.Node(t.node)
	}
	return w.time(func(t *target) error { return s.AcceptOffer("A", t.offer) })
}

// BenchmarkRun prints what a step costs together with the check of all invariants.
func BenchmarkRun(b *testing.B) {
	w := newWorld(b, 10_000, 1)
	var samples []sample
	for b.Loop() {
		w.pick(5000)
		w.aim()
		samples = append(samples, w.time(func(t *target) error {
			w.Run(engine.Command{Verb: engine.VerbResize, Node: t.node, Amount: t.size + 1})
			return nil
		}))
	}
	report(b, samples)
}
