package engine

import "fmt"

// rules are a contract's rules as functions, looked up once: what they return decides.
type rules struct {
	held     func(n *node) int64              // units that the contract keeps back for live offers
	offered  func(n *node, held int64) int64  // units that a make offers; nothing when <= 0
	accept   func(n *node, held int64) int64  // units that an accept may take
	atOnce   bool                             // accepting launches
	launch   func(n *node) (int64, bool)      // units that a launch may take; false: never
	declines func(s State) bool               // whether a live offer in the state can be declined
	victim   func(rows []offer, n *node) slot // the next offer to invalidate, or none
	expires  func(s State) bool               // whether a live offer in the state ends at its deadline
	lost     func(n *node) slot               // the next running task that a loss of capacity ends, or none
	booked   int64                            // how many times an accept adds the offer's units to those reserved
}

// unlimited is what a rule returns that never says no.
const unlimited = 1<<63 - 1

// The tables: one row a rule, in the order of the constants of Contract.
var (
	holdRules = [...]func(n *node) int64{
		HoldLive:     (*node).reserved,
		HoldAccepted: func(n *node) int64 { return n.accepted },
		HoldNothing:  func(*node) int64 { return 0 },
	}
	offerRules = [...]func(n *node, held int64) int64{
		OfferFree:     uncommitted,
		OfferUnlocked: offerUnlocked,
	}
	acceptRules = [...]func(n *node, held int64) int64{
		AcceptAlways:          func(*node, int64) int64 { return unlimited },
		AcceptIfFits:          uncommitted,
		AcceptAndLaunchIfFits: uncommitted,
	}
	launchRules = [...]func(n *node) (int64, bool){
		LaunchAlways: func(*node) (int64, bool) { return unlimited, true },
		LaunchIfFits: func(n *node) (int64, bool) { return n.capacity - n.allocated, true },
		LaunchNever:  func(*node) (int64, bool) { return 0, false },
	}
	declineRules = [...]func(s State) bool{
		DeclineLive:    State.Live,
		DeclinePending: func(s State) bool { return s == Pending },
	}
	lossRules = [...]func(rows []offer, n *node) slot{
		LosePendingNewest:     pendingNewest,
		LosePendingOldest:     pendingOldest,
		LoseOldest:            func(_ []offer, n *node) slot { return n.live.head },
		LoseNewest:            func(_ []offer, n *node) slot { return n.live.tail },
		LoseAcceptedNewest:    acceptedNewest,
		LosePendingNewestOnly: func(_ []offer, n *node) slot { return n.waiting.tail },
		LoseNone:              func([]offer, *node) slot { return none },
	}
	expiryRules = [...]func(s State) bool{
		ExpireLive:    State.Live,
		ExpirePending: func(s State) bool { return s == Pending },
		ExpireNone:    func(State) bool { return false },
	}
	taskRules = [...]func(n *node) slot{
		TasksStay:    func(*node) slot { return none },
		TasksRestart: func(n *node) slot { return n.tasks.head },
	}
	bookRules = [...]int64{
		BookOnce:  0,
		BookAgain: 1,
	}
)

// compile looks the contract's rules up. Its error says which rule has no meaning.
func (c Contract) compile() (rules, *Refusal) {
	for _, r := range []struct {
		name  string
		rule  int
		known int
	}{
		{"Hold", int(c.Hold), len(holdRules)},
		{"Offer", int(c.Offer), len(offerRules)},
		{"Accept", int(c.Accept), len(acceptRules)},
		{"Launch", int(c.Launch), len(launchRules)},
		{"Decline", int(c.Decline), len(declineRules)},
		{"Loss", int(c.Loss), len(lossRules)},
		{"Expiry", int(c.Expiry), len(expiryRules)},
		{"Tasks", int(c.Tasks), len(taskRules)},
		{"Book", int(c.Book), len(bookRules)},
	} {
		if r.rule >= r.known {
			return rules{}, &Refusal{Reason: ErrBadContract,
				detail: fmt.Sprintf("contract %s has the %s rule %d: 0 to %d were expected", Quote(c.Name), r.name, r.rule, r.known-1)}
		}
	}
	return rules{
		held:     holdRules[c.Hold],
		offered:  offerRules[c.Offer],
		accept:   acceptRules[c.Accept],
		atOnce:   c.Accept == AcceptAndLaunchIfFits,
		launch:   launchRules[c.Launch],
		declines: declineRules[c.Decline],
		victim:   lossRules[c.Loss],
		expires:  expiryRules[c.Expiry],
		lost:     taskRules[c.Tasks],
		booked:   bookRules[c.Book],
	}, nil
}

// uncommitted is what is left beside the tasks and what the contract holds.
func uncommitted(n *node, held int64) int64 { return n.capacity - n.allocated - held }

func offerUnlocked(n *node, held int64) int64 {
	if n.live != emptyList {
		return 0
	}
	return uncommitted(n, held)
}

// pendingNewest is rule 19. When no pending offer is left, all live ones are accepted.
func pendingNewest(_ []offer, n *node) slot {
	if n.waiting != emptyList {
		return n.waiting.tail
	}
	return n.live.tail
}

func pendingOldest(_ []offer, n *node) slot {
	if n.waiting != emptyList {
		return n.waiting.head
	}
	return n.live.head
}

// acceptedNewest looks behind the pending offers that are newer: its cost grows with their number on this node.
func acceptedNewest(rows []offer, n *node) slot {
	s := n.live.tail
	for s != none && rows[s].state != Accepted {
		s = rows[s].links[byNode].prev
	}
	return s
}
