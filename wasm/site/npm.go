package main

import (
	"os"
	"path/filepath"
)

// packed are the files of the npm package that lie in the repository. Those in static/ keep the names that they have there.
var packed = []string{"static/firm-offer-api.mjs", "static/firm-offer-api.d.ts", "static/firm-offer-program.mjs",
	"wasm/tools/npm/firm-offer-ready.mjs", "wasm/tools/npm/package.json", "wasm/tools/npm/README.md", "LICENSE"}

// writePackage writes the npm package of the script API into a folder, ready for `npm pack`. Part of it is Go's, which asks that
// its license comes along.
func writePackage(out string) error {
	files := map[string][]byte{}
	for _, name := range packed {
		body, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return err
		}
		files[filepath.Base(name)] = body
	}
	var err error
	if files["wasm_exec.js"], err = wasmExec(); err != nil {
		return err
	}
	if files["LICENSE.go.txt"], err = goLicense(); err != nil {
		return err
	}
	if files[exporter], err = finished("./wasm/tools"); err != nil {
		return err
	}
	for name, body := range files {
		if err := writeChanged(filepath.Join(out, name), body); err != nil {
			return err
		}
	}
	return nil
}

func goLicense() ([]byte, error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "LICENSE"))
}
