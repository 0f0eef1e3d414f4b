package web

import (
	"strconv"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"firmoffer/web/app"
)

// Trace is the session as text, to read, edit, run and copy.
type Trace struct {
	App  *app.App
	View app.TraceView
}

// Wrong reports whether the text cannot be run.
func (c *Trace) Wrong() bool { return len(c.View.Errors) > 0 || c.View.Problem != "" }

// Edit keeps what the user typed.
func (c *Trace) Edit(event vugu.DOMEvent) { c.App.Send(app.EditTrace{Text: value(event)}) }

// fill puts the page's text into the field, once a revision: a long text sent with every render would make each step
// slow, and would fight with what the user types.
func (c *Trace) fill(field js.Value) {
	revision := strconv.Itoa(c.View.Revision)
	if at := field.Get("revision"); at.Type() == js.TypeString && at.String() == revision {
		return
	}
	field.Set("revision", revision)
	field.Set("value", c.View.Text)
}
