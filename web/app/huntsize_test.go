package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/check"
)

func TestTheSearchSaysBeforeTheStartWhatItCosts(t *testing.T) {
	for _, c := range []struct {
		name  string
		typed []Msg
		want  []string // parts of the warning, none for no warning
	}{
		{"the world proposed", nil, nil},
		{"five units", []Msg{Type{FieldHuntResizes, "0 1 2 3 4 5"}}, []string{"86,740 states", "3 seconds", "can be stopped", "a depth, such as 6"}},
		{"five units to a depth", []Msg{Type{FieldHuntResizes, "0 1 2 3 4 5"}, Type{FieldHuntDepth, "5"}}, nil},
		{"ten units", []Msg{Type{FieldHuntNodes, "n1=10"}}, []string{"more states than the 4,000,000", "unknown", "a depth, such as 6"}},
		{"two nodes", []Msg{Type{FieldHuntNodes, "n1=2 n2=3"}}, []string{"1,218,816 states", "One node proves as much"}},
		{"four nodes", []Msg{Type{FieldHuntNodes, "n1=2 n2=3 n3=3 n4=3"}}, []string{"more states than the 4,000,000", "One node proves as much"}},
		{"a contract without a last state", []Msg{Type{FieldHuntContract, "optimistic"}},
			[]string{"optimistic offers the same units again and again", "unknown", "4,000,000", "a depth, such as 6"}},
		{"the same on two nodes", []Msg{Type{FieldHuntContract, "first-accept-wins"}, Type{FieldHuntNodes, "n1=2 n2=2"}}, []string{"a depth, such as 5"}},
		{"too deep", []Msg{Type{FieldHuntContract, "reserve-on-accept"}, Type{FieldHuntDepth, "9"}}, []string{"a depth, such as 6"}},
		{"as proposed", []Msg{Type{FieldHuntContract, "reserve-on-accept"}, Type{FieldHuntDepth, "6"}}, nil},
		{"not a world", []Msg{Type{FieldHuntNodes, "n1=9223372036854775807"}}, nil},
		{"half typed", []Msg{Type{FieldHuntContract, "optimistic"}, Type{FieldHuntNodes, "n1="}}, nil},
		{"nothing typed", []Msg{Type{FieldHuntDepth, ""}}, nil},
	} {
		d := open(t)
		d.send(Toggle{PanelHunt, true})
		d.send(c.typed...)
		got := d.View().Hunt.Warning
		assert.Equal(t, len(c.want) == 0, got == "", "%s: %s", c.name, got)
		for _, part := range c.want {
			assert.Contains(t, got, part, c.name)
		}
		assert.Empty(t, d.model.fields.wrong, "a warning is no complaint")
	}
}

func TestTheSizeIsThatOfTheStateOnScreen(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 2\nresize n1 9\n")
	d.send(Last{}, Toggle{PanelHunt, true})
	require.Empty(t, d.View().Hunt.Warning)
	d.send(Type{FieldHuntFrom, fromScreen})
	assert.Contains(t, d.View().Hunt.Warning, "more states than the 4,000,000")
}

// A contract is warned of by its rules: those that hold nothing for a pending offer have no last state.
func TestEveryContractWithoutALastStateIsWarnedOf(t *testing.T) {
	for _, c := range engine.Contracts() {
		d := open(t)
		d.send(Toggle{PanelHunt, true}, Type{FieldHuntContract, c.Name})
		assert.Equal(t, c.Hold != engine.HoldLive, d.View().Hunt.Warning != "", c.Name)
	}
}

func TestAThreadIsThereWhileTheSearchIsInSight(t *testing.T) {
	d := open(t)
	d.send(Toggle{PanelHelp, true})
	assert.NotContains(t, d.effects, Effect(ReadyHunt{}))
	d.send(Toggle{PanelHunt, true})
	assert.Equal(t, []Effect{ReadyHunt{}}, d.effects)
	d.send(StartHunt{}, StopHunt{})
	assert.Contains(t, d.effects, Effect(ReadyHunt{}), "it is still in sight, and may start again")
	d.send(Toggle{PanelHunt, false})
	assert.Equal(t, []Effect{EndHunt{}}, d.effects, "nothing is left behind")
	d.send(Toggle{PanelHunt, true}, StartHunt{}, Toggle{PanelHunt, false})
	assert.Empty(t, d.effects, "a search goes on out of sight")
	d.send(HuntNews{Number: d.model.hunt.number, Result: check.Result{Done: true, Verdict: check.Holds}})
	assert.Contains(t, d.effects, Effect(EndHunt{}), "and takes its thread along when it is done")
}
