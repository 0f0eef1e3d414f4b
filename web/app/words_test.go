package app

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

// spoken collects what was said: the sentences and other texts, and the verbs with their outcomes, by contract.
type spoken struct {
	sentences, texts map[string]bool
	outcomes         map[string]bool
}

// Every verb, done and refused, under every contract, is told in whole sentences.
func TestWhatIsSaidIsGoodEnglish(t *testing.T) {
	heard := spoken{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, c := range engine.Contracts() {
		walk := rapid.Custom(func(t *rapid.T) bool {
			d := openOn(t, "firmoffer/1 "+c.Name+"\nnode n1 5\nnode n2 4\n")
			for range 50 {
				kinds := []func(*rapid.T, *driver) Msg{sensible, sensible, sensible, shrink, command}
				d.send(oneOf(t, "kind", kinds...)(t, d))
				heard.listen(d)
			}
			return true
		})
		for seed := range 60 {
			walk.Example(seed)
		}
		for _, verb := range []string{"make", "accept", "launch", "decline", "finish", "advance", "resize"} {
			assert.True(t, heard.outcomes[c.Name+": refused "+verb], "%s: %s was never refused", c.Name, verb)
			never := verb == "launch" && c.Launch == engine.LaunchNever
			assert.True(t, never || heard.outcomes[c.Name+": "+verb], "%s: %s never worked", c.Name, verb)
		}
	}
	for text := range heard.sentences {
		goodSentence(t, text)
	}
	for text := range heard.texts {
		goodText(t, text)
	}
	t.Logf("%d sentences, %d texts", len(heard.sentences), len(heard.texts))
}

func (s spoken) listen(d *driver) {
	v := d.View()
	for _, text := range []string{v.Verdict.Said, v.Verdict.Why, v.Verdict.Text} {
		s.sentences[text] = true
	}
	for _, text := range []string{v.Story.Notice, v.Story.Told, v.Story.Difference} {
		if text != "" {
			s.sentences[text] = true
		}
	}
	for _, n := range v.Cluster.Nodes {
		if n.Note != "" {
			s.sentences[n.Note] = true
		}
	}
	for _, i := range v.Verdict.Invariants {
		s.texts[i.Numbers], s.texts[i.Statement] = true, true
	}
	if at := v.Steps.At; at > 0 {
		outcome := d.trace().Steps[at-1].Verb.String()
		if v.Verdict.Refused {
			outcome = "refused " + outcome
		}
		s.outcomes[d.contract()+": "+outcome] = true
	}
}

func goodSentence(t *testing.T, text string) {
	goodText(t, text)
	assert.Regexp(t, `[^.]\.”?$`, text, "a sentence ends with one full stop")
}

// scars are what templates leave behind.
var scars = regexp.MustCompile(`%!|  | [.,;:?]|\(\)|<nil>|[,:;] ?[.,;]`)

func goodText(t *testing.T, text string) {
	assert.Equal(t, strings.TrimSpace(text), text)
	assert.NotRegexp(t, `^$`, text)
	assert.NotRegexp(t, scars, unquoted(text))
}

// unquoted leaves names out, which are not the page's own words.
func unquoted(text string) string {
	parts := strings.Split(text, `"`)
	for i := range parts {
		if i%2 == 1 {
			parts[i] = "x"
		}
	}
	return strings.Join(parts, "")
}
