package web

import (
	"strconv"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"firmoffer/web/app"
)

// Trace is the session as text, to read, edit, run and copy. What is typed in its field, which can be a megabyte, does not
// go through Vugu, which copies the whole of it with every key: see listenToTrace of the program.
type Trace struct {
	App  *app.App
	View app.TraceView
	part
}

// Build implements [vugu.Builder].
func (c *Trace) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &TraceBody{c.App, c.View})
}

// TraceBody is the markup of [Trace].
type TraceBody struct {
	App  *app.App
	View app.TraceView
}

// Wrong reports whether the text cannot be run.
func (c *TraceBody) Wrong() bool { return len(c.View.Errors) > 0 || c.View.Problem != "" }

// fill puts the page's text into the field, once a revision: a long text sent with every render would make each step
// slow, and would fight with what the user types.
func (c *TraceBody) fill(field js.Value) {
	revision := strconv.Itoa(c.View.Revision)
	if at := field.Get("revision"); at.Type() == js.TypeString && at.String() == revision {
		return
	}
	field.Set("revision", revision)
	field.Set("value", c.View.Text)
}
