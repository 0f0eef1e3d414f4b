package web

import (
	"github.com/vugu/vugu/js"

	"firmoffer/web/app"
)

// Root is the whole page.
type Root struct{ App *app.App }

// View returns what the page shows now.
func (c *Root) View() *app.View { return c.App.View() }

// Desk is the layout: the verdict has a place of its own beside a single view, and none beside columns.
func (c *Root) Desk() string {
	if c.View().Compare.On {
		return "desk wide"
	}
	return "desk"
}

// keep makes an element a host whose content belongs to other code, not to the components: live text must stay in one
// element and change only when there is something to say, and the panel Embed is a script of its own.
func (c *Root) keep(js.Value) {}
