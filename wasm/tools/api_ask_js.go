package main

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// asked are the questions that a script can ask, beside calling the engine's methods. Some are about a scheduler, which is
// nil for the others. Their arguments were checked by the script's half, as far as they are its own.
var asked = map[string]func(s *session, args []string) error{
	"new": newSession, "fromTrace": sessionFromTrace, "clone": cloneSession,
	"check": checkSession, "trace": traceSession, "run": runLine, "prune": pruneSession,
	"offers": listOffers, "tasks": listTasks, "nodes": listNodes,
	"replay": replay, "find": find, "toLink": toLink, "fromLink": fromLink, "contracts": listContracts,
}

// apiAsk answers a question. In in stand the lengths of count texts, four bytes each, and then the texts; the first is the
// name of the question. It returns the length of the answer, below 0 minus that of an error.
//
//go:wasmexport fo_ask
func apiAsk(handle, count int32) int32 {
	clearOut()
	args := make([]string, count)
	at := 4 * int(count)
	for i := range args {
		size := int(binary.LittleEndian.Uint32(in[4*i:]))
		args[i] = string(in[at : at+size])
		at += size
	}
	if len(in) > roomy {
		in = make([]byte, 2048)
	}
	var s *session
	if handle >= 0 {
		s = sessions[handle]
	}
	return answered(asked[args[0]](s, args[1:]))
}

// newSession makes a scheduler: contract, clock, then id and capacity of each node.
func newSession(_ *session, args []string) error {
	c, err := contractNamed(args[0])
	if err != nil {
		return err
	}
	s := &session{began: integer(args[1]), nodes: make([]engine.Node, 0, len(args)/2)}
	for i := 2; i < len(args); i += 2 {
		s.nodes = append(s.nodes, engine.Node{ID: args[i], Capacity: integer(args[i+1])})
	}
	if s.Scheduler, err = engine.NewWithContract(c, s.nodes, s.began); err != nil {
		return err
	}
	number(int64(keep(s)))
	return nil
}

// integer reads a number that the script wrote.
func integer(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		panic("not a number of the script's: " + digits)
	}
	return n
}

func contractNamed(name string) (engine.Contract, error) {
	c, ok := engine.ContractByName(name)
	if !ok {
		var names []string
		for _, known := range append(engine.Contracts(), engine.Faulty()...) {
			names = append(names, known.Name)
		}
		return c, fmt.Errorf("contract: found %s, expected one of %s", strconv.Quote(name), strings.Join(names, ", "))
	}
	return c, nil
}

func listContracts(*session, []string) error {
	open('[')
	listed := len(engine.Contracts())
	for i, c := range append(engine.Contracts(), engine.Faulty()...) {
		open('{')
		field("name", c.Name)
		field("resembles", c.Resembles)
		key("faulty")
		boolean(i >= listed)
		shut('}')
	}
	shut(']')
	return nil
}

// sessionFromTrace makes a scheduler that stands behind the first so many steps of a trace, -1 for all.
func sessionFromTrace(_ *session, args []string) error {
	t, err := trace.Parse(args[0])
	if err != nil {
		return err
	}
	count := int(integer(args[1]))
	if count > len(t.Steps) {
		return fmt.Errorf("steps: found %d, expected at most %d: that is how many the trace has", count, len(t.Steps))
	}
	s := &session{nodes: t.NodeList()}
	if s.Scheduler, _, err = trace.Replay(t, t.Rules(), count); err != nil {
		return err
	}
	if now := s.Now(); now > exact {
		return fmt.Errorf("trace: its clock goes to %d, expected at most %d", now, exact)
	}
	if count < 0 {
		count = len(t.Steps)
	}
	for i := range t.Steps[:count] {
		s.steps = append(s.steps, t.Steps[i].Command)
	}
	number(int64(keep(s)))
	return nil
}

func cloneSession(s *session, _ []string) error {
	c := *s
	c.Scheduler, c.steps = s.Clone(), append([]engine.Command(nil), s.steps...)
	number(int64(keep(&c)))
	return nil
}

func pruneSession(s *session, _ []string) error {
	s.Prune()
	return nil
}

// toTrace returns the trace of all calls so far.
func (s *session) toTrace() (*trace.Trace, error) {
	switch {
	case s.long:
		return nil, fmt.Errorf("trace: found more than %d calls, expected at most that many: no trace holds more steps", trace.MaxSteps)
	case len(s.nodes) > trace.MaxNodes:
		return nil, fmt.Errorf("trace: found %d nodes at the start, expected at most %d", len(s.nodes), trace.MaxNodes)
	case s.began < 0:
		return nil, fmt.Errorf("trace: found a clock that began at %d, expected 0 or more: a trace begins at 0", s.began)
	}
	t := trace.New(s.Contract().Name, s.nodes)
	if s.began > 0 {
		t.Steps = append(t.Steps, trace.Step{Command: engine.Command{Verb: engine.VerbAdvance, Amount: s.began}})
	}
	for _, cmd := range s.steps {
		t.Steps = append(t.Steps, trace.Step{Command: cmd})
	}
	if len(t.Steps) > 0 {
		t.Steps[0].Before = []string{""}
	}
	return t, nil
}

