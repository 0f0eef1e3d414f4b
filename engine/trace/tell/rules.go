package tell

import (
	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// The tables of this file say the rules of a contract in words. They are as long as the engine's tables of rules; a test
// holds them to it.

var holdWords = [...]string{
	engine.HoldLive:     "Rule 1: what is offered is held for that framework from now on, and offered to nobody else.",
	engine.HoldAccepted: "This contract holds only what is accepted: pending units are offered again to whoever asks.",
	engine.HoldNothing:  "This contract holds nothing for an offer: the same units are offered again to whoever asks.",
}

var offerWords = [...]string{
	engine.OfferFree:     "",
	engine.OfferUnlocked: "And under this contract a node with any live offer is offered to nobody.",
}

var acceptWords = [...]string{
	engine.AcceptAlways:          "Rule 1: accepting adds nothing, for the units were held all along. Rule 15: it moves no deadline.",
	engine.AcceptIfFits:          "This contract holds the units from the accept on, so it had to check that they were still there.",
	engine.AcceptAndLaunchIfFits: "This contract knows no accepted offers: whoever accepts first, and fits, runs.",
}

var launchWords = [...]string{
	engine.LaunchAlways: "Rule 6: it could not fail.",
	engine.LaunchIfFits: "This contract had to check that they still fit.",
	engine.LaunchNever:  "",
}

var expiryWords = [...]string{
	engine.ExpireLive:    "",
	engine.ExpirePending: "Under this contract an accepted offer outlives its deadline.",
	engine.ExpireNone:    "Under this contract no offer ever expires.",
}

var lossWords = [...]string{
	engine.LosePendingNewest:     "Rule 19: pending offers go first, the newest first; accepted ones only when no pending one is left.",
	engine.LosePendingOldest:     "This contract lets pending offers go first, the oldest first; accepted ones only when no pending one is left.",
	engine.LoseOldest:            "This contract lets the oldest offer go first, accepted or not.",
	engine.LoseNewest:            "This contract lets the newest offer go first, accepted or not.",
	engine.LoseAcceptedNewest:    "This contract lets accepted offers go, the newest first: pending ones hold nothing that could be given back.",
	engine.LosePendingNewestOnly: "This contract lets only pending offers go, the newest first.",
	engine.LoseNone:              "This contract invalidates nothing when capacity is lost.",
}

var taskWords = [...]string{
	engine.TasksStay:    "",
	engine.TasksRestart: "This contract restarts a node that loses capacity, and every task that ran on it is lost.",
}

var bookWords = [...]string{
	engine.BookOnce:  "",
	engine.BookAgain: "This contract reserves the units a second time at the accept, although they were reserved all along.",
}

var declineWords = [...]string{
	engine.DeclineLive:    "Rule 7: a live offer can be declined, pending or accepted.",
	engine.DeclinePending: "Under this contract only a pending offer can be declined.",
}

// refusedWords says which rule refuses, by the reason.
var refusedWords = map[error]string{
	engine.ErrBadName:      "Rule 10: a name is 1 to 256 bytes of text without control characters.",
	engine.ErrBadTimeout:   "Rule 14: a timeout is at least 1 tick.",
	engine.ErrBadDelta:     "Rule 17: time goes forward by 0 or more ticks, and not beyond the end of the clock.",
	engine.ErrBadCapacity:  "Rule 18: a capacity is 0 to 9007199254740991 units.",
	engine.ErrUnknownOffer: "Rule 9: only an offer that was made can be used.",
	engine.ErrUnknownTask:  "Rule 12: only a task that runs can be finished.",
	engine.ErrNotOwner:     "Rule 9: an offer, and the task that comes of it, belong to the framework that the offer was made to.",
	engine.ErrNotPending:   "Rule 5: only a pending offer can be accepted, and only once.",
	engine.ErrNotAccepted:  "Rule 6: only an accepted offer can be launched.",
	engine.ErrNotLive:      "Rule 7: only a live offer can be declined, and only once.",
	engine.ErrNotRunning:   "Rule 12: a task finishes once.",
	engine.ErrTaskIDInUse:  "Rule 11: two running tasks never share an id. The offer is still accepted.",
}

// Contract says what a contract does, rule by rule.
func Contract(c engine.Contract) []string {
	words := []string{then(say.It(holdWords[c.Hold]), say.It(offerWords[c.Offer])), say.It(acceptWords[c.Accept])}
	for _, w := range []string{launchWords[c.Launch], declineWords[c.Decline], lossWords[c.Loss], expiryWords[c.Expiry],
		taskWords[c.Tasks], bookWords[c.Book]} {
		if w != "" {
			words = append(words, say.It(w))
		}
	}
	return words
}
