package export

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/tell"
)

func handedOut(t testing.TB, tr *trace.Trace, from, to int, answers bool) string {
	text, err := Handout(tr, tr.Rules(), from, to, answers)
	require.NoError(t, err)
	return text
}

// visible returns the text of the document that people read, without the style.
func visible(text string) string {
	_, body, _ := strings.Cut(text, "<body>")
	var b strings.Builder
	for _, part := range strings.Split(body, "<") {
		_, words, _ := strings.Cut(part, ">")
		b.WriteString(words + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestAHandoutTellsEverything(t *testing.T) {
	for _, l := range scenario.Lessons() {
		tr := read(t, l.Text)
		text := handedOut(t, tr, 1, len(tr.Steps), true)
		said := visible(text)
		assert.Contains(t, said, markup(l.Title))
		assert.Equal(t, len(tr.Steps)+1, strings.Count(text, "<svg xmlns"), "%s: a picture of the start and one a step", l.ID)
		for step := 1; step <= len(tr.Steps); step++ {
			s, _, err := trace.Replay(tr, tr.Rules(), step)
			require.NoError(t, err)
			out := s.Last()
			what, why := (&tell.Step{Command: tr.Steps[step-1].Command, Outcome: &out, After: s}).Said()
			for _, part := range []string{what, why, tell.Verdict(&out.Report), trace.FormatCommand(tr.Steps[step-1].Command), scenario.Narration(&tr.Steps[step-1])} {
				assert.Contains(t, said, strings.Join(strings.Fields(markup(part)), " "), "%s, step %d", l.ID, step)
			}
			if q, ok := scenario.QuestionOf(&tr.Steps[step-1]); ok && len(q.Wrong) > 0 {
				assert.Contains(t, text, `✓</span><span dir="auto">`+markup(q.Answer), "%s, step %d", l.ID, step)
			}
		}
		assert.Contains(t, said, strings.Join(strings.Fields(markup(l.Lesson)), " "))
	}
}

// Without answers the document is the same whatever the steps do: all contracts, whose answers differ, get one document, but
// for the contract's name, the state before the first step, and the options of questions, which predict makes.
func TestAHandoutWithoutAnswersTellsNone(t *testing.T) {
	for _, l := range scenario.Lessons() {
		tr := read(t, l.Text)
		text := handedOut(t, tr, 1, len(tr.Steps), false)
		blank := withoutOptions(text)
		said := visible(blank)
		told := 0
		for step := 1; step <= len(tr.Steps); step++ {
			s, _, err := trace.Replay(tr, tr.Rules(), step)
			require.NoError(t, err)
			out := s.Last()
			what, why := (&tell.Step{Command: tr.Steps[step-1].Command, Outcome: &out, After: s}).Said()
			for _, part := range append(trace.Results(out), what, why, tell.Verdict(&out.Report)) {
				told++
				assert.NotContains(t, said, markup(part), "%s, step %d", l.ID, step)
			}
		}
		assert.Greater(t, told, len(tr.Steps))
		assert.NotContains(t, text, "Now it is")
		assert.NotRegexp(t, `(?i)class="stamp|<b>[✓!✕]|class="right|<g data-kind|>✓<|verdict: `, text)
		assert.NotContains(t, said, strings.Join(strings.Fields(markup(l.Lesson)), " "))
		for _, c := range engine.Contracts() {
			other, err := Handout(tr, c, 1, len(tr.Steps), false)
			require.NoError(t, err)
			same := strings.ReplaceAll(withoutOptions(other), "Contract: "+c.Name, "Contract: "+tr.Rules().Name)
			assert.Equal(t, blank, same, "%s under %s", l.ID, c.Name)
		}
	}
}

// withoutOptions leaves the questions out.
func withoutOptions(text string) string {
	for {
		before, rest, found := strings.Cut(text, `<div class="asked">`)
		if !found {
			return text
		}
		_, after, _ := strings.Cut(rest, "</section>")
		text = before + "</section>" + after
	}
}

func TestAHandoutRunsNothing(t *testing.T) {
	for name, tr := range stories(t) {
		for _, answers := range []bool{true, false} {
			text := handedOut(t, tr, 1, min(len(tr.Steps), 20), answers)
			assert.Contains(t, text, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
			assert.True(t, strings.HasPrefix(text, "<!doctype html>\n<html lang=\"en\">"), name)
			assert.NotRegexp(t, `(?i)<(script|link|img|iframe|object|a|form|base)\b|<[^>]*\s(on\w+|href|src)=`, text, name)
			assert.Equal(t, strings.Count(text, "<section"), strings.Count(text, "</section>"), name)
			for _, part := range strings.SplitAfter(text, "</svg>\n")[1:] {
				if at := strings.Index(part, "<svg xmlns"); at >= 0 {
					shapes(t, part[at:])
				}
			}
		}
	}
}

func TestHandoutsAreBounded(t *testing.T) {
	tr := long(10_000)
	text := handedOut(t, tr, 9_001, 9_500, true)
	assert.Contains(t, text, "Steps 9201 to 9500 are not in this handout: it holds at most 200.")
	assert.Equal(t, HandoutSteps+1, strings.Count(text, "<svg xmlns"))
	assert.Less(t, len(text), 3_000_000)
	assert.NotContains(t, handedOut(t, tr, 9_001, 9_200, true), "are not in this handout")
	for _, bad := range [][2]int{{0, 3}, {4, 3}, {1, 10_001}, {-5, -1}} {
		_, err := Handout(tr, tr.Rules(), bad[0], bad[1], true)
		assert.ErrorContains(t, err, "there are no steps "+strconv.Itoa(bad[0])+" to ")
	}
	wide := trace.New("binding", nil)
	for i := range 1000 {
		wide.Nodes = append(wide.Nodes, trace.NodeLine{Node: engine.Node{ID: "n" + strconv.Itoa(i), Capacity: 3}})
	}
	for range 50 {
		wide.Steps = append(wide.Steps, trace.Step{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 9}})
	}
	for answers, times := range map[bool]int{true: 100, false: 50} { // with answers also in the text alternative
		text := handedOut(t, wide, 1, 50, answers)
		assert.Less(t, len(text), 1_500_000)
		assert.Equal(t, times, strings.Count(strings.SplitN(text, "<b>1</b>", 2)[1], "994 more nodes are not shown."))
	}
}

func TestAnswers(t *testing.T) {
	tr := read(t, rack)
	for line, file := range map[string]string{"svg 6": "half-the-rack-dies-step-6.svg", "png 0 dark": "half-the-rack-dies-step-0.png", "json": "",
		"handout 1 7": "half-the-rack-dies-handout.html", "handout 2 3 answers": "half-the-rack-dies-handout-with-answers.html"} {
		text, name, err := Answer(tr, line)
		require.NoError(t, err, line)
		assert.Equal(t, file, name)
		assert.Greater(t, len(text), 1000, line)
	}
	for _, line := range []string{"", "svg", "svg x", "svg 1 2", "svg 1 blue", "handout 1", "handout 1 2 3", "docx", "svg -1", "svg 99", "handout 3 2"} {
		text, _, err := Answer(tr, line)
		assert.Error(t, err, line)
		assert.Empty(t, text)
	}
	dark, _, err := Answer(tr, "svg 6 dark")
	require.NoError(t, err)
	assert.Contains(t, dark, `fill="#1E242B"`)
	for title, name := range map[string]string{"": "firmoffer", "../..\\x": "x", "Ünï  cödé!": "ünï-cödé", "???": "firmoffer", "שלום": "שלום", strings.Repeat("a", 99): strings.Repeat("a", 48)} {
		tr := trace.New("binding", []engine.Node{{ID: "n", Capacity: 1}})
		tr.Nodes[0].Before = trace.Note(title)
		assert.Equal(t, name, fileName(tr), title)
	}
}
