package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/link"
	"firmoffer/engine/trace/say"
)

// speak has the package say speak a language until the test ends.
func speak(t *testing.T, language string) {
	say.Speak(language, File(language))
	t.Cleanup(func() { say.Speak(say.English, "") })
}

// nameless are words that are the same in every language: those of traces, and what this test calls things.
func nameless() []string {
	all := []string{"web", "timeout", "as", "at", "ID", "team", "Go", "UTF-", "TAB", "nonsense", "lanuch", "mak", "node", "firmoffer", "contact", "bindin", "fo"}
	for _, c := range append(engine.Contracts(), engine.Faulty()...) {
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

func translated(t assert.TestingT, text string) {
	assert.Empty(t, Undressed(say.Sentence(text), nameless()...), "%s\n%s", text, say.Sentence(text))
}

// Whatever the engine says about a step has words: refusals and results, under every contract.
func TestWhatTheEngineSaysHasWords(t *testing.T) {
	speak(t, Pseudo)
	frameworks, offers, tasks := []string{"A", "B", "team a", ""}, []string{"o1", "o2", "o3", "o4", "o99"}, []string{"", "web", "t1", "my task", "\x01"}
	for _, c := range append(engine.Contracts(), engine.Faulty()...) {
		walk := rapid.Custom(func(t *rapid.T) bool {
			s, err := engine.NewWithContract(c, []engine.Node{{ID: "n1", Capacity: 5}, {ID: "node 2", Capacity: 4}}, 0)
			require.NoError(t, err)
			for range 30 {
				cmd := engine.Command{Verb: engine.Verb(rapid.IntRange(1, 7).Draw(t, "verb")), Framework: rapid.SampledFrom(frameworks).Draw(t, "framework")}
				switch cmd.Verb {
				case engine.VerbMake:
					cmd.Amount = rapid.Int64Range(0, 6).Draw(t, "timeout")
				case engine.VerbAdvance:
					cmd = engine.Command{Verb: cmd.Verb, Amount: rapid.SampledFrom([]int64{1, 2, 0, -1, 1<<63 - 1}).Draw(t, "delta")}
				case engine.VerbResize:
					cmd = engine.Command{Verb: cmd.Verb, Node: rapid.SampledFrom([]string{"n1", "node 2", "n3", ""}).Draw(t, "node"), Amount: rapid.Int64Range(-1, 9).Draw(t, "units")}
				case engine.VerbFinish:
					cmd.Task = rapid.SampledFrom(tasks).Draw(t, "task")
				default:
					cmd.Offer = rapid.SampledFrom(offers).Draw(t, "offer")
				}
				if cmd.Verb == engine.VerbLaunch {
					cmd.Task = rapid.SampledFrom(tasks).Draw(t, "task")
				}
				for _, line := range trace.Results(s.Do(cmd)) {
					translated(t, line)
				}
			}
			return true
		})
		for seed := range 12 {
			walk.Example(seed)
		}
	}
}

// What is wrong with a text has words.
func TestWhatIsWrongWithATextHasWords(t *testing.T) {
	speak(t, Pseudo)
	for _, line := range []string{"lanuch A o1", "mak A", "nonsense", "make", "make A timeout=x", "make A timeout=+1", "make A timeout=1 timeout=2", "make A # why",
		"accept A", "accept A o1 o2", "accept A ö", `accept A "o1`, `accept A "o1"x`, `accept A "a\q"`, "launch A o1 as=", "launch A o1 at=web", `launch A o1 as=""`,
		"finish A \x01", "finish A \xff", "advance", "advance x", "advance 01", "resize n1", "resize n1 x", "resize n1 99999999999999999999",
		"make " + strings.Repeat("x", 300), "make A\u00a0B", "node n1 4", " x", "make é"} {
		_, err := trace.ParseCommand(line)
		if err != nil {
			translated(t, err.Error())
		}
		if _, err := trace.Parse("firmoffer/1\nnode n1 5\n" + line + "\n"); err != nil {
			for _, one := range strings.Split(err.Error(), "\n") {
				translated(t, one)
			}
		}
	}
	for _, text := range []string{"", "contact", "firmoffer/2", "firmoffer/1 bindin", "firmoffer/1 binding #", "firmoffer/1\n\tnow 1\n", "firmoffer/1\nnode n1 x\n", "firmoffer/1\nnode n1 5\nnode n1 5\n",
		"firmoffer/1\nnode n1 5\nmake A\nnode n2 5\n", "firmoffer/1\nnode n1 -1\n", "firmoffer/1\n" + strings.Repeat("x", 1<<16), strings.Repeat("x", 5<<20)} {
		_, err := trace.Parse(text)
		require.Error(t, err, text)
		for _, one := range strings.Split(err.Error(), "\n") {
			translated(t, one)
		}
	}
	doc, err := trace.Parse("firmoffer/1\nnode n1 5\nmake A\n\tno offers\n")
	require.NoError(t, err)
	difference, err := trace.Check(doc)
	require.NoError(t, err)
	said := say.Sentence(difference.String())
	assert.Contains(t, said, `"no offers"`, "a result line is part of the trace")
	assert.Contains(t, said, "réplá")
}

// What is wrong with a link and with a world to search has words.
func TestWhatIsWrongElsewhereHasWords(t *testing.T) {
	speak(t, Pseudo)
	good := link.Encode(link.Session{Trace: "firmoffer/1\nnode n1 5\nmake A\naccept A o1\n"})
	for _, fragment := range []string{"", "fox", "fo9.t.binding", good[:len(good)-4], strings.Replace(good, "make", "mkae", 1), strings.Replace(good, "n1", "n2", 1), "fo1.z.AAAA", "fo1.z.*",
		"fo1.t.binding;make+A~zoom+3~end", "fo1.t." + strings.Repeat("a", link.MaxFragment)} {
		if _, _, err := link.Decode(fragment); assert.Error(t, err, fragment) {
			said := say.Sentence(err.Error())
			assert.True(t, strings.HasPrefix(said, "[Thís"), said)
		}
	}
	for _, spoil := range []func(w *check.World){
		func(w *check.World) { w.Nodes = nil }, func(w *check.World) { w.Frameworks = nil }, func(w *check.World) { w.Timeouts = nil },
		func(w *check.World) { w.Timeouts = []int64{1 << 40} }, func(w *check.World) { w.Resizes = make([]int64, 1000) }, func(w *check.World) { w.Depth = -1 },
		func(w *check.World) { w.Frameworks = []string{"A", "A"} }, func(w *check.World) { w.Nodes[0].ID = "" }, func(w *check.World) { w.Nodes[0].Capacity = -1 },
	} {
		w := check.DefaultWorld(engine.Binding())
		spoil(&w)
		if _, err := check.New(w); assert.Error(t, err) {
			translated(t, err.Error())
		}
	}
	for _, missing := range (check.Result{}).Missing() {
		translated(t, missing)
	}
}

// A name is no word, whatever it says.
func TestNamesAreNotTranslated(t *testing.T) {
	speak(t, "de")
	for text, want := range map[string]string{
		"o1 is accepted's, not pending's":                           "o1 gehört accepted, nicht pending",
		`o1 is "x is y's, not z's"'s, not B's`:                      `o1 gehört "x is y's, not z's", nicht B`,
		`found "the end of the line", expected a node`:              `gefunden "the end of the line", erwartet ein Knoten`,
		"found the end of the line, expected a node":                "gefunden das Ende der Zeile, erwartet ein Knoten",
		"line 3, column 1: found an empty name, expected at most 3": "Zeile 3, Spalte 1: gefunden ein leerer Name, erwartet höchstens 3",
		"“no offers” could not be read.":                            "„no offers“ konnte nicht gelesen werden.",
		"a sentence that nobody knows":                              "a sentence that nobody knows",
	} {
		assert.Equal(t, want, say.Sentence(text))
	}
}
