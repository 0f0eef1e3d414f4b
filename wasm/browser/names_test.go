package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// fill types into a field after a click on it.
func (p *page) fill(role, name, text string) {
	p.Helper()
	p.find(role, name).click()
	p.enter(text)
}

func (p *page) press(name string) { p.Helper(); p.find("button", name).click() }

// The names of this file are those of the table "Names of controls": people give instructions aloud by them.

func TestNamesOfActions(t *testing.T) {
	p := open(t)
	p.Run("make offers", func(p *page) {
		p.fill("textbox", "Framework", "team a")
		p.fill("spinbutton", "Timeout", "3")
		p.press("Make offers")
		require.Equal(p, []string{"o1|team a|n1|5 units|pending|until 3 3 ticks left|Accept o1 Decline o1"}, p.shown().Offers)
		require.Equal(p, "team a", p.find("textbox", "Framework").value())
	})
	p.Run("advance time", func(p *page) {
		p.fill("spinbutton", "Ticks", "2")
		p.press("Advance time")
		require.Contains(p, p.shown().Summary, "t = 2")
		require.Contains(p, p.shown().Offers[0], "until 3 1 tick left")
	})
	p.Run("add node", func(p *page) {
		require.Equal(p, "n2", p.find("textbox", "New node").value(), "a free name is proposed")
		p.fill("textbox", "New node", "big")
		p.fill("spinbutton", "New node capacity", "6")
		p.press("Add node")
		p.find("group", "Node big")
		require.Equal(p, "Node big: running 0 + accepted 0 + pending 0 = 0 of 6 · 6 free;", p.shown().Nodes[1])
	})
	p.Run("resize node", func(p *page) {
		node := p.find("group", "Node n1")
		node.find("spinbutton", "Capacity of n1").click()
		p.enter("8")
		node.find("button", "Resize n1").click()
		require.Equal(p, "Node n1: running 0 + accepted 0 + pending 5 = 5 of 8 · 3 free;", p.shown().Nodes[0])
		require.Equal(p, "8", p.find("spinbutton", "Capacity of n1").value())
	})
	p.Run("command", func(p *page) {
		p.fill("textbox", "Command", "make B")
		p.press("Run")
		require.Len(p, p.shown().Offers, 3)
		require.Empty(p, p.find("textbox", "Command").value(), "what became a step does not stay in the field")
	})
}

func TestNamesOfOffersAndTasks(t *testing.T) {
	p := open(t)
	p.setTrace("firmoffer/1\nnode n1 5\nnode n2 3\nnode n3 2\nmake A\n")
	p.press("Last")
	offers := p.find("table", "Offers")
	p.Run("accept", func(p *page) {
		offers.find("button", "Accept o1").click()
		require.Contains(p, p.shown().Offers[0], "accepted")
	})
	p.Run("launch with a name", func(p *page) {
		offers.find("textbox", "Task id for o1").click()
		p.enter("web")
		offers.find("button", "Launch o1").click()
		require.Equal(p, []string{"web|A|n1|5 units|o1|since 0|Finish web"}, p.shown().Tasks)
	})
	p.Run("launch with a generated name", func(p *page) {
		offers.find("button", "Accept o2").click()
		offers.find("button", "Launch o2").click()
		require.Equal(p, "t1|A|n2|3 units|o2|since 0|Finish t1", p.shown().Tasks[1])
	})
	p.Run("decline pending and accepted", func(p *page) {
		offers.find("button", "Decline o3").click()
		require.Empty(p, p.shown().Offers)
		p.press("Make offers")
		p.press("Accept o4")
		p.press("Decline o4")
		require.Empty(p, p.shown().Offers)
	})
	p.Run("finish", func(p *page) {
		p.find("table", "Tasks").find("button", "Finish t1").click()
		require.Len(p, p.shown().Tasks, 1)
	})
	p.Run("ended", func(p *page) {
		p.press("Ended: 4 offers, 1 finished task")
		p.find("table", "Ended offers")
		p.find("table", "Finished tasks")
		require.True(p, p.has("rowheader", "o3"))
	})
}

