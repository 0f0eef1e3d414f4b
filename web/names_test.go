package web

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/vugu/html"

	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

const story = "firmoffer/1\nnode n1 5\nnode n2 4\nmake A\naccept A o1\nlaunch A o1 as=web\naccept A o2\nresize n2 6\nmake B\nresize n1 3\n"

// TestNamesOfControls walks through the table of names that screen readers, instructions given aloud, and tests rely on.
func TestNamesOfControls(t *testing.T) {
	p := show(t, opened(t, story))
	for _, c := range strings.Split(`textbox Framework, spinbutton Timeout, button Make offers, spinbutton Ticks, button Advance time, textbox New node,
		spinbutton New node capacity, button Add node, textbox Command, button Run, button First, button Back, button Forward, button Last,
		combobox Contract, combobox Scenario, button Reset, button Embed, button Undo, button Redo, list Steps, region Invariants, button Help`, ",") {
		role, name, _ := strings.Cut(strings.TrimSpace(c), " ")
		p.find(p.root, role, name)
	}
	node := p.find(p.root, "group", "Node n2")
	p.find(node, "spinbutton", "Capacity of n2")
	p.find(node, "button", "Resize n2")
	assert.Contains(t, text(node), "running 0 + accepted 4 + pending 2 = 6 of 6")
	assert.Contains(t, text(p.find(p.root, "group", "Node n1")), "running 5 + accepted 0 + pending 0 = 5 of 3 · 2 over")

	offers := p.find(p.root, "table", "Offers")
	p.find(offers, "button", "Launch o2")
	p.find(offers, "textbox", "Task id for o2")
	p.find(offers, "button", "Decline o2")
	p.find(offers, "button", "Accept o3")
	p.find(offers, "button", "Decline o3")
	for _, e := range elements(offers) {
		assert.NotContains(t, []string{"Accept o2", "Launch o3", "Accept o1"}, p.name(e), "it does not apply")
	}
	p.find(p.find(p.root, "table", "Tasks"), "button", "Finish web")
}

func TestTheResultIsReadOut(t *testing.T) {
	p := show(t, opened(t, story))
	var status []*html.Node
	for _, e := range elements(p.root) {
		if role(e) == "status" {
			status = append(status, e)
		}
	}
	require.Len(t, status, 1)
	assert.Empty(t, text(status[0]), "it is empty until there is something to say")

	items := listItems(p.find(p.root, "region", "Invariants"))
	require.Len(t, items, 8)
	assert.Contains(t, items[0], "no-over-commitment overhang")
	for _, item := range items[1:] {
		assert.Regexp(t, `^[a-z-]+ holds`, item)
	}
	steps := listItems(p.find(p.root, "list", "Steps"))
	require.Len(t, steps, 7)
	assert.Contains(t, steps[6], "resize n1 3, overhang")
}

func listItems(list *html.Node) []string {
	var items []string
	for _, e := range elements(list) {
		if e.Data == "li" {
			items = append(items, text(e))
		}
	}
	return items
}

// states are pages that differ in what is on them.
func states(t *testing.T) map[string]*app.App {
	fresh := app.New(nil, nil)
	wrong := opened(t, story)
	send(wrong, app.Type{Field: app.FieldTimeout, Text: "1,5"}, app.Type{Field: app.FieldFramework, Text: ""}, app.MakeOffers{},
		app.Type{Field: app.FieldCapacity("n1"), Text: "x"}, app.Resize{Node: "n1"}, app.EditTrace{Text: "nonsense\nand\nmore"}, app.ApplyTrace{})
	changed := opened(t, story)
	send(changed, app.SetContract{Name: "optimistic"}, app.GoTo{Step: 3})
	empty := opened(t, "firmoffer/1\n")
	long := opened(t, manyNodes(25)+"make A\n"+strings.Repeat("advance 1\n", 400))
	send(long, app.GoTo{Step: 1})
	stale := opened(t, "firmoffer/1\nnode n1 4\n"+strings.Repeat("advance 1\n", 400))
	run(stale, "make A")
	return map[string]*app.App{"fresh": fresh, "story": opened(t, story), "wrong": wrong, "changed": changed, "empty": empty, "long": long, "stale": stale}
}

func manyNodes(n int) string {
	var b strings.Builder
	b.WriteString("firmoffer/1 binding\n")
	for i := range n {
		b.WriteString("node n" + strconv.Itoa(i+1) + " 8\n")
	}
	return b.String()
}

func TestEveryReferenceLeadsSomewhere(t *testing.T) {
	for name, a := range states(t) {
		p := show(t, a)
		ids := map[string]int{}
		for _, e := range elements(p.root) {
			if id := attr(e, "id"); id != "" {
				ids[id]++
				assert.Equal(t, 1, ids[id], "%s: the id %s stands there twice", name, id)
				assert.NotContains(t, id, " ", name)
			}
		}
		for _, e := range elements(p.root) {
			for _, key := range []string{"for", "aria-describedby", "aria-controls", "aria-labelledby", "list", "form"} {
				for _, id := range strings.Fields(attr(e, key)) {
					assert.Equal(t, 1, ids[id], "%s: %s=%q of a %s leads nowhere", name, key, id, e.Data)
				}
			}
		}
	}
}

