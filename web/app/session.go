package app

import (
	"slices"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
)

// session is what the user has: a trace, the contract that judges it, and how many of its steps are done. It is a
// value that is never changed in place, so undo is a list of older ones.
type session struct {
	label    string       // what made it, for the undo button
	scenario string       // id in the library, "" for a trace of the user's own
	origin   *trace.Trace // what Reset goes back to
	doc      *trace.Trace
	contract engine.Contract
	others   []engine.Contract // to compare with, none for a single view; never changed in place
	name     string            // of the course on screen, among the branches
	branches []branch          // the other courses; never changed in place
	made     int               // how many branches came to be
	beside   int               // number of the branch to compare with, from 1; 0 for none
	at       int
}

func openScenario(s scenario.Scenario) session {
	opened := newSession(say.It("open %s", say.Lesson(s.Title)), bare(s.Trace))
	opened.scenario = s.ID
	return opened
}

// newSession returns the start of a trace without results, under its own contract.
func newSession(label string, doc *trace.Trace) session {
	return session{label: label, origin: doc, doc: doc, contract: doc.Rules(), name: mainBranch}
}

// bare returns a copy of the trace without the results that are recorded in it, which may be another contract's: the
// page makes its own by replay. Other lines among them go to the step that comes next.
func bare(t *trace.Trace) *trace.Trace {
	doc := t.Clone()
	var kept []string
	for i := range doc.Steps {
		step := &doc.Steps[i]
		step.SetResults(nil)
		if len(kept) > 0 {
			step.Before = slices.Concat(kept, step.Before)
		}
		kept, step.After = step.After, nil
	}
	doc.Tail = slices.Concat(kept, doc.Tail)
	return doc
}

// next returns the step that Forward runs, or nil behind the last one.
func (s *session) next() *trace.Step {
	if s.at >= len(s.doc.Steps) {
		return nil
	}
	return &s.doc.Steps[s.at]
}

// acted returns the session after the user ran a command of their own: the future that stood there becomes a branch, and
// lines behind the last step are kept before the new one.
//
// Behind the last step this shares the old steps, so a long session costs no more a step than a short one. Only from the
// origin, which Reset goes back to, can more than one session grow: it is copied.
func (s session) acted(cmd engine.Command) session {
	steps, step := s.doc.Steps, trace.Step{Command: cmd}
	if s.at == len(steps) && len(s.doc.Tail) > 0 {
		step.Before = append(slices.Clone(s.doc.Tail), "") // the blank line keeps them from being the step's narration
	}
	if s.at < len(steps) {
		s.branchOff()
	}
	if s.at < len(steps) || s.doc == s.origin {
		steps = steps[:s.at:s.at]
	}
	doc := *s.doc
	doc.Steps = append(steps, step)
	doc.Tail = nil
	s.doc, s.label, s.at = &doc, trace.FormatCommand(cmd), s.at+1
	return s
}

// text returns the trace as the user would save it, under the contract of the session.
func (s *session) text() *trace.Trace {
	doc := *s.doc
	doc.Contract = s.contract.Name
	return &doc
}

// history is what undo and redo go through. Moving through the steps changes no session that they would bring back.
type history struct {
	past   []session
	future []session
}

// maxUndo bounds the memory that old sessions take; they share their steps, so each is small.
const maxUndo = 1000

func (h *history) push(old session) {
	if len(h.past) == maxUndo {
		h.past = append(make([]session, 0, maxUndo), h.past[1:]...) // not in place: a panic puts the old list back
	}
	h.past, h.future = append(h.past, old), nil
}

func (h *history) undo(now session) (session, bool) {
	if len(h.past) == 0 {
		return now, false
	}
	last := h.past[len(h.past)-1]
	h.past, h.future = h.past[:len(h.past)-1], append(h.future, now)
	return last, true
}

func (h *history) redo(now session) (session, bool) {
	if len(h.future) == 0 {
		return now, false
	}
	last := h.future[len(h.future)-1]
	h.future, h.past = h.future[:len(h.future)-1], append(h.past, now)
	return last, true
}
