package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Actions are the calls that belong to no single node, offer or task.
type Actions struct {
	App  *app.App
	View app.ActionsView
	part
}

// Build implements [vugu.Builder].
func (c *Actions) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &ActionsBody{c.App, c.View})
}

// ActionsBody is the markup of [Actions].
type ActionsBody struct {
	App  *app.App
	View app.ActionsView
}
