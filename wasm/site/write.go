package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

const program = "app.wasm"

// aside are folders in the output folder that are no part of the site: what tests fetch, and the npm package.
var aside = []string{"tools", "npm"}

func isAside(name string) bool { return slices.Contains(aside, strings.Split(name, "/")[0]) }

var compressible = []string{".css", ".html", ".js", ".json", ".mjs", ".svg", ".trace", ".ts", ".txt", ".wasm", ".webmanifest"}

// form is a way to compress a file.
type form struct {
	suffix string
	pack   func([]byte) ([]byte, error)
	unpack func([]byte) ([]byte, error)
}

var forms = []form{
	{".br", packBrotli, func(b []byte) ([]byte, error) { return io.ReadAll(brotli.NewReader(bytes.NewReader(b))) }},
	{".gz", packGzip, func(b []byte) ([]byte, error) {
		r, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	}},
}

func packBrotli(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, err := w.Write(b)
	err = errors.Join(err, w.Close()) // which writes the rest
	return out.Bytes(), err
}

func packGzip(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(b)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

// checkTarget refuses a folder that holds something other than a site, because writing removes what does not belong to one.
func checkTarget(out string) error {
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	foreign := false
	for _, entry := range entries {
		if isProgram(entry.Name()) {
			return nil
		}
		foreign = foreign || !isAside(entry.Name())
	}
	if foreign {
		return fmt.Errorf("%s is neither empty nor a site built before; name another folder", out)
	}
	return nil
}

// write makes out hold these files, their compressed forms, and nothing else. The program comes first, for checkTarget.
func write(out string, files map[string][]byte) error {
	names := sortedNames(files)
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case isProgram(a):
			return -1
		case isProgram(b):
			return 1
		}
		return 0
	})
	keep := map[string]bool{}
	var packing sync.WaitGroup // all processors: it takes a minute of one
	failed := make(chan error, len(names)*len(forms))
	for _, name := range names {
		keep[name] = true
		if err := writeChanged(filepath.Join(out, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
		if !slices.Contains(compressible, path.Ext(name)) {
			continue
		}
		for _, f := range forms {
			keep[name+f.suffix] = true
			packing.Go(func() { failed <- writePacked(filepath.Join(out, filepath.FromSlash(name)), files[name], f) })
		}
	}
	packing.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			return err
		}
	}
	return walkFiles(os.DirFS(out), func(name string) error {
		if keep[name] || isAside(name) {
			return nil
		}
		return os.Remove(filepath.Join(out, filepath.FromSlash(name)))
	})
}

func writeChanged(file string, body []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, body) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, body, 0o644)
}

// writePacked trusts a compressed form that unpacks to the wanted bytes: unpacking takes milliseconds, packing many seconds.
func writePacked(file string, body []byte, f form) error {
	if old, err := os.ReadFile(file + f.suffix); err == nil {
		if unpacked, err := f.unpack(old); err == nil && bytes.Equal(unpacked, body) {
			return nil
		}
	}
	packed, err := f.pack(body)
	if err != nil {
		return err
	}
	return os.WriteFile(file+f.suffix, packed, 0o644)
}

func sortedNames(files map[string][]byte) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func walkFiles(root fs.FS, visit func(name string) error) error {
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return visit(name)
	})
}
