package browser

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

const exampleSite = "https://example.org/firm-offer/"

var fence = regexp.MustCompile("(?s)<!-- recipe: ([^>]*) -->\n```[a-z]+\n(.*?)```\n")

// recipe returns a block of the README as it stands there, with the address of the site under test.
func recipe(t *testing.T, name string) string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	for _, block := range fence.FindAllStringSubmatch(string(readme), -1) {
		if block[1] == name {
			return strings.ReplaceAll(block[2], exampleSite, address)
		}
	}
	t.Fatalf("the README has no recipe %q", name)
	return ""
}

// openRecipe serves a page of a documentation system and starts the figure in it.
func openRecipe(t *testing.T, page string) *page {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(server.Close)
	return openAt(t, server.URL)
}

const theFigure = "document.querySelector('firm-offer')"

// tryFigure goes through what a reader does with a figure of a recipe.
func (p *page) tryFigure() {
	p.Helper()
	p.waitFor(theFigure + "?.shadowRoot")
	require.True(p, p.true(theFigure+".firstChild.parentElement.checkVisibility() && "+theFigure+".innerText.trim() !== ''"), "something is seen at once")
	p.run("window.told = []; for (const type of ['step', 'error']) " + theFigure + ".addEventListener(type, ({detail}) => told.push(detail))")
	p.find("button", "Start: More work than machine").click()
	p.waitFor("told.length")
	require.True(p, p.true("told.every((m) => m.type === 'step') && told.at(-1).count === 9"), "%s", p.text("JSON.stringify(told)"))
	p.run(theFigure + ".send({type: 'step', to: 'forward'})")
	p.waitFor("told.at(-1).at === 1")
}

const pageHead = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,">`

func TestRecipeOfPlainHTML(t *testing.T) {
	openRecipe(t, pageHead+recipe(t, "plain HTML")).tryFigure()
}

func TestRecipeOfSphinx(t *testing.T) {
	directive, body, _ := strings.Cut(recipe(t, "Sphinx"), "\n\n")
	require.Equal(t, ".. raw:: html", directive)
	p := openRecipe(t, pageHead+`<body data-theme="dark">`+strings.ReplaceAll("\n"+body, "\n   ", "\n"))
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", darkPaper) // as in the theme Furo
}

// shortcode is what Hugo gives to the template of a shortcode.
type shortcode struct {
	parameters map[string]string
	Inner      template.HTML
}

// Get returns a named parameter.
func (s shortcode) Get(name string) string { return s.parameters[name] }

func TestRecipeOfHugo(t *testing.T) {
	written, err := template.New("shortcode").Parse(recipe(t, "Hugo, layouts/shortcodes/firm-offer.html"))
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	use := regexp.MustCompile("`\\{\\{< firm-offer (.*) >\\}\\}(.*)\\{\\{< /firm-offer >\\}\\}`").FindStringSubmatch(string(readme))
	require.NotNil(t, use)
	code := shortcode{map[string]string{}, template.HTML(use[2])}
	for _, parameter := range regexp.MustCompile(`(\w+)="([^"]*)"`).FindAllStringSubmatch(use[1], -1) {
		code.parameters[parameter[1]] = parameter[2]
	}
	var page strings.Builder
	page.WriteString(pageHead)
	require.NoError(t, written.Execute(&page, code))
	openRecipe(t, page.String()).tryFigure()
}

// Instant navigation, as Material for MkDocs does it: the page is fetched and what it shows is swapped, and no script runs again.
func TestRecipeOfMkDocs(t *testing.T) {
	figure := recipe(t, "Markdown")
	p := openRecipe(t, pageHead+`<body data-md-color-scheme="slate"><script src="`+address+`firm-offer.js"></script><div id="content">`+figure+`</div>`)
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.run("content.innerHTML = '<p>Another page</p>'")
	require.Equal(t, 0, eval[int](p, "document.querySelectorAll('firm-offer').length"))
	p.run(`for (let i = 0; i < 2; i++) { const again = document.createElement('script'); again.src = ` + quote(address+"firm-offer.js") + `; document.head.append(again); }`)
	p.run("content.innerHTML = " + quote(figure))
	p.tryFigure()
}

// Docusaurus keeps its theme on the root, in data-theme.
func TestRecipeOfDocusaurus(t *testing.T) {
	p := openRecipe(t, strings.Replace(pageHead, "<html", `<html data-theme="dark"`, 1)+`<script src="`+address+`firm-offer.js" defer></script><div class="markdown">`+
		recipe(t, "Markdown")+`</div>`)
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.run("document.documentElement.dataset.theme = 'light'")
	p.waitColour(0, "body", "backgroundColor", lightPaper)
}

// VitePress itself builds a page; make has put it beside the site.
func TestRecipeOfVitePress(t *testing.T) {
	tool, err := filepath.Abs(filepath.Join(site, "tools", "vitepress", "node_modules"))
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(tool, ".bin", "vitepress")); err != nil {
		t.Skip("VitePress is not there: run make browsers")
	}
	docs := t.TempDir()
	require.NoError(t, os.Symlink(tool, filepath.Join(docs, "node_modules")))
	require.NoError(t, os.Mkdir(filepath.Join(docs, ".vitepress"), 0o755))
	for name, text := range map[string]string{
		"package.json": `{"type": "module"}`, ".vitepress/config.mjs": recipe(t, "VitePress, .vitepress/config.mjs"),
		"index.md": "# Clusters\n\nText.\n\n" + recipe(t, "Markdown"), "other.md": "# Another page\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(docs, name), []byte(text), 0o644))
	}
	build := exec.Command(filepath.Join(tool, ".bin", "vitepress"), "build")
	build.Dir = docs
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	files, err := handler.New(filepath.Join(docs, ".vitepress", "dist"))
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		files.ServeHTTP(&changedHeaders{w, func(h http.Header) { h.Del("Content-Security-Policy") }}, r)
	}))
	t.Cleanup(server.Close)
	p := openAt(t, server.URL)
	p.excused = []string{"favicon.ico"}
	p.tryFigure()
	p.run("document.documentElement.classList.add('dark')")
	p.waitColour(0, "body", "backgroundColor", darkPaper)
}
