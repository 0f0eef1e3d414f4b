package main

import (
	"bytes"
	"fmt"
	"path"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// slim returns a script or a style sheet as it is served: without comments and blanks, and with short names for what a function
// has to itself. The source is for people who read, and in the repository. It saves 7 KB of the brotli forms.
func slim(name string, body []byte) ([]byte, error) {
	var make minify.Minifier
	switch path.Ext(name) {
	case ".js", ".mjs":
		if path.Base(name) == serviceWorker { // lists are written into it later
			return body, nil
		}
		make = &js.Minifier{}
	case ".css":
		make = &css.Minifier{}
	default:
		return body, nil
	}
	var out bytes.Buffer
	if err := make.Minify(minify.New(), &out, bytes.NewReader(body), nil); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out.Bytes(), nil
}
