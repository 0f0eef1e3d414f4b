package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSqueeze(t *testing.T) {
	for was, is := range map[string]string{
		"import \"log\"\nvar _ log.Logger\n": "",
		"\tvgn = &vugu.VGNode{Type: vugu.VGNodeType(1), Data: \"\\n\"}\n\tvgparent.AppendChild(vgn)\n":                                                                                           "",
		"vgn = &vugu.VGNode{Type: vugu.VGNodeType(1), Data: \"a \\\" b\"}\nvgparent.AppendChild(vgn)\n":                                                                                          "vgn = newText(vgparent, \"a \\\" b\")\n",
		"vgn = &vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: \"\", Data: \"p\", Attr: []vugu.VGAttribute(nil)}\nvgparent.AppendChild(vgn)\n":                                                 "vgn = newElement(vgparent, \"p\")\n",
		"vgn = &vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: \"\", Data: \"p\", Attr: []vugu.VGAttribute{{Namespace: \"\", Key: \"id\", Val: \"x\"}}}\nvgout.Out = append(vgout.Out, vgn)\n": "vgn = newElement(nil, \"p|id|x\")\nvgout.Out = append(vgout.Out, vgn)\n",
		"vgn.SetInnerHTML(vugu.HTML(\"a \\\"b\\\"\"))": "setStatic(vgn, \"a \\\"b\\\"\")",
		"vgn = &vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: \"svg\", Data: \"g\", Attr: []vugu.VGAttribute(nil)}\nvgparent.AppendChild(vgn)\n": "vgn = &vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: \"svg\", Data: \"g\", Attr: []vugu.VGAttribute(nil)}\nvgparent.AppendChild(vgn)\n",
	} {
		require.Equal(t, is, squeeze(was))
	}
}

// What is committed must be what vugugen and squeeze write; a pattern that no longer fits vugugen shows here.
func TestTheGeneratedCodeIsSqueezed(t *testing.T) {
	files, err := filepath.Glob("../*_gen.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		code, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(code), squeeze(string(code)), name)
		require.NotContains(t, string(code), `Data: "\n"}`, name)
		require.False(t, strings.Contains(string(code), "DOMEventHandlerSpecList"), name)
	}
}
