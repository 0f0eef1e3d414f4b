package web

import (
	"reflect"

	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
)

// part is what a component remembers to be left alone. Vugu builds the whole page anew after each message and sends all
// of it to the browser; that is most of the cost of a step. A component that shows the same as before answers with a
// placeholder instead, and dom.js leaves the element that stands there alone.
//
// This is sound because nothing else changes the element, because the handlers that it has send the same messages, and
// because a component keeps its place: Vugu gives a component in another place another memory.
type part struct {
	shown  any
	spoken int // which choice of a language it was shown in
}

// build returns the placeholder when view is what was shown last, and else what body builds. A row says its data-key, so
// that its element is found among others.
func (p *part) build(in *vugu.BuildIn, view any, key string, body vugu.Builder) *vugu.BuildOut {
	if p.shown == nil || p.spoken != say.Changes() || !same(reflect.ValueOf(p.shown), reflect.ValueOf(view)) {
		p.shown, p.spoken = view, say.Changes()
		return body.Build(in)
	}
	kept := &vugu.VGNode{Type: vugu.ElementNode, Data: "keep"}
	if key != "" {
		kept.Attr = []vugu.VGAttribute{{Key: "data-key", Val: key}}
	}
	return &vugu.BuildOut{Out: []*vugu.VGNode{kept}}
}

// same compares two views of one type, which hold nothing but texts, numbers, switches, and structs and lists of them.
// It is reflect.DeepEqual for that alone: the whole of it would be 5 KB more to download.
func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.String:
		return a.String() == b.String()
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.Int, reflect.Int64:
		return a.Int() == b.Int()
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	panic("a view holds a " + a.Kind().String() + ", which cannot be compared")
}
