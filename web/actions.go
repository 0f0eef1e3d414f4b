package web

import "firmoffer/web/app"

// Actions are the calls that belong to no single node, offer or task.
type Actions struct {
	App  *app.App
	View app.ActionsView
}
