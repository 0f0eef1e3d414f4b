package app

import (
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// The fields of the search.
const (
	FieldHuntNodes      = "hunt-nodes"
	FieldHuntFrameworks = "hunt-frameworks"
	FieldHuntTimeouts   = "hunt-timeouts"
	FieldHuntAdvances   = "hunt-advances"
	FieldHuntResizes    = "hunt-resizes"
	FieldHuntDepth      = "hunt-depth"
	FieldHuntContract   = "hunt-contract"
	FieldHuntPromise    = "hunt-promise"
	FieldHuntFrom       = "hunt-from"
)

// anyPromise is the choice that looks for whichever promise breaks first; fromScreen starts at the state on screen.
const (
	anyPromise = "any"
	fromScreen = "screen"
)

// hunt is a search for a violation: under way, or done.
type hunt struct {
	number  int // of the search, so that the news of an older one is not taken for that of this one
	running bool
	job     Job
	known   bool // there is news
	result  check.Result
	millis  int64
	problem string
}

// Job is a search as it is handed to whoever runs it: as text, because that may be another thread.
type Job struct {
	Contract string
	World    check.World // without From
	Prefix   string      // a trace whose last state is the start, "" for a world in which nothing happened yet
}

// Search prepares the search of the job.
func (j Job) Search() (*check.Search, error) {
	w, err := j.world()
	if err != nil {
		return nil, err
	}
	return check.New(w)
}

// world is the job's world with the state to start from.
func (j Job) world() (check.World, error) {
	w := j.World
	if j.Prefix == "" {
		return w, nil
	}
	doc, err := trace.Parse(j.Prefix)
	if err != nil {
		return w, err
	}
	w.From, _, err = trace.Replay(doc, w.Contract, -1)
	return w, err
}

// search is for messages about the search.
func (m *Model) search(msg Msg) []Effect {
	switch msg := msg.(type) {
	case StartHunt:
		return m.startHunt()
	case StopHunt:
		if !m.hunt.running {
			return m.say(say.It("No search is running."), false)
		}
		m.hunt.running = false
		return append(m.say(say.It("The search was stopped."), false), EndHunt{}, m.idleHunt())
	case HuntNews:
		return m.huntNews(msg)
	case OpenStory:
		return m.openStory(false)
	case CompareStory:
		return m.openStory(true)
	}
	return nil
}

// ReadyHunt is an effect: the search came into sight, so whoever runs searches can get ready for one.
type ReadyHunt struct{}

func (ReadyHunt) effect() {}

// toggledHunt is for a message that opens or closes the search. One that runs goes on when it is closed.
func (m *Model) toggledHunt(msg Toggle) []Effect {
	if msg.Panel != PanelHunt || m.hunt.running {
		return nil
	}
	return []Effect{m.idleHunt()}
}

// idleHunt is what whoever runs searches does while there is none: get ready for one, or leave nothing behind.
func (m *Model) idleHunt() Effect {
	if m.open[PanelHunt] {
		return ReadyHunt{}
	}
	return EndHunt{}
}

func (m *Model) startHunt() []Effect {
	job, ok := m.readJob()
	if !ok {
		return []Effect{Announce{m.fields.complaint}}
	}
	m.hunt = hunt{number: m.hunt.number + 1, job: job}
	if _, err := job.Search(); err != nil {
		m.hunt.problem = say.It("This world cannot be searched: %s.", say.Sentence(err.Error()))
		return []Effect{Announce{m.hunt.problem}}
	}
	m.hunt.running = true
	return []Effect{Announce{say.It("Searching.")}, Hunt{m.hunt.number, job}}
}

// readJob reads the fields of the search. ok is false when a field says what is wrong.
func (m *Model) readJob() (job Job, ok bool) {
	f := &m.fields
	f.complaint = ""
	c, found := engine.ContractByName(m.huntChoice(FieldHuntContract))
	if !found {
		return job, f.refuse(FieldHuntContract, say.It("Contract: found %s, expected one of the list", tell.Name(f.text[FieldHuntContract])))
	}
	w := check.World{Contract: c, Any: f.text[FieldHuntPromise] == anyPromise}
	for i := range engine.Invariant(engine.InvariantCount) {
		if i.String() == f.text[FieldHuntPromise] {
			w.Promise = i
		}
	}
	ok = true
	w.Timeouts = m.numbers64(FieldHuntTimeouts, say.It("Timeouts"), "ticks", 1, &ok)
	w.Advances = m.numbers64(FieldHuntAdvances, say.It("Advances"), "ticks", 1, &ok)
	w.Resizes = m.numbers64(FieldHuntResizes, say.It("Resizes"), "units", 0, &ok)
	depth, fine := f.number(FieldHuntDepth, say.It("Depth"), "commands", 0, 1000)
	w.Depth, ok = int(depth), ok && fine
	job = Job{Contract: c.Name, World: w}
	if f.text[FieldHuntFrom] == fromScreen {
		m.huntFromScreen(&job)
		return job, ok
	}
	job.World.Nodes = m.huntNodes(&ok)
	ok = !f.broken(FieldHuntNodes, say.It("Nodes")) && !f.broken(FieldHuntFrameworks, say.It("Frameworks")) && ok
	job.World.Frameworks = strings.Fields(f.text[FieldHuntFrameworks])
	if len(job.World.Frameworks) == 0 {
		ok = f.refuse(FieldHuntFrameworks, say.It("Frameworks: found nothing, expected names with spaces between them, such as A B"))
	}
	return job, ok
}

func (m *Model) huntChoice(field string) string {
	if text, ok := m.fields.text[field]; ok {
		return text
	}
	return m.contract.Name
}

// huntFromScreen starts the search at the step on screen, with the nodes and the frameworks that are there.
func (m *Model) huntFromScreen(job *Job) {
	prefix := *m.session.doc
	prefix.Steps, prefix.Tail = prefix.Steps[:m.session.at:m.session.at], nil
	job.Prefix = prefix.String()
	for _, n := range m.sched.Nodes() {
		job.World.Nodes = append(job.World.Nodes, engine.Node{ID: n.ID, Capacity: n.Capacity})
	}
	job.World.Frameworks = m.sched.Frameworks()
	for _, name := range []string{"A", "B"} {
		if len(job.World.Frameworks) < 2 && (len(job.World.Frameworks) == 0 || job.World.Frameworks[0] != name) {
			job.World.Frameworks = append(job.World.Frameworks, name)
		}
	}
}

// numbers64 reads numbers with spaces between them out of a field.
func (m *Model) numbers64(field, name, unit string, low int64, ok *bool) []int64 {
	var numbers []int64
	for _, text := range strings.Fields(m.fields.text[field]) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < low || !plainNumber(text) {
			*ok = m.fields.refuse(field, say.It("%s: found %s, expected whole numbers of %s from %d on, with spaces between them", name, tell.Shorten(strconv.Quote(text), 48), say.It(unit), say.D(low)))
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// huntNodes reads nodes such as n1=2 n2=3.
func (m *Model) huntNodes(ok *bool) []engine.Node {
	var nodes []engine.Node
	for _, text := range strings.Fields(m.fields.text[FieldHuntNodes]) {
		id, capacity, _ := strings.Cut(text, "=")
		n, err := strconv.ParseInt(capacity, 10, 64)
		if err != nil || n < 0 || id == "" || !plainNumber(capacity) {
			*ok = m.fields.refuse(FieldHuntNodes, say.It("Nodes: found %s, expected an id and a capacity, such as n1=2", tell.Shorten(strconv.Quote(text), 48)))
			return nil
		}
		nodes = append(nodes, engine.Node{ID: id, Capacity: n})
	}
	if len(nodes) == 0 {
		*ok = m.fields.refuse(FieldHuntNodes, say.It("Nodes: found nothing, expected an id and a capacity, such as n1=2"))
	}
	return nodes
}

func (m *Model) huntNews(msg HuntNews) []Effect {
	if msg.Number != m.hunt.number || !m.hunt.running {
		return nil
	}
	m.hunt.known, m.hunt.result, m.hunt.millis = true, msg.Result, msg.Millis
	if msg.Problem != "" {
		m.hunt.running, m.hunt.problem = false, say.It("The search stopped: %s.", say.Sentence(msg.Problem))
		return []Effect{Announce{m.hunt.problem}, m.idleHunt()}
	}
	if !msg.Result.Done {
		return nil
	}
	m.hunt.running = false
	v := m.huntView()
	return []Effect{Announce{v.Word + ". " + v.Text}, m.idleHunt()}
}

// openStory loads the trace that the search found, at its last step, alone or beside binding.
func (m *Model) openStory(compare bool) []Effect {
	h := &m.hunt
	if h.running || h.result.Verdict != check.Violated {
		return m.say(say.It("There is no trace to open: the search found none."), false)
	}
	broken := brokenNames(h.result.Broken)
	title := say.It("How %s breaks %s", h.job.Contract, broken)
	s := m.story(h.job.World.Nodes, h.result.Story, h.job.World.Contract, title,
		say.It("The shortest trace of its kind, found by a search over every command in a small world. Look at the last step."))
	if h.job.Prefix != "" {
		doc, err := trace.Parse(h.job.Prefix)
		if err != nil {
			return m.say(say.It("The trace cannot be opened: %s.", say.Sentence(err.Error())), true)
		}
		doc.Steps, doc.Contract = append(doc.Steps, s.doc.Steps...), h.job.Contract
		s.doc, s.origin, s.at = doc, doc, len(doc.Steps)
	}
	if compare && h.job.World.Contract != engine.Binding() {
		s.others = []engine.Contract{engine.Binding()}
	}
	m.open[PanelHunt] = false
	return append(m.become(s, say.It("Opened the trace that the search found: %s.", steps(len(h.result.Story)))), m.idleHunt(), Focus{"next"})
}

func brokenNames(set engine.InvariantSet) string {
	var names []string
	for i := range engine.Invariant(engine.InvariantCount) {
		if set.Has(i) {
			names = append(names, i.String())
		}
	}
	return list(names, "%s and %s")
}

// list joins names two by two.
func list(names []string, join string) string {
	text := ""
	for i, name := range names {
		if i == 0 {
			text = name
		} else {
			text = say.It(join, text, name)
		}
	}
	return text
}
