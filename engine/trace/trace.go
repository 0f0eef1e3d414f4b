package trace

import (
	"strings"
	"unicode/utf8"

	"firmoffer/engine"
)

// Bounds on what is read and replayed, so that no text, however hostile, costs more than a moment.
const (
	Version   = 1         // of the trace text: firmoffer/1
	MaxBytes  = 1 << 20   // of a text
	MaxLine   = 8192      // bytes of a line
	MaxNodes  = 10_000    // node lines
	MaxSteps  = 20_000    // steps
	MaxOffers = 1_000_000 // offers that a replay makes altogether
)

// Trace is a trace text, taken apart without loss: printing it gives the text back, in canonical form.
//
// Lines kept word for word are without their line end. Those between the header and the first node or step belong to
// that node or step, like all others: a line belongs to what comes after it, or to Tail.
type Trace struct {
	Version  int
	Contract string // the name of one of engine.Contracts; "" is printed as binding
	Nodes    []NodeLine
	Steps    []Step
	Tail     []string // lines with # and blank lines after the last step and its results
}

// NodeLine is one node of the cluster as it is at the start.
type NodeLine struct {
	Before []string // lines with # and blank lines before it
	engine.Node
}

// Step is one command with what people and the machine wrote around it.
type Step struct {
	Before []string // lines with # and blank lines before it
	engine.Command
	After []string // lines up to its last result: results with their TAB, and whatever stands among them
}

// New returns a trace without steps: a contract's name and the nodes.
func New(contract string, nodes []engine.Node) *Trace {
	t := &Trace{Version: Version, Contract: contract}
	for _, n := range nodes {
		t.Nodes = append(t.Nodes, NodeLine{Node: n})
	}
	return t
}

// NodeList returns the nodes as the engine wants them.
func (t *Trace) NodeList() []engine.Node {
	nodes := make([]engine.Node, len(t.Nodes))
	for i := range t.Nodes {
		nodes[i] = t.Nodes[i].Node
	}
	return nodes
}

// Rules returns the trace's contract. A name that is none of engine.Contracts, which no parsed trace has, is binding.
func (t *Trace) Rules() engine.Contract {
	if c, ok := engine.ContractByName(t.Contract); ok {
		return c
	}
	return engine.Binding()
}

// Clone returns a trace whose nodes and steps can be changed without changing t. It costs one copy of the two lists;
// the kept lines, which nobody changes in place, are shared.
func (t *Trace) Clone() *Trace {
	c := *t
	c.Nodes = append([]NodeLine(nil), t.Nodes...)
	c.Steps = append([]Step(nil), t.Steps...)
	return &c
}

// Title returns the first line of the opening comment, or "". The opening comment is the first block of # lines after
// the header, unless it stands right before a step: then it is that step's narration.
func (t *Trace) Title() string {
	if block := t.opening(); len(block) > 0 {
		return comment(block[0])
	}
	return ""
}

// Story returns the opening comment from its second line on, as one paragraph.
func (t *Trace) Story() string {
	if block := t.opening(); len(block) > 0 {
		return paragraph(block[1:])
	}
	return ""
}

func (t *Trace) opening() []string {
	lines, step := t.Tail, false
	switch {
	case len(t.Nodes) > 0:
		lines = t.Nodes[0].Before
	case len(t.Steps) > 0:
		lines, step = t.Steps[0].Before, true
	}
	from := 0
	for from < len(lines) && isBlank(lines[from]) {
		from++
	}
	to := from
	for to < len(lines) && !isBlank(lines[to]) {
		to++
	}
	if step && to == len(lines) {
		return nil
	}
	return lines[from:to]
}

// Narration returns the # lines right before the step as one paragraph, or "".
func (s *Step) Narration() string { return paragraph(s.Before[narrated(s.Before):]) }

// SetNarration replaces the # lines right before the step by text, one line for each of its lines; "" removes them.
func (s *Step) SetNarration(text string) {
	s.Before = append(s.Before[:narrated(s.Before):narrated(s.Before)], Note(text)...)
}

// narrated returns where the narration begins in the lines before a step.
func narrated(before []string) int {
	from := len(before)
	for from > 0 && !isBlank(before[from-1]) {
		from--
	}
	return from
}

// Results returns the recorded results of the step without their TAB, nil when there are none.
func (s *Step) Results() []string {
	var results []string
	for _, line := range s.After {
		if isResult(line) {
			results = append(results, line[1:])
		}
	}
	return results
}

// SetResults replaces the recorded results of the step; other lines among the old ones are kept, before the new ones.
func (s *Step) SetResults(results []string) {
	var after []string
	for _, line := range s.After {
		if !isResult(line) {
			after = append(after, line)
		}
	}
	for _, r := range results {
		after = append(after, "\t"+r)
	}
	s.After = after
}

// Note turns free text into # lines that a trace can keep, one for each of its lines. Lines too long for a trace are broken.
func Note(text string) []string {
	if text == "" {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		for {
			cut := cutAt(line, MaxLine-len("# "))
			lines = append(lines, strings.TrimRight("# "+line[:cut], " \t\r"))
			if line = line[cut:]; line == "" {
				break
			}
		}
	}
	return lines
}

// cutAt returns the length of the longest start of s that has at most n bytes and splits no code point.
func cutAt(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for cut := n; cut > n-utf8.UTFMax; cut-- {
		if utf8.RuneStart(s[cut]) {
			return cut
		}
	}
	return n // not UTF-8
}

func isResult(line string) bool { return line != "" && line[0] == '\t' }

func isBlank(line string) bool { return strings.TrimLeft(line, " \t") == "" }

// comment returns what a # line says.
func comment(line string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(line, " "), "#"), " ")
}

func paragraph(lines []string) string {
	said := make([]string, len(lines))
	for i, line := range lines {
		said[i] = comment(line)
	}
	return strings.TrimSpace(strings.Join(said, " "))
}
