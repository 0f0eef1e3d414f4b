// Package handler serves a folder of static files over HTTP the way any good static host does, with the security headers that the
// playground is built for. The server behind `make run` and the browser tests share it.
package handler

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"time"
)

// Policy lets the page run its own scripts and WebAssembly, and nothing else. There is no frame-ancestors, because figures are made
// to be embedded in other people's pages.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

const indexPage = "index.html"

var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".trace":       "text/plain; charset=utf-8",
	".ts":          "text/plain; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// New serves the files under dir. A file f is sent compressed when f.br or f.gz lies beside it and the client takes that.
func New(dir string) (http.Handler, error) {
	root, err := os.OpenRoot(dir) // it also refuses links that lead out of dir
	if err != nil {
		return nil, err
	}
	return &files{root.FS()}, nil
}

type files struct{ fs.FS }

func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Access-Control-Allow-Origin", "*") // a sandboxed frame is an origin of its own, even to the server that it came from
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are served", http.StatusMethodNotAllowed)
		return
	}
	name, redirect := f.find(r.URL.Path)
	if redirect {
		h.Set("Location", path.Base(r.URL.Path)+"/")
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if name == "" {
		http.NotFound(w, r)
		return
	}
	if err := f.send(w, r, name); err != nil {
		http.Error(w, "the file could not be read", http.StatusInternalServerError)
	}
}

// find returns the name of the file that the path of a URL stands for, "" if there is none. A folder stands for its index page; its
// address must end in a slash, or the relative links of that page would lead elsewhere.
func (f *files) find(urlPath string) (name string, redirect bool) {
	name = strings.TrimPrefix(urlPath, "/")
	folder := name == "" || strings.HasSuffix(name, "/")
	if folder {
		name += indexPage
	}
	if !fs.ValidPath(name) {
		return "", false
	}
	info, err := fs.Stat(f, name)
	switch {
	case err != nil:
		return "", false
	case info.Mode().IsRegular():
		return name, false
	case info.IsDir() && !folder:
		index, err := fs.Stat(f, name+"/"+indexPage)
		return "", err == nil && index.Mode().IsRegular()
	}
	return "", false
}

func (f *files) send(w http.ResponseWriter, r *http.Request, name string) error {
	encoding, body, err := f.variant(name, r.Header.Values("Accept-Encoding"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", typeOf(name))
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", keepFor(name))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	sum := sha256.Sum256(body)
	h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
	return nil
}

// keepFor says how long a copy is good. A name with a hash means the same bytes for ever; of any other the server has to be asked.
func keepFor(name string) string {
	if Hashed(name) {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// Hashed reports whether a name carries the hash of the content of its file, as in boot.0a1b2c3d4e.js.
func Hashed(name string) bool { return hashed.MatchString(name) }

var hashed = regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z]+$`)

func typeOf(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// variant reads the form of the file that the client likes best among those there are.
func (f *files) variant(name string, accept []string) (encoding string, body []byte, err error) {
	for _, encoding := range preferred(strings.Join(accept, ",")) {
		body, err := fs.ReadFile(f, name+suffixes[encoding])
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return encoding, body, err
	}
	body, err = fs.ReadFile(f, name)
	return "", body, err
}
