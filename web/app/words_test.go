package app

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

// Each rule of the engine has its words: the tables end where the engine's do.
func TestEveryRuleHasItsWords(t *testing.T) {
	for rule, words := range map[string]int{"Hold": len(holdWords), "Offer": len(offerWords), "Accept": len(acceptWords), "Launch": len(launchWords),
		"Decline": len(declineWords), "Loss": len(lossWords), "Expiry": len(expiryWords),
		"Tasks": len(taskWords), "Book": len(bookWords)} {
		n := 0
		for ; n < 100; n++ {
			var c engine.Contract
			reflect.ValueOf(&c).Elem().FieldByName(rule).SetUint(uint64(n))
			if _, err := engine.NewWithContract(c, nil, 0); errors.Is(err, engine.ErrBadContract) {
				break
			}
		}
		assert.Equal(t, n, words, rule)
	}
	rules := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[engine.Contract]()) {
		if f.Type.Kind() == reflect.Uint8 {
			rules++
		}
	}
	assert.Equal(t, 9, rules, "a new table of rules needs words")
	for _, c := range append(engine.Contracts(), engine.Faulty()...) {
		for _, w := range contractWords(c) {
			goodSentence(t, strings.TrimSpace(w))
		}
	}
}

// Each reason to refuse has its words, but for those that no step of a page can meet, and those that whyRefused tells
// by itself.
func TestEveryReasonHasItsWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../engine/refusal.go", nil, 0)
	require.NoError(t, err)
	reasons := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Err") {
			reasons++
		}
		return true
	})
	apart := []error{engine.ErrBadNode, engine.ErrBadContract, engine.ErrUnknownVerb, engine.ErrDoesNotFit, engine.ErrNotInContract, engine.ErrLimit}
	assert.Equal(t, reasons, len(refusedWords)+len(apart))
	for reason, words := range refusedWords {
		goodSentence(t, words)
		assert.NotContains(t, apart, reason)
	}
}

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
