package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// refused checks what has to hold after the page was asked to do something with bad input: a sentence in place, the state as before,
// the text still there.
func (p *page) refused(field *control, text string, before shown) {
	p.Helper()
	p.refusedPaste(field, quote(text), before)
}

// refusedPaste is refused for a text in JSON, as it was pasted.
func (p *page) refusedPaste(field *control, text string, before shown) {
	p.Helper()
	require.Equal(p, "true", field.attribute("aria-invalid"), "%s with %q", field, text)
	require.Regexp(p, `(?s)found .+[,;] expected .+`, field.complaint(), "%s with %q", field, text)
	require.True(p, field.holds(text), "%s does not hold %s any more", field, text)
	require.Equal(p, before, p.shown(), "%s with %q changed the state", field, text)
}

// complaint is the sentence in place about what stands in the field.
func (c *control) complaint() string {
	c.p.Helper()
	return on[string](c, `function() {
		const said = document.getElementById(this.getAttribute('aria-describedby'));
		return said && said.checkVisibility() ? said.innerText.trim() : '' }`)
}

// holds reports whether the field holds what was pasted. No protocol carries half a character, so the page compares.
func (c *control) holds(text string) bool {
	c.p.Helper()
	return on[bool](c, `function(text) { return this.value.toWellFormed() === JSON.parse(text).toWellFormed() }`, text)
}

func TestBadNumbers(t *testing.T) {
	p := open(t)
	p.press("Next: make A")
	for _, f := range []struct{ field, button string }{
		{"Timeout", "Make offers"}, {"Ticks", "Advance time"}, {"New node capacity", "Add node"}, {"Capacity of n1", "Resize n1"},
	} {
		p.Run(f.field, func(p *page) {
			before := p.shown()
			field, button := p.find("spinbutton", f.field), p.find("button", f.button)
			bad := []string{"", "-1", "1e9", "1,5", "1.5", "0x10", "١٢", "99999999999999999999"}
			if f.field == "Timeout" { // elsewhere it is a number like others
				bad = append(bad, "0")
			}
			for _, text := range bad {
				field.click()
				p.enter(text)
				button.click()
				p.refused(field, text, before)
			}
		})
	}
	p.Run("nothing was done", func(p *page) {
		require.Contains(p, p.text("document.querySelector('.next small').textContent"), "step 1 of 9")
	})
}

func TestBadNames(t *testing.T) {
	p := open(t)
	p.press("Next: make A")
	p.press("Next: make B")
	p.press("Next: accept A o1")
	for _, f := range []struct{ role, field, button string }{
		{"textbox", "Framework", "Make offers"}, {"textbox", "New node", "Add node"}, {"textbox", "Task id for o1", "Launch o1"},
	} {
		p.Run(f.field, func(p *page) {
			before := p.shown()
			field, button := p.find(f.role, f.field), p.find("button", f.button)
			bad := map[string]string{"too long": quote(strings.Repeat("x", 257)), "too long in bytes": quote(strings.Repeat("é", 129)),
				"half a character": `"a\ud800b"`, "a control character": `"a\u0007b"`}
			if f.field != "Task id for o1" { // where nothing stands a task id is generated
				bad["nothing"] = `""`
			}
			for _, json := range bad {
				field.paste(json)
				button.click()
				p.refusedPaste(field, json, before)
			}
		})
	}
}

// TestStrangeNames are allowed, every one, and must come through as they are: as text, never as HTML.
func TestStrangeNames(t *testing.T) {
	p := open(t)
	for i, name := range []string{strings.Repeat("w", 256), "<b>bold</b>", `<img id=xss src=x onerror="document.title='xss'">`, `"quoted" 'name'`,
		"שלום עולם", "😀🜂", "\u202eevil", "&amp;"} {
		p.Run(strconv.Itoa(i), func(p *page) {
			p.scenario("late-framework")
			p.find("textbox", "Framework").paste(quote(name))
			p.press("Make offers")
			p.press("Accept o1")
			p.find("textbox", "Task id for o1").paste(quote(name))
			p.press("Launch o1")
			p.find("textbox", "New node").paste(quote(name))
			p.press("Add node")
			require.Equal(p, name, p.text("document.querySelector('table.tasks tbody .who').textContent"))
			require.Equal(p, name, p.text("document.querySelector('table.tasks tbody th').textContent"))
			require.True(p, p.true("document.querySelectorAll('[role=group]')[1].ariaLabel === "+quote("Node "+name)))
			require.True(p, p.true("!document.getElementById('xss') && document.title === 'Firm Offer' && !document.querySelector('#playground :is(td, th, bdi) b')"))
			text := p.traceText()
			require.Equal(p, []string{}, eval[[]string](p, "[...document.querySelectorAll('.error:not([hidden])')].map((e) => e.innerText)"))
			native := replayed(p, text, 4)
			require.Equal(p, wanted(native.View()), p.shown())
			p.find("button", "Finish "+words(name)).click()
			require.Empty(p, p.shown().Tasks)
		})
	}
}

func TestBadCommands(t *testing.T) {
	p := open(t)
	before := p.shown()
	field := p.find("textbox", "Command")
	for text, want := range map[string]string{
		"":                  "expected",
		"lanuch A o1":       `did you mean "launch"?`,
		"make":              "expected",
		"advance 1e9":       "expected",
		`make "A`:           "expected",
		"<img id=xss src=>": "expected a verb",
	} {
		field.click()
		p.enter(text)
		p.press("Run")
		p.refused(field, text, before)
		require.Contains(t, on[string](field, "function() { return document.getElementById(this.getAttribute('aria-describedby')).innerText }"), want)
	}
	require.True(t, p.true("!document.getElementById('xss')"))
}

