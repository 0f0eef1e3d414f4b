package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Hunt is the search for the shortest broken promise.
type Hunt struct {
	App  *app.App
	View app.HuntView
	part
}

// Build implements [vugu.Builder].
func (c *Hunt) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &HuntBody{c.App, c.View})
}

// HuntBody is the markup of [Hunt].
type HuntBody struct {
	App  *app.App
	View app.HuntView
}

// Choose keeps a choice of the search.
func (c *HuntBody) Choose(field string, event vugu.DOMEvent) {
	c.App.Send(app.Type{Field: field, Text: value(event)})
}

// Mark is the drawing in the stamp. What is not known is never drawn as good news.
func (c *HuntBody) Mark() string {
	if mark, ok := marks[c.View.Class]; ok {
		return mark
	}
	return "M13 13a4 4 0 1 1 5 4c-1 .5-1 1-1 3M17 24v3"
}

// lineClass marks the command that breaks a promise.
func lineClass(bad bool) string {
	if bad {
		return "no"
	}
	return ""
}
