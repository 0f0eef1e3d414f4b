package trace

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

const example = `firmoffer/1 binding
# Half the rack dies: the accepted offer outlives the pending one.
# It was accepted first.

node n1 5
# A second one.
node "Rechner 2" 0

make A
	o1: n1 offers 5 to A until 10
resize n1 8

# B comes
# late.
make "Ber lin" timeout=4
	o2: n1 offers 3 to "Ber lin" until 4
# between results

	and more
accept A o1
launch A o1 as=web
finish A web
decline A o1
advance -1
# the end

`

func TestParseTakesTheTextApart(t *testing.T) {
	tr, err := Parse(example)
	require.NoError(t, err)
	assert.Equal(t, "binding", tr.Contract)
	assert.Equal(t, "Half the rack dies: the accepted offer outlives the pending one.", tr.Title())
	assert.Equal(t, "It was accepted first.", tr.Story())
	assert.Equal(t, []engine.Node{{ID: "n1", Capacity: 5}, {ID: "Rechner 2", Capacity: 0}}, tr.NodeList())
	require.Len(t, tr.Steps, 8)
	assert.Equal(t, engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 10}, tr.Steps[0].Command)
	assert.Equal(t, []string{"o1: n1 offers 5 to A until 10"}, tr.Steps[0].Results())
	assert.Equal(t, "B comes late.", tr.Steps[2].Narration())
	assert.Equal(t, engine.Command{Verb: engine.VerbMake, Framework: "Ber lin", Amount: 4}, tr.Steps[2].Command)
	assert.Equal(t, []string{`o2: n1 offers 3 to "Ber lin" until 4`, "and more"}, tr.Steps[2].Results())
	assert.Equal(t, engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: "o1", Task: "web"}, tr.Steps[4].Command)
	assert.Equal(t, engine.Command{Verb: engine.VerbAdvance, Amount: -1}, tr.Steps[7].Command)
	assert.Equal(t, []string{"# the end", ""}, tr.Tail)
	assert.Equal(t, example, tr.String())
}

func TestLenientInReadingCanonicalInPrinting(t *testing.T) {
	for _, c := range []struct{ what, text, canonical string }{
		{"no contract", "firmoffer/1\n", "firmoffer/1 binding\n"},
		{"no final newline", "firmoffer/1 optimistic\nmake A", "firmoffer/1 optimistic\nmake A\n"},
		{"CR LF", "firmoffer/1 binding\r\n# a\r\n\r\nmake A\r\n\tno offers\r\n", "firmoffer/1 binding\n# a\n\nmake A\n\tno offers\n"},
		{"many CR", "firmoffer/1 binding\r\r\n# a\r\r\r", "firmoffer/1 binding\n# a\n"},
		{"byte order mark", "\ufefffirmoffer/1 binding\nmake A\n", "firmoffer/1 binding\nmake A\n"},
		{"space", "  firmoffer/1   binding \n node  n1\t 4 \n  make   A  \n", "firmoffer/1 binding\nnode n1 4\nmake A\n"},
		{"a default", "firmoffer/1 binding\nmake A timeout=10\n", "firmoffer/1 binding\nmake A\n"},
		{"an option first", "firmoffer/1 binding\nlaunch as=x A o1\n", "firmoffer/1 binding\nlaunch A o1 as=x\n"},
		{"needless quotes", "firmoffer/1 binding\nlaunch \"A\" \"o1\" as=\"x\"\n", "firmoffer/1 binding\nlaunch A o1 as=x\n"},
		{"escapes", `firmoffer/1` + "\n" + `make "\u00e9\x41="` + "\n", "firmoffer/1 binding\nmake \"éA=\"\n"},
		{"kept as it is", "firmoffer/1 binding\n  # indented\n   \n#\n", "firmoffer/1 binding\n  # indented\n   \n#\n"},
		{"a minus", "firmoffer/1 binding\nresize n1 -9223372036854775808\n", "firmoffer/1 binding\nresize n1 -9223372036854775808\n"},
	} {
		tr, err := Parse(c.text)
		require.NoError(t, err, c.what)
		assert.Equal(t, c.canonical, tr.String(), c.what)
		again, err := Parse(tr.String())
		require.NoError(t, err, c.what)
		assert.Equal(t, tr, again, c.what)
	}
}

const verbList = "a verb (make, accept, launch, decline, finish, advance, resize)"

