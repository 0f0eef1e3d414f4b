package engine

// Verb says what a command does.
type Verb uint8

// The verbs, in the order in which people meet them.
const (
	VerbMake Verb = iota + 1
	VerbAccept
	VerbLaunch
	VerbDecline
	VerbFinish
	VerbAdvance
	VerbResize
)

var verbNames = [...]string{"?", "make", "accept", "launch", "decline", "finish", "advance", "resize"}

// String returns the verb as it stands in a trace.
func (v Verb) String() string { return nameOf(verbNames[:], int(v)) }

// Command is one call as data. Which fields count depends on the verb; the others are ignored.
//
//	make     Framework, Amount = timeout in ticks
//	accept   Framework, Offer
//	launch   Framework, Offer, Task ("" = generate an id)
//	decline  Framework, Offer
//	finish   Framework, Task
//	advance  Amount = ticks
//	resize   Node, Amount = the new capacity in units
type Command struct {
	Verb      Verb
	Framework string
	Offer     string
	Task      string
	Node      string
	Amount    int64
}

// EventKind says what an event changed.
type EventKind uint8

// The kinds of events.
const (
	OfferMade EventKind = iota + 1
	OfferAccepted
	OfferLaunched // the same units moved from reserved to allocated: the task runs
	OfferDeclined
	OfferExpired
	OfferInvalidated
	TaskFinished
	TimeAdvanced
	NodeAdded
	NodeResized
	TaskLost // a task ended without finish; only a faulty contract does this
)

var eventNames = [...]string{"?", "offer made", "offer accepted", "offer launched", "offer declined", "offer expired",
	"offer invalidated", "task finished", "time advanced", "node added", "node resized", "task lost"}

// String returns the kind in words.
func (k EventKind) String() string { return nameOf(eventNames[:], int(k)) }

// Event is one change, in the order in which the changes of a step happened. Fields that do not belong to the kind are
// zero. OfferLaunched is one event although a task comes with it, because rule 1 makes it one step.
type Event struct {
	Kind        EventKind
	OfferID     string
	TaskID      string
	FrameworkID string
	NodeID      string
	Units       int64 // of the offer or the task
	From        State // the offer's state before
	Old, New    int64 // TimeAdvanced: the clock in ticks; NodeResized, NodeAdded: the capacity in units
	ExpiresAt   int64 // OfferMade: the deadline in ticks, or Forever
	Endless     bool  // OfferMade: see Offer.Endless
	Over        int64 // OfferInvalidated: units that the node was over at that moment
	PendingLeft int64 // OfferInvalidated: units of offers that are still pending on the node after it
}

// Outcome is what a command did: either it was refused and changed nothing (rule 8), or its events say what changed.
type Outcome struct {
	Refusal *Refusal // nil when the command succeeded
	Events  []Event
	Report  Report // the invariants, checked after the step
}