func TestNamesOfResult(t *testing.T) {
	p := open(t)
	for _, c := range []struct{ scenario, verdict, word string }{
		{"late-framework", "Holds", "holds"}, {"overhang", "Overhang", "overhang"}, {"optimistic", "Violated", "violated"},
	} {
		p.Run(c.verdict, func(p *page) {
			p.scenario(c.scenario)
			steps := map[string]string{"late-framework": "1", "overhang": "6", "optimistic": "2"}
			p.run("[...document.querySelectorAll('#steps button')][" + steps[c.scenario] + " - 1].click()")
			now := p.shown()
			require.Equal(p, c.verdict, now.Verdict)
			items := p.find("region", "Invariants").all("listitem", "")
			require.Len(p, items, 8, "one item an invariant")
			told := 0
			for _, item := range items {
				_, rest, _ := strings.Cut(words(item.text()), " ")
				word, _, _ := strings.Cut(rest, " ")
				require.Contains(p, []string{"holds", "overhang", "violated"}, word)
				if word == c.word {
					told++
				}
			}
			require.Positive(p, told)
			p.waitFor("document.getElementById('status').textContent === " + quote(now.Said+" "+now.Verdict+"."))
		})
	}
	p.Run("one live text", func(p *page) {
		require.Len(p, p.all("status", ""), 1)
		require.Equal(p, "status", p.text("document.querySelector('[role=status]').id"))
	})
	p.Run("first violation", func(p *page) {
		p.press("Last")
		p.press("First violation: step 2")
		require.Contains(p, p.shown().Steps[1], "here|✕|2|make B|, violated, the first violation")
	})
}

func TestNamesOfTimeTravel(t *testing.T) {
	p := open(t)
	at := func() string { return p.text("document.querySelector('.next small').textContent") }
	require.Len(p, p.find("list", "Steps").all("listitem", ""), 9)
	for _, c := range []struct{ button, want string }{
		{"Last", "step 9 of 9"}, {"Back", "step 8 of 9"}, {"First", "step 0 of 9"}, {"Forward", "step 1 of 9"}, {"Next: make B", "step 2 of 9"},
	} {
		p.press(c.button)
		require.Equal(p, c.want, at(), c.button)
	}
	p.run("document.querySelectorAll('#steps button')[5].click()")
	require.Equal(p, "step 6 of 9", at())
	p.Run("what cannot work says why", func(p *page) {
		p.press("First")
		require.Equal(p, "true", p.find("button", "Back").attribute("aria-disabled"))
		require.Equal(p, "This is the start: no step is done.", p.find("button", "Back").attribute("title"))
		p.press("Back")
		require.Contains(p, p.notice(), "This is the start")
		p.press("Forward")
		require.Equal(p, "Back (←)", p.find("button", "Back").attribute("title"))
		p.press("Last")
		p.press("Forward")
		require.Contains(p, p.notice(), "This was the last step")
	})
	p.Run("the next scenario", func(p *page) {
		p.press("Next scenario: Saying no")
		require.Equal(p, "declined", p.find("combobox", "Scenario").value())
	})
}

// notice is the sentence about the session as a whole.
func (p *page) notice() string {
	p.Helper()
	return p.text("document.querySelector('.story > p:not(.diff):not([hidden])')?.textContent ?? ''")
}

func TestNamesOfChoice(t *testing.T) {
	p := open(t)
	p.Run("scenario", func(p *page) {
		p.find("combobox", "Scenario").choose("5 · Who has to go?")
		p.find("heading", "Who has to go?")
		require.Len(p, p.shown().Steps, 7)
	})
	p.Run("contract", func(p *page) {
		p.find("combobox", "Contract").choose("oldest-first")
		require.Equal(p, "oldest-first", p.find("combobox", "Contract").value())
		p.press("Go to step 5")
		require.Equal(p, "Violated", p.shown().Verdict)
	})
	p.Run("act, undo, redo", func(p *page) {
		p.press("Advance time")
		require.Len(p, p.shown().Steps, 6, "the future is cut off")
		p.press("Undo")
		require.Len(p, p.shown().Steps, 7)
		p.press("Redo")
		require.Len(p, p.shown().Steps, 6)
		p.press("Redo")
		require.Contains(p, p.notice(), "nothing to redo")
	})
	p.Run("reset", func(p *page) {
		p.press("Reset")
		require.Len(p, p.shown().Steps, 7)
		require.Equal(p, "binding", p.find("combobox", "Contract").value())
		require.Contains(p, p.text("document.querySelector('.next small').textContent"), "step 0 of 7")
	})
}

// permit answers the question that the browser would ask the user.
func (p *page) permit(what string, answer browser.PermissionSetting) {
	p.Helper()
	_, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: what}, Setting: answer, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID})
	require.NoError(p, err)
}

