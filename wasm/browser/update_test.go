package browser

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// beside opens an address in another tab of the same profile.
func (p *page) beside(url string) *page {
	p.Helper()
	q := &page{p.TB, &tab{moved: map[network.RequestID]*transfer{}, excused: p.excused}}
	q.ctx, q.close = chromedp.NewContext(p.ctx, chromedp.WithListener(q.watch))
	q.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(url))
	p.TB.(*testing.T).Cleanup(func() {
		if q.ctx.Err() == nil {
			q.judge()
		}
	})
	return q
}

func (p *page) toFront() { p.Helper(); call(p, cdppage.BringToFront, cdp.Empty{}) }

// keepsNow does at once what the page does by itself five seconds after it is ready.
func (p *page) keepsNow() {
	p.Helper()
	p.run("firmOffer.script(" + quote(named(p, "offline.js")) + ")")
}

// isListed holds when a copy knows of a page.
const isListed = `caches.keys().then(async (keys) => {
	for (const key of keys) if ((await (await caches.open(key)).keys()).some(({url}) => url.includes('/page/'))) return true;
	return false;
})`

// settles waits until the service worker has dropped what nobody needs: it takes a page that is none off the list of its own copy last.
func (p *page) settles() {
	p.Helper()
	p.run(`caches.keys().then((keys) => caches.open(keys.find((key) => key.endsWith(' next')))).then((cache) => cache.put('page/none', new Response()))
		.then(() => navigator.serviceWorker.controller.postMessage([]))`)
	p.comes(`caches.match('page/none').then((found) => !found)`)
}

const (
	nextIsThere = `navigator.serviceWorker.getRegistration().then(async (r) => !r.installing && (await caches.keys()).some((key) => key.endsWith(' next')))`
	nextWaits   = `navigator.serviceWorker.getRegistration().then((r) => r.waiting !== null)`
)

// takesOver waits until the service worker of the next build is active, and reports whether it became so by itself. It does not want to
// wait, but Chromium under load may believe for minutes that the one before still has work; then that one is stopped.
func (p *page) takesOver() bool {
	p.Helper()
	p.comes(nextIsThere)
	for tries := 1; eval[bool](p, nextWaits); tries++ {
		require.Less(p, tries, 600, "the next service worker waits for ever")
		if tries%30 == 0 {
			call(p, serviceworker.Enable, cdp.Empty{})
			call(p, serviceworker.StopAllWorkers, cdp.Empty{})
			call(p, serviceworker.SkipWaiting, serviceworker.SkipWaitingParams{ScopeURL: p.text("new URL('.', location).href")})
			p.Log("the service worker before was stopped")
		}
		if p.pause(100 * time.Millisecond); tries >= 30 && !eval[bool](p, nextWaits) {
			return false
		}
	}
	return true
}

// ofBuild requires that a page has fetched files of one build only, those with the given names.
func (p *page) ofBuild(names map[string]bool) {
	p.Helper()
	fetched := eval[[]string](p, `performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname.slice(1)).filter((name) => /\.[0-9a-f]{10}\./.test(name))`)
	require.NotEmpty(p, fetched)
	for _, name := range fetched {
		require.True(p, names[name], "%s is of another build", name)
	}
}

// updated opens two tabs on a site that gets a new build then. The first is loaded again. ok is false where the test had to stop a
// service worker: that cuts the tabs off from it.
func updated(t *testing.T) (p, old *page, b release, ok bool) {
	a := newStation(t, site)
	p = openAt(t, a.address)
	p.waitReady()
	p.keepsNow()
	p.comes(keepsACopy)
	p.comes(isListed)
	old = p.beside(a.address)
	old.waitReady()
	p.toFront()
	b = nextBuild(t, site)
	a.off()
	a.on(strings.Trim(strings.TrimPrefix(a.address, "http://"), "/"), b.dir)
	p.run(`navigator.serviceWorker.getRegistration().then((r) => r.update())`)
	if !p.takesOver() {
		return p, old, b, false
	}
	p.do(chromedp.Reload())
	p.waitReady()
	p.document = ""
	p.settles()
	return p, old, b, true
}

