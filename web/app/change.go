package app

import (
	"errors"
	"slices"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// maxSteps is how many steps a session can have: what a trace can have.
const maxSteps = trace.MaxSteps

// journalAll hands the whole trace out, so that it outlives the program.
func (m *Model) journalAll() Effect { return JournalAll{m.session.text().String()} }

// become makes s the session, so that undo leads back to the old one.
func (m *Model) become(s session, said string) []Effect {
	old := m.session
	if err := m.settle(s); err != nil {
		return m.say(say.It("This trace cannot be run here: %s.", say.Sentence(err.Error())), true)
	}
	m.history.push(old)
	m.acted()
	m.draft = traceDraft{revision: m.draft.revision + 1}
	return append(m.say(said, false), m.journalAll())
}

// change is for messages that replace the session as a whole.
func (m *Model) change(msg Msg) []Effect {
	m.choices++
	switch msg := msg.(type) {
	case OpenScenario:
		if l, at := lessonBy(msg.ID); at >= 0 {
			return []Effect{Fetch{l.file}}
		}
		s, ok := scenario.ByID(msg.ID)
		if !ok {
			return m.say(say.It("There is no scenario %s.", engine.Quote(tell.Shorten(msg.ID, 48))), true)
		}
		m.fields = newFields()
		return m.become(openScenario(s), say.It("Opened the scenario %s.", quoted(say.Lesson(s.Title))))
	case Reset:
		s := m.session
		s.doc, s.at, s.contract, s.label, s.name, s.branches, s.beside = s.origin, 0, s.origin.Rules(), say.It("reset"), mainBranch, nil, 0
		s.others = slices.DeleteFunc(slices.Clone(s.others), func(c engine.Contract) bool { return c == s.contract }) // not twice
		m.fields = newFields()
		return m.become(s, say.It("Back at the start of %s.", m.nameOf(s)))
	case SetContract:
		return m.setContract(msg.Name)
	}
	return nil
}

func (m *Model) nameOf(s session) string {
	if lib, ok := scenario.ByID(s.scenario); ok {
		return say.It("the scenario %s", quoted(say.Lesson(lib.Title)))
	}
	if l, at := lessonBy(s.scenario); at >= 0 {
		return quoted(say.Lesson(l.title))
	}
	return say.It("your trace")
}

// setContract runs the same commands again under another contract and says which step came out differently first.
func (m *Model) setContract(name string) []Effect {
	c, ok := engine.ContractByName(name)
	if !ok {
		return m.say(say.It("There is no contract %s.", engine.Quote(tell.Shorten(name, 48))), true)
	}
	if c == m.session.contract {
		return nil
	}
	if len(m.others) > 0 {
		return m.compare(SetColumn{0, name})
	}
	old := m.session
	s := old
	s.contract, s.label = c, say.It("contract %s", c.Name)
	effects := m.become(s, "")
	if m.notice.bad {
		return effects
	}
	m.changed = m.difference(old.contract, c)
	m.notice = notice{}
	m.draft = traceDraft{revision: m.draft.revision + 1}
	said := m.changed.text
	if !m.seen(m.changed.step) || m.changed.step == 0 && m.predict.on {
		said = say.It("Now under %s.", c.Name)
	}
	return []Effect{Announce{said}, m.journalAll()}
}

func (m *Model) difference(from, to engine.Contract) change {
	step, was, is, err := trace.FirstDifference(m.session.doc, from, to)
	ch := change{known: true, from: from.Name}
	switch {
	case err != nil:
		ch.text = say.It("The two contracts could not be compared: %s.", say.Sentence(err.Error()))
	case step < 0:
		ch.text = say.It("Under %s all %d steps come out as under %s.", to.Name, say.D(int64(len(m.session.doc.Steps))), from.Name)
	default:
		ch.step = step + 1
		ch.text = say.It("Under %s step %d, %s, comes out differently first: %s. Under %s: %s.", to.Name, say.D(int64(ch.step)),
			trace.FormatCommand(m.session.doc.Steps[step].Command), brief(without(is, was)), from.Name, brief(without(was, is)))
	}
	return ch
}

// without returns the results that the other contract did not give as well.
func without(results, others []string) []string {
	var left []string
	for _, r := range results {
		if !slices.Contains(others, r) {
			left = append(left, r)
		}
	}
	return left
}

// brief shows the results of a step in one line.
func brief(results []string) string {
	const most = 3
	text := ""
	if len(results) == 0 {
		return say.It("nothing of that")
	}
	for i, r := range results {
		if i == most {
			return say.It("%s; and %d more", text, say.D(int64(len(results)-most)))
		}
		if i > 0 {
			text += "; "
		}
		text += say.Sentence(r)
	}
	return text
}

// travel is undo and redo.
func (m *Model) travel(msg Msg) []Effect {
	past, future := m.history.past, m.history.future
	way, said, nothing, label := m.history.undo, say.Key("Undid: %s."), say.Key("There is nothing to undo."), m.session.label
	if _, again := msg.(Redo); again {
		way, said, nothing = m.history.redo, say.Key("Did again: %s."), say.Key("There is nothing to redo.")
		if len(future) > 0 {
			label = future[len(future)-1].label
		}
	}
	s, ok := way(m.session)
	if !ok {
		return m.say(say.It(nothing), false)
	}
	if err := m.settle(s); err != nil {
		m.history.past, m.history.future = past, future
		return m.say(say.It("This could not be brought back: %s.", say.Sentence(err.Error())), true)
	}
	m.acted()
	m.draft = traceDraft{revision: m.draft.revision + 1}
	return append(m.say(say.It(said, label), false), m.journalAll())
}

// updateTrace is for the field that shows the trace as text.
func (m *Model) updateTrace(msg Msg) []Effect {
	switch msg := msg.(type) {
	case EditTrace:
		m.draft.edited, m.draft.text = true, msg.Text
		m.draft.errors, m.draft.problem = nil, ""
		if len(msg.Text) <= liveCheck {
			_, err := m.read(msg.Text)
			m.draft.blame(err)
		}
	case DiscardTrace, RefreshTrace:
		m.draft = traceDraft{revision: m.draft.revision + 1}
	case CopyTrace:
		return []Effect{m.copying(say.It("The trace is on the clipboard."), m.traceText())}
	case Copied:
		if !msg.OK {
			return m.say(say.It("The browser refused the clipboard: select the text and copy it by hand."), true)
		}
		return m.say(m.copied, false)
	case ApplyTrace:
		return m.applyTrace()
	}
	return nil
}

// liveCheck is the size in bytes up to which a trace is checked while it is typed.
const liveCheck = 64 << 10

func (d *traceDraft) blame(err error) {
	d.errors, d.problem = nil, ""
	if err != nil && !errors.As(err, &d.errors) {
		d.problem = say.Sentence(err.Error())
	}
}

// applyTrace makes the text in the field the session. Where it cannot be read the session stays, and so does the text.
func (m *Model) applyTrace() []Effect {
	if !m.draft.edited {
		return m.say(say.It("The text is the trace that is running already."), false)
	}
	recorded, err := m.read(m.draft.text)
	if err != nil {
		m.draft.blame(err)
		m.notice = notice{} // it is about another try
		return []Effect{Announce{say.It("The trace was not run. %s", m.draft.sentence())}}
	}
	doc := bare(recorded)
	s := newSession(say.It("the edited trace"), doc)
	if sameHead(doc, m.session.origin) {
		s.scenario = m.session.scenario
	}
	s.at = min(m.session.at, len(doc.Steps))
	return m.becomeRecorded(s, recorded, say.It("Running your trace"), steps(len(doc.Steps)))
}

// becomeRecorded makes s, of a trace that was recorded with results, the session. Where a replay gives other results, it says so
// instead of the end of its sentence.
func (m *Model) becomeRecorded(s session, recorded *trace.Trace, said, end string) []Effect {
	difference, err := trace.Check(recorded)
	effects := m.become(s, behind(said, end))
	if err == nil && difference != nil && !m.notice.bad {
		return append(m.say(say.It("%s. Its recorded results differ from this engine's first at %s.", said, say.Sentence(difference.String())), true), m.journalAll())
	}
	return effects
}

// behind ends a sentence, with what it is about where that is known.
func behind(said, end string) string {
	if end != "" {
		said += ": " + end
	}
	return said + "."
}

// toDraft puts a text that is no trace into the trace field, with what is wrong with it, and returns that as a sentence.
func (m *Model) toDraft(text string, err error) string {
	m.open[PanelTrace], m.draft = true, traceDraft{edited: true, text: text, revision: m.draft.revision + 1}
	m.draft.blame(err)
	return m.draft.sentence()
}

// sameHead reports whether two traces tell the same story, so that an edited scenario keeps its place in the menu.
func sameHead(a, b *trace.Trace) bool { return a.Title() == b.Title() && a.Story() == b.Story() }

func (d *traceDraft) sentence() string {
	if d.problem != "" {
		return d.problem
	}
	if len(d.errors) > 0 {
		return say.Sentence(d.errors[0].Error())
	}
	return ""
}

// traceText returns the trace with its results, or without them where they would be longer than a trace can be.
func (m *Model) traceText() string {
	t := m.session.text()
	if full, err := trace.Annotate(t); err == nil {
		return full.String()
	}
	return t.String()
}

func (m *Model) toggle(msg Toggle) {
	if msg.Panel == PanelTrace && msg.Open && !m.open[PanelTrace] {
		m.draft.revision++
	}
	m.open[msg.Panel] = msg.Open
}
