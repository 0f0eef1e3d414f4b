package browser

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

func TestWorksBelowAnyPath(t *testing.T) {
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.StripPrefix("/a/b", files))
	defer server.Close()
	p := openAt(t, server.URL+"/a/b/")
	p.waitReady()
	p.checkEverything(t.TempDir())
	for _, moved := range p.transfers() {
		require.True(t, strings.HasPrefix(moved.url, server.URL+"/a/b/") || strings.HasPrefix(moved.url, "data:") || strings.HasPrefix(moved.url, "blob:"), moved.url)
	}
	p.comes(keepsACopy)
	server.Close()
	p.do(chromedp.Reload())
	p.waitReady()
	p.document = ""
	p.checkLesson()
}

// Bounds in bytes on what the first load moves. The bodies are counted to the byte where the site is built; here the headers of each
// answer come on top, which are the server's and not the page's.
const (
	boundAll         = 850_000
	boundSansProgram = 60_000
	boundHeaders     = 600 // of one answer
)

func TestFirstLoadIsSmall(t *testing.T) {
	p := openFresh(t)
	all, sansProgram, headers := 0.0, 0.0, 0
	for _, moved := range p.transfers() {
		headers += boundHeaders
		t.Logf("%8.0f %s", moved.encoded, moved.url)
		all += moved.encoded
		if !strings.HasSuffix(moved.url, "/"+named(t, "app.wasm")) {
			sansProgram += moved.encoded
		}
	}
	t.Logf("the first load moves %.0f bytes with headers, bound %d without; %.0f of them not the program, bound %d", all, boundAll, sansProgram, boundSansProgram)
	require.LessOrEqual(t, all, float64(boundAll+headers))
	require.LessOrEqual(t, sansProgram, float64(boundSansProgram))
}

// transfers are the requests so far, by address.
func (p *page) transfers() []transfer {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []transfer
	for _, moved := range p.moved {
		all = append(all, *moved)
	}
	slices.SortFunc(all, func(a, b transfer) int { return strings.Compare(a.url, b.url) })
	return all
}

// TestElementsAreBounded: however long the session and however large the cluster, the page stays small.
func TestElementsAreBounded(t *testing.T) {
	p := open(t)
	var text strings.Builder
	text.WriteString("firmoffer/1\n")
	for i := range 1000 {
		text.WriteString("node n" + strings.Repeat("x", i%9) + strconv.Itoa(i) + " 5\n")
	}
	text.WriteString("make A timeout=2\nadvance 2\nmake A\n")
	for i := range 500 {
		text.WriteString("accept A o" + strconv.Itoa(1001+i) + "\nlaunch A o" + strconv.Itoa(1001+i) + "\n")
	}
	p.loadLong(text.String())
	p.press("Last")
	p.openPanel("Help")
	p.press("Ended: 1500 offers, 0 finished tasks")
	count := eval[int](p, "document.querySelectorAll('*').length")
	t.Logf("%d elements, bound 3000", count)
	require.LessOrEqual(t, count, 3000)
}
