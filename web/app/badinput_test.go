package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wrongInput is one line of the list of bad input: what is typed where, and what the page says about it there.
type wrongInput struct {
	field string
	text  string
	send  Msg
	says  []string // the place, what was found, what was expected
}

// numberFields are the fields that take a number: each with its action and what its sentence expects.
var numberFields = []struct {
	field  string
	send   Msg
	label  string
	expect string
}{
	{FieldTimeout, MakeOffers{}, "Timeout: ", "expected a whole number of ticks, 1 to 9223372036854775807"},
	{FieldTicks, AdvanceTime{}, "Ticks: ", "expected a whole number of ticks, 0 to 9223372036854775804"},
	{FieldNewCapacity, AddNode{}, "New node capacity: ", "expected a whole number of units, 0 to 9007199254740991"},
	{FieldCapacity("n1"), Resize{"n1"}, "Capacity of n1: ", "expected a whole number of units, 0 to 9007199254740991"},
}

var noNumbers = []string{"", " ", "-1", "-0", "--1", "+1", "007", "1e9", "1,5", "1.5", "½", "0x10", "0b1", "1_000", "1 000", "1\u00a0000", "١٢", "１２", "NaN",
	"Infinity", "five", "<b>1</b>", `"1"`, "\uFFFD", "1\x00", "9223372036854775808", "-9223372036854775809", strings.Repeat("9", 2000)}

// nameFields are the fields that take a name.
var nameFields = []struct {
	field string
	send  Msg
	label string
}{
	{FieldFramework, MakeOffers{}, "Framework: "},
	{FieldNewNode, AddNode{}, "New node: "},
	{FieldTask("o2"), Launch{"o2"}, "Task id: "},
}

var noNames = []struct{ text, found, expect string }{
	{strings.Repeat("x", 257), "found 257 bytes", "expected at most 256"},
	{strings.Repeat("é", 129), "found 258 bytes", "expected at most 256"},
	{strings.Repeat("x", 2_000), "found 2000 bytes", "expected at most 256"},
	{"a\nb", "found a control character", "expected printable text"},
	{"\t", "found a control character", "expected printable text"},
	{"bell\a", "found a control character", "expected printable text"},
	{"\x7f", "found a control character", "expected printable text"},
	{"\u0085", "found a control character", "expected printable text"},
	{"half \uFFFD", "found a broken character", "expected whole characters"}, // what a lone surrogate arrives as
	{"half \xff", "found a broken character", "expected whole characters"},
}

var noCommands = []struct{ text, found, expect string }{
	{"", "column 1: found the end of the line", "expected a verb"},
	{"frobnicate A", `column 1: found "frobnicate"`, "expected a verb"},
	{"lanuch A o1", `column 1: found "lanuch"`, `did you mean "launch"?`},
	{"MAKE A", `column 1: found "MAKE"`, `did you mean "make"?`},
	{"accept", "column 7: found the end of the line", "expected a framework"},
	{"accept A", "column 9: found the end of the line", "expected an offer"},
	{"accept A o1 o2", `column 13: found "o2"`, "expected the end of the line"},
	{"make A timeuot=3", `column 8: found "timeuot=3"`, `did you mean "timeout"?`},
	{"make A timeout=", "found", "expected a timeout in ticks"},
	{"make A timeout=3 timeout=4", `column 18: found "timeout=4"`, "expected each option once"},
	{"make A timeout=1e9", `column 16: found "1e9"`, "a whole number from 1"},
	{"make A timeout=+1", `column 16: found "+1"`, "write 1"},
	{"advance 007", `column 9: found "007"`, "write 7"},
	{"advance 1,5", `column 9: found "1,5"`, "a whole number from 0"},
	{"advance ١٢", `column 9: found "١٢"`, "a whole number from 0"},
	{"advance 9223372036854775808", `found "9223372036854775808"`, "a whole number from 0"},
	{"resize n1 0x10", `column 11: found "0x10"`, "a whole number from 0"},
	{"make <b>", `column 6: found "<b>"`, `write "<b>"`},
	{`make "A`, `column 6: found "\"A"`, "the closing quote is missing"},
	{`make ""`, "column 6: found an empty name", "1 to 256 bytes"},
	{`make "a\nb"`, `column 6: found the name "a\nb"`, "without control characters"},
	{"make " + strings.Repeat("x", 257), "column 6: found a name of 257 bytes", "1 to 256 bytes"},
	{"make A\nmake B", `column 6: found "A\nmake"`, "expected a framework"},
	{"node n2 5", `column 1: found "node"`, "resize N C adds a node"},
	{"# a comment", `column 1: found "#"`, "expected a verb"},
	{"accept A o1\uFFFD", "found a broken character", "expected whole characters"},
}

