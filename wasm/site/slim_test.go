package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSlim(t *testing.T) {
	for _, c := range []struct{ name, was, is string }{
		{"a.js", "// why\n(() => {\n  // so\n\n  f('http://x'); // here\n})();\n", "(() => {\nf('http://x'); // here\n})();\n"},
		{"a.js", "x = `\n// text\n`;\n", "x = `\n// text\n`;\n"},
		{"a.css", "/* why\n   so */\na { b: c; }\n\n  d { e: f; }\n", "\na { b: c; }\nd { e: f; }\n"},
		{"a.html", "  <!-- x -->\n", "  <!-- x -->\n"},
	} {
		require.Equal(t, c.is, string(slim(c.name, []byte(c.was))))
	}
}
