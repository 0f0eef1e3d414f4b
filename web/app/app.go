package app

import (
	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
)

// App is the page's state and its only door. It is not safe for concurrent use: the browser has one thread.
type App struct {
	model *Model
	view  *View // of the model as it is, nil when it has to be made anew
	do    func(Effect)
	fault func(any) // told what a panic said, for developers
}

// New returns the page at the start of the first scenario. Effects go to do, one by one, after the state has changed;
// what a recovered panic said goes to fault. Both may be nil.
func New(do func(Effect), fault func(any)) *App {
	if do == nil {
		do = func(Effect) {}
	}
	if fault == nil {
		fault = func(any) {}
	}
	a := &App{model: newModel(), do: do, fault: fault}
	a.do(a.model.journalAll())
	return a
}

// Send is the door: every message, wherever it comes from, changes the state here and nowhere else. A panic in here is
// our mistake; the session is put back to what it was before the message, and the page says so.
func (a *App) Send(msg Msg) {
	var effects []Effect
	before, history := a.model.session, a.model.history
	defer func() {
		a.view = nil
		if fault := recover(); fault != nil {
			a.fault(fault)
			effects = a.model.recovered(before, history)
		}
		for _, e := range effects {
			if e != nil {
				a.do(e)
			}
		}
	}()
	effects = a.model.update(msg)
}

// View returns what the page shows now. It is made once for each change of the state.
func (a *App) View() *View {
	if a.view == nil {
		a.view = a.model.view()
	}
	return a.view
}

// TraceText returns the trace of the session without results, to be saved when nothing else works any more.
func (a *App) TraceText() string { return a.model.session.text().String() }

// update changes the model by one message and returns what the browser has to do.
func (m *Model) update(msg Msg) []Effect {
	if m.shut(msg) {
		return m.say(say.It("This figure is to be read: take its steps, or open it in full to act in it."), false)
	}
	switch msg := msg.(type) {
	case Type:
		m.fields.put(msg.Field, msg.Text)
	case Nudge:
		m.nudge(msg)
	case First: // at the start it says so, as Back does
		return m.move(min(0, m.session.at-1))
	case Back:
		return m.move(m.session.at - 1)
	case Forward:
		return m.forward()
	case Last: // at the end it says so, as Forward does
		return m.jump(max(len(m.session.doc.Steps), m.session.at+1))
	case GoTo:
		return m.jump(msg.Step)
	case Undo, Redo:
		return m.travel(msg)
	case Reset, OpenScenario, SetContract:
		return m.change(msg)
	case Compare, SetColumn, DropColumn, OnlyColumn, TellApart:
		return m.compare(msg)
	case NameBranch, SwitchBranch, CompareBranch, DropBranch:
		return m.branching(msg)
	case StartHunt, StopHunt, HuntNews, OpenStory, CompareStory:
		return m.search(msg)
	case EditTrace, ApplyTrace, DiscardTrace, RefreshTrace, CopyTrace, Copied:
		return m.updateTrace(msg)
	case Share, OpenLink, Import, ImportFailed, ImportAddress, Export, Exported, Stored, SaveSession, OpenSaved, RenameSaved, DeleteSaved, RestoreSaved:
		return m.sharing(msg)
	case Predict, Guess, Answer, Reveal, DropQuestion, Scored, ForgetScore, SaveScore:
		return m.predicting(msg)
	case Present, Scale, Details, Blank, SetPace, Play, Tick:
		return m.presenting(msg)
	case Frame, Load:
		return m.framing(msg)
	case Toggle:
		m.toggle(msg)
		if msg.Panel == PanelEmbed {
			return []Effect{ShowEmbed{msg.Open, m.session.toLink()}}
		}
		return m.toggledHunt(msg)
	case Page:
		return m.turn(msg)
	case Speak:
		return m.speak(msg)
	case SetShortcuts:
		m.shortcuts = msg.On
	default:
		return m.act(msg)
	}
	return nil
}

// act runs the command of an action. When it is the next step of the trace, the user goes along with the trace, and its
// future stays; else the future is cut off, and Undo brings it back.
func (m *Model) act(msg Msg) []Effect {
	if text := m.missing(msg); text != "" {
		return m.say(text, true)
	}
	m.fields.complaint = ""
	cmd, ok := m.command(msg)
	if !ok {
		return []Effect{Announce{m.fields.complaint}}
	}
	if m.asks(msg, cmd) {
		return m.question()
	}
	return m.run(msg, cmd)
}

// run does what act is about.
func (m *Model) run(msg Msg, cmd engine.Command) []Effect {
	if next := m.session.next(); next != nil && next.Command == cmd {
		effects := m.move(m.session.at + 1)
		m.used(msg)
		return append(effects, m.refocus(msg))
	}
	if len(m.session.doc.Steps) >= maxSteps && m.session.next() == nil {
		return m.say(say.It("The trace has %d steps, and no more fit: go back, or reset.", say.D(int64(maxSteps))), true)
	}
	old := m.session
	if err := m.extend(old.acted(cmd)); err != nil {
		return m.say(say.It("This step was not run: %s.", say.Sentence(err.Error())), true)
	}
	m.history.push(old)
	m.used(msg)
	m.acted()
	return []Effect{m.journalLast(), m.announce(), m.refocus(msg)}
}

