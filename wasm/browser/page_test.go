package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// page is a tab in the hands of a test.
type page struct {
	testing.TB
	*tab
}

// tab has a browser context of its own, and notes everything that goes wrong in it.
type tab struct {
	ctx      context.Context
	close    context.CancelFunc
	frames   map[cdp.FrameID]*tab   // those of other processes that were asked for
	document runtime.RemoteObjectID // of the page that is shown, once it was asked for

	mu      sync.Mutex
	faults  []string
	moved   map[network.RequestID]*transfer
	excused []string // words of the faults that the test provokes
}

// transfer is one request and what it moved.
type transfer struct {
	url     string
	encoded float64
}

// openFresh shows the playground in a tab of its own and waits until it can be used.
func openFresh(t testing.TB) *page {
	t.Helper()
	p := openAt(t, address)
	p.waitReady()
	return p
}

// common is the tab that tests share which do not ask for a fresh one: starting the program takes longer than most of them.
var common *tab

// open shows the playground in the common tab, put back to what it is when it was just loaded.
func open(t testing.TB) *page {
	t.Helper()
	if common == nil {
		p := start(t, address)
		p.waitReady()
		common = p.tab
	}
	p := &page{t, common}
	t.Cleanup(func() {
		p.judge()
		if t.Failed() { // whatever the reason is, the next test shall not see it
			common.close()
			common = nil
		}
	})
	p.run(`for (const open of document.querySelectorAll('[aria-expanded=true], [aria-pressed=true]')) open.click();
		scenario.value = 'late-framework';
		scenario.dispatchEvent(new Event('change', {bubbles: true}));
		document.activeElement.blur();
		scrollTo(0, 0)`)
	return p
}

// openAt shows an address in a tab of its own, after the given preparations.
func openAt(t testing.TB, url string, prepare ...chromedp.Action[chromedp.Void]) *page {
	t.Helper()
	p := start(t, url, prepare...)
	t.Cleanup(func() {
		p.judge()
		p.close()
	})
	return p
}

// start opens a tab. Whatever goes wrong in it is noted.
func start(t testing.TB, url string, prepare ...chromedp.Action[chromedp.Void]) *page {
	t.Helper()
	p := &page{t, &tab{moved: map[network.RequestID]*transfer{}}}
	p.ctx, p.close = chromedp.NewContext(chromium, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.watch))
	p.do(chromedp.EmulateViewport(1280, 900))
	p.do(prepare...)
	p.do(chromedp.Navigate(url))
	return p
}

// Run runs a part of a test on the same tab, with what went wrong until its end.
func (p *page) Run(name string, part func(p *page)) {
	p.Helper()
	p.TB.(*testing.T).Run(name, func(t *testing.T) {
		part(&page{t, p.tab})
		require.Empty(t, p.told(), "faults of the page")
	})
}

// judge reports what went wrong. The page answers in order: when it has answered, it has told everything.
func (p *page) judge() {
	p.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[int]("1")); err != nil {
		p.Errorf("the tab does not answer at the end of the test: %v", err)
	}
	for _, fault := range p.told() {
		p.Errorf("the page had a fault: %s", fault)
	}
	if p.ctx.Err() == nil && !p.isExcused("data-state=failed") && p.text("document.documentElement.dataset.state ?? ''") == "failed" {
		p.Errorf("the playground stopped: %s", p.text("document.getElementById('failure').innerText"))
	}
}

// told returns the faults so far that are not excused.
func (p *tab) told() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var left []string
	for _, fault := range p.faults {
		if !p.isExcused(fault) {
			left = append(left, fault)
		}
	}
	return left
}

// complained reports whether there was a fault with these words, excused or not.
func (p *tab) complained(words string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.faults, func(fault string) bool { return strings.Contains(fault, words) })
}

func (p *tab) isExcused(fault string) bool {
	for _, words := range p.excused {
		if strings.Contains(fault, words) {
			return true
		}
	}
	return false
}

// watch runs where messages of the tab are read, so it only takes notes.
func (p *tab) watch(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			p.faults = append(p.faults, "console: "+consoleText(e.Args))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.faults = append(p.faults, "exception: "+text)
	case *log.EventEntryAdded: // among others: what the security policy forbade
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			p.faults = append(p.faults, fmt.Sprintf("browser (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *inspector.EventTargetCrashed:
		p.faults = append(p.faults, "the tab crashed")
	default:
		p.watchNetwork(event)
	}
}

func (p *tab) watchNetwork(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.moved[e.RequestID] = &transfer{url: e.Request.URL}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.faults = append(p.faults, fmt.Sprintf("request: %d %s", e.Response.Status, e.Response.URL))
		}
	case *network.EventLoadingFinished:
		if t := p.moved[e.RequestID]; t != nil {
			t.encoded = e.EncodedDataLength
		}
	case *network.EventLoadingFailed:
		if t := p.moved[e.RequestID]; t != nil && !e.Canceled {
			p.faults = append(p.faults, "request: "+e.ErrorText+" "+t.url)
		}
	}
}

func consoleText(args []*runtime.RemoteObject) string {
	parts := make([]string, len(args))
	for i, arg := range args {
		parts[i] = arg.Description
		if arg.Value != nil {
			parts[i] = string(arg.Value)
		}
	}
	return strings.Join(parts, " ")
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	require.NoError(p, chromedp.Do(p.ctx, actions...))
}

// run evaluates a script for its effect.
func (p *page) run(script string) {
	p.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[chromedp.Void](script, chromedp.EvalAwaitPromise))
	require.NoError(p, err, script)
}

// eval evaluates an expression, waits for it when it is a promise, and returns its value.
func eval[T any](p *page, expression string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p, err, expression)
	return value
}

func (p *page) text(expression string) string { p.Helper(); return eval[string](p, expression) }

func (p *page) true(expression string) bool { p.Helper(); return eval[bool](p, "!!("+expression+")") }

// waitFor waits until an expression holds; while a page goes and another comes it has no value.
func (p *page) waitFor(expression string) {
	p.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if holds && err == nil {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("never came true: %s (%v)\nThe page says: %.2000s\nfaults: %q", expression, err, p.text("document.body.innerText"), p.told())
		}
	}
}

func (p *page) waitState(state string) {
	p.Helper()
	p.waitFor("document.documentElement.dataset.state === " + quote(state))
}

func (p *page) waitReady() { p.Helper(); p.waitState("ready") }

// quote writes a text as a JavaScript string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}
