package export

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"firmoffer/engine/trace"
)

// mermaidLimit is the length of a text beyond which Mermaid draws nothing unless its maxTextSize is raised.
const mermaidLimit = 50_000

// Mermaid returns the trace as a sequence diagram: the master and the frameworks take part, a call is a message to the
// master, what it did are the answers, a refusal is an answer with a cross, and nodes and time are notes.
func Mermaid(t *trace.Trace) (string, error) {
	w := &mermaidWriter{numbers: map[string]string{}}
	if _, err := w.replay(t, w.step); err != nil {
		return "", err
	}
	head := writer{}
	if len(w.b) > mermaidLimit {
		head.put("%% longer than Mermaid draws unless maxTextSize is raised from 50000\n")
	}
	head.put("sequenceDiagram\n")
	if title := t.Title(); title != "" {
		head.put("    title ", mermaidText(title), "\n")
	}
	head.put("    participant M as Master (", mermaidText(t.Rules().Name), ")\n")
	for i, name := range w.names {
		head.put("    participant F", strconv.Itoa(i+1), " as ", mermaidText(name), "\n")
	}
	for _, n := range t.Nodes {
		head.put("    Note over M: ", mermaidText(trace.FormatNode(n.Node)), "\n")
	}
	return string(append(head.b, w.b...)), nil
}

type mermaidWriter struct {
	writer
	names   []string          // of frameworks, in the order in which they are met
	numbers map[string]string // what stands for them
}

// framework returns what stands for a framework.
func (w *mermaidWriter) framework(name string) string {
	if w.numbers[name] == "" {
		w.names = append(w.names, name)
		w.numbers[name] = "F" + strconv.Itoa(len(w.names))
	}
	return w.numbers[name]
}

func (w *mermaidWriter) step(s step) {
	caller := ""
	if s.Command.Framework != "" {
		caller = w.framework(s.Command.Framework)
		w.put("    ", caller, "->>M: ", mermaidText(trace.FormatCommand(s.Command)), "\n")
	} else {
		w.put("    Note over M: ", mermaidText(trace.FormatCommand(s.Command)), "\n")
	}
	for i, said := range trace.Results(s.Outcome) {
		to, arrow := "", "-->>"
		switch {
		case i < len(s.Events):
			if name := s.Events[i].FrameworkID; name != "" {
				to = w.framework(name)
			}
		case i == 0: // no events: it is the refusal, or that there are no offers
			to = caller
			if s.Refusal != nil {
				arrow = "--x"
			}
		}
		if to == "" {
			w.put("    Note over M: ", mermaidText(said), "\n")
		} else {
			w.put("    M", arrow, to, ": ", mermaidText(said), "\n")
		}
	}
}

// mermaidText escapes a text for a message: what is no letter, digit, space or harmless mark becomes the entity of its
// number, and so does a letter of the word that ends a block.
func mermaidText(s string) string {
	var b strings.Builder
	word := 0 // where the current word begins in s
	for i, r := range s {
		if !letter(r) {
			word = i + utf8.RuneLen(r)
		}
		switch {
		case r == 'e' && i == word && strings.HasPrefix(s[i:], "end") && (len(s) == i+3 || !letter(rune(s[i+3]))),
			!letter(r) && !strings.ContainsRune(" .,()=+-_/", r) && !colon(s, i):
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// colon reports whether a plain colon stands at i: one that ends a word, but not the one that Mermaid reads as an order to
// wrap lines.
func colon(s string, i int) bool {
	return strings.HasPrefix(s[i:], ": ") && !strings.HasSuffix(s[:i], "wrap")
}

func letter(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80 && strconv.IsPrint(r)
}
