package export

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// The words that the format is known by.
const (
	formatName    = "firmoffer"
	formatVersion = 1
)

// exact is the largest integer that every reader of JSON keeps; beyond it, a number is written as a string of digits.
const exact = 1<<53 - 1

// JSON returns the trace as JSON, one step a line; static/firmoffer-trace-1.schema.json describes it. Each step has its
// command, comments, refusal, events, verdict, and the numbers after it of the nodes that it touched. [FromJSON] reads it.
func JSON(t *trace.Trace) (string, error) {
	w := &jsonWriter{}
	w.open("", '{')
	w.str("format", formatName)
	w.num("version", formatVersion)
	w.str("contract", t.Rules().Name)
	w.open("nodes", '[')
	for i := range t.Nodes {
		w.line()
		w.open("", '{')
		w.str("id", t.Nodes[i].ID)
		w.num("capacity", t.Nodes[i].Capacity)
		w.lines("before", t.Nodes[i].Before)
		w.close('}')
	}
	w.close(']')
	w.open("steps", '[')
	if _, err := w.replay(t, w.step); err != nil {
		return "", err
	}
	w.close(']')
	w.lines("tail", t.Tail)
	w.close('}')
	w.put("\n")
	return string(w.b), nil
}

func (w *jsonWriter) step(s step) {
	w.line()
	w.open("", '{')
	w.command(&s.Command)
	narration := s.Narration()
	if narration != "" {
		w.str("narration", narration)
	}
	if !slices.Equal(s.Before, trace.Note(narration)) {
		w.lines("before", s.Before)
	}
	w.lines("kept", kept(s.After))
	if r := s.Refusal; r != nil {
		w.open("refusal", '{')
		w.str("kind", s.reason())
		if r.Rule > 0 {
			w.num("rule", int64(r.Rule))
		}
		w.str("text", r.Error())
		w.close('}')
	}
	w.events(s.Events)
	w.lines("results", trace.Results(s.Outcome))
	w.num("now", s.after.Now())
	w.str("verdict", s.Report.Verdict.String())
	w.broken(&s.Report)
	w.usages(s.touched())
	w.close('}')
}

// kept returns the lines after a step that are no results.
func kept(after []string) []string {
	var list []string
	for _, line := range after {
		if !strings.HasPrefix(line, "\t") {
			list = append(list, line)
		}
	}
	return list
}

// amounts says what the number of a command is called.
var amounts = map[engine.Verb]string{engine.VerbMake: "timeout", engine.VerbAdvance: "ticks", engine.VerbResize: "capacity"}

func (w *jsonWriter) command(c *engine.Command) {
	w.open("command", '{')
	w.str("verb", c.Verb.String())
	for _, a := range argsOf(c.Verb) {
		if a.Kind == trace.KindNumber {
			w.num(amounts[c.Verb], c.Amount)
		} else if name := *nameIn(c, a.Kind); name != "" || a.Key == "" {
			w.str(a.Kind.String(), name)
		}
	}
	w.close('}')
}

func argsOf(verb engine.Verb) []trace.Arg {
	for _, v := range trace.Verbs() {
		if v.Verb == verb {
			return v.Args
		}
	}
	return nil
}

// nameIn returns where a command keeps the name of the kind.
func nameIn(c *engine.Command, k trace.Kind) *string {
	switch k {
	case trace.KindFramework:
		return &c.Framework
	case trace.KindOffer:
		return &c.Offer
	case trace.KindTask:
		return &c.Task
	}
	return &c.Node
}

func (w *jsonWriter) events(events []engine.Event) {
	if len(events) == 0 {
		return
	}
	w.open("events", '[')
	for i := range events {
		w.event(&events[i])
	}
	w.close(']')
}

