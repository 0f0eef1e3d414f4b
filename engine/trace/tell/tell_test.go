package tell

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// What steps are told in is tested in web/app, whose tests meet every verb, done and refused, under every contract.

func goodSentence(t *testing.T, text string) {
	assert.Regexp(t, `^[A-Z].*[^.]\.$`, text, "a sentence ends with one full stop")
	assert.NotRegexp(t, `  | [.,;:]`, text)
}

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
		for _, w := range Contract(c) {
			goodSentence(t, strings.TrimSpace(w))
		}
	}
}

// Each reason to refuse has its words, but for those that no step can meet, and those that whyRefused tells
// by itself.
func TestEveryReasonHasItsWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../refusal.go", nil, 0)
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
