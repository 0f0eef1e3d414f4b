package engine

// Contract says what an offer promises, as a table of small named rules. The zero value of every rule is the rule of
// `binding`, so a different or faulty contract is written as what it replaces:
//
//	Contract{Name: "optimistic", Hold: HoldNothing, Launch: LaunchIfFits, Loss: LoseNone}
//
// Nothing in the engine asks for a contract's name.
type Contract struct {
	Name      string
	Resembles string // the real or plausible system that works like this
	Hold      HoldRule
	Offer     OfferRule
	Accept    AcceptRule
	Launch    LaunchRule
	Decline   DeclineRule
	Loss      LossRule
	Expiry    ExpiryRule
	Tasks     TaskRule
	Book      BookRule
}

// HoldRule says for which live offers a node keeps units back: held(n).
type HoldRule uint8

// The hold rules.
const (
	HoldLive HoldRule = iota
	HoldAccepted
	HoldNothing
)

// OfferRule says how many units of a node a make offers.
type OfferRule uint8

// The offer rules.
const (
	OfferFree     OfferRule = iota // capacity - allocated - held (rule 2)
	OfferUnlocked                  // the same, but nothing while any offer of the node is live
)

// AcceptRule says which pending offers can be accepted by their framework.
type AcceptRule uint8

// The accept rules.
const (
	AcceptAlways          AcceptRule = iota // rule 5
	AcceptIfFits                            // needs allocated + held + units <= capacity
	AcceptAndLaunchIfFits                   // the same, and the task is launched at once with a generated id
)

// LaunchRule says which accepted offers can be launched by their framework.
type LaunchRule uint8

// The launch rules.
const (
	LaunchAlways LaunchRule = iota // rule 6
	LaunchIfFits                   // needs allocated + units <= capacity
	LaunchNever
)

// DeclineRule says which live offers can be declined by their framework.
type DeclineRule uint8

// The decline rules.
const (
	DeclineLive    DeclineRule = iota // rule 7, a choice
	DeclinePending                    // accepting is final
)

// LossRule says which offer is invalidated next while a loss of capacity leaves allocated + held > capacity.
type LossRule uint8

// The loss rules.
const (
	LosePendingNewest     LossRule = iota // pending newest first, then accepted newest first (rule 19)
	LosePendingOldest                     // pending oldest first, then accepted oldest first
	LoseOldest                            // oldest first, whatever the state
	LoseNewest                            // newest first, whatever the state
	LoseAcceptedNewest                    // accepted newest first; pending ones stay
	LosePendingNewestOnly                 // pending newest first; accepted ones stay
	LoseNone                              // nothing is invalidated
)

// ExpiryRule says which live offers expire at their deadline.
type ExpiryRule uint8

// The expiry rules.
const (
	ExpireLive    ExpiryRule = iota // pending and accepted alike (rule 15, a choice)
	ExpirePending                   // an accepted offer outlives its deadline
	ExpireNone                      // every live offer outlives its deadline
)

// TaskRule says which running tasks a loss of capacity ends.
type TaskRule uint8

// The task rules.
const (
	TasksStay    TaskRule = iota // none (rule 20)
	TasksRestart                 // all tasks of the node, whether they fit or not
)

// BookRule says what an accept adds to the reserved units.
type BookRule uint8

// The book rules.
const (
	BookOnce  BookRule = iota // nothing: the units are reserved since the offer was made (rule 1)
	BookAgain                 // the same units a second time
)

// catalogue is the contract table of the project, in its order.
var catalogue = [...]Contract{
	{Name: "binding", Resembles: "Mesos, made exact"},
	{Name: "first-accept-wins", Resembles: "a lock around accept, and nothing else; the wording of Mesos's resourceOffers callback",
		Hold: HoldNothing, Accept: AcceptAndLaunchIfFits, Launch: LaunchNever, Decline: DeclinePending, Loss: LoseNone, Expiry: ExpireNone},
	{Name: "reserve-on-accept", Resembles: "Kubernetes assume",
		Hold: HoldAccepted, Accept: AcceptIfFits, Loss: LoseAcceptedNewest},
	{Name: "optimistic", Resembles: "Omega, Nomad plan apply",
		Hold: HoldNothing, Launch: LaunchIfFits, Loss: LoseNone},
	{Name: "exclusive-lock", Resembles: "Omega's model of Mesos", Offer: OfferUnlocked},
	{Name: "oldest-first", Resembles: "a naive queue", Loss: LoseOldest},
	{Name: "newest-first", Resembles: "a plausible wrong fix", Loss: LoseNewest},
	{Name: "oldest-pending-first", Resembles: "another choice of victim: breaks no promise", Loss: LosePendingOldest},
	{Name: "never-expires", Resembles: "Kubernetes assumed pods with TTL 0", Expiry: ExpirePending},
	{Name: "ignores-loss", Resembles: "a scheduler with stale node data", Launch: LaunchIfFits, Loss: LoseNone},
	{Name: "accepted-untouchable", Resembles: "Kueue after a quota cut", Launch: LaunchIfFits, Loss: LosePendingNewestOnly},
}

// faulty are contracts that no table lists: each breaks an invariant that no contract of the catalogue breaks.
var faulty = [...]Contract{
	{Name: "loses-tasks", Resembles: "a machine that restarts to take its new size", Tasks: TasksRestart},
	{Name: "books-twice", Resembles: "a reservation at the offer, and a second one at the accept", Book: BookAgain},
}

// Binding is the contract of the project: the zero value of every rule, under its name.
func Binding() Contract { return catalogue[0] }

// Contracts returns all contracts, binding first. The slice is the caller's.
func Contracts() []Contract { return append([]Contract(nil), catalogue[:]...) }

// Faulty returns the contracts beside those of [Contracts], which are there so that every invariant is seen broken: one
// that loses tasks and one whose ledger does not add up. The slice is the caller's.
func Faulty() []Contract { return append([]Contract(nil), faulty[:]...) }

// ContractByName finds a contract of [Contracts] or of [Faulty] by its name.
func ContractByName(name string) (Contract, bool) {
	for _, list := range [][]Contract{catalogue[:], faulty[:]} {
		for _, c := range list {
			if c.Name == name {
				return c, true
			}
		}
	}
	return Contract{}, false
}