// Each text is wrong in one way, after the header firmoffer/1 where it does not bring its own.
var badTexts = []struct{ text, err string }{
	{"", `line 1, column 1: found an empty text, expected "firmoffer/1"`},
	{"\n", `line 1, column 1: found the end of the line, expected "firmoffer/1"`},
	{"make A\n", `line 1, column 1: found "make", expected "firmoffer/1"`},
	{"firmoffer/2 binding", `line 1, column 1: found "firmoffer/2", expected "firmoffer/1"; only version 1 of the trace text can be read here`},
	{"firmoffer/1 bindign", `line 1, column 13: found "bindign", expected a contract (binding, first-accept-wins, ` +
		`reserve-on-accept, optimistic, exclusive-lock, oldest-first, newest-first, oldest-pending-first, never-expires, ` +
		`ignores-loss, accepted-untouchable); did you mean "binding"?`},
	{"firmoffer/1 binding # mine", `line 1, column 21: found "#", expected the end of the line; a comment stands on a line of its own`},

	{"*lanuch A o1", `line 2, column 1: found "lanuch", expected a node or ` + verbList + `; did you mean "launch"?`},
	{"*make A\nMAKE A", `line 3, column 1: found "MAKE", expected ` + verbList + `; did you mean "make"?`},
	{"*make A\nadv 1", `line 3, column 1: found "adv", expected ` + verbList + `; did you mean "advance"?`},
	{"*nod n1 4", `line 2, column 1: found "nod", expected a node or ` + verbList + `; did you mean "node"?`},
	{"*make A\nxyzzy", `line 3, column 1: found "xyzzy", expected ` + verbList},
	{"*make A\n  o1: n1 offers 5", `line 3, column 3: found "o1:", expected ` + verbList + `; a result begins with a TAB, not with spaces`},
	{"*\tno offers", `line 2, column 1: found a result (a line that begins with a TAB), expected a step before it`},

	{"*make", `line 2, column 5: found the end of the line, expected a framework`},
	{"*make A o1", `line 2, column 8: found "o1", expected timeout=T or the end of the line`},
	{"*make A # hi", `line 2, column 8: found "#", expected timeout=T or the end of the line; a comment stands on a line of its own`},
	{"*make A timout=4", `line 2, column 8: found "timout=4", expected timeout=T or the end of the line; did you mean "timeout"?`},
	{"*make A timeout=4 timeout=4", `line 2, column 18: found "timeout=4", expected each option once`},
	{"*make A timeout=", `line 2, column 8: found "timeout=", expected a timeout in ticks: a whole number from 1 to 9223372036854775807`},
	{"*accept A as=x o1", `line 2, column 10: found "as=x", expected the end of the line`},
	{"*accept A", `line 2, column 9: found the end of the line, expected an offer`},
	{"*launch A o1 as=", `line 2, column 13: found "as=", expected a task id`},

	{"*advance 1e9", number("1e9", "")},
	{"*advance 1,5", number("1,5", "")},
	{"*advance 0x10", number("0x10", "")},
	{"*advance 1_000", number("1_000", "")},
	{"*advance ١٢", number("١٢", "")},
	{"*advance +1", number("+1", "; write 1")},
	{"*advance 007", number("007", "; write 7")},
	{"*advance -0", number("-0", "; write 0")},
	{"*advance --1", number("--1", "")},
	{"*advance 9223372036854775808", number("9223372036854775808", "")},
	{"*advance -9223372036854775809", number("-9223372036854775809", "")},
	{"*advance " + strings.Repeat("9", 1000), `line 2, column 9: found "` + strings.Repeat("9", 40) +
		`"..., expected a number of ticks: a whole number from 0 to 9223372036854775807`},

	{"*node n1 -1", `line 2, column 9: found "-1", expected a capacity in units: a whole number from 0 to 9007199254740991`},
	{"*node n1 9007199254740992", `line 2, column 9: found "9007199254740992", expected a capacity in units: a whole number from 0 to 9007199254740991`},
	{"*node n1", `line 2, column 8: found the end of the line, expected a capacity in units`},
	{"*node n1 1\nnode \"n1\" 2", `line 3, column 6: found "\"n1\"", expected another name: this node is there already`},
	{"*make A\nnode n2 4", `line 3, column 1: found "node", expected nodes before the first step; resize N C adds a node here`},

	{"*make Ä", `line 2, column 6: found "Ä", expected a framework (letters a-z, digits and _.:- or a quoted name); write "Ä"`},
	{"*make \"Ä\" x", `line 2, column 10: found "x", expected timeout=T or the end of the line`},
	{"*accept A\u00a0o1", "line 2, column 8: found \"A\\u00a0o1\", expected a framework (letters a-z, digits and _.:- or a quoted name)" +
		"; a no-break space does not separate words: write a plain one"},
	{"*make \"A", `line 2, column 6: found "\"A", expected a framework as a Go quoted string; the closing quote is missing`},
	{"*make \"A\"B", `line 2, column 6: found "\"A\"B", expected a framework as a Go quoted string; nothing may follow the closing quote`},
	{`*make "\z"`, `line 2, column 6: found "\"\\z\"", expected a framework as a Go quoted string; a backslash is written \\`},
	{`*make "`, `line 2, column 6: found "\"", expected a framework as a Go quoted string; the closing quote is missing`},
	{`*make ""`, `line 2, column 6: found an empty name, expected a framework with a name of 1 to 256 bytes`},
	{`*accept "é" "a\u0007"`, `line 2, column 12: found the name "a\a", expected an offer with a name in UTF-8 without control characters`},
	{`*launch A o1 as="\xff"`, `line 2, column 16: found the name "\xff", expected a task id with a name in UTF-8 without control characters`},
	{"*finish A \"\xff\"", `line 2, column 10: found the name "\"\xff\"", expected a task id with a name in UTF-8 without control characters`},
	{"*make " + strings.Repeat("a", 257), `line 2, column 6: found a name of 257 bytes, expected a framework with a name of 1 to 256 bytes`},
	{"*# " + strings.Repeat("a", MaxLine), `line 2, column 1: found a line of 8194 bytes, expected at most 8192`},
}

