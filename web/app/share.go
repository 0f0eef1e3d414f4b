package app

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/link"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// Lengths of a link in characters from which on the page says what may become of it.
const (
	longLink = 2000 // chats may cut it
	hugeLink = 8000 // a file is the better way
)

// Bounds on the older sessions that are kept beside the address for Undo after a reload.
const (
	keptSessions = 30
	keptSteps    = 2000 // of all of them together
)

// Options of a link that the page reads.
const (
	optionName     = "name"     // of the branch on screen
	optionBeside   = "beside"   // the branch to compare with, from 1
	optionScenario = "scenario" // in the library
)

// toLink writes a session as a link, with what is set besides. It takes one replay.
func (s *session) toLink(besides ...link.Option) string {
	l := link.Session{Trace: s.text().String(), At: s.at}
	for _, c := range s.others {
		l.Contracts = append(l.Contracts, c.Name)
	}
	if len(s.others) > 0 || s.beside > 0 {
		l.Mode = "compare"
	}
	set := func(key, value string) { l.Options = append(l.Options, link.Option{Key: key, Value: value}) }
	if lib, ok := scenario.ByID(s.scenario); ok && sameHead(lib.Trace, s.doc) {
		set(optionScenario, s.scenario)
	}
	if s.name != mainBranch {
		set(optionName, s.name)
	}
	if s.beside > 0 {
		set(optionBeside, strconv.Itoa(s.beside))
	}
	for _, b := range s.branches {
		from := shared(s.doc, b.doc)
		l.Branches = append(l.Branches, link.Branch{Name: b.name, From: from, Steps: link.Steps(b.doc, from)})
	}
	l.Options = append(l.Options, besides...)
	return link.Encode(l)
}

// fromLink makes a session of what a link holds. The error is about its trace.
func fromLink(l link.Session) (session, error) {
	recorded, err := trace.Parse(l.Trace)
	if err != nil {
		return session{}, err
	}
	doc := bare(recorded)
	s := newSession(say.It("the link"), doc)
	s.at, s.made = min(l.At, len(doc.Steps)), len(l.Branches)
	for _, name := range l.Contracts[:min(len(l.Contracts), maxColumns-1)] {
		if c, ok := engine.ContractByName(name); ok && !slices.Contains(s.columns(), c) {
			s.others = append(s.others, c)
		}
	}
	for _, o := range l.Options {
		s.setOption(o)
	}
	for _, b := range l.Branches {
		fits := len(s.branches) < maxBranches && validTitle(b.Name) && b.Name != s.name && !s.taken(b.Name)
		if t, err := link.Join(doc, b); err == nil && b.Of == 0 && fits {
			s.branches = append(s.branches, branch{b.Name, t})
		}
	}
	if s.beside > len(s.branches) {
		s.beside = 0
	}
	if s.beside > 0 {
		s.others = nil
	}
	return s, nil
}

func (s *session) setOption(o link.Option) {
	switch o.Key {
	case optionName:
		if validTitle(o.Value) {
			s.name = o.Value
		}
	case optionBeside:
		if n, err := strconv.Atoi(o.Value); err == nil && n > 0 {
			s.beside = n
		}
	case optionScenario:
		if lib, ok := scenario.ByID(o.Value); ok && sameHead(lib.Trace, s.doc) {
			s.scenario, s.origin = o.Value, bare(lib.Trace)
		}
	}
}

// Keep returns the session as a link, and older ones for Undo after a reload, a line each.
func (a *App) Keep() (fragment, past string) {
	m, lines, steps := a.model, []string(nil), 0
	for i := len(m.history.past) - 1; i >= 0 && len(lines) < keptSessions; i-- {
		s := m.history.past[i]
		if steps += len(s.doc.Steps); steps > keptSteps {
			break
		}
		lines = append(lines, s.label+"\t"+s.toLink())
	}
	return m.session.toLink(m.options()...), m.session.label + "\n" + strings.Join(lines, "\n")
}

// Revision counts the changes of what [App.Keep] returns.
func (a *App) Revision() int { return a.model.revision }

