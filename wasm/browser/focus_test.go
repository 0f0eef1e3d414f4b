package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestNothingTakesFocusOrScrollsOnLoad(t *testing.T) {
	p := openFresh(t)
	require.Equal(t, "body", p.focus())
	require.True(t, p.true("scrollX === 0 && scrollY === 0"))
}

// TestFocusAfterEachKindOfStep works by keyboard: whoever does must never be thrown back to the top of the page.
func TestFocusAfterEachKindOfStep(t *testing.T) {
	p := open(t)
	p.setTrace("firmoffer/1\nnode n1 5\nnode n2 3\nmake A\naccept A o1\n")
	by := func(role, name, keys, want string) {
		t.Helper()
		p.find(role, name).walkTo()
		p.key(keys)
		require.Equal(t, want, p.focus(), "%s on %s %s", keys, role, name)
	}
	by("button", "Forward", kb.Enter, "button Forward")
	by("button", "Accept o1", kb.Enter, "button Launch o1")
	by("button", "Launch o1", kb.Enter, "region Live offers")
	by("button", "Decline o2", " ", "region Live offers")
	by("button", "Finish t1", kb.Enter, "region Running tasks")
	by("button", "Make offers", kb.Enter, "button Make offers")
	by("spinbutton", "Timeout", kb.Enter, "spinbutton Timeout")
	by("button", "Advance time", " ", "button Advance time")
	by("button", "Add node", kb.Enter, "button Add node")
	by("button", "Resize n1", kb.Enter, "button Resize n1")
	by("spinbutton", "Capacity of n1", kb.ArrowUp, "spinbutton Capacity of n1")
	by("spinbutton", "Capacity of n1", kb.Enter, "spinbutton Capacity of n1")
	by("textbox", "Command", kb.Enter, "textbox Command")
	for _, name := range []string{"First", "Forward", "Last", "Back", "Undo", "Redo", "Reset", "Trace", "Help"} {
		by("button", name, kb.Enter, "button "+name)
	}
	by("button", "First", " ", "button First")
	by("combobox", "Contract", kb.ArrowDown, "combobox Contract")
	by("combobox", "Scenario", kb.ArrowDown, "combobox Scenario")
}

// TestFocusStaysWithItsRow moves through the steps while a button of a row has the focus, and rows before it come and go.
func TestFocusStaysWithItsRow(t *testing.T) {
	p := open(t)
	p.setTrace("firmoffer/1\nnode n1 5\nnode n2 3\nnode n3 2\nmake A\ndecline A o1\naccept A o2\nadvance 10\n")
	p.press("Forward")
	p.find("button", "Decline o2").walkTo()
	for _, step := range []struct{ key, want string }{
		{kb.ArrowRight, "button Decline o2"}, // o1 went
		{kb.ArrowLeft, "button Decline o2"},  // and came back
		{kb.ArrowRight, "button Decline o2"},
		{kb.ArrowRight, "button Decline o2"}, // o2 was accepted
	} {
		p.key(step.key)
		require.Equal(t, step.want, p.focus())
	}
	require.Equal(t, "step 3 of 4", p.text("document.querySelector('.next small').textContent"))
}

func TestNextKeepsTheFocusOverAScenario(t *testing.T) {
	p := open(t)
	p.find("button", "Next: make A").walkTo()
	for range 9 {
		require.Equal(t, "next", p.text("document.activeElement.id"))
		p.key(kb.Enter)
	}
	require.Equal(t, "step 9 of 9", p.text("document.querySelector('.next small').textContent"))
	require.Equal(t, "button The steps end here", p.focus())
}

// TestTypingIsNeverLost takes steps with the mouse while other fields hold unfinished text.
func TestTypingIsNeverLost(t *testing.T) {
	p := open(t)
	p.press("Next: make A")
	p.press("Next: make B")
	p.press("Next: accept A o1")
	typed := [][3]string{{"textbox", "Framework", "team"}, {"spinbutton", "Timeout", "1x"}, {"spinbutton", "Ticks", "-"}, {"textbox", "New node", "<b>"},
		{"spinbutton", "New node capacity", "9"}, {"textbox", "Command", "acc"}, {"spinbutton", "Capacity of n1", "77"}, {"textbox", "Task id for o1", "my "}}
	for _, field := range typed {
		p.fill(field[0], field[1], field[2])
	}
	p.press("Back")
	p.press("Forward")
	p.press("Decline o1")
	p.press("Undo")
	for _, field := range typed {
		require.Equal(t, field[2], p.find(field[0], field[1]).value(), field[1])
	}
	p.Run("while the caret stands in the middle", func(p *page) {
		p.fill("textbox", "Command", "make AB")
		p.key(kb.ArrowLeft)
		p.run("[...document.querySelectorAll('button')].find((b) => b.ariaLabel === 'Back').click()") // by other hands: the focus stays
		p.key("x")
		require.Equal(p, "make AxB", p.find("textbox", "Command").value())
	})
}

