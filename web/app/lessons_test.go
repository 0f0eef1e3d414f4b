package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
)

func TestTheMenuHasTheWholeLibrary(t *testing.T) {
	library := scenario.Lessons()
	require.Len(t, lessons, len(library))
	for i, l := range library {
		assert.Equal(t, lesson{l.File, l.Title, l.Level, l.Steps}, lessons[i])
	}
}

func TestALessonIsFetchedAndProposesTheNext(t *testing.T) {
	d := open(t)
	for i, l := range scenario.Lessons() {
		d.send(OpenScenario{l.File})
		require.Equal(t, []Effect{Fetch{l.File}}, d.effects, l.ID)
		d.send(Import{Name: l.File, Text: l.Text})
		assert.Equal(t, "Opened “"+l.Title+"”.", d.View().Story.Notice)
		assert.Equal(t, l.File, chosen(d.View().Bar.Scenarios))
		d.send(Last{})
		if i+1 < len(lessons) {
			assert.Equal(t, lessons[i+1].file, d.View().Story.NextStory)
		} else {
			assert.Empty(t, d.View().Story.NextStory)
		}
		assert.Equal(t, l.Steps, d.View().Steps.Count)
	}
	d.send(Undo{})
	assert.Equal(t, lessons[len(lessons)-2].file, chosen(d.View().Bar.Scenarios))
}