func wrongInputs() []wrongInput {
	var all []wrongInput
	for _, f := range numberFields {
		for _, text := range noNumbers {
			found := "found nothing"
			if strings.TrimSpace(text) != "" {
				found = `found "`
			}
			all = append(all, wrongInput{f.field, text, f.send, []string{f.label, found, f.expect}})
		}
	}
	for _, more := range []wrongInput{
		{FieldTimeout, "0", MakeOffers{}, []string{"Timeout: ", `found "0"`, "1 to 9223372036854775807"}},
		{FieldTicks, "9223372036854775805", AdvanceTime{}, []string{"Ticks: ", `found "9223372036854775805"`, "0 to 9223372036854775804"}},
		{FieldNewCapacity, "9007199254740992", AddNode{}, []string{"New node capacity: ", `found "9007199254740992"`, "0 to 9007199254740991"}},
		{FieldCapacity("n1"), "9007199254740992", Resize{"n1"}, []string{"Capacity of n1: ", `found "9007199254740992"`}},
		{FieldFramework, "", MakeOffers{}, []string{"Framework: ", "found nothing", "expected a name of 1 to 256 bytes"}},
		{FieldNewNode, "", AddNode{}, []string{"New node: ", "found nothing", "expected a name of 1 to 256 bytes"}},
		{FieldNewNode, "n1", AddNode{}, []string{"New node: ", "found n1, which is there already", "expected another name"}},
	} {
		all = append(all, more)
	}
	for _, f := range nameFields {
		for _, n := range noNames {
			all = append(all, wrongInput{f.field, n.text, f.send, []string{f.label, n.found, n.expect}})
		}
	}
	for _, c := range noCommands {
		all = append(all, wrongInput{FieldCommand, c.text, RunCommand{}, []string{"Command: ", c.found, c.expect}})
	}
	return all
}

// In the middle of a trace, with a future to lose, time gone, an accepted and a pending offer.
const middle = "firmoffer/1\nnode n1 5\nmake C\nadvance 3\nresize n2 4\nmake A\naccept A o2\nlaunch A o2 as=web\n"

func TestBadInputIsToldInPlaceAndChangesNothing(t *testing.T) {
	d := openOn(t, middle)
	d.send(GoTo{5})
	for _, in := range wrongInputs() {
		name := fmt.Sprintf("%s %.60q", in.field, in.text)
		d.send(Type{in.field, in.text})
		require.Empty(t, d.field(in.field).Wrong, "%s: it may be half typed", name)
		before := d.remember()
		d.send(in.send)
		before.same(t, d.remember(), name)
		f := d.field(in.field)
		assert.Equal(t, in.text, f.Text, "%s: what was typed is gone", name)
		assert.Equal(t, "true", f.Invalid())
		for _, part := range in.says {
			assert.Contains(t, f.Wrong, part, name)
		}
		assert.Less(t, len(f.Wrong), 300, name)
		assert.Equal(t, f.Wrong, d.said(), "%s: for those who cannot see it", name)
		assert.Empty(t, d.faults)
		d.send(Type{in.field, ""})
		assert.Empty(t, d.field(in.field).Wrong, "%s: typing takes the sentence away", name)
		d.model.fields = newFields()
	}
}

// field finds a field where the page shows it.
func (d *driver) field(id string) Field {
	v := d.View()
	fields := []Field{v.Actions.Framework, v.Actions.Timeout, v.Actions.Ticks, v.Actions.NewNode, v.Actions.NewCapacity, v.Actions.Command}
	for _, n := range v.Cluster.Nodes {
		fields = append(fields, n.Capacity)
	}
	for _, o := range v.Offers.Rows {
		fields = append(fields, o.Task)
	}
	for _, f := range fields {
		if f.ID == id {
			return f
		}
	}
	require.Fail(d.t, "no field "+id)
	return Field{}
}

