package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/vugu/html"

	"firmoffer/web/app"
)

// hostile are names that would be something else than text if they ever reached the page as HTML, and names that are
// easily lost on the way.
var hostile = []string{"<b>bold</b>", `"><img src=x onerror=alert(1)>`, "'><svg onload=alert(1)>", "<script>alert(1)</script>", "</bdi></td><td>", "<!--", "-->",
	"&lt;b&gt;", "&amp;", "&#x3c;", "a&b", "{{.}}", "javascript:alert(1)", `" autofocus onfocus="alert(1)`, " ", "a  b", "\u00a0", "\u2028", "שלום", "‮evil",
	"👩‍🚀", "e\u0301", strings.Repeat("x", 256)}

// everywhere is a page on which the name stands wherever a name can stand.
func everywhere(t *testing.T, name string) *app.App {
	q := strconv.Quote(name)
	a := opened(t, fmt.Sprintf("firmoffer/1\n# %[2]s\n# %[2]s\n\nnode %[1]s 5\nnode n2 5\nmake %[1]s\naccept %[1]s o1\naccept %[1]s o2\n# %[2]s\n"+
		"launch %[1]s o1 as=%[1]s\nfinish %[1]s %[1]s\nmake %[1]s\naccept %[1]s o3\nlaunch %[1]s o3 as=%[1]s\nlaunch %[1]s o2 as=%[1]s\naccept B o2\nresize %[1]s 3\n", q, name))
	send(a, app.SetContract{Name: "oldest-first"})
	run(a, "make "+q)
	send(a, app.GoTo{Step: 4}, app.Last{}, app.Back{}, app.GoTo{Step: a.View().Steps.Count})
	send(a, app.Type{Field: app.FieldTimeout, Text: name}, app.Type{Field: app.FieldFramework, Text: name}, app.MakeOffers{},
		app.Type{Field: app.FieldNewNode, Text: name}, app.AddNode{}, app.Type{Field: app.FieldCommand, Text: name + "(" + name}, app.RunCommand{},
		app.Type{Field: app.FieldCapacity(name), Text: name}, app.Resize{Node: name}, app.Type{Field: app.FieldTask("o2"), Text: name})
	send(a, app.EditTrace{Text: "firmoffer/1 " + q + "\n" + name + "(\n"}, app.ApplyTrace{}, app.OpenScenario{ID: name})
	return a
}

// shape is what a name must not change: the elements and the names of their attributes.
func shape(p page) []string {
	var all []string
	for _, e := range elements(p.root) {
		keys := e.Data
		for _, a := range e.Attr {
			if a.Key != "hidden" { // what is empty is hidden, and a name may be a blank
				keys += " " + a.Key
			}
		}
		all = append(all, keys)
	}
	return all
}

// Whatever a name is, the page has the same elements with the same attributes, and the name stands there as text.
func TestNamesAreTextEverywhere(t *testing.T) {
	for _, name := range hostile {
		p, plain := show(t, everywhere(t, name)), show(t, everywhere(t, "plain"))
		require.Equal(t, shape(plain), shape(p), "%q", name)
		seen := map[string]bool{}
		for _, e := range elements(p.root) {
			if e.Data == "bdi" {
				seen[e.Data+"."+attr(e, "class")] = seen[e.Data+"."+attr(e, "class")] || rawText(e) == name
			}
			if role(e) == "group" && attr(e, "aria-label") == "Node "+name {
				seen["group"] = true
			}
			if e.Data == "input" && attr(e, "value") == name {
				seen["input"] = true
			}
		}
		for _, place := range []string{"bdi.who", "bdi.at", "bdi.mono", "bdi.", "group", "input"} {
			assert.True(t, seen[place], "%q is not to be seen as %s", name, place)
		}
	}
}

// Nothing on the page runs a program, loads anything, or sends the reader away.
func TestThePageHasNoScriptsLinksOrImages(t *testing.T) {
	for name, a := range states(t) {
		for _, e := range elements(show(t, a).root) {
			assert.NotContains(t, []string{"script", "img", "iframe", "object", "embed", "link", "base", "a", "style", "audio", "video"}, e.Data, name)
			for _, at := range e.Attr {
				assert.False(t, strings.HasPrefix(at.Key, "on"), "%s: %s of a %s", name, at.Key, e.Data)
				assert.NotContains(t, []string{"src", "href", "action", "formaction", "srcdoc", "autofocus"}, at.Key, name)
			}
		}
	}
}

// A name is never part of a style, where it could change how the page looks.
func TestStylesHoldNumbersOnly(t *testing.T) {
	for _, e := range elements(show(t, everywhere(t, "red;--x:url(x)")).root) {
		if style := attr(e, "style"); style != "" {
			assert.Regexp(t, `^((left|width|--tick):[0-9.]+%?;?)+$`, style)
		}
	}
}

// What is drawn without the program is the page at its start, whole and well formed.
func TestPrerender(t *testing.T) {
	raw, err := Prerender()
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(raw, `<div class="app">`), raw[:60])
	p := parse(t, raw)
	assert.Equal(t, "Two frameworks, one node", text(p.find(p.root, "heading", "Two frameworks, one node")))
	p.find(p.root, "button", "Next: make A")
	again, err := Prerender()
	require.NoError(t, err)
	assert.Equal(t, raw, again, "the same page twice")
	var out strings.Builder
	for c := p.root.FirstChild.FirstChild.NextSibling.FirstChild; c != nil; c = c.NextSibling {
		require.NoError(t, html.Render(&out, c))
	}
	assert.Equal(t, raw, out.String(), "a browser reads it as it was written")
}
