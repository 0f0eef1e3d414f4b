package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// What is taken away from the page. The variable PICTURES names a folder to which the tests write it, for people to look at.
const takeAway = `firmoffer/1 binding
# <The rack> & its "heirs"
node n1 8
node "שלום" 6
make A timeout=9
accept A o1
launch A o1 as=web
advance 3
resize n1 3
`

// openToSave shows the last step of the trace, with the panel of exports open, and keeps what is saved.
func openToSave(t *testing.T, text string) *page {
	p := openFresh(t)
	p.run(`window.saves = [];
		URL.createObjectURL = (blob) => { saves.push({blob}); return 'blob:none'; };
		URL.revokeObjectURL = () => {};
		HTMLAnchorElement.prototype.click = function() { saves.at(-1).name = this.download; }`)
	p.setTrace(text)
	p.press("Last")
	p.press("Export")
	return p
}

// saved waits for a file of the name, and returns it.
func (p *page) saved(name string) []byte {
	p.Helper()
	p.waitFor("document.querySelector('.story').innerText.includes(" + quote("Saved as "+name+".") + ")")
	require.Equal(p, name, p.text("saves.at(-1).name"))
	content, err := base64.StdEncoding.DecodeString(p.text(`saves.at(-1).blob.arrayBuffer().then((b) => btoa(Array.from(new Uint8Array(b), (c) => String.fromCharCode(c)).join('')))`))
	require.NoError(p, err)
	if dir := os.Getenv("PICTURES"); dir != "" {
		require.NoError(p, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	return content
}

func TestThePictureAsSVG(t *testing.T) {
	p := openToSave(t, takeAway)
	p.press("Save as svg")
	svg := string(p.saved("the-rack-its-heirs-step-5.svg"))
	require.Contains(t, svg, "&lt;The rack&gt; &amp; its &quot;heirs&quot;")
	p.run("window.picture = new Image(); picture.src = 'data:image/svg+xml,' + encodeURIComponent(" + quote(svg) + "); picture.decode()")
	require.Equal(t, 1200, eval[int](p, "picture.naturalWidth"))
	require.Greater(t, eval[int](p, "picture.naturalHeight"), 400)

	p.press("First")
	p.press("Save as svg")
	require.Contains(t, string(p.saved("the-rack-its-heirs-step-0.svg")), "Nothing has happened yet.")
}

func TestThePictureAsPNG(t *testing.T) {
	p := openToSave(t, takeAway)
	p.press("Save as svg")
	svg := string(p.saved("the-rack-its-heirs-step-5.svg"))
	p.press("Save as png")
	file := p.saved("the-rack-its-heirs-step-5.png")
	picture, err := png.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	require.Equal(t, 2400, picture.Bounds().Dx(), "two pixels a unit")

	running, stripe := color.NRGBA{0x00, 0x5f, 0x73, 0xff}, color.NRGBA{0xff, 0xf0, 0xd6, 0xff}
	require.Greater(t, count(picture, running), 100_000, "what runs is solid")
	require.Greater(t, count(picture, stripe), 50_000, "the overhang is on its ground")
	require.Greater(t, count(picture, color.NRGBA{0x7a, 0x4a, 0x00, 0xff}), 1000, "and outlined")

	said := regexp.MustCompile(`<desc id="desc">([^<]*)</desc>`).FindStringSubmatch(svg)[1]
	for entity, mark := range map[string]string{"&quot;": `"`, "&lt;": "<", "&gt;": ">", "&amp;": "&"} {
		said = strings.ReplaceAll(said, entity, mark)
	}
	require.Contains(t, said, `Node "שלום`)
	require.Equal(t, `<The rack> & its "heirs", step 5 of 5, under binding: overhang. `+said, description(t, file))
}

// count counts the pixels of a colour.
func count(picture image.Image, want color.NRGBA) int {
	n := 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if color.NRGBAModel.Convert(picture.At(x, y)) == want {
				n++
			}
		}
	}
	return n
}

