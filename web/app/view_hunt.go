package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
)

// HuntView is the search for a violation.
type HuntView struct {
	Open       bool
	Contracts  []Option
	Promises   []Option
	From       []Option
	OnScreen   bool // it starts from the state on screen, so nodes and frameworks are those there
	Nodes      Field
	Frameworks Field
	Timeouts   Field
	Advances   Field
	Resizes    Field
	Depth      Field
	Warning    string // that the world is large

	Running  bool
	Progress string
	Problem  string
	Word     string // "Violated in 5 steps", "Holds", "Unknown"
	Class    string
	Text     string
	Story    []StoryLine
	Opens    bool // there is a trace to open
	Compares bool // and it can be put beside binding
}

// StoryLine is one command of a trace that was found, and what it did.
type StoryLine struct {
	Command, Result string
	Bad             bool
}

func (m *Model) huntView() HuntView {
	v := HuntView{Open: m.open[PanelHunt], Running: m.hunt.running, Problem: m.hunt.problem}
	if !v.Open {
		return v
	}
	v.Nodes, v.Frameworks = m.field(FieldHuntNodes, say.It("Nodes")), m.field(FieldHuntFrameworks, say.It("Frameworks"))
	v.Timeouts, v.Advances = m.field(FieldHuntTimeouts, say.It("Timeouts")), m.field(FieldHuntAdvances, say.It("Advances"))
	v.Resizes, v.Depth = m.field(FieldHuntResizes, say.It("Resizes")), m.field(FieldHuntDepth, say.It("Depth"))
	chosen := m.huntChoice(FieldHuntContract)
	for _, c := range engine.Contracts() {
		v.Contracts = append(v.Contracts, Option{c.Name, c.Name, c.Name == chosen})
	}
	promise := m.fields.text[FieldHuntPromise]
	v.Promises = []Option{{anyPromise, say.It("any promise"), promise == anyPromise}}
	for i := range engine.Invariant(engine.InvariantCount) {
		v.Promises = append(v.Promises, Option{i.String(), i.String(), promise == i.String()})
	}
	v.OnScreen = m.fields.text[FieldHuntFrom] == fromScreen
	v.From = []Option{{"start", say.It("a fresh world"), !v.OnScreen}, {fromScreen, say.It("the state on screen"), v.OnScreen}}
	v.Warning = m.huntWarning()
	m.huntResult(&v)
	return v
}

func (m *Model) huntResult(v *HuntView) {
	h := &m.hunt
	if !h.known && !h.running {
		return
	}
	r := &h.result
	v.Progress = say.It("%s states · depth %d · %s", figure(r.States), say.D(int64(r.Depth)), rate(r.States, h.millis))
	if h.running || !r.Done {
		return
	}
	switch r.Verdict {
	case check.Violated:
		m.huntViolated(v)
	case check.Holds:
		v.Word, v.Class = say.It("Holds"), "stamp"
		v.Text = say.It("In every reachable state of this world. What holds on one node holds on any number of nodes of its kind, because every rule acts on one node at a time.")
		if !r.Whole {
			v.Text = say.It("In every state that %d commands can reach. A longer story may still break it.", say.D(int64(h.job.World.Depth)))
		}
		if missing := r.Missing(); len(missing) > 0 {
			v.Text += " " + say.It("But look: in this world %s.", sentences(missing))
		}
	default:
		v.Word, v.Class = say.It("Unknown"), "stamp unknown"
		v.Text = say.It("The bound on states came first. Nothing is proved: make the world smaller, or bound the depth.")
	}
}

func (m *Model) huntViolated(v *HuntView) {
	h := &m.hunt
	v.Word, v.Class = say.It("Violated in %s", steps(len(h.result.Story))), "stamp no"
	v.Text = brokenNames(h.result.Broken)
	v.Opens, v.Compares = true, h.job.World.Contract != engine.Binding()
	w, err := h.job.world()
	if err != nil {
		return
	}
	s := w.From
	if s == nil {
		if s, err = engine.NewWithContract(w.Contract, w.Nodes, 0); err != nil {
			return
		}
	}
	for _, cmd := range h.result.Story {
		o := s.Do(cmd)
		v.Story = append(v.Story, StoryLine{trace.FormatCommand(cmd), brief(trace.Results(o)), o.Report.Verdict == engine.Violated})
	}
}

// figure writes a number with commas, for people.
func figure(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func rate(states int, millis int64) string {
	if millis <= 0 {
		return say.It("just started")
	}
	return say.It("%d ms · %s states a second", say.D(millis), figure(int(int64(states)*1000/millis)))
}
