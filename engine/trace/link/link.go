// Package link writes a whole session as the fragment of an address, and reads it again.
//
//	fo1.t.binding;node+n1+5;make+A;accept+A+o1~with+optimistic~check+RQ0aB7
//	fo1.z.TYxLCsIwEIbP8o9ZKU1SFWQu0p2kIYvQ9BEyqd5eiiDuPj6-...Aqg.RQ9aB7x
//
// fo1 is the version of the format, and the letter after it says how the rest is written: t is readable and can be
// edited by hand, z is packed. [Encode] takes what is shorter once the readable form is long. A link of either form is
// read for ever: testdata/golden.txt holds links of every release.
//
// # Readable
//
// The lines of the trace are joined by semicolons; a space is a +, and all bytes but A-Z a-z 0-9 - _ . : = , / are %XX. The first
// line is without "firmoffer/1 ". Parts follow, each after a ~:
//
//	at 3                   the step on screen; left out at the last one
//	mode compare           the mode
//	with optimistic        a contract beside the trace's own
//	set lang de            an option
//	branch 3 0 a name;...  a branch: steps shared, branch that it left (0: the trace itself), name; then its lines
//	open                   the text before it does not end with a line end
//	check RQ0aB7           the last: the receipt, and four characters that tell whether the link was changed
//	end                    instead of check: the link is whole, and was written by hand
//
// # Packed
//
// The same lines and parts, one after the other, in short form (see compact.go), deflated, in base64url; then a dot,
// the receipt and the four characters. Its characters are never escaped by anybody, and it ends with a letter or a
// digit, so nothing cuts it at its end.
package link

import (
	"strconv"
	"strings"

	"firmoffer/engine/trace"
)

// Bounds on what is read.
const (
	MaxFragment = 1 << 20 // characters of a link
	MaxText     = 2 << 20 // bytes of all texts of a session together
	MaxBranches = 100
	MaxReadable = 300 // characters of a readable link that is longer than the packed one
)

const (
	version  = "1"
	prefix   = "fo"
	readable = prefix + version + ".t."
	packed   = prefix + version + ".z."
)

// Session is what a link holds.
type Session struct {
	Trace     string   // the trace text without results; one that does not parse is kept as well
	Contracts []string // names of the contracts beside the trace's own, in order
	At        int      // the step on screen, from 0 to the number of steps
	Mode      string   // a word such as compare, or ""
	Options   []Option // what is set besides, in order; those that a release does not know stay in its links
	Branches  []Branch // futures that were left
}

// Option is one thing that is set besides.
type Option struct{ Key, Value string }

// Branch is a future that was left. See [Join] and [Steps] for the way from and to a trace.
type Branch struct {
	Name  string
	Of    int    // the branch that it left, from 1, which is one before it; 0 for the trace itself
	From  int    // how many steps it shares with that
	Steps string // its own steps as lines of a trace, with what stands between them
}

// Encode returns the link, without the #. It is the same for equal sessions. The receipt takes one replay of the trace.
// A session beyond the bounds, or with an At, a From or an Of that it does not have, gives a link that reads as far as
// the bounds allow.
func Encode(s Session) string {
	marks, _ := MarksOf(s.Trace)
	return EncodeWith(s, marks)
}

// EncodeWith is [Encode] without the replay: marks holds the [Mark] of every step of the trace. With another number of
// them the link has no receipt.
func EncodeWith(s Session, marks []uint32) string {
	if len(marks) != countSteps(s.Trace) {
		marks = nil
	}
	items, receipt := s.items(), sealed(marks)
	plain := readable + escape(items) + "~check+" + receipt
	plain += checksum(plain)
	if len(plain) <= MaxReadable {
		return plain
	}
	short := packed + toBase64(deflate(shorten(items))) + "." + receipt
	short += checksum(short)
	if len(short) < len(plain) {
		return short
	}
	return plain
}

// Decode reads a link, with or without its #. The receipt is nil when the link has none. The error, if any, is an
// *[Error], and the session then holds what could be read: whole lines, and no steps that the receipt contradicts. It
// takes time in proportion to the link and what is unpacked, both of which are bounded.
func Decode(fragment string) (Session, *Receipt, error) {
	whole := strings.TrimPrefix(fragment, "#")
	r := reader{link: strings.TrimRightFunc(whole, notAtEnd), given: len(whole)}
	if r.link == "" {
		r.link = whole
	}
	switch {
	case len(whole) > MaxFragment:
		return Session{}, nil, &Error{Kind: TooLong, Found: number(len(whole), "character"), Expected: "at most " + strconv.Itoa(MaxFragment)}
	case strings.Trim(whole, " ") == "":
		return Session{}, nil, &Error{Kind: Empty}
	case strings.HasPrefix(r.link, readable):
		r.readable()
	case strings.HasPrefix(r.link, packed):
		r.packed()
	default:
		return Session{}, nil, strange(whole)
	}
	return r.result()
}

// notAtEnd reports whether no link ends with c: it belongs to the sentence around the link, or tells that it is cut.
func notAtEnd(c rune) bool { return c >= 0x80 || !isAlnum(byte(c)) }

// strange says what the link is that cannot be read at all.
func strange(link string) *Error {
	e := &Error{Kind: Foreign, Found: quoted(link), Read: len(link)}
	rest, ok := strings.CutPrefix(link, prefix)
	if !ok {
		return e
	}
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	v := rest[:digits]
	switch {
	case digits == 0 || digits > 6 || v[0] == '0' || digits < len(rest) && rest[digits] != '.':
	case v != version || len(rest) >= digits+3:
		e.Kind = Newer
		e.Found = quoted(link[:min(len(link), len(prefix)+digits+2)])
	default:
		e.Kind = Cut
	}
	return e
}

