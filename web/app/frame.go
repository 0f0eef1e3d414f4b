package app

import (
	"slices"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// The modes of a figure in which the page does something else. In the first two it only shows.
const (
	modeReadOnly = "readonly"
	modeSlides   = "slides"
	modePredict  = "predict"
)

// The kinds of [Load].
const (
	LoadScenario = "scenario"
	LoadLink     = "link"
	LoadText     = "text"
)

// framing is for messages about the page as a figure in another page.
func (m *Model) framing(msg Msg) []Effect {
	switch msg := msg.(type) {
	case Frame:
		m.setFrame(msg.Mode)
		if !m.notice.bad {
			m.notice = notice{} // that a link was opened goes without saying here
		}
	case Load:
		return m.load(msg)
	}
	return nil
}

// setFrame makes the page do what a mode asks for. Full screen is not among it: only a press can ask for that.
func (m *Model) setFrame(mode string) {
	switch {
	case mode == modeSlides:
		m.stage.set(1)
	case m.frame == modeSlides:
		m.stage.set(0)
	}
	if mode == modePredict || m.frame == modePredict {
		m.predict.on = mode == modePredict
		m.predict.drop()
	}
	m.frame = mode
}

// shut reports whether a message would change what a figure to be read shows. What the page around asks for comes as
// [Load].
func (m *Model) shut(msg Msg) bool {
	if m.frame != modeReadOnly && m.frame != modeSlides {
		return false
	}
	switch msg.(type) {
	case First, Back, Forward, Last, GoTo, Toggle, Page, SetShortcuts, Type, CopyTrace, Copied, Share, Export, Exported, ImportFailed, Stored, Frame, Load, Speak,
		Present, Scale, Details, Blank, SetPace, Play, Tick, Guess, Answer, Reveal, DropQuestion, Scored, ForgetScore, SaveScore:
		return false
	}
	return true
}

// load shows the session that the page around asks for. Undo leads back to the old one if somebody acted in it.
func (m *Model) load(msg Load) []Effect {
	untouched := len(m.history.past) == 0
	m.notice = notice{}
	effects := m.loadSession(msg)
	if len(msg.Contracts) > 0 && !m.notice.bad {
		effects = m.judgedBy(msg.Contracts)
	}
	if msg.Step >= 0 && !m.notice.bad {
		effects = m.move(min(msg.Step, len(m.session.doc.Steps)))
	}
	m.setFrame(m.frame) // a link may say otherwise
	if untouched {
		m.history = history{}
	}
	if m.notice.bad {
		return append(effects, m.journalAll())
	}
	m.notice = notice{}
	return []Effect{m.announce(), m.journalAll()}
}

func (m *Model) loadSession(msg Load) []Effect {
	switch msg.Kind {
	case LoadScenario:
		return m.change(OpenScenario{msg.Value})
	case LoadLink:
		return m.openLink(OpenLink{Fragment: msg.Value})
	case LoadText:
		if strings.HasPrefix(strings.TrimSpace(msg.Value), "{") {
			return m.say(say.It("%s is JSON, expected trace text.", quoted(tell.Shorten(msg.Name, 60))), true)
		}
		return m.importText(Import{msg.Name, msg.Value})
	}
	return nil
}

// judgedBy shows the session under contracts beside each other, or under one.
func (m *Model) judgedBy(names []string) []Effect {
	var columns []engine.Contract
	for _, name := range names {
		c, ok := engine.ContractByName(name)
		if !ok {
			return m.say(say.It("There is no contract %s.", engine.Quote(tell.Shorten(name, 48))), true)
		}
		if !slices.Contains(columns, c) && len(columns) < maxColumns {
			columns = append(columns, c)
		}
	}
	if slices.Equal(columns, m.session.columns()) {
		return nil
	}
	return m.setColumns(columns, say.It("contract %s", columns[0].Name))
}
