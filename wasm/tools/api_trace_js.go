package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/link"
)

// mostResults bounds what a replay writes: a trace can make a million offers.
const mostResults = 64 << 20

// replay runs a trace, under its own contract or the one named, and compares the recorded results.
func replay(_ *session, args []string) error {
	t, err := trace.Parse(args[0])
	if err != nil {
		return err
	}
	if args[1] != "" {
		c, err := contractNamed(args[1])
		if err != nil {
			return err
		}
		t.Contract = c.Name
	}
	p, err := trace.NewPlayer(t, t.Rules())
	if err != nil {
		return err
	}
	difference, err := trace.Check(t)
	if err != nil {
		return err
	}
	open('{')
	field("contract", t.Contract)
	field("title", t.Title())
	key("nodes")
	open('[')
	for _, n := range t.Nodes {
		open('[')
		text(n.ID)
		number(n.Capacity)
		shut(']')
	}
	shut(']')
	if err := writeSteps(t, p); err != nil {
		return err
	}
	if difference != nil {
		key("difference")
		open('{')
		figure("step", int64(difference.Step+1))
		figure("line", int64(difference.Line))
		field("command", difference.Command)
		key("recorded")
		text(difference.Recorded)
		key("actual")
		text(difference.Actual)
		field("sentence", difference.String())
		shut('}')
	}
	shut('}')
	return nil
}

func writeSteps(t *trace.Trace, p *trace.Player) error {
	worst, bad := engine.Holds, 0
	key("steps")
	open('[')
	for i := range t.Steps {
		o, err := p.Outcome(i)
		if err != nil {
			return err
		}
		if len(out) > mostResults {
			return fmt.Errorf("trace: the results of its first %d steps are longer than %d bytes, expected less", i, mostResults)
		}
		if o.Report.Verdict > worst {
			worst = o.Report.Verdict
		}
		if o.Report.Verdict == engine.Violated && bad == 0 {
			bad = i + 1
		}
		open('{')
		figure("number", int64(i+1))
		field("narration", t.Steps[i].Narration())
		writeStep(&t.Steps[i].Command, &o)
		shut('}')
	}
	shut(']')
	field("verdict", worst.String())
	figure("firstViolated", int64(bad))
	return nil
}

// find searches for the shortest broken promise: contract, invariant or "any", depth, limit, then as lists of their
// lengths and members: nodes with capacities, frameworks, timeouts, advances, resizes.
func find(_ *session, args []string) error {
	c, err := contractNamed(args[0])
	if err != nil {
		return err
	}
	w := check.World{Contract: c, Any: args[1] == "any", Depth: int(integer(args[2])), MaxStates: int(integer(args[3]))}
	if !w.Any {
		if w.Promise, err = invariantNamed(args[1]); err != nil {
			return err
		}
	}
	rest := args[4:]
	list := func() []string {
		n := int(integer(rest[0]))
		members := rest[1 : n+1]
		rest = rest[n+1:]
		return members
	}
	nodes := list()
	for i := 0; i < len(nodes); i += 2 {
		w.Nodes = append(w.Nodes, engine.Node{ID: nodes[i], Capacity: integer(nodes[i+1])})
	}
	w.Frameworks = list()
	for _, numbers := range []*[]int64{&w.Timeouts, &w.Advances, &w.Resizes} {
		for _, digits := range list() {
			*numbers = append(*numbers, integer(digits))
		}
	}
	r, err := check.Find(w)
	if err != nil {
		return err
	}
	return writeFound(&w, &r)
}

func invariantNamed(name string) (engine.Invariant, error) {
	var names []string
	for i := range engine.Invariant(engine.InvariantCount) {
		if i.String() == name {
			return i, nil
		}
		names = append(names, i.String())
	}
	return 0, fmt.Errorf("invariant: found %s, expected any or one of %s", strconv.Quote(name), strings.Join(names, ", "))
}

func writeFound(w *check.World, r *check.Result) error {
	open('{')
	field("verdict", r.Verdict.String())
	key("whole")
	boolean(r.Whole)
	key("anyNumberOfNodes")
	boolean(r.NodeWhole)
	figure("depth", int64(r.Depth))
	figure("states", int64(r.States))
	figure("transitions", int64(r.Transitions))
	key("missing")
	texts(r.Missing())
	if r.Verdict == check.Violated {
		key("broken")
		open('[')
		for i := range engine.Invariant(engine.InvariantCount) {
			if r.Broken.Has(i) {
				text(i.String())
			}
		}
		shut(']')
		s := session{nodes: w.Nodes, steps: r.Story}
		var err error
		if s.Scheduler, err = engine.NewWithContract(w.Contract, w.Nodes, 0); err != nil {
			return err
		}
		key("trace")
		if err := traceSession(&s, nil); err != nil {
			return err
		}
	}
	shut('}')
	return nil
}

// toLink writes the link of a trace text, or of a scheduler's trace. at is the step on screen, -1 for the last one.
func toLink(s *session, args []string) error {
	var t *trace.Trace
	var err error
	if s != nil {
		t, err = s.toTrace()
	} else {
		t, err = trace.Parse(args[1])
	}
	if err != nil {
		return err
	}
	at := int(integer(args[0]))
	switch {
	case at < 0:
		at = len(t.Steps)
	case at > len(t.Steps):
		return fmt.Errorf("at: found %d, expected 0 to %d: the trace has so many steps", at, len(t.Steps))
	}
	for i := range t.Steps {
		t.Steps[i].SetResults(nil)
	}
	text(link.Encode(link.Session{Trace: t.String(), At: at}))
	return nil
}

// fromLink reads a link. One that was edited by hand is read, with a note.
func fromLink(_ *session, args []string) error {
	held, receipt, err := link.Decode(args[0])
	note := ""
	if bad := (*link.Error)(nil); errors.As(err, &bad) && bad.Kind == link.Changed {
		note, err = bad.Error(), nil
	}
	if err != nil {
		return err
	}
	if t, bad := trace.Parse(held.Trace); bad == nil && receipt != nil {
		if d, err := receipt.Check(t, t.Rules()); err == nil && d != nil {
			note = d.String()
		}
	}
	open('{')
	key("trace")
	text(held.Trace)
	key("contracts")
	texts(held.Contracts)
	figure("at", int64(held.At))
	field("mode", held.Mode)
	field("note", note)
	key("branches")
	open('[')
	for _, b := range held.Branches {
		open('{')
		field("name", b.Name)
		figure("of", int64(b.Of))
		figure("from", int64(b.From))
		key("steps")
		text(b.Steps)
		shut('}')
	}
	shut(']')
	shut('}')
	return nil
}
