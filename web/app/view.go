package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// View is what the page shows, as plain data: every text is ready, every list is one window of bounded length.
type View struct {
	Bar      BarView
	Story    StoryView
	Actions  ActionsView
	Cluster  ClusterView
	Offers   OffersView
	Tasks    TasksView
	Ended    EndedView
	Verdict  VerdictView
	Compare  CompareView
	Branches BranchesView
	Share    ShareView
	Predict  PredictView
	Stage    StageView
	Steps    StepsView
	Trace    TraceView
	Help     HelpView
	Hunt     HuntView
}

// BarView is the head of the page.
type BarView struct {
	Scenarios []Option
	Contracts []Option
	Undo      string // what undo would take back, "" when there is nothing
	Redo      string
	Comparing bool
	Hunting   bool
	Sharing   bool
	Exporting bool
	Importing bool
	Embedding bool
	Asking    bool // the switch Predict
	Choices   int  // how many were made: the lists have to show what came of each, also when nothing did
}

// Option is one choice of a list.
type Option struct {
	Value, Label string
	Chosen       bool
}

// StoryView says where the user is in the story, and proposes how to go on.
type StoryView struct {
	Title      string
	Text       string
	Told       string   // that the story was written for another contract
	Next       string   // the command that Forward would run, "" behind the last step
	Hint       string   // where the user is among the steps
	Lesson     string   // what to watch, before the first step; what is to be learnt, behind the last one
	Moral      bool     // it is the latter
	Beside     []string // contracts worth comparing
	NextStory  string   // id of the scenario to go on with, "" when there is none
	NextTitle  string
	Notice     string
	NoticeBad  bool
	Difference string // the first step that came out differently under another contract
	DiffStep   int
}

// Field is one input with what is typed in it and what is wrong with it.
type Field struct {
	ID    string // what messages call it
	DOM   string // id of the element
	Label string
	Text  string
	Wrong string
}

// ErrorID is the id of the element with the field's sentence.
func (f Field) ErrorID() string { return f.DOM + "-error" }

// Invalid says for a screen reader whether something is wrong.
func (f Field) Invalid() string { return strconv.FormatBool(f.Wrong != "") }

// Value is the number in a spinbutton, or nil when there is none.
func (f Field) Value() any {
	if _, err := strconv.ParseInt(f.Text, 10, 64); err != nil {
		return nil
	}
	return f.Text
}

// ActionsView has the fields of the actions.
type ActionsView struct {
	Framework, Timeout, Ticks, NewNode, NewCapacity, Command Field
	Known                                                    []string // frameworks to propose
}

// StepsView is the window of steps around the one on screen.
type StepsView struct {
	Items          []StepView
	At, Count      int
	Before, After  int // steps outside the window
	FirstBad       int // 0 when no step is violated
	FirstBadShown  bool
	CanBack, CanGo bool
}

// StepView is one step in the list.
type StepView struct {
	Number  int
	Command string
	Mark    string // "✓", "!" or "✕"
	Word    string // the verdict, and whether it was refused, in words
	Class   string
	Current bool
	Flag    bool // the first one that came out differently
	First   bool // the first one that is violated
}

const (
	nodesAPage  = 10
	offersAPage = 20
	tasksAPage  = 20
	stepsAPage  = 16
	stepsAJump  = 4 // the window moves by so many at a time: in between, what it shows stays where it is
	endedShown  = 50
	knownShown  = 6
	titleShown  = 200  // characters
	storyShown  = 2000 // characters
)

func (m *Model) view() *View {
	return &View{Bar: m.barView(), Story: m.storyView(), Actions: m.actionsView(), Cluster: m.clusterView(),
		Offers: m.offersView(), Tasks: m.tasksView(), Ended: m.endedView(), Verdict: m.verdict(), Compare: m.compareView(), Branches: m.branchesView(), Share: m.shareView(), Predict: m.predictView(), Stage: m.stageView(),
		Steps: m.stepsView(),
		Trace: m.traceView(), Help: m.helpView(), Hunt: m.huntView()}
}

