package main

import (
	"syscall/js"

	"firmoffer/web/app"
)

// listenToHost opens the link that the page was opened with, and hands what comes from outside later to the app: links,
// dropped and pasted texts, files. See share.js.
func (p *page) listenToHost() {
	receive := js.FuncOf(func(_ js.Value, args []js.Value) any {
		one, two := args[1].String(), args[2].String() // a number becomes a text that nobody reads
		switch args[0].String() {
		case "link":
			p.send(app.OpenLink{Fragment: one, Past: two})
		case "text":
			p.send(app.Import{Name: one, Text: two})
		case "saved":
			p.send(app.Exported{File: one})
		case "problem":
			p.send(app.ImportFailed{Sentence: one})
		case "keep":
			p.writeAddress()
		case "tick":
			p.send(app.Tick{Turn: args[1].Int()})
		case "small":
			p.send(app.Present{On: false})
		default:
			p.hearFrame(args)
		}
		return nil
	})
	opened := p.host.Call("listen", receive)
	p.stored(true)
	p.app.Send(app.Scored{Text: p.host.Call("score").String()})
	p.app.Send(app.OpenLink{Fragment: opened.Index(0).String(), Past: opened.Index(1).String()})
	if opened.Index(0).String() == "" {
		p.kept = p.app.Revision() // the address stays bare until something happens
	}
	if mode := p.host.Get("mode"); mode.Truthy() {
		p.app.Send(app.Frame{Mode: mode.String()})
	}
}

// keepAddress asks for the address to follow when the user pauses: a link takes longer to write than a step.
func (p *page) keepAddress() {
	if p.kept != p.app.Revision() {
		p.host.Call("later")
	}
}

// writeAddress puts the session into the address.
func (p *page) writeAddress() {
	if p.kept == p.app.Revision() {
		return
	}
	p.kept = p.app.Revision()
	fragment, past := p.app.Keep()
	p.host.Call("keep", fragment, past)
}

// stored tells the app what the library holds now; ok says whether the browser took the last change.
func (p *page) stored(ok bool) {
	list := p.host.Call("stored")
	news := app.Stored{Refused: !ok}
	for i := 0; i+1 < list.Length(); i += 2 {
		news.All = append(news.All, app.Saved{Name: list.Index(i).String(), Link: list.Index(i + 1).String()})
	}
	if p.kept == 0 { // before the first render
		p.app.Send(news)
		return
	}
	go p.send(news) // an effect is carried out inside a message
}
