package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// keepsACopy holds when the service worker has a whole copy of the site.
const keepsACopy = `caches.keys().then((keys) => keys.length === 1 && navigator.serviceWorker.controller !== null)`

// comes waits until a promise gives true.
func (p *page) comes(promise string) {
	p.Helper()
	for range 200 {
		if eval[bool](p, promise) {
			return
		}
		p.pause(100 * time.Millisecond)
	}
	require.Fail(p, "it never came: "+promise)
}

// station is a server that can be switched off and on again at the same address, perhaps with another build.
type station struct {
	testing.TB
	address string
	server  *http.Server
	moved   atomic.Int64 // bytes of bodies
	asked   atomic.Pointer[[]string]
}

func newStation(t testing.TB, dir string) *station {
	s := &station{TB: t}
	s.asked.Store(&[]string{})
	s.on("127.0.0.1:0", dir)
	t.Cleanup(s.off)
	return s
}

func (s *station) on(at, dir string) {
	s.Helper()
	files, err := handler.New(dir)
	require.NoError(s, err)
	listener, err := net.Listen("tcp", at)
	require.NoError(s, err)
	s.address = "http://" + listener.Addr().String() + "/"
	s.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all := append(*s.asked.Load(), r.URL.Path)
		s.asked.Store(&all)
		files.ServeHTTP(&counted{w, &s.moved}, r)
	})}
	go s.server.Serve(listener)
}

func (s *station) off() { s.server.Close() }

type counted struct {
	http.ResponseWriter
	moved *atomic.Int64
}

