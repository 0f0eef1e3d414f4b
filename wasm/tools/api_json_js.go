package main

import (
	"errors"
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/link"
)

// What goes to the script is JSON, written by hand: the package for it would double the program.

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func offerID(seq int64) string { return "o" + decimal(seq) }

// comma separates a value from the one before it.
func comma() {
	if n := len(out); n > 0 && out[n-1] != '[' && out[n-1] != '{' && out[n-1] != ':' {
		out = append(out, ',')
	}
}

func open(c byte) { comma(); out = append(out, c) }
func shut(c byte) { out = append(out, c) }

// key writes the name of a member; a value follows.
func key(name string) {
	comma()
	out = append(append(append(out, '"'), name...), '"', ':')
}

// number writes an integer. The script reads one beyond exact as the nearest number that it has.
func number(n int64) { comma(); out = strconv.AppendInt(out, n, 10) }

func boolean(b bool) { comma(); out = strconv.AppendBool(out, b) }

// text writes a string. Bytes that are not UTF-8 stay: the script's decoder replaces them.
func text(s string) {
	const hex = "0123456789abcdef"
	comma()
	out = append(out, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < 0x20:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
	}
	out = append(out, '"')
}

func texts(list []string) {
	open('[')
	for _, s := range list {
		text(s)
	}
	shut(']')
}

// field writes a member that is a string, unless it is empty.
func field(name, value string) {
	if value != "" {
		key(name)
		text(value)
	}
}

func figure(name string, n int64) { key(name); number(n) }

// ticks writes a moment, or null for one that the clock of the API never reaches.
func ticks(n int64, endless bool) {
	if endless || n > exact {
		comma()
		out = append(out, "null"...)
		return
	}
	number(n)
}

// creation writes the number of an offer, which is its id without the letter.
func creation(o *engine.Offer) { comma(); out = append(out, o.ID[1:]...) }

// writeMade writes the offers of one make: what they share, and then node and units of each. Their numbers are in a row.
func writeMade(made []engine.Offer) {
	open('[')
	creation(&made[0])
	number(made[0].CreatedAt)
	ticks(made[0].ExpiresAt, made[0].Endless)
	for i := range made {
		text(made[i].NodeID)
		number(made[i].Resources)
	}
	shut(']')
}

// writeOffers writes each offer as a list, in the order that the constructor of the script's Offer takes.
func writeOffers(offers []engine.Offer) {
	open('[')
	for i := range offers {
		o := &offers[i]
		open('[')
		creation(o)
		text(o.FrameworkID)
		text(o.NodeID)
		number(o.Resources)
		number(o.CreatedAt)
		ticks(o.ExpiresAt, o.Endless)
		number(int64(o.State))
		shut(']')
	}
	shut(']')
}

// codes are the names of the reasons for a refusal, as in the JSON of a trace.
var codes = map[error]string{
	engine.ErrBadName: "bad-name", engine.ErrBadNode: "bad-node", engine.ErrBadContract: "bad-contract",
	engine.ErrBadTimeout: "bad-timeout", engine.ErrBadDelta: "bad-delta", engine.ErrBadCapacity: "bad-capacity",
	engine.ErrUnknownOffer: "unknown-offer", engine.ErrUnknownTask: "unknown-task", engine.ErrNotOwner: "not-owner",
	engine.ErrNotPending: "not-pending", engine.ErrNotAccepted: "not-accepted", engine.ErrNotLive: "not-live",
	engine.ErrNotRunning: "not-running", engine.ErrTaskIDInUse: "task-id-in-use", engine.ErrDoesNotFit: "does-not-fit",
	engine.ErrNotInContract: "not-in-contract", engine.ErrLimit: "limit", engine.ErrUnknownVerb: "unknown-verb",
}

// linkKinds are the names of what can be wrong with a link.
var linkKinds = [...]string{link.Empty: "empty", link.Foreign: "foreign", link.Newer: "newer", link.Cut: "cut", link.Damaged: "damaged",
	link.TooLong: "too-long", link.Changed: "changed"}

// writeError writes an error with its class, which is that of the script's error, and what it knows.
func writeError(err error) {
	var no *engine.Refusal
	var wrong trace.Errors
	var place *trace.Error
	var bad *link.Error
	open('{')
	defer shut('}')
	switch {
	case errors.As(err, &no):
		field("class", "refusal")
		writeRefusal(no)
		return
	case errors.As(err, &wrong):
		field("class", "trace")
		writePlaces(wrong)
	case errors.As(err, &place):
		field("class", "trace")
		writePlaces(trace.Errors{place})
	case errors.As(err, &bad):
		field("class", "link")
		field("kind", linkKinds[bad.Kind])
	default:
		field("class", "argument")
	}
	field("message", err.Error())
}

func writePlaces(all trace.Errors) {
	key("errors")
	open('[')
	for _, e := range all {
		open('{')
		figure("line", int64(e.Line))
		figure("column", int64(e.Column))
		field("found", e.Found)
		field("expected", e.Expected)
		field("hint", e.Hint)
		field("message", e.Error())
		shut('}')
	}
	shut(']')
}

// writeRefusal writes what a refusal knows; what it does not know is left out.
func writeRefusal(r *engine.Refusal) {
	field("code", codes[r.Reason])
	field("message", r.Error())
	if r.Rule > 0 {
		figure("rule", int64(r.Rule))
	}
	if r.Command.Verb == 0 { // there is no call yet: the nodes of a new scheduler
		return
	}
	field("verb", r.Command.Verb.String())
	field("framework", r.Command.Framework)
	field("offer", r.Command.Offer)
	field("task", r.Command.Task)
	node, owner := r.Command.Node, ""
	if r.Offer.ID != "" {
		node, owner = r.Offer.NodeID, r.Offer.FrameworkID
		field("state", r.Offer.State.String())
	}
	if r.Task.ID != "" { // it is in the way
		node, owner = r.Task.NodeID, r.Task.FrameworkID
	}
	field("node", node)
	field("owner", owner)
	figure("now", r.Now)
	if r.Reason == engine.ErrDoesNotFit {
		figure("left", max(0, r.Left))
	}
}