// TestTwoTabsInAnUpdate: one stays open over the update and goes on with its own files, which its server has no longer; the other is new.
func TestTwoTabsInAnUpdate(t *testing.T) {
	p, old, b, ok := updated(t)
	for tries := 1; !ok; tries++ {
		require.Less(t, tries, 8)
		p, old, b, ok = updated(t)
	}
	olds, news := map[string]bool{}, map[string]bool{}
	for old, now := range b.names {
		olds[old], news[now] = true, true
	}
	old.Run("the old tab", func(p *page) {
		p.toFront()
		downloads := t.TempDir()
		call(p, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: p.context(), DownloadPath: downloads})
		p.press("Next: make A")
		p.checkLesson()
		require.NotContains(t, p.text("document.body.innerText"), "A lesson of the next build.")
		p.checkSearch()
		p.checkExport(downloads)
		p.press("Embed")
		p.waitFor("document.querySelector('#snippet')")
		require.True(t, p.true("fetch(firmOffer.SPOKEN.de).then((r) => r.ok)"))
		p.ofBuild(olds)
	})
	p.Run("the new tab", func(p *page) {
		p.toFront()
		require.Equal(t, b.now, p.text(pressScript))
		p.checkLesson()
		require.Contains(t, p.text("document.body.innerText"), "A lesson of the next build.")
		p.checkSearch()
		p.ofBuild(news)
	})
	require.Len(t, eval[[]string](p, "caches.keys()"), 2)
	old.close()
	p.waitUntil("the end of the old copy: the old tab was the last of its build", func() bool {
		p.settles()
		return len(eval[[]string](p, "caches.keys()")) == 1
	})
}

// TestTheDataSaverKeepsLess: what the page needs at once, and what is used.
func TestTheDataSaverKeepsLess(t *testing.T) {
	s := newStation(t, site)
	s.change = func(w http.ResponseWriter, path string) bool {
		if path == "/sw.js" {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});\n"+string(body(t, "sw.js")))
		}
		return path == "/sw.js"
	}
	p := openAt(t, s.address)
	p.excused = []string{"net::ERR_CONNECTION_REFUSED", "net::ERR_FAILED", "the FetchEvent for"}
	p.waitReady()
	before := s.moved.Load()
	p.keepsNow()
	p.comes(keepsACopy)
	p.comes(isListed)
	t.Logf("the copy moves %d bytes", s.moved.Load()-before)
	require.Less(t, s.moved.Load()-before, int64(20_000))
	var first map[string]string
	list, _, _ := strings.Cut(after(t, string(body(t, "sw.js")), "const FIRST = "), "}")
	require.NoError(t, json.Unmarshal([]byte(list+"}"), &first), list)
	kept := eval[[]string](p, `caches.keys().then(([key]) => caches.open(key)).then((cache) => cache.keys()).then((all) => all.map(({url}) => new URL(url).pathname.slice(1)).filter((name) => !name.startsWith('page/')))`)
	require.Len(t, kept, len(first))
	for _, name := range kept {
		require.Contains(t, first, name)
	}
	p.checkLesson()
	p.checkSearch()

	s.off()
	p.do(chromedp.Reload())
	p.waitReady()
	p.document = ""
	p.checkLesson()
	p.checkSearch()
	p.find("combobox", "Scenario").choose("lessons/01-two-cheques.trace")
	p.until("a refusal", "document.querySelector('.story').innerText.includes('no answer from the network or the server')")
	p.press("Export")
	p.press("Save as json")
	p.until("another", "document.querySelector('.story').innerText.includes('The program for exports could not be loaded.')")
}

func after(t *testing.T, text, mark string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, mark)
	require.True(t, ok, mark)
	return rest
}
