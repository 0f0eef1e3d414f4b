package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Ended has the offers and tasks that are over, folded away.
type Ended struct {
	App  *app.App
	View app.EndedView
	part
}

// Build implements [vugu.Builder].
func (c *Ended) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &EndedBody{c.App, c.View})
}

// EndedBody is the markup of [Ended].
type EndedBody struct {
	App  *app.App
	View app.EndedView
}
