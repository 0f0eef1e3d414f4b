package browser

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// unpacked is the folder that `make zip` packs, as somebody has it on a stick, and the address of its page.
func unpacked(t *testing.T) (folder, page string) {
	t.Helper()
	dir := t.TempDir()
	archive := filepath.Join(dir, "firm-offer.zip")
	pack := exec.Command("go", "run", "./wasm/site", "-out", "dist", "-zip", archive)
	pack.Dir = repository
	if output, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	reader, err := zip.OpenReader(archive)
	require.NoError(t, err)
	defer reader.Close()
	for _, f := range reader.File {
		body, err := f.Open()
		require.NoError(t, err)
		target := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(target), 0o755))
		all, err := io.ReadAll(body)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(target, all, 0o644))
	}
	folder = filepath.Join(dir, "firm-offer")
	return folder, "file://" + filepath.ToSlash(folder) + "/index.html"
}

// TestAFolderWorksByADoubleClick: no server, no fetch, no worker, and still all that the page does.
func TestAFolderWorksByADoubleClick(t *testing.T) {
	folder, address := unpacked(t)
	for name, script := range map[string]string{"this browser": "", "a browser of before 2023": "delete window.DecompressionStream"} {
		t.Run(name, func(t *testing.T) {
			from := time.Now()
			p := openAt(t, address, before(script))
			p.waitReady()
			t.Logf("ready after %d ms", time.Since(from).Milliseconds())
			p.checkEverything(t.TempDir())
			for _, moved := range p.transfers() {
				require.True(t, strings.HasPrefix(moved.url, "file://"+filepath.ToSlash(folder)) || strings.HasPrefix(moved.url, "data:") || strings.HasPrefix(moved.url, "blob:"),
					moved.url)
			}
		})
	}
	t.Run("figures in a page beside it", func(t *testing.T) { checkFigures(t, folder) })
}

// checkFigures has figures in a page beside the folder, which is opened by a double click as well.
func checkFigures(t *testing.T, folder string) {
	t.Helper()
	beside := filepath.Join(filepath.Dir(folder), "article.html")
	body := around(`<firm-offer scenario="overhang" start="auto"></firm-offer><div class="down"></div><firm-offer scenario="lessons/06-half-the-rack-dies.trace" start="auto"></firm-offer>
		<iframe id="bare" width="600" height="200" title="Figure" src="SITE/index.html?embed&amp;mode=compact#fo1.t.binding;node+n1+5;make+A;accept+A+o1~at+0~end"></iframe>
		<script>const told = []; addEventListener('message', ({source, data}) => {
			if (source === bare.contentWindow) told.push(data);
			if (source === bare.contentWindow && data.type === 'height') bare.style.height = data.height + 'px';
		});</script>`)
	require.NoError(t, os.WriteFile(beside, []byte(strings.ReplaceAll(body, "SITE/", "firm-offer/")), 0o600))
	p := openAt(t, "file://"+filepath.ToSlash(beside))
	p.waitFor(allStarted + " && told.some((m) => m.type === 'ready')")
	require.Equal(t, "Half the rack dies", inFrame[string](p, 1, "document.querySelector('h1').textContent"))
	for step := 1; step <= 2; step++ {
		p.run("figures().forEach((f) => f.send({type: 'step', to: 'forward'})); bare.contentWindow.postMessage({firmOffer: 1, type: 'step', to: 'forward'}, '*')")
		p.waitFor("[...figures().map((f) => last(f, 'step')), told.findLast((m) => m.type === 'step')].every((m) => m?.at === " + quoteInt(step) + ")")
		for i := range 2 {
			p.requireFit(i)
		}
		p.requireTold(2, "told.findLast((m) => m.type === 'height').height")
	}
	inFrame[bool](p, 0, "document.querySelector('#next').click() ?? true")
	p.waitFor("last(figures()[0], 'step').at === 3")
	p.requireFit(0)
	require.True(t, p.true("document.activeElement === document.body && seen === 0"))
	p.run("document.documentElement.dataset.theme = 'dark'")
	p.waitColour(1, "body", "backgroundColor", darkPaper)
	require.True(t, inFrame[bool](p, 0, "document.querySelector('.foot a').href.startsWith("+quote("file://"+filepath.ToSlash(folder)+"/index.html")+")"))
}

// checkEverything goes through what needs more than the program on the page: a lesson, a search, an export, a link.
func (p *page) checkEverything(downloads string) {
	p.Helper()
	call(p, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: p.context(), DownloadPath: downloads})
	p.press("Next: make A")
	require.Len(p, p.shown().Offers, 1)
	p.waitFor("location.hash.startsWith('#fo1')")

	p.checkLesson()
	p.checkSearch()
	p.checkExport(downloads)
}

// checkSearch finds a violation, in a worker or on the page.
func (p *page) checkSearch() {
	p.Helper()
	p.press("Find a violation")
	p.find("combobox", "Contract to search").choose("newest-first")
	p.press("Search")
	p.until("an answer", answered)
	require.Contains(p, p.searched(), "Violated in 5 steps")
	p.press("Find a violation")
}

// checkLesson opens a lesson, which is a file of its own.
func (p *page) checkLesson() {
	p.Helper()
	p.find("combobox", "Scenario").choose("lessons/06-half-the-rack-dies.trace")
	p.until("the lesson", `document.querySelectorAll('#steps li').length === 7`)
}

// checkExport makes a file with the second program.
func (p *page) checkExport(downloads string) {
	p.Helper()
	p.press("Export")
	p.press("Save as json")
	p.until("the export", `document.body.innerText.includes('Saved as firmoffer.json.')`)
	p.waitUntil("the file", func() bool {
		files, _ := filepath.Glob(filepath.Join(downloads, "*.json"))
		if len(files) != 1 {
			return false
		}
		text, err := os.ReadFile(files[0])
		require.NoError(p, err)
		return strings.Contains(string(text), `"firmoffer"`)
	})
}

func (p *page) context() cdp.BrowserContextID {
	p.Helper()
	return chromedp.FromContext(p.ctx).BrowserContextID
}
