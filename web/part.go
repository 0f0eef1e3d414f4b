package web

import (
	"reflect"

	"github.com/vugu/vugu"
)

// part is what a component remembers to be left alone. Vugu builds the whole page anew after each message and sends all
// of it to the browser; that is most of the cost of a step. A component that shows the same as before answers with a
// placeholder instead, and dom.js leaves the element that stands there alone.
//
// This is sound because nothing else changes the element, because the handlers that it has send the same messages, and
// because a component keeps its place: Vugu gives a component in another place another memory.
type part struct{ shown any }

// build returns the placeholder when view is what was shown last, and else what body builds. A row says its data-key, so
// that its element is found among others.
func (p *part) build(in *vugu.BuildIn, view any, key string, body vugu.Builder) *vugu.BuildOut {
	if p.shown == nil || !reflect.DeepEqual(p.shown, view) {
		p.shown = view
		return body.Build(in)
	}
	kept := &vugu.VGNode{Type: vugu.ElementNode, Data: "keep"}
	if key != "" {
		kept.Attr = []vugu.VGAttribute{{Key: "data-key", Val: key}}
	}
	return &vugu.BuildOut{Out: []*vugu.VGNode{kept}}
}
