// Command squeeze makes the code that vugugen wrote smaller, in the folder that it is run in. The code does the same
// afterwards: what vugugen writes out for each node becomes a call of the helpers in nodes.go. Half of the page's own code
// in the download is nodes, so this saves a tenth of all of it. Two things it drops: text that is only a line break, which
// shows nothing but is a node of its own in every render, and the import of log, which nothing uses.
//
// One thing it adds: components for the rows of a table. What belongs into a table may stand nowhere else, and a component in no
// table, so the parser drops either. In the markup of both, names of elements begin with x-, which means nothing to the parser and
// is taken away here.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	files, err := filepath.Glob("*_gen.go")
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there is no generated file here")
	}
	for _, name := range files {
		if err == nil {
			err = squeezeFile(name)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "squeeze:", err)
		os.Exit(1)
	}
}

func squeezeFile(name string) error {
	code, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(squeeze(string(code))), 0o644)
}

const quoted = `("(?:[^"\\]|\\.)*")`

var (
	lineBreak = regexp.MustCompile(`\t*vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: "\\n"\}\n\t*vgparent\.AppendChild\(vgn\)\n`)
	text      = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: ` + quoted + `\}\n\t*vgparent\.AppendChild\(vgn\)\n`)
	element   = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: ` + quoted +
		`, Attr: \[\]vugu\.VGAttribute(\(nil\)|\{.*\})\}\n(\t*vgparent\.AppendChild\(vgn\)\n)?`)
	attribute = regexp.MustCompile(`\{Namespace: "", Key: ` + quoted + `, Val: ` + quoted + `\}`)
	handler   = regexp.MustCompile(`vgn\.DOMEventHandlerSpecList = append\(vgn\.DOMEventHandlerSpecList, vugu\.DOMEventHandlerSpec\{\n` +
		`\s*EventType:\s*` + quoted + `,\n\s*Func:\s*(func\(event vugu\.DOMEvent\) \{.*\}),\n\s*// TODO.*\n\s*\}\)\n`)
	property = regexp.MustCompile(`(?s)\{\n\t*b, err := vjson\.Marshal\(([^\n]*)\)\n\t*if err != nil \{\n\t*panic\(err\)\n\t*\}\n` +
		`\t*vgn\.Prop = append\(vgn\.Prop, vugu\.VGProperty\{Key: ` + quoted + `, JSONVal: vjson\.RawMessage\(b\)\}\)\n\t*\}\n`)
	wiring = regexp.MustCompile(`(?s)vgcompKey := vugu\.MakeCompKey\((0x[0-9A-F]+)\^vgin\.CurrentPositionHash\(\), (\w+)\)\n[^\n]*\n` +
		`\t*vgcomp, _ := vgin\.BuildEnv\.CachedComponent\(vgcompKey\)\.\(\*(\w+)\)\n.*?vgin\.BuildEnv\.UseComponent[^\n]*\n(.*?)` +
		`\t*vgout\.Components = append\(vgout\.Components, vgcomp\)\n\t*vgn = &vugu\.VGNode\{Component: vgcomp\}\n\t*vgparent\.AppendChild\(vgn\)\n`)
	inTable = regexp.MustCompile(`("|</?)x-([a-z])`)
	static  = regexp.MustCompile(`vgn\.SetInnerHTML\(vugu\.HTML\(` + quoted + `\)\)`)
	logging = regexp.MustCompile(`(?m)^(import "log"|var _ log\.Logger)\n`)
)

// squeeze returns the code with everything replaced that it knows; what it does not know stays as it is.
func squeeze(code string) string {
	code = logging.ReplaceAllString(code, "")
	code = inTable.ReplaceAllString(code, "$1$2")
	code = lineBreak.ReplaceAllString(code, "")
	code = text.ReplaceAllString(code, "vgn = newText(vgparent, $1)\n")
	code = element.ReplaceAllStringFunc(code, squeezeElement)
	code = static.ReplaceAllString(code, "setStatic(vgn, $1)")
	code = handler.ReplaceAllString(code, "onEvent(vgn, $1, $2)\n")
	code = wiring.ReplaceAllString(code, "vgcomp := component(vgin, vgout, vgparent, $1, $2, func() vugu.Builder { return new($3) }).(*$3)\n$4")
	return property.ReplaceAllString(code, "setProperty(vgn, $2, $1)\n")
}

func squeezeElement(code string) string {
	m := element.FindStringSubmatch(code)
	attributes := attribute.FindAllStringSubmatch(m[2], -1)
	if strings.Count(m[2], "Namespace:") != len(attributes) {
		return code // an attribute with a namespace
	}
	parent := "vgparent"
	if m[3] == "" {
		parent = "nil"
	}
	all := unquoted(m[1])
	for _, a := range attributes {
		all += "|" + unquoted(a[1]) + "|" + unquoted(a[2])
	}
	if strings.Count(all, "|") != 2*len(attributes) {
		return code // a text with a bar of its own
	}
	return "vgn = newElement(" + parent + ", " + strconv.Quote(all) + ")\n"
}

func unquoted(literal string) string {
	text, err := strconv.Unquote(literal)
	if err != nil {
		panic("vugugen wrote " + literal + ", which is no string")
	}
	return text
}