func TestNamesOfTraceAndHelp(t *testing.T) {
	p := open(t)
	p.Run("errors in place", func(p *page) {
		p.openPanel("Trace")
		p.find("textbox", "Trace").click()
		p.key(kb.Home, chromedp.ModifierCtrl)
		p.key("fernoffer/1\nmake\n")
		p.press("Run this trace")
		list := p.text("document.getElementById('trace-errors').innerText")
		require.Contains(p, list, "line 1, column 1: found \"fernoffer/1")
		require.Contains(p, list, "line 2, column")
		require.Equal(p, "true", p.find("textbox", "Trace").attribute("aria-invalid"))
		require.Len(p, p.shown().Steps, 9, "the session stays")
	})
	p.Run("discard", func(p *page) {
		p.press("Discard changes")
		require.True(p, strings.HasPrefix(p.traceText(), "firmoffer/1 binding\n# Two frameworks, one node\n"))
		require.False(p, p.has("button", "Discard changes"))
	})
	p.Run("run", func(p *page) {
		p.setTrace("firmoffer/1 optimistic\nnode x 7\nmake A\nmake B\n")
		p.press("Last")
		require.Contains(p, p.shown().Nodes[0], "Node x: running 0 + accepted 0 + pending 14 = 14 of 7 · 7 over;")
		require.Equal(p, "optimistic", p.find("combobox", "Contract").value())
	})
	p.Run("copy", func(p *page) {
		p.permit("clipboard-write", "denied")
		p.press("Copy the trace")
		p.waitFor("document.querySelector('.story').innerText.includes('The browser refused the clipboard')")
		p.permit("clipboard-write", "granted")
		p.permit("clipboard-read", "granted")
		p.press("Copy the trace")
		p.waitFor("document.querySelector('.story').innerText.includes('The trace is on the clipboard.')")
		require.Equal(p, p.traceText(), p.text("navigator.clipboard.readText()"))
	})
	p.Run("help and the switch for shortcuts", func(p *page) {
		p.press("First")
		p.openPanel("Help")
		p.find("table", "Commands of the command box and of a trace")
		before := p.shown().Steps
		shortcuts := p.find("checkbox", "Single-key shortcuts")
		shortcuts.click()
		p.key(kb.ArrowRight)
		require.Equal(p, before, p.shown().Steps, "switched off")
		shortcuts.click()
		p.key(kb.ArrowRight)
		require.Contains(p, p.shown().Steps[0], "here|")
	})
}

func TestNamesOfPagers(t *testing.T) {
	p := open(t)
	var many strings.Builder
	many.WriteString("firmoffer/1\n")
	for i := range 25 {
		fmt.Fprintf(&many, "node n%d 2\n", i+1)
	}
	many.WriteString("make A\n")
	for i := range 22 {
		fmt.Fprintf(&many, "accept A o%d\nlaunch A o%d\n", i+1, i+1)
	}
	many.WriteString("advance 10\nmake B\n")
	for range 22 {
		many.WriteString("resize n1 4\nmake B\nresize n1 2\n")
	}
	p.setTrace(many.String())
	p.Run("offers", func(p *page) {
		p.run("document.querySelector('#steps button').click()")
		require.Len(p, p.shown().Offers, 20)
		p.press("Later offers")
		require.Len(p, p.shown().Offers, 5)
		p.press("Earlier offers")
		require.Len(p, p.shown().Offers, 20)
	})
	p.press("Last")
	for _, c := range []struct {
		list        string
		first, rest int
		count       func() int
	}{{"nodes", 10, 10, func() int { return len(p.shown().Nodes) }}, {"tasks", 20, 2, func() int { return len(p.shown().Tasks) }}} {
		p.Run(c.list, func(p *page) {
			require.Equal(p, c.first, c.count())
			p.press("Later " + c.list)
			require.Equal(p, c.rest, c.count())
			p.press("Earlier " + c.list)
			require.Equal(p, c.first, c.count())
		})
	}
	p.Run("steps", func(p *page) {
		first := p.shown().Steps[0]
		p.press("Show 100 earlier steps")
		require.NotEqual(p, first, p.shown().Steps[0])
		require.True(p, strings.HasPrefix(p.text("document.querySelector('.next small').textContent"), "step 113 of 113"), "turning the steps moves through none of them")
		p.press("First")
		p.press("Show 97 later steps")
		require.Contains(p, p.shown().Steps[0], "later|")
	})
}
