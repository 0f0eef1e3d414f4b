package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/vugu/html"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/web/app"
	"firmoffer/web/words"
)

// speaking has all pages of the test in another language.
func speaking(t *testing.T, language string) {
	app.New(nil, nil).Send(app.Speak{Language: language, Words: words.File(language)})
	t.Cleanup(func() { app.New(nil, nil).Send(app.Speak{}) })
}

// found is what stands in quotes because it stood somewhere else.
var found = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// foreign returns the words of a text that are in no message file.
func foreign(text string) []string {
	return words.Undressed(found.ReplaceAllString(text, ""), alike()...)
}

// alike are what is called the same in every language: what users write, contracts, invariants, and the words of the trace text.
func alike() []string {
	all := []string{"web", "db", "go", "timeout", "as", "main", "nonsense", "JSON", "Go", "TAB", "json", "python", "mermaid", "trace", "Mine", "binding",
		"team", "branch"}
	for _, c := range engine.Contracts() {
		all = append(all, c.Name)
	}
	for i := range engine.Invariant(engine.InvariantCount) {
		all = append(all, i.String())
	}
	for _, v := range trace.Verbs() {
		all = append(all, v.Verb.String())
	}
	return all
}

// read returns every text on a page that is the page's own, also what is read out only; not names, commands and traces.
func read(n *html.Node) []string {
	if n.Type == html.TextNode {
		return []string{n.Data}
	}
	var all []string
	for _, key := range []string{"aria-label", "title", "placeholder"} {
		if text := attr(n, key); text != "" {
			all = append(all, text)
		}
	}
	if n.Data == "bdi" || n.Data == "textarea" || strings.Contains(attr(n, "class"), "mono") {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		all = append(all, read(c)...)
	}
	return all
}

// manyPages are pages with everything on them that there is.
func manyPages(t *testing.T) map[string]*app.App {
	pages := states(t)
	compared := opened(t, story)
	send(compared, app.Compare{On: true}, app.SetColumn{Column: 2, Name: "optimistic"})
	pages["compared"] = compared
	branched := opened(t, story)
	send(branched, app.GoTo{Step: 2})
	run(branched, "decline A o1", "decline A o1")
	send(branched, app.CompareBranch{Branch: 0}, app.Type{Field: app.FieldBranch, Text: "main"}, app.NameBranch{})
	pages["branched"] = branched
	shared := opened(t, story)
	send(shared, app.Share{}, app.Toggle{Panel: app.PanelExport, Open: true}, app.Toggle{Panel: app.PanelImport, Open: true}, app.ImportAddress{},
		app.Stored{All: []app.Saved{{Name: "Mine", Link: "fo1."}}}, app.DeleteSaved{Name: "Mine"}, app.SaveSession{})
	pages["shared"] = shared
	for verb, at := range []string{"make", "accept", "launch", "accept, again", "resize", "make, again", "a loss"} {
		asked := opened(t, story)
		send(asked, app.GoTo{Step: verb}, app.Predict{On: true}, app.Forward{}, app.Guess{Option: 1})
		pages["asked about "+at] = asked
		told := opened(t, story)
		send(told, app.GoTo{Step: verb}, app.Predict{On: true}, app.Forward{})
		for told.View().Predict.Place != "" {
			send(told, app.Guess{Option: 0}, app.Answer{})
		}
		pages["told about "+at] = told
	}
	presented := app.New(nil, nil)
	send(presented, app.Present{On: true}, app.Details{On: true}, app.Play{On: true}, app.Predict{On: true})
	pages["presented"] = presented
	hunting := opened(t, "firmoffer/1 newest-first\nnode n1 2\n")
	send(hunting, app.Toggle{Panel: app.PanelHunt, Open: true}, app.Type{Field: app.FieldHuntNodes, Text: "n1=2 n2=2 n3=2"})
	pages["hunting"] = hunting
	sought := opened(t, "firmoffer/1 newest-first\nnode n1 2\n")
	send(sought, app.Toggle{Panel: app.PanelHunt, Open: true})
	hunted(sought, check.Violated)
	pages["sought"] = sought
	return pages
}

// hunted lets a search end in each of the ways that there are.
func hunted(a *app.App, verdict check.Verdict) {
	send(a, app.StartHunt{}, app.HuntNews{Number: 1, Millis: 3, Result: check.Result{Verdict: verdict, Done: true, Depth: 3, States: 12345,
		Broken: 1, Story: []engine.Command{{Verb: engine.VerbMake, Framework: "A", Amount: 2}, {Verb: engine.VerbAccept, Framework: "B", Offer: "o1"}}}})
}

