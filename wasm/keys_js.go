package main

import (
	"syscall/js"

	"firmoffer/web/app"
)

// shortcuts are the single keys, which count outside fields only.
var shortcuts = map[string]app.Msg{
	"ArrowLeft":  app.Back{},
	"ArrowRight": app.Forward{},
	"Home":       app.First{},
	"End":        app.Last{},
	"n":          app.Forward{},
	"u":          app.Undo{},
}

// clicker are the keys while something is presented, among them those that a presenter's remote control sends. They count
// in the whole window.
var clicker = map[string]app.Msg{
	"PageDown":   app.Forward{},
	"PageUp":     app.Back{},
	" ":          app.Forward{},
	"ArrowDown":  app.Forward{},
	"ArrowUp":    app.Back{},
	"ArrowRight": app.Forward{},
	"ArrowLeft":  app.Back{},
	"Home":       app.First{},
	"End":        app.Last{},
	".":          app.Blank{},
	"b":          app.Blank{},
	"+":          app.Scale{By: 1},
	"-":          app.Scale{By: -1},
	"Escape":     app.Present{On: false},
}

// nudges are the keys of a spinbutton.
var nudges = map[string]int64{"ArrowUp": 1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10}

// listen hands keys inside the playground to the app. They do not go through Vugu, which would turn every key into a
// render.
func (p *page) listen() {
	p.document.Call("addEventListener", "keydown", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if msg := p.key(args[0]); msg != nil {
			args[0].Call("preventDefault")
			p.send(msg)
		}
		return nil
	}))
}

// key returns the message that a key stands for, or nil.
func (p *page) key(event js.Value) app.Msg {
	if event.Get("defaultPrevented").Bool() || event.Get("isComposing").Bool() || event.Get("altKey").Bool() {
		return nil
	}
	key, target := event.Get("key").String(), event.Get("target")
	stage := &p.app.View().Stage
	if !stage.On && !p.byID("playground").Call("contains", target).Bool() {
		return nil
	}
	field := target.Call("matches", "input:not([type=checkbox]), textarea, select").Bool()
	command := event.Get("ctrlKey").Bool() || event.Get("metaKey").Bool()
	shift := event.Get("shiftKey").Bool()
	switch {
	case command && !field && (key == "z" || key == "Z"):
		if shift {
			return app.Redo{}
		}
		return app.Undo{}
	case command || shift:
		return nil
	case stage.Blank:
		return app.Blank{} // whichever key it was
	case field && !(stage.On && target.Get("type").String() == "radio"):
		return nudge(key, target)
	case stage.On && !(key == " " && target.Call("matches", "button, [type=radio]").Bool()):
		return clicker[key]
	case !p.app.View().Help.Shortcuts:
		return nil
	}
	return shortcuts[key]
}

func nudge(key string, target js.Value) app.Msg {
	by, ok := nudges[key]
	if id := target.Get("dataset").Get("field"); ok && !id.IsUndefined() {
		return app.Nudge{Field: id.String(), By: by}
	}
	return nil
}
