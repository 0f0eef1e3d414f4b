package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Here documentation systems themselves build pages of the recipes in the README; make has installed them. Everything about a page that
// is no recipe is as small as the system lets it be.

// docs is a folder with the sources of some pages, and what is built of them at an address of its own.
type docs struct {
	*testing.T
	folder, url string
}

// newDocs writes the sources of pages that a tool will leave in the folder out.
func newDocs(t *testing.T, out string, files map[string]string) *docs {
	t.Helper()
	folder := t.TempDir()
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(folder, out))))
	t.Cleanup(server.Close)
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(text, "HERE/", server.URL+"/")), 0o644))
	}
	return &docs{t, folder, server.URL + "/"}
}

// build runs the tool and shows the first page. Of us it has loaded the script, of others nothing.
func (d *docs) build(tool string, arguments ...string) *page {
	d.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		d.Skipf("%s is not there: run make browsers", filepath.Base(tool))
	}
	build := exec.Command(path, arguments...)
	build.Dir = d.folder
	output, err := build.CombinedOutput()
	require.NoError(d, err, string(output))
	p := openAt(d, d.url)
	p.excused = []string{"favicon.ico"}
	p.waitFor("document.readyState === 'complete'")
	require.Equal(d, []string{address + "firm-offer.js"}, d.foreign(p), "before somebody starts the figure")
	return p
}

// foreign returns the addresses that a page asked for outside of its own site.
func (d *docs) foreign(p *page) []string {
	var urls []string
	for _, m := range p.transfers() {
		if !strings.HasPrefix(m.url, d.url) && !strings.HasPrefix(m.url, "data:") {
			urls = append(urls, m.url)
		}
	}
	return urls
}

// requireNoOthers holds at the end: what the page asked for came from its own site and from ours.
func (d *docs) requireNoOthers(p *page) {
	d.Helper()
	scripts := 0
	for _, url := range d.foreign(p) {
		require.True(d, strings.HasPrefix(url, address), "asked for %s", url)
		if url == address+"firm-offer.js" {
			scripts++
		}
	}
	require.Equal(d, 1, scripts, "the script is loaded once")
}

const lightText = "A task runs, and its node shrinks below it."

func (p *page) requireText(want string) {
	p.Helper()
	p.waitFor(theFigure + "?.innerText.trim() === " + quote(want))
}

func TestRecipeOfSphinx(t *testing.T) {
	d := newDocs(t, "out", map[string]string{
		"conf.py":   "project = 'Clusters'\n",
		"index.rst": "Clusters\n========\n\nText.\n\n" + recipe(t, "Sphinx") + "\nText.\n",
	})
	p := d.build("sphinx-build", "-q", "-W", ".", "out")
	p.requireText(lightText)
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", lightPaper)
	p.run("document.body.dataset.theme = 'dark'") // as the theme Furo does it
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	d.requireNoOthers(p)
}

// Both figures of the page have the script; the second shows a session, under a name that has to be escaped.
func TestRecipeOfHugo(t *testing.T) {
	own := "{{< firm-offer trace=\"fo1.t.binding;node+n1+5;make+A~end\" label=`Ours & \"theirs\"` >}}Five units{{< /firm-offer >}}"
	d := newDocs(t, "public", map[string]string{
		"hugo.toml":                          "baseURL = 'HERE/'\n",
		"layouts/index.html":                 pageHead + "<body>{{ .Content }}",
		"layouts/shortcodes/firm-offer.html": recipe(t, "Hugo, layouts/shortcodes/firm-offer.html"),
		"content/_index.md":                  "Text.\n\n" + inline(t, "{{< firm-offer ") + "\n\nText and " + own + " in it.\n",
	})
	p := d.build("hugo", "--quiet")
	p.requireText("What it shows.")
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", lightPaper)
	p.run("window.second = document.querySelectorAll('firm-offer')[1]; second.addEventListener('step', ({detail}) => { window.own = detail })")
	require.Equal(t, "Five units", p.text("second.innerText.trim()"))
	p.find("button", `Start: Ours & "theirs"`).click()
	p.waitFor("window.own?.count === 1")
	d.requireNoOthers(p)
}

// twoPages have a figure each, and a link to each other in their text.
func twoPages(t *testing.T, folder string, others map[string]string) map[string]string {
	t.Helper()
	figure := recipe(t, "Markdown")
	others[folder+"index.md"] = "# Clusters\n\n[Go on](other.md)\n\n" + figure
	others[folder+"other.md"] = "# Another page\n\n[Go back](index.md)\n\n" + figure
	return others
}

// goThereAndBack tries the figures of both pages. The system swaps what it shows: the document stays, and no script runs again.
func (p *page) goThereAndBack() {
	p.Helper()
	p.run("window.kept = true")
	for _, way := range []struct {
		title string
		take  func()
	}{
		{"Another page", func() { p.find("link", "Go on").click() }},
		{"Clusters", func() { p.find("link", "Go back").click() }},
		{"Another page", func() { p.run("history.back()") }},
	} {
		way.take()
		p.waitFor("document.querySelector('h1')?.innerText.startsWith(" + quote(way.title) + ")")
		p.waitFor("document.querySelectorAll('firm-offer').length === 1")
		p.requireText(lightText)
		p.tryFigure()
	}
	require.True(p, p.true("window.kept"), "one document all the time")
}

// Material keeps the scheme that was chosen on the body, in data-md-color-scheme; its fonts would come from elsewhere.
func TestRecipeOfMkDocs(t *testing.T) {
	d := newDocs(t, "site", twoPages(t, "docs/", map[string]string{"mkdocs.yml": `site_name: Docs
site_url: HERE/
theme:
  name: material
  font: false
  features: [navigation.instant]
  palette:
    - {scheme: slate, toggle: {icon: material/weather-sunny, name: Light}}
    - {scheme: default, toggle: {icon: material/weather-night, name: Dark}}
` + inline(t, "extra_javascript: ") + "\n"}))
	p := d.build("mkdocs", "build", "--quiet", "--strict")
	p.waitFor("performance.getEntriesByType('resource').some((r) => r.name.endsWith('/sitemap.xml') && r.responseEnd > 0)") // else a link leads to another document
	p.requireText(lightText)
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.goThereAndBack()
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.run("document.querySelector('.md-header label[title=Light]').click()")
	p.waitColour(0, "body", "backgroundColor", lightPaper)
	d.requireNoOthers(p)
}

// VitePress says that it is dark with a class on the root.
func TestRecipeOfVitePress(t *testing.T) {
	tool, err := filepath.Abs(filepath.Join(site, "tools", "vitepress", "node_modules"))
	require.NoError(t, err)
	d := newDocs(t, ".vitepress/dist", twoPages(t, "", map[string]string{
		"package.json": `{"type": "module"}`, ".vitepress/config.mjs": recipe(t, "VitePress, .vitepress/config.mjs"),
	}))
	require.NoError(t, os.Symlink(tool, filepath.Join(d.folder, "node_modules")))
	p := d.build(filepath.Join(tool, ".bin", "vitepress"), "build")
	p.waitFor("document.querySelector('#app').__vue_app__") // else a link leads to another document
	p.requireText(lightText)
	p.tryFigure()
	p.run("document.documentElement.classList.add('dark')")
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.goThereAndBack()
	d.requireNoOthers(p)
}
