package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace/export"
)

const exampleSite = "https://example.org/firm-offer/"

// readme returns the README with the address of the site under test.
func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), exampleSite, address)
}

var fence = regexp.MustCompile("(?s)<!-- recipe: ([^>]*) -->\n```[a-z]+\n(.*?)```\n")

// recipe returns a block of the README as it stands there.
func recipe(t *testing.T, name string) string {
	t.Helper()
	for _, block := range fence.FindAllStringSubmatch(readme(t), -1) {
		if block[1] == name {
			return block[2]
		}
	}
	t.Fatalf("the README has no recipe %q", name)
	return ""
}

// inline returns the one piece of code inside a line of the README that begins so.
func inline(t *testing.T, begin string) string {
	t.Helper()
	found := regexp.MustCompile("`("+regexp.QuoteMeta(begin)+"[^`]*)`").FindAllStringSubmatch(readme(t), -1)
	require.Len(t, found, 1, "pieces of code in the README that begin with %s", begin)
	return found[0][1]
}

// openRecipe shows a page with a recipe in it, which may show the picture that it names.
func openRecipe(t *testing.T, page string) *page {
	t.Helper()
	picture := pictureOf(t, "overhang")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/picture.svg" {
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(picture))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(server.Close)
	return openAt(t, server.URL)
}

// pictureOf returns the picture that Export makes of a scenario's last step.
func pictureOf(t *testing.T, id string) string {
	t.Helper()
	s, known := scenario.ByID(id)
	require.True(t, known, id)
	steps := s.Trace
	picture, err := export.SVG(steps, steps.Rules(), len(steps.Steps), false)
	require.NoError(t, err)
	return picture
}

// pictureSeen holds when the picture is there, at its size.
const pictureSeen = "(() => { const {complete, naturalWidth, width} = document.querySelector('img'); return complete && naturalWidth > 300 && width > 300; })()"

const theFigure = "document.querySelector('firm-offer')"

// tryFigure goes through what a reader does with a figure of a recipe.
func (p *page) tryFigure() {
	p.Helper()
	p.waitFor(theFigure + "?.shadowRoot")
	require.True(p, p.true(theFigure+".checkVisibility() && ("+theFigure+".innerText.trim() !== '' || "+theFigure+".querySelector('img').checkVisibility())"), "something is seen at once")
	p.run("window.told = []; for (const type of ['step', 'error']) " + theFigure + ".addEventListener(type, ({detail}) => told.push(detail))")
	p.find("button", "Start: More work than machine").click()
	p.waitFor("told.length")
	require.True(p, p.true("told.every((m) => m.type === 'step') && told.at(-1).count === 9"), "%s", p.text("JSON.stringify(told)"))
	p.run(theFigure + ".send({type: 'step', to: 'forward'})")
	p.waitFor("told.at(-1).at === 1")
}

const pageHead = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,">`

func TestRecipeOfPlainHTML(t *testing.T) {
	p := openRecipe(t, pageHead+recipe(t, "plain HTML"))
	p.waitFor(pictureSeen)
	require.Equal(t, "A task runs, and its node shrinks below it", p.text("document.querySelector('firm-offer img').alt"))
	p.tryFigure()
	require.False(t, p.true("document.querySelector('img').checkVisibility()"), "the figure has taken its place")
}

// TestPicturesOfTheSession pastes what the panel writes, with the picture beside it.
func TestPicturesOfTheSession(t *testing.T) {
	p := openFresh(t)
	p.press("Embed")
	p.waitFor("document.querySelector('#snippet')")
	for _, form := range []string{"picture", "html"} {
		p.find("combobox", "Form").choose(form)
		p.waitFor("document.querySelector('#snippet').value.includes('picture.svg') && document.querySelector('#snippet').value.includes('<firm-offer') === " + strconv.FormatBool(form == "picture"))
		host := openRecipe(t, pageHead+p.snippet())
		host.waitFor(pictureSeen)
		require.True(t, host.true("document.querySelector('a[href^=\""+address+"#fo1\"] > img').alt === 'Two frameworks, one node'"), form)
	}
}

// A page as Docusaurus leaves it, which keeps its theme on the root, in data-theme. It takes minutes to install, so it does not run here.
func TestRecipeOfDocusaurus(t *testing.T) {
	list := regexp.MustCompile(`^extra_javascript: \['(.*)'\]$`).FindStringSubmatch(inline(t, "extra_javascript: "))
	require.NotNil(t, list)
	p := openRecipe(t, strings.Replace(pageHead, "<html", `<html data-theme="dark"`, 1)+`<script src="`+list[1]+`"></script><div class="markdown">`+
		recipe(t, "Markdown")+`</div>`)
	p.tryFigure()
	p.waitColour(0, "body", "backgroundColor", darkPaper)
	p.run("document.documentElement.dataset.theme = 'light'")
	p.waitColour(0, "body", "backgroundColor", lightPaper)
}
