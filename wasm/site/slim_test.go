package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSlim(t *testing.T) {
	for _, c := range []struct{ name, was, is string }{
		{"a.js", "// why\n(() => {\n  // so\n\n  const long = 1; f('http://x', `a\n  // b`, long); // here\n})();\n", "(()=>{const e=1;f(\"http://x\",`a\n  // b`,e)})()"},
		{"a.mjs", "export const known = 'a.wasm';\n", "export const known=\"a.wasm\""},
		{"a.css", "/* why\n   so */\na { b: c; }\n\n  d { e: f; }\n", "a{b:c}d{e:f}"},
		{"a.html", "  <!-- x -->\n", "  <!-- x -->\n"},
		{"sw.js", "const FIRST = {}; // first\n", "const FIRST = {}; // first\n"},
	} {
		slimmed, err := slim(c.name, []byte(c.was))
		require.NoError(t, err)
		require.Equal(t, c.is, string(slimmed))
	}
	_, err := slim("broken.js", []byte("f("))
	require.ErrorContains(t, err, "broken.js")
}