func number(found, hint string) string {
	return `line 2, column 9: found "` + found + `", expected a number of ticks: a whole number from 0 to 9223372036854775807` + hint
}

func TestBadTexts(t *testing.T) {
	for _, c := range badTexts {
		text := c.text
		if strings.HasPrefix(text, "*") {
			text = "firmoffer/1\n" + text[1:]
		}
		_, err := Parse(text)
		var all Errors
		if assert.ErrorAs(t, err, &all, "%.60q", text) {
			assert.Len(t, all, 1, "%.60q", text)
			assert.Equal(t, c.err, all.Error(), "%.60q", text)
		}
	}
}

func TestParseCollectsErrors(t *testing.T) {
	_, err := Parse("firmoffer/1 bond\nmake\n\tno offers\nmake A\naccpt A o1\n")
	var all Errors
	require.ErrorAs(t, err, &all)
	require.Len(t, all, 3)
	assert.Equal(t, []int{1, 2, 5}, []int{all[0].Line, all[1].Line, all[2].Line})
	assert.Equal(t, 2, strings.Count(all.Error(), "\n"))

	_, err = Parse(strings.Repeat("bad\n", 1000))
	require.ErrorAs(t, err, &all)
	assert.Len(t, all, MaxErrors)
}

func TestParseKeepsToItsBounds(t *testing.T) {
	nodes := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString("node n" + strconv.Itoa(i) + " 1\n")
		}
		return b.String()
	}
	for _, c := range []struct{ text, err string }{
		{"firmoffer/1\n" + strings.Repeat("\n", MaxBytes-len("firmoffer/1\n")), ""},
		{strings.Repeat("#", MaxBytes+1), "found a text of 1048577 bytes, expected at most 1048576"},
		{"firmoffer/1\n" + strings.Repeat("advance 1\n", MaxSteps), ""},
		{"firmoffer/1\n" + strings.Repeat("advance 1\n", MaxSteps+1), "line 20002, column 1: found more steps, expected at most 20000"},
		{"firmoffer/1\n" + nodes(MaxNodes), ""},
		{"firmoffer/1\n" + nodes(MaxNodes+1), "line 10002, column 1: found more nodes, expected at most 10000"},
	} {
		_, err := Parse(c.text)
		if c.err == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.err)
		}
	}
}

func TestParseCommand(t *testing.T) {
	c, err := ParseCommand("  launch A o1 as=\"my web\" \n")
	require.NoError(t, err)
	assert.Equal(t, engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: "o1", Task: "my web"}, c)
	assert.Equal(t, `launch A o1 as="my web"`, FormatCommand(c))

	for line, want := range map[string]string{
		"":           "column 1: found the end of the line, expected " + verbList,
		"lanuch A":   `column 1: found "lanuch", expected ` + verbList + `; did you mean "launch"?`,
		"node n2 4":  `column 1: found "node", expected ` + verbList + `; resize N C adds a node`,
		"make A\nx":  `column 6: found "A\nx", expected a framework (letters a-z, digits and _.:- or a quoted name)`,
		"# a remark": `column 1: found "#", expected ` + verbList,
	} {
		_, err := ParseCommand(line)
		assert.EqualError(t, err, want, "%q", line)
	}
	_, err = ParseCommand("make " + strings.Repeat(" ", MaxLine) + "A")
	assert.EqualError(t, err, "column 1: found a line of 8198 bytes, expected at most 8192")
}

func TestTitleAndNarrationOfABareTrace(t *testing.T) {
	for text, want := range map[string][2]string{
		"firmoffer/1\n# T\n":                    {"T", ""},
		"firmoffer/1\n\n#T\n# more\n\nmake A\n": {"T", ""},
		"firmoffer/1\n# N\nmake A\n":            {"", "N"},
		"firmoffer/1\n# T\n\n# N\n#  n\nmake A": {"T", "N  n"},
		"firmoffer/1\nmake A\n# end\n":          {"", ""},
	} {
		tr, err := Parse(text)
		require.NoError(t, err)
		narration := ""
		if len(tr.Steps) > 0 {
			narration = tr.Steps[0].Narration()
		}
		assert.Equal(t, want, [2]string{tr.Title(), narration}, "%q", text)
	}
}

func TestSetNarrationAndResults(t *testing.T) {
	tr, err := Parse(example)
	require.NoError(t, err)
	step := &tr.Steps[2]
	step.SetNarration("one\ntwo")
	assert.Equal(t, []string{"", "# one", "# two"}, step.Before)
	step.SetNarration("")
	assert.Equal(t, []string{""}, step.Before)
	step.SetResults([]string{"x"})
	assert.Equal(t, []string{"# between results", "", "\tx"}, step.After)

	long := Note(strings.Repeat("é", MaxLine))
	require.Len(t, long, 3)
	for _, line := range long {
		assert.LessOrEqual(t, len(line), MaxLine)
	}
}
