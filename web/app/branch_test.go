package app

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine/trace"
)

// forked is a page on "make A, decline A o1", which left "make A, accept A o1, launch A o1" as a branch named main.
func forked(t require.TestingT) *driver {
	d := openOn(t, head+"node n1 5\nmake A\naccept A o1\nlaunch A o1\n")
	d.send(GoTo{1})
	d.run("decline A o1")
	return d
}

func (d *driver) branchNames() []string {
	var names []string
	for _, b := range d.View().Branches.Branches {
		names = append(names, b.Name)
	}
	return names
}

func TestTheFutureThatWasLeftIsABranch(t *testing.T) {
	d := forked(t)
	v := d.View().Branches
	require.Len(t, v.Branches, 1)
	assert.Equal(t, "main", v.Branches[0].Name)
	assert.Equal(t, "leaves after step 1, 2 steps of its own", v.Branches[0].Fork)
	assert.Equal(t, "branch 1: 2 steps", v.Current)
	assert.Equal(t, []string{"make A", "decline A o1"}, d.commands())
	d.send(Undo{})
	assert.Empty(t, d.View().Branches.Branches)
	assert.Equal(t, []string{"make A", "accept A o1", "launch A o1"}, d.commands())
	d.send(Redo{})
	assert.Equal(t, []string{"main"}, d.branchNames())
}

func TestGoingAlongLeavesNoBranch(t *testing.T) {
	d := openOn(t, head+"node n1 5\nmake A\naccept A o1\n")
	d.send(GoTo{1})
	d.run("accept A o1", "launch A o1")
	assert.Empty(t, d.branchNames(), "nothing was left")
}

func TestSwitchingStandsAtTheForkAndSwaps(t *testing.T) {
	d := forked(t)
	d.send(SwitchBranch{0})
	v := d.View()
	assert.Equal(t, 1, v.Steps.At)
	assert.Equal(t, []string{"make A", "accept A o1", "launch A o1"}, d.commands())
	assert.Equal(t, []string{"branch 1"}, d.branchNames())
	assert.Equal(t, "Switched to “main”.", d.said())
	d.send(Forward{}, SwitchBranch{0})
	assert.Equal(t, []string{"make A", "decline A o1"}, d.commands())
	assert.Equal(t, 1, d.View().Steps.At)
	d.send(Undo{})
	assert.Equal(t, 2, d.View().Steps.At)
	d.send(First{}, SwitchBranch{0})
	assert.Equal(t, 0, d.View().Steps.At, "before the fork nothing jumps")
	before := d.remember()
	d.send(SwitchBranch{1}, SwitchBranch{-1}, CompareBranch{1}, DropBranch{7}, DropBranch{-1})
	before.same(t, d.remember())
}

func TestTwoBranchesStandBesideEachOther(t *testing.T) {
	d := forked(t)
	d.send(CompareBranch{0})
	v := d.View()
	require.Len(t, v.Compare.Columns, 2)
	assert.Equal(t, []string{"“branch 1”", "“main”"}, []string{v.Compare.Columns[0].Contract, v.Compare.Columns[1].Contract})
	assert.Equal(t, 2, v.Story.DiffStep)
	assert.Equal(t, "Step 2 is the first that differs. In “branch 1”: decline A o1. In “main”: accept A o1.", v.Story.Difference)

	d.run("make B", "make C", "make D")
	assert.Equal(t, []string{"make A", "decline A o1", "make B", "make C", "make D"}, d.commands())
	assert.Equal(t, 2, d.View().Story.DiffStep)
	assert.Len(t, d.model.session.branches[0].doc.Steps, 3, "the other branch has no step of these")
	assert.Len(t, d.View().Compare.Columns, 2)
	d.send(OnlyColumn{1})
	assert.False(t, d.View().Compare.On)
	assert.Equal(t, []string{"make A", "accept A o1", "launch A o1"}, d.commands())
	assert.Equal(t, []string{"branch 1"}, d.branchNames())
	d.send(CompareBranch{0}, Last{}, Back{}, First{}, Last{})
	require.Empty(t, d.faults)
	d.send(OnlyColumn{0})
	assert.False(t, d.View().Compare.On)
}

