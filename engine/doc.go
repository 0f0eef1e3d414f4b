// Package engine is a two-level cluster scheduler whose resource offers are binding.
//
// A master owns nodes and offers each node's free units to frameworks. From the moment an offer is made its units are
// held for that framework until it launches, declines, the offer expires, or the node really loses the capacity:
//
//	allocated + reserved <= capacity
//
// The package is a pure state machine: a logical clock, no randomness, no I/O. Every call, whichever way it comes,
// becomes a [Command] and passes one door; what the rules of the [Contract] return decides; a call that breaks a rule
// is refused as a whole and changes nothing. "Rule n" in a comment is rule n of the project's contract.
//
// Cost. With the amortised growth of slices and maps left aside, accept, launch, decline, finish and the expiry of one
// offer take constant time, and so does each offer made; no call looks at all nodes, offers or tasks. The exceptions
// are said where they are.
package engine
