package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wholeSite has a file of each kind, in the form before the names get hashes.
func wholeSite(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{
		"index.html": []byte("<head>\n<link rel=\"preload\" href=\"app.wasm\" as=\"fetch\" crossorigin>\n<link href=\"look.css\"><script src=\"boot.js\"></script>"),
		"look.css":   []byte("p{}"),
		"boot.js":    []byte("'app.wasm'; 'worker.js'; 'tools.js'; 'local.js'; 'offline.js'"),
		"worker.js":  []byte("1"), "tools.js": []byte("'tools.wasm'"), "offline.js": []byte("'sw.js'"),
		"local.js": []byte("'app.wasm.js' 'tools.wasm.js' 'lessons.js' 'app.wasm' 'tools.wasm'"),
		"app.wasm": []byte("\x00asm"), "tools.wasm": []byte("\x00asm2"),
		"lessons/1.trace": []byte("firmoffer/1\n# \"quoted\"\n"), "exam/1.trace": []byte("firmoffer/1\n"),
		"manifest.webmanifest": []byte(`{"src": "icon-192.png"}`), "icon-192.png": []byte("png"),
		"firm-offer.js":                 []byte("'index.html'"),
		"firmoffer-trace-1.schema.json": []byte("{}"), "firm-offer-api.mjs": []byte(`"./part.mjs"`), "part.mjs": []byte("2"),
		"sw.js": []byte("const BUILD = 'source';\nconst FIRST = {}; // first\nconst LATER = {}; // later\n"),
	}
	require.NoError(t, addScripts(files))
	return files
}

func TestProgramsAreInScripts(t *testing.T) {
	files, names, err := rename(wholeSite(t))
	require.NoError(t, err)
	for script, source := range map[string]string{programScript: program, exporterScript: exporter} {
		match := regexp.MustCompile(`^firmOffer\.take\(\{'([^']+)': '([^']+)'\}\);\n$`).FindSubmatch(files[names[script]])
		require.NotNil(t, match, script)
		require.Equal(t, names[source], string(match[1]), "it goes by the name that the page asks for")
		packed, err := base64.StdEncoding.DecodeString(string(match[2]))
		require.NoError(t, err)
		require.Zero(t, packed[3], "no optional fields, which local.js does not read")
		reader, err := gzip.NewReader(bytes.NewReader(packed))
		require.NoError(t, err)
		body, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, files[names[source]], body)
	}
	text := strings.TrimSuffix(strings.TrimPrefix(string(files[names[lessonsScript]]), "firmOffer.take("), ");\n")
	lessons := map[string]string{}
	require.NoError(t, json.Unmarshal([]byte(text), &lessons))
	require.Equal(t, map[string]string{"lessons/1.trace": "firmoffer/1\n# \"quoted\"\n", "exam/1.trace": "firmoffer/1\n"}, lessons)
}

func TestServiceWorkerKnowsWhatToKeep(t *testing.T) {
	list := func(files map[string][]byte) (first, later map[string]string, build string) {
		renamed, names, err := rename(files)
		require.NoError(t, err)
		require.NoError(t, addLists(renamed, names))
		match := regexp.MustCompile(`^const BUILD = '([0-9a-f]{10})';\nconst FIRST = (.*); // first\nconst LATER = (.*); // later\n$`).FindSubmatch(renamed["sw.js"])
		require.NotNil(t, match, "%s", renamed["sw.js"])
		require.NoError(t, json.Unmarshal(match[2], &first))
		require.NoError(t, json.Unmarshal(match[3], &later))
		bySource := func(list map[string]string) map[string]string {
			out := map[string]string{}
			for source, name := range names {
				if digest, there := list[name]; there {
					out[source] = digest
				}
			}
			require.Len(t, out, len(list))
			return out
		}
		return bySource(first), bySource(later), string(match[1])
	}
	first, later, build := list(wholeSite(t))
	require.Equal(t, []string{"app.wasm", "boot.js", "index.html", "look.css"}, slices.Sorted(maps.Keys(first)))
	require.Equal(t, []string{"exam/1.trace", "icon-192.png", "lessons/1.trace", "manifest.webmanifest", "offline.js", "tools.js", "tools.wasm", "worker.js"},
		slices.Sorted(maps.Keys(later)))
	require.Equal(t, "sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=", first["look.css"])

	changed := wholeSite(t)
	changed["lessons/1.trace"] = []byte("firmoffer/1\n# other\n")
	_, laterThen, buildThen := list(changed)
	require.NotEqual(t, build, buildThen, "a lesson has no hash in its name, and is a new build all the same")
	require.NotEqual(t, later["lessons/1.trace"], laterThen["lessons/1.trace"])
	require.Equal(t, later["exam/1.trace"], laterThen["exam/1.trace"])

	for _, damaged := range []string{"const FIRST = {};", "const FIRST = {}; const LATER = {}; const LATER = {}; 'source'", "const FIRST = {}; const LATER = {};"} {
		files, names, err := rename(wholeSite(t))
		require.NoError(t, err)
		files["sw.js"] = []byte(damaged)
		require.ErrorContains(t, addLists(files, names), "sw.js: must hold")
	}
}

