package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const inFigure = "firmoffer/1\n# A figure\nnode n1 5\nmake A\naccept A o1\nresize n1 3\n"

func framed(t *testing.T, mode string) *driver {
	d := open(t)
	d.send(Frame{Mode: mode}, Load{Kind: LoadText, Name: "the embedded trace", Value: inFigure, Step: -1})
	require.Equal(t, "A figure", d.View().Story.Title)
	require.Empty(t, d.View().Story.Notice, "that it was loaded goes without saying")
	return d
}

func TestAFigureLoadsWhatThePageAroundAsksFor(t *testing.T) {
	d := framed(t, "compact")
	assert.Empty(t, d.View().Bar.Undo, "nobody did anything that could be undone")
	assert.Equal(t, d.TraceText(), d.journal.text())

	d.send(Load{Contracts: []string{"newest-first", "binding", "newest-first"}, Step: 2})
	v := d.View()
	assert.Equal(t, 2, v.Steps.At)
	require.Len(t, v.Compare.Columns, 2)
	d.send(Load{Contracts: []string{"optimistic"}, Step: 99})
	assert.Equal(t, 3, d.View().Steps.At, "there are no more")
	assert.False(t, d.View().Compare.On)
	assert.Equal(t, "optimistic", d.model.contract.Name)

	d.send(Load{Kind: LoadScenario, Value: "overhang", Step: 1})
	assert.Equal(t, "More work than machine", d.View().Story.Title)
	link, _ := open(t).Keep()
	d.send(Load{Kind: LoadLink, Value: link, Step: -1})
	assert.Equal(t, "late-framework", d.model.session.scenario)
	d.run("make Z")
	d.send(Load{Kind: LoadScenario, Value: "overhang", Step: -1}, Undo{})
	assert.Contains(t, d.TraceText(), "make Z", "what somebody did can be had back")
}

func TestAFigureSaysWhatItCannotLoad(t *testing.T) {
	for name, load := range map[string]Load{
		"a scenario": {Kind: LoadScenario, Value: "none"}, "a link": {Kind: LoadLink, Value: "fo1.t.nonsense~x"},
		"a text": {Kind: LoadText, Value: "nonsense"}, "JSON": {Kind: LoadText, Value: "{}"},
		"a contract": {Contracts: []string{"none"}}, "a long one": {Contracts: []string{strings.Repeat("x", 1000)}},
	} {
		d := framed(t, "compact")
		before := d.TraceText()
		load.Step = -1
		d.send(load)
		v := d.View().Story
		assert.True(t, v.NoticeBad, name)
		assert.NotEmpty(t, v.Notice, name)
		assert.Less(t, len(v.Notice), 400, name)
		assert.Equal(t, before, d.TraceText(), name)
	}
}

// In a figure to be read nothing changes the session but what the page around asks for.
func TestAFigureToBeReadIsShut(t *testing.T) {
	for _, mode := range []string{"readonly", "slides"} {
		d := framed(t, mode)
		d.send(Forward{})
		before := d.TraceText()
		for _, msg := range []Msg{MakeOffers{}, AdvanceTime{}, AddNode{}, Resize{"n1"}, Accept{"o1"}, Launch{"o1"}, Decline{"o1"}, Finish{"t1"}, RunCommand{},
			Undo{}, Redo{}, Reset{}, SetContract{"optimistic"}, OpenScenario{"overhang"}, EditTrace{"firmoffer/1\n"}, ApplyTrace{}, Compare{true},
			SetColumn{1, "optimistic"}, TellApart{}, Import{"x", inFigure}, OpenLink{Fragment: "fo1.t.binding;node+n1+5~end"}, StartHunt{}, OpenStory{}, NameBranch{}} {
			d.send(msg)
			assert.Equal(t, before, d.TraceText(), "%s: %#v", mode, msg)
			assert.Contains(t, d.View().Story.Notice, "This figure is to be read", "%s: %#v", mode, msg)
			assert.Equal(t, d.View().Story.Notice, d.said(), "%s: %#v", mode, msg)
			assert.False(t, d.View().Compare.On)
		}
		d.send(Last{})
		assert.Equal(t, 3, d.View().Steps.At, "its steps can be taken")
		assert.Empty(t, d.View().Story.Notice)
		d.send(Frame{Mode: "compact"})
		d.run("make C")
		assert.Contains(t, d.TraceText(), "make C")
	}
}

// Slides and predict are what the buttons Present and Predict do, whatever a link says, and without the full screen.
func TestModesOfAFigure(t *testing.T) {
	d := framed(t, "slides")
	require.True(t, d.View().Stage.On)
	d.send(Present{false}, Details{true}, Forward{})
	require.True(t, d.View().Stage.On && d.View().Stage.Details && d.View().Steps.At == 1)
	other := open(t)
	other.send(Predict{true})
	link, _ := other.Keep()
	d.send(Load{Kind: LoadLink, Value: link, Step: -1})
	require.True(t, d.View().Stage.On)
	d.send(Frame{"predict"}, Forward{})
	require.False(t, d.View().Stage.On)
	require.NotEmpty(t, d.View().Predict.Question)
	for _, e := range d.effects {
		require.NotEqual(t, FullScreen{true}, e)
	}
	d.send(Frame{"compact"})
	require.False(t, d.View().Predict.On)
}

// The panel Embed is a script of its own; the program tells it the link.
func TestThePanelEmbedGetsTheLink(t *testing.T) {
	d := framed(t, "full")
	link, _ := d.Keep()
	d.send(Toggle{PanelEmbed, true})
	assert.Contains(t, d.effects, ShowEmbed{true, link})
	assert.True(t, d.View().Bar.Embedding)
	d.send(Toggle{PanelEmbed, false})
	assert.Contains(t, d.effects, ShowEmbed{false, link})
}
