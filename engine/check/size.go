package check

import (
	"math"

	"firmoffer/engine"
)

// MostNodeStates returns how many states one node can have at most, and false when there is no such number: under a
// contract that offers the same units again and again. It is exact for binding when time passes tick by tick and the
// resizes are all capacities from 0 on; so a page can say before a search what it will cost. With n nodes there are at
// most the n-th power of it. It costs next to nothing. Numbers beyond 2^63 come as that.
func (w *World) MostNodeStates() (states uint64, finite bool) {
	if w.Contract.Hold != engine.HoldLive || len(w.Timeouts) == 0 {
		return 0, false
	}
	var capacities []int64
	for _, n := range w.Nodes {
		capacities = append(capacities, n.Capacity)
	}
	capacities = inOrder(append(capacities, w.Resizes...))
	if len(capacities) == 0 {
		return 0, true
	}
	most := capacities[len(capacities)-1]
	offers, tasks := w.offersOf(most), w.tasksOf(most)
	for units := range most {
		tasks[units+1] += tasks[units] // so many units or fewer
	}
	total := 0.0
	for _, c := range capacities {
		total += tasks[most]
		for units := int64(1); units <= w.room(c, most); units++ {
			total += offers[units] * tasks[w.room(c, most)-units]
		}
	}
	return uint64(min(total, math.MaxInt64)), true
}

// room is how many units of tasks and offers can be on a node of a capacity together, while there is an offer.
func (w *World) room(capacity, most int64) int64 {
	switch w.Contract.Loss {
	case engine.LoseNone, engine.LosePendingNewestOnly, engine.LoseAcceptedNewest:
		return most // what was offered may stay when capacity is lost
	}
	return capacity
}

// offersOf returns in how many ways live offers can have a number of units together: their order counts, and each has a
// framework, one of two states and its time left.
func (w *World) offersOf(most int64) []float64 {
	times := int64(0)
	for _, t := range w.Timeouts {
		times = max(times, t)
	}
	if w.Contract.Expiry != engine.ExpireLive {
		times++ // past its deadline
	}
	kinds := float64(2 * times * int64(len(w.Frameworks)))
	ways := []float64{1}
	for units := range most {
		sum := 0.0
		for _, before := range ways[:units+1] {
			sum += before * kinds // a last offer of any size
		}
		ways = append(ways, sum)
	}
	return ways
}

// tasksOf returns in how many ways running tasks can have a number of units together: each has a framework, and tasks of
// one framework and size are one kind.
func (w *World) tasksOf(most int64) []float64 {
	ways := make([]float64, most+1)
	ways[0] = 1
	for range w.Frameworks {
		for size := int64(1); size <= most; size++ {
			for units := size; units <= most; units++ {
				ways[units] += ways[units-size]
			}
		}
	}
	return ways
}
