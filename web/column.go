package web

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

// Column is the state of the page under one of several contracts.
type Column struct {
	App  *app.App
	View app.ColumnView
	part
}

// Build implements [vugu.Builder].
func (c *Column) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &ColumnBody{c.App, c.View})
}

// ColumnBody is the markup of [Column].
type ColumnBody struct {
	App  *app.App
	View app.ColumnView
}

// ID is the id of the column's choice of a contract.
func (c *ColumnBody) ID() string { return "column-" + strconv.Itoa(c.View.Column+1) }

// Title names that choice.
func (c *ColumnBody) Title() string {
	if c.View.Branch != "" {
		return say.It("%s: contract of column %d", c.View.Branch, say.D(int64(c.View.Column+1)))
	}
	return say.It("Contract of column %d", say.D(int64(c.View.Column+1)))
}

// Class shows at a glance whether the column holds.
func (c *ColumnBody) Class() string {
	return "sheet col" + strings.TrimPrefix(c.View.Verdict.Class, "stamp")
}

// Choose puts another contract into the column.
func (c *ColumnBody) Choose(name string) {
	c.App.Send(app.SetColumn{Column: c.View.Column, Name: name})
}
