package app

import (
	"math"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// The fields, by the ids that they have on the page. A node's and an offer's field carry its id behind the colon.
const (
	FieldFramework   = "framework"
	FieldTimeout     = "timeout"
	FieldTicks       = "ticks"
	FieldNewNode     = "new-node"
	FieldNewCapacity = "new-node-capacity"
	FieldCommand     = "command"
	FieldBranch      = "branch-name"
	FieldAddress     = "address"
	FieldSave        = "save-name"
	FieldRename      = "new-saved-name"
	fieldCapacity    = "capacity:"
	fieldTask        = "task:"
)

// FieldCapacity is the field for the capacity of a node.
func FieldCapacity(node string) string { return fieldCapacity + node }

// FieldTask is the field for the task id of an offer.
func FieldTask(offer string) string { return fieldTask + offer }

// fields holds what the user typed and what is wrong with it, until it was used or typed anew.
type fields struct {
	text      map[string]string
	wrong     map[string]string
	complaint string // the first sentence of the action under way, for the live text
}

func newFields() fields {
	return fields{wrong: map[string]string{}, text: map[string]string{
		FieldFramework: "A", FieldTimeout: strconv.Itoa(engine.DefaultTimeout), FieldTicks: "1", FieldNewCapacity: "4",
		FieldFrom:      "1",
		FieldHuntNodes: "n1=2", FieldHuntFrameworks: "A B", FieldHuntTimeouts: "2 1", FieldHuntAdvances: "1",
		FieldHuntResizes: "3 2 1 0", FieldHuntDepth: "0", FieldHuntPromise: anyPromise,
	}}
}

// maxTyped bounds in bytes what a field keeps, so that it fits into one instruction of a render however it is escaped.
const maxTyped = 2500

func (f *fields) put(field, text string) {
	delete(f.wrong, field)
	if len(text) > maxTyped {
		f.wrong[field] = say.It("Found %d bytes, expected at most %d: the rest was not kept.", say.D(int64(len(text))), say.D(int64(maxTyped)))
		text = strings.ToValidUTF8(text[:maxTyped], "")
	}
	f.text[field] = text
}

func (f *fields) clear(field string) {
	delete(f.text, field)
	delete(f.wrong, field)
}

func (f *fields) refuse(field, sentence string) bool {
	f.wrong[field] = sentence
	if f.complaint == "" {
		f.complaint = sentence
	}
	return false
}

// number reads a whole number from low to high out of a field. Where it cannot, the field says what was found.
func (f *fields) number(field, name, unit string, low, high int64) (int64, bool) {
	text := strings.TrimSpace(f.text[field])
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low || n > high || !plainNumber(text) {
		found := say.It("nothing")
		if text != "" {
			found = tell.Shorten(strconv.Quote(f.text[field]), 48)
		}
		return 0, f.refuse(field, say.It("%s: found %s, expected a whole number of %s, %d to %d", name, found, say.It(unit), say.D(low), say.D(high)))
	}
	return n, true
}

// plainNumber keeps out what ParseInt lets through and a trace does not: a plus sign and leading zeros.
func plainNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits == "0" && text != "-0" || digits != "" && digits[0] >= '1' && digits[0] <= '9'
}

// name reads a name out of a field.
func (f *fields) name(field, what string) (string, bool) {
	text := f.text[field]
	switch {
	case text == "":
		return "", f.refuse(field, say.It("%s: found nothing, expected a name of 1 to 256 bytes", what))
	case f.broken(field, what):
		return "", false
	case len(text) > engine.MaxNameBytes:
		return "", f.refuse(field, say.It("%s: found %d bytes, expected at most %d", what, say.D(int64(len(text))), say.D(int64(engine.MaxNameBytes))))
	case !engine.ValidName(text):
		return "", f.refuse(field, say.It("%s: found a control character, expected printable text", what))
	}
	return text, true
}

// maxTitle bounds in bytes what people call branches and saved sessions.
const maxTitle = 80

func validTitle(name string) bool { return len(name) <= maxTitle && engine.ValidName(name) }

// title reads what the user calls a branch or a saved session out of a field.
func (f *fields) title(field string) (string, bool) {
	name := strings.TrimSpace(f.text[field])
	if f.broken(field, say.It("Name")) {
		return "", false
	}
	if !validTitle(name) {
		return "", f.refuse(field, say.It("Name: found %d bytes, expected 1 to %d bytes of printable text", say.D(int64(len(name))), say.D(int64(maxTitle))))
	}
	return name, true
}

