package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Help says how the page is read and driven.
type Help struct {
	App  *app.App
	View app.HelpView
	part
}

// Build implements [vugu.Builder].
func (c *Help) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &HelpBody{c.App, c.View})
}

// HelpBody is the markup of [Help].
type HelpBody struct {
	App  *app.App
	View app.HelpView
}

// Switch turns the single-key shortcuts on or off.
func (c *HelpBody) Switch(event vugu.DOMEvent) {
	c.App.Send(app.SetShortcuts{On: event.PropBool("target", "checked")})
}
