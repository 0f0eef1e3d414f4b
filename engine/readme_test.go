package engine_test

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

func TestReadmeListsEveryContract(t *testing.T) {
	for _, c := range engine.Contracts() {
		found := false
		for line := range strings.Lines(houseText(t, "README.md")) {
			found = found || strings.HasPrefix(line, "| `"+c.Name+"` |") && strings.Contains(line, c.Resembles)
		}
		require.True(t, found, "the table of contracts in README.md lacks %s, which resembles %q", c.Name, c.Resembles)
	}
}

var (
	goBlock    = regexp.MustCompile("(?s)\n```go\n(.*?)```")
	shellBlock = regexp.MustCompile("(?s)\n```sh\n(.*?)```")
	told       = regexp.MustCompile(`(?m)fmt\.Println\(.*\) *// (.*)$`)
	named      = regexp.MustCompile(`\b(\w+)\.[A-Z]`)
	makeLine   = regexp.MustCompile(`(?m)^make ([a-z-]+)`)
	makeSpan   = regexp.MustCompile("`make ([a-z-]+)`")
)

// packagePaths are what the programs of the README import, by the name that they call it.
var packagePaths = map[string]string{"engine": "firmoffer/engine", "check": "firmoffer/engine/check", "trace": "firmoffer/engine/trace",
	"fmt": "fmt", "log": "log", "errors": "errors"}

// Every Go program of the README is built as it stands there, and prints what its remarks say.
func TestReadmeProgramsRun(t *testing.T) {
	blocks := goBlock.FindAllStringSubmatch(houseText(t, "README.md"), -1)
	require.Len(t, blocks, strings.Count(houseText(t, "README.md"), "```go"))
	require.NotEmpty(t, blocks)
	for i, b := range blocks {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			formatted, err := format.Source([]byte(b[1]))
			require.NoError(t, err)
			require.Equal(t, string(formatted), b[1])
			var promised []string
			for _, m := range told.FindAllStringSubmatch(b[1], -1) {
				promised = append(promised, m[1])
			}
			require.Len(t, promised, strings.Count(b[1], "Println("), "a line that prints says what")
			printed := runProgram(t, b[1])
			// What a loop prints stands in one remark.
			require.Equal(t, strings.Join(promised, ", "), strings.ReplaceAll(strings.TrimSuffix(printed, "\n"), "\n", ", "))
		})
	}
}

// runProgram runs the statements as the body of a program inside this module, where nobody else sees it.
func runProgram(t *testing.T, statements string) string {
	var imports []string
	for _, m := range named.FindAllStringSubmatch(statements, -1) {
		if path, known := packagePaths[m[1]]; known && !slices.Contains(imports, path) {
			imports = append(imports, path)
		}
	}
	dir := t.TempDir()
	program, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	text := fmt.Sprintf("package main\n\nimport (\n\t%s\n)\n\nfunc main() {\n%s}\n", `"`+strings.Join(imports, "\"\n\t\"")+`"`, statements)
	require.NoError(t, os.WriteFile(program, []byte(text), 0o600))
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(house(t), "wasm/readme/main.go"): program}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	var complaint strings.Builder
	cmd := exec.Command("go", "run", "-overlay", overlay, "./wasm/readme")
	cmd.Dir, cmd.Stderr = house(t), &complaint
	printed, err := cmd.Output()
	require.NoError(t, err, "%s\n%s", text, complaint.String())
	return string(printed)
}

// What the README tells people to type is there: `make help` lists it, and make knows how.
func TestReadmeNamesTargetsOfTheMakefile(t *testing.T) {
	readme := houseText(t, "README.md")
	var targets []string
	for _, m := range makeLine.FindAllStringSubmatch(shellBlock.FindStringSubmatch(readme)[1], -1) {
		targets = append(targets, m[1])
	}
	require.ElementsMatch(t, []string{"run", "test"}, targets, "the two commands")
	for _, m := range makeSpan.FindAllStringSubmatch(readme, -1) {
		targets = append(targets, m[1])
	}
	require.Subset(t, targets, []string{"build", "bench", "help"})
	help := runMake(t, "help")
	for _, target := range targets {
		require.Regexp(t, `(?m)^  make `+target+` +\S`, help)
		require.NotEmpty(t, runMake(t, "-n", target))
	}
}

// runMake runs make as a newcomer does, and not as a part of the make that runs this test.
func runMake(t *testing.T, args ...string) string {
	cmd := exec.Command("make", args...)
	cmd.Dir = house(t)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return regexp.MustCompile(`^(MAKE|MFLAGS|GNUMAKE)`).MatchString(v) })
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "make %s: %s", args, out)
	return string(out)
}
