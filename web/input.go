package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Input is one field with its label and its error. A number is typed as text, so that what is no number stays in the
// field and can be shown; the arrow keys work as in a browser's own spinbutton.
type Input struct {
	App     *app.App
	Field   app.Field
	Caption string // the visible label; the field's own says more to a screen reader
	Hint    string
	Spin    bool
}

// Type keeps what the user typed.
func (c *Input) Type(event vugu.DOMEvent) {
	c.App.Send(app.Type{Field: c.Field.ID, Text: value(event)})
}
