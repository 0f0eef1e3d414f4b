package trace

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

var update = flag.Bool("update", false, "write the replay's results into testdata; read them before you keep them")

// lastRule is the last rule that a trace can show: rules 23 and 24 are about goroutines and copies.
const lastRule = 22

// TestGoldens replays every story of testdata. Each file says in its first comment what it shows.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trace")
	require.NoError(t, err)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".trace"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	tr, err := Parse(string(text))
	require.NoError(t, err)
	if *update {
		tr, err = Annotate(tr)
		require.NoError(t, err)
		text = tr.AppendTo(nil)
		require.NoError(t, os.WriteFile(file, text, 0o644))
	}
	assert.Equal(t, string(text), tr.String(), "not in canonical form")
	assert.NotEmpty(t, tr.Title(), "the first comment says what the file shows")
	assert.Less(t, strings.Count(string(text), "\n"), 60, "a golden is short")
	for i := range tr.Steps {
		assert.NotEmpty(t, tr.Steps[i].Results(), "step %d has no results", i+1)
	}
	d, err := Check(tr)
	require.NoError(t, err)
	if d != nil {
		assert.Fail(t, "the replay differs", "%s: %s", file, d)
	}
}

func TestEveryRuleAndContractHasAGolden(t *testing.T) {
	for rule := 1; rule <= lastRule; rule++ {
		files, err := filepath.Glob("testdata/rule" + strconv.Itoa(rule/10) + strconv.Itoa(rule%10) + "-*.trace")
		require.NoError(t, err)
		assert.Len(t, files, 1, "rule %d", rule)
	}
	for _, c := range engine.Contracts() {
		text, err := os.ReadFile("testdata/contract-" + c.Name + ".trace")
		if assert.NoError(t, err) {
			assert.True(t, strings.HasPrefix(string(text), "firmoffer/1 "+c.Name+"\n"), c.Name)
		}
	}
}
