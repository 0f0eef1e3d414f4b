// Package scenario is the library of stories that come with the playground. Each is one trace text with a title, a
// story, a sentence for every step, and the results of its replay, so that a change of the engine that would make a
// sentence wrong fails a test.
package scenario

import (
	"embed"
	"strings"
	"sync"

	"firmoffer/engine/trace"
)

// Scenario is one story. Its trace is shared: clone it before changing it.
type Scenario struct {
	ID    string // such as late-framework; it stays the same when the order changes
	Title string
	Story string // one paragraph
	Trace *trace.Trace
}

// The number before a file's name is its place, which is what the embedded files are sorted by.
//
//go:embed *.trace
var files embed.FS

var all = sync.OnceValue(load)

// All returns the scenarios in the order in which to show them. They are parsed at the first call, which takes less than
// a millisecond. The slice is the caller's.
func All() []Scenario { return append([]Scenario(nil), all()...) }

// ByID returns the scenario with the id, and false when there is none.
func ByID(id string) (Scenario, bool) {
	for _, s := range all() {
		if s.ID == id {
			return s, true
		}
	}
	return Scenario{}, false
}

func load() []Scenario {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("scenario: " + err.Error())
	}
	scenarios := make([]Scenario, 0, len(entries))
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("scenario: " + err.Error())
		}
		t, err := trace.Parse(string(text))
		if err != nil {
			panic("scenario: " + e.Name() + ": " + err.Error())
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".trace"), "-")
		scenarios = append(scenarios, Scenario{ID: name, Title: t.Title(), Story: t.Story(), Trace: t})
	}
	return scenarios
}
