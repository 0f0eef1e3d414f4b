package app

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

// A failing property prints its seed; a file would only lie about.
func init() { _ = flag.Set("rapid.nofailfile", "true") }

// What the property sends: every kind of message, with what people do and with what only a hostile page could ask for.

// upTo draws from 0 to n-1, all alike: rapid's own numbers are mostly small, and then nothing rare ever happens.
func upTo(t *rapid.T, label string, n int) int {
	return rapid.Custom(func(t *rapid.T) int {
		k := 0
		for range 10 {
			k *= 2
			if rapid.Bool().Draw(t, "coin") {
				k++
			}
		}
		return k * n / 1024
	}).Draw(t, label)
}

func oneOf[T any](t *rapid.T, label string, list ...T) T { return list[upTo(t, label, len(list))] }

// message draws one of the messages that make sense, or do not, in the state of the page.
func message(t *rapid.T, d *driver) Msg {
	kinds := []func(*rapid.T, *driver) Msg{columns, search, sensible, sensible, sensible, sensible, sensible, shrink, action, command, typing, move, travel, whole, whole, traceField, rest}
	return oneOf(t, "kind", kinds...)(t, d)
}

// columns are the messages of compare mode.
func columns(t *rapid.T, d *driver) Msg {
	name := oneOf(t, "column's contract", append(contractNames(), "", "nonsense")...)
	column := oneOf(t, "column", -1, 0, 1, 2, 3)
	return oneOf[Msg](t, "columns", Compare{true}, Compare{true}, Compare{false}, SetColumn{column, name}, SetColumn{column, name},
		DropColumn{column}, OnlyColumn{column}, TellApart{})
}

func contractNames() []string {
	var names []string
	for _, c := range engine.Contracts() {
		names = append(names, c.Name)
	}
	return names
}

// search are the messages of the search. Its news come from another thread, so any may come at any time.
func search(t *rapid.T, d *driver) Msg {
	news := HuntNews{Number: d.model.hunt.number - oneOf(t, "old news", 0, 0, 1), Millis: int64(upTo(t, "millis", 100)),
		Result: check.Result{Done: rapid.Bool().Draw(t, "done"), Verdict: check.Verdict(upTo(t, "verdict", 3)),
			Story: []engine.Command{{Verb: engine.VerbMake, Framework: "A", Amount: 1}, {Verb: engine.VerbMake, Framework: "B", Amount: 1}}}}
	return oneOf[Msg](t, "search", StartHunt{}, StartHunt{}, StopHunt{}, news, news, OpenStory{}, CompareStory{}, Toggle{PanelHunt, true},
		Type{FieldHuntFrom, oneOf(t, "from", "start", fromScreen)}, Type{FieldHuntContract, oneOf(t, "hunted", contractNames()...)},
		Type{FieldHuntNodes, oneOf(t, "hunt nodes", "n1=2", "n1=1 n2=1", "x")})
}

// sensible is one of the buttons that the page shows.
func sensible(t *rapid.T, d *driver) Msg {
	v := d.View()
	msgs := []Msg{MakeOffers{}, AdvanceTime{}, Last{}}
	for _, o := range v.Offers.Rows {
		if o.CanAccept {
			msgs = append(msgs, Accept{o.ID}, Accept{o.ID}, Accept{o.ID})
		}
		if o.CanLaunch {
			msgs = append(msgs, Launch{o.ID}, Launch{o.ID}, Launch{o.ID})
		}
		if o.CanDecline {
			msgs = append(msgs, Decline{o.ID})
		}
	}
	for _, k := range v.Tasks.Rows {
		msgs = append(msgs, Finish{k.ID})
	}
	return oneOf(t, "sensible", msgs...)
}

// shrink changes the capacity of a node that the page shows.
func shrink(t *rapid.T, d *driver) Msg {
	nodes := d.View().Cluster.Nodes
	if len(nodes) == 0 {
		return AddNode{}
	}
	n := oneOf(t, "shown node", nodes...)
	d.send(Type{n.Capacity.ID, oneOf(t, "capacity", "0", "2", "4", "5", "8", "12")})
	return Resize{n.ID}
}

func action(t *rapid.T, d *driver) Msg {
	return oneOf[Msg](t, "action", MakeOffers{}, AdvanceTime{}, AddNode{}, Resize{node(t, d)}, Accept{offer(t, d)}, Launch{offer(t, d)},
		Decline{offer(t, d)}, Finish{task(t, d)})
}

func offer(t *rapid.T, d *driver) string {
	ids := []string{"o99", "", "o01", "<b>"}
	for _, o := range d.model.sched.Offers() {
		ids = append(ids, o.ID)
	}
	return oneOf(t, "offer", ids...)
}

func task(t *rapid.T, d *driver) string {
	ids := []string{"ghost", "", "t01"}
	for _, k := range d.model.sched.Tasks() {
		ids = append(ids, k.ID)
	}
	return oneOf(t, "task", ids...)
}

func node(t *rapid.T, d *driver) string {
	ids := []string{"ghost", "", "a\x00"}
	for _, n := range d.model.sched.Nodes() {
		ids = append(ids, n.ID)
	}
	return oneOf(t, "node", ids...)
}

