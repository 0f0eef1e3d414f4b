package trace

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

func TestUsageLines(t *testing.T) {
	var usages []string
	for _, v := range Verbs() {
		usages = append(usages, v.Usage())
	}
	assert.Equal(t, []string{"make F [timeout=T]", "accept F O", "launch F O [as=ID]", "decline F O", "finish F ID", "advance D",
		"resize N C"}, usages)
}

func TestVerbTableIsWhole(t *testing.T) {
	seen := map[engine.Verb]bool{}
	for _, v := range Verbs() {
		seen[v.Verb] = true
		assert.True(t, strings.HasSuffix(v.Help, "."), v.Help)
		c, err := ParseCommand(v.Example)
		require.NoError(t, err)
		assert.Equal(t, v.Verb, c.Verb)
		assert.Equal(t, v.Example, FormatCommand(c))
		options := false
		for _, a := range v.Args {
			assert.NotEmpty(t, a.Name)
			assert.NotEmpty(t, a.What)
			assert.False(t, options && a.Key == "", "%s: options come last", v.Usage())
			options = options || a.Key != ""
		}
	}
	for v := engine.VerbMake; v.String() != "?"; v++ {
		assert.True(t, seen[v], "%s is missing", v)
	}
}

// TestReadmeHasTheVerbTable keeps the README's table between its markers equal to the verb table.
func TestReadmeHasTheVerbTable(t *testing.T) {
	const open, shut = "<!-- verbs -->\n", "<!-- /verbs -->"
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, after, ok := strings.Cut(string(readme), open)
	require.True(t, ok, "README.md has no line %s", open)
	table, _, ok := strings.Cut(after, shut)
	require.True(t, ok, "README.md has no line %s", shut)
	assert.Equal(t, HelpTable(), strings.TrimLeft(strings.TrimRight(table, "\n")+"\n", "\n"), "the README's verb table is stale")
}

func TestNearest(t *testing.T) {
	words := verbNames[:]
	for word, want := range map[string]string{
		"lanuch": "launch", "luanch": "launch", "acept": "accept", "acceppt": "accept", "Make": "make", "MKAE": "make", "re": "resize",
		"advanced": "advance", "finsh": "finish", "declien": "decline", "sizere": "", "": "", "xyz": "", "a": "",
		strings.Repeat("make", 1000): "",
	} {
		assert.Equal(t, want, nearest(word, words), word)
	}
}
