package engine

import "math"

// DefaultTimeout is the timeout in ticks that the trace text and the page propose for an offer (rule 14).
const DefaultTimeout = 10

// MaxCapacity is the largest capacity of a node in units: 2^53-1, which every number type of the web can hold.
const MaxCapacity = 1<<53 - 1

// MaxNameBytes bounds the names of frameworks and nodes and the given ids of tasks (rule 10).
const MaxNameBytes = 256

// Forever is what [Offer.ExpiresAt] shows for an offer whose deadline lies beyond the clock: it never expires (rule 14).
const Forever = math.MaxInt64

// State is where an offer is in its life (rule 4).
//
//	            +-----------> launched
//	            |
//	pending --> accepted ---> declined, expired, invalidated
//	   |                        ^
//	   +------------------------+
type State uint8

// The states of an offer. A live offer is pending or accepted; the others are final.
const (
	Pending State = iota
	Accepted
	Launched
	Declined
	Expired
	Invalidated
)

var stateNames = [...]string{"pending", "accepted", "launched", "declined", "expired", "invalidated"}

// String returns the state's name in the contract's words.
func (s State) String() string { return nameOf(stateNames[:], int(s)) }

// Live reports whether units are still promised: the offer is pending or accepted.
func (s State) Live() bool { return s <= Accepted }

// Node is a machine with one integer capacity in units, from 0 to [MaxCapacity].
type Node struct {
	ID       string
	Capacity int64
}

// Offer is all free units of one node, promised to one framework until a deadline. It is a copy (rule 24).
// Only State and EndedAt ever differ between two copies of one offer (rule 3).
type Offer struct {
	ID          string // "o" and the creation number
	FrameworkID string
	NodeID      string
	Resources   int64 // units, at least 1
	CreatedAt   int64 // ticks
	ExpiresAt   int64 // ticks; the offer lives in [CreatedAt, ExpiresAt)
	EndedAt     int64 // ticks; when the state became final, 0 while the offer is live
	State       State
	Endless     bool // the deadline overflowed: the offer never expires and ExpiresAt is Forever
}

// Task is work that came from a launched offer and has that offer's units. It is a copy (rule 24).
type Task struct {
	ID          string
	FrameworkID string
	NodeID      string
	OfferID     string
	Resources   int64 // units
	LaunchedAt  int64 // ticks
	FinishedAt  int64 // ticks; 0 while the task runs
	Running     bool
}

// Allocation is what a running task occupies.
type Allocation struct {
	FrameworkID string
	NodeID      string
	Resources   int64 // units
}

// NodeUsage is a node's ledger in units. It is a copy (rule 24).
type NodeUsage struct {
	ID        string
	Capacity  int64
	Allocated int64 // of running tasks
	Reserved  int64 // of live offers: Pending + Accepted
	Pending   int64
	Accepted  int64
	Free      int64 // Capacity - Allocated - Reserved; negative where more is promised or running than there is
	Overhang  int64 // running work that outlives a loss of capacity: max(0, Allocated - Capacity)
}

// nameOf returns names[i], or "?" for a number without a name, so that a wrong value prints instead of panicking.
func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return "?"
	}
	return names[i]
}
