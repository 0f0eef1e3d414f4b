package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Stage is the bar of the presentation.
type Stage struct {
	App  *app.App
	View app.StageView
	part
}

// Build implements [vugu.Builder].
func (c *Stage) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &StageBody{c.App, c.View})
}

// StageBody is the markup of [Stage].
type StageBody struct {
	App  *app.App
	View app.StageView
}

// Between says that no checkpoint is at the place on screen.
func (c *StageBody) Between() bool {
	for _, o := range c.View.Checkpoints {
		if o.Chosen {
			return false
		}
	}
	return true
}

// Jump goes to a checkpoint.
func (c *StageBody) Jump(event vugu.DOMEvent) {
	if at, err := strconv.Atoi(value(event)); err == nil {
		c.App.Send(app.GoTo{Step: at})
	}
}
