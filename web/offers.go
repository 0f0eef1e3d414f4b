package web

import "firmoffer/web/app"

// Offers are the live offers, each with the buttons that apply to it.
type Offers struct {
	App  *app.App
	View app.OffersView
}
