package app

import (
	"slices"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// maxColumns is how many contracts stand beside each other at most.
const maxColumns = 3

// difference is the first step whose outcome is not the same in all columns.
type difference struct {
	step int // number, 0 when there is none
	text string
}

// findDifference compares the columns of a session over all its steps.
func findDifference(s *session) difference {
	var first difference
	if s.beside > 0 {
		return tellFork(s.doc, s.name, s.branches[s.beside-1])
	}
	for _, other := range s.others {
		i, a, b, err := trace.FirstDifference(s.doc, s.contract, other)
		if err != nil || i < 0 || first.step > 0 && first.step <= i+1 {
			continue
		}
		first = difference{i + 1, tellDifference(i, s.doc, s.contract.Name, a, other.Name, b)}
	}
	return first
}

// extendDifference compares the columns at the step that was just run, unless they differ already.
func (m *Model) extendDifference() {
	if m.session.beside > 0 {
		m.first = findDifference(&m.session)
		return
	}
	if m.first.step > 0 && m.first.step < m.session.at {
		return
	}
	m.first = difference{}
	i := m.session.at - 1
	ours := trace.Results(m.outcome)
	for _, l := range m.others {
		if theirs := trace.Results(l.outcome); !slices.Equal(ours, theirs) {
			m.first = difference{i + 1, tellDifference(i, m.session.doc, m.contract.Name, ours, l.contract.Name, theirs)}
			return
		}
	}
}

// tellDifference says how a step came out under two contracts, without what both have in common.
func tellDifference(i int, doc *trace.Trace, one string, a []string, other string, b []string) string {
	return say.It("Step %d, %s, is the first that differs. Under %s: %s. Under %s: %s.", say.D(int64(i+1)),
		tell.Shorten(trace.FormatCommand(doc.Steps[i].Command), 60), one, brief(without(a, b)), other, brief(without(b, a)))
}

// under returns the page as it would be if the lane were its only one. It is for looking at: a shallow copy.
func (m *Model) under(l *lane) *Model {
	only := *m
	only.lane, only.others = *l, nil
	if l.apart { // its steps are others, and may be fewer
		only.session.doc, only.session.at = l.live, min(m.session.at, len(l.live.Steps))
	}
	return &only
}

// columns returns the contracts of all columns.
func (s *session) columns() []engine.Contract {
	return append([]engine.Contract{s.contract}, s.others...)
}

// compare is for messages about columns.
func (m *Model) compare(msg Msg) []Effect {
	columns := m.session.columns()
	switch msg := msg.(type) {
	case Compare:
		if msg.On == (len(m.others) > 0) {
			return nil
		}
		if !msg.On {
			return m.setColumns(columns[:1], say.It("single view"))
		}
		return m.setColumns([]engine.Contract{columns[0], partner(columns[0])}, say.It("compare"))
	case SetColumn:
		c, ok := engine.ContractByName(msg.Name)
		if !ok || msg.Column < 0 || msg.Column > len(columns) || msg.Column >= maxColumns {
			return m.say(say.It("There is no contract %s for column %d.", engine.Quote(tell.Shorten(msg.Name, 48)), say.D(int64(msg.Column+1))), true)
		}
		if at := slices.Index(columns, c); at >= 0 && at != msg.Column {
			return m.say(say.It("%s stands in column %d already: choose another contract.", c.Name, say.D(int64(at+1))), true)
		}
		if msg.Column == len(columns) {
			columns = append(columns, c)
		}
		columns[msg.Column] = c
		return m.setColumns(columns, say.It("compare with %s", c.Name))
	case DropColumn:
		if msg.Column < 0 || msg.Column >= len(columns) || len(columns) == 1 {
			return nil
		}
		return m.setColumns(slices.Delete(columns, msg.Column, msg.Column+1), say.It("fewer columns"))
	case OnlyColumn:
		if beside := m.session.beside; beside > 0 && msg.Column == 1 {
			return m.branching(SwitchBranch{beside - 1})
		}
		if msg.Column < 0 || msg.Column >= len(columns) {
			return nil
		}
		return m.setColumns(columns[msg.Column:msg.Column+1], say.It("single view"))
	}
	return m.tellApart(columns)
}

// partner is the contract that compare mode begins with: binding, or what most people take for it.
func partner(c engine.Contract) engine.Contract {
	if c == engine.Binding() {
		other, _ := engine.ContractByName("first-accept-wins")
		return other
	}
	return engine.Binding()
}

// setColumns puts contracts beside each other, at the same step.
func (m *Model) setColumns(columns []engine.Contract, label string) []Effect {
	m.choices++
	s := m.session
	s.contract, s.others, s.beside, s.label = columns[0], slices.Clone(columns[1:]), 0, label
	said := say.It("Showing %s alone.", columns[0].Name)
	switch len(columns) {
	case 2:
		said = say.It("Comparing %s with %s.", columns[0].Name, columns[1].Name)
	case 3:
		said = say.It("Comparing %s with %s and %s.", columns[0].Name, columns[1].Name, columns[2].Name)
	}
	effects := m.become(s, said)
	if m.first.step > 0 && m.seen(m.first.step) && !m.notice.bad {
		effects = append(effects, Announce{said + " " + m.first.text})
	}
	return effects
}

// tellApart loads the shortest trace that tells the first two columns apart.
func (m *Model) tellApart(columns []engine.Contract) []Effect {
	if len(columns) < 2 {
		return m.say(say.It("There is one contract on the page: compare it with another first."), true)
	}
	a, b := columns[0], columns[1]
	r, err := check.TellApart(check.DefaultWorld(a), b)
	switch {
	case err != nil:
		return m.say(say.It("The search did not start: %s.", say.Sentence(err.Error())), true)
	case r.Verdict != check.Violated:
		return m.say(say.It("No command in a small world tells %s and %s apart.", a.Name, b.Name), false)
	}
	s := m.story(check.DefaultWorld(a).Nodes, r.Story, a, say.It("What tells %s and %s apart", a.Name, b.Name),
		say.It("The shortest trace after which the two differ, found by a search over every command in a small world. Look at the last step."))
	s.others = slices.Clone(columns[1:])
	return m.become(s, say.It("Loaded the shortest trace that tells %s and %s apart: %s.", a.Name, b.Name, steps(len(r.Story))))
}

// story makes a session of a trace that a search found, at its last step.
func (m *Model) story(nodes []engine.Node, steps []engine.Command, c engine.Contract, title, told string) session {
	doc := trace.New(c.Name, nodes)
	for _, cmd := range steps {
		doc.Steps = append(doc.Steps, trace.Step{Command: cmd})
	}
	if len(doc.Nodes) > 0 {
		doc.Nodes[0].Before = append(trace.Note(title), append(trace.Note(told), "")...)
	}
	s := newSession(title, doc)
	s.contract, s.at = c, len(steps)
	return s
}
