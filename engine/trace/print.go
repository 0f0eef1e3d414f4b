package trace

import (
	"strconv"

	"firmoffer/engine"
)

// String returns the trace's text in canonical form. Parsing it gives an equal trace back, for every trace that was parsed,
// and for others as long as they keep to the bounds of the text and their kept lines are lines of the right sort.
func (t *Trace) String() string { return string(t.AppendTo(nil)) }

// AppendTo appends the trace's text in canonical form to dst.
func (t *Trace) AppendTo(dst []byte) []byte {
	dst = append(dst, format...)
	dst = strconv.AppendInt(dst, int64(max(t.Version, Version)), 10)
	dst = append(dst, ' ')
	if t.Contract == "" {
		dst = append(dst, engine.Binding().Name...)
	}
	dst = append(dst, t.Contract...)
	dst = append(dst, '\n')
	for i := range t.Nodes {
		dst = appendLines(dst, t.Nodes[i].Before)
		dst = append(appendNode(dst, t.Nodes[i].Node), '\n')
	}
	for i := range t.Steps {
		step := &t.Steps[i]
		dst = appendLines(dst, step.Before)
		dst = append(appendCommand(dst, &step.Command), '\n')
		dst = appendLines(dst, step.After)
	}
	return appendLines(dst, t.Tail)
}

// FormatCommand returns the command as a step in canonical form, without a line end. What the verb does not take is left out.
func FormatCommand(c engine.Command) string { return string(appendCommand(nil, &c)) }

// FormatNode returns the node as a node line in canonical form, without a line end.
func FormatNode(n engine.Node) string { return string(appendNode(nil, n)) }

func appendLines(dst []byte, lines []string) []byte {
	for _, line := range lines {
		dst = append(append(dst, line...), '\n')
	}
	return dst
}

func appendNode(dst []byte, n engine.Node) []byte {
	dst = append(append(dst, nodeWord...), ' ')
	dst = append(append(dst, engine.Quote(n.ID)...), ' ')
	return strconv.AppendInt(dst, n.Capacity, 10)
}

func appendCommand(dst []byte, c *engine.Command) []byte {
	dst = append(dst, c.Verb.String()...)
	v, ok := verbOf(c.Verb)
	if !ok {
		return dst
	}
	for i := range v.Args {
		a := &v.Args[i]
		if a.Kind == KindNumber {
			if a.Key == "" || c.Amount != a.Default {
				dst = strconv.AppendInt(appendKey(dst, a), c.Amount, 10)
			}
			continue
		}
		if name := *nameIn(c, a.Kind); a.Key == "" || name != "" {
			dst = append(appendKey(dst, a), engine.Quote(name)...)
		}
	}
	return dst
}

// appendKey appends the space before an argument, and its key where it has one.
func appendKey(dst []byte, a *Arg) []byte {
	dst = append(dst, ' ')
	if a.Key != "" {
		dst = append(append(dst, a.Key...), '=')
	}
	return dst
}
