package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The script that other sites load before anybody asked for anything: its bytes as they are served, not compressed.
func TestTheEmbedScriptIsSmall(t *testing.T) {
	const bound = 5000
	source, err := os.ReadFile(filepath.Join("../../static", "firm-offer.js"))
	require.NoError(t, err)
	served := len(slim("firm-offer.js", source))
	t.Logf("%d bytes, bound %d", served, bound)
	require.LessOrEqual(t, served, bound)
}

func TestSqueezing(t *testing.T) {
	for in, want := range map[string]string{
		"  const a = [b, c] ;  // why\n":        "const a=[b,c];",
		"if (a) return 'x = y, \\' z' + 1;":     "if(a)return 'x = y, \\' z'+1;",
		"f(`a ${b} = c`, (d) => { e(); });":     "f(`a ${b} = c`,(d)=>{e();});",
		"const r = /a = b/; // stays, but this": "const r = /a = b/;",
		"a - -b; c + +d;":                       "a- -b;c+ +d;",
		"a / b; c = d":                          "a / b; c = d",
	} {
		require.Equal(t, want+"\n", string(slim("firm-offer.js", []byte(in))), in)
	}
}
