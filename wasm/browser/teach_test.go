package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	lossLesson = "lessons/06-half-the-rack-dies.trace"
	stageClass = "document.querySelector('.app').className"
	atStep     = "document.querySelector('#steps [aria-current] small span')?.textContent ?? '0'"
)

// settled waits until the address stays as it is.
const settled = `new Promise((done) => {
	let last = null;
	const look = () => {
		if (last === location.hash) return done();
		last = location.hash;
		setTimeout(look, 1000);
	};
	look();
})`

// openLesson shows a lesson at its start.
func openLesson(t *testing.T, file, title string) *page {
	p := openFresh(t)
	p.find("combobox", "Scenario").choose(file)
	p.waitFor("document.querySelector('h1').textContent === " + quote(title))
	return p
}

func TestALessonByClickerKeys(t *testing.T) {
	p := openLesson(t, lossLesson, "Half the rack dies")
	assert.Contains(t, p.text("document.querySelector('.story').innerText"), "Look at the two blocks")
	p.press("Present")
	p.waitFor(stageClass + " === 'app present s1'")
	p.waitFor("document.fullscreenElement")
	shown := func(selector string) bool {
		return p.true("[...document.querySelectorAll(" + quote(selector) + ")].some((e) => e.checkVisibility())")
	}
	for _, hidden := range []string{".bar", ".acts", "#offers", "#steps", ".invariants", ".below"} {
		assert.False(t, shown(hidden), "%s is not asked for", hidden)
	}
	assert.True(t, shown(".ledger") && shown(".stamp") && shown("h1"))
	p.key(kb.PageDown)
	p.key(kb.PageDown)
	p.key(kb.PageUp)
	assert.Equal(t, "1", p.text(atStep))
	p.key(" ")
	p.key(kb.ArrowRight)
	assert.Equal(t, "3", p.text(atStep))
	p.key(".")
	assert.Contains(t, p.text(stageClass), "blank")
	assert.False(t, p.true("document.querySelector('h1').checkVisibility({visibilityProperty: true})"), "the screen is dark")
	p.key("x")
	assert.NotContains(t, p.text(stageClass), "blank", "any key brings it back")
	assert.Equal(t, "3", p.text(atStep), "and does nothing else")
	p.find("combobox", "Checkpoint").choose("4")
	assert.Equal(t, "4", p.text(atStep))
	p.press("Larger type")
	p.press("Details")
	assert.True(t, shown("#offers") && shown(".invariants"))
	p.press("Details")
	again := openAt(t, address+p.fragment())
	again.waitReady()
	assert.Equal(t, "app present s2", again.text(stageClass), "the scale stands in the link")
	assert.Equal(t, "4", again.text(atStep))
	for range 3 {
		p.key(kb.PageDown)
	}
	assert.Contains(t, p.text("document.querySelector('.moral').innerText"), "those who are still thinking lose first")
	p.key(kb.Escape)
	p.waitFor(stageClass + " === 'app'")
	p.press("Compare with oldest-first")
	p.waitFor("document.querySelectorAll('.col').length === 2")
}

func TestPlayAndPause(t *testing.T) {
	p := openLesson(t, lossLesson, "Half the rack dies")
	p.press("Present")
	p.find("combobox", "Speed").choose("fast")
	p.press("Play")
	p.waitFor("document.querySelector('.pause')")
	p.waitFor("(" + atStep + ") > 0")
	p.press("Pause")
	assert.False(t, p.true("document.querySelector('.pause')"))
	assert.Contains(t, "1 2 3", p.text(atStep))
	p.press("Leave")
	p.waitFor(stageClass + " === 'app'")
}

func TestPredictRightAndWrong(t *testing.T) {
	p := openLesson(t, "exam/1-who-has-to-go.trace", "Exam 1: Three offers, one loss")
	p.find("switch", "Predict").click()
	answer := func(option int) {
		p.run("document.querySelectorAll('.ask [type=radio]')[" + string(rune('0'+option)) + "].click()")
		p.press("Answer")
	}
	wait := "document.querySelector('.ask fieldset')"
	marks := map[string]int{}
	for step := range 7 {
		p.press("Forward")
		p.waitFor(wait)
		everything := p.text("document.documentElement.outerHTML + document.title")
		assert.NotContains(t, everything, "invalidated: n1 was", "the result lines of the trace")
		for range p.count(".steps .future") {
			assert.NotRegexp(t, `class="step[^"]*(ok|no|hm)[^"]*future`, everything, "a mark would tell")
		}
		for p.true(wait) {
			question := p.text("document.querySelector('#question').textContent")
			answer(step % 2)
			p.waitFor("document.querySelector('#question')?.textContent !== " + quote(question))
		}
		for _, mark := range []string{"Right", "Not so"} {
			marks[mark] += strings.Count(p.text("document.querySelector('.ask').innerText"), mark+":")
		}
		assert.Contains(t, p.text("document.querySelector('.ask').innerText"), "Rule ", "the rule that decided")
	}
	assert.Positive(t, marks["Right"])
	assert.Positive(t, marks["Not so"])
	score := p.text("document.querySelector('.tallies b').textContent")
	require.Contains(t, score, "Your score: ")
	p.press("Forward")
	p.waitFor(wait)
	for p.true(wait) {
		question := p.text("document.querySelector('#question').textContent")
		p.press("Show the answer")
		p.waitFor("document.querySelector('#question')?.textContent !== " + quote(question))
	}
	assert.Contains(t, p.text("document.querySelector('.ask').innerText"), "Answer: ")
	assert.Equal(t, score, p.text("document.querySelector('.tallies b').textContent"), "an answer that was shown does not count")
	p.run("window.saved = ''; URL.createObjectURL = (blob) => { blob.text().then((text) => { saved = text; }); return '#'; }")
	p.press("Save my score")
	p.waitFor("saved")
	assert.Regexp(t, `^firmoffer-score/1\n(outcome|units|fate|verdict)`, p.text("saved"))
	p.press("Back")
	p.run(settled) // the address has followed
	p.leave("location.reload()")
	assert.Equal(t, score, p.text("document.querySelector('.tallies b').textContent"), "kept in this browser, and Predict is still on")
	assert.Equal(t, "7", p.text(atStep))
}

func (p *page) count(selector string) int {
	p.Helper()
	return eval[int](p, "document.querySelectorAll("+quote(selector)+").length")
}
