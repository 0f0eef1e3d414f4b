package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"firmoffer/engine/trace/say"
	"firmoffer/web/words"
)

// german opens a page on a trace, in German.
func german(t *testing.T, text string) *driver {
	d := openOn(t, text)
	d.send(Speak{"de", words.File("de")})
	t.Cleanup(func() { say.Speak(say.English, "") })
	return d
}

func TestAStepIsToldInGerman(t *testing.T) {
	d := german(t, "firmoffer/1\nnode n1 5\n")
	assert.Equal(t, []Effect{Speaking{"de"}}, d.effects)
	d.run("make A timeout=4")
	v := d.View().Verdict
	assert.Equal(t, []string{"A wird angeboten: o1 mit 5 Einheiten von n1, bis 4.", "Hält", "Kein Knoten hat mehr versprochen, als er hat."}, []string{v.Said, v.Word, v.Text})
	assert.Equal(t, "Regel 2: Angeboten werden alle freien Einheiten jedes Knotens. Regel 1: Was angeboten ist, wird von da an für dieses Framework gehalten und niemandem sonst angeboten.", v.Why)
	d.run("accept B o1")
	assert.Equal(t, "Abgewiesen: o1 gehört A, nicht B. Nichts hat sich geändert.", d.View().Verdict.Said)
	assert.Contains(t, d.View().Verdict.Why, "Regel 9")
	d.run("accept A o1", "launch A o1", "resize n1 3")
	v = d.View().Verdict
	assert.Equal(t, "Überhang", v.Word)
	assert.Equal(t, "n1 schrumpfte von 5 auf 3 Einheiten. Nur laufende Tasks sind noch darauf, und die werden nie angetastet.", v.Said)
	assert.Equal(t, "stamp hm", v.Class, "a class is no word")
	assert.Equal(t, "5 von 3", d.View().Cluster.Nodes[0].Sum)
	assert.Contains(t, d.TraceText(), "accept B o1\n", "commands stay as they are")
}

func TestErrorsAreGerman(t *testing.T) {
	d := german(t, "firmoffer/1\nnode n1 5\n")
	d.send(Type{FieldTimeout, "x"}, MakeOffers{})
	assert.Equal(t, "Bedenkzeit: gefunden \"x\", erwartet eine ganze Zahl von Ticks, 1 bis 9223372036854775807", d.View().Actions.Timeout.Wrong)
	d.send(Type{FieldCommand, "lanuch A o1"}, RunCommand{})
	assert.True(t, strings.HasPrefix(d.View().Actions.Command.Wrong, "Befehl: Spalte 1: gefunden \"lanuch\", erwartet ein Befehl (make, accept,"), d.View().Actions.Command.Wrong)
	assert.True(t, strings.HasSuffix(d.View().Actions.Command.Wrong, "vielleicht \"launch\"?"), d.View().Actions.Command.Wrong)
	d.send(OpenScenario{"x"})
	assert.Equal(t, "Es gibt kein Szenario x.", d.View().Story.Notice)
}

// What stands on the page when the language is chosen is said anew, and what was said about something that happened goes.
func TestTheLanguageCanChangeAtAnyTime(t *testing.T) {
	d := open(t)
	t.Cleanup(func() { say.Speak(say.English, "") })
	d.send(Last{}, SetContract{"optimistic"}, OpenScenario{"x"})
	english := d.View().Story.Difference
	d.send(Type{FieldTimeout, "x"}, MakeOffers{}, Speak{"de", words.File("de")})
	v := d.View()
	assert.Equal(t, "Zwei Frameworks, ein Knoten", v.Story.Title)
	assert.Contains(t, v.Story.Difference, "Unter optimistic geht Schritt 2, make B, als erster anders aus:")
	assert.Empty(t, v.Story.Notice+v.Actions.Timeout.Wrong)
	d.send(Speak{})
	assert.Equal(t, english, d.View().Story.Difference)
	assert.Equal(t, []Effect{Speaking{"en"}}, d.effects)
	d.send(Compare{true}, Speak{"de", words.File("de")})
	assert.Contains(t, d.View().Story.Difference, "ist der erste, der sich unterscheidet")
}

// What a user wrote is not the library's, and no key of the page's words.
func TestUsersTextsStay(t *testing.T) {
	d := german(t, "firmoffer/1\n# Share\n# Undo\nnode Compare 5\n# Export\nmake Run\n# Saying no\naccept Run o1\n")
	d.send(First{})
	assert.Equal(t, []string{"Share", "Undo"}, []string{d.View().Story.Title, d.View().Story.Text})
	d.send(Forward{})
	assert.Equal(t, "Export", d.View().Story.Text)
	assert.Equal(t, []string{"Run", "Compare"}, []string{d.View().Offers.Rows[0].Framework, d.View().Cluster.Nodes[0].ID})
	assert.Equal(t, "Run wird angeboten: o1 mit 5 Einheiten von Compare, bis 10.", d.View().Verdict.Said)
	assert.Contains(t, d.TraceText(), "# Saying no\n")
}

// A file that is none leaves the page in English.
func TestAFileWithoutWords(t *testing.T) {
	d := open(t)
	t.Cleanup(func() { say.Speak(say.English, "") })
	english := *d.View()
	d.send(Speak{"xx", "<!doctype html>\n<p>not found</p>\n"})
	assert.Equal(t, english.Story, d.View().Story)
	assert.Equal(t, english.Verdict, d.View().Verdict)
}
