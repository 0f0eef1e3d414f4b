package main

import (
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"firmoffer/engine/trace/say"
	"firmoffer/web"
	"firmoffer/web/app"
)

// mount is the element that the components take over: the prerendered page.
const mount = "#playground > .app"

func main() {
	if js.Global().Get("document").IsUndefined() {
		serveSearches()
	}
	p := &page{document: js.Global().Get("document"), host: js.Global().Get("firmOffer")}
	if err := p.start(); err != nil {
		p.fail(err)
		return
	}
	p.renderUntilFailure()
}

// page is the program's side of the browser.
type page struct {
	document js.Value
	host     js.Value // window.firmOffer of boot.js
	app      *app.App
	renderer *domrender.JSRenderer
	build    *vugu.BuildEnv
	live     liveText
	hunter   hunter
	kept     int    // revision of the session that the address shows
	focus    string // id of the element for the focus after the next render, when it got lost
	place    [2]int // of the step on screen among all, so that the list scrolls only when it changed
}

func (p *page) start() error {
	var err error
	p.live.element = func() js.Value { return p.byID("status") }
	p.hunter.report = func(news app.HuntNews) { p.send(news) }
	p.app = app.New(p.do, func(fault any) { p.console("error", fault) })
	if p.renderer, err = domrender.New(mount); err != nil {
		return err
	}
	if p.build, err = vugu.NewBuildEnv(p.renderer.EventEnv()); err != nil {
		return err
	}
	p.speak()
	p.listen()
	p.listenToTrace()
	p.listenToHost()
	return nil
}

// speak chooses the language for which boot.js has fetched the words.
func (p *page) speak() {
	words := p.host.Call("words")
	if language := words.Index(0).String(); language != "" {
		p.app.Send(app.Speak{Language: language, Words: words.Index(1).String()})
	}
}

// renderUntilFailure draws the page anew after each message.
func (p *page) renderUntilFailure() {
	root := &web.Root{App: p.app}
	for first, ok := true, true; ok; ok = p.renderer.EventWait() {
		if !p.render(root) {
			return
		}
		if first {
			p.host.Call("ready")
			first = false
		}
	}
}

// render draws the page once. A panic in here cannot be mended by going on, so the page shows the trace and says how.
func (p *page) render(root *web.Root) (ok bool) {
	defer func() {
		if fault := recover(); fault != nil {
			p.fail(fault)
			ok = false
		}
	}()
	if err := p.renderer.Render(p.build.RunBuild(root)); err != nil {
		p.fail(err)
		return false
	}
	p.keepFocus()
	p.showStep()
	p.keepAddress()
	p.tellFrame()
	return true
}

// send passes a message that does not come from a component, and draws the page.
func (p *page) send(msg app.Msg) {
	env := p.renderer.EventEnv()
	env.Lock()
	p.app.Send(msg)
	env.UnlockRender()
}

func (p *page) fail(fault any) {
	p.console("error", fault)
	text := ""
	if p.app != nil {
		text = p.app.TraceText()
	}
	p.host.Call("fail", say.It("The playground could not draw this step because of an error in the program."), text)
}

func (p *page) console(level string, fault any) {
	text := "unknown"
	switch f := fault.(type) {
	case error:
		text = f.Error()
	case string:
		text = f
	}
	js.Global().Get("console").Call(level, text)
}

func (p *page) byID(id string) js.Value { return p.document.Call("getElementById", id) }
