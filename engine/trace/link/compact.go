package link

import (
	"strconv"
	"strings"
)

// The short form of a packed link, before it is deflated. A line whose form is that of a usual step is one byte of at
// least 0x80 and what it takes besides; any other line is itself and a line end. The form is a matter of characters, and
// of what stood in the lines before, and never of what the engine or the parser make of them: so it is read for ever.
//
//	0x01 line LF       a line that begins with a byte below 0x20 or above 0x7E
//	0x02 part LF       a part
//	0x80 + 16k + f     form k of the table, for the f-th name, in the order in which frameworks were first named
//	0x8F number        advance
//	0x9F number number resize: which node, in the order in which nodes were first named, and the capacity
//	line LF            any other line
const (
	rawByte       = 0x01
	partByte      = 0x02
	formByte      = 0x80
	advanceByte   = 0x8F
	resizeByte    = 0x9F
	maxFrameworks = 15
	maxNodes      = 500
)

// forms are the usual steps: the verb, and what follows its framework, where O stands for the number of an offer, T for
// that of a task, N for any number and W for the rest of the line.
var forms = [...]struct{ verb, rest string }{
	{"make", ""},
	{"make", " timeout=N"},
	{"accept", " oO"},
	{"launch", " oO"},
	{"launch", " oO as=W"},
	{"decline", " oO"},
	{"finish", " tT"},
	{"finish", " W"},
}

// history is what the lines so far have named. It is the same when writing and when reading.
type history struct {
	frameworks names
	nodes      names
	offer      int // the largest number of an offer
	tasks      int // launches without an id
}

// names are told apart by when they came first, as far as there is room for them.
type names []string

func (n names) find(name string) int {
	for i, known := range n {
		if known == name {
			return i
		}
	}
	return -1
}

func (n *names) add(name string, most int) {
	if len(*n) < most && n.find(name) < 0 {
		*n = append(*n, name)
	}
}

// note enters a line.
func (h *history) note(line string) {
	verb, rest := firstWord(line)
	name, rest := firstWord(rest)
	if name == "" {
		return
	}
	switch verb {
	case "node", "resize":
		h.nodes.add(name, maxNodes)
		return
	case "make", "accept", "launch", "decline", "finish":
	default:
		return
	}
	h.frameworks.add(name, maxFrameworks)
	id, rest := firstWord(rest)
	if n, ok := count(strings.TrimPrefix(id, "o")); ok && id[0] == 'o' {
		h.offer = max(h.offer, n)
	}
	if verb == "launch" && rest == "" {
		h.tasks++
	}
}

// firstWord cuts a line at its first space outside quotes.
func firstWord(line string) (word, rest string) {
	in := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && in:
			i++
		case c == '"':
			in = !in
		case c == ' ' && !in:
			return line[:i], line[i+1:]
		}
	}
	return line, ""
}

// count reads a number as printing gives it back, up to a bound that keeps sums in range.
func count(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n < 1<<30 && strconv.Itoa(n) == s
}

// shorten writes the items in short form.
func shorten(items []item) []byte {
	var b []byte
	var h history
	for _, it := range items {
		if it.part {
			b = appendLine(append(b, partByte), it.text)
			continue
		}
		short, ok := h.short(b, it.text)
		if !ok {
			if it.text != "" && (it.text[0] < 0x20 || it.text[0] > 0x7E) {
				b = append(b, rawByte)
			}
			short = appendLine(b, it.text)
		}
		b = short
		h.note(it.text)
	}
	return b
}

// short appends the short form of a line to b, or says that there is none.
func (h *history) short(b []byte, line string) ([]byte, bool) {
	verb, rest := firstWord(line)
	name, rest := firstWord(rest)
	switch verb {
	case "advance":
		n, ok := count(name)
		return appendNumber(append(b, advanceByte), n), ok && line == "advance "+name
	case "resize":
		n, ok := count(rest)
		i := h.nodes.find(name)
		return appendNumber(appendNumber(append(b, resizeByte), max(i, 0)), n), ok && i >= 0
	}
	f := h.frameworks.find(name)
	if f < 0 {
		return nil, false
	}
	tail := line[len(verb)+1+len(name):]
	for k, form := range forms {
		if form.verb == verb {
			if short, ok := h.match(append(b, byte(formByte+16*k+f)), form.rest, tail); ok {
				return short, true
			}
		}
	}
	return nil, false
}

