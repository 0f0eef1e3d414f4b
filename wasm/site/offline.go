package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	serviceWorker = "sw.js"
	manifest      = "manifest.webmanifest"
)

// addLists writes into the service worker which files it keeps, each with the digest of what it must hold, and a name of this build.
func addLists(files map[string][]byte, names map[string]string) error {
	first, later := map[string]string{}, map[string]string{}
	atOnce := firstLoad(string(files["index.html"]), names[program])
	for source, name := range names {
		sum := sha256.Sum256(files[name])
		digest := "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		switch {
		case atOnce[name]:
			first[name] = digest
		case keptForLater(source):
			later[name] = digest
		}
	}
	worker, build := files[serviceWorker], sha256.New()
	for _, list := range []struct {
		place string
		files map[string]string
	}{{"const FIRST = {};", first}, {"const LATER = {};", later}} {
		text, err := json.Marshal(list.files) // with sorted keys
		if err != nil {
			return err
		}
		build.Write(text)
		if worker, err = replaceOnce(worker, list.place, strings.Replace(list.place, "{}", string(text), 1)); err != nil {
			return fmt.Errorf("%s: %w", serviceWorker, err)
		}
	}
	worker, err := replaceOnce(worker, "'source'", "'"+hex.EncodeToString(build.Sum(nil)[:5])+"'")
	if err != nil {
		return fmt.Errorf("%s: %w", serviceWorker, err)
	}
	files[serviceWorker] = worker
	return nil
}

// keptForLater reports whether the page may want a file without its server, by its name in the source. Entries are for others than the page,
// and files within scripts for pages that have no service worker.
func keptForLater(source string) bool {
	if isEntry(source) {
		return source == manifest || strings.Contains(source, "/")
	}
	return path.Ext(source) != ".mjs" && !slices.Contains([]string{localScript, programScript, exporterScript, lessonsScript}, source)
}

func replaceOnce(text []byte, old, new string) ([]byte, error) {
	if n := bytes.Count(text, []byte(old)); n != 1 {
		return nil, fmt.Errorf("must hold %s once, it does %d times", old, n)
	}
	return bytes.Replace(text, []byte(old), []byte(new), 1), nil
}
