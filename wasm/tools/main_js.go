// Command tools makes exports and reads JSON, and is the engine behind the script API. It is a program of its own, fetched
// when somebody asks for one of these, because most people never do: see static/tools.js, the worker that makes exports, and
// static/firm-offer-api.mjs.
package main

import (
	"strings"
	"syscall/js"

	"firmoffer/engine/trace"
	"firmoffer/engine/trace/export"
	"firmoffer/engine/trace/say"
)

func main() {
	if js.Global().Get("firmOfferAPI").Truthy() { // then everything goes through the exported functions of api_js.go
		select {}
	}
	js.Global().Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, file, err := answer(args[0].String(), args[1].String())
		if err != nil {
			return []any{false, err.Error(), ""}
		}
		return []any{true, text, file}
	}))
	js.Global().Call("started")
	select {}
}

// answer chooses the language of what it makes, reads JSON as a trace text, or makes of a trace what the line asks for: see [export.Answer].
func answer(what, text string) (made, file string, err error) {
	if language, speak := strings.CutPrefix(what, "speak "); speak {
		say.Speak(language, text)
		return "", "", nil
	}
	if what == "import" {
		t, err := export.FromJSON(text)
		if err != nil {
			return "", "", err
		}
		return t.String(), "", nil
	}
	t, err := trace.Parse(text)
	if err != nil {
		return "", "", err
	}
	return export.Answer(t, what)
}
