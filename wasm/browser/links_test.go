package browser

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace/link"
	"firmoffer/web/app"
)

const (
	noStorage = `for (const name of ['localStorage', 'sessionStorage'])
		Object.defineProperty(window, name, {get() { throw new DOMException('denied on purpose', 'SecurityError') }})`
	noHistory = `History.prototype.replaceState = History.prototype.pushState = () => { throw new DOMException('refused on purpose', 'SecurityError') }`
)

// branched drives the page to a place in the middle of a session that has a branch.
func (p *page) branched() {
	p.Helper()
	p.setTrace("firmoffer/1\nnode n1 5\nmake A\n")
	p.press("Last")
	p.does("accept A o1", "launch A o1", "advance 2", "resize n1 3")
	p.press("Back")
	p.press("Back")
	p.does("advance 4", "resize n1 8", "make B", "accept B o2")
	p.press("Back")
	p.press("Back")
}

// TestReloadBringsTheStepBack with Undo and Redo, in the middle of the steps; and so does a tab that is restored.
func TestReloadBringsTheStepBack(t *testing.T) {
	for name, prepare := range map[string][]chromedp.Action[chromedp.Void]{"as usual": nil, "without storage": {before(noStorage)}} {
		t.Run(name, func(t *testing.T) {
			p := openAt(t, address, prepare...)
			p.waitReady()
			p.branched()
			require.Equal(t, "step 5 of 7", p.picture().Place)
			want, undoes, link := p.picture(), p.undoes(), p.fragment()
			for range 1 + len(prepare) { // what was reloaded can be reloaded again
				p.leave("location.reload()")
				require.Equal(t, want, p.picture())
				require.Equal(t, undoes, p.undoes())
				require.Equal(t, link, p.fragment())
			}
			require.Equal(t, "Undo: accept B o2", undoes)
			for _, left := range []int{6, 5, 4, 5} { // the last one takes the branch back
				p.press("Undo")
				require.Len(t, p.shown().Steps, left)
			}
			require.Empty(t, p.picture().Branches)
			for range 4 {
				p.press("Redo")
			}
			require.Len(t, p.shown().Steps, 7)
			p.Run("restored tab", func(p *page) {
				p.visit(address + link)
				require.Equal(p, want, p.picture())
			})
		})
	}
}

// TestBrowserBackLeavesThePageAndForwardReturns after 50 steps that are no entries of the history.
func TestBrowserBackLeavesThePageAndForwardReturns(t *testing.T) {
	p := openAt(t, "about:blank")
	p.do(chromedp.Navigate(address))
	p.waitReady()
	entries := eval[int](p, "history.length")
	p.run(`(async () => {
		const advance = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Advance time');
		for (let i = 1; i <= 50; i++) {
			advance.click();
			if (i % 10 === 0) await new Promise((done) => setTimeout(done, 350));
		}
	})()`)
	p.press("Back")
	want := p.picture()
	require.Equal(t, "step 49 of 50", want.Place)
	require.LessOrEqual(t, eval[int](p, "history.length"), entries+1)
	p.press("Forward")
	p.fragment()
	// At once: the address has not followed the last step yet.
	p.run("document.querySelector('[aria-label=Back]').click(); setTimeout(() => history.back(), 20)")
	p.waitFor("location.href === 'about:blank'")
	p.document = ""
	p.run("setTimeout(() => history.forward())")
	p.waitState("ready")
	require.Equal(t, want, p.picture())
	require.Equal(t, "Undo: advance 1", p.undoes())
	p.press("Undo")
	require.Equal(t, "step 49 of 49", p.picture().Place)
	require.Equal(t, address+p.fragment(), p.share(), "the address is the state")
}

// TestBrowserBackClosesWhatWasOpened: a link that is opened in the page is an entry of its own, and every entry shows its own state.
func TestBrowserBackClosesWhatWasOpened(t *testing.T) {
	p := openFresh(t)
	other := sessions(t)[0]
	bare := p.picture()
	open := func() {
		p.run("location.hash = " + quote(other))
		p.waitFor("document.querySelector('.story').innerText.includes('Opened the link')")
	}
	open()
	opened := p.picture()
	require.NotEqual(t, bare, opened)
	p.run("history.back()")
	p.waitFor("document.querySelector('.story').innerText.includes('Opened the scenario')")
	require.Equal(t, bare, p.picture())

	p.does("advance 3", "make Mine")
	mine, link := p.picture(), p.fragment()
	open()
	require.Equal(t, opened, p.picture())
	for range 2 {
		p.run("history.back()")
		p.waitFor("location.hash === " + quote(link))
		p.waitPicture(mine)
		require.Equal(t, address+link, p.share())
		p.run("history.forward()")
		p.waitFor("location.hash === " + quote("#"+other))
		p.waitPicture(opened)
	}
	p.press("Undo")
	require.Equal(t, mine, p.picture(), "Undo leads back as well")
	require.Equal(t, link, p.fragment())
}

