package web

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"github.com/vugu/html"

	"firmoffer/web/app"
)

// page is what a reader gets: the elements, their roles and their names.
type page struct {
	t    require.TestingT
	root *html.Node
	raw  string
}

func show(t require.TestingT, a *app.App) page {
	raw, err := Render(a)
	require.NoError(t, err)
	return parse(t, raw)
}

func parse(t require.TestingT, raw string) page {
	root, err := html.Parse(strings.NewReader(raw))
	require.NoError(t, err)
	return page{t, root, raw}
}

// opened is a page on a trace of the test's own, with everything unfolded.
func opened(t require.TestingT, text string) *app.App {
	a := app.New(nil, func(fault any) { require.Fail(t, "a panic at the door", "%v", fault) })
	send(a, app.EditTrace{Text: text}, app.ApplyTrace{}, app.Last{}, app.Toggle{Panel: app.PanelEnded, Open: true},
		app.Toggle{Panel: app.PanelTrace, Open: true}, app.Toggle{Panel: app.PanelHelp, Open: true}, app.Toggle{Panel: app.PanelInvariants, Open: true})
	require.False(t, a.View().Story.NoticeBad, a.View().Story.Notice)
	require.Empty(t, a.View().Trace.Errors)
	return a
}

func send(a *app.App, msgs ...app.Msg) {
	for _, msg := range msgs {
		a.Send(msg)
	}
}

func run(a *app.App, commands ...string) {
	for _, c := range commands {
		send(a, app.Type{Field: app.FieldCommand, Text: c}, app.RunCommand{})
	}
}

// elements returns what is below n, n included, in the order of the text.
func elements(n *html.Node) []*html.Node {
	var all []*html.Node
	if n.Type == html.ElementNode {
		all = append(all, n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		all = append(all, elements(c)...)
	}
	return all
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// gone reports whether nobody is told of n: it or something around it is hidden.
func gone(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if has(n, "hidden") || attr(n, "aria-hidden") == "true" {
			return true
		}
	}
	return false
}

// text is what stands in n for a reader, with white space as a browser collapses it.
func text(n *html.Node) string { return strings.Join(strings.Fields(rawText(n)), " ") }

func rawText(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if has(n, "hidden") || attr(n, "aria-hidden") == "true" {
		return ""
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(rawText(c))
	}
	return b.String()
}

var roles = map[string]string{"button": "button", "select": "combobox", "textarea": "textbox", "ol": "list", "ul": "list", "table": "table", "nav": "navigation",
	"aside": "complementary", "main": "main", "section": "region", "h1": "heading", "h2": "heading", "h3": "heading", "option": "option"}

func role(n *html.Node) string {
	switch r := attr(n, "role"); {
	case r != "":
		return r
	case n.Data == "input" && attr(n, "type") == "checkbox":
		return "checkbox"
	case n.Data == "input":
		return "textbox"
	}
	return roles[n.Data]
}

// name is the accessible name of n.
func (p page) name(n *html.Node) string {
	if label := attr(n, "aria-label"); label != "" {
		return label
	}
	if id := attr(n, "aria-labelledby"); id != "" {
		return text(p.byID(id))
	}
	for _, e := range elements(p.root) {
		if e.Data == "label" && attr(e, "for") != "" && attr(e, "for") == attr(n, "id") {
			return text(e)
		}
	}
	if n.Parent != nil && n.Parent.Data == "label" {
		return text(n.Parent)
	}
	if n.Data == "table" {
		for _, e := range elements(n) {
			if e.Data == "caption" {
				return text(e)
			}
		}
	}
	if t := text(n); t != "" {
		return t
	}
	return attr(n, "title")
}

func (p page) byID(id string) *html.Node {
	for _, e := range elements(p.root) {
		if attr(e, "id") == id {
			return e
		}
	}
	require.Fail(p.t, "no element has the id "+id)
	return nil
}

// find returns the one element below n that has the role and the name.
func (p page) find(n *html.Node, want, called string) *html.Node {
	var found []*html.Node
	for _, e := range elements(n) {
		if role(e) == want && !gone(e) && p.name(e) == called {
			found = append(found, e)
		}
	}
	require.Len(p.t, found, 1, "%s %q", want, called)
	return found[0]
}
