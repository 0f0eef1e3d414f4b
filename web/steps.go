package web

import (
	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

// Steps is the timeline: one window of the steps, each with its mark, and the ways through them.
type Steps struct {
	App  *app.App
	View app.StepsView
	part
}

// Build implements [vugu.Builder].
func (c *Steps) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &StepsBody{c.App, c.View})
}

// StepsBody is the markup of [Steps].
type StepsBody struct {
	App  *app.App
	View app.StepsView
}

// Turn shows another window of the steps and moves through none of them.
func (c *StepsBody) Turn(by int) { c.App.Send(app.Page{List: app.ListSteps, By: by}) }

// Earlier names the steps before the window.
func (c *StepsBody) Earlier() string {
	return say.It("Show %d earlier steps", say.D(int64(c.View.Before)))
}

// Later names the steps behind the window.
func (c *StepsBody) Later() string { return say.It("Show %d later steps", say.D(int64(c.View.After))) }
