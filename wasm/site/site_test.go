package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestStylesAreHoisted(t *testing.T) {
	page := `<p style="--n:3">a style=&#34;no&#34;</p><i class="x" style="--n:3"></i><b style="content:&#34;q&#34;"></b>`
	hoisted, css, err := hoistStyles(page)
	if err != nil {
		t.Fatal(err)
	}
	if want := `<p data-s="1">a style=&#34;no&#34;</p><i class="x" data-s="1"></i><b data-s="2"></b>`; hoisted != want {
		t.Errorf("page %s\nwant %s", hoisted, want)
	}
	if want := "#playground [data-s=\"1\"]{--n:3}\n#playground [data-s=\"2\"]{content:\"q\"}\n"; css != want {
		t.Errorf("css %q\nwant %q", css, want)
	}
	if _, _, err := hoistStyles(`<p style="a:b}body{display:none"></p>`); err == nil {
		t.Error("a style left its rule")
	}
}

func TestPageIsFilled(t *testing.T) {
	got, err := fill([]byte("a<!--prerender-->b"), "$1")
	if err != nil || string(got) != "a$1b" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := fill([]byte("nothing"), "x"); err == nil {
		t.Error("a page without a place for the picture was accepted")
	}
}

// What the security policy forbids, and what would not work from every folder of a server, must not be in the page.
func TestPageKeepsItsPolicy(t *testing.T) {
	page, err := os.ReadFile("../../static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	for name, pattern := range map[string]string{
		"inline script": `<script(?:\s[^>]*)?>\s*[^<\s]`, "inline style": `<style|\sstyle=`, "handler": `\son\w+=`, "address of a site": `(?:href|src)="(?:/|\w+:)`,
	} {
		if found := regexp.MustCompile(pattern).Find(page); found != nil {
			t.Errorf("%s: %s", name, found)
		}
	}
	for name := range firstLoad(string(page), program) {
		if name == program || name == "wasm_exec.js" {
			continue
		}
		if _, err := os.Stat(filepath.Join("../../static", name)); err != nil {
			t.Error(err)
		}
	}
}

func TestLightPictureShowsTheSame(t *testing.T) {
	const picture = `<select id="s"><option value="a">A</option><option selected="selected" value="b" title="x">B</option><option value="c">&lt;&lt;</option>` +
		`<option value="d">long</option></select><p aria-label="x" class="title=">maxlength=&#34;7&#34;</p><input aria-disabled="true" maxlength="9" value="5"/>`
	const want = `<select id="s"><option selected="selected" value="b">B</option><option value="d">long</option></select>` +
		`<p class="title=">maxlength=&#34;7&#34;</p><input aria-disabled="true" value="5"/>`
	if got := lighten(picture); got != want {
		t.Error(got)
	}
}

func TestFilesAreWrittenPackedAndCleared(t *testing.T) {
	out := t.TempDir()
	long := bytes.Repeat([]byte("long text "), 100)
	files := map[string][]byte{program: long, "sub/a.css": long, "icon.png": []byte("png")}
	if err := write(out, map[string][]byte{"old.js": long, "app.0123456789.wasm": nil}); err != nil {
		t.Fatal(err)
	}
	if err := checkTarget(out); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(out, aside[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, aside[0], "kept.js"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write(out, files); err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := walkFiles(os.DirFS(out), func(name string) error { names = append(names, name); return nil }); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(names, " "), "app.wasm app.wasm.br app.wasm.gz icon.png sub/a.css sub/a.css.br sub/a.css.gz tools/kept.js"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, f := range forms {
		packed, err := os.ReadFile(filepath.Join(out, "sub", "a.css"+f.suffix))
		if err != nil {
			t.Fatal(err)
		}
		if body, err := f.unpack(packed); err != nil || !bytes.Equal(body, long) || len(packed) >= len(long) {
			t.Errorf("%s: %d bytes, %v", f.suffix, len(packed), err)
		}
	}
	if err := os.WriteFile(filepath.Join(out, "sub", "a.css.br"), []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write(out, files); err != nil {
		t.Fatal(err)
	}
	packed, _ := os.ReadFile(filepath.Join(out, "sub", "a.css.br"))
	if body, err := forms[0].unpack(packed); err != nil || !bytes.Equal(body, long) {
		t.Error("a damaged form was left")
	}
}

func TestForeignFolderIsRefused(t *testing.T) {
	out := t.TempDir()
	if err := checkTarget(filepath.Join(out, "new")); err != nil {
		t.Error(err)
	}
	if err := checkTarget(out); err != nil {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(out, aside[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := checkTarget(out); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(out, "letter.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := checkTarget(out); err == nil {
		t.Error("somebody's folder was accepted")
	}
}

func TestBudget(t *testing.T) {
	files := func(wasm, css, later int) []size {
		return []size{{name: program, brot: wasm, first: true}, {name: "look.css", brot: css, first: true}, {name: "later.js", brot: later}}
	}
	for _, c := range []struct {
		sizes []size
		ok    bool
	}{
		{files(790_000, 60_000, 1_000_000), true}, {files(790_001, 60_000, 0), false}, {files(700_000, 60_001, 0), false},
	} {
		if err := overBudget(c.sizes); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.sizes, err)
		}
	}
	first := firstLoad(`<link rel="icon" href="i.svg"><script src="a.js" defer></script><a href="later.html">x</a>`, program)
	if !first["i.svg"] || !first["a.js"] || !first["index.html"] || first["later.html"] {
		t.Errorf("first load: %v", first)
	}
	if text := table(files(1, 2, 3)); !strings.Contains(text, "later.js (later)") || !strings.Contains(text, "850000") {
		t.Error(text)
	}
}
