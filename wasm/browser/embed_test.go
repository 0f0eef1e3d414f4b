package browser

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/stretchr/testify/require"
)

// hostPolicy is the security policy of the pages around: it names the site for the script and for frames, and allows nothing else but
// the page's own style.
func hostPolicy() string {
	site := strings.TrimSuffix(address, "/")
	return "default-src 'none'; script-src " + site + " 'nonce-host'; style-src 'nonce-host'; frame-src " + site + "; img-src 'self' data:"
}

// hosts serves pages of somebody else's: another port of the loopback interface is another origin. SITE in a page is the address of ours.
func hosts(t testing.TB, pages map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[strings.TrimPrefix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", hostPolicy())
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.ReplaceAll(body, "SITE/", address)))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// openHost shows a page of somebody else's with figures in it. Every event of a figure is noted in its list told.
func openHost(t testing.TB, body string) *page {
	t.Helper()
	url := hosts(t, map[string]string{"": `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page about clusters</title>
		<link rel="icon" href="data:,"><style nonce="host">body{margin:20px;font:16px sans-serif;color:#222}.down{height:3000px}</style>
		<script src="SITE/firm-offer.js"></script>` + body + `
		<script nonce="host">
			let seen = 0; // pixels that the page was scrolled by others
			addEventListener('scroll', () => { seen = Math.max(seen, scrollY); });
			for (const figure of document.querySelectorAll('firm-offer')) {
				figure.told = [];
				for (const type of ['ready', 'height', 'step', 'state', 'prediction', 'error', 'exit']) {
					figure.addEventListener(type, (event) => figure.told.push(event.detail));
				}
			}
			const figures = () => [...document.querySelectorAll('firm-offer')];
			const frameOf = (figure) => figure.shadowRoot.querySelector('iframe');
			const last = (figure, type) => figure.told.filter((m) => m.type === type).at(-1);
		</script></html>`})
	return openAt(t, url)
}

// inFrame evaluates an expression in the document of a frame of the page, which counts from 0.
func inFrame[T any](p *page, number int, expression string) T {
	p.Helper()
	tree := call(p, cdppage.GetFrameTree, cdp.Empty{})
	require.Greater(p, len(tree.FrameTree.ChildFrames), number, "frames")
	world := call(p, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: tree.FrameTree.ChildFrames[number].Frame.ID})
	result := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: world.ExecutionContextID, ReturnByValue: new(true), AwaitPromise: new(true)})
	if result.ExceptionDetails != nil {
		p.Fatalf("%s: %s", expression, result.ExceptionDetails.Text)
	}
	var value T
	require.NoError(p, json.Unmarshal(result.Result.Value, &value), expression)
	return value
}

const started = "figures()[0].told.some((m) => m.type === 'step')"

func TestAFigureLoadsNothingBeforeItIsStarted(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="late-framework" label="Late"><p id="light">A picture and <a href="SITE/">a link</a>.</p></firm-offer><p>After</p>`)
	p.pause(500 * time.Millisecond)
	moved := 0.0
	for _, m := range p.transfers() {
		if strings.HasPrefix(m.url, address) {
			require.Equal(t, address+"firm-offer.js", m.url)
			moved += m.encoded
		}
	}
	t.Logf("before it is started the figure moves %.0f bytes, headers included", moved)
	require.Positive(t, moved)
	require.True(t, p.true("light.checkVisibility() && !frameOf(figures()[0])"))
	require.Equal(t, 420.0, eval[float64](p, "figures()[0].getBoundingClientRect().height"), "the height is reserved")

	p.find("button", "Start: Late").click()
	p.waitFor(started)
	require.True(t, p.true("!light.checkVisibility() && frameOf(figures()[0]).checkVisibility()"))
	require.Equal(t, "Late", p.text("frameOf(figures()[0]).title"))
	require.Equal(t, "The late framework", inFrame[string](p, 0, "document.querySelector('h1').textContent"))
	all := 0.0
	for _, m := range p.transfers() {
		if strings.HasPrefix(m.url, address) {
			all += m.encoded
		}
	}
	t.Logf("and %.0f bytes once it runs", all)
}
