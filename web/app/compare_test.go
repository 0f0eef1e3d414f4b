package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

const twoCheques = "firmoffer/1\nnode n1 10\nmake A\nmake B\naccept A o1\naccept B o2\nlaunch A o1\n"

// requireLanes holds every column to a fresh replay of the page's trace.
func requireLanes(t require.TestingT, d *driver) {
	doc := d.trace()
	for _, l := range d.model.lanes() {
		fresh, _, err := trace.Replay(doc, l.contract, d.model.session.at)
		require.NoError(t, err)
		require.Equal(t, fresh.Offers(), l.sched.Offers(), l.contract.Name)
		require.Equal(t, fresh.Tasks(), l.sched.Tasks(), l.contract.Name)
		require.Equal(t, fresh.Nodes(), l.sched.Nodes(), l.contract.Name)
		_, marks, err := trace.Replay(doc, l.contract, -1)
		require.NoError(t, err)
		require.Equal(t, marks, append([]engine.Judgement{}, l.marks...), l.contract.Name)
	}
}

func TestCompareMarksTheFirstStepThatDiffers(t *testing.T) {
	d := openOn(t, twoCheques)
	d.send(First{}, Compare{true})
	v := d.View()
	require.True(t, v.Compare.On)
	require.Len(t, v.Compare.Columns, 2)
	assert.Equal(t, "binding", v.Compare.Columns[0].Contract)
	assert.Equal(t, "first-accept-wins", v.Compare.Columns[1].Contract)
	assert.Equal(t, 2, v.Story.DiffStep, "make B is offered what A holds in one column only")
	assert.Contains(t, v.Story.Difference, "Under binding: no offers. Under first-accept-wins: o2: n1 offers 10 to B until 10")
	assert.True(t, v.Steps.Items[1].Flag)
	assert.Equal(t, "✓ ✕", v.Steps.Items[1].Mark)
	assert.Contains(t, v.Steps.Items[1].Word, "first-accept-wins violated")
	d.send(GoTo{2})
	v = d.View()
	assert.Equal(t, "Holds", v.Compare.Columns[0].Verdict.Word)
	assert.Equal(t, "Violated", v.Compare.Columns[1].Verdict.Word)
	requireLanes(t, d)
}

func TestARowSaysWhatAnOfferIsInEachColumn(t *testing.T) {
	d := openOn(t, twoCheques)
	d.send(First{}, Compare{true}, GoTo{2})
	rows := d.View().Offers.Rows
	require.Len(t, rows, 2)
	assert.Equal(t, []Each{{"binding", "missing"}, {"first-accept-wins", "pending"}}, rows[1].Each)
	assert.True(t, rows[1].CanAccept, "it applies in one column")
	d.send(Accept{"o2"})
	v := d.View()
	assert.Contains(t, v.Compare.Columns[0].Verdict.Said, "Refused: no offer has the id o2")
	assert.Contains(t, v.Compare.Columns[1].Verdict.Said, "launched at once")
	assert.Contains(t, d.said(), "Under binding: Refused")
	require.Len(t, v.Tasks.Rows, 1)
	assert.Equal(t, []Each{{"binding", "missing"}, {"first-accept-wins", "running"}}, v.Tasks.Rows[0].Each)
	requireLanes(t, d)
}

func TestAnyColumnBecomesTheSingleView(t *testing.T) {
	d := openOn(t, twoCheques)
	d.send(GoTo{3}, Compare{true}, SetColumn{2, "optimistic"}, OnlyColumn{2})
	v := d.View()
	assert.False(t, v.Compare.On)
	assert.Equal(t, "optimistic", d.model.session.contract.Name)
	assert.Equal(t, 3, v.Steps.At)
	assert.Equal(t, 5, v.Steps.Count, "no step is lost")
	d.send(Undo{})
	require.Len(t, d.View().Compare.Columns, 3)
	requireLanes(t, d)
}

func TestColumnsAreChosenAndDropped(t *testing.T) {
	d := openOn(t, twoCheques)
	d.send(Compare{true}, SetColumn{1, "binding"})
	assert.True(t, d.View().Story.NoticeBad, "one contract stands in one column")
	d.send(SetColumn{1, "never-expires"}, SetColumn{2, "oldest-first"})
	require.Len(t, d.View().Compare.Columns, 3)
	assert.Empty(t, d.View().Compare.More, "there is no room for a fourth")
	d.send(SetColumn{3, "optimistic"}, SetColumn{1, "nonsense"})
	assert.True(t, d.View().Story.NoticeBad)
	d.send(DropColumn{1})
	names := []string{}
	for _, c := range d.View().Compare.Columns {
		names = append(names, c.Contract)
	}
	assert.Equal(t, []string{"binding", "oldest-first"}, names)
	d.send(SetContract{"optimistic"})
	assert.Equal(t, "optimistic", d.View().Compare.Columns[0].Contract, "the page's own choice is that of the first column")
	d.send(Compare{false})
	assert.False(t, d.View().Compare.On)
	requireLanes(t, d)
}

func TestStepsInCompareModeRunInEveryColumn(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\n")
	d.send(Compare{true}, SetColumn{1, "oldest-first"})
	assert.Equal(t, 0, d.View().Story.DiffStep)
	assert.Contains(t, d.View().Story.Difference, "the same in all columns")
	d.run("make A", "resize n1 8", "make B", "accept A o1")
	assert.Equal(t, 0, d.View().Story.DiffStep)
	d.run("resize n1 5")
	assert.Equal(t, 5, d.View().Story.DiffStep, "found while stepping, not only on a replay")
	assert.Contains(t, d.View().Story.Difference, "Under oldest-first: o1 invalidated")
	d.run("make C")
	assert.Equal(t, 5, d.View().Story.DiffStep)
	d.send(GoTo{4})
	d.run("make C")
	assert.Equal(t, 0, d.View().Story.DiffStep, "the step that differed is gone")
	requireLanes(t, d)
}

func TestEveryPairIsToldApart(t *testing.T) {
	for i, a := range engine.Contracts() {
		for _, b := range engine.Contracts()[i+1:] {
			d := open(t)
			d.send(SetContract{a.Name}, Compare{true}, SetColumn{1, b.Name}, TellApart{})
			v := d.View()
			require.False(t, v.Story.NoticeBad, "%s and %s: %s", a.Name, b.Name, v.Story.Notice)
			require.LessOrEqual(t, v.Steps.Count, 5, "%s and %s", a.Name, b.Name)
			require.Equal(t, v.Steps.Count, v.Steps.At)
			require.Equal(t, v.Steps.Count, v.Story.DiffStep, "%s and %s differ at the last step and not before", a.Name, b.Name)
		}
	}
}
