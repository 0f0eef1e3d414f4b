//go:build unix

package browsers

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed testdata/checks.js
var script string

// noThread is what Firefox says where a page without an origin asks for a thread of its own. Then the page does the work itself.
const noThread = "may not load data from"

func TestFirefox(t *testing.T) {
	f := startFirefox(t)
	checkEverywhere(t, f)
	t.Run("the system goes light again", func(t *testing.T) { // while the page is open
		require.NoError(t, f.prefer("light"))
		check(t, f, "light", false, "")
	})
}

func TestWebKit(t *testing.T) { checkEverywhere(t, startWebKit(t)) }

func checkEverywhere(t *testing.T, b browser) {
	places := []struct {
		name   string
		scheme string // that the system prefers
		at     func(t *testing.T) string
		table  string // of checks.js
		framed bool   // the playground is in a frame of the page
		excuse string // a pattern of errors in the console that belong to the place
	}{
		{"our own server", "light", func(t *testing.T) string { return ours(t, "") }, "page", false, ""},
		{"the strictest policy", "light", func(t *testing.T) string { return ours(t, strictest) }, "page", false, ""},
		{"a policy that forbids it", "light", func(t *testing.T) string { return ours(t, strings.Replace(strictest, " 'wasm-unsafe-eval'", "", 1)) }, "forbidden", false, "^Object|Content-Security-Policy"},
		{"a sandbox", "light", func(t *testing.T) string { return sandboxed(t, b) }, "page", true, noThread},
		{"a folder", "light", func(*testing.T) string { return onDisk() }, "page", false, ""},
		{"a narrow frame", "light", func(t *testing.T) string { return framed(t, ours(t, ""), `width="320"`) }, "phone", true, ""},
		{"somebody's page", "light", func(t *testing.T) string { return embedded(t, "") }, "figure", false, ""},
		{"an article", "light", inArticle, "article", false, ""},
		{"a figure that is hidden", "light", hurried, "rest", false, ""},
		{"a page beside the folder", "light", func(t *testing.T) string { return besideFolder(t, figureOf("firm-offer/", "")) }, "figure", false, ""},
		{"a frame beside the folder", "light", aloneOnDisk, "bare", false, ""},
		{"a theme that is chosen", "light", func(t *testing.T) string { return embedded(t, `start="auto" theme="dark"`) }, "darkFigure", false, ""},
		{"somebody's page in a dark system", "dark", func(t *testing.T) string { return embedded(t, `start="auto" style="color-scheme: light dark"`) }, "darkFigure", false, ""},
		{"a dark system", "dark", func(t *testing.T) string { return ours(t, "") }, "dark", false, ""},
	}
	t.Run("the script API", func(t *testing.T) { checkScriptAPI(t, b) })
	for _, place := range places { // the last of them stays open
		t.Run(place.name, func(t *testing.T) {
			require.NoError(t, b.prefer(place.scheme))
			require.NoError(t, b.open(place.at(t)))
			check(t, b, place.table, place.framed, place.excuse)
		})
	}
}

// checkScriptAPI runs the first example of the README in a page and in a worker of its own site.
func checkScriptAPI(t *testing.T, b browser) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	example := regexp.MustCompile("(?s)## Use it from a script\n.*?```js\nimport [^\n]*\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, example)
	var want []string
	for _, m := range regexp.MustCompile(`(?m)console\.log\(.*\); // (.*)$`).FindAllSubmatch(example[1], -1) {
		want = append(want, string(m[1]))
	}
	require.NotEmpty(t, want)
	require.NoError(t, b.open(oursWith(t, map[string]string{
		"/example.html": `<!doctype html><html lang="en"><title>Example</title><link rel="icon" href="data:,"><script type="module" src="example.mjs"></script></html>`,
		"/example.mjs": `import { said } from './story.mjs';
			globalThis.told = said;
			const worker = new Worker('worker.mjs', {type: 'module'});
			worker.onmessage = ({data}) => { globalThis.toldByWorker = data; };
			worker.onerror = ({message}) => { globalThis.toldByWorker = ['failed: ' + message]; };`,
		"/worker.mjs": `import { said } from './story.mjs'; postMessage(said);`,
		"/story.mjs": `import { load, Scheduler } from './firm-offer-api.mjs'; await load();
			export const said = [];
			const console = {log: (...values) => said.push(values.map((v) => typeof v === 'object' ? JSON.stringify(v) : v).join(' '))};
			` + string(example[1]),
	})+"example.html"))
	told, err := b.run(script + "await until('an end', () => window.told && window.toldByWorker); return JSON.stringify([told, toldByWorker])")
	require.NoError(t, err)
	complaints, err := b.complaints()
	require.NoError(t, err)
	require.Empty(t, complaints)
	wanted, err := json.Marshal([][]string{want, want})
	require.NoError(t, err)
	require.JSONEq(t, string(wanted), told)
}

// check goes through one table of checks.js. What follows a check that failed would fail as well, and is left out.
func check(t *testing.T, b browser, table string, framed bool, excuse string) {
	t.Helper()
	list, err := b.run(script + "return JSON.stringify(tables[" + quote(table) + "].map(([name, , inside]) => ({name, inside: !!inside})))")
	require.NoError(t, err)
	var checks []struct {
		Name   string
		Inside bool // of the figure
	}
	require.NoError(t, json.Unmarshal([]byte(list), &checks), list)
	require.NotEmpty(t, checks)
	for i, c := range checks {
		require.NoError(t, b.enter(framed || c.Inside))
		if !t.Run(c.Name, func(t *testing.T) { goThrough(t, b, fmt.Sprintf("turn(%s, %d)", quote(table), i)) }) {
			break
		}
	}
	require.NoError(t, b.enter(false))
	complaints, err := b.complaints()
	require.NoError(t, err)
	for _, complaint := range complaints {
		if excuse == "" || !regexp.MustCompile(excuse).MatchString(complaint) {
			t.Errorf("an error in the console: %s", complaint)
		}
	}
}

// goThrough lets one check run, and does for it what only a browser can do.
func goThrough(t *testing.T, b browser, turn string) {
	t.Helper()
	for range 20 {
		text, err := b.run(script + "return JSON.stringify(await " + turn + ")")
		require.NoError(t, err)
		var asked struct {
			Wrong string
			Press string
			Click []float64
			Size  []int
			Done  bool
		}
		require.NoError(t, json.Unmarshal([]byte(text), &asked), text)
		switch {
		case asked.Wrong != "":
			complaints, _ := b.complaints()
			t.Fatalf("%s\nerrors in the console: %q", asked.Wrong, complaints)
		case asked.Done:
			return
		case asked.Press != "":
			require.NoError(t, b.press(asked.Press))
		case len(asked.Click) == 2:
			require.NoError(t, b.click(asked.Click[0], asked.Click[1]))
		case len(asked.Size) == 2:
			require.NoError(t, b.resize(asked.Size[0], asked.Size[1]))
		default:
			t.Fatalf("the check asks for something unknown: %s", text)
		}
	}
	t.Fatal("the check does not end")
}

// quote writes a text as a JavaScript string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}
