package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Step is one step in the timeline.
type Step struct {
	App  *app.App
	View app.StepView
	part
}

// Build implements [vugu.Builder].
func (c *Step) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, strconv.Itoa(c.View.Number), &StepBody{c.App, c.View})
}

// StepBody is the markup of [Step].
type StepBody struct {
	App  *app.App
	View app.StepView
}
