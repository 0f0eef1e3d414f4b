package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
)

const (
	localScript = "local.js"
	zipFolder   = "firm-offer/" // unpacking makes one folder
)

const zipReadme = `Firm Offer, for a room without network: unpack this folder, then open index.html in a browser. Nothing is installed.
A page of yours beside this folder shows a figure with <script src="firm-offer/firm-offer.js"></script> and the element firm-offer.
`

var preload = regexp.MustCompile(`<link rel="preload"[^>]*>\n`)

// carried returns the files of the folder that works by a double click on its page, by their names in the site: all that a page needs
// that may fetch nothing.
func carried(files map[string][]byte, names map[string]string) (map[string][]byte, error) {
	folder := map[string][]byte{"README.txt": []byte(zipReadme)}
	for source, name := range names {
		if forFolder(source) {
			folder[name] = files[name]
		}
	}
	page := files["index.html"]
	if len(preload.FindAll(page, -1)) != 1 {
		return nil, fmt.Errorf("index.html must preload one file, found %d", len(preload.FindAll(page, -1)))
	}
	folder["index.html"] = preload.ReplaceAll(page, nil) // from a file the browser would refuse, and complain
	return folder, nil
}

// forFolder reports whether a page from a folder needs a file, by its name in the source.
func forFolder(source string) bool {
	if isEntry(source) {
		return source == "index.html" || source == "firm-offer.js"
	}
	return !slices.Contains([]string{".wasm", ".mjs", ".png"}, path.Ext(source)) && !slices.Contains([]string{"tools.js", "offline.js"}, source)
}

// packZip writes files as an archive, the same bytes for the same files.
func packZip(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	for _, name := range sortedNames(files) {
		header := &zip.FileHeader{Name: zipFolder + name, Method: zip.Deflate} // without a time
		header.SetMode(0o644)
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