// openLink makes what a link holds the session. Where it is damaged, the part that could be read is opened; where nothing
// can be read, the session stays. In any case the page says so.
func (m *Model) openLink(msg OpenLink) []Effect {
	held, receipt, err := link.Decode(msg.Fragment)
	var wrong *link.Error
	if errors.As(err, &wrong) && (wrong.Kind == link.Empty || held.Trace == "") {
		switch {
		case wrong.Kind == link.Empty && m.revision > 1: // Back led to the bare address, which stands for the start
			return m.change(OpenScenario{scenario.All()[0].ID})
		case msg.Fragment == "":
			return nil
		}
		return m.say(say.It("The link could not be opened. %s", say.Sentence(wrong.Error())), true)
	}
	s, bad := fromLink(held)
	if bad != nil {
		return m.say(say.It("The link holds a text that is no trace: it stands in the field below. %s", m.toDraft(held.Trace, bad)), true)
	}
	if err != nil && len(s.doc.Steps) == 0 && wrong.Kind != link.Changed { // what could be read is not worth giving up what is there
		return m.say(say.It("The link could not be opened. %s", say.Sentence(err.Error())), true)
	}
	said, trouble := say.It("Opened the link: %s.", steps(len(s.doc.Steps))), false
	if receipt != nil {
		if d, err := receipt.Check(s.doc, s.contract); err == nil && d != nil {
			s.at = min(s.at, d.Agrees)
			said, trouble = say.It("Opened the link, which was made by another version of the rules. %s", say.Sentence(d.String())), true
		}
	}
	if err != nil {
		said, trouble = say.It("Opened what could be read of the link. %s", say.Sentence(err.Error())), true
	}
	if lost := len(held.Branches) - len(s.branches); lost > 0 {
		said, trouble = say.It("%s Branches of it that this page cannot show: %d.", said, say.D(int64(lost))), true
	}
	m.fields = newFields()
	m.show(held.Options)
	if m.revision > 1 { // something was done here before
		effects := m.become(s, said)
		m.notice.bad = m.notice.bad || trouble
		return effects
	}
	if err := m.settle(s); err != nil {
		return m.say(say.It("This link cannot be run here: %s.", say.Sentence(err.Error())), true)
	}
	m.remember(msg.Past)
	m.acted()
	return append(m.say(said, trouble), m.journalAll())
}

// remember brings back the older sessions that were kept with the link. What cannot be read ends the list.
func (m *Model) remember(past string) {
	label, rest, _ := strings.Cut(past, "\n")
	if label != "" {
		m.session.label = label
	}
	var back []session
	for _, line := range strings.Split(rest, "\n") {
		label, fragment, _ := strings.Cut(line, "\t")
		held, _, err := link.Decode(fragment)
		if err != nil {
			break
		}
		s, err := fromLink(held)
		if err != nil {
			break
		}
		s.label = label
		back = append([]session{s}, back...)
	}
	m.history = history{past: back}
}

// sharing is for messages about links, files and the library of this browser.
func (m *Model) sharing(msg Msg) []Effect {
	switch msg := msg.(type) {
	case OpenLink:
		return m.openLink(msg)
	case Share:
		m.open[PanelShare] = true
		m.link = m.session.toLink(m.options()...)
		return []Effect{m.copying(say.It("The link is on the clipboard."), "#"+m.link)}
	case Import:
		return m.importText(msg)
	case ImportFailed:
		return m.say(say.Sentence(msg.Sentence), true)
	case ImportAddress:
		address := strings.TrimSpace(m.fields.text[FieldAddress])
		if address == "" {
			m.fields.refuse(FieldAddress, say.It("Address: found nothing, expected the address of a trace on this site"))
			return []Effect{Announce{m.fields.wrong[FieldAddress]}}
		}
		return []Effect{Fetch{address}}
	case Exported:
		return m.say(say.It("Saved as %s.", msg.File), false)
	case Export:
		return m.export(msg)
	}
	return m.library(msg)
}

func (m *Model) copying(said, text string) Effect {
	m.copied = said
	return Copy{text}
}

