package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

// value returns what stands in the field that the event is about.
func value(event vugu.DOMEvent) string { return event.PropString("target", "value") }

// submit sends a message instead of the form, which has nowhere to go.
func submit(a *app.App, event vugu.DOMEvent, msg app.Msg) {
	event.PreventDefault()
	a.Send(msg)
}

// flag writes a state for a screen reader, which wants the word and not the bare attribute.
func flag(on bool) string { return strconv.FormatBool(on) }

// current marks the step on screen; nil leaves the attribute out.
func current(on bool) any {
	if on {
		return "step"
	}
	return nil
}

// offer is the hint of a button that may have nothing to do.
func offer(what, label, nothing string) string {
	if label == "" {
		return say.It(nothing)
	}
	return say.It(what, label)
}
