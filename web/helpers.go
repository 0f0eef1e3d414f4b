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

// hint is the title of a button: what it does, where that is not said beside it, and while it cannot act, why.
func hint(can bool, does, why string, rest ...string) any {
	switch {
	case !can:
		return say.It(why, rest...)
	case does == "":
		return nil
	}
	return say.It(does, rest...)
}
