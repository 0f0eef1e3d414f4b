package app

import (
	"errors"
	"slices"
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

	// What follows from the session; brought up to date by settle and stand.
	live     *trace.Trace // the session's trace as the player knows it
	player   *trace.Player
	sched    *engine.Scheduler  // after session.at steps; the player's, only to look at
	marks    []engine.Judgement // of every step, also of those that are not done
	outcome  engine.Outcome     // of the step done last
	firstBad int                // number of the first step that is violated, 0 when none is

	notice    notice
	changed   change // what a change of the contract made different
	open      map[Panel]bool
	page      map[List]int
	draft     traceDraft
	shown     shownTrace
	shortcuts bool
	choices   int // of a scenario or a contract
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
	m := &Model{fields: newFields(), open: map[Panel]bool{}, page: map[List]int{}, shortcuts: true}
	if err := m.settle(openScenario(scenario.All()[0])); err != nil {
		panic("the first scenario does not replay: " + err.Error())
	}
	return m
}

// settle makes s the session and brings everything that follows from it up to date, by replay. On an error nothing
// has changed.
func (m *Model) settle(s session) error {
	live := *s.doc
	player, err := trace.NewPlayer(&live, s.contract)
	if err != nil {
		return err
	}
	marks, err := player.Judge()
	if err != nil {
		return err
	}
	m.session, m.live, m.player, m.marks = s, &live, player, marks
	m.firstBad = 1 + slices.IndexFunc(marks, func(j engine.Judgement) bool { return j.Verdict == engine.Violated })
	return m.stand(s.at)
}

// stand moves to the place after the first at steps.
func (m *Model) stand(at int) error {
	sched, err := m.player.At(at)
	if err != nil {
		return err
	}
	m.session.at, m.sched = at, sched
	if at == 0 {
		m.outcome = engine.Outcome{Report: sched.Report()}
	} else {
		if m.outcome, err = m.player.Outcome(at - 1); err != nil {
			return err
		}
		m.sched, _ = m.player.At(at)
	}
	m.followNodes()
	return nil
}

// extend makes s the session, which differs from the old one by its last step, and runs that step. It costs the same
// however many steps stand before.
func (m *Model) extend(s session) error {
	last := s.at - 1
	m.player.Forget(last)
	old := m.live.Steps
	m.live.Steps = s.doc.Steps
	if _, err := m.player.At(s.at); err != nil {
		m.live.Steps = old
		return errors.Join(err, m.settle(m.session))
	}
	marks, err := m.player.Judge()
	if err != nil {
		return err
	}
	m.session, m.marks = s, marks
	if m.firstBad > last {
		m.firstBad = 0
	}
	if m.firstBad == 0 && marks[last].Verdict == engine.Violated {
		m.firstBad = s.at
	}
	return m.stand(s.at)
}

func (m *Model) ownerOf(offer string) string {
	o, _ := m.sched.Offer(offer)
	return o.FrameworkID
}

func (m *Model) frameworkOf(task string) string {
	t, _ := m.sched.Task(task)
	return t.FrameworkID
}

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