// journalLast hands the step out that was just done.
func (m *Model) journalLast() Effect {
	last := m.session.at - 1
	if step := &m.session.doc.Steps[last]; len(step.Before) == 0 {
		return Journal{last, trace.FormatCommand(step.Command)}
	}
	return m.journalAll()
}

// used empties the fields whose text became a step. A command that was refused stays, to be mended.
func (m *Model) used(msg Msg) {
	switch msg := msg.(type) {
	case AddNode:
		m.fields.clear(FieldNewNode)
	case Resize:
		m.fields.clear(FieldCapacity(msg.Node))
	case Launch:
		m.fields.clear(FieldTask(msg.Offer))
	case RunCommand:
		if m.outcome.Refusal == nil {
			m.fields.put(FieldCommand, "")
		}
	}
}

// acted forgets what only made sense before a step.
func (m *Model) acted() {
	m.notice, m.changed = notice{}, change{}
	m.predict.drop()
	m.fields.wrong = map[string]string{}
	m.page[ListSteps] = 0
	if !m.draft.edited {
		m.draft.problem, m.draft.errors = "", nil
	}
}

// jump goes to any place. Over steps that nobody has predicted it goes before a class only.
func (m *Model) jump(at int) []Effect {
	if m.predict.on && !m.stage.on() && at > m.session.at && m.session.next() != nil {
		return m.say(say.It("While you predict, the steps come one by one: press Forward."), true)
	}
	return m.move(at)
}

// move goes to the place after the first at steps.
func (m *Model) move(at int) []Effect {
	switch {
	case at < 0:
		return m.say(say.It("This is the start: no step is done."), false)
	case at > len(m.session.doc.Steps):
		return m.say(say.It("This was the last step. Take any action to go on."), false)
	}
	if err := m.stand(at); err != nil {
		return m.say(say.It("The step could not be shown: %s.", say.Sentence(err.Error())), true)
	}
	changed := m.changed
	m.acted()
	m.changed = changed // it belongs to the steps, not to the place among them
	return []Effect{m.announce()}
}

// turn shows another window of a list. At the end of the list it says so.
func (m *Model) turn(msg Page) []Effect {
	by := max(-1, min(msg.By, 1))
	c := m.sched.Counts()
	last := map[List]int{ListNodes: (c.Nodes - 1) / nodesAPage, ListOffers: (c.LiveOffers - 1) / offersAPage, ListTasks: (c.RunningTasks - 1) / tasksAPage,
		ListSteps: len(m.session.doc.Steps)} // more than there are windows of steps: at either end of these no button is shown
	page := min(m.page[msg.List], last[msg.List]) + by // the list may have become shorter
	switch {
	case page < 0 && msg.List != ListSteps:
		return []Effect{Announce{say.It("There are no earlier %s.", say.It(string(msg.List)))}}
	case page > last[msg.List]:
		return []Effect{Announce{say.It("There are no later %s.", say.It(string(msg.List)))}}
	}
	m.page[msg.List] = page
	return nil
}

// refocus names the place for the focus after a control went away with its offer or task.
func (m *Model) refocus(msg Msg) Effect {
	switch msg := msg.(type) {
	case Accept:
		return Focus{"launch-" + msg.Offer}
	case Decline, Launch:
		return Focus{"offers"}
	case Finish:
		return Focus{"tasks"}
	}
	return nil
}

// say shows a sentence about the session as a whole.
func (m *Model) say(text string, bad bool) []Effect {
	m.notice = notice{text, bad}
	return []Effect{Announce{text}}
}

// announce tells the step: what happened and the verdict, in compare mode under each contract.
func (m *Model) announce() Effect {
	v := m.verdict()
	if len(m.others) == 0 {
		return Announce{v.Said + " " + v.Word + "."}
	}
	text := say.It("Under %s: %s", m.title, v.Said+" "+v.Word+".")
	for _, l := range m.others {
		v := m.under(l).verdict()
		text += " " + say.It("Under %s: %s", l.title, v.Said+" "+v.Word+".")
	}
	return Announce{text}
}

// recovered puts the session back after a panic.
func (m *Model) recovered(before session, history history) []Effect {
	m.history = history
	if err := m.settle(before); err != nil {
		panic(err) // the page's last resort shows the journal
	}
	m.open[PanelTrace] = true
	m.draft = traceDraft{revision: m.draft.revision + 1}
	return append(m.say(say.It("The program made a mistake and did not run this step. Nothing was lost: the trace below is as it was, and you can go on or copy it."), true),
		m.journalAll())
}
