package words

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

// spoken are the arguments that are messages, by the name of the function that takes them.
var spoken = map[string][]int{"It": {0}, "Key": {0}, "Count": {1, 2}, "AndMore": {2, 3}, "hint": {1, 2}, "list": {1}}

// dynamic are messages that no literal of the code says where they are said.
var dynamic = []string{"verdict", "steps", "slow", "normal", "fast", "ticks", "units", "commands", "nodes", "offers", "tasks"}

// collector gathers messages, each once, by where they were met first.
type collector struct {
	text strings.Builder
	seen map[string]bool
	part string
}

func (c *collector) open(part string) {
	c.part, c.seen = part, map[string]bool{}
	if part != "" {
		c.text.WriteString(part + "\n")
	}
}

func (c *collector) from(source string, messages []string) {
	headed := false
	for _, m := range messages {
		if !hasWords(m) || c.seen[m] {
			continue
		}
		if !headed {
			c.text.WriteString("\n# " + source + "\n")
			headed = true
		}
		c.seen[m] = true
		c.text.WriteString(m + "\n")
	}
}

var holes = regexp.MustCompile(`%[a-z]`)

// hasWords reports whether there is something to translate: two letters beside each other.
func hasWords(message string) bool {
	if strings.Contains(message, "“") { // quotes are another language's own
		return true
	}
	letters := 0
	for _, r := range holes.ReplaceAllString(message, " ") {
		if !unicode.IsLetter(r) {
			letters = 0
		} else if letters++; letters == 2 {
			return true
		}
	}
	return false
}

// collect returns en.txt.
func collect(t *testing.T) string {
	c := &collector{}
	c.open("")
	c.text.WriteString("# What the page says, in English. Written by: go test ./web/words -update\n")
	for _, pattern := range []string{"engine/trace/tell/*.go", "engine/trace/predict/*.go", "engine/trace/export/*.go", "web/app/*.go", "web/*.go", "wasm/*_js.go"} {
		files, err := filepath.Glob(filepath.Join("..", "..", pattern))
		require.NoError(t, err)
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				c.from(strings.TrimPrefix(filepath.ToSlash(file), "../../"), messagesOf(t, file))
			}
		}
	}
	c.from("the tables of the engine", tables())
	for _, name := range []string{"boot.js", "frame.js", "embed.js"} {
		script, err := os.ReadFile("../../static/" + name)
		require.NoError(t, err)
		var all []string
		for _, m := range regexp.MustCompile(`\bt\('((?:[^'\\]|\\.)*)'`).FindAllStringSubmatch(string(script), -1) {
			all = append(all, strings.ReplaceAll(m[1], `\'`, `'`))
		}
		c.from("static/"+name, all)
	}
	c.text.WriteString("\n")
	c.open("@sentences")
	for _, g := range sentences {
		c.from(g.source, g.patterns)
	}
	return c.text.String()
}

// tables are the words of the engine that the page shows one by one.
func tables() []string {
	all := slices.Clone(dynamic)
	for s := engine.Pending; s <= engine.Invalidated; s++ {
		all = append(all, s.String())
	}
	for v := engine.Holds; v <= engine.Violated; v++ {
		all = append(all, v.String(), strings.ToUpper(v.String()[:1])+v.String()[1:])
	}
	for i := range engine.Invariant(engine.InvariantCount) {
		all = append(all, i.Statement())
	}
	for _, c := range engine.Contracts() {
		all = append(all, c.Resembles)
	}
	for _, v := range trace.Verbs() {
		all = append(all, v.Help)
	}
	return all
}

// collectLessons returns en-lessons.txt.
func collectLessons(t *testing.T) string {
	c := &collector{}
	c.text.WriteString("# The texts of the library, in English. Written by: go test ./web/words -update\n")
	c.open("@lessons")
	for _, s := range scenario.All() {
		c.from(s.ID, textsOf(s.Trace, scenario.ReadLesson(s.Trace)))
	}
	for _, l := range scenario.Lessons() {
		doc, err := trace.Parse(l.Text)
		require.NoError(t, err)
		c.from(l.File, textsOf(doc, l))
	}
	return c.text.String()
}

func textsOf(doc *trace.Trace, l scenario.Lesson) []string {
	all := []string{l.Level, l.Title, l.Story, l.LookAt}
	for i := range doc.Steps {
		step := &doc.Steps[i]
		if q, ok := scenario.QuestionOf(step); ok {
			all = append(append(all, q.Text, q.Answer), q.Wrong...)
		}
		all = append(all, scenario.Narration(step), scenario.CheckpointOf(step))
	}
	return append(all, l.Lesson)
}

// messagesOf returns the messages of a file of Go code, those of the markup as well, which is Go code by then.
func messagesOf(t *testing.T, file string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	var all []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if strings.HasSuffix(n.Names[0].Name, "Words") {
				all = append(all, phrases(n)...)
			}
		case *ast.CallExpr:
			all = append(all, called(n)...)
		}
		return true
	})
	return all
}

// phrases are the literals of a table that have more than a word.
func phrases(table ast.Node) []string {
	var all []string
	ast.Inspect(table, func(n ast.Node) bool {
		if text, ok := literal(n); ok && strings.Contains(text, " ") {
			all = append(all, text)
		}
		return true
	})
	return all
}

// called are the messages in one call.
func called(call *ast.CallExpr) []string {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		if on, ok := f.X.(*ast.Ident); !ok || on.Name != "say" && on.Name != "tell" {
			return nil
		}
		name = f.Sel.Name
	}
	var all []string
	for _, at := range spoken[name] {
		if at < len(call.Args) {
			if text, ok := literal(call.Args[at]); ok {
				all = append(all, text)
			}
		}
	}
	if name == "newText" || name == "setStatic" || name == "newElement" {
		text, _ := literal(call.Args[1])
		all = append(all, markup(name, text)...)
	}
	return all
}

// markup are the texts in what stands in the markup: see nodes.go.
func markup(kind, text string) []string {
	var all []string
	switch kind {
	case "newText":
		all = append(all, strings.TrimSpace(text))
	case "setStatic":
		for piece := range strings.SplitSeq(text, "<") {
			if _, after, tagged := strings.Cut(piece, ">"); tagged {
				piece = after
			}
			all = append(all, strings.TrimSpace(piece))
		}
	default:
		parts := strings.Split(text, "|")
		for i := 1; i+1 < len(parts); i += 2 {
			if slices.Contains([]string{"aria-label", "title", "placeholder"}, parts[i]) {
				all = append(all, parts[i+1])
			}
		}
	}
	return all
}

func literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// messages returns the messages of a file with their parts before them.
func messages(file string) (all []string) {
	part := ""
	for line := range strings.Lines(file) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#' || line[0] == '\t':
		case line[0] == '@':
			part = strings.TrimPrefix(line, "@words")
		default:
			all = append(all, fmt.Sprint(part, " ", line))
		}
	}
	return all
}
