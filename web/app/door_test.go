package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A message that makes the program panic, by way of a model that somebody has broken, costs the user nothing.
func TestAPanicLosesNothing(t *testing.T) {
	poisons := map[string]struct {
		poison func(m *Model)
		send   Msg
	}{
		"an action":          {func(m *Model) { m.player = nil }, MakeOffers{}},
		"a move":             {func(m *Model) { m.player = nil }, Back{}},
		"an action's middle": {func(m *Model) { m.marks, m.fields.wrong = nil, nil; m.live = nil }, AdvanceTime{}},
		"a typed text":       {func(m *Model) { m.fields.text = nil }, Type{FieldTicks, "2"}},
		"a redo":             {func(m *Model) { m.history.future[0].doc = nil }, Redo{}},
		"an undo":            {func(m *Model) { m.history.past[len(m.history.past)-1].doc = nil }, Undo{}},
	}
	for name, p := range poisons {
		t.Run(name, func(t *testing.T) {
			d := openOn(t, middle)
			d.send(GoTo{5})
			d.run("make B")
			d.run("make D")
			d.send(Undo{})
			before := d.remember()
			p.poison(d.model)
			past, future := len(d.model.history.past), len(d.model.history.future)
			d.send(p.send)
			require.Len(t, d.faults, 1, "the fault is told to developers")
			assert.Equal(t, before.session, d.model.session)
			assert.Equal(t, before.trace, d.TraceText())
			assert.Equal(t, before.offers, d.model.sched.Offers())
			assert.Equal(t, before.marks, d.model.marks)
			assert.Equal(t, past, len(d.model.history.past), "no way back is lost")
			assert.Equal(t, future, len(d.model.history.future))
			assert.Contains(t, d.View().Story.Notice, "Nothing was lost")
			assert.True(t, d.View().Story.NoticeBad)
			assert.Equal(t, d.View().Story.Notice, d.said())
			assert.True(t, d.View().Trace.Open, "the trace is there to be copied")
			assert.Contains(t, d.View().Trace.Text, "make B\n\tno offers\n")
			assert.Equal(t, d.TraceText(), d.journal.text())
		})
	}
}

// After a panic the page works on.
func TestTheNextMessageWorksAfterAPanic(t *testing.T) {
	d := openOn(t, middle)
	d.send(GoTo{5})
	d.model.player = nil
	d.send(MakeOffers{})
	require.Len(t, d.faults, 1)
	d.run("make B")
	assert.Equal(t, 6, d.View().Steps.At)
	assert.Empty(t, d.View().Story.Notice)
	assert.Equal(t, d.TraceText(), d.journal.text())
	d.send(Undo{})
	assert.Equal(t, 5, d.View().Steps.At)
	d.send(GoTo{0}, Forward{}, Last{}, SetContract{"oldest-first"}, Reset{}, CopyTrace{})
	assert.Len(t, d.faults, 1)
}

// A panic puts the old history back, so a full one must not be shifted in place.
func TestAFullHistoryIsNotShiftedInPlace(t *testing.T) {
	var h history
	for i := range maxUndo {
		h.push(session{at: i})
	}
	old := h
	h.push(session{at: maxUndo})
	assert.Len(t, h.past, maxUndo)
	assert.Equal(t, 1, h.past[0].at)
	assert.Equal(t, 0, old.past[0].at)
	assert.Equal(t, maxUndo-1, old.past[maxUndo-1].at)
}

func TestAPageWithoutABrowserWorks(t *testing.T) {
	a := New(nil, nil)
	a.Send(Forward{})
	a.model.player = nil
	a.Send(MakeOffers{})
	assert.Contains(t, a.View().Story.Notice, "Nothing was lost")
	assert.Equal(t, 1, a.View().Steps.At)
}
