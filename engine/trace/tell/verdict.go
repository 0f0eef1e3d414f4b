package tell

import (
	"fmt"
	"strings"

	"firmoffer/engine"
)

// Verdict says in a sentence what the verdict of a step means.
func Verdict(r *engine.Report) string {
	switch r.Verdict {
	case engine.Holds:
		return "No node has promised more than it has."
	case engine.Overhang:
		return fmt.Sprintf("%s has %s and runs %d, %d over%s. No task is stopped, and nobody was promised too much.", Name(r.Hanging.ID),
			Units(r.Hanging.Capacity), r.Hanging.Allocated, r.Hanging.Overhang, others(r.HangingNodes-1, "node"))
	}
	return broken(r)
}

// broken says which promise the step breaks.
func broken(r *engine.Report) string {
	var parts []string
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Broken {
			parts = append(parts, f.Invariant.String()+": "+Broken(f))
		}
	}
	return strings.Join(parts, "; ") + "."
}

// others counts the places beside the one that was named.
func others(n int, what string) string {
	if n <= 0 {
		return ""
	}
	return " (" + strings.TrimSpace(AndMore(n, what)) + ")"
}

// Broken says how a finding breaks its invariant, without a full stop.
func Broken(f *engine.Finding) string {
	node := Name(f.NodeID)
	switch f.Invariant {
	case engine.NoOverCommitment:
		return fmt.Sprintf("%s has promised %s and has %d left%s", node, Units(f.Have), f.Limit, others(f.Places-1, "node"))
	case engine.AcceptedOutlivesPending:
		return fmt.Sprintf("%s was accepted and went, while a pending offer on %s stayed", f.OfferID, node)
	case engine.AcceptIsHonoured:
		return f.OfferID + " was pending, and its own framework was refused"
	case engine.LaunchIsHonoured:
		return f.OfferID + " was accepted, and its own framework was refused"
	case engine.DeadlineIsKept:
		return fmt.Sprintf("%s is live, its deadline was %d, and now is %d%s", f.OfferID, f.Have, f.Limit, others(f.Places-1, "offer"))
	case engine.FreeIsOffered:
		return fmt.Sprintf("%s has %d free that nobody was offered%s", node, f.Have, others(f.Places-1, "node"))
	case engine.TasksSurvive:
		return fmt.Sprintf("%d tasks run, %d should", f.Have, f.Limit)
	}
	return fmt.Sprintf("the books of %s do not add up", node)
}