// command is what stands in the command box, and the button beside it.
func command(t *rapid.T, d *driver) Msg {
	f, o, n := engine.Quote(name(t)), offer(t, d), node(t, d)
	text := oneOf(t, "command", "make "+f, "make "+f+" timeout=3", "make A timeout=-1", "accept "+f+" "+o, "accept A "+o, "launch A "+o,
		"launch A "+o+" as=web", "launch "+f+" "+o+" as=t2", "decline B "+o, "finish A web", "finish A t1", "advance 3", "advance 0", "advance -2",
		"advance 9223372036854775807", "resize "+n+" 3", "resize "+n+" 8", "resize n1 -1", "resize n7 9007199254740991", "lanuch", "", "make A\nmake B")
	d.send(Type{FieldCommand, text})
	return RunCommand{}
}

func name(t *rapid.T) string {
	return oneOf(t, "name", append([]string{"A", "B", "C", "A", "B"}, append(oddNames, "", "a\nb", "\uFFFD", "\xff", strings.Repeat("x", 257))...)...)
}

func typing(t *rapid.T, d *driver) Msg {
	field := oneOf(t, "field", FieldFramework, FieldTimeout, FieldTicks, FieldNewNode, FieldNewCapacity, FieldCommand, FieldCapacity(node(t, d)),
		FieldTask(offer(t, d)), "no such field")
	switch {
	case upTo(t, "nudge", 10) == 9:
		return Nudge{field, oneOf[int64](t, "by", 1, -1, 10, -10, -1<<63, 1<<63-1)}
	case field == FieldFramework, field == FieldNewNode, strings.HasPrefix(field, fieldTask):
		return Type{field, name(t)}
	}
	return Type{field, oneOf(t, "number", append([]string{"1", "2", "3", "5", "8", "0", "9007199254740991", "9223372036854775807"}, noNumbers...)...)}
}

func move(t *rapid.T, d *driver) Msg {
	return oneOf[Msg](t, "move", First{}, Back{}, Back{}, Forward{}, Forward{}, Last{}, GoTo{upTo(t, "step", d.View().Steps.Count+3) - 1})
}

func travel(t *rapid.T, _ *driver) Msg { return oneOf[Msg](t, "travel", Undo{}, Undo{}, Redo{}) }

// whole is what replaces the session as a whole.
func whole(t *rapid.T, _ *driver) Msg {
	contracts := []string{"no such contract"}
	for _, c := range engine.Contracts() {
		contracts = append(contracts, c.Name)
	}
	scenarios := []string{"no such story", ""}
	for _, s := range scenario.All() {
		scenarios = append(scenarios, s.ID)
	}
	return oneOf[Msg](t, "whole", Reset{}, OpenScenario{oneOf(t, "scenario", scenarios...)}, SetContract{oneOf(t, "contract", contracts...)},
		SetContract{oneOf(t, "other", contracts...)})
}

// traceField is what is done to the trace as text, most of all running it after an edit.
func traceField(t *rapid.T, d *driver) Msg {
	if upTo(t, "edit", 2) == 0 {
		d.send(EditTrace{edited(t, d)})
		return ApplyTrace{}
	}
	return oneOf[Msg](t, "trace", ApplyTrace{}, DiscardTrace{}, RefreshTrace{}, CopyTrace{}, Copied{true}, Copied{false}, EditTrace{edited(t, d)},
		Toggle{PanelTrace, true}, Toggle{PanelTrace, false})
}

func edited(t *rapid.T, d *driver) string {
	text := d.TraceText()
	if full, err := trace.Annotate(d.trace()); err == nil && rapid.Bool().Draw(t, "results") {
		text = full.String()
	}
	list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	at := upTo(t, "line", len(list))
	line := oneOf(t, "new line", "make A", "advance 2", "resize n1 2", "# a comment", " # an indented one", "#", "", "\to1 accepted", "accept B o1", "node n9 4",
		"nonsense", "make \"<b>\"", "# node n1 5")
	switch oneOf(t, "edit", "insert", "append", "cut", "drop", "hostile", "foreign") {
	case "insert":
		list = slices.Insert(list, at, line)
	case "append":
		list = append(list, line)
	case "cut":
		list = list[:at+1]
	case "drop":
		list = slices.Delete(list, at, at+1)
	case "hostile":
		return oneOf(t, "hostile", oneOf(t, "wrong", wrongTraces[:25]...).text, "\xff", "\ufeff", "firmoffer/1", fmt.Sprint(list))
	case "foreign":
		return "\ufeff" + strings.Join(list, "\r\n")
	}
	return strings.Join(list, "\n") + "\n"
}

// rest is what shows more or less of the same.
func rest(t *rapid.T, _ *driver) Msg {
	list := oneOf(t, "list", ListNodes, ListOffers, ListTasks, ListSteps, List("no such list"))
	panel := oneOf(t, "panel", PanelEnded, PanelTrace, PanelHelp, PanelInvariants, Panel("no such panel"))
	return oneOf[Msg](t, "rest", Page{list, oneOf(t, "by", 1, -1, 1<<62, -1<<62)}, Toggle{panel, true}, Toggle{panel, false}, SetShortcuts{true}, SetShortcuts{false})
}
