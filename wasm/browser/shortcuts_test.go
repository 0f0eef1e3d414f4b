package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// where the focus can be, and whether single keys are shortcuts there.
var places = []struct {
	name, element string
	takes         bool
}{
	{"a button", "[aria-controls=trace-panel]", true},
	{"a step", "#steps button", true},
	{"a region", "#offers", true},
	{"a checkbox", "#shortcuts", true},
	{"a text field", "#framework", false},
	{"a spinbutton", "#timeout", false},
	{"a field of many lines", "#trace", false},
	{"a list to choose from", "#hunt-promise", false},
	{"the page around", "body", false},
}

// beforeKey is the place in front of each key, and beside the keys is where they lead from there.
const beforeKey = "step 2 of 4"

var shortcuts = []struct{ name, key, leads string }{
	{"ArrowLeft", kb.ArrowLeft, "step 1 of 4"},
	{"ArrowRight", kb.ArrowRight, "step 3 of 4"},
	{"Home", kb.Home, "step 0 of 4"},
	{"End", kb.End, "your own steps: 4"},
	{"n", "n", "step 3 of 4"},
	{"u", "u", "step 3 of 9"},
}

// pressed puts the focus into a place, presses a key there and tells where it led.
func (p *page) pressed(place, key string, modifiers ...chromedp.Modifier) string {
	p.Helper()
	p.run(fmt.Sprintf(`document.activeElement.blur(); document.querySelector(%q).focus()`, place))
	require.True(p, p.true(fmt.Sprintf("document.activeElement === document.querySelector(%q)", place)), place)
	p.key(key, modifiers...)
	at := "document.querySelector('.next small').textContent"
	led := p.text(at)
	if led == "step 3 of 9" {
		p.run("[...document.querySelectorAll('header button')].find((b) => b.textContent === 'Redo').click()")
	}
	if led != beforeKey {
		p.run("document.querySelectorAll('#steps button')[1].click()")
	}
	require.Equal(p, beforeKey, p.text(at))
	return led
}

// TestShortcuts presses each key in each place, with the switch on and off.
func TestShortcuts(t *testing.T) {
	p := open(t)
	p.press("Trace")
	p.press("Help")
	p.press("Find a violation")
	for range 3 {
		p.press("Forward")
	}
	p.press("Advance time") // cuts the future off, which Undo brings back
	p.run("document.querySelectorAll('#steps button')[1].click()")
	for _, on := range []bool{true, false, true} {
		if p.true("document.getElementById('shortcuts').checked") != on {
			p.run("document.getElementById('shortcuts').focus()") // no mouse: the page may still be scrolling after End
			p.key(" ")
			p.waitFor(fmt.Sprintf("document.getElementById('shortcuts').checked === %t", on))
		}
		for _, place := range places {
			for _, s := range shortcuts {
				want := beforeKey
				if on && place.takes {
					want = s.leads
				}
				require.Equal(t, want, p.pressed(place.element, s.key), "%s in %s, switched on: %t", s.name, place.name, on)
			}
			want := beforeKey
			if place.takes { // no single key, so it is not switched off
				want = "step 3 of 9"
			}
			require.Equal(t, want, p.pressed(place.element, "z", chromedp.ModifierCtrl), "Ctrl and z in %s, switched on: %t", place.name, on)
		}
	}
	for name, modifier := range map[string]chromedp.Modifier{"Alt": chromedp.ModifierAlt, "Shift": chromedp.ModifierShift, "Ctrl": chromedp.ModifierCtrl,
		"Meta": chromedp.ModifierMeta} {
		for _, s := range shortcuts {
			require.Equal(t, beforeKey, p.pressed(places[0].element, s.key, modifier), "%s and %s", name, s.name)
		}
	}
}
