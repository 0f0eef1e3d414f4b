package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Invariant is one invariant with its numbers.
type Invariant struct {
	View app.InvariantView
	part
}

// Build implements [vugu.Builder].
func (c *Invariant) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &InvariantBody{c.View})
}

// InvariantBody is the markup of [Invariant].
type InvariantBody struct{ View app.InvariantView }
