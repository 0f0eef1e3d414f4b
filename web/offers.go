package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Offers are the live offers, each with the buttons that apply to it.
type Offers struct {
	App  *app.App
	View app.OffersView
	part
}

// Build implements [vugu.Builder].
func (c *Offers) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &OffersBody{c.App, c.View})
}

// OffersBody is the markup of [Offers].
type OffersBody struct {
	App  *app.App
	View app.OffersView
}
