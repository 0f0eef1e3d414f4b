package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The rules of the house, held by tests. Bounds only go down, and lists of exceptions only get shorter.
const (
	mostFunctionLines = 60
	mostFileLines     = 400
)

// layers is the one way in which imports point: a package imports packages of lower layers only.
var layers = map[string]int{"engine": 0, "engine/trace": 1, "engine/check": 1, "engine/scenario": 2, "engine/trace/export": 3, "web/app": 3, "web": 4, "wasm": 5,
	"engine/trace/bar": 1, "engine/trace/link": 2, "engine/trace/tell": 2, "engine/trace/predict": 2, "engine/trace/say": 0, "web/words": 4, "web/squeeze": 0} // a tool beside the house: it imports nothing of ours

// houseTop is everything that may stand at the top of the repo, beside dot files.
var houseTop = []string{"go.mod", "go.sum", "engine", "web", "wasm", "static", "Makefile", "README.md", "LICENSE", "dist"}

func house(t *testing.T) string {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	_, err = os.Stat(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	return root
}

// houseFiles returns the files below the top with one of the endings, with slashes; what is built is not part of the house.
func houseFiles(t *testing.T, endings ...string) []string {
	root := house(t)
	var list []string
	require.NoError(t, filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, file)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil || rel == ".":
			return err
		case e.IsDir() && (rel == "dist" || strings.HasPrefix(e.Name(), ".")):
			return filepath.SkipDir
		case !e.IsDir() && (slices.Contains(endings, path.Ext(rel)) || len(endings) == 0):
			list = append(list, rel)
		}
		return nil
	}))
	require.NotEmpty(t, list)
	return list
}

func parsed(t *testing.T, file string) (*token.FileSet, *ast.File) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, filepath.Join(house(t), file), nil, parser.ParseComments)
	require.NoError(t, err)
	return set, f
}

func houseText(t *testing.T, file string) string {
	text, err := os.ReadFile(filepath.Join(house(t), file))
	require.NoError(t, err)
	return string(text)
}

func isGenerated(file string) bool { return strings.HasSuffix(file, "_gen.go") }
func isTest(file string) bool      { return strings.HasSuffix(file, "_test.go") }
func isFixture(file string) bool   { return strings.Contains(file, "/testdata/") }

// layer returns the layer of a package, or -1: a directory inside the program that is no layer of its own is the program's.
func layer(dir string) int {
	if strings.HasPrefix(dir, "wasm/") {
		dir = "wasm"
	}
	if l, ok := layers[dir]; ok {
		return l
	}
	return -1
}

func TestImportsPointOneWay(t *testing.T) {
	for _, file := range houseFiles(t, ".go") {
		if isTest(file) || isFixture(file) {
			continue
		}
		dir := path.Dir(file)
		mine := layer(dir)
		assert.GreaterOrEqual(t, mine, 0, "%s: this package has no layer", file)
		_, f := parsed(t, file)
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if ours, ok := strings.CutPrefix(name, "firmoffer/"); ok {
				theirs := layer(ours)
				assert.True(t, theirs >= 0 && theirs < mine || mine == 5 && theirs == 5, "%s imports %s", file, name)
				continue
			}
			assert.Empty(t, unwelcome(dir, name), "%s imports %s", file, name)
		}
	}
}

// unwelcome says why a package may not import one of the standard library or of somebody else, or "".
func unwelcome(dir, name string) string {
	standard := !strings.Contains(strings.Split(name, "/")[0], ".")
	pure := dir == "engine" || strings.HasPrefix(dir, "engine/")
	switch {
	case (pure || dir == "web/app") && !standard:
		return "only the standard library"
	case name == "syscall/js" && !strings.HasPrefix(dir, "wasm"):
		return "the browser belongs to the program"
	case pure && slices.Contains([]string{"os", "io", "time", "net", "math/rand", "math/rand/v2", "crypto/rand", "log", "context", "unsafe", "runtime"}, name),
		pure && (strings.HasPrefix(name, "net/") || strings.HasPrefix(name, "os/")):
		return "no clock, no randomness, no input and output"
	case dir == "web/app" && slices.Contains([]string{"time", "os", "log", "regexp", "net/url", "context", "encoding/json"}, name):
		return "a page whose state depends on a clock cannot be replayed; and what is large is downloaded by everybody"
	}
	return ""
}

