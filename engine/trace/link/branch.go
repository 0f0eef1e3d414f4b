package link

import (
	"strconv"
	"strings"

	"firmoffer/engine/trace"
)

// Steps returns the steps of t from the one at index from on, and the lines behind the last, as a branch keeps them.
// Results are left out.
func Steps(t *trace.Trace, from int) string {
	own := trace.Trace{Tail: t.Tail}
	for _, step := range t.Steps[from:] {
		step.After = nil
		own.Steps = append(own.Steps, step)
	}
	_, text, _ := strings.Cut(own.String(), "\n")
	return text
}

// Join returns the trace of a branch: the steps that it shares with the trace that it left, and its own. The error names
// the place in the branch's lines, or says that the trace that it left has not so many steps.
func Join(left *trace.Trace, b Branch) (*trace.Trace, error) {
	own, err := trace.Parse(header + left.Contract + "\n" + b.Steps)
	if err != nil {
		return nil, err
	}
	if b.From < 0 || b.From > len(left.Steps) || len(own.Nodes) > 0 {
		return nil, &Error{Kind: Damaged, Found: "the branch " + quoted(b.Name), Expected: "steps behind the first " + strconv.Itoa(len(left.Steps))}
	}
	t := *left
	t.Steps = append(left.Steps[:b.From:b.From], own.Steps...)
	t.Tail = own.Tail
	return &t, nil
}
