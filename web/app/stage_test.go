package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func presents(t *testing.T) *driver {
	d := openOn(t, "firmoffer/1\nnode n1 5\nmake A\n\n# checkpoint: the yes\n\n# A says yes.\naccept A o1\nlaunch A o1\n")
	d.send(First{}, Present{On: true})
	return d
}

func TestPresentIsLargeAndStandsInTheLink(t *testing.T) {
	d := presents(t)
	assert.Equal(t, "app present s1", d.View().Stage.Class)
	assert.Contains(t, d.effects, FullScreen{true})
	d.send(Scale{-1})
	assert.Equal(t, "app present s1", d.View().Stage.Class, "there is nothing smaller")
	d.send(Scale{1}, Scale{1}, Scale{1}, Details{true})
	assert.Equal(t, "app present s3 details", d.View().Stage.Class)
	fragment, _ := d.Keep()
	other := open(t)
	other.send(OpenLink{Fragment: fragment})
	assert.Equal(t, "app present s3", other.View().Stage.Class)
	again, _ := other.Keep()
	assert.Equal(t, fragment, again)
	d.send(Present{On: false})
	assert.Equal(t, "app", d.View().Stage.Class)
	assert.Contains(t, d.effects, FullScreen{false})
	fragment, _ = d.Keep()
	assert.NotContains(t, fragment, "present")
}

func TestALinkWithAStrangeScaleIsAnOrdinaryPage(t *testing.T) {
	for _, scale := range []string{"0", "4", "-1", "x", "1e9"} {
		d := open(t)
		d.send(OpenLink{Fragment: "fo1.t.binding;node+n1+5~set+present+" + scale + "~end"})
		assert.False(t, d.View().Stage.On, scale)
		assert.False(t, d.View().Story.NoticeBad, d.View().Story.Notice)
	}
}

func TestCheckpoints(t *testing.T) {
	d := presents(t)
	assert.Equal(t, []Option{{"0", "start", true}, {"1", "1 · the yes", false}}, d.View().Stage.Checkpoints)
	d.send(Predict{On: true}, GoTo{1})
	assert.Equal(t, 1, d.View().Steps.At, "before a class one may jump over questions")
	assert.True(t, d.View().Stage.Checkpoints[1].Chosen)
	d.send(Forward{}, Forward{})
	assert.Equal(t, "A says yes.", d.View().Story.Text, "a checkpoint is no narration")
}

func TestTheScreenGoesDarkAndComesBack(t *testing.T) {
	d := presents(t)
	d.send(Blank{})
	assert.True(t, d.View().Stage.Blank)
	d.send(Blank{})
	assert.False(t, d.View().Stage.Blank)
	d.send(Present{On: false}, Blank{})
	assert.False(t, d.View().Stage.Blank, "only where something is presented")
}

func wait(t *testing.T, d *driver) Wait {
	t.Helper()
	for _, e := range d.effects {
		if w, ok := e.(Wait); ok {
			return w
		}
	}
	require.Fail(t, "the clock does not run")
	return Wait{}
}

func TestPlayTakesEachStepInItsTimeAndStopsAtTheEnd(t *testing.T) {
	d := presents(t)
	d.send(Play{On: true})
	first := wait(t, d)
	assert.Greater(t, first.Millis, 3000, "long enough to read")
	assert.True(t, d.View().Stage.Playing)
	d.send(Tick{first.Turn + 1}, Tick{first.Turn - 1})
	assert.Zero(t, d.View().Steps.At, "a clock that was stopped does not count")
	d.send(Tick{first.Turn})
	assert.Equal(t, 1, d.View().Steps.At)
	d.send(Play{On: false}, Tick{wait2(first)})
	assert.Equal(t, 1, d.View().Steps.At, "paused")
	d.send(SetPace{"fast"}, Play{On: true})
	fast := wait(t, d)
	d.send(SetPace{"slow"}, Play{On: true})
	assert.Greater(t, wait(t, d).Millis, fast.Millis)
	for range 5 {
		d.send(Tick{d.model.stage.turn})
	}
	assert.Equal(t, 3, d.View().Steps.At)
	assert.False(t, d.View().Stage.Playing, "it stops by itself")
}

func wait2(w Wait) int { return w.Turn + 1 }

func TestSteppingOnBeforeAClassShowsTheAnswer(t *testing.T) {
	d := presents(t)
	d.send(Predict{On: true}, Forward{})
	assert.Equal(t, "Question 1 of 1", d.View().Predict.Place, "one idea a screen")
	assert.Zero(t, d.View().Steps.At)
	d.send(Forward{})
	assert.Equal(t, 1, d.View().Steps.At)
	assert.Equal(t, "shown", d.View().Predict.Answers[0].Class)
	assert.Empty(t, d.View().Predict.Score)
}
