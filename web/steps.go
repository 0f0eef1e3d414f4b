package web

import (
	"strconv"

	"firmoffer/web/app"
)

// Steps is the timeline: one window of the steps, each with its mark, and the ways through them.
type Steps struct {
	App  *app.App
	View app.StepsView
}

// Turn shows another window of the steps and moves through none of them.
func (c *Steps) Turn(by int) { c.App.Send(app.Page{List: app.ListSteps, By: by}) }

// Earlier names the steps before the window.
func (c *Steps) Earlier() string { return "Show " + strconv.Itoa(c.View.Before) + " earlier steps" }

// Later names the steps behind the window.
func (c *Steps) Later() string { return "Show " + strconv.Itoa(c.View.After) + " later steps" }
