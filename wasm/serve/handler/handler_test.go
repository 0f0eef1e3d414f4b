package handler

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// site is a folder with one file of each kind, some of them compressed, and what must never be served.
func site(t *testing.T) http.Handler {
	t.Helper()
	outside := t.TempDir()
	dir := filepath.Join(outside, "site")
	for name, text := range map[string]string{
		"site/index.html": "home", "site/app.wasm": "wasm", "site/app.wasm.br": "wasm br", "site/app.wasm.gz": "wasm gz", "site/look.css": "css",
		"site/dom.js": "js", "site/dom.js.gz": "js gz", "site/icon.svg": "svg", "site/x.unknown": "x", "site/sub/index.html": "sub home",
		"site/sub/a.json": "{}", "site/app.0123456789.wasm": "v1", "site/app.012345678.wasm": "short", "site/app.0123456789.wasm.br": "br", "site/bare/b.txt": "b",
		"site/api.mjs": "mjs", "site/api.d.ts": "ts", "site/shot.png": "png", "site/lesson.trace": "trace", "site/app.webmanifest": "manifest", "secret.txt": "secret",
	} {
		path := filepath.Join(outside, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	h, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(h http.Handler, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost/", nil)
	r.URL.Path = path
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFiles(t *testing.T) {
	h := site(t)
	untested := maps.Clone(types)
	for _, c := range []struct {
		path   string
		status int
		typ    string
		body   string
	}{
		{"/", 200, "text/html; charset=utf-8", "home"},
		{"/index.html", 200, "text/html; charset=utf-8", "home"},
		{"/app.wasm", 200, "application/wasm", "wasm"},
		{"/look.css", 200, "text/css; charset=utf-8", "css"},
		{"/dom.js", 200, "text/javascript; charset=utf-8", "js"},
		{"/api.mjs", 200, "text/javascript; charset=utf-8", "mjs"},
		{"/api.d.ts", 200, "text/plain; charset=utf-8", "ts"},
		{"/icon.svg", 200, "image/svg+xml", "svg"},
		{"/shot.png", 200, "image/png", "png"},
		{"/lesson.trace", 200, "text/plain; charset=utf-8", "trace"},
		{"/app.webmanifest", 200, "application/manifest+json", "manifest"},
		{"/x.unknown", 200, "application/octet-stream", "x"},
		{"/sub/", 200, "text/html; charset=utf-8", "sub home"},
		{"/sub/a.json", 200, "application/json", "{}"},
		{"/bare/b.txt", 200, "text/plain; charset=utf-8", "b"},
		{"/bare", 404, "", ""},
		{"/bare/", 404, "", ""},
		{"/missing", 404, "", ""},
		{"/index.html/", 404, "", ""},
		{"/../secret.txt", 404, "", ""},
		{"/sub/../../secret.txt", 404, "", ""},
		{"/./look.css", 404, "", ""},
		{"//look.css", 404, "", ""},
		{"/link.txt", 404, "", ""},
		{"/look.css\x00", 404, "", ""},
		{`/..\secret.txt`, 404, "", ""},
	} {
		delete(untested, filepath.Ext(c.path))
		r := get(h, "GET", c.path)
		text := body(t, r)
		if r.StatusCode != c.status || c.status == 200 && (r.Header.Get("Content-Type") != c.typ || text != c.body) {
			t.Errorf("GET %q: %d %s %q, want %d %s %q", c.path, r.StatusCode, r.Header.Get("Content-Type"), text, c.status, c.typ, c.body)
		}
		if strings.Contains(text, "secret") {
			t.Errorf("GET %q gives the secret away", c.path)
		}
		for name, want := range map[string]string{"Content-Security-Policy": Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Access-Control-Allow-Origin": "*"} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("GET %q: %s is %q, want %q", c.path, name, got, want)
			}
		}
	}
	if len(untested) > 0 {
		t.Errorf("no file here has one of these types: %v", untested)
	}
}

// What the page is made of has a type of its own.
func TestEveryKindOfFileHasItsType(t *testing.T) {
	files, err := os.ReadDir("../../../static")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		if typeOf(f.Name()) == "application/octet-stream" {
			t.Errorf("%s would be a download", f.Name())
		}
	}
}

func TestFolderWithoutSlashIsRedirected(t *testing.T) {
	r := get(site(t), "GET", "/sub")
	if r.StatusCode != http.StatusMovedPermanently || r.Header.Get("Location") != "sub/" {
		t.Errorf("got %d to %q", r.StatusCode, r.Header.Get("Location"))
	}
}

func TestEncoding(t *testing.T) {
	h := site(t)
	for _, c := range []struct{ path, accept, encoding, body string }{
		{"/app.wasm", "", "", "wasm"},
		{"/app.wasm", "gzip, deflate, br, zstd", "br", "wasm br"},
		{"/app.wasm", "gzip", "gzip", "wasm gz"},
		{"/app.wasm", "GZIP ; Q=1.0", "gzip", "wasm gz"},
		{"/app.wasm", "br;q=0.5, gzip;q=0.8", "gzip", "wasm gz"},
		{"/app.wasm", "br;q=0, gzip;q=0", "", "wasm"},
		{"/app.wasm", "br;q=0, *", "gzip", "wasm gz"},
		{"/app.wasm", "*", "br", "wasm br"},
		{"/app.wasm", "*;q=0", "", "wasm"},
		{"/app.wasm", "identity, br;q=0.9", "", "wasm"},
		{"/app.wasm", "identity;q=0, gzip;q=0.001", "gzip", "wasm gz"},
		{"/app.wasm", "br;q=many", "", "wasm"},
		{"/app.wasm", " , ;q=1,,", "", "wasm"},
		{"/dom.js", "br, gzip", "gzip", "js gz"},
		{"/look.css", "br, gzip", "", "css"},
	} {
		r := get(h, "GET", c.path, "Accept-Encoding", c.accept)
		if text := body(t, r); text != c.body || r.Header.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s for %q: %q in %q, want %q in %q", c.path, c.accept, text, r.Header.Get("Content-Encoding"), c.body, c.encoding)
		}
		if r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s for %q: Vary is %q", c.path, c.accept, r.Header.Get("Vary"))
		}
	}
}

