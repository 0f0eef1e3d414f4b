package web

import "firmoffer/web/app"

// Pages turns the windows of a long list.
type Pages struct {
	App  *app.App
	View app.Pager
}

// Turn shows another window.
func (c *Pages) Turn(by int) { c.App.Send(app.Page{List: c.View.List, By: by}) }
