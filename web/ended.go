package web

import "firmoffer/web/app"

// Ended has the offers and tasks that are over, folded away.
type Ended struct {
	App  *app.App
	View app.EndedView
}
