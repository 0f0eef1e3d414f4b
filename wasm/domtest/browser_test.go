package domtest

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"firmoffer/wasm/serve/handler"
)

var browser context.Context

// patience is how long a test waits for what should happen.
const patience = 2 * time.Minute

func TestMain(m *testing.M) {
	os.Exit(runWithBrowser(m))
}

func runWithBrowser(m *testing.M) int {
	if _, err := exec.LookPath("chromium"); err != nil {
		fmt.Fprintln(os.Stderr, "These tests need Chromium: install the package chromium (apt-get install chromium).")
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("allow-pre-commit-input", true), // else a press is dropped that comes before a busy machine has painted the page
		chromedp.WSURLReadTimeout(patience))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, closeBrowser := chromedp.NewContext(allocator)
	defer closeBrowser()
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "Chromium does not start:", err)
		return 1
	}
	browser = ctx
	return m.Run()
}

// page is a tab, and what went wrong in it.
type page struct {
	t      *testing.T
	ctx    context.Context
	expect []string // words of console errors that the test provokes
}

// open shows the page at a URL. An error in its console fails the test, unless the test expects it.
func open(t *testing.T, url string) *page {
	t.Helper()
	tab, closeTab := chromedp.NewContext(browser)
	ctx, cancel := context.WithTimeout(tab, 2*patience)
	p := &page{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	console := chromedp.Console(ctx)
	p.do(chromedp.Navigate(url))
	t.Cleanup(func() {
		p.run("console.log('end of test')")
		for message, err := range console {
			if err != nil || message.Text == "end of test" {
				break
			}
			bad := message.Type == chromedp.ConsoleError || message.IsException()
			if bad && !containsAny(message.Text, p.expect) {
				t.Errorf("console: %s", message.Text)
			}
		}
		cancel()
		closeTab()
	})
	return p
}

func containsAny(s string, words []string) bool {
	for _, word := range words {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// run evaluates an expression for its effect.
func (p *page) run(expression string) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](expression, chromedp.EvalAwaitPromise))
}

// get evaluates an expression and returns its value as text.
func (p *page) get(expression string) string {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func (p *page) want(expression, want string) {
	p.t.Helper()
	if got := p.get(expression); got != want {
		p.t.Errorf("%s\n got %q\nwant %q", expression, excerpt(got, want), excerpt(want, got))
	}
}

// excerpt is the part of a that begins to differ from b.
func excerpt(a, b string) string {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	from = max(0, from-100)
	return a[from:min(len(a), from+300)]
}

// blank is a page with the scripts and a mount point, under the policy of the real page. It stands in for the Go side.
const blank = `<!doctype html><html lang="en"><title>test</title><div id="mount">%s</div>
<script src="dom.js"></script><script src="press.js"></script>`

const stub = `
var calls = [], failures = [], onEvent = () => {};
window.firmOffer = {fail: (sentence) => failures.push(sentence)};
vuguSetEventHandler((framed) => {
	const event = JSON.parse(new TextDecoder().decode(framed.subarray(4)));
	calls.push(event);
	onEvent(event);
});
vuguSetCallbackHandler((id, el) => calls.push(id + (el ? ' ' + el.id + ' ' + el.childNodes.length : '')));
function feed(...buffers) {
	for (const b of buffers) {
		vuguGetRenderArray().set(Uint8Array.from(atob(b), (c) => c.charCodeAt(0)));
		vuguRender();
	}
}`

// openBlank shows a page whose mount point holds the given HTML.
func openBlank(t *testing.T, prerendered string) *page {
	t.Helper()
	static, err := handler.New("../../static")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", static)
	mux.HandleFunc("/blank", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", handler.Policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, blank, prerendered)
	})
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "") })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p := open(t, server.URL+"/blank")
	p.run(stub)
	return p
}

// render feeds a whole render to the page, in one call into the page.
func (p *page) render(root node) {
	p.t.Helper()
	p.feed(render(root).buffers(16383))
}

func (p *page) feed(buffers [][]byte) {
	p.t.Helper()
	quoted := make([]string, len(buffers))
	for i, b := range buffers {
		quoted[i] = `"` + base64.StdEncoding.EncodeToString(b) + `"`
	}
	p.run("feed(" + strings.Join(quoted, ",") + ")")
}

// shows checks the document against what was rendered.
func (p *page) shows(root node) {
	p.t.Helper()
	p.want("document.body.firstElementChild.outerHTML", root.String())
}
