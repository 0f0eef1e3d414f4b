package browser

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
)

//go:embed testdata/layout.js
var layoutScript string

var widths = []int64{320, 390, 768, 1280, 1920}

// media lets the page believe in other settings of the system. An empty kind is the screen.
func (p *page) media(kind string, features ...string) {
	p.Helper()
	params := emulation.SetEmulatedMediaParams{Media: kind}
	for i := 0; i < len(features); i += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	call(p, emulation.SetEmulatedMedia, params)
}

// viewport gives the page a size, in CSS pixels, and waits until the page has it.
func (p *page) viewport(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	p.waitFor(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// fits complains about the layout at each of the widths.
func (p *page) fits(state string, widths ...int64) {
	p.Helper()
	for _, width := range widths {
		p.viewport(width, 900)
		if wrong := eval[[]string](p, layoutScript); len(wrong) > 0 {
			p.Errorf("%s, %d wide:\n%s", state, width, strings.Join(wrong, "\n"))
		}
	}
	p.viewport(1280, 900)
}

func TestLayoutOfScenarios(t *testing.T) {
	p := openFresh(t)
	for _, scheme := range []string{"light", "dark"} {
		p.media("", "prefers-color-scheme", scheme)
		for _, s := range scenario.All() {
			p.Run(scheme+" "+s.ID, func(p *page) {
				p.scenario(s.ID)
				p.fits("at the start", widths...)
				for i := 0; scheme == "light" && i < len(s.Trace.Steps)-1; i++ {
					p.press("Forward")
					p.fits(fmt.Sprint("after step ", i+1), 320, 768)
				}
				p.press("Last")
				p.fits("at the end", widths...)
			})
		}
	}
}

// TestLayoutOfExtremes has the longest names and the largest numbers in every part of the page, with everything open.
func TestLayoutOfExtremes(t *testing.T) {
	p := openFresh(t)
	long, words, most := strings.Repeat("W", 256), strings.Repeat("long name ", 25), fmt.Sprint(engine.MaxCapacity)
	p.setTrace(fmt.Sprintf(`firmoffer/1 optimistic
# %[1]s
# %[1]s %[2]s
node n1 %[3]s
node %[1]s %[3]s
node %[2]q 3
make %[1]s
make %[2]q timeout=9223372036854775807
accept %[1]s o1
launch %[1]s o1 as=%[1]s
accept %[1]s o2
accept %[2]q o6
launch %[2]q o6 as=%[2]q
resize n1 1
decline %[1]s o3
accept %[1]s o3
`, long, words, most))
	p.run("for (const button of document.querySelectorAll('[aria-expanded=false]')) button.click()")
	for _, scheme := range []string{"light", "dark"} {
		p.media("", "prefers-color-scheme", scheme)
		p.press("First")
		p.fits(scheme+" at the start", widths...)
		for i := range 11 {
			p.press("Forward")
			if step := i + 1; step == 11 || scheme == "light" && (step == 3 || step == 4) {
				p.fits(fmt.Sprint(scheme, " after step ", step), widths...)
			}
		}
	}
	p.Run("errors", func(p *page) {
		for _, field := range []string{"Timeout", "Ticks", "New node capacity", "Capacity of n1"} {
			p.find("spinbutton", field).paste(quote(long))
		}
		p.find("textbox", "Command").paste(quote(long))
		for _, button := range []string{"Make offers", "Advance time", "Add node", "Resize n1", "Run"} {
			p.press(button)
		}
		p.fits("with an error in each field", widths...)
	})
}

func TestTheHeadIsLow(t *testing.T) {
	p := open(t)
	for width, rows := range map[int64]int{390: 3, 768: 2, 1280: 1} {
		p.viewport(width, 900)
		lines := eval[int](p, `new Set([...document.querySelectorAll('.bar > :not(.pair), .bar .pair > *')].filter((e) => e.checkVisibility()).map((e) => {
			const {top, bottom} = e.getBoundingClientRect();
			return Math.floor((top + bottom) / 2 / 44); // of the row that it stands in
		})).size`)
		require.Equal(t, rows, lines, "rows of the head, %d wide", width)
	}
	p.viewport(1280, 900)
}

func TestOtherMedia(t *testing.T) {
	p := openFresh(t)
	p.scenario("optimistic")
	p.press("Last")
	p.press("Back")
	for _, feature := range [][]string{{"forced-colors", "active"}, {"forced-colors", "active", "prefers-color-scheme", "dark"},
		{"prefers-reduced-motion", "reduce"}, {"prefers-contrast", "more"}} {
		p.media("", feature...)
		p.fits(strings.Join(feature, " "), widths...)
		p.press("Back")
		p.press("Forward")
	}
	p.Run("reduced motion", func(p *page) {
		p.media("", "prefers-reduced-motion", "reduce")
		require.True(p, p.true(`[...document.querySelectorAll('#playground *')].every((el) => {
			const s = getComputedStyle(el);
			return parseFloat(s.transitionDuration) === 0 && s.animationName === 'none' })`))
	})
	p.Run("print", func(p *page) {
		p.media("")
		pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF())
		require.NoError(p, err)
		require.Positive(p, bytes.Count(pdf, []byte("/Type /Page\n"))+bytes.Count(pdf, []byte("/Type /Page ")), "pages")
		p.media("print")
		printed := p.text("document.querySelector('.desk').innerText")
		require.Contains(p, printed, "Violated")
		require.Contains(p, printed, "n1")
	})
}
