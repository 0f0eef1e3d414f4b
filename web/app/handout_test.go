package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace/export"
)

func TestAHandoutIsOfTheStepsInTheFields(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n"+strings.Repeat("advance 1\n", 300))
	d.send(Toggle{PanelExport, true})
	asks := func(line string) {
		t.Helper()
		d.send(Export{"handout"})
		assert.Equal(t, []Effect{Make{line, "handout.html", d.TraceText()}}, d.effects)
	}
	asks("handout 1 200")
	d.send(Type{FieldFrom, "250"})
	assert.Equal(t, "300", d.View().Share.To.Text, "to the end, as long as nobody says otherwise")
	asks("handout 250 300")
	d.send(Type{FieldAnswers, "true"})
	assert.True(t, d.View().Share.Answers)
	asks("handout 250 300 answers")
	d.send(Nudge{FieldTo, -1}, Nudge{FieldFrom, 10})
	asks("handout 260 299 answers")
	d.send(Type{FieldFrom, "1"}, Nudge{FieldFrom, -1}, Type{FieldTo, "7"}, Type{FieldAnswers, "false"})
	asks("handout 1 7")
	for _, c := range []struct{ from, to, says string }{{"0", "5", `From step: found "0", expected a whole number of steps, 1 to 300`},
		{"", "5", "From step: found nothing"}, {"9", "8", `To step: found "8", expected a whole number of steps, 9 to 208`},
		{"9", "209", `To step: found "209"`}, {"9", "1e1", `To step: found "1e1"`}} {
		d.send(Type{FieldFrom, c.from}, Type{FieldTo, c.to}, Export{"handout"})
		require.Len(t, d.effects, 1)
		assert.Contains(t, d.effects[0].(Announce).Text, c.says)
		assert.Contains(t, d.View().Share.From.Wrong+d.View().Share.To.Wrong, c.says)
	}
	assert.Equal(t, export.HandoutSteps, handoutSteps)
}

func TestThereIsNoHandoutOfNothing(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n")
	d.send(Export{"handout"})
	assert.Equal(t, "There is no step to print yet.", d.said())
}