func (c *counted) Write(b []byte) (int, error) {
	c.moved.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

// TestWorksWithTheServerGoneAndUpdatesItself: build A is kept, works without its server, and gives way to build B as a whole.
func TestWorksWithTheServerGoneAndUpdatesItself(t *testing.T) {
	a := newStation(t, site)
	p := openAt(t, a.address)
	p.excused = []string{"net::ERR_CONNECTION_REFUSED"} // the browser looks for a newer service worker
	p.waitReady()
	first := a.moved.Load()
	p.comes(keepsACopy)
	t.Logf("the first load moves %d bytes, the copy %d more", first, a.moved.Load()-first)
	require.LessOrEqual(t, a.moved.Load()-first, int64(800_000), "most of the copy is what the page has just fetched")

	a.off()
	from := time.Now()
	p.do(chromedp.Reload())
	p.waitReady()
	t.Logf("without the server ready after %d ms", time.Since(from).Milliseconds())
	p.document = ""
	p.checkEverything(t.TempDir())
	p.run("location.href = location.pathname + '?x=1#'")
	p.waitFor("location.search === '?x=1' && document.documentElement.dataset.state === 'ready'")

	b := nextBuild(t, site)
	a.on(strings.Trim(strings.TrimPrefix(a.address, "http://"), "/"), b.dir)
	p.do(chromedp.Navigate(a.address))
	p.waitReady()
	require.Equal(t, p.text(pressScript), b.old, "the kept build is shown at once")
	p.comes(`caches.keys().then((keys) => keys.some((key) => key.endsWith(' next')))`)
	p.comes(`navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)`)
	p.run("fetch(" + quote(b.old) + ").then((r) => { if (!r.ok) throw new Error('a page of the build before lost its files'); })")

	p.do(chromedp.Reload())
	p.waitReady()
	require.Equal(t, b.now, p.text(pressScript))
	p.document = ""
	p.checkLesson()
	require.Contains(t, p.text("document.body.innerText"), "A lesson of the next build.")
	p.comes(`caches.keys().then((keys) => keys.length === 1 && keys[0].endsWith(' next'))`) // the copy of the build before is gone

	a.off()
	p.do(chromedp.Reload())
	p.waitReady()
	require.Equal(t, b.now, p.text(pressScript))
}

const pressScript = `document.querySelector('script[src*=press]').getAttribute('src')`

// release is a site made from another one, with one script and one lesson changed.
type release struct{ dir, old, now string }

func nextBuild(t *testing.T, from string) release {
	t.Helper()
	b := release{dir: t.TempDir(), old: named(t, "press.js")}
	require.NoError(t, os.CopyFS(b.dir, os.DirFS(from)))
	read := func(name string) []byte {
		body, err := os.ReadFile(filepath.Join(b.dir, name))
		require.NoError(t, err)
		return body
	}
	worker := read("sw.js")
	put := func(was, name string, body []byte) {
		worker = bytes.ReplaceAll(worker, []byte(digest(read(was))), []byte(digest(body)))
		for _, suffix := range []string{"", ".br", ".gz"} {
			os.Remove(filepath.Join(b.dir, was+suffix))
		}
		require.NoError(t, os.WriteFile(filepath.Join(b.dir, name), body, 0o644))
	}
	script := append(read(b.old), "// next\n"...)
	sum := sha256.Sum256(script)
	b.now = "press." + hex.EncodeToString(sum[:5]) + ".js"
	put(b.old, b.now, script)
	worker = bytes.ReplaceAll(worker, []byte(b.old), []byte(b.now))
	put("index.html", "index.html", bytes.ReplaceAll(read("index.html"), []byte(b.old), []byte(b.now)))
	const lesson = "lessons/06-half-the-rack-dies.trace"
	put(lesson, lesson, regexp.MustCompile(`(?m)^# .*\n`).ReplaceAllLiteral(read(lesson), []byte("# A lesson of the next build.\n")))
	worker = regexp.MustCompile(`const BUILD = '\w+'`).ReplaceAll(worker, []byte("const BUILD = 'next'"))
	put("sw.js", "sw.js", worker)
	return b
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// TestAFrameKeepsNothing: not even in a page of the same site.
func TestAFrameKeepsNothing(t *testing.T) {
	s := newStation(t, site)
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe src="`+s.address+`" width="900" height="700"></iframe>`)
	}))
	t.Cleanup(outer.Close)
	p := openAt(t, outer.URL)
	p.waitFor("document.querySelector('iframe')")
	for tries := 0; inFrame[string](p, 0, "document.documentElement.dataset.state ?? ''") != "ready"; tries++ {
		require.Less(t, tries, 300, "the frame is ready")
		p.pause(100 * time.Millisecond)
	}
	p.pause(6 * time.Second) // a page of its own asks for offline.js after five
	asked := strings.Join(*s.asked.Load(), " ")
	require.Contains(t, asked, "/app.", "the frame was loaded")
	require.NotContains(t, asked, "/sw.js")
	require.NotContains(t, asked, "/offline.")
	// Nor would the script itself, if it came there.
	inFrame[bool](p, 0, "new Promise((done) => document.head.append(Object.assign(document.createElement('script'), {src: '"+named(t, "offline.js")+"', onload: () => done(true)})))")
	require.Zero(t, inFrame[int](p, 0, "navigator.serviceWorker.getRegistrations().then((all) => all.length)"))
	require.NotContains(t, strings.Join(*s.asked.Load(), " "), "/sw.js")
}

// TestACopyOfTwoBuildsIsRefused: a host that still sends an old page, as caches on the way do, gets another try later.
func TestACopyOfTwoBuildsIsRefused(t *testing.T) {
	p := openAt(t, serveBroken(t, map[string]http.HandlerFunc{"/lessons/01-two-cheques.trace": func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "firmoffer/1\nnode n1 1\n")
	}}))
	p.excused = []string{"integrity"}
	p.waitReady()
	refused, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		`navigator.serviceWorker.register('sw.js').then((r) => new Promise((done) => r.installing.onstatechange = (e) => done(e.target.state)))`, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	require.Equal(t, "redundant", refused)
	require.Empty(t, eval[[]string](p, "caches.keys()"))
}
