package domtest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

var space = text("\n  ")

func row(key string) node {
	return el("li", el("input").with("id", "in-"+key), el("button", text("Drop "+key)).listen("click")).key(key)
}

func list(keys string) node {
	rows := []node{space}
	for key := range strings.FieldsSeq(keys) {
		rows = append(rows, row(key))
	}
	return el("div", el("ul", append(rows, space)...), el("p", text(keys)))
}

func TestTreeIsBuilt(t *testing.T) {
	p := openBlank(t, "")
	picture := node{tag: "svg", ns: svg, attrs: []string{"viewBox", "0 0 9 9"}, kids: []node{
		{tag: "linearGradient", ns: svg, attrs: []string{"id", "g"}}, {tag: "circle", ns: svg, attrs: []string{"r", "4"}}}}
	tree := el("div", space, el("h1", text("Grüße 🜂")).with("class", "big"), space, picture, el("p")).with("id", "mount", "class", "app")
	p.render(tree)
	p.shows(tree)
	p.want("document.querySelector('circle').namespaceURI", svg)
	p.want("document.querySelector('svg').viewBox.baseVal.width", "9")
}

func TestRenderMayBeCutAnywhere(t *testing.T) {
	p := openBlank(t, "")
	long := bytes.Repeat([]byte("né🜂"), 2000) // parts of it end inside a character
	tree := el("div", list("a b c"), node{tag: "p", html: long}, el("b", text("end")))
	p.feed(render(tree).buffers(1)) // every instruction in a buffer of its own
	p.shows(tree)
	p.feed(render(list("b")).buffers(1))
	p.shows(list("b"))
}

func TestSameTreeTouchesNothing(t *testing.T) {
	p := openBlank(t, "")
	tree := el("div", list("a b"), el("input").prop("value", `"x"`), node{tag: "p", html: []byte("<b>x</b>")},
		el("i").with("style", "color: red;"), node{tag: "div", host: 1})
	p.render(tree)
	p.run(`var seen = [];
		new MutationObserver((changes) => seen.push(...changes))
			.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})`)
	p.render(tree)
	p.want("seen.length", "0")
	tree.kids[3] = el("i").with("style", "color: red;", "title", "new")
	p.render(tree)
	p.want("seen.map((r) => r.attributeName).join()", "title")
	p.run(`var sets = 0; Object.defineProperty(document.querySelector('div > input'), 'value', {get: () => 'x', set: () => sets++})`)
	p.render(tree)
	p.want("sets", "0")
}

func TestListGrowsShrinksAndEmpties(t *testing.T) {
	p := openBlank(t, "")
	for _, tree := range []node{list("a b c"), list("a"), list(""), list("x y z"), el("div", el("ul"), el("p")), list("y"), el("div")} {
		p.render(tree)
		p.shows(tree)
	}
}

func TestRowKeepsItsNode(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"row above removed", "a b c", "b c"},
		{"row below removed", "a b c", "a b"},
		{"all others removed", "a b c", "b"},
		{"rows put around it", "b", "x a b c d"},
		{"others replaced", "a b c", "x b y z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openBlank(t, "")
			p.render(list(c.before))
			p.run("var input = document.getElementById('in-b'); input.focus(); input.value = 'typed'")
			p.render(list(c.after))
			p.shows(list(c.after))
			p.want("document.activeElement.id + ' ' + document.activeElement.value + ' ' + (input === document.activeElement)", "in-b typed true")
		})
	}
}

func TestRowNeverInheritsANode(t *testing.T) {
	p := openBlank(t, "")
	p.render(list("a"))
	p.run("var input = document.getElementById('in-a'); input.value = 'typed'")
	p.render(list("b"))
	p.want("document.getElementById('in-b').value + input.isConnected", "false")
	p.render(el("div", el("ul", el("li", el("input").with("id", "free")))))
	p.want("document.getElementById('free').value", "")
}

func TestLongListKeepsItsNodes(t *testing.T) {
	p := openBlank(t, "")
	keys := make([]string, 500)
	for i := range keys {
		keys[i] = fmt.Sprint("r", i)
	}
	p.render(list(strings.Join(keys, " ")))
	p.run("document.getElementById('in-r250').focus()")
	changed := append([]string{"x"}, keys[1:100]...)
	changed = append(changed, keys[200:498]...)
	changed = append(changed, "y", "z")
	tree := list(strings.Join(changed, " "))
	p.render(tree)
	p.shows(tree)
	p.want("document.activeElement.id", "in-r250")
}

// Components show and hide parts with vg-if; what stands beside them must not lose focus or typed text.
func TestNeighboursOfWhatComesAndGoes(t *testing.T) {
	note, button, field := el("p", text("note")), el("button", text("Go")).with("id", "go"), el("input").with("id", "in")
	form := func(parts ...node) node {
		all := []node{space}
		for _, part := range parts {
			if part.tag != "" {
				all = append(all, part)
			}
			all = append(all, space)
		}
		return el("div", all...)
	}
	none, foot := node{}, el("p", text("foot"))
	p := openBlank(t, "")
	p.render(form(none, button, field, foot))
	for _, id := range []string{"go", "in"} {
		p.run("document.getElementById('" + id + "').focus()")
		for _, tree := range []node{
			form(note, button, field, foot), form(none, button, field, foot), form(note, note, button, field, foot),
			form(none, note, button, field, none), form(el("h2"), none, button, field, note, note), form(none, none, button, field, foot),
		} {
			p.render(tree)
			p.shows(tree)
			p.want("document.activeElement.id", id)
		}
	}
}

