package domtest

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func TestEventSaysLittle(t *testing.T) {
	p := openBlank(t, "")
	p.render(el("div", el("input").with("id", "in", "name", "n").listen("keydown", "input")))
	p.run("document.getElementById('in').focus()")
	p.do(chromedp.KeyEvent("x"))
	p.want("calls.map((c) => c.event_type + ' ' + c.position_id + ' ' + c.event_summary.target.value).join()", "keydown 0_a ,input 0_a x")
	p.want("JSON.stringify(calls[0].event_summary)", `{"type":"keydown","key":"x","code":"KeyX","ctrlKey":false,"metaKey":false,`+
		`"altKey":false,"shiftKey":false,"repeat":false,"detail":0,"target":{"value":"","checked":false,"id":"in","name":"n"}}`)
	p.run(`calls = []; document.getElementById('in').value = 'half \ud800 a pair'; document.getElementById('in').dispatchEvent(new Event('input'))`)
	p.want(`calls[0].event_summary.target.value`, "half \ufffd a pair")
}

// A row that moves up must report where it is now, once.
func TestRowThatMovesFiresOnce(t *testing.T) {
	p := openBlank(t, "")
	for _, keys := range []string{"a b c", "b c", "x y b", "b"} {
		p.render(list(keys))
		p.run("calls = []; document.querySelector('[data-key=b] button').click()")
		position := "0_a_" + string(rune('a'+1+strings.Index(keys, "b")/2))
		p.want("calls.map((c) => c.position_id).join()", position+"_b")
	}
	p.render(el("div", el("ul", space, el("li", el("input").with("id", "in-b"), el("button", text("Drop b"))).key("b"))))
	p.run("calls = []; document.querySelector('button').click()")
	p.want("calls.length", "0")
}

func TestHandlerIsNotEnteredTwice(t *testing.T) {
	p := openBlank(t, "")
	p.render(el("div", el("button").listen("click"), el("input").listen("focus")))
	p.run(`var inside = 0, deepest = 0;
		onEvent = (event) => {
			deepest = Math.max(deepest, ++inside);
			if (event.event_type === 'click') document.querySelector('input').focus();
			inside--;
		};
		document.querySelector('button').click()`)
	p.want("deepest + ' ' + calls.map((c) => c.event_type).join()", "1 click,focus")
}

func TestEventFunctions(t *testing.T) {
	p := openBlank(t, "")
	p.render(el("div", el("a", el("b")).with("href", "#moved").listen("click")).listen("click"))
	p.run(`onEvent = () => {
		vuguActiveEventPreventDefault();
		vuguActiveEventStopPropagation();
		calls.push(vuguGetActiveEventTarget().tagName + vuguGetActiveEventCurrentTarget().tagName + vuguGetActiveEvent().type);
	};
	document.querySelector('b').click()`)
	p.want("calls.length + calls[1] + location.hash + vuguGetActiveEvent()", "2BAclicknull")
}

func TestErrorIsReported(t *testing.T) {
	t.Run("in a render", func(t *testing.T) {
		p := openBlank(t, "")
		p.expect = []string{"unknown instruction 99"}
		p.run("feed(btoa('\\x63'))")
		p.render(el("div", text("too late")))
		p.want("failures.length + document.getElementById('mount').textContent", "1")
	})
	t.Run("in a handler", func(t *testing.T) {
		p := openBlank(t, "")
		p.expect = []string{"Go program has already exited"}
		p.render(el("div", el("button").listen("click")))
		p.run("onEvent = () => { throw new Error('Go program has already exited') }; document.querySelector('button').click()")
		p.want("failures.length", "1")
	})
}

func TestDoublePress(t *testing.T) {
	// The handler renders the next button on the same spot, as a step does.
	open := func(t *testing.T, first, next string) *page {
		p := openBlank(t, "")
		button := func(label string) node { return el("div", el("button", text(label)).listen("click")) }
		p.render(button(next))
		p.run("var bufs = []; var original = feed; feed = (...b) => { bufs = b }")
		p.render(button(next))
		p.run("feed = original")
		p.render(button(first))
		p.run("onEvent = () => feed(...bufs); document.querySelector('button').focus()")
		return p
	}
	doubleClick := func(p *page) {
		x, y := 0.0, 0.0
		p.run("var box = document.querySelector('button').getBoundingClientRect()")
		for _, v := range []struct {
			to *float64
			js string
		}{{&x, "box.x + box.width / 3"}, {&y, "box.y + box.height / 2"}} {
			value, err := chromedp.Run(p.ctx, chromedp.Evaluate[float64](v.js))
			if err != nil {
				p.t.Fatal(err)
			}
			*v.to = value
		}
		began := time.Now() // a busy machine may take longer than a double click: what counts is the time in the events
		for count := range 2 {
			at := input.TimeSinceEpoch(float64(began.UnixMilli()+int64(count)*50) / 1000)
			p.do(chromedp.MouseClickXY(x, y, chromedp.ClickCount(count+1), func(press *input.DispatchMouseEventParams) { press.Timestamp = at }))
		}
	}
	holdEnter := func(p *page) {
		for i := range 3 {
			_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{
				Type: "keyDown", Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13, AutoRepeat: new(i > 0)})
			if err != nil {
				p.t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name, first, next string
		press             func(*page)
		want              string
	}{
		{"double click on what changes", "Accept o1", "Launch o1", doubleClick, "1"},
		{"double click on what stays", "Forward", "Forward", doubleClick, "2"},
		{"held key on what changes", "Accept o1", "Launch o1", holdEnter, "1"},
		{"held key on what stays", "Forward", "Forward", holdEnter, "3"},
		{"one click that a tool counts as the second", "Forward", "Forward",
			func(p *page) { p.do(chromedp.DoubleClick(chromedp.CSS("button"))) }, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.first, c.next)
			c.press(p)
			p.want("calls.length", c.want)
		})
	}
}

// Whatever was shown before, the document must end as if the tree had been rendered on a blank page.
func TestAnyTreeAfterAnyOther(t *testing.T) {
	p := openBlank(t, "")
	random := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		tree := el("div", randomKids(random, 3)...)
		p.render(tree)
		p.shows(tree)
		if t.Failed() {
			return
		}
	}
}

func randomKids(random *rand.Rand, depth int) []node {
	var kids []node
	keys := random.Perm(8)
	lastText := false
	for range random.IntN(7) {
		switch n := random.IntN(10); {
		case n < 3 && !lastText: // neighbouring texts would look like one
			kids, lastText = append(kids, text([]string{" ", "x", "yy"}[random.IntN(3)])), true
			continue
		case n < 6:
			kid := el("p").key(string(rune('a' + keys[0])))
			keys = keys[1:]
			kids = append(kids, kid)
		case n == 6:
			kids = append(kids, node{tag: "u", html: []byte([]string{"", "<b>h</b>", "z"}[random.IntN(3)])})
		default:
			kids = append(kids, el([]string{"p", "b", "ul"}[random.IntN(3)]))
		}
		lastText = false
		kid := &kids[len(kids)-1]
		if random.IntN(4) == 0 {
			kid.attrs = append(kid.attrs, "class", []string{"m", "n"}[random.IntN(2)])
		}
		if depth > 0 && kid.html == nil {
			kid.kids = randomKids(random, depth-1)
		}
	}
	return kids
}