func (w *jsonWriter) event(e *engine.Event) {
	w.open("", '{')
	w.str("kind", strings.ReplaceAll(e.Kind.String(), " ", "-"))
	w.name("offer", e.OfferID)
	w.name("task", e.TaskID)
	w.name("framework", e.FrameworkID)
	w.name("node", e.NodeID)
	switch e.Kind {
	case engine.TimeAdvanced, engine.NodeResized, engine.NodeAdded:
		w.num("old", e.Old)
		w.num("new", e.New)
	case engine.OfferMade:
		w.num("units", e.Units)
		if e.Endless {
			w.flag("endless")
		} else {
			w.num("expires", e.ExpiresAt)
		}
	case engine.TaskFinished, engine.TaskLost:
		w.num("units", e.Units)
	default:
		w.num("units", e.Units)
		w.str("from", e.From.String())
	}
	if e.Kind == engine.OfferInvalidated {
		w.num("over", e.Over)
		w.num("pendingLeft", e.PendingLeft)
	}
	w.close('}')
}

func (w *jsonWriter) broken(r *engine.Report) {
	if r.Verdict != engine.Violated {
		return
	}
	w.open("broken", '[')
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Broken {
			continue
		}
		w.open("", '{')
		w.str("invariant", f.Invariant.String())
		w.name("node", f.NodeID)
		w.name("offer", f.OfferID)
		w.name("task", f.TaskID)
		w.num("have", f.Have)
		w.num("limit", f.Limit)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) usages(nodes []engine.NodeUsage) {
	if len(nodes) == 0 {
		return
	}
	w.open("nodes", '[')
	for i := range nodes {
		n := &nodes[i]
		w.open("", '{')
		w.str("id", n.ID)
		w.num("capacity", n.Capacity)
		w.num("allocated", n.Allocated)
		w.num("reserved", n.Reserved)
		w.num("free", n.Free)
		w.num("overhang", n.Overhang)
		w.close('}')
	}
	w.close(']')
}

// jsonWriter writes JSON. Where a key is "", the value is an element of an array.
type jsonWriter struct{ writer }

// next writes what separates a value from the one before it, and its key.
func (w *jsonWriter) next(key string) {
	if len(w.b) > 0 && !strings.ContainsRune("{[\n", rune(w.b[len(w.b)-1])) {
		w.put(",")
	}
	if key != "" {
		w.put(`"`, key, `":`)
	}
}

// line begins a line for the next element of an array.
func (w *jsonWriter) line() {
	if w.b[len(w.b)-1] != '[' {
		w.put(",")
	}
	w.put("\n")
}

func (w *jsonWriter) open(key string, bracket byte) {
	w.next(key)
	w.b = append(w.b, bracket)
}

func (w *jsonWriter) close(bracket byte) { w.b = append(w.b, bracket) }

func (w *jsonWriter) str(key, s string) {
	w.next(key)
	w.b = appendString(w.b, s)
}

// name writes a name that may be missing.
func (w *jsonWriter) name(key, s string) {
	if s != "" {
		w.str(key, s)
	}
}

func (w *jsonWriter) num(key string, n int64) {
	w.next(key)
	if -exact <= n && n <= exact {
		w.int(n)
		return
	}
	w.put(`"`)
	w.int(n)
	w.put(`"`)
}

func (w *jsonWriter) flag(key string) {
	w.next(key)
	w.put("true")
}

// lines writes a list of strings, or nothing when it is empty.
func (w *jsonWriter) lines(key string, list []string) {
	if len(list) == 0 {
		return
	}
	w.open(key, '[')
	for _, s := range list {
		w.str("", s)
	}
	w.close(']')
}

// appendString writes a JSON string that is safe inside a page as well: beside what must be escaped, < is, and all that
// does not print. Bytes that are not UTF-8, which only a comment can have, become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '<' || !strconv.IsPrint(r) && r <= 0xffff:
			dst = appendHex(dst, r)
		case !strconv.IsPrint(r):
			dst = appendHex(appendHex(dst, 0xd800+(r-0x10000)>>10), 0xdc00+(r-0x10000)&0x3ff)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

func appendHex(dst []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