func TestFunctionsAndFilesAreShort(t *testing.T) {
	for _, file := range houseFiles(t, ".go", ".vugu", ".js", ".css", ".html", ".md") {
		if isGenerated(file) || isFixture(file) {
			continue
		}
		assert.LessOrEqual(t, strings.Count(houseText(t, file), "\n"), mostFileLines, "%s has too many lines", file)
		if path.Ext(file) != ".go" {
			continue
		}
		set, f := parsed(t, file)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
				assert.LessOrEqual(t, n, mostFunctionLines, "%s: %s has too many lines", file, fn.Name.Name)
			}
		}
	}
}

func TestTheTopIsTidy(t *testing.T) {
	entries, err := os.ReadDir(house(t))
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			assert.Contains(t, houseTop, e.Name(), "it belongs into one of the folders")
		}
	}
}

// What other programs use says what it is.
func TestExportedNamesAreDocumented(t *testing.T) {
	for _, file := range houseFiles(t, ".go") {
		if !strings.HasPrefix(file, "engine/") || isTest(file) || isFixture(file) {
			continue
		}
		_, f := parsed(t, file)
		for _, d := range f.Decls {
			for _, name := range undocumented(d) {
				assert.Fail(t, "no comment", "%s: %s", file, name)
			}
		}
	}
}

func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var names []string
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && s.Doc == nil && s.Name.IsExported() {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				if d.Doc == nil && s.Doc == nil && s.Comment == nil && s.Names[0].IsExported() {
					names = append(names, s.Names[0].Name)
				}
			}
		}
		return names
	}
	return nil
}

func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// The words that this field has for our things, and that we do not use: each thing has one name. Some of them name other
// things elsewhere, so they are looked for only where our things are meant, and never where another system is named.
var (
	neverSaid     = regexp.MustCompile(`(?i)\b(sl` + `aves?|resc` + `ind(s|ed)?)\b`)
	seldomSaid    = regexp.MustCompile(`(?i)\b(pods?|jobs?|agents?|hosts?)\b`)
	otherSystems  = regexp.MustCompile(`Kubernetes|user agent`)
	machinePlaces = regexp.MustCompile(`(^|[^a-zA-Z0-9.])/(wor` + `k|ro` + `ot|ho` + `me)/`)
)

func TestOneWordForEachThing(t *testing.T) {
	for _, file := range houseFiles(t, ".go", ".vugu", ".js", ".css", ".html", ".md", ".trace", ".txt", ".mod") {
		for i, line := range strings.Split(houseText(t, file), "\n") {
			assert.NotRegexp(t, neverSaid, line, "%s:%d", file, i+1)
			assert.NotRegexp(t, machinePlaces, line, "%s:%d: a place on somebody's machine", file, i+1)
		}
		if isTest(file) {
			continue
		}
		for _, said := range saidTo(t, file) {
			if !otherSystems.MatchString(said) {
				assert.NotRegexp(t, seldomSaid, said, file)
			}
		}
	}
}

// saidTo returns what a file says to people about nodes, offers and tasks: everything in the engine and in texts, and
// what is quoted in the page's programs.
func saidTo(t *testing.T, file string) []string {
	switch {
	case strings.HasPrefix(file, "engine/") && !isFixture(file), slices.Contains([]string{".vugu", ".trace", ".md", ".html"}, path.Ext(file)):
		return strings.Split(houseText(t, file), "\n")
	case strings.HasPrefix(file, "web/app/") && path.Ext(file) == ".go":
		var quoted []string
		_, f := parsed(t, file)
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				quoted = append(quoted, lit.Value)
			}
			return true
		})
		return quoted
	}
	return nil
}
