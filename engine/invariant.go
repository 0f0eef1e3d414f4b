package engine

// Invariant is one of the eight statements that are checked after every step, under every contract. They judge all
// contracts by the same reserved(n), the sum of all live offers, because that is what the frameworks were told.
type Invariant uint8

// The invariants. The first seven are promises to frameworks, the last is the bookkeeping itself.
const (
	NoOverCommitment Invariant = iota
	AcceptedOutlivesPending
	AcceptIsHonoured
	LaunchIsHonoured
	DeadlineIsKept
	FreeIsOffered
	TasksSurvive
	LedgerAddsUp

	InvariantCount = iota
)

var invariants = [InvariantCount]struct{ name, statement string }{
	{"no-over-commitment", "on every node: reserved <= max(0, capacity - allocated)"},
	{"accepted-outlives-pending", "a loss of capacity invalidates an accepted offer only when no pending one is left on the node"},
	{"accept-is-honoured", "a live pending offer is never refused to its framework at accept"},
	{"launch-is-honoured", "an accepted offer is never refused at launch, unless for the task id"},
	{"deadline-is-kept", "no live offer has a deadline <= now"},
	{"free-is-offered", "after a make, no node has free > 0"},
	{"tasks-survive", "a running task ends only by finish"},
	{"ledger-adds-up", "allocated and reserved are >= 0 and equal a recount from tasks and offers; ids are unique; final states stay"},
}

// String returns the invariant's name, such as no-over-commitment.
func (i Invariant) String() string {
	if i >= InvariantCount {
		return "?"
	}
	return invariants[i].name
}

// Statement returns what the invariant says, as a sentence for people.
func (i Invariant) Statement() string {
	if i >= InvariantCount {
		return "?"
	}
	return invariants[i].statement
}

// IsPromise reports whether frameworks rely on the invariant; the others guard the bookkeeping.
func (i Invariant) IsPromise() bool { return i < LedgerAddsUp }

// Verdict is the judgement of one step.
type Verdict uint8

// The verdicts. An overhang is not a violation: only running tasks exceed the capacity, and nobody was promised too much.
const (
	Holds Verdict = iota
	Overhang
	Violated
)

var verdictNames = [...]string{"holds", "overhang", "violated"}

// String returns the verdict in the contract's words.
func (v Verdict) String() string { return nameOf(verdictNames[:], int(v)) }

// Finding is the check of one invariant after one step, with its numbers. When it is broken, the first place that
// breaks it is named: the node, and the offer or the task where one is to blame.
type Finding struct {
	Invariant Invariant
	Broken    bool
	NodeID    string
	OfferID   string
	TaskID    string
	Have      int64 // what there is: units reserved, ticks of the deadline, units free, ...
	Limit     int64 // what it should not exceed
	Places    int   // how many nodes (no-over-commitment, free-is-offered) or offers (deadline-is-kept) break it
}

// Report is the check of all invariants after one step, in the order of [Invariant].
type Report struct {
	Verdict      Verdict
	Findings     [InvariantCount]Finding
	Hanging      NodeUsage // the first node with an overhang, where there is one
	HangingNodes int       // how many nodes have an overhang
}

// Judgement is a report without its numbers: four bytes a step, for long histories.
type Judgement struct {
	Verdict Verdict
	Refused bool
	Broken  InvariantSet
}

// InvariantSet is a set of invariants, one bit each.
type InvariantSet uint8

// Has reports whether i is in the set.
func (s InvariantSet) Has(i Invariant) bool { return s&(1<<i) != 0 }

func (s *InvariantSet) add(i Invariant) { *s |= 1 << i }
