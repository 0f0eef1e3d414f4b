package browser

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAScriptThatFailedIsAskedForAgain: not those that came, whose listeners would be there twice.
func TestAScriptThatFailedIsAskedForAgain(t *testing.T) {
	broken, asked := map[string]http.HandlerFunc{}, map[string]int{}
	var mu sync.Mutex
	for _, name := range []string{"dom.js", "press.js"} {
		script := body(t, named(t, name))
		broken["/"+named(t, name)] = func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if asked[name]++; name == "dom.js" && asked[name] == 1 {
				http.Error(w, "later", http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(script)
		}
	}
	p := openAt(t, serveBroken(t, broken))
	p.excused = []string{"503", "MIME type", "data-state=failed", unused}
	p.waitState("failed")
	p.press("Try again")
	p.waitReady()
	p.press("Next: make A")
	require.Len(t, p.shown().Offers, 1)
	require.Equal(t, map[string]int{"dom.js": 2, "press.js": 1}, asked)
}

// TestTheFirstPictureSharesTheLineWithLittle: without boot.js nothing comes but what the picture needs, and the program.
func TestTheFirstPictureSharesTheLineWithLittle(t *testing.T) {
	broken := map[string]http.HandlerFunc{"/" + named(t, "boot.js"): func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }}
	var later atomic.Int32
	for _, name := range []string{"wasm_exec.js", "dom.js", "press.js", "share.js"} {
		broken["/"+named(t, name)] = func(w http.ResponseWriter, r *http.Request) { later.Add(1) }
	}
	p := openAt(t, serveBroken(t, broken))
	p.excused = []string{"404", "MIME type", unused}
	p.waitFor("document.readyState === 'complete'")
	require.Zero(t, later.Load())
}
