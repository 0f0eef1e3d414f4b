package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	messages "firmoffer/web/words"
)

// everythingOpen unfolds every panel and fills fields with what is wrong in them, in any language.
const everythingOpen = `{
	for (const button of document.querySelectorAll('.bar [aria-expanded=false], .fold [aria-expanded=false], .invariants [aria-expanded=false]')) button.click();
	for (const id of ['timeout', 'ticks', 'new-node-capacity', 'command', 'hunt-timeouts']) {
		const field = document.getElementById(id);
		field.value = 'x';
		field.dispatchEvent(new Event('input', {bubbles: true}));
	}
	for (const form of document.querySelectorAll('form')) form.requestSubmit();
}`

// clipped returns the labels, headings and controls whose text does not fit into them; what is one pixel wide is for ears only.
const clipped = `[...document.querySelectorAll('#playground :is(button, label, legend, h1, h2, h3, th, caption, summary)')]
	.filter((el) => el.checkVisibility() && el.clientWidth > 1 && getComputedStyle(el).display !== 'inline' && el.scrollWidth > el.clientWidth + 1)
	.map((el) => el.tagName + ' ' + el.textContent.slice(0, 60) + ': ' + el.scrollWidth + ' > ' + el.clientWidth)`

func TestThePageSpeaksGerman(t *testing.T) {
	p := openAt(t, address+"?lang=de")
	p.waitReady()
	require.Equal(p, "de", p.text("document.documentElement.lang"))
	p.find("combobox", "Vertrag")
	p.find("button", "Angebote machen").click()
	require.Contains(p, p.text("document.querySelector('.said').innerText"), "A wird angeboten: o1 mit")
	p.find("button", "o1 annehmen").click()
	p.find("button", "o1 starten")
	require.False(p, p.true("/Make offers|Accept|Find a violation/.test(document.body.innerText)"))
	p.run("document.querySelector('[aria-controls=help]').click()")
	p.waitFor("document.getElementById('help').innerText.includes('Ein Master bietet')")
}

func TestEnglishIsTheRule(t *testing.T) {
	for query, language := range map[string]string{"": "en", "?lang=en": "en", "?lang=xx": "en", "?lang=": "en", "?lang=de-AT": "de", "?lang=__proto__": "en"} {
		p := openAt(t, address+query)
		p.waitReady()
		assert.Equal(p, language, p.text("document.documentElement.lang"), query)
		assert.Equal(p, language == "en", p.has("button", "Make offers"), query)
	}
}

// A page in a language that is 40 % longer than English has everything in sight and nothing beyond its edges.
func TestLongWordsFit(t *testing.T) {
	for language, present := range map[string]string{messages.Pseudo: messages.Dress("Present"), "de": "Vorführen"} {
		p := openAt(t, address+"?lang="+language)
		p.waitReady()
		look := func(state string) {
			for _, width := range []int64{320, 390, 768, 1280} {
				p.viewport(width, 900)
				over := eval[int](p, "document.scrollingElement.scrollWidth - innerWidth")
				assert.LessOrEqual(p, over, 0, "%s, %s, %d wide: the page is %d wider", language, state, width, over)
				if wrong := eval[[]string](p, clipped); len(wrong) > 0 {
					assert.Fail(p, fmt.Sprintf("%s, %s, %d wide", language, state, width), strings.Join(wrong, "\n"))
				}
			}
		}
		look("at the start")
		p.run("document.querySelector('#next').click()")
		p.run(everythingOpen)
		look("with everything open")
		p.run("document.querySelector('.bar [aria-pressed]').click()")
		look("with columns")
		p.run("document.querySelector('.bar [role=switch]').click(); document.querySelector('#next').click()")
		look("with a question")
		p.find("button", present).click() // in earnest: a script may not ask for the whole screen
		p.waitFor("document.querySelector('.present')")
		look("presented")
	}
}