// match appends what a form takes to b.
func (h *history) match(b []byte, form, rest string) ([]byte, bool) {
	for i := range len(form) {
		c := form[i]
		if c < 'A' || c > 'Z' {
			if rest == "" || rest[0] != c {
				return nil, false
			}
			rest = rest[1:]
			continue
		}
		if c == 'W' {
			return appendLine(b, rest), rest != ""
		}
		arg := rest
		if cut := strings.IndexByte(rest, ' '); cut >= 0 {
			arg = rest[:cut]
		}
		n, ok := count(arg)
		if !ok {
			return nil, false
		}
		b, rest = appendNumber(b, fold(n, h.expected(c))), rest[len(arg):]
	}
	return b, rest == ""
}

// expected is the number that is written as 0.
func (h *history) expected(kind byte) int {
	switch kind {
	case 'O':
		return h.offer + 1
	case 'T':
		return h.tasks
	}
	return -1
}

// fold writes a number by its distance from what is expected: below it first. Where nothing is expected it stays.
func fold(n, expected int) int {
	switch {
	case expected < 0:
		return n
	case n <= expected:
		return 2 * (expected - n)
	}
	return 2*(n-expected) - 1
}

func unfold(v, expected int) int {
	switch {
	case expected < 0:
		return v
	case v%2 == 0:
		return expected - v/2
	}
	return expected + (v+1)/2
}

//go:noinline
func appendLine(b []byte, line string) []byte {
	b = append(b, line...)
	return append(b, '\n')
}

// Numbers are digits of base 48, the lowest first: 0x50 to 0x7F, and the last 0x20 to 0x4F.
//
//go:noinline
func appendNumber(b []byte, n int) []byte {
	for ; n >= 48; n /= 48 {
		b = append(b, byte(0x50+n%48))
	}
	return append(b, byte(0x20+n))
}

// longer reads the short form.
type longer struct {
	in    []byte
	lines []item
	room  int // bytes that the lines may still take
	history
}

// lengthen reads the short form into lines of at most most bytes together, up to what is not whole or not right. It
// reports whether there was more than that.
func lengthen(short []byte, most int) (items []item, tooLong bool) {
	l := longer{in: short, room: most}
	for len(l.in) > 0 {
		it, ok := l.next()
		if !ok {
			return l.lines, false
		}
		if l.room -= len(it.text) + 1; l.room < 0 {
			return l.lines, true
		}
		l.lines = append(l.lines, it)
		if !it.part {
			l.note(it.text)
		}
	}
	return l.lines, false
}

func (l *longer) next() (item, bool) {
	c := l.in[0]
	switch {
	case c == rawByte || c == partByte:
		l.in = l.in[1:]
		text, ok := l.line()
		return item{c == partByte, text}, ok
	case c < formByte:
		text, ok := l.line()
		return item{false, text}, ok
	}
	l.in = l.in[1:]
	n, ok := 0, true
	switch f := int(c & 15); {
	case c == advanceByte:
		n, ok = l.number()
		return item{false, "advance " + strconv.Itoa(n)}, ok
	case c == resizeByte:
		i, known := l.number()
		n, ok = l.number()
		if !known || !ok || i >= len(l.nodes) {
			return item{}, false
		}
		return item{false, "resize " + l.nodes[i] + " " + strconv.Itoa(n)}, true
	case f < len(l.frameworks):
		form := forms[(c-formByte)/16]
		return l.fill(form.verb+" "+l.frameworks[f], form.rest)
	}
	return item{}, false
}

// fill writes a form with what it takes behind the text.
func (l *longer) fill(text, form string) (item, bool) {
	for i := range len(form) {
		switch c := form[i]; c {
		case 'O', 'T', 'N':
			v, ok := l.number()
			n := unfold(v, l.expected(c))
			if !ok || n < 0 {
				return item{}, false
			}
			text += strconv.Itoa(n)
		case 'W':
			w, ok := l.line()
			return item{false, text + w}, ok
		default:
			text += string(rune(c))
		}
	}
	return item{false, text}, true
}

func (l *longer) line() (string, bool) {
	for i, c := range l.in {
		if c == '\n' {
			text := string(l.in[:i])
			l.in = l.in[i+1:]
			return text, true
		}
	}
	l.in = nil
	return "", false
}

func (l *longer) number() (int, bool) {
	n, unit := 0, 1
	for i, c := range l.in {
		switch {
		case c >= 0x20 && c < 0x50 && unit < 1<<32:
			l.in = l.in[i+1:]
			return n + int(c-0x20)*unit, true
		case c >= 0x50 && c < 0x80 && unit < 1<<32:
			n += int(c-0x50) * unit
			unit *= 48
		default:
			l.in = nil
			return 0, false
		}
	}
	l.in = nil
	return 0, false
}
