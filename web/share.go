package web

import (
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"firmoffer/web/app"
)

// Share is what leaves the page and comes to it: links, files, and the library of this browser.
type Share struct {
	App  *app.App
	View app.ShareView
	part
}

// Build implements [vugu.Builder].
func (c *Share) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &ShareBody{c.App, c.View})
}

// ShareBody is the markup of [Share].
type ShareBody struct {
	App  *app.App
	View app.ShareView
}

// fill puts the link, which can be too long for a render, into its field, with the address of the page before it.
func (c *ShareBody) fill(field js.Value) {
	if host := js.Global().Get("firmOffer"); host.Truthy() {
		field.Set("value", host.Call("address").String()+c.View.Link)
	}
}

// Answers says whether the handout has the answers in it.
func (c *ShareBody) Answers(event vugu.DOMEvent) {
	c.App.Send(app.Type{Field: app.FieldAnswers, Text: flag(event.PropBool("target", "checked"))})
}
