package engine

// overdueBucket marks an offer that lives past its deadline.
const overdueBucket = -2

// deadlines finds the offers whose time is up. The offers of makes in a row with one deadline share a bucket and stand in
// it by seq; the buckets stand in a heap. One make needs one bucket, and an offer enters and leaves it at constant cost.
// When a make asks for a deadline that an older bucket has, there are two: all offers of the older one have smaller seqs.
type deadlines struct {
	buckets []bucket
	unused  []int32
	heap    []due
	opened  int64 // buckets ever
	empty   int   // buckets in the heap without an offer
	last    int32 // the newest bucket: a make asks for the same one again and again
	top     int   // place of the earliest in the heap
}

type bucket struct {
	deadline int64 // noDeadline while the bucket is unused
	opened   int64 // its number
	offers   list
}

type due struct {
	deadline int64
	bucket   int32
}

// push adds the newest offer: a bucket is in seq order because offers enter in seq order.
func (d *deadlines) push(rows []offer, s slot) {
	deadline := rows[s].deadline
	if int(d.last) >= len(d.buckets) || d.buckets[d.last].deadline != deadline {
		d.last = d.add(deadline)
	}
	b := &d.buckets[d.last]
	if b.offers == emptyList {
		d.empty--
	}
	rows[s].bucket = d.last
	pushBack(rows, &b.offers, byDeadline, s)
}

// add opens a bucket, which counts as empty.
func (d *deadlines) add(deadline int64) int32 {
	b := int32(len(d.buckets))
	if k := len(d.unused); k > 0 {
		b, d.unused = d.unused[k-1], d.unused[:k-1]
	} else {
		d.buckets = append(d.buckets, bucket{})
	}
	d.opened++
	d.buckets[b] = bucket{deadline, d.opened, emptyList}
	d.empty++
	d.heap = append(d.heap, due{deadline, b})
	d.up(len(d.heap) - 1)
	d.top = d.least(0)
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
	for i := len(d.heap) / 4; i >= 0; i-- {
		d.down(i)
	}
	d.top = d.least(0)
}

func (d *deadlines) close(e due) {
	d.buckets[e.bucket].deadline = noDeadline
	d.unused = append(d.unused, e.bucket)
}

// first returns the earliest deadline that a bucket stands for.
func (d *deadlines) first() (int64, bool) {
	if len(d.heap) == 0 {
		return 0, false
	}
	return d.heap[d.top].deadline, true
}

// offers returns those of the earliest bucket. There must be one.
func (d *deadlines) offers() list { return d.buckets[d.heap[d.top].bucket].offers }

// next returns the earliest deadline of an offer. It drops the empty buckets before it, which nobody needs any more.
func (d *deadlines) next() (int64, bool) {
	for len(d.heap) > 0 && d.offers() == emptyList {
		d.pop()
	}
	return d.first()
}

// pop takes out the earliest bucket and returns its offers, which the caller must all undate.
func (d *deadlines) pop() list {
	last := len(d.heap) - 1
	e := d.heap[d.top]
	d.heap[d.top] = d.heap[last]
	d.heap = d.heap[:last]
	d.down(d.top)
	d.top = d.least(0)
	offers := d.buckets[e.bucket].offers
	if offers == emptyList {
		d.empty--
	}
	d.close(e)
	return offers
}

// The heap has four roots, in places 0 to 3, and the children of place i from 4*(i+1) on: half the depth of two children
// a place, and the four that are compared lie in one cache line.

func (d *deadlines) before(a, b due) bool {
	if a.deadline != b.deadline {
		return a.deadline < b.deadline
	}
	return d.buckets[a.bucket].opened < d.buckets[b.bucket].opened
}

// least returns the place of the earliest among the four from the place on.
func (d *deadlines) least(from int) int {
	first := from
	for i := from + 1; i < min(from+4, len(d.heap)); i++ {
		if d.before(d.heap[i], d.heap[first]) {
			first = i
		}
	}
	return first
}

func (d *deadlines) up(i int) {
	for h := d.heap; i >= 4; {
		p := i/4 - 1
		if d.before(h[p], h[i]) {
			return
		}
		h[i], h[p] = h[p], h[i]
		i = p
	}
}

func (d *deadlines) down(i int) {
	for h := d.heap; 4*(i+1) < len(h); {
		child := d.least(4 * (i + 1))
		if d.before(h[i], h[child]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// clear forgets every deadline and keeps the memory.
func (d *deadlines) clear() {
	*d = deadlines{buckets: d.buckets[:0], unused: d.unused[:0], heap: d.heap[:0]}
}

// copyFrom makes d a copy of another one and keeps its memory.
func (d *deadlines) copyFrom(from *deadlines) {
	buckets, unused, heap := d.buckets[:0], d.unused[:0], d.heap[:0]
	*d = *from
	d.buckets, d.unused, d.heap = append(buckets, from.buckets...), append(unused, from.unused...), append(heap, from.heap...)
}

func (d *deadlines) clone() (k deadlines) {
	k.copyFrom(d)
	return k
}
