// Package scenario is the library of stories that come with the playground. Each is one trace text with a title, a
// story, a sentence for every step, and the results of its replay, so that a change of the engine that would make a
// sentence wrong fails a test.
package scenario

import (
	_ "embed"
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

// The files are embedded one by one, as strings: a file system to look them up in would be another 15 KB to download.
var (
	//go:embed 1-late-framework.trace
	lateFramework string
	//go:embed 2-declined.trace
	declined string
	//go:embed 3-expired.trace
	expired string
	//go:embed 4-capacity-loss.trace
	capacityLoss string
	//go:embed 5-accepted-outlives-pending.trace
	acceptedOutlivesPending string
	//go:embed 6-overhang.trace
	overhang string
	//go:embed 7-optimistic.trace
	optimistic string
)

// library is every scenario by its id, in the order in which to show them.
var library = [...]struct{ id, text string }{
	{"late-framework", lateFramework},
	{"declined", declined},
	{"expired", expired},
	{"capacity-loss", capacityLoss},
	{"accepted-outlives-pending", acceptedOutlivesPending},
	{"overhang", overhang},
	{"optimistic", optimistic},
}

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
	scenarios := make([]Scenario, len(library))
	for i, e := range library {
		t, err := trace.Parse(e.text)
		if err != nil {
			panic("scenario " + e.id + ": " + err.Error())
		}
		scenarios[i] = Scenario{ID: e.id, Title: t.Title(), Story: t.Story(), Trace: t}
	}
	return scenarios
}