func TestZipIsTheSameForTheSameFiles(t *testing.T) {
	files, names, err := rename(wholeSite(t))
	require.NoError(t, err)
	folder, err := carried(files, names)
	require.NoError(t, err)
	packed, err := packZip(folder)
	require.NoError(t, err)
	again, err := packZip(maps.Clone(folder))
	require.NoError(t, err)
	require.Equal(t, packed, again)

	reader, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	var held []string
	for _, f := range reader.File {
		require.Zero(t, f.ModifiedTime+f.ModifiedDate, "no time in it")
		require.EqualValues(t, 0o644, f.Mode().Perm())
		body, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		require.NotContains(t, string(text), "rel=\"preload\"", f.Name)
		name := strings.TrimPrefix(f.Name, "firm-offer/")
		for source, now := range names {
			if now == name {
				held = append(held, source)
			}
		}
	}
	slices.Sort(held)
	require.Equal(t, []string{"app.wasm.js", "boot.js", "firm-offer.js", "index.html", "lessons.js", "local.js", "look.css", "tools.wasm.js", "worker.js"}, held)
	require.Contains(t, string(folder["README.txt"]), "index.html")

	files["index.html"] = []byte("no preload")
	_, err = carried(files, names)
	require.ErrorContains(t, err, "must preload one file")
}

func TestIconIsTheFavicon(t *testing.T) {
	favicon, err := os.ReadFile("../../static/favicon.svg")
	require.NoError(t, err)
	for _, part := range []string{`viewBox="0 0 26 26"`, `r="11.5"`, `stroke-width="2"`, `d="M7 13.5l4 4 8-9"`, `stroke-width="2.6"`, "#0B57B0"} {
		require.Contains(t, string(favicon), part, "icon.go draws the same")
	}
	for _, size := range []int{192, 512} {
		body, err := icon(size)
		require.NoError(t, err)
		picture, err := png.Decode(bytes.NewReader(body))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, size, size), picture.Bounds())
		shade := func(x, y float64) uint32 { // at a place of the favicon
			at := func(v float64) int { return int((v-13)*iconInk*float64(size)/26 + float64(size)/2) }
			_, _, _, alpha := picture.At(at(x), at(y)).RGBA()
			require.EqualValues(t, 0xffff, alpha)
			red, _, _, _ := picture.At(at(x), at(y)).RGBA()
			return red >> 8
		}
		for _, mark := range [][2]float64{{13, 1.5}, {24.5, 13}, {11, 17.5}, {9, 15.5}, {15, 13}} {
			require.EqualValues(t, 0xff, shade(mark[0], mark[1]), "%v of %d", mark, size)
		}
		for _, ground := range [][2]float64{{13, 8}, {11, 13}, {-2, -2}, {18, 18}} {
			require.EqualValues(t, 0x0b, shade(ground[0], ground[1]), "%v of %d", ground, size)
		}
	}
}
