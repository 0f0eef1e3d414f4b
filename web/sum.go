package web

import "firmoffer/web/app"

// Sum is the arithmetic of a node.
type Sum struct{ View app.NodeView }

// Rest says what is free, or how much is over.
func (c *Sum) Rest() string {
	if c.View.Rest == "" {
		return ""
	}
	return " · " + c.View.Rest
}

// RestClass marks a broken promise.
func (c *Sum) RestClass() string {
	if c.View.RestBad {
		return "x"
	}
	return "rest"
}
