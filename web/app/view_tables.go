package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// OffersView is the window of live offers.
type OffersView struct {
	Rows      []OfferView
	Empty     string // what to do when there is none
	Pager     Pager
	Comparing bool
}

// OfferView is one row. Buttons that do not apply are not there.
type OfferView struct {
	ID, Framework, Node string
	Units               int64
	State               string
	Deadline            string
	Left                string // time left, in words
	Fuse                string // time left, as a share of the whole
	CanAccept           bool
	CanLaunch           bool
	CanDecline          bool
	Task                Field
	Ended               string // when and how it ended
	Each                []Each // in compare mode, what it is under each contract
}

// TasksView is the window of running tasks.
type TasksView struct {
	Rows      []TaskView
	Empty     string
	Pager     Pager
	Comparing bool
}

// TaskView is one row.
type TaskView struct {
	ID, Framework, Node, Offer string
	Units                      int64
	Since, Finished            string
	Each                       []Each
}

// EndedView has what is over, folded away until it is asked for.
type EndedView struct {
	Open    bool
	Summary string
	Offers  []OfferView
	Tasks   []TaskView
	More    string
}

func (m *Model) offersView() OffersView {
	v := OffersView{Comparing: len(m.others) > 0, Empty: say.It("No live offers. Make offers to a framework to begin.")}
	var rows []engine.Offer
	if v.Comparing {
		live := m.liveOffers()
		v.Pager = m.pager(ListOffers, offersAPage, len(live))
		rows = live[v.Pager.From:v.Pager.To]
	} else {
		v.Pager = m.pager(ListOffers, offersAPage, m.sched.Counts().LiveOffers)
		rows = m.sched.LiveOfferWindow(v.Pager.From, offersAPage)
	}
	for _, o := range rows {
		row := m.offerView(o)
		m.offerEach(&row)
		v.Rows = append(v.Rows, row)
	}
	return v
}

func (m *Model) offerView(o engine.Offer) OfferView {
	rules := m.contract
	v := OfferView{ID: o.ID, Framework: o.FrameworkID, Node: o.NodeID, Units: o.Resources, State: o.State.String(),
		Deadline: say.It("none"), Left: say.It("no deadline"), Fuse: "100%",
		CanAccept:  o.State == engine.Pending,
		CanLaunch:  o.State == engine.Accepted,
		CanDecline: o.State == engine.Pending || o.State == engine.Accepted && rules.Decline == engine.DeclineLive,
		Task:       m.field(FieldTask(o.ID), say.It("Task id for %s", o.ID))}
	v.Task.DOM = "task-" + o.ID
	if !o.Endless {
		left := o.ExpiresAt - m.sched.Now()
		v.Deadline = strconv.FormatInt(o.ExpiresAt, 10)
		v.Left = say.Count(left, "1 tick left", "%d ticks left")
		if left <= 0 {
			v.Left = say.It("overdue")
		}
		v.Fuse = strconv.FormatFloat(100*float64(max(0, left))/float64(o.ExpiresAt-o.CreatedAt), 'f', 0, 64) + "%"
	}
	return v
}

func (m *Model) tasksView() TasksView {
	v := TasksView{Comparing: len(m.others) > 0, Empty: say.It("No running tasks. Launch an accepted offer to start one.")}
	var rows []engine.Task
	if v.Comparing {
		running := m.runningTasks()
		v.Pager = m.pager(ListTasks, tasksAPage, len(running))
		rows = running[v.Pager.From:v.Pager.To]
	} else {
		v.Pager = m.pager(ListTasks, tasksAPage, m.sched.Counts().RunningTasks)
		rows = m.sched.RunningTaskWindow(v.Pager.From, tasksAPage)
	}
	for _, t := range rows {
		row := taskView(t)
		m.taskEach(&row)
		v.Rows = append(v.Rows, row)
	}
	return v
}

