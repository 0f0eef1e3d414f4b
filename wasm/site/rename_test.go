package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

func smallSite() map[string][]byte {
	return map[string][]byte{
		"index.html":      []byte(`<link href="look.css"><script src="boot.js"></script><p>boot</p>`),
		"look.css":        []byte("p{}"),
		"boot.js":         []byte("fetch('app.wasm'); open(`./worker.js`); say('index.html', 'other.js', \"lessons/1.trace\")"),
		"worker.js":       []byte("importScripts('exec.js') ; say(`The file exec.js fails`) // not (exec.js)\n"),
		"exec.js":         []byte("f()"),
		"app.wasm":        []byte("\x00asm 'look.css'"),
		"lessons/1.trace": []byte("firmoffer/1"),
	}
}

func TestNamesCarryHashes(t *testing.T) {
	files, names, err := rename(smallSite())
	require.NoError(t, err)
	require.Len(t, files, 7)
	require.Equal(t, "index.html", names["index.html"])
	require.Equal(t, "lessons/1.trace", names["lessons/1.trace"])
	for _, old := range []string{"look.css", "boot.js", "worker.js", "exec.js", "app.wasm"} {
		require.True(t, handler.Hashed(names[old]), names[old])
		require.Equal(t, hashedName(old, files[names[old]]), names[old])
	}
	require.Equal(t, `<link href="`+names["look.css"]+`"><script src="`+names["boot.js"]+`"></script><p>boot</p>`, string(files["index.html"]))
	require.Equal(t, "fetch('"+names["app.wasm"]+"'); open(`./"+names["worker.js"]+"`); say('index.html', 'other.js', \"lessons/1.trace\")",
		string(files[names["boot.js"]]))
	require.Equal(t, "\x00asm 'look.css'", string(files[names["app.wasm"]]), "a program is left as it is")
	require.True(t, isProgram(names["app.wasm"]))
}

// TestAChangeReachesTheEntries: whoever names a changed file gets a new name as well, and nobody else does.
func TestAChangeReachesTheEntries(t *testing.T) {
	_, before, err := rename(smallSite())
	require.NoError(t, err)
	changed := smallSite()
	changed["exec.js"] = []byte("g()")
	_, after, err := rename(changed)
	require.NoError(t, err)
	for name := range before {
		differs := name == "exec.js" || name == "worker.js" || name == "boot.js"
		require.Equal(t, differs, before[name] != after[name], name)
	}
}

func TestNamesThatCannotBeRewrittenAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ file, body, says string }{
		"nobody names it": {"lonely.js", "f()", "lonely.js is named by no other file"},
		"without quotes":  {"look.css", "p{background:url(exec.js)}", "look.css names exec.js without quotes"},
		"in a folder":     {"look.css", "'sub/exec.js'", "look.css names exec.js without quotes"},
		"each other":      {"exec.js", "f('worker.js')", "itself"},
		"two quotes":      {"look.css", `"exec.js'`, "without quotes"},
	} {
		t.Run(name, func(t *testing.T) {
			files := smallSite()
			files[c.file] = []byte(c.body)
			_, _, err := rename(files)
			require.ErrorContains(t, err, c.says)
		})
	}
}
