package browser

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// picture is what a link brings back of a page.
type picture struct {
	Shown    shown
	Title    string   `json:"title"`
	Place    string   `json:"place"`
	Contract string   `json:"contract"`
	Columns  []string `json:"columns"`
	Branches string   `json:"branches"`
}

const pictureScript = `({title: document.querySelector('.story h1').textContent, place: document.querySelector('.next small').textContent.replace(/^your own steps: (\d+)/, 'step $1 of $1'),
	contract: document.getElementById('contract').value, columns: [...document.querySelectorAll('.col')].map((c) => c.innerText),
	branches: document.querySelector('.branches:not([hidden])')?.innerText ?? ''})`

func (p *page) picture() picture {
	p.Helper()
	seen := eval[picture](p, pictureScript)
	seen.Shown = p.shown()
	return seen
}

// waitPicture waits until the page shows what it has to; that the address is the right one comes a moment before.
func (p *page) waitPicture(want picture) {
	p.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && !assert.ObjectsAreEqual(want, p.picture()); {
		time.Sleep(20 * time.Millisecond)
	}
	require.Equal(p, want, p.picture())
}

// fragment waits until the address has followed the last step, and returns the link in it. The page waits for 300 ms.
func (p *page) fragment() string {
	p.Helper()
	return p.text("new Promise((done) => setTimeout(() => done(location.hash), 450))")
}

// leave runs a script that leads to another document, and waits for the playground in it.
func (p *page) leave(script string) {
	p.Helper()
	p.run("window.left = true; setTimeout(() => {" + script + "})")
	p.document = ""
	p.waitFor("!window.left && document.documentElement.dataset.state === 'ready'")
}

func (p *page) undoes() string {
	p.Helper()
	return p.find("button", "Undo").attribute("title")
}

// share presses Share, if it is not pressed, and returns the link in the field.
func (p *page) share() string {
	p.Helper()
	p.openPanel("Share")
	return p.find("textbox", "Link").value()
}

// does runs commands in the command box, without a hand for each key.
func (p *page) does(commands ...string) {
	p.Helper()
	list, err := json.Marshal(commands)
	require.NoError(p, err)
	p.run(`(async () => {
		const field = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Command').control;
		for (const command of ` + string(list) + `) {
			field.value = command;
			field.dispatchEvent(new InputEvent('input', {bubbles: true}));
			field.form.requestSubmit();
			await new Promise((done) => setTimeout(done));
			if (field.value && !document.querySelector('.said.refused')) throw new Error(command + ' became no step');
		}
	})()`)
}

// visit opens an address as if this tab had never shown the page.
func (p *page) visit(url string) {
	p.Helper()
	p.document = ""
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	p.waitReady()
}

// stranger opens a link in a profile of its own and returns the page once it can be used.
func stranger(p *page, link string) *page {
	p.Helper()
	q := openAt(p, link)
	q.waitReady()
	return q
}

const onClipboard = "document.querySelector('.story').innerText.includes('The link is on the clipboard.')"

func TestShareConfirmsAndCopies(t *testing.T) {
	p := openFresh(t)
	p.permit("clipboard-write", "granted")
	p.permit("clipboard-read", "granted")
	p.press("Next: make A")
	p.press("Share")
	p.waitFor(onClipboard)
	p.waitFor("document.getElementById('status').textContent === 'The link is on the clipboard.'")
	link := p.find("textbox", "Link")
	require.Equal(t, strings.TrimSuffix(address, "/")+"/"+p.fragment(), link.value())
	require.Equal(t, link.value(), p.text("navigator.clipboard.readText()"), "the whole address, so that it can be sent")
	require.Equal(t, "Opened the link: 9 steps.", stranger(p, link.value()).notice())
	p.Run("copied again", func(p *page) {
		p.run("navigator.clipboard.writeText('something else')")
		p.press("Forward")
		p.press("Copy the link")
		p.waitFor(onClipboard)
		require.Equal(p, address+p.fragment(), p.text("navigator.clipboard.readText()"))
		require.Equal(p, address+p.fragment(), p.find("textbox", "Link").value())
	})
	p.Run("refused", func(p *page) {
		p.press("Share")
		p.permit("clipboard-write", "denied")
		p.shareIsRefused()
	})
}

// shareIsRefused: a sentence says so, and the link stands in a field from which it can be taken by hand.
func (p *page) shareIsRefused() {
	p.Helper()
	p.press("Share")
	const sentence = "The browser refused the clipboard: select the text and copy it by hand."
	p.waitFor("document.getElementById('status').textContent === " + quote(sentence))
	require.Equal(p, sentence, p.notice())
	link := p.find("textbox", "Link")
	link.click()
	require.True(p, link.hasFocus())
	require.Equal(p, address+p.fragment(), on[string](link, "function() { this.select(); return getSelection().toString() }"))
}

func TestShareWithoutAClipboard(t *testing.T) {
	p := openAt(t, address, before("Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})"))
	p.waitReady()
	p.press("Next: make A")
	p.shareIsRefused()
}

// noise is a trace whose link is long, since nothing in it can be packed.
func noise(steps int) string {
	random := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("firmoffer/1\nnode n1 5\n")
	for range steps {
		fmt.Fprintf(&b, "make F%016x%016x\n", random.Uint64(), random.Uint64())
	}
	return b.String()
}

