package export

import (
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// FromJSON reads what [JSON] writes, and less: the format, its version, and the commands of the steps have to be there.
// Commands, nodes, contract and comments are taken as they stand, results as recorded ones, which [trace.Check] compares;
// all other fields are read over. An error is a [*trace.Error] with line and column. A text has at most [MaxText] bytes;
// where the trace text would be longer than [trace.MaxBytes], the recorded results are left out. Costs time and memory in
// proportion to the text.
func FromJSON(text string) (*trace.Trace, error) {
	d := document{t: trace.New(engine.Binding().Name, nil), nodes: map[string]bool{}}
	if d.text = strings.TrimPrefix(text, "\ufeff"); len(text) > MaxText {
		return nil, &trace.Error{Found: "a text of " + strconv.Itoa(len(text)) + " bytes", Expected: "at most " + strconv.Itoa(MaxText)}
	}
	d.read()
	if d.err != nil {
		return nil, d.err
	}
	settle(d.t)
	if len(d.t.String()) > trace.MaxBytes {
		for i := range d.t.Steps {
			d.t.Steps[i].SetResults(nil)
		}
		settle(d.t)
	}
	if n := len(d.t.String()); n > trace.MaxBytes {
		return nil, &trace.Error{Found: "a trace of " + strconv.Itoa(n) + " bytes", Expected: "at most " + strconv.Itoa(trace.MaxBytes)}
	}
	return d.t, nil
}

// settle moves lines that stand after a step without results to what follows, which is where a trace text has them.
func settle(t *trace.Trace) {
	for i := range t.Steps {
		s := &t.Steps[i]
		if len(s.After) == 0 || s.Results() != nil {
			continue
		}
		next := &t.Tail
		if i+1 < len(t.Steps) {
			next = &t.Steps[i+1].Before
		}
		*next = append(s.After[:len(s.After):len(s.After)], *next...)
		s.After = nil
	}
}

// document is a JSON text on its way to a trace.
type document struct {
	reader
	t     *trace.Trace
	nodes map[string]bool
}

var (
	documentKeys = []string{"format", "version", "contract", "nodes", "steps", "tail"}
	nodeKeys     = []string{"id", "capacity", "before"}
	stepKeys     = []string{"command", "narration", "before", "kept", "results"}
	commandKeys  = []string{"verb", "framework", "offer", "task", "node", "timeout", "ticks", "capacity"}
)

func (d *document) read() {
	begin, seen := d.object("a trace", documentKeys, d.field)
	d.need(begin, seen, documentKeys, "format", "version", "steps")
	if d.space(); d.err == nil && d.at < len(d.text) {
		d.unexpected(d.at, "the end of the text", "")
	}
}

// need fails unless the object that began there has the fields.
func (d *document) need(begin int, seen uint, keys []string, needed ...string) {
	for k, key := range keys {
		for _, n := range needed {
			if n == key && seen&(1<<k) == 0 && d.err == nil {
				d.fail(begin, "an object without "+strconv.Quote(key), "one that has it", "")
			}
		}
	}
}

func (d *document) field(k int) {
	d.space()
	at := d.at
	switch documentKeys[k] {
	case "format":
		if s := d.string("the format"); s != formatName && d.err == nil {
			d.unexpected(at, strconv.Quote(formatName), "this is not a trace of ours")
		}
	case "version":
		if n := d.integer("the version"); n != formatVersion && d.err == nil {
			d.unexpected(at, strconv.Itoa(formatVersion), "only version 1 can be read here")
		}
	case "contract":
		name := d.string("a contract's name")
		c, ok := engine.ContractByName(name)
		if !ok && d.err == nil {
			d.unexpected(at, "a contract ("+contractNames()+")", "")
		}
		d.t.Contract = c.Name
	case "nodes":
		d.array("the nodes", d.node)
	case "steps":
		d.array("the steps", d.step)
	case "tail":
		d.t.Tail = d.lines(comments)
	}
}

func contractNames() string {
	var names []string
	for _, c := range engine.Contracts() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

func (d *document) node() {
	var n trace.NodeLine
	begin, seen := d.object("a node", nodeKeys, func(k int) {
		d.space()
		at := d.at
		switch nodeKeys[k] {
		case "id":
			if n.ID = d.name("a node's id"); d.nodes[n.ID] {
				d.unexpected(at, "another name: this node is there already", "")
			}
		case "capacity":
			n.Capacity = d.integer("a capacity in units")
			if (n.Capacity < 0 || n.Capacity > engine.MaxCapacity) && d.err == nil {
				d.unexpected(at, "a capacity in units from 0 to "+strconv.Itoa(engine.MaxCapacity), "")
			}
		case "before":
			n.Before = d.lines(comments)
		}
	})
	d.need(begin, seen, nodeKeys, "id", "capacity")
	if len(d.t.Nodes) == trace.MaxNodes {
		d.fail(begin, "more nodes", "at most "+strconv.Itoa(trace.MaxNodes), "")
	}
	d.nodes[n.ID] = true
	d.t.Nodes = append(d.t.Nodes, n)
}

func (d *document) step() {
	var s trace.Step
	var narration string
	var results []string
	begin, seen := d.object("a step", stepKeys, func(k int) {
		switch stepKeys[k] {
		case "command":
			s.Command = d.command()
		case "narration":
			narration = d.string("a narration")
		case "before":
			s.Before = d.lines(comments)
		case "kept":
			s.After = d.lines(comments)
		case "results":
			results = d.lines(anything)
		}
	})
	d.need(begin, seen, stepKeys, "command")
	if len(d.t.Steps) == trace.MaxSteps {
		d.fail(begin, "more steps", "at most "+strconv.Itoa(trace.MaxSteps), "")
	}
	if s.Before == nil && narration != "" {
		s.SetNarration(strings.ReplaceAll(narration, "\r", " "))
	}
	s.SetResults(results)
	d.t.Steps = append(d.t.Steps, s)
}

func (d *document) command() engine.Command {
	var c engine.Command
	verb := ""
	var names [8]string // by their place among the keys
	var numbers [8]int64
	begin, seen := d.object("a command", commandKeys, func(k int) {
		d.space()
		at := d.at
		switch {
		case k == 0:
			verb = d.string("a verb")
			for _, v := range trace.Verbs() {
				if v.Verb.String() == verb {
					c.Verb = v.Verb
				}
			}
			if c.Verb == 0 && d.err == nil {
				d.unexpected(at, "a verb (make, accept, launch, decline, finish, advance, resize)", "")
			}
		case k < 5:
			names[k] = d.name("a name")
		default:
			numbers[k] = d.integer(commandKeys[k])
		}
	})
	d.need(begin, seen, commandKeys, "verb")
	for _, a := range argsOf(c.Verb) {
		key := a.Kind.String()
		if a.Kind == trace.KindNumber {
			key = amounts[c.Verb]
		}
		if a.Key == "" {
			d.need(begin, seen, commandKeys, key)
		}
		for k := range commandKeys {
			switch {
			case commandKeys[k] != key:
			case a.Kind != trace.KindNumber:
				*nameIn(&c, a.Kind) = names[k]
			case seen&(1<<k) == 0:
				c.Amount = a.Default
			default:
				c.Amount = numbers[k]
			}
		}
	}
	return c
}

// name reads a name of rule 10.
func (d *document) name(what string) string {
	d.space()
	at := d.at
	s := d.string(what)
	if d.err == nil && !engine.ValidName(s) {
		d.unexpected(at, what+" of 1 to "+strconv.Itoa(engine.MaxNameBytes)+" bytes without control characters", "")
	}
	return s
}

// What lines of a trace may be.
const (
	comments = "a blank line or one that begins with #"
	anything = "a result"
)

// lines reads an array of strings, each of which can stand as a line of its sort in a trace text.
func (d *document) lines(sort string) []string {
	var list []string
	longest := trace.MaxLine
	if sort == anything {
		longest-- // the TAB before it
	}
	d.array("lines of the trace", func() {
		d.space()
		at := d.at
		s := d.string(sort)
		left := strings.TrimLeft(s, " \t")
		fits := sort == anything || (left == "" || left[0] == '#') && !strings.HasPrefix(s, "\t")
		if d.err == nil && (!fits || strings.Contains(s, "\n") || strings.HasSuffix(s, "\r") || len(s) > longest) {
			d.unexpected(at, sort+" on one line of at most "+strconv.Itoa(longest)+" bytes", "")
		}
		list = append(list, s)
	})
	return list
}
