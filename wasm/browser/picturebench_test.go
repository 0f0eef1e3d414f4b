package browser

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

const boundPicture = 1200.0 // ms, of the design

// serveTimed serves the site with marks in its page, for which the browser notes when it has painted what bears them: the sums beside
// the bar, and the verdict. That page is packed a little worse than the real one: 0.8 KB, 4 ms.
func serveTimed(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(site, "index.html"))
	require.NoError(b, err)
	marked := string(text)
	for _, mark := range []struct{ at, put string }{
		{`<p class="sum"`, `<p elementtiming="sum" class="sum"`},
		{`<b>Holds</b>`, `<b elementtiming="verdict">Holds</b>`},
	} {
		require.Equal(b, 1, strings.Count(marked, mark.at), mark.at)
		marked = strings.Replace(marked, mark.at, mark.put, 1)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	require.NoError(b, err)
	_, err = w.Write([]byte(marked))
	require.NoError(b, err)
	require.NoError(b, w.Close())
	files, err := handler.New(site)
	require.NoError(b, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", handler.Policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	b.Cleanup(server.Close)
	return server.URL + "/"
}

// openSlow opens a tab on a slow line and a slow machine. What the protocol tells of a page costs the page time, four times as much as
// elsewhere, so it is switched off: nobody watches.
func openSlow(b *testing.B) *page {
	p := openAt(b, "about:blank")
	call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 0.75e6 / 8}}})
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
	call(p, css.Disable, cdp.Empty{})
	call(p, dom.Disable, cdp.Empty{})
	call(p, log.Disable, cdp.Empty{})
	call(p, runtime.Disable, cdp.Empty{})
	return p
}

// BenchmarkFirstPicture loads the page as somebody does with a slow line and a slow machine. The picture is there when the sums of the
// node and the verdict are painted; the first paint of anything is printed beside it. No script is asked anything before that, because
// each question would take the page's time.
func BenchmarkFirstPicture(b *testing.B) {
	slow := serveTimed(b)
	const rounds, unwatched = 5, 3 * time.Second
	for b.Loop() {
		var paint, picture, ready measured
		for range rounds {
			p := openSlow(b)
			call(p, cdppage.Navigate, cdppage.NavigateParams{URL: slow}) // which does not wait until all is there
			p.pause(unwatched)
			p.run(`new MutationObserver(() => { if (document.documentElement.dataset.state === 'ready') window.readyAt ??= performance.now(); })
				.observe(document.documentElement, {attributeFilter: ['data-state']})`)
			p.waitFor("window.readyAt")
			ready.Times = append(ready.Times, eval[float64](p, "readyAt"))
			paint.Times = append(paint.Times, eval[float64](p, "performance.getEntriesByName('first-contentful-paint')[0].startTime"))
			picture.Times = append(picture.Times, eval[float64](p, `new Promise((told) => new PerformanceObserver((list) => {
				const first = (id) => list.getEntries().find((e) => e.identifier === id).renderTime;
				told(Math.max(first('sum'), first('verdict')));
			}).observe({type: 'element', buffered: true}))`))
		}
		picture.report(b, boundPicture)
		b.ReportMetric(paint.percentile(50), "paint-p50-ms")
		b.ReportMetric(ready.percentile(50), "ready-p50-ms")
		b.Logf("first paint best %.0f, p50 %.0f ms; ready p50 %.0f ms", paint.percentile(0), paint.percentile(50), ready.percentile(50))
	}
}
