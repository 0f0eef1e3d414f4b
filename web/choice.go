package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Choice is a list to choose one of, with its label.
type Choice struct {
	ID, Caption string
	Options     []app.Option
	Made        int               // how many choices were made: the list has to show what came of each, also when nothing did
	Take        func(name string) // gets what was chosen
	part
}

type choiceView struct {
	ID, Caption string
	Options     []app.Option
	Made        int
}

// Build implements [vugu.Builder].
func (c *Choice) Build(in *vugu.BuildIn) *vugu.BuildOut {
	view := choiceView{c.ID, c.Caption, c.Options, c.Made}
	return c.build(in, view, "", &ChoiceBody{view, c.Take})
}

// ChoiceBody is the markup of [Choice].
type ChoiceBody struct {
	View choiceView
	Take func(name string)
}