func TestLongLinksCarryAWarning(t *testing.T) {
	p := open(t)
	for _, c := range []struct {
		steps, least, most int
		says               string
	}{
		{40, 0, 2000, ""},
		{110, 2001, 8000, "Some chats cut links of this length: try it, or export the trace as a file."},
		{400, 8001, 1 << 20, "This link is very long: a file is the better way. Export the trace and send that."},
	} {
		p.loadLong(noise(c.steps))
		link := p.share()
		length := len(link) - len(address) - 1
		require.GreaterOrEqual(t, length, c.least)
		require.LessOrEqual(t, length, c.most)
		require.Equal(t, c.says, p.text("document.querySelector('#share .note:not([hidden])')?.innerText ?? ''"))
		require.Contains(t, p.text("document.getElementById('share').innerText"), fmt.Sprintf("%d characters", length+1))
		if c.least > 8000 {
			require.Equal(t, "Save as a file", p.text("document.querySelector('#share form button').innerText"), "the file comes first")
			p.press("Save as a file")
			p.waitFor("document.querySelector('.story').innerText.includes('Saved as firmoffer.trace')")
		}
		p.press("Share")
	}
}

// TestALinkBringsTheSessionToAStranger is about sessions of every kind.
func TestALinkBringsTheSessionToAStranger(t *testing.T) {
	p, q := open(t), openFresh(t)
	for name, drive := range map[string]func(p *page){
		"place, contract, branches": func(p *page) {
			p.does(`make "Анна"`, `make "<b>" timeout=3`, `accept "Анна" o1`)
			p.press("Back")
			p.does("advance 2")
			p.find("combobox", "Contract").choose("oldest-first")
			p.press("Back")
		},
		"compare": func(p *page) {
			p.press("Forward")
			p.press("Forward")
			p.press("Compare")
			p.find("combobox", "Contract of column 2").choose("optimistic")
			p.find("combobox", "Add a contract").choose("first-accept-wins")
			require.Len(p, p.picture().Columns, 3)
		},
		"a branch beside": func(p *page) {
			p.does("make A", "make B", "decline A o1")
			p.press("Back")
			p.does("accept A o1")
			p.press("Compare with main")
			require.Len(p, p.picture().Columns, 2)
		},
	} {
		p.Run(name, func(p *page) {
			p.scenario("late-framework")
			drive(p)
			link, want := p.share(), p.picture()
			q.visit(link)
			require.Equal(p, want, q.picture())
			require.Equal(p, link, q.share())
			require.Equal(p, link, address+q.fragment(), "the address is what was opened")
			p.press("Share")
			if name == "compare" {
				p.press("Compare")
			}
		})
	}
}

// TestSixtyStepsGoOnInAnotherProfile is what a stranger does with the page.
func TestSixtyStepsGoOnInAnotherProfile(t *testing.T) {
	p := start(t, address)
	t.Cleanup(p.close)
	p.waitReady()
	p.setTrace("firmoffer/1\nnode n1 5\n")
	random := rand.New(rand.NewPCG(7, 7))
	for part := range 3 {
		var commands []string
		for range 20 + 2*min(part, 1) {
			commands = append(commands, []string{"make A", "make B timeout=3", "advance 1", "resize n1 4", "resize n1 7", "accept A o1", "accept B o2"}[random.IntN(7)])
		}
		p.does(append([]string{fmt.Sprintf("resize n%d 3", part+2)}, commands[1:]...)...)
		if part < 2 {
			p.press("Back")
			p.press("Back")
		}
	}
	require.Equal(t, "your own steps: 60", p.text("document.querySelector('.next small').textContent"))
	require.True(t, p.has("button", "Switch to main") && p.has("button", "Switch to branch 1"))
	want, text, link := p.picture(), p.traceText(), address+p.fragment()
	require.LessOrEqual(t, len(link)-len(address), 1000)
	p.judge()
	p.close()

	q := openAt(t, link)
	q.waitReady()
	require.Equal(t, want, q.picture())
	require.Equal(t, text, q.traceText())
	q.press("Advance time")
	require.Equal(t, "your own steps: 61", q.text("document.querySelector('.next small').textContent"))
	q.press("Switch to main")
	q.press("Last")
	require.Equal(t, "your own steps: 20", q.text("document.querySelector('.next small').textContent"), "what was left is still there")
	require.NotEqual(t, link, address+q.fragment())
}

// TestAViolationThatWasFoundIsShared finds, loads, steps and shares a counterexample.
func TestAViolationThatWasFoundIsShared(t *testing.T) {
	p := open(t)
	p.press("Find a violation")
	p.find("combobox", "Contract to search").choose("newest-first")
	p.press("Search")
	p.until("an answer", answered)
	p.press("Open this trace")
	p.press("First")
	for range 5 {
		require.NotEqual(t, "Violated", p.shown().Verdict)
		p.press("Forward")
	}
	require.Equal(t, "Violated", p.shown().Verdict)
	want, text := p.picture(), p.traceText()
	q := stranger(p, p.share())
	require.Equal(t, want, q.picture())
	require.Contains(t, q.shown().Steps[4], "here|✕|5|")
	require.Equal(t, text, q.traceText())
	found, err := trace.Parse(text)
	require.NoError(t, err)
	rules, _ := engine.ContractByName("newest-first")
	require.Equal(t, rules, found.Rules())
	q.equalsReplay(found, rules, 5)
	q.press("Back")
	require.Equal(t, "Holds", q.shown().Verdict)
}