// Whatever the page shows beside the trace is what the session says is beside it.
func TestActingInThePastWhileComparingBranches(t *testing.T) {
	d := forked(t)
	d.send(CompareBranch{0}, First{})
	d.run("make X")
	assert.Equal(t, d.model.session.beside > 0, d.View().Compare.On)
	requireBranches(t, d)
	assert.Equal(t, []string{"main", "branch 1"}, d.branchNames())
	d.send(Undo{})
	require.Len(t, d.View().Compare.Columns, 2)
	requireBranches(t, d)
}

// The sentence shortens commands; two that differ behind that are still different ones.
func TestALongCommandThatDiffersAtItsEnd(t *testing.T) {
	long := "make " + strings.Repeat("x", 200)
	d := openOn(t, head+"node n1 5\n"+long+" timeout=3\n")
	d.send(First{})
	d.run(long + " timeout=4")
	d.send(CompareBranch{0})
	assert.Equal(t, 1, d.View().Story.DiffStep)
}

func TestABranchGetsAName(t *testing.T) {
	d := forked(t)
	for _, bad := range []string{"", "  ", "main", "branch 1", strings.Repeat("x", 300), "a\x00b", "a\nb", "half \uFFFD", strings.Repeat("x", 81)} {
		before := d.remember()
		d.send(Type{FieldBranch, bad}, NameBranch{})
		wrong := d.View().Branches.Name.Wrong
		assert.True(t, strings.HasPrefix(wrong, "Name: "), "%q: %s", bad, wrong)
		assert.Equal(t, wrong, d.said())
		d.send(Type{FieldBranch, ""})
		before.same(t, d.remember(), bad)
	}
	for _, good := range []string{"имя", "שלום עולם", "👩‍🚀", `"quoted" it's <b>`, "  around  ", strings.Repeat("x", 80)} {
		d.send(Type{FieldBranch, good}, NameBranch{})
		require.Empty(t, d.View().Branches.Name.Wrong, good)
		assert.Equal(t, strings.TrimSpace(good), d.model.session.name)
		assert.Empty(t, d.View().Branches.Name.Text)
	}
	d.send(Undo{})
	assert.Equal(t, "around", d.model.session.name)
}

func TestARemovedBranchComesBack(t *testing.T) {
	d := forked(t)
	d.send(CompareBranch{0}, DropBranch{0})
	assert.Empty(t, d.branchNames())
	assert.False(t, d.View().Compare.On)
	assert.Equal(t, "Removed “main”: Undo brings it back.", d.said())
	d.send(Undo{})
	assert.Equal(t, []string{"main"}, d.branchNames())
	assert.True(t, d.View().Compare.On)
	requireBranches(t, d)
}

func TestAtMostTwelveBranches(t *testing.T) {
	d := openOn(t, head+"node n1 5\nmake A\n")
	for i := range 20 {
		d.send(First{})
		d.run("make F" + strconv.Itoa(i))
		require.LessOrEqual(t, len(d.branchNames()), 12)
	}
	names := d.branchNames()
	require.Len(t, names, 12)
	assert.Equal(t, "branch 8", names[0], "the oldest went")
	assert.Equal(t, "branch 19", names[11])
	d.send(Undo{})
	assert.Equal(t, "branch 7", d.branchNames()[0])
}

// Two branches of one name could not be told apart, whatever the user called one of them.
func TestNoTwoBranchesHaveOneName(t *testing.T) {
	d := openOn(t, head+"node n1 5\nmake A\n")
	d.send(Type{FieldBranch, "branch 1"}, NameBranch{}, First{})
	d.run("make B")
	requireBranches(t, d)

	d = forked(t)
	d.send(First{})
	d.run("make B")
	d.send(DropBranch{0})
	fragment, past := d.Keep()
	again := open(t)
	again.send(OpenLink{fragment, past}, First{})
	again.run("make C")
	requireBranches(t, again)
}

