//go:build unix

package browsers

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// strictest is the policy that the page promises to work under.
const strictest = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"

// ours serves the site as `make run` does. A policy, if there is one, takes the place of our own; SITE in it is the address of the site.
func ours(t *testing.T, policy string) string {
	t.Helper()
	files, err := handler.New(site)
	require.NoError(t, err)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if policy != "" {
			w = &underPolicy{w, strings.ReplaceAll(policy, "SITE", "http://"+r.Host)}
		}
		files.ServeHTTP(w, r)
	})
}

type underPolicy struct {
	http.ResponseWriter
	policy string
}

func (w *underPolicy) WriteHeader(status int) {
	w.Header().Set("Content-Security-Policy", w.policy)
	w.ResponseWriter.WriteHeader(status)
}

// somebody serves one page of somebody else's: another port is another origin.
func somebody(t *testing.T, body string) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A page about clusters</title><link rel="icon" href="data:,">` +
			`<style>body{margin:0;color:#222}iframe{display:block;border:0}</style>` + body + `</html>`))
	})
}

func serve(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// sandboxed is a page of somebody else's with the playground in a frame without an origin. WebKit, as Safari, does not take the server of
// such a frame for 'self': there the policy names the address beside it, as the README says.
func sandboxed(t *testing.T, b browser) string {
	policy := strictest
	if _, ok := b.(*webkit); ok {
		policy = strings.ReplaceAll(strictest, "'self'", "'self' SITE")
	}
	return framed(t, ours(t, policy), `sandbox="allow-scripts" width="100%"`)
}

// framed is a page of somebody else's with the whole playground in a frame.
func framed(t *testing.T, url, attributes string) string {
	return somebody(t, `<iframe title="Playground" height="800" `+attributes+` src="`+url+`"></iframe>`)
}

func embedded(t *testing.T, attributes string) string {
	return somebody(t, `<script src="`+ours(t, "")+`firm-offer.js"></script><firm-offer scenario="overhang" `+attributes+`><p id="light">A picture.</p></firm-offer><p>The rest.</p>`)
}

func onDisk() string { return "file://" + filepath.ToSlash(folder) + "/index.html" }
