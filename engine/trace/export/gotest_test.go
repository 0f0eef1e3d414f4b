package export

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// runGo writes each text as a package of its own inside the module, for as long as the test runs, and runs a command of go
// over all of them.
func runGo(t *testing.T, texts []string, command ...string) (string, error) {
	dir, err := os.MkdirTemp("testdata", "written-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	for i, text := range texts {
		folder := filepath.Join(dir, "t"+strconv.Itoa(i))
		require.NoError(t, os.Mkdir(folder, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "written_test.go"), []byte(text), 0o600))
	}
	var list []string // named one by one: ./... leaves testdata out
	for i := range texts {
		list = append(list, "./"+filepath.ToSlash(filepath.Join(dir, "t"+strconv.Itoa(i))))
	}
	out, err := exec.Command("go", append(command, list...)...).CombinedOutput()
	return string(out), err
}

func TestGoTestsPass(t *testing.T) {
	all := stories(t)
	var texts []string
	for _, tr := range all {
		texts = append(texts, made(t, GoTest, tr))
	}
	// The package is compiled once for each text, so a few stories stand for all under other contracts.
	for _, c := range engine.Contracts() {
		for _, name := range []string{"accepted-outlives-pending", "overhang"} {
			texts = append(texts, made(t, GoTest, under(all[name], c.Name)))
		}
	}
	texts = append(texts, made(t, GoTest, long(10_000)))
	for _, text := range texts {
		_, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
		require.NoError(t, err)
	}
	if testing.Short() {
		t.Skip("compiling every test takes a minute")
	}
	out, err := runGo(t, texts, "test", "-vet=all")
	assert.NoError(t, err, out)
	assert.Equal(t, len(texts), strings.Count(out, "ok  \t"), out)
}

func TestGoTestsFail(t *testing.T) {
	text := made(t, GoTest, stories(t)["accepted-outlives-pending"])
	for _, c := range []struct{ old, new, want string }{
		{"Resources: 3,", "Resources: 4,", "step 3, make B: got the offers"},
		{`refused: "not-pending"`, `refused: "not-owner"`, `step 7, accept B o2: got the error o2 was invalidated at 0, when n1 lost capacity, want refused: "not-owner"`},
		{`refused: "not-pending", `, "", "step 7, accept B o2: got the error"},
		{`task: "web"`, `task: "db"`, `step 6, launch A o1 as=web: got the task "web", want "db"`},
		{`{"o2", engine.Invalidated}}, nodes`, `{"o2", engine.Pending}}, nodes`, "step 5, resize n1 5: o2 is invalidated, want pending"},
		{`{"n1", 8, 0, 8}`, `{"n1", 8, 0, 9}`, "step 3, make B: got the node"},
		{"verdict: engine.Holds", "verdict: engine.Overhang", "step 1, make A: got the verdict holds, want overhang"},
		{`NodeID: "n1", Resources: 5},`, `NodeID: "n1", Resources: 6},`, "at the end: got the allocations"},
	} {
		require.Contains(t, text, c.old)
		out, err := runGo(t, []string{strings.Replace(text, c.old, c.new, 1)}, "test")
		assert.Error(t, err, "%q", c.new)
		assert.Contains(t, out, c.want)
	}
}
