package app

import (
	"slices"
	"strconv"

	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// branch is another course of a session: a whole trace that shares its first steps with the one on screen. A branch
// comes to be when the user acts in the past: what stood there as the future is kept.
type branch struct {
	name string
	doc  *trace.Trace
}

// Bounds on branches: those that nobody can keep apart are of no use.
const (
	maxBranches = 12
	mainBranch  = "main"
)

// branchOff keeps the trace on screen as a branch, before another future takes its place. Where there are too many, the
// oldest goes; Undo brings it back.
func (s *session) branchOff() {
	kept := s.branches
	if len(kept) == maxBranches {
		kept = kept[1:]
	}
	s.branches = append(slices.Clone(kept), branch{s.name, closed(s.doc)})
	for s.taken(s.name) {
		s.made++
		s.name = say.It("branch %d", say.D(int64(s.made)))
	}
	s.beside = 0
}

// taken reports whether a branch that is not on screen has the name.
func (s *session) taken(name string) bool {
	return slices.ContainsFunc(s.branches, func(b branch) bool { return b.name == name })
}

// closed returns the trace with a list of steps that does not grow in place, since another one may share it.
func closed(doc *trace.Trace) *trace.Trace {
	c := *doc
	c.Steps = slices.Clip(doc.Steps)
	return &c
}

// shared returns how many steps two traces of one session have in common from their start.
func shared(a, b *trace.Trace) int {
	n := min(len(a.Steps), len(b.Steps))
	if n > 0 && &a.Steps[0] == &b.Steps[0] {
		return n
	}
	for i := range n {
		if a.Steps[i].Command != b.Steps[i].Command || !slices.Equal(a.Steps[i].Before, b.Steps[i].Before) {
			return i
		}
	}
	return n
}

// branching is for messages about branches.
func (m *Model) branching(msg Msg) []Effect {
	switch msg := msg.(type) {
	case NameBranch:
		return m.nameBranch()
	case SwitchBranch:
		if b, ok := m.branch(msg.Branch); ok {
			return m.switchTo(msg.Branch, b)
		}
	case CompareBranch:
		if b, ok := m.branch(msg.Branch); ok {
			s := m.session
			s.others, s.beside, s.label = nil, msg.Branch+1, say.It("compare with %s", quoted(b.name))
			return m.become(s, say.It("Comparing %s with %s.", quoted(s.name), quoted(b.name)))
		}
	case DropBranch:
		if b, ok := m.branch(msg.Branch); ok {
			s := m.session
			s.branches = slices.Delete(slices.Clone(s.branches), msg.Branch, msg.Branch+1)
			s.beside, s.label = 0, say.It("remove %s", quoted(b.name))
			return m.become(s, say.It("Removed %s: Undo brings it back.", quoted(b.name)))
		}
	}
	return nil
}

func (m *Model) branch(i int) (branch, bool) {
	if i < 0 || i >= len(m.session.branches) {
		return branch{}, false
	}
	return m.session.branches[i], true
}

// switchTo puts a branch on screen, and what was there in its place. It stands where both are the same still, so that
// nothing jumps and Forward leads into the branch.
func (m *Model) switchTo(i int, b branch) []Effect {
	s := m.session
	s.branches = slices.Clone(s.branches)
	s.branches[i] = branch{s.name, closed(s.doc)}
	s.at = min(s.at, shared(s.doc, b.doc))
	s.doc, s.name, s.beside, s.label = b.doc, b.name, 0, say.It("switch to %s", quoted(b.name))
	return m.become(s, say.It("Switched to %s.", quoted(b.name)))
}

// nameBranch gives the trace on screen the name that was typed.
func (m *Model) nameBranch() []Effect {
	name, ok := m.fields.title(FieldBranch)
	if ok && (name == m.session.name || m.session.taken(name)) {
		ok = m.fields.refuse(FieldBranch, say.It("Name: %s is the name of a branch already, expected another one", quoted(name)))
	}
	if !ok {
		return []Effect{Announce{m.fields.wrong[FieldBranch]}}
	}
	s := m.session
	was := s.name
	s.name, s.label = name, say.It("name %s", quoted(name))
	m.fields.clear(FieldBranch)
	return m.become(s, say.It("%s is called %s now.", quoted(was), quoted(name)))
}

func quoted(name string) string { return say.It("“%s”", name) }

// tellFork says where a branch leaves the trace on screen.
func tellFork(doc *trace.Trace, name string, b branch) difference {
	at := shared(doc, b.doc)
	for at < min(len(doc.Steps), len(b.doc.Steps)) && doc.Steps[at].Command == b.doc.Steps[at].Command {
		at++ // only the story of the step is another one
	}
	if at == len(doc.Steps) && at == len(b.doc.Steps) {
		return difference{}
	}
	here := say.It("the steps end")
	there := here
	if at < len(doc.Steps) {
		here = tell.Shorten(trace.FormatCommand(doc.Steps[at].Command), 60)
	}
	if at < len(b.doc.Steps) {
		there = tell.Shorten(trace.FormatCommand(b.doc.Steps[at].Command), 60)
	}
	return difference{at + 1, say.It("Step %d is the first that differs. In %s: %s. In %s: %s.", say.D(int64(at+1)), quoted(name), here, quoted(b.name), there)}
}

// BranchesView are the courses of the session that are not on screen, none when there is only one.
type BranchesView struct {
	Current  string
	Name     Field
	Branches []BranchView
}

// BranchView is one of them.
type BranchView struct {
	Name   string
	Fork   string // where it leaves what is on screen
	Indent string // the deeper the later
}

func (m *Model) branchesView() BranchesView {
	s := &m.session
	if len(s.branches) == 0 {
		return BranchesView{}
	}
	v := BranchesView{Current: s.name + ": " + steps(len(s.doc.Steps)), Name: m.field(FieldBranch, say.It("Branch name"))}
	for _, b := range s.branches {
		at := shared(s.doc, b.doc)
		indent := 0
		if n := max(len(s.doc.Steps), 1); at > 0 {
			indent = min(20*at/n, 20)
		}
		v.Branches = append(v.Branches, BranchView{b.name, say.It("leaves after step %d, %s of its own", say.D(int64(at)), steps(len(b.doc.Steps)-at)),
			strconv.Itoa(indent) + "%"})
	}
	return v
}
