package app

import (
	"strconv"

	"firmoffer/engine/trace/say"
)

// The fields of a handout, and its name among the formats.
const (
	FieldFrom     = "handout-from"
	FieldTo       = "handout-to"
	FieldAnswers  = "handout-answers" // "true" or not
	formatHandout = "handout"
)

// handoutSteps is how many steps a handout holds at most: see package export.
const handoutSteps = 200

// handout makes a document to print of the steps that the fields say.
func (m *Model) handout() []Effect {
	f, steps := &m.fields, int64(len(m.session.doc.Steps))
	if steps == 0 {
		return m.say(say.It("There is no step to print yet."), true)
	}
	f.complaint = ""
	from, ok := f.number(FieldFrom, say.It("From step"), "steps", 1, steps)
	if ok {
		_, typed := f.text[FieldTo]
		f.text[FieldTo] = m.typedOr(FieldTo, m.lastPrinted())
		var to int64
		if to, ok = f.number(FieldTo, say.It("To step"), "steps", from, min(steps, from+handoutSteps-1)); ok {
			line := formatHandout + " " + strconv.FormatInt(from, 10) + " " + strconv.FormatInt(to, 10)
			if f.text[FieldAnswers] == "true" {
				line += " answers"
			}
			if !typed { // it goes on to follow the trace
				delete(f.text, FieldTo)
			}
			return []Effect{Make{line, "handout.html", m.session.text().String()}}
		}
	}
	return []Effect{Announce{f.complaint}}
}

// typedOr returns what the user typed into a field, or else what stands there by itself.
func (m *Model) typedOr(field string, number int) string {
	if text, typed := m.fields.text[field]; typed {
		return text
	}
	return strconv.Itoa(number)
}

// lastPrinted is the last step of a handout from the step that the field says, as long as nobody chose another one.
func (m *Model) lastPrinted() int {
	from, err := strconv.Atoi(m.fields.text[FieldFrom])
	if err != nil {
		from = 1
	}
	return min(len(m.session.doc.Steps), max(1, from)+handoutSteps-1)
}
