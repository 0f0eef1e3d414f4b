package predict

import (
	"unicode"
	"unicode/utf8"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// mostSaid is how many nodes or results an explanation names before it counts the rest.
const mostSaid = 3

// ground is why a step went as it did: the number of a rule and its words, or 0 and what a contract has in its place.
type ground struct {
	rule int
	text string
}

// ruleWords are the rules of the project's contract that decide something, in short.
var ruleWords = [...]string{
	2:  "a make offers all free units of every node, and never an offer of 0",
	5:  "an accept succeeds if the offer is the framework's and pending",
	6:  "a launch succeeds if the offer is the framework's and accepted, and the task id can be used",
	7:  "a decline succeeds if the offer is the framework's and pending or accepted",
	8:  "a refused call changes nothing",
	9:  "a call needs an offer that exists and was made to the framework that calls",
	10: "a name is 1 to 256 bytes of text without control characters",
	11: "no two running tasks share an id",
	12: "a finish succeeds if the task runs and is the framework's; it makes no offer",
	14: "an offer lives from its creation up to its deadline, and not at it; a timeout is at least 1",
	15: "pending and accepted offers expire alike; accepting does not move the deadline",
	16: "an advance expires every live offer whose deadline has come",
	17: "time goes forward, by 0 or more ticks",
	18: "a resize replaces the capacity, with 0 to 9007199254740991 units",
	19: "a loss of capacity takes the newest pending offer of the node first, accepted ones only when no pending one is left, and stops when the rest fits",
	20: "running tasks are never touched; while they exceed the capacity, no offer of the node lives",
	21: "growing touches no offer and makes none",
}

func rule(n int) ground {
	return ground{n, " " + say.It("Rule %d: %s.", say.D(int64(n)), say.It(ruleWords[n]))}
}

// The words of what contracts have in place of the rules; "" is the rule itself.
var (
	holdWords   = [...]string{engine.HoldLive: "", engine.HoldAccepted: "holds units for accepted offers only", engine.HoldNothing: "holds units for no offer"}
	offerWords  = [...]string{engine.OfferFree: "", engine.OfferUnlocked: "offers nothing of a node that has a live offer"}
	acceptWords = [...]string{engine.AcceptAlways: "", engine.AcceptIfFits: "accepts if the units are still there",
		engine.AcceptAndLaunchIfFits: "launches at the accept, if the units are still there"}
	launchWords  = [...]string{engine.LaunchAlways: "", engine.LaunchIfFits: "launches if the units are still there", engine.LaunchNever: "has no launch"}
	declineWords = [...]string{engine.DeclineLive: "", engine.DeclinePending: "lets pending offers be declined only"}
	lossWords    = [...]string{engine.LosePendingNewest: "", engine.LosePendingOldest: "takes the oldest pending offer first",
		engine.LoseOldest: "takes the oldest offer first, accepted or not", engine.LoseNewest: "takes the newest offer first, accepted or not",
		engine.LoseAcceptedNewest:    "takes accepted offers only, the newest first",
		engine.LosePendingNewestOnly: "takes pending offers only, the newest first", engine.LoseNone: "takes no offer"}
	expiryWords = [...]string{engine.ExpireLive: "", engine.ExpirePending: "lets an accepted offer outlive its deadline",
		engine.ExpireNone: "lets every offer outlive its deadline"}
	taskWords = [...]string{engine.TasksStay: "", engine.TasksRestart: "ends the tasks of a node that loses capacity"}
	bookWords = [...]string{engine.BookOnce: "", engine.BookAgain: "reserves the units again at the accept"}
)

// unless returns the rule, or what the contract has in its place where there are words for that.
func (s *scene) unless(words string, n int) ground {
	if words == "" {
		return rule(n)
	}
	return ground{0, " " + say.It("%s %s, in place of rule %d.", s.contract.Name, say.It(words), say.D(int64(n)))}
}

// call is why the call succeeded or was refused.
func (s *scene) call() ground {
	c := &s.contract
	if r := s.out.Refusal; r != nil && r.Rule != 0 {
		return rule(r.Rule)
	} else if r != nil && r.Reason != engine.ErrDoesNotFit && r.Reason != engine.ErrNotInContract {
		return rule(8)
	}
	switch s.cmd.Verb {
	case engine.VerbMake:
		if c.Hold != engine.HoldLive {
			return s.unless(holdWords[c.Hold], 1)
		}
		return s.unless(offerWords[c.Offer], 2)
	case engine.VerbAccept:
		if c.Book != engine.BookOnce {
			return s.unless(bookWords[c.Book], 1)
		}
		return s.unless(acceptWords[c.Accept], 5)
	case engine.VerbLaunch:
		return s.unless(launchWords[c.Launch], 6)
	case engine.VerbDecline:
		return s.unless(declineWords[c.Decline], 7)
	case engine.VerbFinish:
		return rule(12)
	case engine.VerbAdvance:
		return rule(17)
	}
	return rule(18)
}

// step is why the step did what it did, for the verbs that say more by their effect than by their success.
func (s *scene) step() ground {
	if s.out.Refusal == nil {
		switch s.cmd.Verb {
		case engine.VerbAdvance:
			return s.clock()
		case engine.VerbResize:
			return s.size()
		}
	}
	return s.call()
}

// clock is why an advance expires what it expires.
func (s *scene) clock() ground { return s.unless(expiryWords[s.contract.Expiry], 16) }

// size is why a resize takes what it takes.
func (s *scene) size() ground {
	for i := range s.out.Events {
		e := &s.out.Events[i]
		if e.Kind != engine.NodeResized {
			continue
		}
		n, _ := s.after.Node(e.NodeID)
		switch {
		case e.New > e.Old:
			return rule(21)
		case e.New == e.Old:
			return rule(18)
		case s.contract.Tasks != engine.TasksStay:
			return s.unless(taskWords[s.contract.Tasks], 20)
		case s.contract.Loss == engine.LosePendingNewest && n.Overhang > 0:
			return rule(20)
		}
		return s.unless(lossWords[s.contract.Loss], 19)
	}
	return rule(18)
}

// facts says what the step did, in the words of the results.
func (s *scene) facts() string {
	text, events := "", max(1, len(s.out.Events))
	for i, line := range s.said[:events] {
		if i == mostSaid {
			return say.Count(int64(events-i), "%s; and 1 more change.", "%2; and %1 more changes.", text)
		}
		if i == 0 {
			text = clip(capital(line), 200)
			continue
		}
		text += "; " + clip(say.Sentence(line), 200)
	}
	return text + "."
}

// ledger is the arithmetic of a node after the step.
func (s *scene) ledger(node string) string {
	n, place := s.after.Node(node)
	if place < 0 {
		return say.It("There is no node.")
	}
	return say.It("%s: allocated %d + reserved %d of capacity %d.", name(n.ID), say.D(n.Allocated), say.D(n.Reserved), say.D(n.Capacity))
}

// capital says a result, with the first letter large where it begins with a word and not with an id.
func capital(line string) string {
	for _, word := range [...]string{"refused", "no offers", "now", "overhang", "violated"} {
		if len(line) >= len(word) && line[:len(word)] == word {
			said := say.Sentence(line)
			first, size := utf8.DecodeRuneInString(said)
			return string(unicode.ToUpper(first)) + said[size:]
		}
	}
	return say.Sentence(line)
}

// name is an id as it stands in a sentence.
func name(id string) string { return clip(engine.Quote(id), 40) }

// clip cuts a text that is longer than most bytes, between two characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