// TestALinkIsNotLostToTheAddress: it comes while the address still has to follow a step. The step's turn is then over.
func TestALinkIsNotLostToTheAddress(t *testing.T) {
	p := openFresh(t)
	other := sessions(t)[0]
	p.run("document.querySelector('[aria-label=Forward]').click(); location.hash = " + quote(other) + "; dispatchEvent(new Event('pagehide'))") // when the address follows at once
	p.waitFor("document.querySelector('.story').innerText.includes('Opened the link')")
	require.Equal(t, "#"+other, p.fragment())
}

func TestWithoutStorage(t *testing.T) {
	p := openAt(t, address, before(noStorage))
	p.waitReady()
	p.press("Next: make A")
	require.Equal(t, address+p.fragment(), p.share())
	p.fill("textbox", "Name in this browser", "mine")
	p.press("Save in this browser")
	const sentence = "This browser keeps nothing for this page: it has no room left, or storage is off. Share a link or export a file instead."
	p.waitFor("document.getElementById('status').textContent === " + quote(sentence))
	require.Equal(t, sentence, p.notice())
	p.press("Import")
	require.Contains(t, p.text("document.getElementById('import').innerText"), "Nothing yet.")
	p.press("Forward")
	require.Contains(t, p.picture().Place, "step 2 of 9")
}

// TestWithoutHistory: the page works, and says once that its address stays.
func TestWithoutHistory(t *testing.T) {
	p := openAt(t, address, before(noHistory))
	p.waitReady()
	const sentence = "The browser refuses to let the address follow your steps. Share gives a link to them."
	p.press("Next: make A")
	p.waitFor("document.getElementById('status').textContent === " + quote(sentence))
	require.Equal(t, sentence, p.notice())
	p.press("Next: make B")
	require.Empty(t, p.fragment())
	require.Empty(t, p.notice(), "it is said once")
	want, link := p.picture(), p.share()
	p.press("Undo")
	p.press("Redo")

	p.leave("location.reload()")
	require.Equal(t, "step 0 of 9", p.picture().Place, "the address is bare")
	p.run("location.hash = " + quote(strings.TrimPrefix(link, address)))
	p.waitFor("document.querySelector('.story').innerText.includes('Opened the link')")
	require.Equal(t, want, p.picture())
	p.press("Next: accept A o1")
	p.leave("location.reload()")
	require.Equal(t, want, p.picture(), "what the address says")
}

// TestALinkOfOtherRulesSaysWhereTheyDiffer: its receipt is what another engine would have written.
func TestALinkOfOtherRulesSaysWhereTheyDiffer(t *testing.T) {
	text := "firmoffer/1 binding\nnode n1 10\nmake A\nmake B\naccept A o1\n"
	marks, err := link.MarksOf(text)
	require.NoError(t, err)
	marks[1] ^= 0xffff1
	p := stranger(open(t), address+"#"+link.EncodeWith(link.Session{Trace: text, At: 3}, marks))
	require.Regexp(t, `^Opened the link, which was made by another version of the rules\. .*step 2 \(make B\)`, p.notice())
	require.Contains(t, p.picture().Place, "step 1 of 3")
	p.waitFor("document.getElementById('status').textContent.includes('another version of the rules')")
	p.press("Next: make B")
	p.press("Next: accept A o1")
	p.press("Make offers")
	require.Len(t, p.shown().Steps, 4)
	p.fragment()
	p.leave("location.reload()")
	require.Equal(t, "Opened the link: 4 steps.", p.notice(), "the new link is of these rules")
}

// sessions are links of all kinds: short and readable, with branches, beside each other, and long.
func sessions(t *testing.T) []string {
	t.Helper()
	var links []string
	for _, commands := range [][]string{{"make A", "accept A o1"}, {"make A", "", "make B"}, {}, make([]string, 40)} {
		a := app.New(nil, nil)
		for i, c := range commands {
			switch {
			case c == "" && len(commands) < 10:
				a.Send(app.Back{})
				continue
			case c == "":
				c = []string{"make A", "advance 1", "make B timeout=3", "resize n1 3", "resize n1 7"}[i*i%7%5]
			}
			a.Send(app.Type{Field: app.FieldCommand, Text: c})
			a.Send(app.RunCommand{})
		}
		if len(commands) == 0 {
			a.Send(app.Compare{On: true})
			a.Send(app.SetColumn{Column: 2, Name: "optimistic"})
		}
		fragment, _ := a.Keep()
		links = append(links, fragment)
	}
	return links
}