// requireBranches holds the session to what is true of branches at any time.
func requireBranches(t require.TestingT, d *driver) {
	s := &d.model.session
	require.LessOrEqual(t, len(s.branches), maxBranches)
	names := map[string]bool{s.name: true}
	for _, b := range s.branches {
		require.False(t, names[b.name], "%s is there twice", b.name)
		names[b.name] = true
		text := b.doc.String()
		doc, err := trace.Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, doc.String())
		_, _, err = trace.Replay(doc, s.contract, -1)
		require.NoError(t, err)
	}
	for i, c := range s.others {
		require.NotContains(t, s.columns()[:i+1], c, "one contract stands in two columns")
	}
	columns := 1 + len(s.others)
	if s.beside > 0 {
		require.LessOrEqual(t, s.beside, len(s.branches))
		columns = 2
		other := d.model.others[0]
		require.Equal(t, s.branches[s.beside-1].doc.Steps, other.live.Steps)
		fresh, _, err := trace.Replay(other.live, s.contract, min(s.at, len(other.live.Steps)))
		require.NoError(t, err)
		require.Equal(t, fresh.Offers(), other.sched.Offers())
		require.Equal(t, fresh.Tasks(), other.sched.Tasks())
		require.Equal(t, fresh.Nodes(), other.sched.Nodes())
		require.Equal(t, []string{quoted(s.name), quoted(s.branches[s.beside-1].name)}, []string{d.model.title, other.title})
	}
	require.Len(t, d.model.lanes(), columns)
	require.Equal(t, findDifference(s).step, d.model.first.step)
}

// branchMessage draws from what is done to branches, and from everything else.
func branchMessage(t *rapid.T, d *driver) Msg {
	at := upTo(t, "branch", len(d.model.session.branches)+2) - 1
	switch upTo(t, "kind of message", 8) {
	case 0:
		return oneOf[Msg](t, "branches", SwitchBranch{at}, CompareBranch{at}, CompareBranch{at}, DropBranch{at}, OnlyColumn{1})
	case 1:
		return oneOf[Msg](t, "travel", Undo{}, Undo{}, Redo{})
	case 2:
		d.send(Type{FieldBranch, oneOf(t, "name", "имя", "branch 1", "branch 3", "", "main", "a\x00", "‮rtl")})
		return NameBranch{}
	case 3, 4:
		d.send(GoTo{upTo(t, "past", d.View().Steps.Count+1)})
		return oneOf[Msg](t, "act", MakeOffers{}, AdvanceTime{})
	}
	return message(t, d)
}

// Whatever is done with branches, each of them replays, the page is a replay of its trace, and the link of the session
// brings all of it back.
func TestWhateverHappensToBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := open(t)
		t.Repeat(map[string]func(*rapid.T){"message": func(t *rapid.T) {
			d.t = t
			d.send(branchMessage(t, d))
			require.Empty(t, d.faults)
			require.Equal(t, d.TraceText(), d.journal.text())
			requireBranches(t, d)
			if d.model.session.beside == 0 {
				d.agree(t)
			}
			if upTo(t, "link", 12) == 11 {
				requireKept(t, d)
			}
		}})
	})
}

func TestResetPutsNoContractInTwoColumns(t *testing.T) {
	d := open(t)
	d.send(SetContract{"optimistic"}, Compare{true}, Reset{})
	requireBranches(t, d)
	assert.False(t, d.View().Compare.On, "binding stood beside, and the scenario is under binding")
}

// A column tells the step that its own branch did, not that of the branch on screen.
func TestEachColumnTellsItsOwnStep(t *testing.T) {
	d := openOn(t, head+"node n1 5\nmake A\nresize n1 8\n")
	d.send(GoTo{1})
	d.run("advance 1", "make B", "make C")
	d.send(CompareBranch{0}, GoTo{2})
	c := d.View().Compare.Columns
	assert.Equal(t, "Time went from 0 to 1.", c[0].Verdict.Said)
	assert.Equal(t, "n1 grew from 5 to 8 units.", c[1].Verdict.Said)
	d.send(Last{})
	require.Empty(t, d.faults)
	assert.Equal(t, "n1 grew from 5 to 8 units.", d.View().Compare.Columns[1].Verdict.Said, "it ended there")
}
