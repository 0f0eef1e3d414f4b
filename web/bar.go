package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Bar is the head of the page: what is shown, under which contract, and the way back.
type Bar struct {
	App  *app.App
	View app.BarView
	part
}

// Build implements [vugu.Builder].
func (c *Bar) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &BarBody{c.App, c.View})
}

// BarBody is the markup of [Bar].
type BarBody struct {
	App  *app.App
	View app.BarView
}

// Open loads the chosen scenario.
func (c *BarBody) Open(id string) { c.App.Send(app.OpenScenario{ID: id}) }

// Choose changes the contract.
func (c *BarBody) Choose(name string) { c.App.Send(app.SetContract{Name: name}) }

// Share shows the link and copies it, or folds it away.
func (c *BarBody) Share() {
	if c.View.Sharing {
		c.App.Send(app.Toggle{Panel: app.PanelShare})
		return
	}
	c.App.Send(app.Share{})
}
