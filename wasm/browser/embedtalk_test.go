package browser

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/stretchr/testify/require"
)

// colourOf is a colour of a frame as the browser computed it.
func (p *page) colourOf(number int, selector, property string) string {
	return inFrame[string](p, number, "getComputedStyle(document.querySelector("+quote(selector)+"))."+property)
}

const (
	lightPaper = "rgb(243, 245, 248)"
	darkPaper  = "rgb(20, 24, 29)"
)

func (p *page) waitColour(number int, selector, property, want string) {
	p.Helper()
	found := ""
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if found = p.colourOf(number, selector, property); found == want {
			return
		}
	}
	require.Equal(p, want, found, "%s of %s", property, selector)
}

func TestAFigureFollowsTheThemeOfItsHost(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto"></firm-offer><firm-offer scenario="overhang" start="auto" theme="light"></firm-offer>`)
	p.waitFor("figures().every((f) => last(f, 'step'))")
	paper := func(want string) { p.Helper(); p.waitColour(0, "body", "backgroundColor", want) }
	paper(lightPaper)
	for _, change := range []struct{ script, want string }{
		{"document.documentElement.dataset.theme = 'dark'", darkPaper},
		{"document.documentElement.dataset.theme = 'light'", lightPaper},
		{"document.body.dataset.mdColorScheme = 'slate'", darkPaper}, // Material for MkDocs, and nearer than the one before
		{"document.body.dataset.mdColorScheme = 'default'", lightPaper},
		{"delete document.body.dataset.mdColorScheme; delete document.documentElement.dataset.theme", lightPaper},
		{"document.documentElement.className = 'dark'", darkPaper}, // VitePress
		{"document.documentElement.className = 'darker than-light'", lightPaper},
		{"document.documentElement.className = ''; document.documentElement.style.colorScheme = 'dark'", darkPaper},
		{"document.documentElement.style.colorScheme = 'light dark'", lightPaper},
		{"document.documentElement.style.colorScheme = ''; document.body.style.color = '#ddd'", darkPaper}, // light text
		{"document.body.style.color = ''", lightPaper},
	} {
		p.run(change.script)
		paper(change.want)
	}
	p.Run("what the system prefers counts where the host leaves it open", func(p *page) {
		p.run("document.documentElement.style.colorScheme = 'light dark'; document.body.style.color = '#222'")
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
		paper(darkPaper)
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		p.run("document.documentElement.style.colorScheme = ''")
		paper(lightPaper)
	})
	p.Run("colours of the host", func(p *page) {
		p.run("figures()[0].style.setProperty('--firm-offer-accent', 'rgb(1, 2, 3)'); document.documentElement.style.setProperty('--firm-offer-paper', 'hsl(0 0% 0%)')")
		p.waitColour(0, "#next", "backgroundColor", "rgb(1, 2, 3)")
		p.waitColour(0, "body", "backgroundColor", "rgb(0, 0, 0)")
		p.run("figures()[0].style.setProperty('--firm-offer-accent', 'url(x)'); document.documentElement.style.removeProperty('--firm-offer-paper')")
		p.waitColour(0, "#next", "backgroundColor", "rgb(11, 87, 176)")
		paper(lightPaper)
	})
	require.Equal(t, lightPaper, p.colourOf(1, "body", "backgroundColor"), "a theme that was chosen stays")
	p.run("figures()[1].setAttribute('theme', 'dark')")
	p.waitColour(1, "body", "backgroundColor", darkPaper)
}

// Each published colour of the host is that of the frame, and a colour that is none counts for nothing.
func TestEachColourOfTheHostIsTaken(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto"></firm-offer>`)
	p.waitFor("last(figures()[0], 'ready') && " + started)
	names := eval[[]string](p, "last(figures()[0], 'ready').colours")
	require.Len(t, names, 16)
	for i, name := range names {
		p.run("figures()[0].style.setProperty('--firm-offer-" + name + "', 'rgb(" + quoteInt(i) + ", 9, 200)')")
	}
	colours := "(() => { const probe = document.body.appendChild(document.createElement('i')); return " + quote(strings.Join(names, " ")) + `.split(' ').map((name) => {
		probe.style.color = 'var(--' + name + ')';
		return getComputedStyle(probe).color;
	}).join(' ', probe.remove()); })()`
	want := make([]string, len(names))
	for i := range names {
		want[i] = "rgb(" + quoteInt(i) + ", 9, 200)"
	}
	p.waitFrame(0, colours+" === "+quote(strings.Join(want, " ")))
}

