package browser

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
	"firmoffer/wasm/serve/handler"
	"firmoffer/web/app"
)

// serveBroken serves the site with some files replaced, and returns its address.
func serveBroken(t *testing.T, broken map[string]http.HandlerFunc) string {
	t.Helper()
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if instead, ok := broken[r.URL.Path]; ok {
			instead(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// body is what the server sends for a file.
func body(t *testing.T, name string) []byte {
	t.Helper()
	response, err := http.Get(address + name)
	require.NoError(t, err)
	defer response.Body.Close()
	all, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return all
}

// before runs a script before any of the page.
func before(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	})
}

// unused is of what a browser says some seconds after the page is there, if nobody has asked for the program: on a slow machine within a test.
const unused = "was preloaded using link preload but not used"

func TestWithoutJavaScript(t *testing.T) {
	p := openAt(t, address, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	p.excused = []string{unused}
	said := p.text("document.body.innerText")
	require.Contains(t, said, "This is a still picture: the playground needs JavaScript and WebAssembly to move.")
	require.NotContains(t, said, "Loading")
	require.Contains(t, said, "Two frameworks, one node")
	require.Contains(t, said, "running 0 + accepted 0 + pending 0 = 0 of 5")
	require.True(t, p.true("document.querySelector('.ledger .case').getBoundingClientRect().width > 300"), "the picture has its proportions")
	require.True(t, p.true("document.getElementById('playground').inert"), "nothing looks as if it worked")
}

func TestWrongTypeOfProgramWorks(t *testing.T) {
	program := body(t, named(t, "app.wasm"))
	p := openAt(t, serveBroken(t, map[string]http.HandlerFunc{"/" + named(t, "app.wasm"): func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.Write(program)
	}}))
	p.waitReady()
	p.press("Next: make A")
	require.Len(t, p.shown().Offers, 1)
}

// TestFailuresToLoad: each says in a sentence what is wrong and offers to try again, and the picture stays.
func TestFailuresToLoad(t *testing.T) {
	program := body(t, named(t, "app.wasm"))
	missing := func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }
	for _, c := range []struct {
		name, says string
		broken     map[string]http.HandlerFunc
		script     string
	}{
		{"no program", named(t, "app.wasm") + " could not be fetched: the server answered 404", map[string]http.HandlerFunc{"/" + named(t, "app.wasm"): missing}, ""},
		{"half a program", named(t, "app.wasm"), map[string]http.HandlerFunc{"/" + named(t, "app.wasm"): func(w http.ResponseWriter, r *http.Request) {
			w.Write(program[:len(program)/2])
		}}, ""},
		{"a page instead", "sent text/html", map[string]http.HandlerFunc{"/" + named(t, "app.wasm"): func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<!doctype html><title>Not found</title>")
		}}, ""},
		{"no wasm_exec.js", "did not send " + named(t, "wasm_exec.js"), map[string]http.HandlerFunc{"/" + named(t, "wasm_exec.js"): missing}, ""},
		{"no dom.js", "did not send " + named(t, "dom.js"), map[string]http.HandlerFunc{"/" + named(t, "dom.js"): missing}, ""},
		{"no share.js", "did not send " + named(t, "share.js"), map[string]http.HandlerFunc{"/" + named(t, "share.js"): missing}, ""},
		{"share.js is a page", "did not send " + named(t, "share.js"), map[string]http.HandlerFunc{"/" + named(t, "share.js"): func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<!doctype html><title>Not found</title>")
		}}, ""},
		{"no WebAssembly", "This browser cannot run WebAssembly", nil, "delete window.WebAssembly"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openAt(t, serveBroken(t, c.broken), before(c.script))
			p.excused = []string{"data-state=failed", "404", "CompileError", "MIME type", "net::ERR_ABORTED", "Unexpected token '<'", unused}
			p.waitState("failed")
			said := p.find("alert", "").text()
			require.Contains(t, said, c.says)
			require.NotContains(t, said, "undefined")
			require.True(t, p.has("button", "Try again"))
			require.Contains(t, p.text("document.getElementById('playground').innerText"), "Two frameworks, one node")
		})
	}
}

// TestWithoutTheLoader: when the script is missing that says what is missing, the page says how to go on all the same.
func TestWithoutTheLoader(t *testing.T) {
	p := openAt(t, serveBroken(t, map[string]http.HandlerFunc{"/" + named(t, "boot.js"): func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }}))
	p.excused = []string{"404", "MIME type", "Cannot set properties of undefined", unused} // of which share.js has its share
	p.waitFor("document.readyState === 'complete'")
	require.Contains(t, p.find("status", "").text(), "If nothing comes of it, reload the page.")
	require.Contains(t, p.text("document.getElementById('playground').innerText"), "Two frameworks, one node")
}

// TestTryAgain: what failed once may work the next time.
func TestTryAgain(t *testing.T) {
	program, asked := body(t, named(t, "app.wasm")), 0
	p := openAt(t, serveBroken(t, map[string]http.HandlerFunc{"/" + named(t, "app.wasm"): func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		w.Write(program)
	}}))
	p.excused = []string{"503"}
	p.waitState("failed")
	p.press("Try again")
	p.waitReady()
	p.press("Next: make A")
	require.Len(t, p.shown().Offers, 1)
}

// TestCrash breaks the page under the program's feet. Nobody may lose a session by that.
func TestCrash(t *testing.T) {
	native := app.New(nil, nil)
	p := openFresh(t)
	p.excused = []string{"data-state=failed", "broken on purpose", "could not be drawn"}
	p.press("Next: make A")
	native.Send(app.Forward{})
	p.press("Advance time")
	native.Send(app.AdvanceTime{})
	p.fill("textbox", "Command", `make "<b>"`)
	native.Send(app.Type{Field: app.FieldCommand, Text: `make "<b>"`})
	p.run("Element.prototype.setAttribute = () => { throw new Error('broken on purpose') }")
	p.press("Run")
	native.Send(app.RunCommand{})
	p.waitState("failed")
	require.Contains(t, p.find("alert", "").text(), "Your steps are kept below")
	kept := p.find("textbox", "Trace").value()
	require.Equal(t, native.TraceText(), kept, "the step that could not be drawn is kept as well")
	_, err := trace.Parse(kept)
	require.NoError(t, err)

	p.permit("clipboard-write", "granted")
	p.permit("clipboard-read", "granted")
	p.press("Copy the trace")
	p.waitFor("document.getElementById('failure').innerText.includes('Copied')")
	require.Equal(t, kept, p.text("navigator.clipboard.readText()"))

	p.press("Reload")
	p.waitReady()
	p.document = ""
	p.setTrace(kept)
	p.press("Last")
	require.True(t, strings.HasPrefix(p.shown().Steps[2], `here|✓|3|make "<b>"|`))
}
