package engine_test

import (
	"strconv"
	"testing"
)

// growWork lets perNode tasks run on every node, beside its offers: with ids that the caller gives, or with generated ones.
func (w *world) growWork(perNode int, given bool) {
	for k := range len(w.newest) * perNode {
		node, id := k%len(w.newest), ""
		if given {
			id = "db-" + strconv.Itoa(k)
		}
		w.must(w.AcceptOffer("A", w.newest[node]))
		_, err := w.LaunchTask("A", w.newest[node], id)
		w.must(err)
		w.grow(node, longLife+int64(k))
	}
}

// BenchmarkGrowth prints how much dearer each call is in a large world than in a small one, where a thousand times as many
// of one thing are alive: nodes, live offers, or running tasks with generated or with given ids.
// "memory" is no call but the yardstick: one read of the memory of such a world.
func BenchmarkGrowth(b *testing.B) {
	for _, v := range []struct {
		name                 string
		nodes, offers, tasks int // offers and tasks of a node
		given                bool
	}{
		{name: "nodes-1000-to-100000", nodes: 100_000, offers: 1},
		{name: "offers-1000-to-1000000", nodes: 10_000, offers: 100},
		{name: "tasks-1000-to-1000000", nodes: 10_000, offers: 1, tasks: 100},
		{name: "given-tasks-1000-to-1000000", nodes: 10_000, offers: 1, tasks: 100, given: true},
	} {
		b.Run(v.name, func(b *testing.B) {
			small, large := newWorld(b, 1000, 1), newWorld(b, v.nodes, v.offers)
			if v.tasks > 0 {
				small.growWork(1, v.given)
				large.growWork(v.tasks, v.given)
			}
			cold, warm := run(b, 500, small, large)
			report(b, []sample{{}}) // of whole cycles: of no interest
			for kind := range warm[0] {
				b.ReportMetric(medianNs(warm[1][kind])/medianNs(warm[0][kind]), kind+"-x")
				b.ReportMetric(medianNs(cold[1][kind])/medianNs(cold[0][kind]), kind+"-cold-x")
			}
			b.ReportMetric(boundGrowth, "bound-x")
		})
	}
}
