package engine

import (
	"maps"
	"slices"
)

// overdueBucket marks an offer that lives past its deadline.
const overdueBucket = -2

// deadlines finds the offers whose time is up. Offers with the same deadline share a bucket and stand in it by seq; the
// buckets stand in a heap. One make needs one bucket, and an offer enters and leaves its bucket at constant cost.
type deadlines struct {
	buckets []bucket
	unused  []int32
	byTime  map[int64]int32
	heap    []due
	empty   int   // buckets in the heap without an offer
	last    int32 // bucket of the newest offer: a make asks for the same one again and again
}

type bucket struct {
	deadline int64
	offers   list
	open     bool // it stands in the heap
}

type due struct {
	deadline int64
	bucket   int32
}

// push adds the newest offer: a bucket is in seq order because offers enter in seq order.
func (d *deadlines) push(rows []offer, s slot) {
	deadline := rows[s].deadline
	b := d.last
	if !(int(b) < len(d.buckets) && d.buckets[b].deadline == deadline && d.buckets[b].open) {
		b = d.find(deadline)
		d.last = b
	}
	if d.buckets[b].offers == emptyList {
		d.empty--
	}
	rows[s].bucket = b
	pushBack(rows, &d.buckets[b].offers, byDeadline, s)
}

// find returns the bucket of a deadline. A new one counts as empty.
func (d *deadlines) find(deadline int64) int32 {
	if b, ok := d.byTime[deadline]; ok {
		return b
	}
	b := int32(len(d.buckets))
	if k := len(d.unused); k > 0 {
		b, d.unused = d.unused[k-1], d.unused[:k-1]
	} else {
		d.buckets = append(d.buckets, bucket{})
	}
	d.buckets[b] = bucket{deadline, emptyList, true}
	d.empty++
	d.byTime[deadline] = b
	d.heap = append(d.heap, due{deadline, b})
	d.up(len(d.heap) - 1)
	return b
}

// remove takes out an offer that ended early. Empty buckets wait for their time, but never outnumber the others for
// long: a user whose clock stands still must not collect them for ever.
func (d *deadlines) remove(rows []offer, s slot) {
	b := &d.buckets[rows[s].bucket]
	remove(rows, &b.offers, byDeadline, s)
	if b.offers == emptyList {
		d.empty++
		if d.empty > 32 && d.empty > len(d.heap)/2 {
			d.sweep()
		}
	}
}

func (d *deadlines) sweep() {
	kept := d.heap[:0]
	for _, e := range d.heap {
		if d.buckets[e.bucket].offers == emptyList {
			d.close(e)
		} else {
			kept = append(kept, e)
		}
	}
	d.heap, d.empty = kept, 0
	for i := len(d.heap)/4 + 1; i >= 0; i-- {
		d.down(i)
	}
}

func (d *deadlines) close(e due) {
	delete(d.byTime, e.deadline)
	d.buckets[e.bucket].open = false
	d.unused = append(d.unused, e.bucket)
}

// first returns the earliest deadline that a bucket stands for.
func (d *deadlines) first() (int64, bool) {
	if len(d.heap) == 0 {
		return 0, false
	}
	return d.heap[0].deadline, true
}

// next returns the earliest deadline of an offer. It drops the empty buckets before it, which nobody needs any more.
func (d *deadlines) next() (int64, bool) {
	for len(d.heap) > 0 && d.buckets[d.heap[0].bucket].offers == emptyList {
		d.pop()
	}
	return d.first()
}

// pop takes out the earliest bucket and returns its offers, which the caller must all undate.
func (d *deadlines) pop() list {
	e := d.heap[0]
	last := len(d.heap) - 1
	d.heap[0] = d.heap[last]
	d.heap = d.heap[:last]
	d.down(0)
	offers := d.buckets[e.bucket].offers
	if offers == emptyList {
		d.empty--
	}
	d.close(e)
	return offers
}

// The heap has four children a place: half the depth of two, in the same cache lines.

func (d *deadlines) up(i int) {
	h := d.heap
	for i > 0 {
		p := (i - 1) / 4
		if h[p].deadline <= h[i].deadline {
			return
		}
		h[i], h[p] = h[p], h[i]
		i = p
	}
}

func (d *deadlines) down(i int) {
	h := d.heap
	if i >= len(h) {
		return
	}
	for {
		least := i
		for k := 4*i + 1; k <= 4*i+4 && k < len(h); k++ {
			if h[k].deadline < h[least].deadline {
				least = k
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// clear forgets every deadline and keeps the memory.
func (d *deadlines) clear() {
	clear(d.byTime)
	d.buckets, d.unused, d.heap, d.empty, d.last = d.buckets[:0], d.unused[:0], d.heap[:0], 0, 0
}

func (d *deadlines) clone() deadlines {
	k := *d
	k.buckets, k.unused, k.heap = slices.Clone(d.buckets), slices.Clone(d.unused), slices.Clone(d.heap)
	k.byTime = maps.Clone(d.byTime)
	return k
}