// TestTabWalk goes once around the page, with everything open.
func TestTabWalk(t *testing.T) {
	p := open(t)
	p.scenario("declined")
	for _, name := range []string{"Next: make A", "Next: make B", "Next: decline A o1", "Next: make B", "Next: accept A o2"} {
		p.press(name)
	}
	p.press("Trace")
	p.press("Help")
	p.run("scrollTo(0, 0); document.getElementById('scenario').focus()")
	var names []string
	seen := map[string]bool{}
	for range 120 {
		id := p.text(`(() => { const el = document.activeElement; el.walked ??= Math.random(); return el === document.body ? '' : String(el.walked) })()`)
		if id == "" {
			break
		}
		require.False(t, seen[id], "%s is reached twice; walked %q", p.focus(), names)
		seen[id] = true
		names = append(names, p.focus())
		require.True(t, p.true(visibleFocus), "the focus on %s cannot be seen", p.focus())
		p.key(kb.Tab)
	}
	reachable := eval[int](p, `[...document.querySelectorAll('#playground :is(button, input, select, textarea, a[href], [tabindex="0"])')]
		.filter((el) => el.checkVisibility() && !el.disabled).length`)
	require.Len(t, names, reachable, "walked %q", names)
	inOrder(t, names, "combobox Scenario", "combobox Contract", "button Reset", "button Next: decline A o2", "textbox Framework",
		"spinbutton Timeout", "button Make offers", "button Advance time", "button Add node", "textbox Command", "button Run",
		"spinbutton Capacity of n1", "button Resize n1", "spinbutton Capacity of n2", "textbox Task id for o2", "button Launch o2",
		"button Decline o2", "button Accept o3", "button Decline o3", "button First", "button Back", "button Forward", "button Last",
		"button Trace", "textbox Trace", "button Run this trace", "button Copy the trace", "button Help", "checkbox Single-key shortcuts")
}

// visibleFocus: the element with the focus is in sight, nothing lies over it, and it has an outline.
const visibleFocus = `(() => {
	const el = document.activeElement, r = el.getBoundingClientRect(), style = getComputedStyle(el);
	const over = document.elementFromPoint(Math.max(0, r.left) + Math.min(r.width, innerWidth) / 2, r.top + Math.min(r.height, innerHeight) / 2);
	return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && over && (el.contains(over) || over.contains(el));
})()`

func inOrder(t *testing.T, names []string, wanted ...string) {
	t.Helper()
	at := 0
	for _, name := range names {
		if at < len(wanted) && name == wanted[at] {
			at++
		}
	}
	if at < len(wanted) {
		t.Errorf("%q does not come after %q; the walk was\n%s", wanted[at], wanted[max(0, at-1)], strings.Join(names, "\n"))
	}
}

// doubleClick presses twice within a tenth of a second, by the time that stands in the events: a busy machine may take longer.
func (p *page) doubleClick(x, y float64) {
	p.Helper()
	began := time.Now()
	for count := 1; count <= 2; count++ {
		at := input.TimeSinceEpoch(float64(began.UnixMilli()+int64(count)*50) / 1000)
		p.do(chromedp.MouseClickXY(x, y, chromedp.ClickCount(count), func(press *input.DispatchMouseEventParams) { press.Timestamp = at }))
	}
}

func TestDoubleClickOnAcceptDoesNotLaunch(t *testing.T) {
	p := open(t)
	p.press("Next: make A")
	accept := p.find("button", "Accept o1")
	x, y := accept.middle()
	p.doubleClick(x, y)
	require.Contains(t, p.shown().Offers[0], "accepted")
	require.Empty(t, p.shown().Tasks)
	require.True(t, p.has("button", "Launch o1"))
}

// TestAKeyHeldDownDoesNotGoOn: the focus goes from Accept to Launch, and the key that is still down must not press it.
func TestAKeyHeldDownDoesNotGoOn(t *testing.T) {
	p := open(t)
	p.press("Next: make A")
	p.find("button", "Accept o1").walkTo()
	for i := range 4 {
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyDown", Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13,
			AutoRepeat: new(i > 0)})
	}
	require.Equal(t, "button Launch o1", p.focus())
	require.Contains(t, p.shown().Offers[0], "accepted")
	require.Empty(t, p.shown().Tasks)
}

// TestQuickPressesAllCount presses as somebody does who wants to get on: so fast that each second press makes a double click.
func TestQuickPressesAllCount(t *testing.T) {
	p := open(t)
	for _, c := range []struct {
		name  string
		pause time.Duration
	}{{"Forward", 150 * time.Millisecond}, {"Forward", 0}, {"Next: make A", 150 * time.Millisecond}, {"Next: make A", 0}} {
		p.Run(fmt.Sprintf("%s every %s", c.name, c.pause), func(p *page) {
			p.press("First")
			x, y := p.find("button", c.name).middle()
			for i := range 6 {
				p.do(chromedp.MouseClickXY(x, y, chromedp.ClickCount(1+i)))
				p.pause(c.pause)
			}
			require.Equal(p, "step 6 of 9", p.text("document.querySelector('.next small').textContent"))
		})
	}
}