// On a page in the pseudo-language everything carries accents: what does not is not in the message files.
func TestNothingIsLeftInEnglish(t *testing.T) {
	speaking(t, words.Pseudo)
	pages := manyPages(t)
	missing := func(state string, a *app.App) {
		for _, text := range read(show(t, a).root) {
			assert.Empty(t, foreign(text), "%s: %s", state, text)
		}
	}
	for state, a := range pages {
		missing(state, a)
	}
	for verdict := check.Holds; verdict <= check.Unknown; verdict++ {
		a := pages["hunting"]
		send(a, app.Type{Field: app.FieldHuntNodes, Text: "n1=2"})
		hunted(a, verdict)
		missing("hunted", a)
	}
	for _, msg := range []app.Msg{app.Undo{}, app.Redo{}, app.Reset{}, app.First{}, app.Last{}, app.OpenScenario{ID: "x"}, app.SetContract{Name: "x"}, app.SetContract{Name: "never-expires"},
		app.TellApart{}, app.Compare{On: true}, app.TellApart{}, app.DropColumn{Column: 1}, app.OpenLink{Fragment: "x"}, app.OpenLink{Fragment: "fo1.t.binding;node+n1+5;make+A~end"},
		app.Import{Name: "Mine", Text: "x"}, app.Import{Name: "Mine", Text: "firmoffer/1\nnode n1 5\nmake A\n\tno offers\n"}, app.Export{Format: "x"}, app.StopHunt{}, app.OpenStory{},
		app.CopyTrace{}, app.Copied{}, app.Copied{OK: true}, app.OpenSaved{Name: "Mine"}, app.Accept{Offer: "o9"}, app.Finish{Task: "t9"}, app.ImportFailed{Sentence: "“Mine” could not be read."}} {
		a := pages["story"]
		send(a, msg)
		missing("after a message", a)
		assert.Empty(t, foreign(a.View().Story.Notice), "%T", msg)
	}
}

// Each step of each scenario and lesson is told in the language.
func TestLessonsSpeakTheLanguage(t *testing.T) {
	speaking(t, words.Pseudo)
	a := app.New(nil, nil)
	walk := func(name string) {
		for range a.View().Steps.Count + 1 {
			for _, text := range read(show(t, a).root) {
				assert.Empty(t, foreign(text), "%s: %s", name, text)
			}
			send(a, app.Forward{})
		}
	}
	for _, s := range scenario.All() {
		send(a, app.OpenScenario{ID: s.ID})
		walk(s.ID)
	}
	for _, l := range scenario.Lessons()[5:7] {
		send(a, app.Import{Name: l.File, Text: l.Text})
		walk(l.File)
	}
}

// A language changes words and nothing else: the elements, their ids, classes and values are those of the English page.
func TestALanguageChangesWordsOnly(t *testing.T) {
	pages := manyPages(t)
	skeleton := func(a *app.App) (all []string) {
		for _, e := range elements(show(t, a).root) {
			line := e.Data
			for _, at := range e.Attr {
				if !readOut(at.Key) {
					line += " " + at.Key + "=" + at.Val
				}
			}
			if attr(e, "class") == "note" {
				continue // a notice is about what happened, and goes when another language is chosen
			}
			if e.Data == "bdi" || e.Data == "b" && e.FirstChild != nil && strings.Trim(text(e), "0123456789") == "" {
				line += " " + text(e)
			}
			all = append(all, line)
		}
		return all
	}
	for state, a := range pages {
		if state == "branched" || state == "wrong" || state == "shared" {
			continue // so does what was wrong in a field
		}
		english := skeleton(a)
		send(a, app.Speak{Language: "de", Words: words.File("de")})
		german := skeleton(a)
		send(a, app.Speak{})
		require.Equal(t, len(english), len(german), state)
		for i := range english {
			assert.Equal(t, strings.ReplaceAll(english[i], " hidden=", ""), strings.ReplaceAll(german[i], " hidden=", ""), state)
		}
	}
}

// The whole page is drawn anew in another language, and in English again, although the components remember what they show.
func TestSpeakDrawsEverythingAnew(t *testing.T) {
	a := opened(t, story)
	english, err := Render(a)
	require.NoError(t, err)
	for _, language := range []string{"de", "en"} {
		send(a, app.Speak{Language: language, Words: words.File(language)})
		p := show(t, a)
		if language == "de" {
			p.find(p.root, "button", "Angebote machen")
			p.find(p.root, "button", "o3 annehmen")
			p.find(p.root, "table", "Angebote")
			p.find(p.root, "combobox", "Vertrag")
			assert.NotContains(t, p.raw, "Make offers")
			continue
		}
		assert.Equal(t, english, p.raw)
	}
}

// No part of the page keeps what it showed in another language.
func TestNothingIsKeptInTheOldLanguage(t *testing.T) {
	r := newReader(t)
	t.Cleanup(func() { r.app.Send(app.Speak{}) })
	english := r.look(t)
	r.app.Send(app.Speak{Language: words.Pseudo, Words: words.File(words.Pseudo)})
	for _, text := range read(parse(t, r.look(t)).root) {
		assert.Empty(t, foreign(text), text)
	}
	require.Zero(t, r.kept)
	r.app.Send(app.Speak{})
	assert.Equal(t, english, r.look(t))
}

// The drawing in a stamp is that of the verdict, whatever the word for it is.
func TestTheMarkIsThatOfTheVerdict(t *testing.T) {
	speaking(t, "de")
	a := opened(t, "firmoffer/1 newest-first\nnode n1 2\n")
	send(a, app.Toggle{Panel: app.PanelHunt, Open: true})
	for verdict, class := range map[check.Verdict]string{check.Holds: "stamp", check.Violated: "stamp no", check.Unknown: "stamp unknown"} {
		send(a, app.StartHunt{})
		for number := range 4 { // of the search, whichever it is
			send(a, app.HuntNews{Number: number, Result: check.Result{Verdict: verdict, Done: true}})
		}
		body := &HuntBody{App: a, View: a.View().Hunt}
		require.Equal(t, class, body.View.Class)
		mark, known := marks[class]
		assert.Equal(t, known, body.Mark() == mark, class)
	}
}
