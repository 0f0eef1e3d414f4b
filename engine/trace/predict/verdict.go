package predict

import (
	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Places of the verdicts among each other: what holds, then an overhang by node, then what is violated.
const (
	rankOverhang = 1
	rankViolated = 1 << 32
)

// suspects are the invariants that somebody could believe to be violated after each verb, the likeliest first.
var suspects = [...][]engine.Invariant{
	engine.VerbMake:    {engine.NoOverCommitment, engine.FreeIsOffered},
	engine.VerbAccept:  {engine.NoOverCommitment, engine.AcceptIsHonoured},
	engine.VerbLaunch:  {engine.LaunchIsHonoured, engine.NoOverCommitment},
	engine.VerbDecline: {engine.FreeIsOffered, engine.NoOverCommitment},
	engine.VerbFinish:  {engine.TasksSurvive, engine.FreeIsOffered},
	engine.VerbAdvance: {engine.DeadlineIsKept, engine.NoOverCommitment},
	engine.VerbResize:  {engine.AcceptedOutlivesPending, engine.NoOverCommitment, engine.TasksSurvive},
}

func holds() option { return option{0, say.It("it holds")} }

func overhang(node string, place, nodes int) option {
	text := say.It("overhang on %s", name(node))
	if nodes > 1 {
		text = say.Count(int64(nodes-1), "overhang on %s and 1 more node", "overhang on %2 and %1 more nodes", name(node))
	}
	return option{rankOverhang + int64(place), text}
}

func violated(broken engine.InvariantSet) option {
	text := ""
	for i := range engine.Invariant(engine.InvariantCount) {
		if broken.Has(i) {
			if text != "" {
				text = say.It("%s and %s", text, i.String())
			} else {
				text = i.String()
			}
		}
	}
	return option{rankViolated + int64(broken), say.It("violated: %s", text)}
}

// judged is the verdict in a world. It names everything that is violated, so that no other answer is true as well.
func (w *world) judged() option {
	r := &w.out.Report
	switch r.Verdict {
	case engine.Holds:
		return holds()
	case engine.Overhang:
		_, place := w.after.Node(r.Hanging.ID)
		return overhang(r.Hanging.ID, place, r.HangingNodes)
	}
	var broken engine.InvariantSet
	for i := range r.Findings {
		if r.Findings[i].Broken {
			broken |= 1 << i
		}
	}
	return violated(broken)
}

// verdict asks what the invariants say after the step.
func (s *scene) verdict(list []Question) []Question {
	var o options
	o.add(holds())
	if s.cmd.Verb == engine.VerbResize {
		if _, place := s.before.Node(s.cmd.Node); place >= 0 {
			o.add(overhang(s.cmd.Node, place, 1))
		}
	}
	for i := range s.worlds {
		o.add(s.worlds[i].judged())
	}
	if r := s.before.Report(); r.Verdict == engine.Overhang {
		_, place := s.before.Node(r.Hanging.ID)
		o.add(overhang(r.Hanging.ID, place, r.HangingNodes))
	}
	if int(s.cmd.Verb) < len(suspects) {
		for _, i := range suspects[s.cmd.Verb] {
			o.add(violated(1 << i))
		}
	}
	why, g := s.whyVerdict()
	return o.ask(list, s.judged(), Question{Kind: Verdict, Text: say.It("What is the verdict after this call, and what is violated, if anything?"),
		Why: why + g.text, Rule: g.rule})
}

func (s *scene) whyVerdict() (string, ground) {
	wrong := ""
	for _, line := range s.said[max(1, len(s.out.Events)):] {
		wrong += capital(line) + ". "
	}
	switch s.out.Report.Verdict {
	case engine.Overhang:
		return wrong + say.It("Nobody was promised too much."), rule(20)
	case engine.Violated:
		for i := range s.out.Report.Findings {
			if s.out.Report.Findings[i].Broken {
				wrong += say.It("It should be that %s.", say.It(engine.Invariant(i).Statement()))
				break
			}
		}
		g := s.step()
		if g.rule != 0 {
			g = ground{}
		}
		return wrong, g
	}
	if s.out.Refusal != nil {
		return s.facts() + " " + say.It("Nothing changed."), s.call()
	}
	return s.ledger(s.touched()), s.step()
}

// touched is the node that the step was about, or else the first one.
func (s *scene) touched() string {
	for i := range s.out.Events {
		if id := s.out.Events[i].NodeID; id != "" {
			return id
		}
	}
	for _, n := range s.after.NodeWindow(0, 1) {
		return n.ID
	}
	return ""
}