// missing says that an action is about something that is not there, which no button of the page can ask for.
func (m *Model) missing(msg Msg) string {
	what, id, known := "", "", true
	switch msg := msg.(type) {
	case Accept:
		what, id, known = say.Key("There is no offer %s at this step."), msg.Offer, m.ownerOf(msg.Offer) != ""
	case Launch:
		what, id, known = say.Key("There is no offer %s at this step."), msg.Offer, m.ownerOf(msg.Offer) != ""
	case Decline:
		what, id, known = say.Key("There is no offer %s at this step."), msg.Offer, m.ownerOf(msg.Offer) != ""
	case Finish:
		what, id, known = say.Key("There is no task %s at this step."), msg.Task, m.frameworkOf(msg.Task) != ""
	case Resize:
		what, id, known = say.Key("There is no node %s at this step."), msg.Node, m.hasNode(msg.Node)
	}
	if known {
		return ""
	}
	return say.It(what, tell.Name(id))
}

// command reads the actions' fields as a command. ok is false when a field says what is wrong.
func (m *Model) command(msg Msg) (cmd engine.Command, ok bool) {
	f := &m.fields
	switch msg := msg.(type) {
	case MakeOffers:
		name, named := f.name(FieldFramework, say.It("Framework"))
		timeout, timed := f.number(FieldTimeout, say.It("Timeout"), "ticks", 1, math.MaxInt64)
		return engine.Command{Verb: engine.VerbMake, Framework: name, Amount: timeout}, named && timed
	case AdvanceTime:
		most := math.MaxInt64 - max(0, m.sched.Now())
		ticks, ok := f.number(FieldTicks, say.It("Ticks"), "ticks", 0, most)
		return engine.Command{Verb: engine.VerbAdvance, Amount: ticks}, ok
	case AddNode:
		return m.addNode()
	case Resize:
		field := FieldCapacity(msg.Node)
		if _, typed := f.text[field]; !typed {
			return cmd, f.refuse(field, say.It("Capacity of %s: it has this capacity already, type another one", msg.Node))
		}
		units, ok := f.number(field, say.It("Capacity of %s", msg.Node), "units", 0, engine.MaxCapacity)
		return engine.Command{Verb: engine.VerbResize, Node: msg.Node, Amount: units}, ok
	case Launch:
		cmd = engine.Command{Verb: engine.VerbLaunch, Framework: m.ownerOf(msg.Offer), Offer: msg.Offer}
		if f.text[FieldTask(msg.Offer)] == "" {
			return cmd, true
		}
		cmd.Task, ok = f.name(FieldTask(msg.Offer), say.It("Task id"))
		return cmd, ok
	case RunCommand:
		return m.typedCommand()
	}
	return m.plainCommand(msg), true
}

// plainCommand is that of a button that needs no field.
func (m *Model) plainCommand(msg Msg) engine.Command {
	switch msg := msg.(type) {
	case Accept:
		return engine.Command{Verb: engine.VerbAccept, Framework: m.ownerOf(msg.Offer), Offer: msg.Offer}
	case Decline:
		return engine.Command{Verb: engine.VerbDecline, Framework: m.ownerOf(msg.Offer), Offer: msg.Offer}
	case Finish:
		return engine.Command{Verb: engine.VerbFinish, Framework: m.frameworkOf(msg.Task), Task: msg.Task}
	}
	return engine.Command{}
}

func (m *Model) addNode() (engine.Command, bool) {
	f := &m.fields
	if _, typed := f.text[FieldNewNode]; !typed {
		f.text[FieldNewNode] = m.freeNodeName()
	}
	name, named := f.name(FieldNewNode, say.It("New node"))
	if named && m.hasNode(name) {
		named = f.refuse(FieldNewNode, say.It("New node: found %s, which is there already; expected another name, or resize it in its own row",
			tell.Shorten(engine.Quote(name), 48)))
	}
	units, counted := f.number(FieldNewCapacity, say.It("New node capacity"), "units", 0, engine.MaxCapacity)
	return engine.Command{Verb: engine.VerbResize, Node: name, Amount: units}, named && counted
}

func (m *Model) typedCommand() (engine.Command, bool) {
	text := strings.TrimSpace(m.fields.text[FieldCommand])
	if m.fields.broken(FieldCommand, say.It("Command")) {
		return engine.Command{}, false
	}
	cmd, err := trace.ParseCommand(text)
	if err != nil {
		return cmd, m.fields.refuse(FieldCommand, say.It("Command: %s", say.Sentence(err.Error())))
	}
	return cmd, true
}

// nudge moves a spinbutton's number, as an arrow key does.
func (m *Model) nudge(msg Nudge) {
	text, typed := m.fields.text[msg.Field]
	if node, ok := strings.CutPrefix(msg.Field, fieldCapacity); ok && !typed {
		text = strconv.FormatInt(m.capacityOf(node), 10)
	} else if msg.Field == FieldTo {
		text = m.typedOr(FieldTo, m.lastPrinted())
	}
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return
	}
	low := int64(0)
	if msg.Field == FieldTimeout || msg.Field == FieldFrom || msg.Field == FieldTo {
		low = 1
	}
	by := max(-engine.MaxCapacity, min(msg.By, engine.MaxCapacity))
	if by > 0 && n > engine.MaxCapacity-by {
		return
	}
	m.fields.put(msg.Field, strconv.FormatInt(max(low, max(n, -engine.MaxCapacity)+by), 10))
}
