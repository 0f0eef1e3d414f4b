package web

import "firmoffer/web/app"

// Node is one node: its capacity to change, its arithmetic, and its ledger bar.
type Node struct {
	App  *app.App
	View app.NodeView
}

// Case draws the capacity, ruled in units.
func (c *Node) Case() string { return "width:" + c.View.CaseLen + ";--tick:" + c.View.Tick }

// Rest says what is free, or how much is over.
func (c *Node) Rest() string {
	if c.View.Rest == "" {
		return ""
	}
	return " · " + c.View.Rest
}

// RestClass marks a broken promise.
func (c *Node) RestClass() string {
	if c.View.RestBad {
		return "x"
	}
	return "rest"
}

// place puts a piece of a bar where it belongs, with a length where it has one.
func place(from, length string) string {
	if length == "" {
		return "left:" + from
	}
	return "left:" + from + ";width:" + length
}
