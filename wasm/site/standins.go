package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// The programs of the page use a tenth of Go's package fmt: a few verbs, no floating point, no reading. All of it is linked
// all the same, with package os and most of reflect and strconv. So the build puts folder smallfmt in its place. A test holds
// its texts equal to Go's, for every verb that is used, and looks into every package that is linked for others. Package godebug
// reads an environment that no page has.

// standIns are the folders here that stand in for packages of Go's library.
var standIns = map[string]string{"fmt": "smallfmt/fmt.go", "internal/godebug": "smalldebug/godebug.go"}

// overlay writes into dir, for `go build -overlay`, what stands in for what, and returns the name of the file.
func overlay(dir string) (string, error) {
	root, err := goroot()
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for path, file := range standIns {
		theirs, err := filepath.Glob(filepath.Join(root, "src", filepath.FromSlash(path), "*.go"))
		if err != nil || len(theirs) == 0 {
			return "", fmt.Errorf("no files of package %s in %s: %w", path, root, err)
		}
		for _, name := range theirs {
			replace[name] = "" // as if it were not there
		}
		if replace[theirs[0]], err = filepath.Abs("wasm/site/" + file); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	target := filepath.Join(dir, "overlay.json")
	return target, os.WriteFile(target, text, 0o600)
}
