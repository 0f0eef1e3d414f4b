package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// The site may be another one than the page was written for, and say anything. Then the element keeps its head, and its height.
func TestTheElementSurvivesItsFrame(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1"></firm-offer><div id="elsewhere"></div>`)
	p.waitFor(started)
	tell := func(message string) {
		p.Helper()
		inFrame[bool](p, 0, "parent.postMessage({firmOffer: 1, "+message+"}, '*') ?? true")
	}
	for _, message := range []string{"type: 'ready'", "type: 'ready', colours: null", "type: 'ready', colours: 5", "type: 'ready', colours: {length: 3}", "type: 'ready', colours: [null, {}, [], 'ink']"} {
		tell(message)
	}
	p.waitFor("figures()[0].told.filter((m) => m.type === 'ready').length === 6")
	p.requireFit(0)
	before := eval[float64](p, "figures()[0].getBoundingClientRect().height")
	for _, height := range []string{"NaN", "-1", "'tall'", "undefined", "null", "{}", "-Infinity", "'1px;position:fixed'"} {
		tell("type: 'height', height: " + height)
		p.waitFor("Object.is(String(last(figures()[0], 'height').height), String((" + height + ")))")
		high := eval[float64](p, "figures()[0].getBoundingClientRect().height")
		require.True(t, high == before || high == 1, "%s: %v", height, high)
	}
	for _, height := range []string{"1e9", "Infinity", "9n ** 40n", "'1e300'"} {
		tell("type: 'height', height: " + height)
		p.waitFor("String(last(figures()[0], 'height').height) === String(" + height + ")")
		require.LessOrEqual(t, eval[float64](p, "figures()[0].getBoundingClientRect().height"), 100_000.0, height)
	}
	for _, link := range []string{"5", "null", "{}", "[]", "undefined", "true"} {
		tell("type: 'state', rest: true, link: " + link)
	}
	for _, whole := range []string{"type: 'nonsense'", "type: {}", "type: null"} {
		tell(whole)
	}
	p.rest(200 * time.Millisecond)
	require.True(t, p.true("frameOf(figures()[0])"), "it was not asked whether it may go")
	p.run("figures()[0].told.length = 0; elsewhere.append(figures()[0])")
	p.waitFor(started)
	require.Equal(t, 1, eval[int](p, "last(figures()[0], 'step').at"), "it goes on from the last link that was one")
	require.False(t, p.true("last(figures()[0], 'error')"))
	p.requireFit(0)
}

// elsewhere is another site than the one of all tests: change may answer in its stead.
func elsewhere(t *testing.T, body string, change func(w http.ResponseWriter, path string) bool) *page {
	t.Helper()
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/host":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, strings.ReplaceAll(around(body), "SITE/", ""))
		case !change(w, r.URL.Path):
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return openAt(t, server.URL+"/host")
}

const oneFigure = `<firm-offer scenario="overhang"><p id="light">A picture and <a href="SITE/">a link</a>.</p></firm-offer>`

func TestAFigureSaysThatTheProgramIsMissing(t *testing.T) {
	p := elsewhere(t, oneFigure, func(w http.ResponseWriter, path string) bool {
		gone := strings.HasSuffix(path, ".wasm")
		if gone {
			w.WriteHeader(http.StatusNotFound)
		}
		return gone
	})
	p.excused = []string{"request: 404", "status of 404", "preload"}
	p.run("figures()[0].start()")
	p.waitFor("last(figures()[0], 'error')")
	require.Contains(t, p.text("last(figures()[0], 'error').sentence"), "the server answered 404")
	require.True(t, p.true("frameOf(figures()[0]).checkVisibility({visibilityProperty: true}) && !light.checkVisibility()"), "it is seen why")
	p.waitFrame(0, seenIn("#failure button"))
	p.requireFit(0)
}

// A frame may hold what is not the playground, a page of a proxy, say. It is shown after a while, since it may say why.
func TestASilentFrameIsShown(t *testing.T) {
	p := elsewhere(t, oneFigure, func(w http.ResponseWriter, path string) bool {
		page := path == "/index.html"
		if page {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<!doctype html><title>Proxy</title><p>Please log in.")
		}
		return page
	})
	began := time.Now()
	p.run("figures()[0].start()")
	require.True(t, rested[bool](p, 3*time.Second, "light.checkVisibility() && !frameOf(figures()[0]).checkVisibility({visibilityProperty: true})"), "until then what stands between the tags is seen")
	p.waitFor("frameOf(figures()[0]).checkVisibility({visibilityProperty: true}) && !light.checkVisibility()")
	require.Greater(t, time.Since(began), 8*time.Second)
	require.Equal(t, 420.0, eval[float64](p, "figures()[0].getBoundingClientRect().height"), "the height that was reserved")
}

func TestWithoutScriptsAFigureIsItsPicture(t *testing.T) {
	seen := func(p *page) {
		p.Helper()
		require.True(p, p.true("light.checkVisibility() && light.getBoundingClientRect().height > 10 && light.querySelector('a').checkVisibility()"))
	}
	t.Run("the script is missing", func(t *testing.T) {
		p := elsewhere(t, oneFigure, func(w http.ResponseWriter, path string) bool {
			gone := path == "/firm-offer.js"
			if gone {
				w.WriteHeader(http.StatusNotFound)
			}
			return gone
		})
		p.excused = []string{"request: 404", "status of 404"}
		require.False(t, p.true("customElements.get('firm-offer') || light.parentElement.shadowRoot"))
		seen(p)
	})
	t.Run("no scripts at all", func(t *testing.T) {
		p := openHost(t, oneFigure)
		call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		p.run("location.reload()")
		p.waitFor("document.readyState === 'complete' && !window.customElements.get('firm-offer')")
		require.False(t, p.true("light.parentElement.shadowRoot"))
		seen(p)
	})
}
