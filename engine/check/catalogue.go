package check

import "firmoffer/engine"

// Entry is what the search finds about one contract, told for people.
type Entry struct {
	Contract engine.Contract
	Title    string
	Text     string // one or two sentences: what happens, and which system does this

	// Promise is the one that the shortest story of World breaks; with Keeps there is no story in any reachable state.
	Promise engine.Invariant
	Keeps   bool
	World   World
}

// Catalogue returns what the search finds about every contract but binding: those of [engine.Contracts] in their order,
// then those of [engine.Faulty]. The stories themselves take a moment to find, so they are not kept.
func Catalogue() []Entry {
	entries := make([]Entry, 0, len(catalogue))
	for _, e := range catalogue {
		c, known := engine.ContractByName(e.contract)
		if !known {
			panic("check: the catalogue tells of a contract that is not there")
		}
		entries = append(entries, Entry{Contract: c, Title: e.title, Text: e.text, Promise: e.promise, Keeps: e.keeps, World: DefaultWorld(c)})
	}
	return entries
}

var catalogue = []struct {
	contract string
	promise  engine.Invariant
	keeps    bool
	title    string
	text     string
}{
	{contract: "first-accept-wins", promise: engine.NoOverCommitment, title: "The same units, promised twice",
		text: "A and B are both offered all of the node. A lock around accept lets one of them through and refuses the other in good order, " +
			"but both were told that the units were theirs."},
	{contract: "reserve-on-accept", promise: engine.NoOverCommitment, title: "Held only from the accept on",
		text: "Nothing is held for an offer until it is accepted, as with Kubernetes assume. So before that, two frameworks are offered the same units."},
	{contract: "optimistic", promise: engine.NoOverCommitment, title: "Conflicts wait for the launch",
		text: "Nothing is held at all, and what clashes is found at the launch, as in Omega and in Nomad's plan apply. Until then everybody is told " +
			"that the whole node is theirs."},
	{contract: "exclusive-lock", promise: engine.FreeIsOffered, title: "One offer locks the whole node",
		text: "The node grows while A holds an offer, and what is new is offered to nobody: any live offer locks the node, as in Omega's model of Mesos."},
	{contract: "oldest-first", promise: engine.AcceptedOutlivesPending, title: "The oldest offer pays",
		text: "A has accepted, B has not. The node loses a unit and the oldest offer goes, which is the accepted one: a naive queue does this."},
	{contract: "newest-first", promise: engine.AcceptedOutlivesPending, title: "The newest offer pays",
		text: "B accepted the newer offer, A's older one is still pending. The node loses a unit and the newest offer goes, accepted or not: " +
			"a plausible wrong fix."},
	{contract: "oldest-pending-first", keeps: true, title: "Another victim, and every promise kept",
		text: "Pending offers still go before accepted ones, only the oldest of them first. No story breaks a promise: " +
			"which pending offer goes is a choice, not a promise."},
	{contract: "never-expires", promise: engine.DeadlineIsKept, title: "Accepted, and held for ever",
		text: "A accepts and never launches. The deadline comes, and the units stay held all the same, as with Kubernetes assumed pods with a TTL of 0."},
	{contract: "ignores-loss", promise: engine.NoOverCommitment, title: "Promises on a node that shrank",
		text: "The node loses a unit and nobody looks: the offer still promises what is gone. A scheduler with stale node data does this."},
	{contract: "accepted-untouchable", promise: engine.NoOverCommitment, title: "Accepted, whatever is left",
		text: "The node shrinks under an accepted offer, which nothing may touch: it promises more than there is, as in Kueue after a quota cut."},
	{contract: "loses-tasks", promise: engine.TasksSurvive, title: "The task that did not survive",
		text: "A task runs, the node shrinks, and the machine restarts to take its new size. The task is gone, and nobody finished it."},
	{contract: "books-twice", promise: engine.LedgerAddsUp, title: "Reserved twice",
		text: "The units are reserved when the offer is made, and again when it is accepted. From then on the sums of the node are not those of its offers."},
}