func TestPropertiesAreComparedWithTheLiveValue(t *testing.T) {
	p := openBlank(t, "")
	options := []node{el("option", text("a")), el("option", text("b"))}
	form := func(value string) node {
		return el("div", el("input").with("id", "in").prop("value", value), el("input").with("type", "checkbox", "id", "box").prop("checked", "true"),
			el("select", options...).prop("value", `"b"`))
	}
	p.render(form(`"abc"`))
	p.want("document.querySelector('select').value + document.getElementById('box').checked", "btrue")
	p.run(`var input = document.getElementById('in'); input.focus(); input.setSelectionRange(1, 1); document.getElementById('box').checked = false`)
	p.render(form(`"abc"`))
	p.want("input.selectionStart + ' ' + document.getElementById('box').checked", "1 true")
	p.run("input.value = 'typed'")
	p.render(form(`"abc"`))
	p.want("input.value", "abc")
}

func TestAttributes(t *testing.T) {
	p := openBlank(t, "")
	p.render(el("div", el("p").with("class", "a", "title", "t", "style", "color: red; --n: 3;"), el("details", el("summary"))))
	p.want("getComputedStyle(document.querySelector('p')).color", "rgb(255, 0, 0)")
	p.run("document.querySelector('details').open = true") // the user does
	p.render(el("div", el("p").with("class", "b", "hidden", ""), el("details", el("summary"))))
	p.want("((p) => p.className + p.title + p.hidden + p.style.length)(document.querySelector('p'))", "btrue0")
	p.want("document.querySelector('details').open", "true")
}

func TestInnerHTML(t *testing.T) {
	p := openBlank(t, "")
	html := func(s string) node { return el("div", node{tag: "p", html: []byte(s)}) }
	p.render(html(`<b data-style="color: red">x</b>`))
	p.want("getComputedStyle(document.querySelector('b')).color", "rgb(255, 0, 0)")
	p.run("var b = document.querySelector('b')")
	p.render(html(`<b data-style="color: red">x</b>`))
	p.want("b.isConnected", "true")
	for _, tree := range []node{html("<i>y</i>"), el("div", el("p", text("now text"))), html("<i>y</i>"), el("div", el("p")), html("")} {
		p.render(tree)
		p.shows(tree)
	}
}

func TestHostKeepsItsChildren(t *testing.T) {
	p := openBlank(t, "")
	host := node{tag: "div", attrs: []string{"id", "host"}, host: 1, populate: 2}
	own := node{tag: "ul", attrs: []string{"id", "own"}, host: 3, populate: 4, kids: []node{el("li"), el("li")}}
	p.render(el("div", host, own))
	p.want("calls.join()", "1 host 0,2,3 own 2,4")
	p.run("document.getElementById('host').append('drawn by other code')")
	p.render(el("div", el("p"), host, own))
	p.want("document.getElementById('host').textContent", "drawn by other code")
	plain := el("div", el("p"), el("div", el("b")).with("id", "host"))
	p.render(plain)
	p.shows(plain)
	p.run("calls = []")
	p.render(el("div", el("p"), host))
	p.want("calls.join()", "1 host 0,2")
}

func TestPrerenderedPageIsTakenOver(t *testing.T) {
	p := openBlank(t, `<p class="a" data-s="1">one</p><ul><li data-key="k">row</li></ul><table><tr><td>x</td></tr></table>`)
	p.run("var row = document.querySelector('li'), p = document.querySelector('p')")
	tree := el("div", el("p", text("one")).with("class", "a"), el("ul", el("li", text("new")).key("j"), el("li", text("row")).key("k")),
		el("table", el("tr", el("td", text("x")))))
	p.render(tree)
	p.shows(tree)
	p.want("row.isConnected && p.isConnected && row.dataset.key", "k")
}

func TestMountPointOfAnotherKindIsReplaced(t *testing.T) {
	p := openBlank(t, "old")
	for _, tree := range []node{el("main", text("one")), el("main", text("two")), el("section")} {
		p.render(tree)
		p.shows(tree)
	}
	p.want("document.getElementById('mount')", "null")
}

// A component that looks as before is sent as an element named keep.
func TestKeptComponentIsLeftAlone(t *testing.T) {
	p := openBlank(t, "")
	part := func(n node) node { return el("div", el("p").key("a"), n, el("p").key("b")) }
	shown := el("section", el("input").listen("input")).key("part")
	p.render(part(shown))
	p.run("var input = document.querySelector('input'); input.value = 'typed'; input.focus()")
	p.render(part(el("keep").key("part")))
	p.shows(part(shown))
	p.want("document.activeElement === input && input.value", "typed")
}
