package export

import "firmoffer/engine/trace"

// Format is one row of the table of exports.
type Format struct {
	Name  string // one word, such as json
	File  string // the name to save it under
	Title string // what it is, for people, without a full stop
	Make  func(*trace.Trace) (string, error)
}

var formats = [...]Format{
	{"trace", "firmoffer.trace", "Trace text: what this page and its tests read", Text},
	{"json", "firmoffer.json", "JSON: every step with its events, verdict and numbers", JSON},
	{"go", "firmoffer_trace_test.go", "Go test: the same calls to the engine, each result checked", GoTest},
	{"python", "trace_check.py", "Python script: judges a scheduler of your own by this trace", Python},
	{"mermaid", "firmoffer.mmd", "Mermaid: a sequence diagram", Mermaid},
}

// Formats returns the table of exports, the trace text first. The slice is the caller's.
func Formats() []Format { return append([]Format(nil), formats[:]...) }

// Text returns the trace text with the results of the replay. A text beyond [trace.MaxBytes], which could not be read
// again, is returned without the results.
func Text(t *trace.Trace) (string, error) {
	full, err := trace.Annotate(t)
	if err == nil {
		return full.String(), nil
	}
	bare := t.Clone()
	for i := range bare.Steps {
		bare.Steps[i].SetResults(nil)
	}
	settle(bare)
	if text := bare.String(); len(text) <= trace.MaxBytes {
		return text, nil
	}
	return "", err
}
