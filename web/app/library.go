package app

import (
	"slices"
	"strings"

	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// Saved is one session in the library of this browser: a name and a link.
type Saved struct{ Name, Link string }

// maxSaved bounds the library, which a browser gives little room.
const maxSaved = 200

// library is for messages about the sessions saved in this browser.
func (m *Model) library(msg Msg) []Effect {
	switch msg := msg.(type) {
	case Stored:
		m.saved = nil
		for _, s := range msg.All[:min(len(msg.All), maxSaved)] {
			at, _ := slices.BinarySearchFunc(m.saved, s, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
			m.saved = slices.Insert(m.saved, at, s)
		}
		if s, _ := m.find(m.deleted.Name); s == m.deleted { // it is back
			m.deleted = Saved{}
		}
		if msg.Refused {
			return m.say(say.It("This browser keeps nothing for this page: it has no room left, or storage is off. Share a link or export a file instead."), true)
		}
	case SaveSession:
		name, ok := m.savedName(FieldSave)
		if !ok {
			return []Effect{Announce{m.fields.wrong[FieldSave]}}
		}
		m.fields.clear(FieldSave)
		return append(m.say(say.It("Saved in this browser as %s: Import shows it.", quoted(name)), false), Store{Saved{name, m.session.toLink()}})
	case OpenSaved:
		if s, ok := m.find(msg.Name); ok {
			return m.openLink(OpenLink{Fragment: s.Link})
		}
		return m.gone(msg.Name)
	case RenameSaved:
		old, there := m.find(msg.Name)
		if !there {
			return m.gone(msg.Name)
		}
		name, ok := m.savedName(FieldRename)
		if !ok {
			return []Effect{Announce{m.fields.wrong[FieldRename]}}
		}
		m.fields.clear(FieldRename)
		return append(m.say(say.It("%s is called %s now.", quoted(old.Name), quoted(name)), false), Store{Saved{name, old.Link}}, Unstore{old.Name})
	case DeleteSaved:
		if s, ok := m.find(msg.Name); ok {
			m.deleted = s
			return append(m.say(say.It("Deleted %s from this browser.", quoted(s.Name)), false), Unstore{s.Name})
		}
		return m.gone(msg.Name)
	case RestoreSaved:
		if s := m.deleted; s.Name != "" {
			if _, taken := m.find(s.Name); taken {
				return m.say(say.It("%s was not brought back: another session has this name now. Rename that one first.", quoted(s.Name)), true)
			}
			return append(m.say(say.It("Brought %s back.", quoted(s.Name)), false), Store{s})
		}
	}
	return nil
}

// gone says that a session is not in the library any more: another tab may have deleted it.
func (m *Model) gone(name string) []Effect {
	return m.say(say.It("There is no %s in this browser any more.", quoted(tell.Shorten(name, 60))), true)
}

func (m *Model) find(name string) (Saved, bool) {
	i := slices.IndexFunc(m.saved, func(s Saved) bool { return s.Name == name })
	if i < 0 {
		return Saved{}, false
	}
	return m.saved[i], true
}

// savedName reads the name to save under: one that is free.
func (m *Model) savedName(field string) (string, bool) {
	name, ok := m.fields.title(field)
	_, taken := m.find(name)
	switch {
	case !ok:
		return "", false
	case taken:
		return "", m.fields.refuse(field, say.It("Name: %s is in this browser already, expected another name", quoted(name)))
	case field == FieldSave && len(m.saved) == maxSaved: // another name takes no room
		return "", m.fields.refuse(field, say.It("The library is full: found %d sessions; delete one first", say.D(int64(maxSaved))))
	}
	return name, true
}
