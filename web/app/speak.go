package app

import (
	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Speak chooses the language of the page: what it is called, such as "de", and the text of its message file. English needs no
// file. Where the file has no words for something, that is said in English. See package say.
type Speak struct{ Language, Words string }

func (Speak) msg() {}

// Speaking is an effect: the page speaks this language now.
type Speaking struct{ Language string }

func (Speaking) effect() {}

// speak says everything anew that stands on the page and follows from the session. What was said about something that happened,
// and what is wrong in a field, was said in the old language and goes.
func (m *Model) speak(msg Speak) []Effect {
	say.Speak(msg.Language, msg.Words)
	m.notice, m.hunt.problem = notice{}, ""
	m.fields.wrong = map[string]string{}
	if from, ok := engine.ContractByName(m.changed.from); ok && m.changed.known {
		m.changed = m.difference(from, m.session.contract)
	}
	m.first = findDifference(&m.session)
	if m.draft.edited && m.draft.problem != "" {
		m.update(EditTrace{m.draft.text})
	}
	return []Effect{Speaking{say.Language()}}
}

// sentences says what the engine said, in turn, with commas between.
func sentences(list []string) string {
	text := ""
	for i, one := range list {
		if i > 0 {
			text += ", "
		}
		text += say.Sentence(one)
	}
	return text
}
