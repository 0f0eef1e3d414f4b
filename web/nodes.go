package web

import (
	"strings"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
)

// These helpers make the nodes of the generated code; see squeeze.

// newElement makes an element as the last child of the parent. The text is its tag and the names and values of its
// attributes in turn, with bars between: one string takes less code than many.
func newElement(parent *vugu.VGNode, text string) *vugu.VGNode {
	tag, rest, more := strings.Cut(text, "|")
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: tag}
	if more {
		n.Attr = make([]vugu.VGAttribute, 0, 1+strings.Count(rest, "|")/2)
	}
	for more {
		var a vugu.VGAttribute
		a.Key, rest, _ = strings.Cut(rest, "|")
		a.Val, rest, more = strings.Cut(rest, "|")
		if readOut(a.Key) {
			a.Val = say.It(a.Val)
		}
		n.Attr = append(n.Attr, a)
	}
	if parent != nil {
		parent.AppendChild(n)
	}
	return n
}

// newText makes a text as the last child of the parent.
func newText(parent *vugu.VGNode, s string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.TextNode, Data: inWords(s)}
	parent.AppendChild(n)
	return n
}

// setStatic fills an element with HTML that stands in the markup.
func setStatic(n *vugu.VGNode, html string) {
	if say.Foreign() {
		html = inWordsOf(html)
	}
	n.SetInnerHTML(vugu.HTML(html))
}

// readOut reports whether people meet the value of an attribute.
func readOut(attribute string) bool {
	return attribute == "aria-label" || attribute == "title" || attribute == "placeholder"
}

// inWords says a text of the markup; the white space around it stays.
func inWords(text string) string {
	bare := strings.TrimSpace(text)
	if !say.Foreign() || bare == "" {
		return text
	}
	before, after, _ := strings.Cut(text, bare)
	return before + say.It(bare) + after
}

var asHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// inWordsOf says the texts between the tags of a piece of HTML that stands in the markup. Its attributes hold none.
func inWordsOf(html string) string {
	said := ""
	for html != "" {
		text, rest, tagged := strings.Cut(html, "<")
		if said += asHTML.Replace(inWords(text)); !tagged {
			break
		}
		tag, after, _ := strings.Cut(rest, ">")
		said += "<" + tag + ">"
		html = after
	}
	return said
}

// onEvent adds a handler.
func onEvent(n *vugu.VGNode, event string, f func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: f})
}

// setProperty sets what JavaScript calls a property, such as the value of a field.
func setProperty(n *vugu.VGNode, key string, value any) {
	b, err := vjson.Marshal(value)
	if err != nil {
		panic(err)
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: vjson.RawMessage(b)})
}

// component returns the one that stood in this place in the last render, or a new one, as the last child of the parent.
// The place is the number of the element in the markup and, in a list, the key of the row.
func component(in *vugu.BuildIn, out *vugu.BuildOut, parent *vugu.VGNode, place uint64, row any, make func() vugu.Builder) vugu.Builder {
	key := vugu.MakeCompKey(place^in.CurrentPositionHash(), row)
	c, known := in.BuildEnv.CachedComponent(key).(vugu.Builder)
	if !known {
		c = make()
		in.BuildEnv.WireComponent(c)
	}
	in.BuildEnv.UseComponent(key, c)
	out.Components = append(out.Components, c)
	parent.AppendChild(&vugu.VGNode{Component: c})
	return c
}
