package engine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

func TestReadmeListsEveryContract(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	for _, c := range engine.Contracts() {
		found := false
		for line := range strings.Lines(string(readme)) {
			found = found || strings.HasPrefix(line, "| `"+c.Name+"` |") && strings.Contains(line, c.Resembles)
		}
		require.True(t, found, "the table of contracts in README.md lacks %s, which resembles %q", c.Name, c.Resembles)
	}
}