func TestEverythingHasAName(t *testing.T) {
	for name, a := range states(t) {
		p := show(t, a)
		headings := 0
		for _, e := range elements(p.root) {
			if gone(e) {
				continue
			}
			switch e.Data {
			case "h1":
				headings++
			case "button", "input", "select", "textarea", "section", "nav", "aside", "table":
				assert.NotEmpty(t, p.name(e), "%s: %s %v", name, e.Data, e.Attr)
			case "th":
				assert.NotEmpty(t, attr(e, "scope"), name)
			}
		}
		assert.Equal(t, 1, headings, "%s: a page has one title", name)
	}
}

// reasons are what each control says that can be unable to act.
var reasons = map[string]string{
	"Undo": "There is nothing to undo.", "Redo": "There is nothing to redo.",
	"First": "This is the start: no step is done.", "Back": "This is the start: no step is done.",
	"Forward": "This was the last step. Take any action to go on.", "Last": "This was the last step. Take any action to go on.",
	"Earlier nodes": "There are no earlier nodes.", "Later nodes": "There are no later nodes.",
	"Earlier offers": "There are no earlier offers.", "Later offers": "There are no later offers.",
	"Earlier tasks": "There are no earlier tasks.", "Later tasks": "There are no later tasks.",
	"Smaller type": "The type cannot get any smaller or larger.", "Larger type": "The type cannot get any smaller or larger.",
	"Stop": "No search is running.",
}

// unable are pages on which each control that can be unable to act is so at least once.
func unable(t *testing.T) map[string]*app.App {
	all := states(t)
	all["small"], all["large"], all["search"] = app.New(nil, nil), app.New(nil, nil), app.New(nil, nil)
	send(all["small"], app.Present{On: true})
	send(all["large"], app.Present{On: true}, app.Scale{By: 9})
	send(all["search"], app.Toggle{Panel: app.PanelHunt, Open: true})
	all["searching"], all["undone"] = app.New(nil, nil), opened(t, story)
	send(all["searching"], app.Toggle{Panel: app.PanelHunt, Open: true}, app.StartHunt{})
	send(all["undone"], app.Undo{})
	tasks := manyNodes(25) + "make A\n" + lines(25, "accept A o") + lines(25, "launch A o")
	all["tasks"], all["the last ones"] = opened(t, tasks), opened(t, tasks)
	send(all["the last ones"], app.Page{List: app.ListNodes, By: 2}, app.Page{List: app.ListNodes, By: 2}, app.Page{List: app.ListTasks, By: 1})
	all["the last offers"] = opened(t, manyNodes(25)+"make A\n")
	send(all["the last offers"], app.Page{List: app.ListOffers, By: 1})
	return all
}

// What cannot work now stays in place, can be reached, and says why before it is pressed; what can work does not say so.
func TestADisabledButtonSaysWhy(t *testing.T) {
	could, couldNot := map[string]bool{}, map[string]bool{}
	for name, a := range unable(t) {
		p := show(t, a)
		for _, e := range elements(p.root) {
			assert.False(t, has(e, "disabled"), "%s: %s cannot be reached by keyboard", name, p.name(e))
			if !has(e, "aria-disabled") || gone(e) {
				continue
			}
			called, title := p.name(e), attr(e, "title")
			why := reasons[called]
			switch {
			case attr(e, "id") == "next": // its words are where it leads to, or that the steps end
				assert.Equal(t, attr(e, "aria-disabled") == "true", called == "The steps end here", "%s: %s", name, called)
			case attr(e, "aria-disabled") == "true":
				couldNot[called] = true
				assert.NotEmpty(t, why, "%s: why %s cannot act is not known here", name, called)
				assert.Equal(t, why, title, "%s: %s", name, called)
			default:
				could[called] = true
				assert.NotEqual(t, why, title, "%s: %s can act", name, called)
			}
		}
	}
	for called := range reasons {
		assert.True(t, couldNot[called], "%s is never unable to act here", called)
		assert.True(t, could[called], "%s is never able to act here", called)
	}
}

// The reason comes from the same words as the sentence after a press, so it is said in the language of the page.
func TestADisabledButtonSaysWhyInGerman(t *testing.T) {
	speaking(t, "de")
	seen := map[string]bool{}
	for name, a := range unable(t) {
		for _, e := range elements(show(t, a).root) {
			if attr(e, "aria-disabled") != "true" || gone(e) || attr(e, "id") == "next" {
				continue
			}
			title := attr(e, "title")
			assert.NotEmpty(t, title, name)
			seen[title] = true
		}
	}
	want := map[string]bool{}
	for _, why := range reasons {
		for _, list := range []string{"nodes", "offers", "tasks"} {
			if before, ok := strings.CutSuffix(why, " "+list+"."); ok {
				why = say.It(before+" %s.", say.It(list))
			}
		}
		german := say.It(why)
		assert.False(t, reasonInEnglish(german), "%s has no German words", german)
		want[german] = true
	}
	assert.Equal(t, want, seen)
}

func reasonInEnglish(text string) bool {
	for _, why := range reasons {
		if why == text {
			return true
		}
	}
	return false
}
