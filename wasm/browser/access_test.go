package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const axeFile = "tools/axe.min.js"

// checker returns the script of axe-core, which is too large to be in the repository.
func checker(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(axeFile)))
	require.NoError(t, err, "the checker of accessibility is missing: `make dist/%s` fetches it, as `make test` does", axeFile)
	return string(script)
}

// accessible runs the checker on what the page shows now.
func (p *page) accessible(state string) {
	p.Helper()
	found := eval[[]string](p, `axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map((v) =>
		v.id + ' (' + v.impact + '): ' + v.help + '\n' + v.nodes.slice(0, 4).map((n) => '    ' + n.target.join(' ') + '  ' + n.html.slice(0, 120) +
			'\n      ' + n.any.concat(n.all, n.none).map((c) => c.message).join('; ')).join('\n')))`)
	if len(found) > 0 {
		p.Errorf("%s:\n%s", state, strings.Join(found, "\n"))
	}
}

func TestAccessibility(t *testing.T) {
	script := checker(t)
	p := openFresh(t)
	p.run(script)
	for _, scheme := range []string{"light", "dark"} {
		p.Run(scheme, func(p *page) {
			p.media("", "prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce") // colours half way of a transition are nobody's
			p.scenario("late-framework")
			p.accessible("at the start")
			p.fill("spinbutton", "Timeout", "soon")
			p.press("Make offers")
			p.press("Next: make A")
			p.fill("spinbutton", "Timeout", "soon")
			p.press("Make offers")
			p.accessible("with an error")
			p.scenario("overhang")
			p.run("document.querySelectorAll('#steps button')[5].click()")
			p.accessible("with an overhang")
			p.scenario("optimistic")
			p.press("Last")
			p.press("Back")
			p.accessible("violated")
			p.openPanel("Trace")
			p.openPanel("Help")
			p.run("document.querySelector('[aria-controls=ended]').click()")
			p.find("textbox", "Trace").paste(quote("firmoffer/1\nmkae\n"))
			p.press("Run this trace")
			p.accessible("everything open, with an error in the trace")
			p.run("for (const open of document.querySelectorAll('[aria-expanded=true]')) open.click()")
		})
	}
}

// TestColoursOfVerdicts: amber for an overhang and red for a broken promise, on the stamp and on the bar.
func TestColoursOfVerdicts(t *testing.T) {
	p := open(t)
	colours := func(seg string) []string {
		t.Helper()
		return eval[[]string](p, fmt.Sprintf(`['.verdict .stamp', %q].flatMap((one) => {
			const s = getComputedStyle(document.querySelector(one)); return [s.color, s.borderTopColor, s.backgroundColor] })`, seg))
	}
	for _, c := range []struct{ scheme, amber, onAmber, red, onRed string }{
		{"light", "rgb(122, 74, 0)", "rgb(255, 240, 214)", "rgb(163, 21, 44)", "rgb(251, 227, 230)"},
		{"dark", "rgb(242, 184, 75)", "rgb(63, 45, 10)", "rgb(255, 138, 138)", "rgb(74, 26, 32)"},
	} {
		p.media("", "prefers-color-scheme", c.scheme, "prefers-reduced-motion", "reduce")
		p.setTrace("firmoffer/1\nnode n1 5\nmake A\naccept A o1\nlaunch A o1\nresize n1 3\n")
		p.press("Last")
		require.Equal(t, "Overhang", p.shown().Verdict)
		require.Equal(t, []string{c.amber, c.amber, c.onAmber, c.amber, c.amber, c.onAmber}, colours(".seg.hang"), c.scheme)
		require.False(t, p.true("document.querySelector('.seg.over')"))
		p.setTrace("firmoffer/1 optimistic\nnode n1 5\nmake A\nmake B\n")
		p.press("Last")
		require.Equal(t, "Violated", p.shown().Verdict)
		require.Equal(t, []string{c.red, c.red, c.onRed, c.red, c.red, c.onRed}, colours(".seg.over"), c.scheme)
		require.False(t, p.true("document.querySelector('.seg.hang')"))
	}
	p.media("")
}
