package trace

import (
	"strconv"
	"strings"

	"firmoffer/engine"
)

// Parse reads a trace text. The error, if any, is of type [Errors]: every wrong line with its place, up to [MaxErrors].
// It takes time and memory in proportion to the text, which has at most [MaxBytes]. The names in a parsed trace are
// printable (rule 10) and its numbers are in range, except in steps: there the engine refuses what is out of range, and a
// refusal is part of a trace. The trace shares the memory of text.
func Parse(text string) (*Trace, error) {
	if len(text) > MaxBytes {
		return nil, Errors{{Found: "a text of " + strconv.Itoa(len(text)) + " bytes",
			Expected: "at most " + strconv.Itoa(MaxBytes)}}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if text == "" {
		return nil, Errors{{Line: 1, Column: 1, Found: "an empty text", Expected: strconv.Quote(headerWord)}}
	}
	p := parser{t: &Trace{Steps: make([]Step, 0, min(strings.Count(text, "\n"), MaxSteps))}}
	for text != "" && len(p.errs) < MaxErrors {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		p.line++
		if err := p.read(strings.TrimRight(line, "\r")); err != nil {
			err.Line = p.line
			p.errs = append(p.errs, err)
		}
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	p.t.Tail = p.before
	return p.t, nil
}

// ParseCommand reads one step, as it stands in a trace. The error, if any, is an *[Error] without a line number.
func ParseCommand(line string) (engine.Command, error) {
	var c engine.Command
	line = strings.TrimRight(line, " \t\r\n")
	if err := readCommand(line, &c, false); err != nil {
		return engine.Command{}, err
	}
	return c, nil
}

type parser struct {
	t      *Trace
	line   int      // its number, from 1
	before []string // kept lines that wait for what they stand before
	nodes  map[string]struct{}
	errs   Errors
}

func (p *parser) read(line string) *Error {
	switch {
	case len(line) > MaxLine:
		return tooLong(line)
	case p.line == 1:
		return p.header(line)
	case isResult(line):
		return p.result(line)
	case isNote(line):
		p.before = append(p.before, line)
		return nil
	}
	start := scanner{line: line}
	if first := start.next(); first.text == nodeWord {
		return p.node(start, first)
	}
	return p.step(line)
}

func tooLong(line string) *Error {
	return &Error{Column: 1, Found: "a line of " + strconv.Itoa(len(line)) + " bytes",
		Expected: "at most " + strconv.Itoa(MaxLine)}
}

const (
	format     = "firmoffer/"
	headerWord = format + "1"
	nodeWord   = "node"
)

func (p *parser) header(line string) *Error {
	s := scanner{line: line}
	first := s.next()
	if first.text != headerWord {
		hint := ""
		if strings.HasPrefix(first.text, format) {
			hint = "only version 1 of the trace text can be read here"
		}
		return first.unexpected(strconv.Quote(headerWord), hint)
	}
	p.t.Version, p.t.Contract = Version, engine.Binding().Name
	name := s.next()
	if name.text == "" {
		return nil
	}
	c, ok := engine.ContractByName(name.text)
	if !ok {
		names := contractNames()
		return name.unexpected("a contract ("+strings.Join(names, ", ")+")", didYouMean(name.text, names))
	}
	p.t.Contract = c.Name
	return s.end()
}

func contractNames() []string {
	var names []string
	for _, c := range engine.Contracts() {
		names = append(names, c.Name)
	}
	return names
}

func (p *parser) result(line string) *Error {
	if len(p.t.Steps) == 0 {
		if len(p.errs) > 0 { // the step it belongs to was not understood
			return nil
		}
		return &Error{Column: 1, Found: "a result (a line that begins with a TAB)", Expected: "a step before it"}
	}
	step := &p.t.Steps[len(p.t.Steps)-1]
	step.After = append(append(step.After, p.before...), line)
	p.before = nil
	return nil
}

func (p *parser) node(s scanner, first word) *Error {
	name := s // a copy, to return to the name in an error
	switch {
	case len(p.t.Steps) > 0:
		return first.unexpected("nodes before the first step", "resize N C adds a node here")
	case len(p.t.Nodes) == MaxNodes:
		return first.fault("more nodes", "at most "+strconv.Itoa(MaxNodes), "")
	}
	var c engine.Command
	if err := readArgs(s, nodeLine[:], &c, true); err != nil {
		return err
	}
	if _, twice := p.nodes[c.Node]; twice {
		return name.next().unexpected("another name: this node is there already", "")
	}
	if p.nodes == nil {
		p.nodes = make(map[string]struct{})
	}
	p.nodes[c.Node] = struct{}{}
	p.t.Nodes = append(p.t.Nodes, NodeLine{Before: p.before, Node: engine.Node{ID: c.Node, Capacity: c.Amount}})
	p.before = nil
	return nil
}

func (p *parser) step(line string) *Error {
	if len(p.t.Steps) == MaxSteps {
		return &Error{Column: 1, Found: "more steps", Expected: "at most " + strconv.Itoa(MaxSteps)}
	}
	p.t.Steps = append(p.t.Steps, Step{Before: p.before})
	step := &p.t.Steps[len(p.t.Steps)-1]
	p.before = nil
	return readCommand(line, &step.Command, len(p.t.Steps) == 1)
}

// readCommand reads a step into c, which is zero. nodes says whether the line could have been a node's.
func readCommand(line string, c *engine.Command, nodes bool) *Error {
	if len(line) > MaxLine {
		return tooLong(line)
	}
	s := scanner{line: line}
	first := s.next()
	v, ok := verbByName(first.text)
	if !ok {
		return badVerb(first, nodes)
	}
	c.Verb = v.Verb
	return readArgs(s, v.Args, c, false)
}

func badVerb(w word, nodes bool) *Error {
	names := append([]string(nil), verbNames[:]...)
	expected := "a verb (" + strings.Join(names, ", ") + ")"
	if nodes {
		expected = "a node or " + expected
		names = append(names, nodeWord)
	}
	hint := didYouMean(w.text, names)
	switch {
	case w.text == nodeWord:
		hint = "resize N C adds a node"
	case hint == "" && w.at > 0:
		hint = "a result begins with a TAB, not with spaces"
	}
	return w.unexpected(expected, hint)
}

func isNote(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line == "" || line[0] == '#'
}

// end returns an error unless the line is at its end.
func (s *scanner) end() *Error {
	w := s.next()
	if w.text == "" {
		return nil
	}
	hint := ""
	if w.text[0] == '#' {
		hint = "a comment stands on a line of its own"
	}
	return w.unexpected("the end of the line", hint)
}
