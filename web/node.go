package web

import (
	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Node is one node: its capacity to change, its arithmetic, and its ledger bar.
type Node struct {
	App  *app.App
	View app.NodeView
	part
}

// Build implements [vugu.Builder].
func (c *Node) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, c.View.ID, &NodeBody{c.App, c.View})
}

// NodeBody is the markup of [Node].
type NodeBody struct {
	App  *app.App
	View app.NodeView
}

// Case draws the capacity, ruled in units.
func (c *NodeBody) Case() string { return "width:" + c.View.CaseLen + ";--tick:" + c.View.Tick }

// place puts a piece of a bar where it belongs, with a length where it has one.
func place(from, length string) string {
	if length == "" {
		return "left:" + from
	}
	return "left:" + from + ";width:" + length
}
