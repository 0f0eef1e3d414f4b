package web

import "firmoffer/web/app"

// Tasks are the running tasks.
type Tasks struct {
	App  *app.App
	View app.TasksView
}
