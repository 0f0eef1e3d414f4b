package trace

import (
	"fmt"
	"slices"

	"firmoffer/engine"
)

// Annotate returns a copy of t in which every step has the results of its replay under t's contract. An error says that
// the replay cannot be run to its end (see [Replay]), or that the text would be longer than [MaxBytes].
func Annotate(t *Trace) (*Trace, error) {
	out := t.Clone()
	at, err := begin(t, t.Rules())
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range out.Steps {
		step := &out.Steps[i]
		if _, err := at.run(&step.Command); err != nil {
			return nil, err
		}
		step.SetResults(Results(at.scheduler.Last()))
		if size += sizeOf(step.After); size > MaxBytes {
			return nil, fmt.Errorf("step %d: with the results so far the text is longer than %d bytes", i+1, MaxBytes)
		}
	}
	if size = len(out.AppendTo(nil)); size > MaxBytes {
		return nil, fmt.Errorf("with its results the text has %d bytes: at most %d were expected", size, MaxBytes)
	}
	return out, nil
}

func sizeOf(lines []string) int {
	size := 0
	for _, line := range lines {
		size += len(line) + 1
	}
	return size
}

// Difference is the first place where the recorded results of a trace are not those of its replay.
type Difference struct {
	Step     int    // index of the step, from 0
	Line     int    // of the text, from 1: the result that differs, or the step when one is missing
	Command  string // the step
	Recorded string // "" when the replay gives a line more
	Actual   string // "" when the replay gives a line less
}

// String says the difference in one sentence.
func (d *Difference) String() string {
	say := func(line string) string {
		if line == "" {
			return "nothing more"
		}
		return `"` + line + `"`
	}
	return fmt.Sprintf("step %d (line %d, %s): recorded is %s, the replay gives %s", d.Step+1, d.Line, d.Command, say(d.Recorded),
		say(d.Actual))
}

// Check replays t under its contract and compares the recorded results with the replay's. It returns the first
// difference, nil when there is none; steps without recorded results are not compared. The errors are those of [Replay].
func Check(t *Trace) (*Difference, error) {
	at, err := begin(t, t.Rules())
	if err != nil {
		return nil, err
	}
	for i := range t.Steps {
		step := &t.Steps[i]
		if _, err := at.run(&step.Command); err != nil {
			return nil, err
		}
		recorded := step.Results()
		if recorded == nil {
			continue
		}
		if d := firstDifferent(recorded, Results(at.scheduler.Last())); d != nil {
			d.Step, d.Line, d.Command = i, t.LineOf(i)+step.lineOf(d.Line), FormatCommand(step.Command)
			return d, nil
		}
	}
	return nil, nil
}

// firstDifferent compares line by line. Its Line counts the recorded results, from 1, and is 0 when one is missing.
func firstDifferent(recorded, actual []string) *Difference {
	for i := range max(len(recorded), len(actual)) {
		switch {
		case i >= len(recorded):
			return &Difference{Actual: actual[i]}
		case i >= len(actual):
			return &Difference{Line: i + 1, Recorded: recorded[i]}
		case recorded[i] != actual[i]:
			return &Difference{Line: i + 1, Recorded: recorded[i], Actual: actual[i]}
		}
	}
	return nil
}

// lineOf returns how many lines below the step its n-th result stands; 0 for n = 0.
func (s *Step) lineOf(n int) int {
	for i := 0; n > 0 && i < len(s.After); i++ {
		if isResult(s.After[i]) {
			n--
		}
		if n == 0 {
			return i + 1
		}
	}
	return 0
}

// LineOf returns the line of step i, from 0, in the text, from 1. Costs time in proportion to i and the nodes.
func (t *Trace) LineOf(i int) int {
	line := 1
	for k := range t.Nodes {
		line += len(t.Nodes[k].Before) + 1
	}
	for k := range i {
		line += len(t.Steps[k].Before) + 1 + len(t.Steps[k].After)
	}
	return line + len(t.Steps[i].Before) + 1
}

// FirstDifference replays the commands of t under two contracts and returns the index, from 0, of the first step whose
// results differ, with both; the index is -1 when none does. The errors are those of [Replay].
func FirstDifference(t *Trace, one, other engine.Contract) (step int, results, others []string, err error) {
	a, err := begin(t, one)
	if err != nil {
		return -1, nil, nil, err
	}
	b, err := begin(t, other)
	if err != nil {
		return -1, nil, nil, err
	}
	for i := range t.Steps {
		c := &t.Steps[i].Command
		if _, err := a.run(c); err != nil {
			return -1, nil, nil, fmt.Errorf("under %s: %w", one.Name, err)
		}
		if _, err := b.run(c); err != nil {
			return -1, nil, nil, fmt.Errorf("under %s: %w", other.Name, err)
		}
		x, y := a.scheduler.Last(), b.scheduler.Last()
		if same(&x, &y) {
			continue
		}
		results, others = Results(x), Results(y)
		if !slices.Equal(results, others) {
			return i, results, others, nil
		}
	}
	return -1, nil, nil, nil
}

// same reports that two outcomes certainly have the same results, without writing these.
func same(x, y *engine.Outcome) bool {
	if x.Refusal != nil || y.Refusal != nil || x.Report != y.Report {
		return false
	}
	return slices.Equal(x.Events, y.Events)
}