// The frame's themes are the page's.
func TestTheThemesAreThoseOfThePage(t *testing.T) {
	p := openHost(t, `<firm-offer start="auto" theme="dark"></firm-offer><firm-offer start="auto" theme="light"></firm-offer><firm-offer start="auto"></firm-offer>`)
	p.waitFor("figures().every((f) => last(f, 'step'))")
	tokens := `JSON.stringify('paper sheet ink muted rule edge accent focus ok ok-tint warn warn-tint bad bad-tint pend pend-tint'.split(' ')
		.map((name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name)))`
	page := openFresh(t)
	require.Equal(t, page.text(tokens), inFrame[string](p, 1, tokens))
	call(page, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	require.Equal(t, page.text(tokens), inFrame[string](p, 0, tokens))
}

func TestAttributesChangeWhileItRuns(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1" label="One"></firm-offer>`)
	p.waitFor("last(figures()[0], 'step')?.at === 1")
	frame := eval[int](p, "(window.was = frameOf(figures()[0])) ? 1 : 0")
	require.Equal(t, 1, frame)
	has := func(selector string) bool { return inFrame[bool](p, 0, seenIn(selector)) }
	require.True(t, has(".acts") && !has(".bar"), "compact")
	p.run("figures()[0].setAttribute('mode', 'full')")
	p.waitUntil("the full page", func() bool { return has(".bar") && has(".acts") && !has("[aria-controls=embed]") })
	p.run("figures()[0].setAttribute('mode', 'readonly')")
	p.waitUntil("what can be read", func() bool { return !has(".bar") && !has(".acts") && !has("td.act") && has(".ledger") && has("#steps") })
	require.Equal(t, 1, eval[int](p, "last(figures()[0], 'step').at"), "the session stays")
	p.run("figures()[0].setAttribute('step', '3'); figures()[0].setAttribute('contract', 'optimistic, binding')")
	p.waitFor("last(figures()[0], 'step').at === 3")
	require.Equal(t, 2, inFrame[int](p, 0, "document.querySelectorAll('.col').length"), "two contracts beside each other")
	p.run("figures()[0].setAttribute('label', 'Two <b>')")
	p.waitFor("was.title === 'Two <b>'")
	p.run("figures()[0].setAttribute('contract', ''); figures()[0].setAttribute('step', '0'); figures()[0].setAttribute('scenario', 'lessons/02-the-wrong-lock.trace')")
	p.waitFor("last(figures()[0], 'step').at === 0 && last(figures()[0], 'step').count !== 3")
	require.Equal(t, "The lock that does not help", inFrame[string](p, 0, "document.querySelector('h1').textContent"))
	require.True(t, p.true("was === frameOf(figures()[0])"), "one frame all the time")
}

// What the reader did stays when the page around changes its mind about how it is shown.
func TestAttributesKeepTheReadersOwnStep(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" step="1" height="200"></firm-offer>`)
	require.Equal(t, 200.0, eval[float64](p, "figures()[0].getBoundingClientRect().height"))
	p.run("figures()[0].setAttribute('height', '260px')")
	p.waitFor("figures()[0].getBoundingClientRect().height === 260")
	p.run("figures()[0].setAttribute('start', 'auto')")
	p.waitFor("last(figures()[0], 'step')?.at === 1")
	inFrame[bool](p, 0, "[...document.querySelectorAll('td.act button')].find((b) => b.textContent === 'Decline o1').click() ?? true")
	p.waitFor("last(figures()[0], 'step').at === 2")
	trace := "[...document.querySelectorAll('#steps li bdi')].map((e) => e.textContent).join('; ')"
	own := inFrame[string](p, 0, trace)
	require.Contains(t, own, "decline A o1")
	columns := func(n int) string { return "document.querySelectorAll('.col').length === " + quoteInt(n) }
	for _, change := range []struct{ script, seen string }{
		{"setAttribute('mode', 'readonly')", "document.documentElement.dataset.mode === 'readonly'"},
		{"setAttribute('theme', 'dark')", "document.documentElement.dataset.scheme === 'dark'"},
		{"setAttribute('label', 'Mine')", "document.querySelector('.foot').textContent.startsWith('Mine')"},
		{"setAttribute('contract', 'binding, optimistic, newest-first')", columns(3)},
		{"setAttribute('contract', 'optimistic')", columns(0)},
		{"removeAttribute('scenario')", "true"},
		{"setAttribute('mode', 'compact')", "document.documentElement.dataset.mode === 'compact'"},
	} {
		p.run("figures()[0]." + change.script)
		p.waitFrame(0, change.seen)
		p.pause(50 * time.Millisecond)
		require.Equal(t, own, inFrame[string](p, 0, trace), change.script)
		require.Equal(t, 2, eval[int](p, "last(figures()[0], 'step').at"), change.script)
	}
	p.Run("other sessions", func(p *page) {
		p.run("figures()[0].setAttribute('contract', ''); figures()[0].setAttribute('trace', 'fo1.t.binding;node+n1+5;make+A;make+Zed~at+2~end')")
		p.waitFrame(0, trace+" === 'make A; make Zed'")
		p.run("figures()[0].removeAttribute('trace'); figures()[0].setAttribute('src', '" + address + "lessons/02-the-wrong-lock.trace')")
		p.waitFrame(0, "document.querySelector('h1').textContent === 'The lock that does not help'")
	})
}

func TestWhatAFigureShows(t *testing.T) {
	const text = "firmoffer/1 newest-first\n# Mine & yours\nnode n1 5\nmake A\naccept A o1\n"
	p := openHost(t, `<firm-offer start="auto"><pre>`+strings.ReplaceAll(text, "&", "&amp;")+`</pre></firm-offer>
		<firm-offer start="auto"><p>A picture</p><script type="text/plain" nonce="host">`+"\n"+text+`</script></firm-offer>
		<firm-offer start="auto" trace="fo1.t.binding;node+n1+5;make+A;accept+A+o1~end"></firm-offer>
		<firm-offer start="auto" trace="SITE/#fo1.t.binding;node+n1+5;make+A;accept+A+o1~end" step="1"></firm-offer>
		<firm-offer start="auto" src="SITE/lessons/02-the-wrong-lock.trace"></firm-offer>`)
	p.waitFor("figures().every((f) => last(f, 'step'))")
	title := func(i int) string { return inFrame[string](p, i, "document.querySelector('h1').textContent") }
	require.Equal(t, []string{"Mine & yours", "Mine & yours", "Your own trace", "Your own trace", "The lock that does not help"}, []string{title(0), title(1), title(2), title(3), title(4)})
	require.Equal(t, "newest-first", inFrame[string](p, 0, "contract.value"))
	require.Equal(t, []int{0, 0, 2, 1, 0}, eval[[]int](p, "figures().map((f) => last(f, 'step').at)"))
	require.True(t, p.true("!figures().some((f) => last(f, 'error'))"))
	for i := range 5 {
		require.True(t, inFrame[bool](p, i, "document.querySelector('.story .note').hidden"), "no notice for what goes without saying")
	}
}

// Each unknown value has a figure of its own: it falls back to what the others show, with a warning that names it.
func TestUnknownValuesFallBack(t *testing.T) {
	unknown := []struct{ attributes, warning, sentence string }{
		{`start="now"`, `unknown start" "now"`, ""},
		{`height="tall"`, `unknown height" "tall"`, ""},
		{`max-height="-1"`, `unknown max-height" "-1"`, ""},
		{`mode="huge"`, `mode is \"huge\"`, ""},
		{`theme="pink"`, `theme is \"pink\"`, ""},
		{`step="x"`, `step is \"x\"`, ""},
		{`lang="klingon!"`, `lang is \"klingon!\", expected en or one of de`, ""},
		{`contract="none"`, `There is no contract none.`, "There is no contract none."},
		{`contract="binding optimistic newest-first strongest-first"`, `contract is \"binding optimistic newest-first strongest-first\", expected at most three`, ""},
		{`scenario="none"`, `There is no scenario none.`, "There is no scenario none."},
		{`src="https://example.com/x.trace"`, "", "it is on another site"},
	}
	body := `<firm-offer></firm-offer>`
	for _, u := range unknown {
		body += "<firm-offer " + u.attributes + "></firm-offer>"
	}
	p := openHost(t, body)
	p.excused = []string{"firm-offer: ", "Firm Offer, embedded: "}
	p.run("figures().forEach((f) => f.start())")
	p.waitFor("figures().every((f) => last(f, 'step'))")
	for i, u := range unknown {
		p.mu.Lock()
		said := strings.Join(p.faults, "\n")
		p.mu.Unlock()
		require.Contains(t, said, u.warning)
		if u.sentence != "" {
			p.waitFor("last(figures()[" + quoteInt(i+1) + "], 'error')")
		}
		require.Contains(t, p.text("last(figures()["+quoteInt(i+1)+"], 'error')?.sentence ?? ''"), u.sentence)
		require.Equal(t, u.sentence != "", p.true("last(figures()["+quoteInt(i+1)+"], 'error')"), u.attributes)
		if strings.Contains(u.attributes, "optimistic") {
			require.Equal(t, 3, inFrame[int](p, i+1, "document.querySelectorAll('.col').length"), "the first three")
		} else {
			require.Equal(t, p.text("JSON.stringify(last(figures()[0], 'step'))"), p.text("JSON.stringify(last(figures()["+quoteInt(i+1)+"], 'step'))"), u.attributes)
		}
	}
}

// Whoever may post to a frame can post anything. Only the page around is heard, and nonsense changes nothing.
func TestHostileMessagesChangeNothing(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1" mode="readonly"></firm-offer>`)
	p.excused = []string{"Firm Offer, embedded: "}
	p.waitFor("last(figures()[0], 'step')?.at === 1")
	state := "document.querySelector('#playground').innerHTML + document.documentElement.outerHTML.length"
	quietened(p, "what the frame shows", func() string { return inFrame[string](p, 0, state) }) // the live text takes its time
	before := inFrame[string](p, 0, state)
	p.run(`{
		const frame = frameOf(figures()[0]).contentWindow, deep = {}; deep.deep = deep;
		const big = 'x'.repeat(2 << 20);
		for (const data of [null, 1, 'text', [], {}, {firmOffer: 2, type: 'step', to: 2}, {firmOffer: '1', type: 'step', to: 2}, {firmOffer: 1}, {firmOffer: 1, type: 'constructor'},
			{firmOffer: 1, type: '__proto__'}, {firmOffer: 1, type: 'toString'}, {firmOffer: 1, type: {}}, {firmOffer: 1, type: 'step'}, {firmOffer: 1, type: 'step', to: -1},
			{firmOffer: 1, type: 'step', to: 1e300}, {firmOffer: 1, type: 'step', to: NaN}, {firmOffer: 1, type: 'step', to: {}}, {firmOffer: 1, type: 'step', to: [deep]},
			{firmOffer: 1, type: 'load', trace: 5}, {firmOffer: 1, type: 'load', trace: big}, {firmOffer: 1, type: 'load', text: big}, {firmOffer: 1, type: 'load', scenario: {}},
			{firmOffer: 1, type: 'load', contract: [1], step: deep}, {firmOffer: 1, type: 'theme', theme: 'auto', colours: 7, host: 'x'},
			{firmOffer: 1, type: 'theme', colours: {ink: 'url(//x)', 'evil': 'red', bad: 'red;background:url(x)', paper: {}}, host: [1, deep, big]},
			{firmOffer: 1, type: 'lang', lang: '../x'}, {firmOffer: 1, type: 'lang'}]) frame.postMessage(data, '*');
	}`)
	p.pause(500 * time.Millisecond)
	require.Equal(t, before, inFrame[string](p, 0, state))

	p.Run("of somebody else", func(p *page) {
		p.run(`{
			const frame = frameOf(figures()[0]).contentWindow;
			const hidden = document.createElement('iframe'); // of the host's own origin, but not the parent of the figure
			document.body.append(hidden);
			hidden.contentWindow.frame = frame;
			const script = hidden.contentDocument.createElement('script');
			script.nonce = 'host';
			script.textContent = "frame.postMessage({firmOffer: 1, type: 'step', to: 2}, '*'); parent.postMessage({firmOffer: 1, type: 'height', height: 5}, '*')";
			hidden.contentDocument.body.append(script);
		}`)
		p.pause(500 * time.Millisecond)
		require.Equal(p, before, inFrame[string](p, 0, state))
		require.True(p, p.true("figures()[0].getBoundingClientRect().height > 100"), "the element hears its own frame alone")
	})
}

func TestOpenFullCarriesTheSession(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="1"></firm-offer>`)
	p.waitFor("last(figures()[0], 'step')")
	p.run("figures()[0].send({type: 'step', to: 2})")
	p.waitFor("last(figures()[0], 'step').at === 2")
	link := inFrame[string](p, 0, `(() => {
		const full = [...document.querySelectorAll('a')].find((a) => a.textContent === 'Open full');
		full.addEventListener('click', (event) => event.preventDefault());
		full.click();
		return full.target + ' ' + full.rel + ' ' + full.href;
	})()`)
	require.True(t, strings.HasPrefix(link, "_blank noopener "+address+"index.html?lang=en#fo1."), link)
	full := openAt(t, strings.Fields(link)[2])
	full.waitReady()
	require.Equal(t, "2", full.text("document.querySelector('#steps [aria-current] small span').textContent"))
	require.Equal(t, "More work than machine", full.text("document.querySelector('h1').textContent"))
	require.True(t, full.true("!document.querySelector('.foot') && document.querySelector('.bar').checkVisibility()"), "the page by itself")
}

// What the reader did in the figure comes along, at once: own steps, and the branch that acting in the past left.
func TestOpenFullCarriesBranches(t *testing.T) {
	p := openHost(t, `<firm-offer scenario="overhang" start="auto" step="2"></firm-offer>`)
	p.waitFor("last(figures()[0], 'step')?.at === 2")
	for i, command := range []string{"decline A o1", "make Mine timeout=3", "accept Mine o2"} {
		inFrame[bool](p, 0, `(() => {
			const field = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Command').control;
			field.value = `+quote(command)+`;
			field.dispatchEvent(new InputEvent('input', {bubbles: true}));
			field.form.requestSubmit();
			return true;
		})()`)
		p.waitFor("last(figures()[0], 'step').at === " + quoteInt(3+i))
	}
	p.run("figures()[0].send({type: 'step', to: 'back'})")
	p.waitFor("last(figures()[0], 'step').at === 4")
	const session = `[document.querySelector('#contract').value, ...[...document.querySelectorAll('h1, #steps li, .tree li, .node, .said')].map((e) => e.textContent)].join('\n')`
	const full = `[...document.querySelectorAll('a')].find((a) => a.textContent === 'Open full')`
	want := inFrame[string](p, 0, session)
	require.Contains(t, want, "accept Mine o2")
	link := inFrame[string](p, 0, full+".dispatchEvent(new PointerEvent('pointerdown')) && "+full+".href")
	q := openAt(t, link)
	q.waitReady()
	require.Equal(t, want, q.text(session))
	require.Equal(t, "4", q.text("document.querySelector('#steps [aria-current] small span').textContent"))
	q.find("button", "Switch to main").click()
	q.waitFor("document.querySelectorAll('#steps li').length === 9") // what the scenario goes on with
	require.NotContains(t, q.text(session), "Minemake")
}

// The second form: a frame alone, as its address says.
func TestABareFrame(t *testing.T) {
	p := openHost(t, `<iframe width="900" height="500" title="Figure" src="SITE/?embed&mode=readonly&theme=dark&label=A%20%3Cb%3E#fo1.t.binding;node+n1+5;make+A~at+0~end"></iframe>`)
	p.waitFrame(0, "document.documentElement.dataset.state === 'ready'")
	require.Equal(t, darkPaper, p.colourOf(0, "body", "backgroundColor"))
	require.Equal(t, "A <b>", inFrame[string](p, 0, "document.querySelector('.foot span').textContent"))
	require.True(t, inFrame[bool](p, 0, "!document.querySelector('.acts').checkVisibility()"))
	require.Equal(t, 0, inFrame[int](p, 0, "document.querySelectorAll('#steps [aria-current]').length"))
	require.True(t, inFrame[bool](p, 0, "document.querySelector('.story .note').hidden"))
}
