package app

import (
	"strconv"
	"unicode/utf8"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace/link"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// stage is how the page is presented before a class: large, and one idea a screen. The zero value is the ordinary page.
type stage struct {
	scale   int // of the type, 1 to 3; 0 when nothing is presented
	details bool
	blank   bool // the screen is dark, so that the class looks at the speaker
	pace    int  // place in paces
	turn    int  // of the clock that waits while steps play; 0 while none do
	turns   int
}

const maxScale = 3

// paces are how fast steps play: a sentence is read at so many characters a second.
var paces = [...]struct {
	name string
	cps  int
}{{"slow", 9}, {"normal", 14}, {"fast", 24}}

// Options of a link that say how the page is shown.
const (
	optionPresent = "present" // the scale
	optionPredict = "predict"
)

func (s *stage) on() bool { return s.scale > 0 }

// set begins a presentation at a scale, or ends it with 0. How fast steps play stays, and the clock counts on.
func (s *stage) set(scale int) { *s = stage{scale: scale, pace: s.pace, turns: s.turns} }

// presenting is for messages about the presentation.
func (m *Model) presenting(msg Msg) []Effect {
	s := &m.stage
	dark := s.blank
	if _, tick := msg.(Tick); !tick {
		s.blank = false
	}
	switch msg := msg.(type) {
	case Present:
		return m.present(msg.On)
	case Scale:
		if to := max(1, min(s.scale+msg.By, maxScale)); s.on() && to != s.scale {
			s.scale = to
			m.revision++
			return nil
		}
		return []Effect{Announce{say.It("The type cannot get any smaller or larger.")}}
	case Details:
		s.details = msg.On
	case Blank:
		if s.blank = s.on() && !dark; s.blank {
			s.turn = 0
			return []Effect{Announce{say.It("The screen is dark. Any key brings it back.")}}
		}
	case SetPace:
		for i := range paces {
			if paces[i].name == msg.Name {
				s.pace = i
			}
		}
	case Play:
		if s.turn = 0; msg.On {
			return m.wait()
		}
		return []Effect{Announce{say.It("Paused.")}}
	case Tick:
		if msg.Turn == s.turn && s.turn > 0 {
			return m.playOn()
		}
	}
	return nil
}

func (m *Model) present(on bool) []Effect {
	s := &m.stage
	if on == s.on() || m.frame == modeSlides {
		return nil
	}
	m.revision++
	if !on {
		s.set(0)
		return []Effect{FullScreen{false}, Announce{say.It("The presentation ended.")}}
	}
	s.set(1)
	for _, p := range []Panel{PanelHunt, PanelShare, PanelExport, PanelImport} {
		m.open[p] = false
	}
	return []Effect{FullScreen{true}, Focus{"next"}, Announce{say.It("Presenting. Page Down or Space takes the next step, Escape ends.")}}
}

// wait starts the clock for the next step: long enough to read what stands there.
func (m *Model) wait() []Effect {
	m.stage.turns++
	m.stage.turn = m.stage.turns
	v, ask := m.verdict(), m.predictView()
	text := utf8.RuneCountInString(v.Said+v.Why+m.storyView().Text+ask.Question) + 20*len(ask.Options)
	return []Effect{Wait{m.stage.turn, 2000 + 1000*text/paces[m.stage.pace].cps}}
}

// playOn takes a step when its time has come, and goes on until the last one.
func (m *Model) playOn() []Effect {
	if m.session.next() == nil && !m.predict.open() {
		m.stage.turn = 0
		return []Effect{Announce{say.It("This was the last step.")}}
	}
	effects := m.forward()
	return append(effects, m.wait()...)
}

// options are what a link says besides the session: how the page is shown.
func (m *Model) options() []link.Option {
	var set []link.Option
	if m.stage.on() {
		set = append(set, link.Option{Key: optionPresent, Value: strconv.Itoa(m.stage.scale)})
	}
	if m.predict.on {
		set = append(set, link.Option{Key: optionPredict, Value: "on"})
	}
	return set
}

// show reads how the page is shown. A link cannot ask for the full screen, only a press can.
func (m *Model) show(options []link.Option) {
	for _, o := range options {
		switch o.Key {
		case optionPresent:
			if n, err := strconv.Atoi(o.Value); err == nil && n >= 1 && n <= maxScale {
				m.stage.set(n)
			}
		case optionPredict:
			m.predict.on = o.Value == "on"
		}
	}
}

// StageView is the bar of the presentation.
type StageView struct {
	On          bool
	Class       string // of the whole page
	Blank       bool
	Details     bool
	Playing     bool
	CanShrink   bool
	CanGrow     bool
	Scale       string
	Paces       []Option
	Checkpoints []Option
	Place       string
}

func (m *Model) stageView() StageView {
	s := &m.stage
	if !s.on() {
		return StageView{Class: "app"}
	}
	v := StageView{On: true, Class: "app present s" + strconv.Itoa(s.scale), Blank: s.blank, Details: s.details, Playing: s.turn > 0,
		CanShrink: s.scale > 1, CanGrow: s.scale < maxScale, Scale: say.It("Type %d of %d", say.D(int64(s.scale)), say.D(int64(maxScale))),
		Place: say.It("step %d of %d", say.D(int64(m.session.at)), say.D(int64(len(m.session.doc.Steps))))}
	if s.details {
		v.Class += " details"
	}
	if s.blank {
		v.Class += " blank"
	}
	for i, p := range paces {
		v.Paces = append(v.Paces, Option{p.name, say.It(p.name), i == s.pace})
	}
	v.Checkpoints = m.checkpoints()
	return v
}

// shownCheckpoints is how many places a list to jump to has at most.
const shownCheckpoints = 50

// checkpoints are the places in the trace that have a name, and its start.
func (m *Model) checkpoints() []Option {
	list := []Option{{"0", say.It("start"), m.session.at == 0}}
	for i := range m.session.doc.Steps {
		if name := scenario.CheckpointOf(&m.session.doc.Steps[i]); name != "" && len(list) <= shownCheckpoints {
			list = append(list, Option{strconv.Itoa(i), strconv.Itoa(i) + " · " + tell.Shorten(say.Lesson(name), 60), i == m.session.at})
		}
	}
	return list
}
