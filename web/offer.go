package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Offer is one live offer, with the buttons that apply to it.
type Offer struct {
	App       *app.App
	View      app.OfferView
	Comparing bool // a column says what it is under each contract
	part
}

// Build implements [vugu.Builder].
func (c *Offer) Build(in *vugu.BuildIn) *vugu.BuildOut {
	shown := struct {
		View      app.OfferView
		Comparing bool
	}{c.View, c.Comparing}
	return c.build(in, shown, c.View.ID, &OfferBody{c.App, c.View, c.Comparing})
}

// OfferBody is the markup of [Offer].
type OfferBody struct {
	App       *app.App
	View      app.OfferView
	Comparing bool
}
