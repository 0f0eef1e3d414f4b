package web

import (
	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

// Predict asks what will happen, and explains it afterwards.
type Predict struct {
	App  *app.App
	View app.PredictView
	part
}

// Build implements [vugu.Builder].
func (c *Predict) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &PredictBody{c.App, c.View})
}

// PredictBody is the markup of [Predict].
type PredictBody struct {
	App  *app.App
	View app.PredictView
}

// Forget names the button that forgets the score, or brings it back.
func (c *PredictBody) Forget() string {
	if c.View.Lost {
		return say.It("Bring my score back")
	}
	return say.It("Forget my score")
}
