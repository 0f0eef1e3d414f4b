package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// strictest is the policy that the page promises to work under.
const strictest = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"

// host serves the site as another server might: change has the last word on the headers of each answer.
func host(t testing.TB, change func(h http.Header)) string {
	t.Helper()
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		files.ServeHTTP(&changedHeaders{ResponseWriter: w, change: change}, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

type changedHeaders struct {
	http.ResponseWriter
	change func(h http.Header)
}

func (w *changedHeaders) WriteHeader(status int) {
	w.change(w.Header())
	w.ResponseWriter.WriteHeader(status)
}

func TestWorksUnderTheStrictestPolicy(t *testing.T) {
	p := openAt(t, host(t, func(h http.Header) { h.Set("Content-Security-Policy", strictest) }), before(countViolations))
	p.waitReady()
	p.checkEverything(t.TempDir())
	p.comes(keepsACopy)
	require.Equal(t, 0, eval[int](p, "violations"))

	p.excused = []string{"frame-src", "default-src"} // the policy knows no frames
	p.press("Embed")
	p.waitFor("document.getElementById('snippet')?.value.includes('<firm-offer')")
	p.press("Preview")
	p.waitFor("document.getElementById('embed').innerText.includes('The security policy of this page allows no frames')")
}

const countViolations = `window.violations = 0; addEventListener('securitypolicyviolation', () => violations++)`

// TestCanBeInstalled asks the browser what it makes of the manifest.
func TestCanBeInstalled(t *testing.T) {
	p := openAt(t, host(t, func(http.Header) {}))
	p.waitReady()
	p.comes(keepsACopy)
	manifest := call(p, cdppage.GetAppManifest, cdppage.GetAppManifestParams{})
	require.Empty(t, manifest.Errors)
	require.Contains(t, manifest.Data, `"start_url": "./"`)
	for _, fault := range call(p, cdppage.GetInstallabilityErrors, cdp.Empty{}).InstallabilityErrors {
		require.Equal(t, "in-incognito", fault.ErrorID, "%+v", fault) // as every test is
	}
}

// Our own server may allow more only where the page is the better for it: to be installed, to show the preview of a figure, and to say no to what it never does.
func TestOwnPolicyIsTheStrictest(t *testing.T) {
	rest := strings.Split(strings.TrimPrefix(handler.Policy, strictest+"; "), "; ")
	require.Equal(t, []string{"frame-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'"}, rest)
}

// TestWorksOnAPlainHost: nothing is compressed, nothing has a type of its own, and no header is sent that helps.
func TestWorksOnAPlainHost(t *testing.T) {
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		files.ServeHTTP(&changedHeaders{w, func(h http.Header) {
			kind := h["Content-Type"]
			clear(h)
			if strings.HasSuffix(r.URL.Path, ".wasm") || strings.HasSuffix(r.URL.Path, ".trace") || strings.HasSuffix(r.URL.Path, ".webmanifest") {
				kind = nil // none at all, or Go would guess
			}
			h["Content-Type"] = kind
		}}, r)
	}))
	t.Cleanup(server.Close)
	p := openAt(t, server.URL+"/")
	p.waitReady()
	p.checkEverything(t.TempDir())
}

// TestWorksInASandbox: the page is an origin of its own, without storage, and to most hosts a stranger who may fetch nothing.
func TestWorksInASandbox(t *testing.T) {
	for name, strange := range map[string]bool{"which may fetch": false, "which may not fetch": true} {
		t.Run(name, func(t *testing.T) {
			p := openAt(t, host(t, func(h http.Header) {
				h.Set("Content-Security-Policy", "sandbox allow-scripts; "+strictest)
				if strange {
					h.Del("Access-Control-Allow-Origin")
				}
			}))
			p.excused = []string{"Download is disallowed"}
			if strange {
				p.excused = append(p.excused, "blocked by CORS policy", "net::ERR_FAILED", "preload")
			}
			p.waitReady()
			p.checkSandboxed()
		})
	}
}

func (p *page) checkSandboxed() {
	p.Helper()
	require.Equal(p, "null", p.text("window.origin"))
	p.press("Next: make A")
	require.Len(p, p.shown().Offers, 1)
	p.checkLesson()
	p.checkSearch()

	p.press("Export")
	p.press("Save as json")
	p.until("a word on the export", `document.body.innerText.includes('“firmoffer.json” was made. If it was not saved, the page around this frame forbids it')`)
	p.press("Export")

	p.press("Share")
	require.Contains(p, p.find("textbox", "Link").value(), "#fo1")
	p.fill("textbox", "Name in this browser", "mine")
	p.press("Save in this browser")
	require.NotEmpty(p, p.notice(), "why nothing can be stored")
	p.Log(p.notice())
	p.rest(6 * time.Second) // until nothing more would be loaded
}

// TestWorksInASandboxedFrame is the same in a frame of somebody else's page, as far as a frame differs.
func TestWorksInASandboxedFrame(t *testing.T) {
	inner := host(t, func(h http.Header) {
		h.Set("Content-Security-Policy", strictest)
		h.Del("Access-Control-Allow-Origin")
	})
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><p>Somebody's page.</p>
			<iframe sandbox="allow-scripts" src="`+inner+`" width="900" height="700"></iframe>`)
	}))
	t.Cleanup(outer.Close)
	p := openAt(t, outer.URL)
	p.excused = []string{"blocked by CORS policy", "net::ERR_FAILED", "preload"}
	frame := p.frame(inner)
	frame.waitReady()
	require.Equal(t, "null", frame.text("window.origin"))
	frame.run(`document.getElementById('next').click()`)
	frame.waitFor(`document.body.innerText.includes('o1')`)
	require.Equal(t, "BODY", p.text("document.activeElement.tagName"), "the frame takes no focus")
}