// A command that the engine refuses is a step, with its reason; what was typed can be mended.
func TestARefusedCommandStaysInItsField(t *testing.T) {
	p := open(t)
	field := p.find("textbox", "Command")
	field.click()
	p.enter("resize n1 -3")
	p.press("Run")
	p.waitFor("document.querySelector('.said.refused')")
	require.Contains(t, p.text("document.querySelector('.said').innerText"), "the capacity is -3: 0 to ")
	require.Equal(t, "resize n1 -3", field.value())
}

func TestBadTraces(t *testing.T) {
	p := open(t)
	p.openPanel("Trace")
	before, field := p.shown(), p.find("textbox", "Trace")
	const contracts = "binding, first-accept-wins, reserve-on-accept, optimistic, exclusive-lock, oldest-first, newest-first, oldest-pending-first, never-expires, ignores-loss, accepted-untouchable"
	for name, c := range map[string]struct{ text, said string }{
		"nothing":             {"", `line 1, column 1: found an empty text, expected "firmoffer/1"`},
		"no header":           {"make A\n", `line 1, column 1: found "make", expected "firmoffer/1"`},
		"another version":     {"firmoffer/9 binding\n", `line 1, column 1: found "firmoffer/9", expected "firmoffer/1"; only version 1 of the trace text can be read here`},
		"no such contract":    {"firmoffer/1 bindign\n", `line 1, column 13: found "bindign", expected a contract (` + contracts + `); did you mean "binding"?`},
		"a node twice":        {"firmoffer/1\nnode n1 5\nnode n1 6\n", `line 3, column 6: found "n1", expected another name: this node is there already`},
		"a negative capacity": {"firmoffer/1\nnode n1 -5\n", `line 2, column 9: found "-5", expected a capacity in units: a whole number from 0 to 9007199254740991`},
		"a fraction":          {"firmoffer/1\nnode n1 1.5\n", `line 2, column 9: found "1.5", expected a capacity in units: a whole number from 0 to 9007199254740991`},
		"an unknown verb":     {"firmoffer/1\nnode n1 5\nmkae A\n", `line 3, column 1: found "mkae", expected a node or a verb (make, accept, launch, decline, finish, advance, resize); did you mean "make"?`},
		"HTML":                {"<!doctype html>\n<img id=xss src=x>\n", "line 1, column 1: found \"<!doctype\", expected \"firmoffer/1\"\nline 2, column 1: found \"<img\", expected a node or a verb (make, accept, launch, decline, finish, advance, resize)"},
		// In long lines: a hundred thousand short ones cost Chromium seconds to lay out.
		"more than a megabyte": {"firmoffer/1\nnode n1 5\n" + strings.Repeat("# "+strings.Repeat("x", 7_998)+"\n", 132), "found a text of 1056154 bytes, expected at most 1048576"},
	} {
		p.Run(name, func(p *page) {
			field.paste(quote(c.text))
			p.press("Run this trace")
			require.Equal(p, c.said, field.complaint())
			require.True(p, field.holds(quote(c.text)), "the text is another one")
			require.Equal(p, before, p.shown())
			require.True(p, p.true("!document.getElementById('xss')"))
		})
	}
	p.Run("nearly a megabyte, and nothing wrong", func(p *page) {
		field.paste(quote("firmoffer/1\nnode n9 7\n" + strings.Repeat("# "+strings.Repeat("x", 7_998)+"\n", 131) + "make A\n"))
		p.press("Run this trace")
		require.Empty(p, field.complaint())
		require.Contains(p, p.notice(), "Running your trace: 1 step.")
		p.press("Last")
		require.Contains(p, p.shown().Nodes[0], "Node n9: running 0 + accepted 0 + pending 7 = 7 of 7")
		require.Len(p, p.traceText(), len("firmoffer/1 binding\nnode n9 7\n")+131*8001+len("make A\n\to1: n9 offers 7 to A until 10\n"))
	})
}

// TestHalfACharacter is what a browser cannot hand over as it is: it comes as the sign for a broken character.
func TestHalfACharacter(t *testing.T) {
	p := open(t)
	p.openPanel("Trace")
	before := p.shown()
	for _, f := range []struct{ field, button, text, said string }{
		{"Trace", "Run this trace", `"firmoffer/1\nnode \"half \ud800\" 5\n"`, "line 2, column 12: found a broken character, shown as \uFFFD, expected whole characters; type it again"},
		{"Command", "Run", `"make \"half \ud800\""`, "Command: found a broken character, shown as \uFFFD; expected whole characters, so type it again"},
	} {
		field := p.find("textbox", f.field)
		field.paste(f.text)
		p.press(f.button)
		require.Equal(t, f.said, field.complaint())
		require.True(t, field.holds(f.text), f.field)
		require.Equal(t, before, p.shown())
	}
}

func TestLongTraceRuns(t *testing.T) {
	p := open(t)
	p.loadLong("firmoffer/1\nnode n1 5\n" + strings.Repeat("make A\ndecline A o1\n", 5_000))
	p.press("Last")
	require.Equal(t, "step 10000 of 10000", p.text("document.querySelector('.next small').textContent"))
	p.press("Back")
	require.LessOrEqual(t, eval[int](p, "document.getElementById('steps').children.length"), 16)
}