func taskView(t engine.Task) TaskView {
	v := TaskView{ID: t.ID, Framework: t.FrameworkID, Node: t.NodeID, Offer: t.OfferID, Units: t.Resources, Since: strconv.FormatInt(t.LaunchedAt, 10)}
	if !t.Running {
		v.Finished = strconv.FormatInt(t.FinishedAt, 10)
	}
	return v
}

func (m *Model) endedView() EndedView {
	c := m.sched.Counts()
	offers, tasks := c.Offers-c.LiveOffers, c.Tasks-c.RunningTasks
	v := EndedView{Open: m.open[PanelEnded], Summary: say.It("Ended: %s, %s", say.Count(int64(offers), "1 offer", "%d offers"), say.Count(int64(tasks), "1 finished task", "%d finished tasks"))}
	if !v.Open {
		return v
	}
	over, finished := m.sched.Ended(endedShown)
	for _, o := range over {
		row := m.offerView(o)
		row.Ended = strconv.FormatInt(o.EndedAt, 10)
		v.Offers = append(v.Offers, row)
	}
	for _, t := range finished {
		v.Tasks = append(v.Tasks, taskView(t))
	}
	if offers > endedShown || tasks > endedShown {
		v.More = say.It("The newest %d of each are shown; the trace has them all.", say.D(int64(endedShown)))
	}
	return v
}

// TraceView is the trace as text.
type TraceView struct {
	Open     bool
	Edited   bool
	Hidden   bool // it would tell what is to be predicted
	Text     string
	Revision int // a new one means that the field must show Text, whatever it holds
	Stale    string
	Errors   []ErrorView
	Problem  string
}

// ErrorView is one error in the trace text.
type ErrorView struct {
	Line, Column int
	Text         string
}

// followed is the number of steps up to which the open trace field follows every step. Beyond it, writing the text anew
// for each step would make the steps slow.
const followed = 300

func (m *Model) traceView() TraceView {
	v := TraceView{Open: m.open[PanelTrace], Edited: m.draft.edited, Problem: m.draft.problem, Revision: m.shown.revision}
	for _, e := range m.draft.errors {
		v.Errors = append(v.Errors, ErrorView{e.Line, e.Column, say.Sentence(e.Error())})
	}
	switch {
	case !v.Open:
		return v
	case m.predict.on:
		v.Hidden = true
	case v.Edited:
		v.Text = m.draft.text
	default:
		if !m.showTrace() {
			v.Stale = say.It("The text is not that of the last steps: with more than %d steps it is written when you ask for it.", say.D(int64(followed)))
		}
		v.Text, v.Revision = m.shown.text, m.shown.revision
	}
	return v
}

// showTrace writes the text of the trace field anew where it has to, and reports whether it is that of the session.
func (m *Model) showTrace() bool {
	s := &m.shown
	same := s.doc == m.session.doc && s.contract == m.contract
	if s.asked != m.draft.revision || !same && len(m.session.doc.Steps) <= followed {
		*s = shownTrace{m.session.doc, m.contract, m.draft.revision, m.traceText(), s.revision + 1}
		same = true
	}
	return same
}

// HelpView is the help, from the same tables as the parser and the engine.
type HelpView struct {
	Open      bool
	Verbs     []VerbHelp
	Contract  string
	Rules     []string
	Resembles string
	Shortcuts bool
}

// VerbHelp is one row of the verb table.
type VerbHelp struct{ Usage, Help, Example string }

func (m *Model) helpView() HelpView {
	c := m.contract
	v := HelpView{Open: m.open[PanelHelp], Contract: c.Name, Resembles: say.It(c.Resembles), Shortcuts: m.shortcuts}
	if v.Open {
		v.Rules = tell.Contract(c)
		for _, verb := range trace.Verbs() {
			v.Verbs = append(v.Verbs, VerbHelp{verb.Usage(), say.It(verb.Help), verb.Example})
		}
	}
	return v
}
