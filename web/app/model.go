package app

import (
	"errors"
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
)

// Model is the whole state of the page. Only [App.Send] changes it.
type Model struct {
	session session
	history history
	fields  fields

	lane           // the session under its contract
	others []*lane // and, in compare mode, under others
	first  difference

	notice    notice
	changed   change // what a change of the contract made different
	open      map[Panel]bool
	page      map[List]int
	draft     traceDraft
	shown     shownTrace
	hunt      hunt
	predict   predicting
	stage     stage
	shortcuts bool
	choices   int     // of a scenario or a contract
	revision  int     // counts what changes the session or the place in it
	link      string  // of the session when it was shared
	copied    string  // what was last put on the clipboard
	saved     []Saved // the library of this browser, by name
	deleted   Saved   // from it, to be brought back
	frame     string  // the mode of a figure in another page, "" for the page by itself
}

// notice is a sentence about the session as a whole, such as what Undo brought back.
type notice struct {
	text string
	bad  bool
}

// change is the first step that came out differently when the contract was changed.
type change struct {
	known bool
	step  int // number, 0 when every step came out the same
	from  string
	text  string
}

// traceDraft is the text in the trace field while it is open.
type traceDraft struct {
	edited   bool
	text     string
	errors   trace.Errors
	problem  string // what is wrong with the text as a whole
	revision int    // counts how often the page was asked to put its own text into the field
}

// shownTrace is the text that the page put into the trace field, and what it was made of.
type shownTrace struct {
	doc      *trace.Trace
	contract engine.Contract
	asked    int // the draft's revision
	text     string
	revision int
}

func newModel() *Model {
	m := &Model{fields: newFields(), open: map[Panel]bool{}, page: map[List]int{}, shortcuts: true, predict: predicting{guess: -1}, stage: stage{pace: 1}}
	if err := m.settle(openScenario(scenario.All()[0])); err != nil {
		panic("the first scenario does not replay: " + err.Error())
	}
	return m
}

// settle makes s the session and brings everything that follows from it up to date, by replay. On an error nothing
// has changed.
func (m *Model) settle(s session) error {
	main, err := newLane(s.doc, s.contract)
	if err != nil {
		return err
	}
	others := make([]*lane, len(s.others))
	for i, c := range s.others {
		other, err := newLane(s.doc, c)
		if err != nil {
			return err
		}
		others[i] = &other
	}
	if s.beside > 0 {
		b := s.branches[s.beside-1]
		other, err := newLane(b.doc, s.contract)
		if err != nil {
			return err
		}
		main.title, other.title, other.apart = quoted(s.name), quoted(b.name), true
		others = append(others, &other)
	}
	m.session, m.lane, m.others, m.first = s, main, others, findDifference(&s)
	return m.stand(s.at)
}

// stand moves to the place after the first at steps.
func (m *Model) stand(at int) error {
	if err := m.lane.stand(at); err != nil {
		return err
	}
	for _, l := range m.others {
		if err := l.stand(at); err != nil {
			return err
		}
	}
	m.session.at = at
	m.revision++
	m.followNodes()
	return nil
}

// extend makes s the session, which differs from the old one by its last step, and runs that step. On an error nothing
// has changed.
func (m *Model) extend(s session) error {
	if s.beside != m.session.beside { // another branch came to be, and what stood beside goes
		return m.settle(s)
	}
	err := m.lane.extend(s.doc)
	for _, l := range m.others {
		if err == nil {
			err = l.extend(s.doc)
		}
	}
	if err != nil {
		return errors.Join(err, m.settle(m.session))
	}
	m.session = s
	m.revision++
	m.extendDifference()
	m.followNodes()
	return nil
}

// ownerOf returns the framework of an offer, in the first lane that has it.
func (m *Model) ownerOf(offer string) string {
	for _, l := range m.lanes() {
		if o, ok := l.sched.Offer(offer); ok {
			return o.FrameworkID
		}
	}
	return ""
}

// frameworkOf returns the framework of a task, in the first lane that has it.
func (m *Model) frameworkOf(task string) string {
	for _, l := range m.lanes() {
		if t, ok := l.sched.Task(task); ok {
			return t.FrameworkID
		}
	}
	return ""
}

// lanes returns the session's own lane and the others.
func (m *Model) lanes() []*lane { return append([]*lane{&m.lane}, m.others...) }

func (m *Model) capacityOf(node string) int64 {
	n, _ := m.sched.Node(node)
	return n.Capacity
}

func (m *Model) hasNode(node string) bool {
	_, place := m.sched.Node(node)
	return place >= 0
}

// freeNodeName proposes a name for a new node: n and the first number that no node has.
func (m *Model) freeNodeName() string {
	for i := m.sched.Counts().Nodes + 1; ; i++ {
		if name := "n" + strconv.Itoa(i); !m.hasNode(name) {
			return name
		}
	}
}

// followNodes turns to the page of nodes that the last step touched, unless one of them is in sight.
func (m *Model) followNodes() {
	first := -1
	for _, e := range m.outcome.Events {
		if e.NodeID == "" {
			continue
		}
		_, i := m.sched.Node(e.NodeID)
		if i/nodesAPage == m.page[ListNodes] {
			return
		}
		if first < 0 {
			first = i
		}
	}
	if first >= 0 {
		m.page[ListNodes] = first / nodesAPage
	}
}
