package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// hands are a way to use the page: with the mouse or with the keyboard alone.
type hands interface {
	press(role, name string)
	fill(role, name, text string)
	choose(name, option string)
}

type mouse struct{ *page }

func (m mouse) press(role, name string) { m.Helper(); m.find(role, name).click() }

func (m mouse) choose(name, option string) { m.Helper(); m.find("combobox", name).choose(option) }

type keyboard struct {
	*page
	presses *int
}

// press uses Enter and Space in turn: both have to work.
func (k keyboard) press(role, name string) {
	k.Helper()
	k.find(role, name).walkTo()
	*k.presses++
	if *k.presses%2 == 0 {
		k.key(" ")
		return
	}
	k.key(kb.Enter)
}

func (k keyboard) fill(role, name, text string) {
	k.Helper()
	k.find(role, name).walkTo()
	k.enter(text)
}

// choose opens the list, so that the options on the way to the wanted one are not chosen as well.
func (k keyboard) choose(name, option string) {
	k.Helper()
	list := k.find("combobox", name)
	list.walkTo()
	steps := on[int](list, "function(option) { return [...this.options].findIndex((o) => o.value === option) - this.selectedIndex }", option)
	k.key(" ")
	for range max(steps, -steps) {
		k.key(map[bool]string{true: kb.ArrowDown, false: kb.ArrowUp}[steps > 0])
	}
	k.key(kb.Enter)
	k.waitUntil(option+" in "+list.String(), func() bool { return list.value() == option })
}

// act carries out a command with the controls that belong to it, and with the command box where no control would offer it, which is
// the case for calls that are refused.
func act(p *page, h hands, c engine.Command) {
	p.Helper()
	switch {
	case c.Verb == engine.VerbMake:
		h.fill("textbox", "Framework", c.Framework)
		h.fill("spinbutton", "Timeout", strconv.FormatInt(c.Amount, 10))
		h.press("button", "Make offers")
	case c.Verb == engine.VerbAdvance:
		h.fill("spinbutton", "Ticks", strconv.FormatInt(c.Amount, 10))
		h.press("button", "Advance time")
	case c.Verb == engine.VerbResize && p.has("group", "Node "+c.Node):
		h.fill("spinbutton", "Capacity of "+c.Node, strconv.FormatInt(c.Amount, 10))
		h.press("button", "Resize "+c.Node)
	case c.Verb == engine.VerbAccept && p.has("button", "Accept "+c.Offer):
		h.press("button", "Accept "+c.Offer)
	case c.Verb == engine.VerbDecline && p.has("button", "Decline "+c.Offer):
		h.press("button", "Decline "+c.Offer)
	case c.Verb == engine.VerbLaunch && p.has("button", "Launch "+c.Offer):
		h.fill("textbox", "Task id for "+c.Offer, c.Task)
		h.press("button", "Launch "+c.Offer)
	case c.Verb == engine.VerbFinish && p.has("button", "Finish "+c.Task):
		h.press("button", "Finish "+c.Task)
	default:
		h.fill("textbox", "Command", trace.FormatCommand(c))
		h.press("button", "Run")
	}
}

func TestScenariosByMouse(t *testing.T) {
	p := open(t)
	playScenarios(p, func(p *page) hands { return mouse{p} })
}

func TestScenariosByKeyboard(t *testing.T) {
	p := open(t)
	presses := 0
	playScenarios(p, func(p *page) hands { return keyboard{p, &presses} })
	require.Greater(t, presses, 30)
}

// playScenarios goes through the five scenarios that a stranger is asked to do, with the controls of every action; the last step of each
// with the button that proposes it.
func playScenarios(p *page, with func(*page) hands) {
	for _, id := range []string{"late-framework", "declined", "expired", "capacity-loss", "accepted-outlives-pending"} {
		p.Run(id, func(p *page) {
			h, s := with(p), library(p, id)
			h.choose("Scenario", id)
			for at, step := range s.Trace.Steps {
				command := trace.FormatCommand(step.Command)
				if at+1 < len(s.Trace.Steps) {
					act(p, h, step.Command)
				} else {
					h.press("button", "Next: "+command)
				}
				require.Equal(p, strconv.Itoa(at+1), p.text("document.querySelector('#steps [aria-current] small span').textContent"),
					"after %s; the page says: %s", command, p.text("document.querySelector('.said').innerText"))
				checkTold(p, id, at+1)
			}
			require.Len(p, p.shown().Steps, len(s.Trace.Steps), "going along with the scenario adds no step")
			p.equalsReplay(s.Trace, s.Trace.Rules(), -1)
		})
	}
	p.Run("another contract", func(p *page) { otherContract(p, with(p)) })
}

// checkTold checks what the page tells at the steps that matter.
func checkTold(p *page, id string, step int) {
	p.Helper()
	now := p.shown()
	switch id + " " + strconv.Itoa(step) {
	case "late-framework 2": // B has no offer, because A's pending o1 holds all units
		require.Regexp(p, `^B is offered nothing: .*\b5\b.*\bo1 \(pending of A\)`, now.Said)
		require.Len(p, now.Offers, 1)
	case "late-framework 5": // because A's task runs on them
		require.Regexp(p, `^B is offered nothing: .*\b5\b.*\brun`, now.Said)
		require.Empty(p, now.Offers)
	case "expired 5":
		require.Regexp(p, `^Refused: o1 expired at 5\b.*Nothing changed`, now.Said)
	case "accepted-outlives-pending 5":
		require.Regexp(p, `^n1 shrank from 8 to 5 units.*\bo2 of B \(pending, 3 units\).*invalidated`, now.Said)
		require.Contains(p, now.Why, "the accepted o1 of A")
		require.Len(p, now.Offers, 1)
		require.Contains(p, now.Offers[0], "o1|A|n1|5 units|accepted|")
		require.Equal(p, "Holds", now.Verdict)
	case "accepted-outlives-pending 7":
		require.Contains(p, now.Said, "Refused: o2 was invalidated")
	}
}

func otherContract(p *page, h hands) {
	p.Helper()
	h.choose("Contract", "oldest-first")
	difference := p.text("document.querySelector('.diff:not([hidden])').innerText")
	require.Regexp(p, `Under oldest-first step 5, resize n1 5, comes out differently first: .*\bo1 invalidated`, difference)
	h.press("button", "Go to step 5")
	now := p.shown()
	require.Equal(p, "Violated", now.Verdict)
	require.Regexp(p, `accepted-outlives-pending: .*\bo1\b`, now.Meaning)
	require.Equal(p, "here|✕|5|resize n1 5|, violated, the first violation", now.Steps[4])
	require.True(p, p.true("document.querySelectorAll('#steps li')[4].textContent.includes('the first difference')"))
	rules, _ := engine.ContractByName("oldest-first")
	p.equalsReplay(library(p, "accepted-outlives-pending").Trace, rules, 5)
}
