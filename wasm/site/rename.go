package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// entries are the files that keep their names from one release to the next, because a browser, a bookmark or another site names them.
// So do files in folders: lessons have addresses of their own. Every other file carries a hash of its content in its name: it can be
// kept for ever, and no page ever meets a file of another release.
var entries = []string{"index.html", "sw.js", "manifest.webmanifest", "firm-offer.js", "firm-offer-api.mjs", "firm-offer-api.d.ts",
	"firmoffer-trace-1.schema.json"}

// rewritten are the kinds of files in which names of other files are looked for.
var rewritten = []string{".html", ".js", ".mjs", ".css", ".webmanifest"}

// literal matches a text in quotes that may be the name of a file of ours.
var literal = regexp.MustCompile("([\"'`])(\\./)?([A-Za-z0-9_.-]+)([\"'`])")

// rename gives the files the names under which they are served and writes these names wherever another file says one in quotes, as in
// src="boot.js" or fetch('app.wasm'). It returns what each file is called now, by its old name.
//
// A file that nobody names, a name in an address without quotes, and files that name each other are errors: they would be found by a visitor otherwise.
func rename(files map[string][]byte) (renamed map[string][]byte, names map[string]string, err error) {
	r := renamer{files: files, names: map[string]string{}, bodies: map[string][]byte{}, used: map[string]bool{}}
	for _, name := range sortedNames(files) {
		if _, err := r.name(name); err != nil {
			return nil, nil, err
		}
		if isEntry(name) {
			if r.bodies[name], err = r.rewrite(name); err != nil {
				return nil, nil, err
			}
			r.names[name] = name
		}
	}
	renamed = map[string][]byte{}
	for old, body := range r.bodies {
		if !isEntry(old) && !r.used[old] {
			return nil, nil, fmt.Errorf("%s is named by no other file: name it where it is fetched, or list it among the entries", old)
		}
		renamed[r.names[old]] = body
	}
	return renamed, r.names, nil
}

type renamer struct {
	files  map[string][]byte
	names  map[string]string
	bodies map[string][]byte // with the new names in them, by old name; nil while it is being made
	used   map[string]bool
}

// name returns the new name of a file. It depends on the names of the files that are named in it, so those come first.
func (r *renamer) name(old string) (string, error) {
	if isEntry(old) {
		return old, nil
	}
	if body, begun := r.bodies[old]; begun {
		if body == nil {
			return "", fmt.Errorf("%s names itself, directly or over others: a hash cannot hold itself", old)
		}
		return r.names[old], nil
	}
	r.bodies[old] = nil
	body, err := r.rewrite(old)
	if err != nil {
		return "", err
	}
	r.bodies[old], r.names[old] = body, hashedName(old, body)
	return r.names[old], nil
}

func (r *renamer) rewrite(old string) ([]byte, error) {
	body := r.files[old]
	if !slices.Contains(rewritten, path.Ext(old)) {
		return append([]byte{}, body...), nil
	}
	var failed error
	body = literal.ReplaceAllFunc(body, func(quoted []byte) []byte {
		part := literal.FindSubmatch(quoted)
		named := string(part[3])
		if _, ours := r.files[named]; !ours || !bytes.Equal(part[1], part[4]) {
			return quoted
		}
		now, err := r.name(named)
		if err != nil {
			failed = err
			return quoted
		}
		r.used[named] = true
		return slices.Concat(part[1], part[2], []byte(now), part[4])
	})
	if failed != nil {
		return nil, failed
	}
	return body, r.allRewritten(old, body)
}

var remark = regexp.MustCompile(`(?m)\s//.*$`)

// allRewritten looks for old names that are left, but in remarks and sentences.
func (r *renamer) allRewritten(in string, body []byte) error {
	body = remark.ReplaceAll(body, nil)
	for _, name := range sortedNames(r.files) {
		if isEntry(name) {
			continue
		}
		left := regexp.MustCompile("[/(='\"`]" + regexp.QuoteMeta(name) + `(?:\.?(?:[^\w.-]|$))`)
		if found := left.Find(body); found != nil {
			return fmt.Errorf("%s names %s without quotes around it, in %q: only a name in quotes is found and rewritten", in, name, found)
		}
	}
	return nil
}

func isEntry(name string) bool { return strings.Contains(name, "/") || slices.Contains(entries, name) }

// hashedName puts 40 bits of the hash of a body into the name of its file. See handler.Hashed, which knows such names again.
func hashedName(name string, body []byte) string {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}

// isProgram reports whether this is the name of the main program, with a hash or without.
func isProgram(name string) bool { return programName.MatchString(name) }

var programName = regexp.MustCompile(`^app(\.[0-9a-f]{10})?\.wasm$`)