func TestCaching(t *testing.T) {
	h := site(t)
	plain, packed := get(h, "GET", "/app.wasm"), get(h, "GET", "/app.wasm", "Accept-Encoding", "br")
	tag := packed.Header.Get("ETag")
	if tag == "" || tag == plain.Header.Get("ETag") {
		t.Errorf("ETags %q and %q of two forms of a file", tag, plain.Header.Get("ETag"))
	}
	if got := plain.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("Cache-Control: %q", got)
	}
	for name, want := range map[string]string{"/app.0123456789.wasm": "public, max-age=31536000, immutable", "/app.012345678.wasm": "no-cache",
		"/app.0123456789.wasm.br": "no-cache", "/": "no-cache", "/sub/a.json": "no-cache"} {
		r := get(h, "GET", name)
		if got := r.Header.Get("Cache-Control"); got != want || r.StatusCode != 200 || r.Header.Get("ETag") == "" {
			t.Errorf("%s: %d, Cache-Control %q, want %q", name, r.StatusCode, got, want)
		}
	}
	for condition, want := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
		r := get(h, "GET", "/app.wasm", "Accept-Encoding", "br", "If-None-Match", condition)
		if r.StatusCode != want {
			t.Errorf("If-None-Match: %s: %d, want %d", condition, r.StatusCode, want)
		}
		if want == 304 && body(t, r) != "" {
			t.Errorf("If-None-Match: %s: a body", condition)
		}
	}
}

func TestMethods(t *testing.T) {
	h := site(t)
	head := get(h, "HEAD", "/look.css")
	if head.StatusCode != 200 || head.Header.Get("Content-Length") != "3" || body(t, head) != "" {
		t.Errorf("HEAD: %d, %s bytes", head.StatusCode, head.Header.Get("Content-Length"))
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		if r := get(h, method, "/"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, r.StatusCode, r.Header.Get("Allow"))
		}
	}
}

func TestMissingFolder(t *testing.T) {
	if _, err := New(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}
