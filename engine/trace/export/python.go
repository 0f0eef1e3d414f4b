package export

import (
	_ "embed"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// checkScript is the script without its trace, which stands where it says DATA.
//
//go:embed check.py
var checkScript string

// Python returns a script for Python 3 that makes the calls of the trace to a scheduler of somebody's own and says where
// it first does something else. What it wants of the scheduler stands at its top.
//
// Strings are written as Go writes them: Python reads each of these escapes in the same way.
func Python(t *trace.Trace) (string, error) {
	head, tail, _ := strings.Cut(checkScript, "# DATA\n")
	w := &pythonWriter{}
	w.put(head, "CONTRACT = ", strconv.Quote(t.Rules().Name), "\nTITLE = ", strconv.Quote(remark(t.Title())), "\nNODES = [\n")
	for _, n := range t.Nodes {
		w.put("    (", strconv.Quote(n.ID), ", ")
		w.int(n.Capacity)
		w.put("),\n")
	}
	w.put("]\nSTEPS = [\n")
	if _, err := w.replay(t, w.step); err != nil {
		return "", err
	}
	w.put("]\n", tail)
	return string(w.b), nil
}

type pythonWriter struct{ writer }

func (w *pythonWriter) step(s step) {
	if narration := remark(s.Narration()); narration != "" {
		w.put("    # ", narration, "\n")
	}
	w.put("    {\"line\": ", strconv.Quote(trace.FormatCommand(s.Command)), ", \"call\": [", strconv.Quote(s.Command.Verb.String()))
	for _, a := range argsOf(s.Command.Verb) {
		if a.Kind == trace.KindNumber {
			w.put(", ")
			w.int(s.Command.Amount)
		} else if name := *nameIn(&s.Command, a.Kind); name != "" {
			w.put(", ", strconv.Quote(name))
		}
	}
	w.put("]")
	if s.Refusal != nil {
		w.put(", \"refused\": ", strconv.Quote(s.Refusal.Error()))
	}
	w.list("offers", '[', ']', s.Events, func(e *engine.Event) bool { return e.Kind == engine.OfferMade }, func(e *engine.Event) {
		w.put("(", strconv.Quote(e.OfferID), ", ", strconv.Quote(e.NodeID), ", ")
		w.int(e.Units)
		w.put(")")
	})
	w.list("ends", '[', ']', s.Events, func(e *engine.Event) bool { return e.Kind == engine.TaskFinished || e.Kind == engine.TaskLost },
		func(e *engine.Event) { w.put(strconv.Quote(e.TaskID)) })
	w.list("runs", '{', '}', s.Events, func(e *engine.Event) bool { return e.Kind == engine.OfferLaunched }, func(e *engine.Event) {
		w.put(strconv.Quote(e.TaskID), ": (", strconv.Quote(e.FrameworkID), ", ", strconv.Quote(e.NodeID), ", ")
		w.int(e.Units)
		w.put(")")
	})
	if states := s.states(); len(states) > 0 {
		w.put(", \"states\": {")
		for i, o := range states {
			if i > 0 {
				w.put(", ")
			}
			w.put(strconv.Quote(o.id), ": ", strconv.Quote(o.state.String()))
		}
		w.put("}")
	}
	w.put(", \"verdict\": ", strconv.Quote(s.Report.Verdict.String()), "},\n")
}

// list writes an entry with the events that belong to it, or nothing when there is none.
func (w *pythonWriter) list(key string, open, shut byte, events []engine.Event, belongs func(*engine.Event) bool, write func(*engine.Event)) {
	n := 0
	for i := range events {
		if !belongs(&events[i]) {
			continue
		}
		if n++; n == 1 {
			w.put(", ", strconv.Quote(key), ": ", string(open))
		} else {
			w.put(", ")
		}
		write(&events[i])
	}
	if n > 0 {
		w.put(string(shut))
	}
}
