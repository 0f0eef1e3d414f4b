package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"firmoffer/web/app"
)

// moves are the places that the page around a figure can ask for by a word.
var moves = map[string]app.Msg{"first": app.First{}, "back": app.Back{}, "forward": app.Forward{}, "last": app.Last{}}

// hearFrame takes what the page around a figure asks for. frame.js has checked and bounded it.
func (p *page) hearFrame(args []js.Value) {
	one, two := args[1].String(), args[2].String()
	switch args[0].String() {
	case "mode":
		p.send(app.Frame{Mode: one})
	case "step":
		msg, known := moves[one]
		if n, err := strconv.Atoi(one); err == nil && !known {
			msg = app.GoTo{Step: min(n, p.app.View().Steps.Count)}
		}
		if msg != nil {
			p.send(msg)
		}
	case "speak":
		p.send(app.Speak{Language: one, Words: two})
	case "load":
		p.send(app.Load{Kind: one, Value: two, Name: args[3].String(), Contracts: strings.Fields(args[4].String()), Step: args[5].Int()})
	}
}

// tellFrame tells the page around, if there is one, what is on screen.
func (p *page) tellFrame() {
	if !p.host.Get("shown").Truthy() {
		return
	}
	v, bad := p.app.View(), ""
	if v.Story.NoticeBad {
		bad = v.Story.Notice
	}
	p.host.Call("shown", v.Steps.At, v.Steps.Count, v.Verdict.Said, v.Verdict.Word, bad)
}
