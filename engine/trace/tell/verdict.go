package tell

import (
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Verdict says in a sentence what the verdict of a step means.
func Verdict(r *engine.Report) string {
	switch r.Verdict {
	case engine.Holds:
		return say.It("No node has promised more than it has.")
	case engine.Overhang:
		h := &r.Hanging
		return then(AndMore(say.It("%s has %s and runs %d, %d over", Name(h.ID), Units(h.Capacity), say.D(h.Allocated), say.D(h.Overhang)),
			r.HangingNodes-1, "%s (and 1 more node)", "%s (and %d more nodes)")+".",
			say.It("No task is stopped, and nobody was promised too much."))
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

// Broken says how a finding breaks its invariant, without a full stop.
func Broken(f *engine.Finding) string {
	node := Name(f.NodeID)
	nodes := func(list string) string {
		return AndMore(list, f.Places-1, "%s (and 1 more node)", "%s (and %d more nodes)")
	}
	switch f.Invariant {
	case engine.NoOverCommitment:
		return nodes(say.It("%s has promised %s and has %d left", node, Units(f.Have), say.D(f.Limit)))
	case engine.AcceptedOutlivesPending:
		return say.It("%s was accepted and went, while a pending offer on %s stayed", f.OfferID, node)
	case engine.AcceptIsHonoured:
		return say.It("%s was pending, and its own framework was refused", f.OfferID)
	case engine.LaunchIsHonoured:
		return say.It("%s was accepted, and its own framework was refused", f.OfferID)
	case engine.DeadlineIsKept:
		return AndMore(say.It("%s is live, its deadline was %d, and now is %d", f.OfferID, say.D(f.Have), say.D(f.Limit)), f.Places-1,
			"%s (and 1 more offer)", "%s (and %d more offers)")
	case engine.FreeIsOffered:
		return nodes(say.It("%s has %d free that nobody was offered", node, say.D(f.Have)))
	case engine.TasksSurvive:
		return say.It("%d tasks run, %d should", say.D(f.Have), say.D(f.Limit))
	}
	return say.It("the books of %s do not add up", node)
}
