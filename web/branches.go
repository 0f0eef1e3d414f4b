package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Branches are the courses of the session that are not on screen: a small tree beside the steps.
type Branches struct {
	App  *app.App
	View app.BranchesView
	part
}

// Build implements [vugu.Builder].
func (c *Branches) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &BranchesBody{c.App, c.View})
}

// BranchesBody is the markup of [Branches].
type BranchesBody struct {
	App  *app.App
	View app.BranchesView
}
