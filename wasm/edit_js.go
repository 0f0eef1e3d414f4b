package main

import (
	"syscall/js"

	"firmoffer/web/app"
)

// listenToTrace hands the text of the trace field to the app, at most once a frame, since a browser can report a paste
// line by line, and in any case before a click that may ask to run it.
func (p *page) listenToTrace() {
	playground, waiting := p.byID("playground"), false
	flush := func() {
		if field := p.byID("trace"); waiting && !field.IsNull() {
			p.send(app.EditTrace{Text: field.Get("value").String()})
		}
		waiting = false
	}
	frame := js.FuncOf(func(js.Value, []js.Value) any { flush(); return nil })
	playground.Call("addEventListener", "input", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if id := args[0].Get("target").Get("id"); id.String() == "trace" && !waiting {
			waiting = true
			js.Global().Call("requestAnimationFrame", frame)
		}
		return nil
	}))
	playground.Call("addEventListener", "click", js.FuncOf(func(js.Value, []js.Value) any { flush(); return nil }), true)
}
