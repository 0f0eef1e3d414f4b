package browser

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// keepsACopy holds when the service worker has a whole copy of the site.
const keepsACopy = `caches.keys().then((keys) => keys.length === 1 && navigator.serviceWorker.controller !== null)`

// comes waits until a promise gives true. A copy takes its time where many want the machine.
func (p *page) comes(promise string) {
	p.Helper()
	for deadline := time.Now().Add(patience); !eval[bool](p, promise); p.pause(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("it never came: %s\ncopies and the service worker: %s", promise, p.text(`Promise.all([caches.keys(), navigator.serviceWorker.getRegistration()])
				.then(([keys, r]) => JSON.stringify([keys, r?.installing?.state, r?.waiting?.state, r?.active?.state]))`))
		}
	}
}

// station is a server that can be switched off and on again at the same address, perhaps with another build.
type station struct {
	testing.TB
	address string
	server  *http.Server
	change  func(w http.ResponseWriter, path string) bool // answers in the site's stead, where it wants to
	moved   atomic.Int64                                  // bytes of bodies

	mu    sync.Mutex
	paths []string // that were asked for
}

// asked are the paths of all requests so far.
func (s *station) asked() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.paths, " ")
}

func newStation(t testing.TB, dir string) *station {
	s := &station{TB: t}
	s.on(freePort(t), dir)
	t.Cleanup(s.off)
	return s
}

// freePort is a place for a server that goes and comes again: not among the ports that systems give to whoever asks for any.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		at := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000))
		if listener, err := net.Listen("tcp", at); err == nil {
			require.NoError(t, listener.Close())
			return at
		}
	}
	require.Fail(t, "there is no free port")
	return ""
}

func (s *station) on(at, dir string) {
	s.Helper()
	files, err := handler.New(dir)
	require.NoError(s, err)
	listener, err := net.Listen("tcp", at)
	require.NoError(s, err)
	s.address = "http://" + listener.Addr().String() + "/"
	s.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.paths = append(s.paths, r.URL.Path)
		s.mu.Unlock()
		if s.change == nil || !s.change(w, r.URL.Path) {
			files.ServeHTTP(&counted{w, &s.moved}, r)
		}
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
	p.takesOver()
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

// release is a site made from another one: a lesson is another, and so is the name of each file that has a hash in it.
type release struct {
	dir      string
	old, now string // one of the scripts
	names    map[string]string
}

var (
	hashed  = regexp.MustCompile(`^(.+\.)([0-9a-f]{10})(\.[a-z]+)$`)
	rewrite = regexp.MustCompile(`\.(html|js|mjs|css|webmanifest)$`)
)

func nextBuild(t *testing.T, from string) release {
	t.Helper()
	b := release{dir: t.TempDir(), names: map[string]string{}}
	require.NoError(t, os.CopyFS(b.dir, os.DirFS(from)))
	files, err := os.ReadDir(b.dir)
	require.NoError(t, err)
	pairs := []string{}
	for _, f := range files {
		if m := hashed.FindStringSubmatch(f.Name()); m != nil {
			b.names[f.Name()] = m[1] + digest([]byte("next "+m[2]), hex.EncodeToString)[:10] + m[3]
			pairs = append(pairs, f.Name(), b.names[f.Name()])
		}
	}
	b.old = named(t, "press.js")
	b.now = b.names[b.old]
	renamed, digests := strings.NewReplacer(pairs...), []string{}
	for _, f := range files {
		if f.IsDir() || strings.HasSuffix(f.Name(), ".br") || strings.HasSuffix(f.Name(), ".gz") || f.Name() == "sw.js" {
			continue
		}
		digests = append(digests, b.put(t, f.Name(), cmp.Or(b.names[f.Name()], f.Name()), renamed.Replace)...)
	}
	digests = append(digests, b.put(t, nextLesson, nextLesson, func(text string) string {
		return regexp.MustCompile(`(?m)^# .*\n`).ReplaceAllLiteralString(text, "# A lesson of the next build.\n")
	})...)
	b.put(t, "sw.js", "sw.js", func(text string) string {
		return regexp.MustCompile(`const BUILD = '\w+'`).ReplaceAllString(strings.NewReplacer(append(digests, pairs...)...).Replace(text), "const BUILD = 'next'")
	})
	return b
}

const nextLesson = "lessons/06-half-the-rack-dies.trace"

// put changes a file and its name, and returns its digest before and after.
func (b *release) put(t *testing.T, was, name string, change func(string) string) []string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(b.dir, was))
	require.NoError(t, err)
	now := body
	if rewrite.MatchString(name) || name == nextLesson {
		now = []byte(change(string(body)))
	}
	for _, suffix := range []string{"", ".br", ".gz"} {
		if packed := filepath.Join(b.dir, was+suffix); bytes.Equal(now, body) && suffix != "" {
			_ = os.Rename(packed, filepath.Join(b.dir, name+suffix))
		} else {
			os.Remove(packed)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, name), now, 0o644))
	return []string{digest(body, base64.StdEncoding.EncodeToString), digest(now, base64.StdEncoding.EncodeToString)}
}

func digest(body []byte, write func([]byte) string) string {
	sum := sha256.Sum256(body)
	return write(sum[:])
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
	p.waitFrame(0, "document.documentElement.dataset.state === 'ready'")
	inFrame[bool](p, 0, "new Promise((done) => setTimeout(() => done(true), 6000))") // a page of its own asks for offline.js after five
	asked := s.asked()
	require.Contains(t, asked, "/app.", "the frame was loaded")
	require.NotContains(t, asked, "/sw.js")
	require.NotContains(t, asked, "/offline.")
	// Nor would the script itself, if it came there.
	inFrame[bool](p, 0, "new Promise((done) => document.head.append(Object.assign(document.createElement('script'), {src: '"+named(t, "offline.js")+"', onload: () => done(true)})))")
	require.Zero(t, inFrame[int](p, 0, "navigator.serviceWorker.getRegistrations().then((all) => all.length)"))
	require.NotContains(t, s.asked(), "/sw.js")
}

// notByItself keeps a page from asking for the copy by itself, five seconds after it is ready.
const notByItself = `const later = setTimeout; window.setTimeout = (what, millis, ...more) => millis === 5000 ? 0 : later(what, millis, ...more)`

// TestACopyOfTwoBuildsIsRefused: a host that still sends an old page, as caches on the way do, gets another try later.
func TestACopyOfTwoBuildsIsRefused(t *testing.T) {
	p := openAt(t, serveBroken(t, map[string]http.HandlerFunc{"/lessons/01-two-cheques.trace": func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "firmoffer/1\nnode n1 1\n")
	}}), before(notByItself))
	p.excused = []string{"integrity"}
	p.waitReady()
	refused, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		`navigator.serviceWorker.register('sw.js').then((r) => new Promise((done) => r.installing.onstatechange = (e) => done(e.target.state)))`, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	require.Equal(t, "redundant", refused)
	require.Empty(t, eval[[]string](p, "caches.keys()"))
}
