package main

import (
	"go/ast"
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
)

// The build fails by itself when a program calls a function that smallfmt has not; only the verbs need an eye.
func TestSmallFmtKnowsEveryVerbThatIsLinked(t *testing.T) {
	formats := 0
	for _, program := range []string{"./wasm", "./wasm/tools"} {
		for _, file := range filesWithFmt(t, program) {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			require.NoError(t, err)
			ast.Inspect(parsed, func(n ast.Node) bool {
				if literal, ok := formatOf(n); ok {
					formats++
					assert.Empty(t, foreignVerb(literal), "%s: %q", file, literal)
				}
				return true
			})
		}
	}
	assert.Greater(t, formats, 100)
}

func TestForeignVerbs(t *testing.T) {
	for format, want := range map[string]string{"%d of %s%%": "", "%q %+v %#x": "", "%5d": "%5", "%-3s": "%-", "a %.2f": "%.", "%f": "%f", "%p": "%p", "%": "%"} {
		assert.Equal(t, want, foreignVerb(format), format)
	}
}

// foreignVerb returns the first verb of the format that smallfmt does not know, "" for none.
func foreignVerb(format string) string {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		from := i
		for i++; i < len(format) && (format[i] == '+' || format[i] == '#'); i++ {
		}
		if i == len(format) || !strings.Contains("%vsdqxtcUTw", format[i:i+1]) {
			return format[from:min(i+1, len(format))]
		}
	}
	return ""
}

// formatOf returns the literal format of a call of package fmt.
func formatOf(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	name, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasSuffix(name.Sel.Name, "f") {
		return "", false
	}
	if from, ok := name.X.(*ast.Ident); !ok || from.Name != "fmt" {
		return "", false
	}
	for _, arg := range call.Args {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			format, err := strconv.Unquote(literal.Value)
			return format, err == nil
		}
	}
	return "", false
}

// filesWithFmt returns the files that import fmt of all packages that are linked into the program.
func filesWithFmt(t *testing.T, program string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-tags", "tinygo", "-deps", "-f", "{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}", program)
	cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	require.NoError(t, err)
	var files []string
	for _, file := range strings.Fields(string(out)) {
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(body), "\"fmt\"") {
			files = append(files, file)
		}
	}
	return files
}