func (m *Model) barView() BarView {
	v := BarView{Choices: m.choices, Comparing: len(m.others) > 0, Asking: m.predict.on, Hunting: m.open[PanelHunt],
		Sharing: m.open[PanelShare], Exporting: m.open[PanelExport], Importing: m.open[PanelImport], Embedding: m.open[PanelEmbed]}
	for i, s := range scenario.All() {
		v.Scenarios = append(v.Scenarios, Option{s.ID, strconv.Itoa(i+1) + " · " + say.Lesson(s.Title), s.ID == m.session.scenario})
	}
	for _, l := range lessons {
		v.Scenarios = append(v.Scenarios, Option{l.file, l.label(), l.file == m.session.scenario})
	}
	if m.session.scenario == "" {
		v.Scenarios = append(v.Scenarios, Option{"", say.It("your own trace"), true})
	}
	for _, c := range engine.Contracts() {
		v.Contracts = append(v.Contracts, Option{c.Name, c.Name, c == m.contract})
	}
	if len(m.history.past) > 0 {
		v.Undo = m.session.label
	}
	if n := len(m.history.future); n > 0 {
		v.Redo = m.history.future[n-1].label
	}
	return v
}

func (m *Model) storyView() StoryView {
	s := &m.session
	v := StoryView{Title: say.Lesson(s.doc.Title()), Text: say.Lesson(s.doc.Story()), Notice: m.notice.text, NoticeBad: m.notice.bad}
	if v.Title == "" {
		v.Title = say.It("Your own trace")
	}
	if s.at > 0 {
		if told := scenario.Narration(&s.doc.Steps[s.at-1]); told != "" {
			v.Text = say.Lesson(told)
		}
	}
	m.lessonView(&v)
	v.Title, v.Text = tell.Shorten(v.Title, titleShown), tell.Shorten(v.Text, storyShown)
	if wrote := s.doc.Rules().Name; len(m.others) == 0 && wrote != s.contract.Name && v.Text != "" {
		v.Told = say.It("This was written for %s. Under %s it may come out differently: trust the verdict.", wrote, s.contract.Name)
	}
	v.Hint = say.It("step %d of %d", say.D(int64(s.at)), say.D(int64(len(s.doc.Steps))))
	if next := s.next(); next != nil {
		v.Next = trace.FormatCommand(next.Command)
	} else {
		m.afterTheLast(&v)
	}
	switch {
	case m.first.step > 0 && m.seen(m.first.step):
		v.Difference, v.DiffStep = m.first.text, m.first.step
	case len(m.others) > 0:
		v.Difference = say.It("So far every step comes out the same in all columns.")
	case m.changed.known && m.seen(m.changed.step) && (m.changed.step > 0 || !m.predict.on):
		v.Difference, v.DiffStep = m.changed.text, m.changed.step
	}
	return v
}

// lessonView shows what a lesson says around its steps, as long as the steps are its own.
func (m *Model) lessonView(v *StoryView) {
	s := &m.session
	if start := s.at == 0; s.doc == s.origin && (start || s.at == len(s.doc.Steps)) {
		l := scenario.ReadLesson(s.doc)
		if start {
			if l.LookAt != "" {
				v.Lesson = say.It("Look at %s", tell.Shorten(say.Lesson(l.LookAt), storyShown))
			}
			return
		}
		v.Lesson, v.Moral = tell.Shorten(say.Lesson(l.Lesson), storyShown), true
		for _, name := range l.Compare[:min(len(l.Compare), knownShown)] {
			if c, ok := engine.ContractByName(name); ok && len(m.others) == 0 && c != s.contract {
				v.Beside = append(v.Beside, c.Name)
			}
		}
	}
}

