package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Help says how the page is read and driven.
type Help struct {
	App  *app.App
	View app.HelpView
}

// Switch turns the single-key shortcuts on or off.
func (c *Help) Switch(event vugu.DOMEvent) {
	c.App.Send(app.SetShortcuts{On: event.PropBool("target", "checked")})
}
