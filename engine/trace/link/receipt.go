package link

import (
	"errors"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// maxReceipt is how many characters a receipt has at most. A longer trace shares each among some steps.
const maxReceipt = 200

// Receipt is what is known of the results that the maker of a link saw: six bits for each step, or for each few steps.
type Receipt struct {
	chars string
	steps int
}

// Steps returns how many steps the receipt is of.
func (r *Receipt) Steps() int { return r.steps }

// together returns how many steps share one character of a receipt of n steps.
func together(n int) int { return (n + maxReceipt - 1) / maxReceipt }

func receiptLength(n int) int {
	if n == 0 {
		return 0
	}
	g := together(n)
	return (n + g - 1) / g
}

// Mark returns what a receipt keeps of one step, before it is shortened. Bit 0 says that the command was refused; the
// others are those of FNV-1a over what follows, which must never change, since links are there with its result. A text
// is its bytes and 0xFF; a number is its decimal digits and 0xFF; a kind is one byte. First comes the command as it
// stands in a trace, as a text, so that a step of a damaged link does not pass for another one without events; then the
// refusal, or each event:
//
//	refusal       0, the reason (see reasons)
//	offer made    1, offer, node, framework, units, deadline
//	accepted      2, offer
//	launched      3, offer, task, node, units
//	declined      4, offer
//	expired       5, offer
//	invalidated   6, offer
//	finished      7, task, node, units
//	time advanced 8, the clock
//	node added    9, node, capacity
//	node resized  10, node, the capacity before and after
//	task lost     11, task, node, units
//
// No words of results are in it, so they may change.
func Mark(c engine.Command, o engine.Outcome) uint32 {
	m := marker(fnvStart)
	m.text(trace.FormatCommand(c))
	if o.Refusal != nil {
		m.kind(0)
		m.kind(reasonOf(o.Refusal.Reason))
		return uint32(m) | 1
	}
	for i := range o.Events {
		m.event(&o.Events[i])
	}
	return uint32(m) &^ 1
}

// reasons are why a command is refused; their places in the list are in links and must never change.
var reasons = [...]error{engine.ErrBadName, engine.ErrBadNode, engine.ErrBadContract, engine.ErrBadTimeout, engine.ErrBadDelta,
	engine.ErrBadCapacity, engine.ErrUnknownOffer, engine.ErrUnknownTask, engine.ErrNotOwner, engine.ErrNotPending,
	engine.ErrNotAccepted, engine.ErrNotLive, engine.ErrNotRunning, engine.ErrTaskIDInUse, engine.ErrDoesNotFit,
	engine.ErrNotInContract, engine.ErrLimit, engine.ErrUnknownVerb}

// reasonOf returns the place of a reason, from 1; one that is not listed is the last.
func reasonOf(reason error) byte {
	for i, r := range reasons {
		if errors.Is(reason, r) {
			return byte(i + 1)
		}
	}
	return 255
}

type marker uint32

func (m *marker) kind(k byte)      { *m = (*m ^ marker(k)) * 16777619 }
func (m *marker) text(text string) { *m = marker(fnv(uint32(*m), text)); m.kind(0xFF) }

func (m *marker) number(n int64) {
	var digits [20]byte
	for _, d := range strconv.AppendInt(digits[:0], n, 10) {
		m.kind(d)
	}
	m.kind(0xFF)
}

func (m *marker) event(e *engine.Event) {
	switch e.Kind {
	case engine.OfferMade:
		m.kind(1)
		m.text(e.OfferID)
		m.text(e.NodeID)
		m.text(e.FrameworkID)
		m.number(e.Units)
		m.number(e.ExpiresAt)
	case engine.OfferLaunched:
		m.kind(3)
		m.text(e.OfferID)
		m.task(e)
	case engine.TaskFinished:
		m.kind(7)
		m.task(e)
	case engine.TaskLost:
		m.kind(11)
		m.task(e)
	case engine.TimeAdvanced:
		m.kind(8)
		m.number(e.New)
	case engine.NodeAdded:
		m.kind(9)
		m.text(e.NodeID)
		m.number(e.New)
	case engine.NodeResized:
		m.kind(10)
		m.text(e.NodeID)
		m.number(e.Old)
		m.number(e.New)
	case engine.OfferAccepted:
		m.ended(2, e)
	case engine.OfferDeclined:
		m.ended(4, e)
	case engine.OfferExpired:
		m.ended(5, e)
	case engine.OfferInvalidated:
		m.ended(6, e)
	default:
		m.kind(255)
	}
}

func (m *marker) ended(kind byte, e *engine.Event) {
	m.kind(kind)
	m.text(e.OfferID)
}

func (m *marker) task(e *engine.Event) {
	m.text(e.TaskID)
	m.text(e.NodeID)
	m.number(e.Units)
}

// Marks returns the marks of the first steps that a player's trace has, some of them already known: a page that keeps
// them pays for new steps only. The error is the player's, and the marks are those before it. It leaves the
// player behind the last step that was new.
func Marks(p *trace.Player, steps []trace.Step, known []uint32) ([]uint32, error) {
	known = known[:min(len(known), len(steps))]
	for i := len(known); i < len(steps); i++ {
		o, err := p.Outcome(i)
		if err != nil {
			return known, err
		}
		known = append(known, Mark(steps[i].Command, o))
	}
	return known, nil
}

// MarksOf returns the marks of a whole text under its own contract. The error says why there are none, or not all: the
// text is no trace, or cannot be replayed to its end.
func MarksOf(text string) ([]uint32, error) {
	t, err := trace.Parse(text)
	if err != nil {
		return nil, err
	}
	return marksOf(t, t.Rules(), len(t.Steps))
}

func marksOf(t *trace.Trace, c engine.Contract, steps int) ([]uint32, error) {
	p, err := trace.NewPlayer(t, c)
	if err != nil {
		return nil, err
	}
	return Marks(p, t.Steps[:min(steps, len(t.Steps))], nil)
}

// sealed shortens marks to the characters of a receipt: bit 5 says that a step was refused, one at least; the others
// are a hash of the marks.
func sealed(marks []uint32) string {
	var b []byte
	g := together(len(marks))
	for ; len(marks) > 0; marks = marks[min(g, len(marks)):] {
		b = append(b, char(marks[:min(g, len(marks))]))
	}
	return string(b)
}

func char(marks []uint32) byte {
	m, refused := marker(fnvStart), uint32(0)
	for _, mark := range marks {
		refused |= mark & 1
		for range 4 {
			m.kind(byte(mark))
			mark >>= 8
		}
	}
	h := uint32(m)
	h ^= h >> 16
	h ^= h >> 8
	return digits[refused<<5|h>>3&31]
}

// Difference is the first place where a replay does something else than the receipt says.
type Difference struct {
	Agrees     int  // steps before it, which all agree
	From, To   int  // the step that differs is one of these, from 1; both are the same in receipts of up to 200 steps
	WasRefused bool // the step, or one of these, when the link was made
	IsRefused  bool // and now
	Command    string
}

// String says the difference in one sentence.
func (d *Difference) String() string {
	where := "step " + strconv.Itoa(d.From)
	if d.To > d.From {
		where = "a step from " + strconv.Itoa(d.From) + " to " + strconv.Itoa(d.To)
	}
	if d.Command != "" {
		where += " (" + d.Command + ")"
	}
	switch {
	case d.WasRefused && !d.IsRefused:
		where += " was refused when the link was made, and succeeds now"
	case d.IsRefused && !d.WasRefused:
		where += " succeeded when the link was made, and is refused now"
	case d.IsRefused && d.To == d.From:
		where += " was refused for another reason when the link was made"
	default:
		where += " did something else when the link was made"
	}
	return where
}

// Compare holds the marks of a replay to the receipt and returns the first difference, nil when there is none. One step
// in 32 that differs is not noticed. Steps that one of both does not have are not compared.
func (r *Receipt) Compare(marks []uint32) *Difference {
	g := together(r.steps)
	for i := range len(r.chars) {
		from, to := i*g, min((i+1)*g, r.steps)
		if to > len(marks) {
			return nil
		}
		now := char(marks[from:to])
		if now == r.chars[i] {
			continue
		}
		return &Difference{Agrees: from, From: from + 1, To: to,
			WasRefused: strings.IndexByte(digits, r.chars[i]) >= 32, IsRefused: strings.IndexByte(digits, now) >= 32}
	}
	return nil
}

// Check replays t under c and returns the first difference, nil when there is none. The error says why the replay stopped
// early; the steps before were compared.
func (r *Receipt) Check(t *trace.Trace, c engine.Contract) (*Difference, error) {
	marks, err := marksOf(t, c, r.steps)
	d := r.Compare(marks)
	if d != nil && d.From == d.To {
		d.Command = trace.FormatCommand(t.Steps[d.Agrees].Command)
	}
	return d, err
}
