//go:build unix

package browsers

import (
	"net/http"
	"net/http/httptest"
	"os"
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

// oursWith serves the site with some files more, by their paths, under the policy that the page promises to work under.
func oursWith(t *testing.T, more map[string]string) string {
	t.Helper()
	files, err := handler.New(site)
	require.NoError(t, err)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		w = &underPolicy{w, strictest}
		text, ok := more[r.URL.Path]
		switch {
		case !ok:
			files.ServeHTTP(w, r)
			return
		case strings.HasSuffix(r.URL.Path, ".mjs"):
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write([]byte(text))
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
		_, _ = w.Write(article(body))
	})
}

func article(body string) []byte {
	return []byte(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A page about clusters</title><link rel="icon" href="data:,">` +
		`<style>body{margin:0;color:#222}iframe{display:block;border:0}</style>` + body + `</html>`)
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
	return somebody(t, figureOf(ours(t, ""), attributes))
}

func figureOf(site, attributes string) string {
	return `<script src="` + site + `firm-offer.js"></script><firm-offer scenario="overhang" ` + attributes + `><p id="light">A picture.</p></firm-offer><p>The rest.</p>`
}

// inArticle is a column as wide as a phone.
func inArticle(t *testing.T) string {
	return somebody(t, `<main style="width:390px">`+figureOf(ours(t, ""), `start="auto"`)+`</main>`)
}

// hurried is a page whose clock runs ten times as fast for the element, which lets hidden figures rest after some time.
func hurried(t *testing.T) string {
	return somebody(t, `<script>{ const slow = setInterval; window.setInterval = (f, ms) => slow(f, ms / 10); }</script>`+figureOf(ours(t, ""), `start="auto" step="1"`))
}

func onDisk() string { return "file://" + filepath.ToSlash(folder) + "/index.html" }

// besideFolder is a page beside the folder that `make zip` packs.
func besideFolder(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(filepath.Dir(folder), "article.html")
	require.NoError(t, os.WriteFile(file, article(body), 0o600))
	return "file://" + filepath.ToSlash(file)
}

// aloneOnDisk is a bare frame there, with what the README says of messages.
func aloneOnDisk(t *testing.T) string {
	return besideFolder(t, `<iframe title="Figure" width="600" height="200" src="firm-offer/index.html?embed&amp;mode=compact#fo1.t.binding;node+n1+5;make+A;accept+A+o1~at+0~end"></iframe>
<script>const bare = document.querySelector('iframe'); bare.told = []; addEventListener('message', ({source, data}) => {
	if (source !== bare.contentWindow) return;
	bare.told.push(data);
	if (data.type === 'height') bare.style.height = data.height + 'px';
});</script>`)
}