func traceSession(s *session, _ []string) error {
	t, err := s.toTrace()
	if err != nil {
		return err
	}
	if t, err = trace.Annotate(t); err != nil {
		return err
	}
	text(t.String())
	return nil
}

// runLine runs one line of trace text. The answer is as that of one step of a replay.
func runLine(s *session, args []string) error {
	cmd, err := trace.ParseCommand(args[0])
	if err != nil {
		return err
	}
	if cmd.Verb == engine.VerbAdvance {
		if err := s.checkClock(cmd.Amount); err != nil {
			return err
		}
	}
	o := s.Do(cmd)
	s.record(&cmd, o.Refusal != nil)
	open('{')
	writeStep(&cmd, &o)
	shut('}')
	return nil
}

// writeStep writes what a command did.
func writeStep(cmd *engine.Command, o *engine.Outcome) {
	field("command", trace.FormatCommand(*cmd))
	field("verb", cmd.Verb.String())
	key("results")
	texts(trace.Results(*o))
	if o.Refusal != nil {
		key("refusal")
		open('{')
		writeRefusal(o.Refusal)
		shut('}')
	}
	field("verdict", o.Report.Verdict.String())
	key("broken")
	open('[')
	for i := range o.Report.Findings {
		if o.Report.Findings[i].Broken {
			text(engine.Invariant(i).String())
		}
	}
	shut(']')
}

// checkSession writes every invariant with its numbers.
func checkSession(s *session, _ []string) error {
	o := s.Last()
	sentences := map[string]string{}
	for _, line := range trace.Results(o) {
		if name, numbers, ok := strings.Cut(strings.TrimPrefix(line, "violated: "), ": "); ok {
			sentences[name] = numbers
		}
	}
	r := &o.Report
	open('{')
	field("verdict", r.Verdict.String())
	key("invariants")
	open('[')
	for i := range r.Findings {
		f := &r.Findings[i]
		open('{')
		field("name", f.Invariant.String())
		field("statement", f.Invariant.Statement())
		switch {
		case f.Broken:
			field("status", engine.Violated.String())
			writeFinding(f, sentences[f.Invariant.String()])
		case f.Invariant == engine.NoOverCommitment && r.Verdict == engine.Overhang:
			field("status", engine.Overhang.String())
			field("sentence", sentences["overhang"])
			field("node", r.Hanging.ID)
			figure("have", r.Hanging.Allocated)
			figure("limit", r.Hanging.Capacity)
			figure("places", int64(r.HangingNodes))
		default:
			field("status", engine.Holds.String())
		}
		shut('}')
	}
	shut(']')
	shut('}')
	return nil
}

func writeFinding(f *engine.Finding, sentence string) {
	field("sentence", sentence)
	field("node", f.NodeID)
	field("offer", f.OfferID)
	field("task", f.TaskID)
	figure("have", f.Have)
	figure("limit", f.Limit)
	figure("places", int64(max(1, f.Places)))
}

// listOffers lists all kept offers, only the live ones, or the one with an id.
func listOffers(s *session, args []string) error {
	switch {
	case len(args) == 2:
		o, ok := s.Offer(args[1])
		if !ok {
			writeOffers(nil)
			return nil
		}
		writeOffers([]engine.Offer{o})
	case args[0] == "live":
		writeOffers(s.LiveOffers())
	default:
		writeOffers(s.Offers())
	}
	return nil
}

// listTasks lists all kept tasks or only the running ones.
func listTasks(s *session, args []string) error {
	tasks := s.RunningTasks()
	if args[0] != "running" {
		tasks = s.Tasks()
	}
	open('[')
	for i := range tasks {
		t := &tasks[i]
		open('{')
		field("id", t.ID)
		field("framework", t.FrameworkID)
		field("node", t.NodeID)
		field("offer", t.OfferID)
		figure("units", t.Resources)
		figure("launched", t.LaunchedAt)
		key("finished")
		ticks(t.FinishedAt, t.Running)
		key("running")
		boolean(t.Running)
		shut('}')
	}
	shut(']')
	return nil
}

func listNodes(s *session, _ []string) error {
	open('[')
	for _, n := range s.Nodes() {
		open('{')
		field("id", n.ID)
		figure("capacity", n.Capacity)
		figure("allocated", n.Allocated)
		figure("reserved", n.Reserved)
		figure("pending", n.Pending)
		figure("accepted", n.Accepted)
		figure("free", n.Free)
		figure("overhang", n.Overhang)
		shut('}')
	}
	shut(']')
	return nil
}
