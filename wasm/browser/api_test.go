package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

// probes are a page and a worker beside the site that use the script API, under the policy of the site.
var probes = map[string]string{
	"/a/b/probe/page.html": `<!doctype html><title>probe</title><link rel="icon" href="data:,"><script type="module" src="page.mjs"></script>`,
	"/a/b/probe/page.mjs": `import { probe } from './probe.mjs';
		globalThis.told = await probe();
		const worker = new Worker('worker.mjs', {type: 'module'});
		worker.onmessage = ({data}) => { globalThis.toldByWorker = data; };
		worker.onerror = ({message}) => { globalThis.toldByWorker = message; };`,
	"/a/b/probe/worker.mjs": `import { probe } from './probe.mjs'; postMessage(await probe());`,
	"/a/b/probe/probe.mjs": `import { load, Scheduler, find, fromLink } from '../firm-offer-api.mjs';
		export async function probe() {
			const before = Object.getOwnPropertyNames(globalThis);
			await load();
			const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
			const s = new Scheduler([['n1', 10]]);
			const [o] = s.makeOffers('A');
			s.acceptOffer('A', o);
			let refused;
			try { s.acceptOffer('B', o); } catch (e) { refused = e.name + ': ' + e.message; }
			const {verdict, states} = find();
			return [o.state, refused, s.launchTask('A', o), verdict, states, fromLink(s.toLink()).at, left.join()].join(' | ');
		}`,
}

const probeTells = "accepted | RefusalError: o1 is A's, not B's | t1 | holds | 1104 | 4 | "

// serveProbes serves the site and the probes below a path; with a strange type for programs if wanted.
func serveProbes(t *testing.T, wasmType string) (url string) {
	files, err := handler.New(site)
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path
		if text, ok := probes[name]; ok {
			w.Header().Set("Content-Security-Policy", handler.Policy)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if strings.HasSuffix(name, ".mjs") {
				w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			}
			_, _ = w.Write([]byte(text))
			return
		}
		if wasmType != "" && strings.HasSuffix(name, ".wasm") {
			body, err := os.ReadFile(filepath.Join(site, filepath.Base(name)))
			if err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", wasmType)
			_, _ = w.Write(body)
			return
		}
		http.StripPrefix("/a/b", files).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/a/b/probe/page.html"
}

// TestScriptAPI imports the script API in a page and in a module worker, without any permission to eval and below a path. Nothing
// is left in the global scope of either.
func TestScriptAPI(t *testing.T) {
	for name, wasmType := range map[string]string{"as served": "", "wrong type": "text/plain", "no program's type": "application/octet-stream"} {
		t.Run(name, func(t *testing.T) {
			p := openAt(t, serveProbes(t, wasmType))
			p.waitFor("window.told && window.toldByWorker")
			require.Equal(t, probeTells, p.text("told"))
			require.Equal(t, probeTells, p.text("toldByWorker"))
		})
	}
}
