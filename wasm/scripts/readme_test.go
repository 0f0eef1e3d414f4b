package scripts

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

var (
	block = regexp.MustCompile("(?s)```js\n(.*?)```")
	told  = regexp.MustCompile(`(?m)console\.log\(.*\);(?: \})? // (.*)$`)
)

// blocks returns the scripts of a section of a page.
func blocks(t *testing.T, file, section string) []string {
	text, err := os.ReadFile(filepath.Join(repository, file))
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), section)
	require.True(t, ok, "%s has no section %s", file, section)
	rest, _, _ = strings.Cut(rest, "\n## ")
	var list []string
	for _, m := range block.FindAllStringSubmatch(rest, -1) {
		list = append(list, m[1])
	}
	return list
}

// promised returns what a script says that it prints, in its remarks.
func promised(text string) string {
	var lines strings.Builder
	for _, m := range told.FindAllStringSubmatch(text, -1) {
		lines.WriteString(m[1] + "\n")
	}
	return lines.String()
}

// TestReadmeScripts runs the scripts of the README. Each prints what it says, and does step by step what the scenario does.
func TestReadmeScripts(t *testing.T) {
	const longest = 10
	scripts := blocks(t, "README.md", "\n## Use it from a script\n")
	require.Len(t, scripts, 5)
	for i, text := range scripts {
		s := scenario.All()[i]
		t.Run(s.ID, func(t *testing.T) {
			require.LessOrEqual(t, strings.Count(text, "\n"), longest, "lines")
			require.Contains(t, strings.ToLower(text), strings.ToLower(s.Title))
			want := promised(text)
			require.NotEmpty(t, want)
			name := fmt.Sprintf("readme%d.mjs", i+1)
			require.Equal(t, want, runText(t, name, text, nil))
			whole := runText(t, name, text+"console.log(s.trace());\n", nil)
			require.Equal(t, bare(t, s.Trace)+"\n", strings.TrimPrefix(whole, want))
		})
	}
}

// bare returns a trace without what people wrote into it.
func bare(t *testing.T, old *trace.Trace) string {
	plain := trace.New(old.Contract, old.NodeList())
	for i, step := range old.Steps {
		plain.Steps = append(plain.Steps, trace.Step{Command: step.Command})
		if i == 0 {
			plain.Steps[0].Before = []string{""}
		}
	}
	plain, err := trace.Annotate(plain)
	require.NoError(t, err)
	return plain.String()
}

// TestReadmeOfThePackage runs the script that the package's own page shows.
func TestReadmeOfThePackage(t *testing.T) {
	scripts := blocks(t, "wasm/tools/npm/README.md", "# Firm Offer\n")
	require.Len(t, scripts, 1)
	want := promised(scripts[0])
	require.NotEmpty(t, want)
	require.Equal(t, want, runText(t, "page.mjs", scripts[0], nil))
}
