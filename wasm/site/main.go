// Command site puts the playground together as a folder of static files, ready for any web server:
//
//	go run ./wasm/site -out dist
//
// The folder gets the hand-written files of static/, the program app.wasm with Go's wasm_exec.js, the page with its first picture
// already drawn, and beside each file its compressed forms. The names of most carry a hash (see rename.go). Files that did not change are left alone, because compressing well is
// slow. The command fails when the first load of the page moves more bytes than we allow ourselves.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"firmoffer/web"
	"firmoffer/web/words"
)

func main() {
	out := flag.String("out", "dist", "folder to write")
	archive := flag.String("zip", "", "file to write the folder to that works without a server; none: do not")
	npm := flag.String("npm", "", "folder to write the npm package of the script API into, instead of a site")
	flag.Parse()
	build := func() error { return run(*out, *archive) }
	if *npm != "" {
		build = func() error { return writePackage(*npm) }
	}
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out, archive string) error {
	if err := checkTarget(out); err != nil {
		return err
	}
	files, err := assemble()
	if err != nil {
		return err
	}
	files, names, err := rename(files)
	if err != nil {
		return err
	}
	if err := addLists(files, names); err != nil {
		return err
	}
	if err := write(out, files); err != nil {
		return err
	}
	sizes, err := measure(out, files, names)
	if err != nil {
		return err
	}
	fmt.Print(table(sizes))
	err = overBudget(sizes)
	if err != nil && !isKnownGo(runtime.Version()) {
		fmt.Printf("with %s: %v\n", runtime.Version(), err)
		err = nil
	}
	if err != nil || archive == "" {
		return err
	}
	return writeArchive(archive, files, names)
}

// writeArchive writes the folder that works from a disk.
func writeArchive(target string, files map[string][]byte, names map[string]string) error {
	folder, err := carried(files, names)
	if err != nil {
		return err
	}
	packed, err := packZip(folder)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes; unpack it and open index.html\n", target, len(packed))
	return os.WriteFile(target, packed, 0o644)
}

// assemble returns all files of the site, by the names that they have in the source.
func assemble() (map[string][]byte, error) {
	files, err := readFolder("static")
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{"lessons", "exam"} { // fetched one by one, by the names that package scenario gives them
		texts, err := readFolder("engine/scenario/" + dir)
		if err != nil {
			return nil, err
		}
		for name, text := range texts {
			files[dir+"/"+name] = text
		}
	}
	for _, language := range words.Languages() { // fetched by whoever speaks it
		files["words-"+language+".txt"] = []byte(words.File(language))
	}
	picture, err := web.Prerender()
	if err != nil {
		return nil, fmt.Errorf("drawing the first picture: %w", err)
	}
	picture, styles, err := hoistStyles(lighten(picture))
	if err != nil {
		return nil, err
	}
	if files["index.html"], err = fill(files["index.html"], picture); err != nil {
		return nil, err
	}
	files["look.css"] = append(files["look.css"], styles...)
	if files["wasm_exec.js"], err = wasmExec(); err != nil {
		return nil, err
	}
	for name, body := range files {
		if files[name], err = slim(name, body); err != nil {
			return nil, err
		}
	}
	for _, size := range []int{192, 512} {
		if files[fmt.Sprintf("icon-%d.png", size)], err = icon(size); err != nil {
			return nil, err
		}
	}
	for name, source := range map[string]string{program: "./wasm", exporter: "./wasm/tools"} {
		if files[name], err = finished(source); err != nil {
			return nil, err
		}
	}
	return files, addScripts(files)
}

// finished returns a program as it is served.
func finished(source string) ([]byte, error) {
	binary, err := compile(source)
	if err != nil {
		return nil, err
	}
	return shrink(binary, isKnownGo(runtime.Version()))
}

// knownGo is the Go whose tables of functions we know. With another one the page is the same and larger, and its size is told, not judged.
const knownGo = "go1.26"

func isKnownGo(version string) bool {
	rest, begins := strings.CutPrefix(version, knownGo)
	return begins && (rest == "" || rest[0] < '0' || rest[0] > '9')
}

// shrink returns the same program with less to download, with what each saves of the brotli form:
//
//   - Its memory in few pieces: see segments.go. 36 KB.
//   - Nothing that only the trace of a crash reads: see functions.go. 154 KB, of a program of known Go.
//   - No tables that follow from others: see start.go. 24 KB, of a program of known Go.
func shrink(binary []byte, known bool) ([]byte, error) {
	m, err := parseModule(binary)
	if err != nil {
		return nil, err
	}
	memory, err := m.memory()
	if err != nil {
		return nil, err
	}
	if !known {
		m.setMemory(memory)
		return m.bytes(), nil
	}
	f, err := findFunctions(memory)
	if err != nil {
		return nil, err
	}
	if err := f.dropTraces(); err != nil {
		return nil, err
	}
	code, err := f.compute()
	if err != nil {
		return nil, err
	}
	m.setMemory(memory)
	if err := m.runAtStart(code); err != nil {
		return nil, err
	}
	return m.bytes(), nil
}

func readFolder(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	root := os.DirFS(dir)
	return files, walkFiles(root, func(name string) error {
		body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = body
		return err
	})
}

// wasmExec returns the glue between the browser and programs of the very Go that compiles ours.
// goroot returns the folder of the Go that compiles the programs.
func goroot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

func wasmExec() ([]byte, error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
}

// exporter is the program that is fetched when somebody exports, and the one behind the script API.
const exporter = "tools.wasm"

// compile returns a program. It must be the same bytes for the same source, so it carries neither paths nor the commit. What makes
// it small, with what each saves of the brotli form, beside what shrink does:
//
//   - The tag tinygo, which is for Vugu alone: with it Vugu does without encoding/json, also under the ordinary compiler. 56 KB.
//   - No inlining in code that is long and runs once a step. 30 KB. The engine and the runtime are left as fast as they are.
//   - A small package fmt, and no GODEBUG: see standins.go. 49 KB.
func compile(source string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	target := filepath.Join(dir, program)
	withSmallFmt, err := overlay(dir)
	if err != nil {
		return nil, err
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-tags", "tinygo", "-ldflags", "-s -w -buildid=", "-overlay", withSmallFmt, "-o", target}
	for _, path := range []string{"firmoffer/web/...", "github.com/vugu/...", "fmt", "os", "reflect", "syscall/js", "time",
		"strconv", "internal/strconv", "strings", "bytes", "io/fs", "internal/poll", "internal/fmtsort", "internal/reflectlite",
		"internal/bisect", "internal/godebug", "firmoffer/engine/trace", "firmoffer/engine/trace/link", "firmoffer/engine/trace/tell", "firmoffer/engine/scenario", "firmoffer/engine/trace/export", "firmoffer/wasm/..."} {
		args = append(args, "-gcflags", path+"=-l")
	}
	cmd := exec.Command("go", append(args, source)...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if message, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling %s: %w\n%s", source, err, message)
	}
	return os.ReadFile(target)
}
