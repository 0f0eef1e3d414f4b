package main

import (
	"syscall/js"

	"firmoffer/web/app"
)

// do carries out one effect.
func (p *page) do(effect app.Effect) {
	switch e := effect.(type) {
	case app.Announce:
		p.live.say(e.Text)
	case app.Journal:
		p.host.Call("journal", e.At, e.Text)
	case app.JournalAll:
		p.host.Call("journalAll", e.Text)
	case app.Copy:
		p.copy(e.Text)
	case app.Make:
		p.host.Call("make", e.Format, e.File, e.Trace)
	case app.Convert:
		p.host.Call("convert", e.Name, e.Text)
	case app.Fetch:
		p.host.Call("get", e.Address)
	case app.Store:
		p.stored(p.host.Call("store", e.Name, e.Link).Bool())
	case app.Unstore:
		p.stored(p.host.Call("unstore", e.Name).Bool())
	case app.Save:
		p.host.Call("save", e.File, e.Text)
	case app.KeepScore:
		p.host.Call("score", e.Text)
	case app.Predicted:
		p.host.Call("predicted", e.Kind, e.Right, e.Rule)
	case app.FullScreen:
		p.host.Call("fullScreen", e.On)
	case app.Wait:
		p.host.Call("wait", e.Turn, e.Millis)
	case app.ReadyHunt:
		p.hunter.ready()
	case app.Hunt:
		p.hunter.start(e.Number, e.Job)
	case app.EndHunt:
		p.hunter.stop()
	case app.Speaking:
		p.document.Get("documentElement").Set("lang", e.Language)
	case app.ShowEmbed:
		p.host.Call("embed", e.Open, e.Link)
	case app.Focus:
		p.focus = e.ID
	}
}

// liveText is the text for screen readers. The first sentence is said at once; of those that follow quickly, only the
// last is said, when they have settled.
type liveText struct {
	element func() js.Value
	waiting bool
	last    string
	said    string
	tick    js.Func
}

// settle is how long in milliseconds the live text stays before another sentence takes its place.
const settle = 400

func (l *liveText) say(text string) {
	l.last = text
	if l.waiting {
		return
	}
	l.show()
	l.wait()
}

func (l *liveText) wait() {
	if l.tick.IsUndefined() {
		l.tick = js.FuncOf(func(js.Value, []js.Value) any {
			l.waiting = false
			if l.last != l.said {
				l.show()
				l.wait()
			}
			return nil
		})
	}
	l.waiting = true
	js.Global().Call("setTimeout", l.tick, settle)
}

func (l *liveText) show() {
	l.said = l.last
	if e := l.element(); !e.IsNull() {
		e.Set("textContent", l.last)
	}
}

// copy puts text on the clipboard and reports whether the browser allowed it. The address of the page goes before a link.
func (p *page) copy(text string) {
	if text[0] == '#' {
		text = p.host.Call("address").String() + text
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() { // an insecure origin has none
		go p.send(app.Copied{OK: false})
		return
	}
	var done, refused js.Func
	report := func(ok bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			done.Release()
			refused.Release()
			go p.send(app.Copied{OK: ok}) // not in the callback, which must not wait for the lock
			return nil
		})
	}
	done, refused = report(true), report(false)
	clipboard.Call("writeText", text).Call("then", done, refused)
}

// keepFocus gives the focus to a place that makes sense when the control that had it went away. A figure that does not have the focus
// leaves it where it is: in the page around.
func (p *page) keepFocus() {
	id := p.focus
	p.focus = ""
	if id == "" || !p.document.Get("activeElement").Equal(p.document.Get("body")) {
		return
	}
	if p.host.Get("mode").Truthy() && !p.document.Call("hasFocus").Bool() {
		return
	}
	for _, id := range []string{id, "offers"} {
		if e := p.byID(id); !e.IsNull() {
			e.Call("focus", map[string]any{"preventScroll": true})
			return
		}
	}
}

// showStep lets the list of steps scroll when another step is on screen.
func (p *page) showStep() {
	steps := p.app.View().Steps
	if place := [2]int{steps.At, steps.Count}; place != p.place {
		p.place = place
		p.host.Call("showStep")
	}
}
