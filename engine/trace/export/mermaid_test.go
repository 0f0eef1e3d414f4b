package export

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// mermaidLine is every line that a diagram may have. A text is made of harmless characters and numbered entities.
var mermaidLine = regexp.MustCompile(`^(sequenceDiagram|%% [a-zA-Z0-9 ]+|    (title|participant (M|F\d+) as|Note over M:|F\d+->>M:|M(-->>|--x)F\d+:) (` +
	`[a-zA-Z0-9 .,()=+_/-]|[^\x00-\xa0]|: |#\d+;)+)$`)

func TestMermaidLinesAreOfTheRightShape(t *testing.T) {
	for name, tr := range stories(t) {
		for _, c := range engine.Contracts() {
			text := made(t, Mermaid, under(tr, c.Name))
			known := map[string]bool{"M": true}
			for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				assert.Regexp(t, mermaidLine, line, name)
				said := regexp.MustCompile(`^    (participant|title|Note over|[MF]\d*-+(>>|x)[MF]\d*:)`).ReplaceAllString(line, "")
				assert.NotRegexp(t, `(^|[^a-zA-Z0-9])end([^a-zA-Z0-9]|$)|wrap: `, said, name)
				if p := strings.Fields(line); p[0] == "participant" {
					known[p[1]] = true
				}
				if m := regexp.MustCompile(`^    ([MF]\d*)-+(?:>>|x)([MF]\d*):`).FindStringSubmatch(line); m != nil {
					assert.True(t, known[m[1]] && known[m[2]], "%s: a stranger in %q", name, line)
				}
			}
		}
	}
}

func TestMermaidTellsTheStory(t *testing.T) {
	text := made(t, Mermaid, stories(t)["expired"])
	for _, line := range []string{"    participant F2 as B\n", "    F1->>M: make A timeout=5\n", "    M-->>F1: o1: n1 offers 6 to A until 5\n",
		"    Note over M: now 5\n    M-->>F1: o1 expired\n", "    M--xF1: refused: o1 expired at 5, now is 5\n"} {
		assert.Contains(t, text, line)
	}
	assert.NotContains(t, text, "%%")
	assert.Contains(t, made(t, Mermaid, long(5000)), "%% longer than")
	assert.Equal(t, "#101;nd #34;#35;#59; (#101;nd) endless wrap#58; a: b#8238;", mermaidText("end \"#; (end) endless wrap: a: b\u202e"))
}

// Written only on demand, for a look with Mermaid itself.
func TestWriteDiagrams(t *testing.T) {
	dir := os.Getenv("DIAGRAMS")
	if dir == "" {
		t.Skip("the variable DIAGRAMS names no folder to write them to")
	}
	for name, tr := range stories(t) {
		require.NoError(t, os.WriteFile(dir+"/"+name+".mmd", []byte(made(t, Mermaid, tr)), 0o600))
	}
	require.NoError(t, os.WriteFile(dir+"/long.mmd", []byte(made(t, Mermaid, long(10_000))), 0o600))
}