// reader is a link on its way into a session.
type reader struct {
	link    string
	given   int // characters before what belongs to the sentence around was left out
	session Session
	receipt string
	whole   bool // the end was there
	right   bool // and the check is right
	at      bool // the step on screen was named
	doubt   bool // something in the packed text is not what was written
	err     *Error
}

// fail keeps the first error.
func (r *reader) fail(e *Error) {
	if r.err == nil {
		r.err = e
	}
}

func (r *reader) readable() {
	link := r.link
	for range 3 { // what stands between the parts may have been escaped on the way, even more than once
		if strings.Contains(link, "~check+") || strings.HasSuffix(link, "~end") || !strings.Contains(link, "%7E") && !strings.Contains(link, "%25") {
			break
		}
		link = unescape(link, false)
	}
	body := link[len(readable):]
	if end := strings.LastIndexByte(body, '~'); end >= 0 {
		switch last := body[end+1:]; {
		case last == "end":
			body, r.whole, r.right = body[:end], true, true
		case strings.HasPrefix(last, "check+"):
			body, r.receipt, r.whole = body[:end], last[len("check+"):], true
			r.check(link)
		}
	}
	items := unescapeItems(body)
	if last := len(items) - 1; !r.whole && last > 0 { // it may be half a line, unless it happens to be a step
		if _, err := trace.ParseCommand(items[last].text); err != nil || items[last].part {
			items = items[:last]
		}
	}
	r.read(items)
	if r.whole && !r.right {
		r.receipt = ""
		r.fail(&Error{Kind: Changed})
	}
}

// check takes the four characters off the receipt and compares them.
func (r *reader) check(link string) {
	n := len(r.receipt) - checkLength
	if n < 0 {
		r.receipt, r.whole = "", false
		return
	}
	r.right = checksum(link[:len(link)-checkLength]) == r.receipt[n:]
	r.receipt = r.receipt[:n]
}

func (r *reader) packed() {
	body := r.link[len(packed):]
	if dot := strings.LastIndexByte(body, '.'); dot >= 0 {
		body, r.receipt, r.whole = body[:dot], body[dot+1:], true
		r.check(r.link)
	}
	data, bad := fromBase64(body)
	text, err := inflate(data, MaxText)
	items, long := lengthen(text, MaxText)
	r.read(items)
	if err == nil && bad < 0 && !r.right && len(r.receipt) < receiptLength(countSteps(r.session.Trace)) {
		r.whole = false // cut within the receipt
	}
	switch {
	case r.right && err == nil && bad < 0 && !long:
	case long || err == errTooMuch:
		r.err = &Error{Kind: TooLong, Found: "a text of more than " + number(MaxText, "byte"), Expected: "at most " + strconv.Itoa(MaxText)}
	case bad >= 0:
		r.err = &Error{Kind: Damaged, At: len(packed) + bad + 1, Found: quoted(body[bad:]), Expected: "letters, digits, - and _"}
	case !r.whole:
		r.err = nil // told by the missing end
	default:
		r.err = &Error{Kind: Damaged}
	}
	r.doubt = !r.right
}

// result settles what the session is in the end.
func (r *reader) result() (Session, *Receipt, error) {
	s := &r.session
	if !r.whole {
		r.fail(&Error{Kind: Cut})
	}
	steps := countSteps(s.Trace)
	if steps > trace.MaxSteps {
		s.Trace, r.receipt = firstSteps(s.Trace, trace.MaxSteps), ""
		r.fail(&Error{Kind: TooLong, Found: number(steps, "step"), Expected: "at most " + strconv.Itoa(trace.MaxSteps)})
	}
	var receipt *Receipt
	if r.whole && r.receipt != "" && len(r.receipt) == receiptLength(steps) {
		receipt = &Receipt{r.receipt, steps}
	}
	if r.doubt && r.err.Kind == Damaged {
		receipt = nil
		if text := undoubted(s.Trace, r.receipt); text != s.Trace {
			*s = Session{Trace: text} // what came later is in doubt as well
		}
	}
	if len(s.Branches) > MaxBranches {
		r.fail(&Error{Kind: TooLong, Found: strconv.Itoa(len(s.Branches)) + " branches", Expected: "at most " + strconv.Itoa(MaxBranches)})
		s.Branches = s.Branches[:MaxBranches]
	}
	r.settle()
	if r.err == nil {
		return *s, receipt, nil
	}
	r.err.Read, r.err.Steps = r.given, countSteps(s.Trace)
	return *s, receipt, r.err
}

// undoubted returns the start of a damaged text that reads as a trace and does what the receipt says. How many steps the
// receipt is of is not certain then: about as many as there are.
func undoubted(text, receipt string) string {
	t, err := trace.Parse(text)
	if all, ok := err.(trace.Errors); ok && all[0].Line > 1 {
		text = firstLines(text, all[0].Line-1)
		t, err = trace.Parse(text)
	}
	if err != nil || receipt == "" {
		return text
	}
	r := Receipt{receipt, len(receipt) * together(max(len(t.Steps), 1))}
	marks, _ := marksOf(t, t.Rules(), r.steps)
	if d := r.Compare(marks); d != nil {
		return firstSteps(text, d.Agrees)
	}
	return text
}
