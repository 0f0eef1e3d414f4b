package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Tasks are the running tasks.
type Tasks struct {
	App  *app.App
	View app.TasksView
	part
}

// Build implements [vugu.Builder].
func (c *Tasks) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &TasksBody{c.App, c.View})
}

// TasksBody is the markup of [Tasks].
type TasksBody struct {
	App  *app.App
	View app.TasksView
}
