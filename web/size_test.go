package web

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"firmoffer/web/app"
)

func count(t *testing.T, a *app.App) int { return len(elements(show(t, a).root)) }

// TestThePageIsBounded counts elements where there is much to show: Vugu, and the browser's layout, take time for each of
// them. The figures are printed: -v. The bounds only go down.
func TestThePageIsBounded(t *testing.T) {
	folded := func(a *app.App) *app.App {
		for _, p := range []app.Panel{app.PanelEnded, app.PanelTrace, app.PanelHelp} {
			send(a, app.Toggle{Panel: p, Open: false})
		}
		return a
	}
	tenNodes := manyNodes(10) + strings.Repeat("make A timeout=2\naccept A o1\nadvance 1\nadvance 1\n", 1250)
	thousand := manyNodes(1000) + "make A\n" + lines(300, "accept A o") + lines(200, "launch A o")
	for name, c := range map[string]struct {
		app  *app.App
		most int
	}{
		"fresh":                          {app.New(nil, nil), 361},
		"10 nodes, 5,000 steps":          {folded(opened(t, tenNodes)), 650},
		"10 nodes, 5,000 steps, opened":  {opened(t, tenNodes), 1500},
		"1,000 nodes":                    {folded(opened(t, thousand)), 1520},
		"1,000 nodes, opened":            {opened(t, thousand), 2320},
		"10 nodes, offers over offers":   {folded(opened(t, crowded())), 2000},
		"20 errors in the trace, opened": {withErrors(t), 900},
	} {
		n := count(t, c.app)
		t.Logf("%-32s %5d elements", name, n)
		assert.LessOrEqual(t, n, c.most, name)
	}
}

func lines(n int, start string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(start + strconv.Itoa(i+1) + "\n")
	}
	return b.String()
}

// crowded is a cluster whose bars have as many pieces as a bar can have: under optimistic everybody is promised
// everything, and what runs stays when the nodes shrink.
func crowded() string {
	var b strings.Builder
	b.WriteString(strings.Replace(manyNodes(10), "binding", "optimistic", 1))
	b.WriteString(strings.Repeat("make A\n", 40) + lines(200, "accept A o"))
	for i := range 10 {
		b.WriteString("launch A o" + strconv.Itoa(i+1) + "\nresize n" + strconv.Itoa(i+1) + " 4\n")
	}
	return b.String()
}

func withErrors(t *testing.T) *app.App {
	a := opened(t, manyNodes(10)+"make A\n")
	send(a, app.EditTrace{Text: "firmoffer/1\n" + strings.Repeat("nonsense\n", 100)}, app.ApplyTrace{})
	return a
}

// A long past and a large cluster make no larger page.
func TestThePageDoesNotGrow(t *testing.T) {
	steps := func(n int) int { return count(t, opened(t, manyNodes(10)+strings.Repeat("advance 1\n", n))) }
	assert.Equal(t, steps(100), steps(5000))
	nodes := func(n int) int { return count(t, opened(t, manyNodes(n)+"make A\n")) }
	assert.Equal(t, nodes(50), nodes(1000))
	ended := func(n int) int {
		return count(t, opened(t, manyNodes(10)+strings.Repeat("make A timeout=1\nadvance 1\n", n)))
	}
	assert.Equal(t, ended(20), ended(200))
}

// The figures of a step's Go part: what the page shows, and the building of it. They are printed, not bounded.
func TestFiguresOfAStep(t *testing.T) {
	for name, text := range map[string]string{"20,000 steps": manyNodes(10) + strings.Repeat("make A timeout=1\nadvance 1\n", 10_000),
		"1,000 nodes": manyNodes(1000) + "make A\n"} {
		a := opened(t, text)
		a.View() // writes the text of the trace, once
		began := time.Now()
		const times = 50
		for range times {
			send(a, app.Toggle{Panel: app.PanelHelp, Open: false}) // any message makes the view anew
			a.View()
		}
		view := time.Since(began) / times
		began = time.Now()
		for range times {
			_, err := Render(a)
			assert.NoError(t, err)
		}
		t.Logf("%-14s View() %v, build and write %v", name, view, time.Since(began)/times)
	}
}
