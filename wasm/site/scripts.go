package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// Where a page may fetch nothing, local.js loads its files in these scripts.
const (
	programScript  = "app.wasm.js"
	exporterScript = "tools.wasm.js"
	lessonsScript  = "lessons.js"
)

// addScripts adds the scripts that hold other files.
func addScripts(files map[string][]byte) error {
	for script, name := range map[string]string{programScript: program, exporterScript: exporter} {
		packed, err := packGzip(files[name])
		if err != nil {
			return err
		}
		files[script] = fmt.Appendf(nil, "firmOffer.take({'%s': '%s'});\n", name, base64.StdEncoding.EncodeToString(packed))
	}
	lessons := map[string]string{}
	for name, body := range files {
		if strings.Contains(name, "/") {
			lessons[name] = string(body)
		}
	}
	text, err := json.Marshal(lessons)
	files[lessonsScript] = fmt.Appendf(nil, "firmOffer.take(%s);\n", text)
	return err
}