// afterTheLast proposes the next scenario behind the last step.
func (m *Model) afterTheLast(v *StoryView) {
	if m.session.doc != m.session.origin {
		v.Hint = say.It("your own steps: %d", say.D(int64(len(m.session.doc.Steps))))
		return
	}
	all := scenario.All()
	for i := range all {
		if all[i].ID != m.session.scenario {
			continue
		}
		if v.NextStory, v.NextTitle = lessons[0].file, say.Lesson(lessons[0].title); i+1 < len(all) {
			v.NextStory, v.NextTitle = all[i+1].ID, say.Lesson(all[i+1].Title)
		}
	}
	if _, i := lessonBy(m.session.scenario); i >= 0 && i+1 < len(lessons) {
		v.NextStory, v.NextTitle = lessons[i+1].file, say.Lesson(lessons[i+1].title)
	}
}

func (m *Model) field(id, label string) Field {
	return Field{ID: id, DOM: id, Label: label, Text: m.fields.text[id], Wrong: m.fields.wrong[id]}
}

func (m *Model) actionsView() ActionsView {
	v := ActionsView{
		Framework: m.field(FieldFramework, say.It("Framework")), Timeout: m.field(FieldTimeout, say.It("Timeout")),
		Ticks: m.field(FieldTicks, say.It("Ticks")), NewNode: m.field(FieldNewNode, say.It("New node")),
		NewCapacity: m.field(FieldNewCapacity, say.It("New node capacity")), Command: m.field(FieldCommand, say.It("Command")),
	}
	if _, typed := m.fields.text[FieldNewNode]; !typed {
		v.NewNode.Text = m.freeNodeName()
	}
	v.Known = m.knownFrameworks()
	return v
}

// knownFrameworks are those of the trace, done and to come, and A, B and C, with which people begin.
func (m *Model) knownFrameworks() []string {
	var known []string
	seen := map[string]bool{"": true}
	add := func(name string) {
		if !seen[name] && len(known) < knownShown {
			seen[name] = true
			known = append(known, name)
		}
	}
	for _, name := range m.sched.Frameworks() {
		add(name)
	}
	steps := m.session.doc.Steps[m.session.at:]
	for i := range steps[:min(len(steps), knownShown)] {
		add(steps[i].Framework)
	}
	for _, name := range []string{"A", "B", "C"} {
		add(name)
	}
	return known
}

func (m *Model) stepsView() StepsView {
	count, at := len(m.session.doc.Steps), m.session.at
	firstBad := m.firstBad
	if !m.seen(firstBad) {
		firstBad = 0
	}
	v := StepsView{At: at, Count: count, FirstBad: firstBad, CanBack: at > 0, CanGo: at < count}
	from := at - stepsAPage/2 + m.page[ListSteps]*stepsAPage
	last := count - stepsAPage + stepsAJump - 1
	from = max(0, min(from, last))
	from -= from % stepsAJump
	to := min(count, from+stepsAPage)
	v.Before, v.After = from, count-to
	for i := from; i < to; i++ {
		v.Items = append(v.Items, m.stepView(i))
	}
	v.FirstBadShown = firstBad > from && firstBad <= to
	return v
}

func (m *Model) stepView(i int) StepView {
	if !m.seen(i + 1) {
		return StepView{Number: i + 1, Command: tell.Shorten(trace.FormatCommand(m.session.doc.Steps[i].Command), 40), Word: say.It("to come"), Class: "step future"}
	}
	j := m.marks[i]
	v := StepView{Number: i + 1, Command: tell.Shorten(trace.FormatCommand(m.session.doc.Steps[i].Command), 40),
		Mark: verdictMarks[j.Verdict], Word: judged(j), Class: "step " + verdictClasses[j.Verdict], Current: i+1 == m.session.at,
		First: i+1 == m.firstBad, Flag: m.changed.known && i+1 == m.changed.step}
	m.markStep(&v, i)
	if j.Refused {
		v.Class += " refused"
	}
	if v.First {
		v.Word += ", " + say.It("the first violation")
		v.Class += " first"
	}
	if v.Flag {
		v.Word += ", " + say.It("the first difference")
	}
	if i >= m.session.at {
		v.Class += " future"
	}
	return v
}

var (
	verdictMarks   = [...]string{engine.Holds: "✓", engine.Overhang: "!", engine.Violated: "✕"}
	verdictClasses = [...]string{engine.Holds: "ok", engine.Overhang: "hm", engine.Violated: "no"}
)
