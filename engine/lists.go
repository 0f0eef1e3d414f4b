package engine

import (
	"cmp"
	"slices"
)

// list is a doubly linked list through the rows of a table: adding and removing a row costs the same however long it is.
type list struct{ head, tail slot }

type link struct{ prev, next slot }

var emptyList = list{none, none}

// chain says which of an offer's or a task's lists is meant.
type chain uint8

const (
	byNode     chain = iota // offers, tasks
	byLife                  // offers: all live ones; tasks: all running ones
	byPending               // offers
	byDeadline              // offers
	chains     = iota
	taskChains = byPending
)

func (o *offer) at(k chain) *link { return &o.links[k] }
func (t *task) at(k chain) *link  { return &t.links[k] }

// row is a table's row that lists can go through.
type row[T any] interface {
	*T
	at(k chain) *link
}

func pushBack[T any, R row[T]](rows []T, l *list, k chain, s slot) {
	*R(&rows[s]).at(k) = link{l.tail, none}
	if l.tail == none {
		l.head = s
	} else {
		R(&rows[l.tail]).at(k).next = s
	}
	l.tail = s
}

func remove[T any, R row[T]](rows []T, l *list, k chain, s slot) {
	at := *R(&rows[s]).at(k)
	if at.prev == none {
		l.head = at.next
	} else {
		R(&rows[at.prev]).at(k).next = at.next
	}
	if at.next == none {
		l.tail = at.prev
	} else {
		R(&rows[at.next]).at(k).prev = at.prev
	}
}

// offerTable holds the kept offers by seq. Seqs without a gap are a run; only pruning leaves gaps. The newest offers are in
// the last run and found at once; in the others one is found by a binary search, through 16 bytes a run at most.
type offerTable struct {
	rows []offer
	runs []run
}

// run is where offers with seqs in a row begin.
type run struct {
	seq int64
	at  slot
}

func (t *offerTable) add(o offer) slot {
	s := slot(len(t.rows))
	if s == 0 || t.rows[s-1].seq+1 != o.seq {
		t.runs = append(t.runs, run{o.seq, s})
	}
	t.rows = append(t.rows, o)
	return s
}

// find returns the slot of the offer with the seq, or none when it is unknown or pruned.
func (t *offerTable) find(seq int64) slot {
	last := len(t.runs) - 1
	if last < 0 || seq < t.runs[0].seq {
		return none
	}
	i, end := last, slot(len(t.rows))
	if seq < t.runs[last].seq {
		at, begins := slices.BinarySearchFunc(t.runs, seq, func(r run, seq int64) int { return cmp.Compare(r.seq, seq) })
		if i = at; !begins {
			i--
		}
		end = t.runs[i+1].at
	}
	r := t.runs[i]
	if past := seq - r.seq; past < int64(end-r.at) {
		return r.at + slot(past)
	}
	return none
}

func (t *offerTable) clone() offerTable {
	return offerTable{slices.Clone(t.rows), slices.Clone(t.runs)}
}

// twice gives a full table room for as many rows again. By itself a large one grows by a quarter, which moves each row four
// times on the average instead of once, and that costs more than the launch of a task does otherwise.
func twice[T any](rows []T) []T {
	if len(rows) < cap(rows) {
		return rows
	}
	return slices.Grow(rows, len(rows)+1) // one more than as many again, or append would have its own idea of how many
}

// names gives numbers to names, so that the state holds integers only.
type names struct {
	all    []string
	number map[string]int32 // nil while the names are few
	shared bool             // with a clone: copy before adding
}

// fewNames are found sooner one by one than by a map.
const fewNames = 8

// find returns the number of the name, or none.
func (n *names) find(name string) int32 {
	if n.number != nil {
		if i, ok := n.number[name]; ok {
			return i
		}
		return none
	}
	for i, s := range n.all {
		if s == name {
			return int32(i)
		}
	}
	return none
}

// add returns the number of the name and gives it one first where it has none.
func (n *names) add(name string) int32 {
	if i := n.find(name); i != none {
		return i
	}
	if n.shared {
		n.all, n.number, n.shared = slices.Clone(n.all), nil, false
	}
	i := int32(len(n.all))
	n.all = append(n.all, name)
	switch {
	case n.number != nil:
		n.number[name] = i
	case len(n.all) > fewNames:
		n.number = make(map[string]int32, len(n.all))
		for i, s := range n.all {
			n.number[s] = int32(i)
		}
	}
	return i
}

func (n *names) share() names {
	n.shared = true
	return *n
}