// hostile are fragments that cost much to read, or nothing at all.
func hostile(t *testing.T) []string {
	t.Helper()
	packed := func(text string) string {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, 9)
		require.NoError(t, err)
		_, err = w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return "fo1.z." + base64.RawURLEncoding.EncodeToString(b.Bytes()) + ".AAAA"
	}
	return []string{"", "nonsense", "section-2", "fo", "fo1", "fo1.", "fo1.t.", "fo1.z.", "fo9.t.binding~end", "/../../etc", "%", "%00", "<b>", "\u202e", "?a=b#c",
		strings.Repeat("x", 1<<20+1), "fo1.z." + strings.Repeat("A", 1<<20-6), "fo1.t." + strings.Repeat("%25", 50_000),
		"fo1.t." + strings.Repeat(";~", 50_000) + "~end", "fo1.t.binding" + strings.Repeat("~branch+0+0+a", 5_000) + "~end",
		packed(strings.Repeat("\x00", 50<<20)), packed("binding\nnode n1 5\nmake A\n" + strings.Repeat("\x80", 1_000_000))}
}

// mutated changes a link in one way, or in a few.
func mutated(random *rand.Rand, links []string) string {
	b := []byte(links[random.IntN(len(links))])
	const chars = "abcXYZ019-_.:=,/+%;~ !<>\"'#&?\\"
	for range 1 + random.IntN(3)*random.IntN(2) {
		if len(b) == 0 {
			return "fo1.t."
		}
		at, char := random.IntN(len(b)), chars[random.IntN(len(chars))]
		to := min(len(b), at+1+random.IntN(30))
		switch random.IntN(9) {
		case 0:
			b[at] = char
		case 1:
			b = b[:at]
		case 2:
			b = append(b[:at:at], b[to:]...)
		case 3:
			b = append(b[:at:at], append([]byte{char}, b[at:]...)...)
		case 4:
			b = append(b[:to:to], b[at:]...)
		case 5:
			b = append(b[:at:at], append(fmt.Appendf(nil, "%%%02X", b[at]), b[at+1:]...)...)
		case 6:
			b = []byte(strings.ReplaceAll(string(b), string(b[at]), fmt.Sprintf("%%%02x", b[at])))
		case 7:
			b = append([]byte([]string{"fo2", "x", "#", "%23", "fo1.z.", "fo1.t.", "https://example.org/#"}[random.IntN(7)]), b[random.IntN(min(7, len(b))):]...)
		case 8:
			other := links[random.IntN(len(links))]
			b = append(b[:at:at], other[random.IntN(len(other)):]...)
		}
	}
	return string(b)
}

//go:embed testdata/fragments.js
var fragmentsScript string

// TestAThousandBadFragments puts each into the address of one page, which has to say a sentence and go on.
func TestAThousandBadFragments(t *testing.T) {
	p := openFresh(t)
	random, good := rand.New(rand.NewPCG(5, 5)), sessions(t)
	all := hostile(t)
	for len(all) < 1000 {
		all = append(all, mutated(random, good))
	}
	list, err := json.Marshal(all)
	require.NoError(t, err)
	began := time.Now()
	type outcome struct {
		Wrong   []string `json:"wrong"`
		Opened  int      `json:"opened"`
		Slowest float64  `json:"slowest"`
		Which   int      `json:"which"`
	}
	got := eval[outcome](p, fmt.Sprintf(fragmentsScript, list))
	t.Logf("%s; %d opened at least in part; the slowest took %.0f ms: %.40q", time.Since(began), got.Opened, got.Slowest, all[got.Which])
	require.Empty(t, got.Wrong)
	require.Greater(t, got.Opened, 100)
	p.scenario("late-framework")
	p.press("Make offers")
	require.Len(t, p.shown().Offers, 1)
	p.press("Undo")
	require.Equal(t, address+p.fragment(), p.share())
}

func TestAnEmptyFragmentIsSaid(t *testing.T) {
	p := openAt(t, address+"#")
	p.waitReady()
	require.Equal(t, "The link could not be opened. This link is empty: nothing stands behind the #.", p.notice())
	p.press("Make offers")
	require.Equal(t, "1", p.text(atStep))
}
