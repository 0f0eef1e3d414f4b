package browser

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// until waits for what another thread brings about.
func (p *page) until(what, condition string) {
	p.Helper()
	p.waitUntil(what, func() bool { return p.true(condition) })
}

const answered = `document.querySelector('#hunt .stamp:not([hidden])') !== null`

func (p *page) searched() string {
	p.Helper()
	return p.text(`document.querySelector('#hunt .stamp').innerText`)
}

func TestFindStepAndCompareAViolation(t *testing.T) {
	p := open(t)
	p.press("Find a violation")
	p.find("combobox", "Contract to search").choose("newest-first")
	p.press("Search")
	p.until("an answer", answered)
	require.Contains(t, p.searched(), "Violated in 5 steps")
	p.press("Open this trace")
	require.Equal(t, "Violated", p.shown().Verdict)
	require.Equal(t, "next", p.text("document.activeElement.id"), "the button went away with the search")
	p.press("Back")
	require.Equal(t, "Holds", p.shown().Verdict)
	p.press("Forward")
	p.press("Compare")
	columns := `[...document.querySelectorAll('.col .stamp b')].map((b) => b.textContent)`
	require.Equal(t, []string{"Violated", "Holds"}, eval[[]string](p, columns))
	require.Contains(t, p.text("document.querySelector('.diff').innerText"), "is the first that differs")
	p.press("Show only binding")
	require.Equal(t, "Holds", p.shown().Verdict)
	require.Equal(t, "binding", p.find("combobox", "Contract").value())
}

func TestBindingHoldsInEveryReachableState(t *testing.T) {
	p := open(t)
	p.press("Find a violation")
	p.press("Search")
	p.until("an answer", answered)
	require.Contains(t, p.searched(), "Holds")
	require.Contains(t, p.searched(), "every reachable state")
	require.Contains(t, p.text(`document.querySelector('#hunt').innerText`), "1,104 states")
}

func TestThePageNeverStopsWhileASearchRuns(t *testing.T) {
	p := open(t)
	p.press("Find a violation")
	p.fill("textbox", "Nodes", "n1=5 n2=5 n3=5")
	p.fill("textbox", "Resizes", "0 1 2 3 4 5")
	p.press("Search")
	p.until("news", `/states · depth [1-9]/.test(document.querySelector('#hunt').innerText)`)
	p.press("Next: make A")
	p.press("Next: make B")
	require.Contains(t, p.shown().Said, "B is offered nothing")
	p.run("scrollTo(0, 200)")
	p.press("Stop")
	require.Equal(t, "true", p.find("button", "Stop").attribute("aria-disabled"))
	was := p.text(`document.querySelector('#hunt').innerText`)
	p.rest(400 * time.Millisecond)
	require.Equal(t, was, p.text(`document.querySelector('#hunt').innerText`), "a search that was stopped brings no more news")
}

func TestASearchWithoutAWorkerRunsBetweenTheFrames(t *testing.T) {
	p := openFresh(t) // its own tab: the next test wants workers
	p.run("window.Worker = class { constructor() { throw new Error('no workers here') } }")
	p.press("Find a violation")
	p.find("combobox", "Contract to search").choose("never-expires")
	p.press("Search")
	p.until("an answer", answered)
	require.Contains(t, p.searched(), "Violated in 3 steps")
}

// threads counts the workers that run: all that were started, less those that were told to end.
const countThreads = `window.threads = 0;
	window.Worker = class extends Worker {
		constructor(...all) { super(...all); threads++; }
		terminate() { super.terminate(); threads--; }
	}`

func TestAThreadIsReadyBeforeTheSearchAndGoneAfterIt(t *testing.T) {
	p := openFresh(t) // its own tab: the next test wants plain workers
	p.run(countThreads)
	threads := func() int { return eval[int](p, "threads") }
	require.Zero(t, threads(), "none before somebody looks at the search")
	p.press("Find a violation")
	require.Equal(t, 1, threads())
	for range 2 {
		p.press("Search")
		p.until("an answer", answered)
		require.Contains(t, p.searched(), "every reachable state")
		require.Equal(t, 1, threads(), "the next search takes the same one")
	}
	p.fill("textbox", "Nodes", "n1=5 n2=5 n3=5")
	p.press("Search")
	p.press("Stop")
	require.Equal(t, 1, threads(), "a fresh one")
	p.press("Find a violation")
	require.Zero(t, threads())
}

func TestTheSearchWarnsOfAWorldWithoutEnd(t *testing.T) {
	p := open(t)
	p.press("Find a violation")
	note := `document.querySelector('#hunt .note:not([hidden])')`
	require.True(t, p.true(note+" === null"))
	p.find("combobox", "Contract to search").choose("optimistic")
	require.Contains(t, p.text(note+".innerText"), "Give a depth, such as 6.")
	p.fill("spinbutton", "Depth", "6")
	require.True(t, p.true(note+" === null"))
}

func TestTellApartLoadsTheShortestTrace(t *testing.T) {
	p := open(t)
	p.press("Compare")
	p.find("combobox", "Contract of column 2").choose("oldest-first")
	p.press("Tell apart")
	require.Contains(t, p.text("document.querySelector('.diff').innerText"), "Step 4, resize n1")
	require.Len(t, eval[[]string](p, `[...document.querySelectorAll('#steps li')].map((l) => l.innerText)`), 4)
}
