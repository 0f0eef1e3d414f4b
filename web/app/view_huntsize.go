package app

import (
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace/say"
)

// States a second in a browser: those of one node call the engine, those of nodes together only put them together.
const (
	nodeStatesASecond = 25_000
	statesASecond     = 400_000
)

// The warnings begin with searches that take this many seconds.
const longSearch = 2

// huntWarning says before the start that a search may take long or prove nothing, and what to do about it. It is "" for
// a search that ends soon, and where a field is wrong, which the start says. It costs some thousand additions.
func (m *Model) huntWarning() string {
	w, ok := m.huntWorld()
	if !ok {
		return ""
	}
	bound, depth := figure(check.DefaultMaxStates), 6 // up to 180,000 states of one node
	if len(w.Nodes) > 1 {
		depth = 5 // with a second one as many
	}
	shallow := w.Depth > 0 && w.Depth <= depth
	advice := say.It("Give a depth, such as %d.", say.D(int64(depth)))
	node, finite := w.MostNodeStates()
	if !finite {
		if shallow {
			return ""
		}
		return say.It("%s offers the same units again and again, so the states have no end: a search that finds no violation ends as unknown, at %s states.",
			w.Contract.Name, bound) + " " + advice
	}
	all := 1.0
	for range w.Nodes {
		all *= float64(node)
	}
	if len(w.Nodes) > 1 {
		advice = say.It("One node proves as much: what holds on one node holds on any number.")
	}
	seconds := float64(node) / nodeStatesASecond
	if len(w.Nodes) > 1 {
		seconds += all / statesASecond
	}
	switch {
	case shallow || seconds < longSearch:
		return ""
	case all > check.DefaultMaxStates:
		return say.It("This world may have more states than the %s at which a search ends as unknown.", bound) + " " + advice
	}
	return say.It("This world may have %s states: the search may take %d seconds, and can be stopped.", figure(int(all)), say.D(int64(int(seconds)))) + " " + advice
}

// huntWorld reads what the size of the world hangs on, as far as it is typed, without complaint. It reports false for
// what cannot be searched.
func (m *Model) huntWorld() (w check.World, ok bool) {
	text := m.fields.text
	w.Contract, ok = engine.ContractByName(m.huntChoice(FieldHuntContract))
	var capacities []int64
	if text[FieldHuntFrom] == fromScreen {
		w.Frameworks = []string{"A", "B"} // or as many of others
		if names := m.sched.Frameworks(); len(names) > 2 {
			w.Frameworks = names
		}
		for _, n := range m.sched.NodeWindow(0, mostToSize) {
			capacities = append(capacities, n.Capacity)
		}
	} else {
		w.Frameworks = strings.Fields(text[FieldHuntFrameworks])
		capacities = amounts(text[FieldHuntNodes], &ok)
	}
	for _, c := range capacities {
		w.Nodes = append(w.Nodes, engine.Node{Capacity: c})
		ok = ok && c <= mostUnits
	}
	w.Timeouts, w.Resizes = amounts(text[FieldHuntTimeouts], &ok), amounts(text[FieldHuntResizes], &ok)
	for _, c := range w.Resizes {
		ok = ok && c <= mostUnits
	}
	depth := amounts(text[FieldHuntDepth], &ok)
	if len(depth) != 1 || len(w.Nodes) == 0 || len(w.Nodes) >= mostToSize || len(w.Resizes) >= mostToSize || len(w.Timeouts) == 0 {
		return w, false
	}
	w.Depth = int(depth[0])
	return w, ok
}

// Beyond these a world is not searched, so its size is of no interest.
const (
	mostUnits  = 64
	mostToSize = 17
)

// amounts reads numbers with spaces between them, or what stands behind their equals signs.
func amounts(text string, ok *bool) []int64 {
	var numbers []int64
	for _, word := range strings.Fields(text) {
		if _, after, found := strings.Cut(word, "="); found {
			word = after
		}
		n, err := strconv.ParseInt(word, 10, 64)
		*ok = *ok && err == nil && n >= 0
		numbers = append(numbers, n)
	}
	return numbers
}
