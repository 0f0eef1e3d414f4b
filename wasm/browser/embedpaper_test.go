package browser

import (
	"bytes"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrinting(t *testing.T) {
	bothHosts(t, func(t *testing.T, open func(testing.TB, string) *page) {
		p := open(t, `<firm-offer scenario="overhang"><p id="light">A picture <a href="https://example.org/waits">and a link</a></p></firm-offer>
			<firm-offer scenario="overhang" start="auto"><a href="https://example.org/started">A link</a></firm-offer>`)
		p.waitFor("last(figures()[1], 'step')")
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		require.True(t, p.true("light.checkVisibility() && !figures()[0].shadowRoot.querySelector('button').checkVisibility()"))
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})

		// Links are what a PDF does not compress.
		inFrame[bool](p, 0, `(() => {
			for (const [place, name] of [['.stamp', 'verdict'], ['.ledger', 'bar'], ['.acts', 'actions'], ['.foot', 'foot']]) {
				const a = Object.assign(document.createElement('a'), {href: 'https://example.org/' + name, textContent: name});
				a.style.position = 'relative';
				document.querySelector(place).append(a);
			}
			return true;
		})()`)
		pdf := call(p, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PrintBackground: new(true)}).Data
		require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
		for link, printed := range map[string]bool{"waits": true, "started": false, "verdict": true, "bar": true, "actions": false, "foot": false} {
			assert.Equal(t, printed, bytes.Contains(pdf, []byte("https://example.org/"+link)), link)
		}
	})
}