func TestTwoWrongFieldsOfOneActionAreBothTold(t *testing.T) {
	d := open(t)
	d.send(Type{FieldTicks, "x"}, AdvanceTime{}, Type{FieldNewNode, "n1"}, Type{FieldNewCapacity, "-1"}, AddNode{})
	assert.NotEmpty(t, d.View().Actions.NewNode.Wrong)
	assert.NotEmpty(t, d.View().Actions.NewCapacity.Wrong)
	assert.NotEmpty(t, d.View().Actions.Ticks.Wrong, "it is as wrong as it was")
	assert.Equal(t, d.View().Actions.NewNode.Wrong, d.said(), "the action's, not another's")
	d.send(Type{FieldFramework, "B"}, MakeOffers{})
	assert.Empty(t, d.View().Actions.NewNode.Wrong, "a step clears the table")
}

func TestActionsOnWhatIsNotThere(t *testing.T) {
	d := openOn(t, middle)
	d.send(GoTo{4})
	for msg, says := range map[Msg]string{
		Accept{"o99"}:      "There is no offer o99 at this step.",
		Launch{""}:         `There is no offer "" at this step.`,
		Decline{"<b>"}:     `There is no offer "<b>" at this step.`,
		Finish{"web"}:      "There is no task web at this step.",
		Resize{"a\x00"}:    `There is no node "a\x00" at this step.`,
		Resize{"ghost"}:    "There is no node ghost at this step.",
		Finish{"t\u202e1"}: `There is no task "t\u202e1" at this step.`,
	} {
		before := d.remember()
		d.send(msg)
		before.same(t, d.remember(), msg)
		assert.Equal(t, says, d.View().Story.Notice)
		assert.Equal(t, says, d.said())
	}
	d.send(Resize{"n1"})
	assert.Contains(t, d.field(FieldCapacity("n1")).Wrong, "it has this capacity already")
}

var oddNames = []string{strings.Repeat("x", 256), strings.Repeat("é", 128), strings.Repeat("👩", 64), `"quoted"`, `back\slash`, "two words", " ", "<b>bold</b>",
	`"><img src=x onerror=alert(1)>`, "&amp;", "it's", "שלום עולם", "‮evil", "👩‍🚀", "e\u0301", "#comment", "as=web", "timeout=3", "o1", "-1", "\u00a0", "\u2028",
	"javascript:alert(1)", "{{.}}", "%s%n", "__proto__"}

// Odd names are good names: they work from end to end, and come back out of the text of the trace as they went in.
func TestOddNamesWork(t *testing.T) {
	for _, name := range oddNames {
		d := openOn(t, "firmoffer/1\n")
		d.send(Type{FieldNewNode, name}, AddNode{}, Type{FieldFramework, name}, MakeOffers{}, Accept{"o1"}, Type{FieldTask("o1"), name}, Launch{"o1"})
		v := d.View()
		require.Equal(t, 4, v.Steps.Count, "%q: %s", name, d.said())
		require.Len(t, v.Tasks.Rows, 1, "%q", name)
		assert.Equal(t, []string{name, name, name}, []string{v.Tasks.Rows[0].ID, v.Tasks.Rows[0].Framework, v.Tasks.Rows[0].Node})
		assert.Equal(t, name, v.Actions.Known[0])
		assert.Equal(t, "Node "+name, "Node "+v.Cluster.Nodes[0].ID)
		assert.Equal(t, "Capacity of "+name, v.Cluster.Nodes[0].Capacity.Label)
		assert.Equal(t, name, d.trace().Steps[3].Task)

		d.send(Type{FieldCapacity(name), "2"}, Resize{name})
		assert.Equal(t, "Overhang", d.View().Verdict.Word, "%q", name)
		d.send(Finish{name})
		assert.False(t, d.View().Verdict.Refused, "%q: %s", name, d.View().Verdict.Said)
		again := openOn(t, d.TraceText())
		again.send(Last{})
		assert.Equal(t, d.View().Cluster, again.View().Cluster, "%q", name)
		assert.Empty(t, d.faults)
	}
}

func TestAFieldSaysThatItCouldNotKeepAMegabyte(t *testing.T) {
	d := open(t)
	d.send(Type{FieldFramework, strings.Repeat("é", 1<<19)})
	f := d.field(FieldFramework)
	assert.Contains(t, f.Wrong, "Found 1048576 bytes, expected at most 2500")
	assert.Equal(t, strings.Repeat("é", maxTyped/2), f.Text, "whole characters")
}