// importText opens a trace text, JSON or a link from outside, as a session that Undo leads back from.
func (m *Model) importText(msg Import) []Effect {
	text := strings.TrimPrefix(msg.Text, "\ufeff")
	start := strings.TrimSpace(text)
	if at := strings.Index(start, "#fo"); at >= 0 && !strings.ContainsAny(start, "\n ") {
		return m.openLink(OpenLink{Fragment: start[at+1:]})
	}
	if strings.HasPrefix(start, "{") {
		return []Effect{Convert{msg.Name, text}}
	}
	doc, err := m.read(text)
	switch msg.Name {
	case "the dropped text", "the pasted text":
		msg.Name = say.Sentence(msg.Name)
	}
	name := quoted(tell.Shorten(strings.Join(strings.Fields(msg.Name), " "), 60)) // in one line: it becomes a label
	if err == nil {
		s := newSession(say.It("import %s", name), bare(doc))
		m.fields = newFields()
		if l, at := lessonBy(msg.Name); at >= 0 {
			s.label, s.scenario = say.It("open %s", say.Lesson(l.title)), l.file
			return m.becomeRecorded(s, doc, say.It("Opened %s", quoted(say.Lesson(l.title))), "")
		}
		return m.becomeRecorded(s, doc, say.It("Imported %s", name), steps(len(s.doc.Steps)))
	}
	sentence := say.It("%s was not imported. %s", name, say.Sentence(err.Error()))
	if len(text) <= trace.MaxBytes {
		sentence = say.It("%s was not imported: it stands in the trace field below. %s", name, m.toDraft(text, err))
	}
	return m.say(sentence, true)
}

// formats are the exports: their names in package export, the files that they are saved as, and what they are for.
var formatWords = []struct{ name, file, title string }{
	{"trace", "firmoffer.trace", "Trace text: what this page and its tests read"},
	{"json", "firmoffer.json", "JSON: every step with its events, verdict and numbers"},
	{"go", "firmoffer_trace_test.go", "Go test: the same calls to the engine, each result checked"},
	{"python", "trace_check.py", "Python script: judges a scheduler of your own by this trace"},
	{"mermaid", "firmoffer.mmd", "Mermaid: a sequence diagram"},
	{"svg", "picture.svg", "Picture of this step (SVG)"},
	{"png", "picture.png", "Picture of this step (PNG)"},
}

// export hands the trace on screen out in one of the formats, or a handout of the steps that the fields say.
func (m *Model) export(msg Export) []Effect {
	if msg.Format == formatHandout {
		return m.handout()
	}
	for _, f := range formatWords {
		if f.name == msg.Format {
			line := f.name
			if strings.HasPrefix(f.file, "picture.") {
				line += " " + strconv.Itoa(m.session.at)
			}
			return []Effect{Make{line, f.file, m.session.text().String()}}
		}
	}
	return m.say(say.It("There is no format %s.", engine.Quote(tell.Shorten(msg.Format, 48))), true)
}

// ShareView is what the page shows of links, exports, imports and the library.
type ShareView struct {
	Sharing, Exporting, Importing bool
	Link                          string // only while it is shown
	Length                        string
	Warning                       string
	Huge                          bool // a file is the better way
	Formats                       []Option
	From, To                      Field // of a handout
	Answers                       bool
	Address, Save, NewName        Field
	Saved                         []string
	Deleted                       string // the name of what can be brought back
}

func (m *Model) shareView() ShareView {
	v := ShareView{Sharing: m.open[PanelShare], Exporting: m.open[PanelExport], Importing: m.open[PanelImport]}
	if v.Sharing {
		v.Link, v.Length = "#"+m.link, say.Count(int64(len(m.link)+1), "1 character after the address of this page.", "%d characters after the address of this page.")
		switch n := len(m.link); {
		case n > hugeLink:
			v.Huge = true
			v.Warning = say.It("This link is very long: a file is the better way. Export the trace and send that.")
		case n > longLink:
			v.Warning = say.It("Some chats cut links of this length: try it, or export the trace as a file.")
		}
		v.Save = m.field(FieldSave, say.It("Name in this browser"))
	}
	if v.Exporting {
		for _, f := range formatWords {
			v.Formats = append(v.Formats, Option{Value: f.name, Label: say.It(f.title)})
		}
		v.From, v.To, v.Answers = m.field(FieldFrom, say.It("From step")), m.field(FieldTo, say.It("To step")), m.fields.text[FieldAnswers] == "true"
		v.To.Text = m.typedOr(FieldTo, m.lastPrinted())
	}
	if v.Importing {
		v.Address = m.field(FieldAddress, say.It("Address"))
		for _, s := range m.saved {
			v.Saved = append(v.Saved, s.Name)
		}
		v.NewName = m.field(FieldRename, say.It("New name"))
		v.Deleted = m.deleted.Name
	}
	return v
}
