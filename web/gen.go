// Package web holds the components of the page: markup in .vugu files, a small struct and one-line handlers beside each.
// A component holds no state. It shows a part of the [app.View] and turns what the user does into an [app.Msg].
package web

//go:generate go tool vugugen -skip-go-mod -skip-main
//go:generate go run ./squeeze
