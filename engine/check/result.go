package check

import "firmoffer/engine"

// Verdict is the answer of a search.
type Verdict uint8

// The answers. Unknown is never good news: the search is not done, or its bound came first.
const (
	Unknown Verdict = iota
	Violated
	Holds
)

var verdictNames = [...]string{"unknown", "violated", "holds"}

// String returns the answer in words.
func (v Verdict) String() string {
	if int(v) >= len(verdictNames) {
		return "?"
	}
	return verdictNames[v]
}

// Result is what a search knows so far.
type Result struct {
	// Violated: there is a story. Holds: there is none, in every reachable state where Whole, else in every state that
	// Depth commands lead to. With World.Apart a story is one that tells the two contracts apart.
	Verdict Verdict
	Done    bool
	Whole   bool

	// NodeWhole says that every reachable state of one node was visited and no story found. As all rules act on one node
	// at a time, there is then none with any number of such nodes, even where the bound came before their last state.
	NodeWhole bool

	Depth       int // commands to the deepest state that was visited
	States      int // of one node, and of all nodes together as soon as one node is known
	Transitions int // commands that succeed, between those states
	NodeStates  int // of one node
	EngineCalls int

	// Violated: the shortest story, and what its last command breaks. With no command, the start itself is broken.
	Story  []engine.Command
	Broken engine.InvariantSet

	// What happened somewhere in the world; see Missing.
	Reached  []engine.State // by some offer
	Overhang bool           // of some node
}

// Missing says, one short sentence each, what never happened in the world, such as "no offer is launched". A world in
// which little happens breaks few promises: whoever reads "holds" should read this too. Without a story and with all done
// it is nil when everything happens; of a search under way it says what did not happen yet.
func (r Result) Missing() []string {
	var missing []string
	for s := engine.Pending; s <= engine.Invalidated; s++ {
		if !r.reached(s) {
			missing = append(missing, "no offer is "+happening(s))
		}
	}
	if !r.Overhang {
		missing = append(missing, "no node has an overhang")
	}
	return missing
}

func (r Result) reached(s engine.State) bool {
	for _, have := range r.Reached {
		if have == s {
			return true
		}
	}
	return false
}

// happening is how an offer comes to a state.
func happening(s engine.State) string {
	switch s {
	case engine.Pending:
		return "made"
	case engine.Expired:
		return "left to expire"
	}
	return s.String()
}
