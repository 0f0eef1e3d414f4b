package trace

import (
	"math"
	"strings"

	"firmoffer/engine"
)

// Kind says what an argument names or counts.
type Kind uint8

// The kinds of arguments.
const (
	KindFramework Kind = iota
	KindOffer
	KindTask
	KindNode
	KindNumber
)

var kindNames = [...]string{"framework", "offer", "task", "node", "number"}

// String returns the kind's name.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "?"
	}
	return kindNames[k]
}

// Arg is one argument of a verb. An argument with a key is an option, written key=value after the others.
type Arg struct {
	Kind     Kind
	Name     string // the letter that stands for it in the usage line
	Key      string // the option's key, "" for an argument that must be there
	What     string // what it is, as errors and labels say it
	Min, Max int64  // numbers: what the engine takes; a step with another int64 can be read, and is refused when it runs
	Default  int64  // numbers with a key: the value when the option is left out
}

// Verb is one row of the verb table: what a command is called, what it takes, and what people should know about it.
// The row feeds the parser, the printer, the command box, the help and the README.
type Verb struct {
	Verb    engine.Verb
	Args    []Arg
	Help    string // one sentence
	Example string // one step, in canonical form
}

// Usage returns the usage line, such as "make F [timeout=T]".
func (v Verb) Usage() string {
	var b strings.Builder
	b.WriteString(v.Verb.String())
	for _, a := range v.Args {
		if a.Key == "" {
			b.WriteString(" " + a.Name)
		} else {
			b.WriteString(" [" + a.Key + "=" + a.Name + "]")
		}
	}
	return b.String()
}

var (
	framework = Arg{Kind: KindFramework, Name: "F", What: "a framework"}
	offer     = Arg{Kind: KindOffer, Name: "O", What: "an offer"}
	task      = Arg{Kind: KindTask, Name: "ID", What: "a task id"}
	node      = Arg{Kind: KindNode, Name: "N", What: "a node"}
	capacity  = Arg{Kind: KindNumber, Name: "C", What: "a capacity in units", Min: 0, Max: engine.MaxCapacity}
	ticks     = Arg{Kind: KindNumber, Name: "D", What: "a number of ticks", Min: 0, Max: math.MaxInt64}

	timeoutOption = Arg{Kind: KindNumber, Name: "T", Key: "timeout", What: "a timeout in ticks",
		Min: 1, Max: math.MaxInt64, Default: engine.DefaultTimeout}
	asOption = Arg{Kind: KindTask, Name: "ID", Key: "as", What: "a task id"}
)

// verbs is the verb table, in the order in which people meet the verbs.
var verbs = [...]Verb{
	{engine.VerbMake, []Arg{framework, timeoutOption},
		"Offer all free units of every node to framework F, for T ticks (10 when left out).", "make A timeout=4"},
	{engine.VerbAccept, []Arg{framework, offer},
		"F takes its pending offer O; the units stay held until it launches, declines or the offer runs out.", "accept A o1"},
	{engine.VerbLaunch, []Arg{framework, offer, asOption},
		"F runs a task on all units of its accepted offer O, named ID or else t1, t2, ...", "launch A o1 as=web"},
	{engine.VerbDecline, []Arg{framework, offer},
		"F gives its offer O back, pending or accepted.", "decline A o1"},
	{engine.VerbFinish, []Arg{framework, task},
		"F's running task ID ends and its units are free again.", "finish A web"},
	{engine.VerbAdvance, []Arg{ticks},
		"Move the clock by D ticks; live offers whose deadline is reached expire.", "advance 4"},
	{engine.VerbResize, []Arg{node, capacity},
		"Node N now has C units; a node that is not known yet is added.", "resize n1 5"},
}

// nodeLine is what follows the word node.
var nodeLine = [...]Arg{node, capacity}

// Verbs returns the verb table in the order in which people meet the verbs. The slice is the caller's, its Args are not.
func Verbs() []Verb { return append([]Verb(nil), verbs[:]...) }

// verbNames holds the words of the table, so that the parser builds no strings.
var verbNames = func() (names [len(verbs)]string) {
	for i, v := range verbs {
		names[i] = v.Verb.String()
	}
	return names
}()

func verbByName(word string) (*Verb, bool) {
	for i := range verbNames {
		if verbNames[i] == word {
			return &verbs[i], true
		}
	}
	return nil, false
}

func verbOf(v engine.Verb) (*Verb, bool) {
	for i := range verbs {
		if verbs[i].Verb == v {
			return &verbs[i], true
		}
	}
	return nil, false
}

// nameIn returns where a command keeps the name of the kind.
func nameIn(c *engine.Command, k Kind) *string {
	switch k {
	case KindFramework:
		return &c.Framework
	case KindOffer:
		return &c.Offer
	case KindTask:
		return &c.Task
	}
	return &c.Node
}

// HelpTable returns the verb table as a table in Markdown, one row a verb, each line ended.
func HelpTable() string {
	var b strings.Builder
	b.WriteString("| command | what it does | example |\n| --- | --- | --- |\n")
	for _, v := range verbs {
		b.WriteString("| `" + v.Usage() + "` | " + v.Help + " | `" + v.Example + "` |\n")
	}
	return b.String()
}
