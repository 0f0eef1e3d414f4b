package trace

import (
	"fmt"

	"firmoffer/engine"
)

// Results returns what a step did as the machine writes it under the step, without the TABs: one line for each event, or
// the refusal, and then, unless everything holds, what is wrong with its numbers. There is always at least one line.
// The words are true under every contract. Costs as much as there are lines.
func Results(o engine.Outcome) []string {
	lines := make([]string, 0, len(o.Events)+1)
	for i := range o.Events {
		lines = append(lines, sentence(&o.Events[i]))
	}
	switch {
	case o.Refusal != nil:
		lines = append(lines, "refused: "+o.Refusal.Error())
	case len(o.Events) == 0: // only a make can succeed without an event
		lines = append(lines, "no offers")
	}
	switch o.Report.Verdict {
	case engine.Overhang:
		n := &o.Report.Hanging
		lines = append(lines, fmt.Sprintf("overhang: %s runs %d of %d%s", engine.Quote(n.ID), n.Allocated, n.Capacity,
			more(o.Report.HangingNodes, "node")))
	case engine.Violated:
		for i := range o.Report.Findings {
			if f := &o.Report.Findings[i]; f.Broken {
				lines = append(lines, "violated: "+f.Invariant.String()+": "+numbers(f, &o))
			}
		}
	}
	return lines
}

// sentence says what an event changed.
func sentence(e *engine.Event) string {
	node := engine.Quote(e.NodeID)
	switch e.Kind {
	case engine.OfferMade:
		until := "for ever"
		if !e.Endless {
			until = fmt.Sprintf("until %d", e.ExpiresAt)
		}
		return fmt.Sprintf("%s: %s offers %d to %s %s", e.OfferID, node, e.Units, engine.Quote(e.FrameworkID), until)
	case engine.OfferAccepted:
		return e.OfferID + " accepted"
	case engine.OfferLaunched:
		return fmt.Sprintf("%s launched: %s runs on %s with %d", e.OfferID, engine.Quote(e.TaskID), node, e.Units)
	case engine.OfferDeclined:
		return e.OfferID + " declined"
	case engine.OfferExpired:
		return e.OfferID + " expired"
	case engine.OfferInvalidated:
		return fmt.Sprintf("%s invalidated: %s was %d over", e.OfferID, node, e.Over)
	case engine.TaskFinished:
		return fmt.Sprintf("%s finished: %s has %d back", engine.Quote(e.TaskID), node, e.Units)
	case engine.TaskLost:
		return fmt.Sprintf("%s lost: it ran on %s with %d", engine.Quote(e.TaskID), node, e.Units)
	case engine.TimeAdvanced:
		return fmt.Sprintf("now %d", e.New)
	case engine.NodeAdded:
		return fmt.Sprintf("%s added with %d", node, e.New)
	case engine.NodeResized:
		return fmt.Sprintf("%s has %d, was %d", node, e.New, e.Old)
	}
	return e.Kind.String()
}

// numbers says how the finding breaks its invariant.
func numbers(f *engine.Finding, o *engine.Outcome) string {
	node := engine.Quote(f.NodeID)
	switch f.Invariant {
	case engine.NoOverCommitment:
		return fmt.Sprintf("%s has %d reserved, %d left%s", node, f.Have, f.Limit, more(f.Places, "node"))
	case engine.AcceptedOutlivesPending:
		return fmt.Sprintf("%s was accepted, and %d were still pending on %s", f.OfferID, pendingAt(f.OfferID, o), node)
	case engine.AcceptIsHonoured:
		return fmt.Sprintf("%s is pending, and %s is refused its %d on %s", f.OfferID, owner(o), f.Have, node)
	case engine.LaunchIsHonoured:
		return fmt.Sprintf("%s is accepted, and %s is refused its %d on %s", f.OfferID, owner(o), f.Have, node)
	case engine.DeadlineIsKept:
		return fmt.Sprintf("%s is live at %d, its deadline was %d%s", f.OfferID, f.Limit, f.Have, more(f.Places, "offer"))
	case engine.FreeIsOffered:
		return fmt.Sprintf("%s has %d free after a make%s", node, f.Have, more(f.Places, "node"))
	case engine.TasksSurvive:
		return fmt.Sprintf("%d tasks run, and %d were launched and not finished", f.Have, f.Limit)
	}
	return "the sums of " + node + " differ from a recount"
}

// more counts the places beyond the one that is named.
func more(places int, what string) string {
	switch {
	case places < 2:
		return ""
	case places == 2:
		return ", and 1 more " + what
	}
	return fmt.Sprintf(", and %d more %ss", places-1, what)
}

// pendingAt returns the units that were pending on the node when the accepted offer was invalidated.
func pendingAt(offer string, o *engine.Outcome) int64 {
	for i := range o.Events {
		if e := &o.Events[i]; e.Kind == engine.OfferInvalidated && e.OfferID == offer {
			return e.PendingLeft
		}
	}
	return 0
}

// owner names the framework that was refused.
func owner(o *engine.Outcome) string {
	if o.Refusal == nil {
		return "its framework"
	}
	return engine.Quote(o.Refusal.Command.Framework)
}
