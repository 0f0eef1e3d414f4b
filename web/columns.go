package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Columns shows the same commands under two or three contracts beside each other.
type Columns struct {
	App  *app.App
	View app.CompareView
}

// Add puts one more contract beside the others.
func (c *Columns) Add(event vugu.DOMEvent) {
	c.App.Send(app.SetColumn{Column: len(c.View.Columns), Name: value(event)})
}