// description returns the text alternative that stands in a PNG.
func description(t *testing.T, file []byte) string {
	for at := 8; at < len(file); {
		length := int(binary.BigEndian.Uint32(file[at:]))
		name, data := string(file[at+4:at+8]), file[at+8:at+8+length]
		if text, ok := bytes.CutPrefix(data, []byte("Description\x00\x00\x00en\x00\x00")); ok && name == "iTXt" {
			return string(text)
		}
		at += length + 12
	}
	t.Fatal("the file has no description")
	return ""
}

func TestThePictureWithoutItsProgram(t *testing.T) {
	p := openToSave(t, takeAway)
	p.run("firmOffer.script = () => Promise.reject(new Error('nothing comes'))")
	p.press("Save as png")
	p.waitFor("document.querySelector('.story').innerText.includes('was not made. The program for pictures could not be loaded. Save it as SVG instead.')")
}

func TestTheHandout(t *testing.T) {
	p := openToSave(t, takeAway)
	p.press("Handout")
	blank := p.saved("the-rack-its-heirs-handout.html")
	p.find("checkbox", "With answers").click()
	p.fill("spinbutton", "From step", "4")
	p.press("Handout")
	answered := p.saved("the-rack-its-heirs-handout-with-answers.html")
	require.NotContains(t, string(blank), "shrank")
	require.Contains(t, string(answered), "shrank from 8 to 3 units")
	require.NotContains(t, string(answered), "<code>make A")

	p.Run("bad numbers", func(p *page) {
		for _, c := range []struct{ from, to, says string }{{"0", "5", `From step: found "0", expected a whole number of steps, 1 to 5`},
			{"4", "3", `To step: found "3", expected a whole number of steps, 4 to 5`}, {"4", "x", `To step: found "x"`}} {
			p.fill("spinbutton", "From step", c.from)
			p.fill("spinbutton", "To step", c.to)
			before := eval[int](p, "saves.length")
			p.press("Handout")
			p.waitFor("[...document.querySelectorAll('#export .error:not([hidden])')].some((e) => e.innerText.includes(" + quote(c.says) + "))")
			require.Equal(p, before, eval[int](p, "saves.length"))
		}
	})
	p.Run("printed", func(p *page) {
		for name, c := range map[string]struct {
			file  []byte
			pages int
		}{"blank": {blank, 4}, "answered": {answered, 2}} {
			pdf := p.printed(name, c.file)
			require.InDelta(p, c.pages, len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)), 1, "%s: another font can need a page more or less", name)
		}
	})
}

// printed shows a document as a browser would after it was saved, looks for what the document may not do, and prints it.
func (p *page) printed(name string, document []byte) []byte {
	p.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(document)
	}))
	defer server.Close()
	paper := openAt(p, server.URL+"/handout.html", chromedp.EmulateViewport(794, 1123))
	require.True(p, paper.true("getComputedStyle(document.querySelector('.strip')).breakInside === 'avoid'"), "its style is in force")
	require.True(p, paper.true("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out")
	require.Equal(p, []string(nil), eval[[]string](paper, `(() => { const wrong = [...document.querySelectorAll('.strip')].filter((e) => e.offsetHeight > 1000).map((e) => e.innerText); return wrong.length ? wrong : null })()`),
		"each strip has room on a page")
	backgrounds := true
	pdf := call(paper, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PrintBackground: &backgrounds, PaperWidth: 8.27, PaperHeight: 11.69}).Data
	if dir := os.Getenv("PICTURES"); dir != "" {
		shot, err := chromedp.Run(paper.ctx, chromedp.FullScreenshot(100))
		require.NoError(p, err)
		require.NoError(p, os.WriteFile(filepath.Join(dir, "handout-"+name+".png"), shot, 0o600))
		require.NoError(p, os.WriteFile(filepath.Join(dir, "handout-"+name+".pdf"), pdf, 0o600))
	}
	return pdf
}
