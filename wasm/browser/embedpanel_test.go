package browser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A writer opens the panel, looks at the preview, and pastes what it says into a page of another site.
func TestTheSnippetWorksWhereItIsPasted(t *testing.T) {
	p := openFresh(t)
	p.press("Next: make A")
	p.press("Embed")
	p.waitFor("document.querySelector('#snippet')")
	require.True(t, p.true("document.querySelector('#snippet').value.includes('firm-offer trace=\"fo1.')"))
	p.find("textbox", "Title of the figure").paste(quote(`My "figure" <b>`))
	p.find("combobox", "Mode").choose("to read")
	p.waitFor("document.querySelector('#snippet').value.includes('mode=\"readonly\"')")
	snippet := p.text("document.querySelector('#snippet').value")

	p.press("Preview")
	p.waitFor("document.querySelector('.preview').contentDocument?.documentElement.dataset.state === 'ready'")
	inside := "document.querySelector('.preview').contentDocument"
	require.Equal(t, `My "figure" <b>`, p.text(inside+".querySelector('.foot span').textContent"))
	require.Equal(t, 1, eval[int](p, inside+".querySelectorAll('#steps [aria-current]').length"))
	require.True(t, p.true("!"+inside+".querySelector('.bar').checkVisibility()"), "no panel in the panel")
	p.find("combobox", "Mode").choose("full")
	p.waitFor(inside + "?.documentElement.dataset.state === 'ready' && " + inside + ".documentElement.dataset.mode === 'full'")
	require.True(t, p.true(inside+".querySelector('.bar').checkVisibility() && !"+inside+".querySelector('[aria-controls=embed]').checkVisibility()"))
	p.find("button", "Preview").click()
	p.waitFor("!document.querySelector('.preview')")

	host := openHost(t, strings.TrimSuffix(snippet, "\n"))
	require.True(t, host.true("document.querySelectorAll('script[src]').length === 2"), "the script stands there twice, which does no harm")
	link := host.find("link", `My "figure" <b>`)
	require.True(t, strings.HasPrefix(link.attribute("href"), address+"#fo1."))
	host.find("button", `Start: My "figure" <b>`).click()
	host.waitFor(started)
	require.Equal(t, 1, eval[int](host, "last(figures()[0], 'step').at"))
	require.Equal(t, `My "figure" <b>`, host.text("frameOf(figures()[0]).title"))
}

func TestTheOtherFormsWorkToo(t *testing.T) {
	p := openFresh(t)
	p.press("Embed")
	p.waitFor("document.querySelector('#snippet')")
	for _, form := range []string{"frame", "text"} {
		p.find("combobox", "Form").choose(form)
		p.waitFor("document.querySelector('#snippet').value.includes(" + quote(map[string]string{"frame": "<iframe", "text": "<pre>"}[form]) + ")")
		host := openHost(t, p.text("document.querySelector('#snippet').value"))
		if form == "text" {
			require.True(t, host.true("document.querySelector('pre').checkVisibility() && document.querySelector('pre').textContent.includes('make A')"))
			host.run("figures()[0].start()")
			host.waitFor(started)
			continue
		}
		host.waitFrame(0, "document.documentElement.dataset.state === 'ready'")
		require.Equal(t, "Two frameworks, one node", inFrame[string](host, 0, "document.querySelector('h1').textContent"))
	}
}

func (p *page) snippet() string { return p.text("document.querySelector('#snippet').value") }

// What people type comes out of every form as it was, and as nothing else.
func TestSnippetsEscape(t *testing.T) {
	p := openFresh(t)
	p.press("Embed")
	p.waitFor("document.querySelector('#snippet')")
	const label = `"><b onload='x'>&amp; [a](b) \\ *c* ` + "`d`" + `</pre>`
	p.find("textbox", "Title of the figure").paste(quote(label))
	for _, form := range []string{"element", "text", "picture", "frame", "html"} {
		p.find("combobox", "Form").choose(form)
		found := eval[string](p, `(() => {
			const page = new DOMParser().parseFromString(snippet.value, 'text/html'), all = [...page.querySelectorAll('*')];
			const tags = all.map((e) => e.localName).filter((name) => !['html', 'head', 'body', 'script', 'firm-offer', 'a', 'img', 'pre', 'iframe'].includes(name));
			const names = all.flatMap((e) => e.getAttributeNames()).filter((name) => !['src', 'defer', 'trace', 'label', 'href', 'alt', 'title', 'width', 'height', 'loading', 'allow'].includes(name));
			return [...tags, ...names, all.some((e) => [e.getAttribute('label'), e.alt, e.title].includes(`+quote(label)+`))].join();
		})()`)
		require.Equal(t, "true", found, form)
		require.NotContains(t, p.snippet(), "\n\n", "a blank line would end it in Markdown")
	}
	p.find("combobox", "Form").choose("markdown")
	require.Contains(t, p.snippet(), "[![\\\"\\>\\<b onload\\=\\'x\\'\\>\\&amp\\; \\[a\\]\\(b\\)")
	require.Regexp(t, `\]\(picture\.svg\)\]\(<`+address+`#fo1\.\S+>\)\n$`, p.snippet())
	require.True(t, p.true("document.querySelector('#embed .note').textContent.includes('picture.svg')"))
}

func TestThePanelFollowsAndSaysWhatIsWrong(t *testing.T) {
	p := openFresh(t)
	p.press("Embed")
	p.waitFor("document.querySelector('#snippet')")
	before := p.snippet()
	p.press("Next: make A")
	p.waitFor("snippet.value !== " + quote(before))
	height := p.find("textbox", "Height in pixels")
	for _, text := range []string{"x", "99", "4001", "1e3", "-5"} {
		height.paste(quote(text))
		require.Contains(t, p.text("document.querySelector('#embed .error').innerText"), "expected a whole number of pixels, 100 to 4000", text)
		require.NotContains(t, p.snippet(), "height=")
	}
	height.paste(quote(" 600 "))
	require.Contains(t, p.snippet(), ` height="600">`)
	require.True(t, p.true("document.querySelector('#embed .error').hidden"))
	p.find("button", "Close").click()
	p.waitFor("!document.querySelector('#snippet') && document.querySelector('[aria-controls=embed]').ariaExpanded === 'false'")
}
