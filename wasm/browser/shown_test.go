package browser

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/web/app"
)

// shown is what a page shows of its session.
type shown struct {
	Nodes      []string `json:"nodes"`
	Offers     []string `json:"offers"`
	Tasks      []string `json:"tasks"`
	Steps      []string `json:"steps"`
	Summary    string   `json:"summary"`
	Verdict    string   `json:"verdict"`
	Meaning    string   `json:"meaning"`
	Said       string   `json:"said"`
	Why        string   `json:"why"`
	Invariants []string `json:"invariants"`
}

//go:embed testdata/read.js
var readScript string

func (p *page) shown() shown { p.Helper(); return eval[shown](p, readScript) }

func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// wanted is what the page has to show, from the state that runs natively.
func wanted(v *app.View) shown {
	s := shown{Summary: v.Cluster.Summary, Verdict: v.Verdict.Word, Meaning: words(v.Verdict.Text), Said: words(v.Verdict.Said), Why: words(v.Verdict.Why),
		Nodes: []string{}, Offers: []string{}, Tasks: []string{}, Steps: []string{}, Invariants: []string{}}
	for _, n := range v.Cluster.Nodes {
		sum := fmt.Sprintf("running %d + accepted %d + pending %d = %s", n.Running, n.Accepted, n.Pending, n.Sum)
		if n.Rest != "" {
			sum += " · " + n.Rest
		}
		s.Nodes = append(s.Nodes, words("Node "+n.ID+": "+sum+"; "+n.Note))
	}
	for _, o := range v.Offers.Rows {
		var buttons []string
		for _, b := range []struct {
			there bool
			verb  string
		}{{o.CanAccept, "Accept "}, {o.CanLaunch, "Launch "}, {o.CanDecline, "Decline "}} {
			if b.there {
				buttons = append(buttons, b.verb+o.ID)
			}
		}
		s.Offers = append(s.Offers, words(fmt.Sprintf("%s|%s|%s|%d units|%s|until %s %s|%s", o.ID, o.Framework, o.Node, o.Units, o.State, o.Deadline,
			o.Left, strings.Join(buttons, " "))))
	}
	for _, t := range v.Tasks.Rows {
		s.Tasks = append(s.Tasks, words(fmt.Sprintf("%s|%s|%s|%d units|%s|since %s|Finish %s", t.ID, t.Framework, t.Node, t.Units, t.Offer, t.Since, t.ID)))
	}
	for _, step := range v.Steps.Items {
		place := "done"
		if step.Current {
			place = "here"
		} else if strings.Contains(step.Class, "future") {
			place = "later"
		}
		word := strings.ReplaceAll(step.Word, ", the first difference", "")
		s.Steps = append(s.Steps, words(fmt.Sprintf("%s|%s|%d|%s|, %s", place, step.Mark, step.Number, step.Command, word)))
	}
	for _, i := range v.Verdict.Invariants {
		s.Invariants = append(s.Invariants, words(i.Name+"|"+i.Word+"|"+i.Numbers))
	}
	return s
}

// replayed is a native page at a place of a trace.
func replayed(p *page, text string, at int) *app.App {
	p.Helper()
	a := app.New(nil, nil)
	a.Send(app.EditTrace{Text: text})
	a.Send(app.ApplyTrace{})
	require.Empty(p, a.View().Trace.Errors, "the page's trace cannot be read:\n%s", text)
	a.Send(app.GoTo{Step: at})
	return a
}

// equalsReplay compares the tables of the page with the engine itself, after so many steps of a trace. It is for clusters that need
// no second page of nodes, offers or tasks.
func (p *page) equalsReplay(t *trace.Trace, rules engine.Contract, at int) {
	p.Helper()
	s, judged, err := trace.Replay(t, rules, at)
	require.NoError(p, err)
	now := p.shown()
	require.Len(p, now.Nodes, len(s.Nodes()))
	for i, n := range s.Nodes() {
		want := fmt.Sprintf("Node %s: running %d + accepted %d + pending %d = %d of %d", n.ID, n.Allocated, n.Accepted, n.Pending, n.Allocated+n.Reserved, n.Capacity)
		require.Truef(p, strings.HasPrefix(now.Nodes[i], want), "the page says %q, the engine %q", now.Nodes[i], want)
	}
	live := slices.DeleteFunc(s.Offers(), func(o engine.Offer) bool { return !o.State.Live() })
	require.Len(p, now.Offers, len(live))
	for i, o := range live {
		require.Contains(p, now.Offers[i], fmt.Sprintf("%s|%s|%s|%d units|%s|", o.ID, o.FrameworkID, o.NodeID, o.Resources, o.State))
	}
	running := s.RunningTasks()
	require.Len(p, now.Tasks, len(running))
	for i, task := range running {
		require.Contains(p, now.Tasks[i], fmt.Sprintf("%s|%s|%s|%d units|%s|", task.ID, task.FrameworkID, task.NodeID, task.Resources, task.OfferID))
	}
	if at > 0 {
		require.Equal(p, strings.ToLower(now.Verdict), judged[at-1].Verdict.String())
	}
}

func library(p *page, id string) scenario.Scenario {
	p.Helper()
	s, ok := scenario.ByID(id)
	require.True(p, ok, id)
	return s
}

// open shows a scenario at its start, with empty hands: fields, notices and windows are as at the beginning.
func (p *page) scenario(id string) {
	p.Helper()
	p.find("combobox", "Scenario").choose(id)
}

// setTrace replaces the session by another trace, as a person does who pastes it into the field and runs it.
func (p *page) setTrace(text string) {
	p.Helper()
	p.openPanel("Trace")
	p.find("textbox", "Trace").paste(quote(text))
	p.find("button", "Run this trace").click()
	require.Empty(p, p.text("document.querySelector('#trace-errors:not([hidden])')?.innerText ?? ''"))
}

// loadLong is setTrace for texts of many lines, which would make the tree of accessibility large: it does not look into that tree while
// the text is on the page.
func (p *page) loadLong(text string) {
	p.Helper()
	p.openPanel("Trace")
	p.run("trace.value = " + quote(text) + `; trace.dispatchEvent(new InputEvent('input', {bubbles: true}));
		[...document.querySelectorAll('button')].find((b) => b.textContent === 'Run this trace').click();
		document.querySelector('[aria-controls=trace-panel]').click()`)
	require.Contains(p, p.notice(), "Running your trace")
}

// openPanel unfolds a part of the page, if it is not open.
func (p *page) openPanel(name string) {
	p.Helper()
	if button := p.find("button", name); button.attribute("aria-expanded") == "false" {
		button.click()
	}
}

// traceText is the session's trace as the page shows it.
func (p *page) traceText() string {
	p.Helper()
	p.openPanel("Trace")
	return p.find("textbox", "Trace").value()
}

// TestTheStepOnScreenIsInSight: the list of steps scrolls by itself to where the user is, also on a phone, and nothing else scrolls.
func TestTheStepOnScreenIsInSight(t *testing.T) {
	p := openAt(t, address, chromedp.EmulateViewport(390, 800))
	p.waitReady()
	p.find("combobox", "Scenario").choose("overhang")
	for _, press := range []string{"Last", "First", "Next: make A", "Last", "Back"} {
		p.press(press)
		seen := p.true(`(() => {
			const step = document.querySelector('#steps [aria-current]');
			if (!step) return steps.scrollLeft === 0;
			const at = step.getBoundingClientRect(), list = steps.getBoundingClientRect();
			return at.left >= list.left - 1 && at.right <= list.right + 1;
		})()`)
		require.True(t, seen, "after %s", press)
	}
}
