package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/export"
	"firmoffer/engine/trace/link"
)

// requireKept opens what the page keeps in a fresh one.
func requireKept(t require.TestingT, d *driver) *driver {
	fragment, past := d.Keep()
	again := open(t)
	again.send(OpenLink{fragment, past})
	require.False(t, again.View().Story.NoticeBad, again.View().Story.Notice)
	require.Equal(t, d.kept(), again.moment())
	a, b := &d.model.session, &again.model.session
	require.Equal(t, a.name, b.name)
	require.Equal(t, a.beside, b.beside)
	require.Equal(t, a.label, b.label)
	require.Equal(t, a.columns(), b.columns())
	require.Len(t, b.branches, len(a.branches))
	for i := range a.branches {
		require.Equal(t, a.branches[i].name, b.branches[i].name)
		require.Equal(t, commandsOf(a.branches[i].doc), commandsOf(b.branches[i].doc))
	}
	link, older := again.Keep()
	require.Equal(t, fragment, link)
	require.Equal(t, past, older)
	require.Equal(t, again.TraceText(), again.journal.text())
	d.wayBack(t, again)
	return again
}

// wayBack holds Undo after a reload to Undo without one, and leaves the first page as it was.
func (d *driver) wayBack(t require.TestingT, again *driver) {
	n := min(len(again.model.history.past), 3)
	for range n {
		d.send(Undo{})
		again.send(Undo{})
		require.Equal(t, d.kept(), again.moment())
		require.Equal(t, d.said(), again.said())
	}
	for range n {
		d.send(Redo{})
	}
}

// kept is the moment that a link can bring back: a trace that lost the head of its scenario is the user's own.
func (d *driver) kept() moment {
	m := d.moment()
	if lib, ok := scenario.ByID(m.scenario); ok && !sameHead(lib.Trace, d.trace()) {
		m.scenario = ""
	}
	return m
}

func commandsOf(doc *trace.Trace) []string {
	var list []string
	for _, s := range doc.Steps {
		list = append(list, trace.FormatCommand(s.Command))
	}
	return list
}

func TestALinkBringsTheSessionBack(t *testing.T) {
	d := open(t)
	d.send(GoTo{3})
	d.run("decline A o1", "make C")
	d.send(SetContract{"optimistic"}, Type{FieldBranch, "имя “x” ‮"}, NameBranch{}, CompareBranch{0}, Back{})
	again := requireKept(t, d)
	again.send(Redo{})
	d = open(t)
	d.send(Compare{true}, SetColumn{2, "optimistic"}, GoTo{4})
	again = requireKept(t, d)
	assert.Empty(t, again.faults)
	d = openOn(t, "firmoffer/1\n")
	requireKept(t, d)
}

func TestNamesOfAllKindsSurviveALink(t *testing.T) {
	for _, name := range append([]string{"имя", "فارسی", "🇺🇦🧑‍🚀", `a"b'c`, "~;+%41", "\t"}, oddNames...) {
		if strings.ContainsAny(name, "\t\n") {
			continue
		}
		d := openOn(t, "firmoffer/1\n")
		d.send(Type{FieldNewNode, name}, AddNode{}, Type{FieldFramework, name}, MakeOffers{}, Back{}, Type{FieldFramework, name + "2"})
		if len(name) < 250 {
			d.send(MakeOffers{})
		}
		d.send(Type{FieldBranch, name}, NameBranch{})
		requireKept(t, d)
	}
}

// The name of a file is anything, and it is in the label of what Undo takes back.
func TestALabelOfManyLinesSurvivesAReload(t *testing.T) {
	d := open(t)
	d.send(Import{"a\nb\tc", "firmoffer/1\nnode n1 5\nmake A\n"}, SetContract{"optimistic"}, Import{"x\ny", "firmoffer/1\n"})
	fragment, past := d.Keep()
	again := open(t)
	again.send(OpenLink{fragment, past})
	assert.Len(t, again.model.history.past, len(d.model.history.past))
	d.wayBack(t, again)
}

func TestAnOpenedLinkCanBeUndone(t *testing.T) {
	other := openOn(t, "firmoffer/1\nnode n1 5\nmake A\n")
	fragment, _ := other.Keep()
	d := open(t)
	d.run("make Mine")
	was := d.moment()
	d.send(OpenLink{Fragment: "#" + fragment})
	assert.Equal(t, other.TraceText(), d.TraceText())
	assert.Equal(t, "Opened the link: 1 step.", d.View().Story.Notice)
	d.send(Undo{})
	assert.Equal(t, was, d.moment())
}

func TestNoBadLinkIsSilent(t *testing.T) {
	whole := openOn(t, "firmoffer/1\nnode n1 5\nmake A\naccept A o1\n").model.session.toLink()
	for text, want := range map[string]string{
		"nonsense": "no link of this playground", "fo9.t.binding~end": "newer playground", "fo1.t.": "", "fo1.z.": "", "fo1": "cut off", "foo": "no link",
		"fo1.z.!!!!": "", "\xff\xfe": "no link", "fo1.t.wrong-contract;make+A~end": "is no trace", "fo1.t.binding;node+n1+x;make+A~end": "is no trace",
		"fo1.t.binding;nonsense~end": "is no trace", strings.Repeat("x", 1<<20+1): "too long", "fo1.z." + strings.Repeat("A", 1<<20-6): "",
		"fo1.z." + strings.Repeat("_9", 1<<19-3): "", "fo1.t." + strings.Repeat("%25", 1<<18): "", "fo1.t.binding" + strings.Repeat("~branch+0+0+x", 70_000): "",
		"fo1.t.binding;" + strings.Repeat(";~", 1<<18): "", whole[:len(whole)-3]: "", whole[:20]: "",
		strings.Replace(whole, "make+A", "make+B", 1): "changed after it was made",
	} {
		for _, acted := range []bool{false, true} {
			d := open(t)
			if acted {
				d.run("make Mine")
			}
			was, start := d.moment(), time.Now()
			d.send(OpenLink{Fragment: text})
			assert.Less(t, time.Since(start), 5*time.Second, "%.40q", text)
			v := d.View()
			assert.NotEmpty(t, v.Story.Notice, "%.40q", text)
			assert.True(t, v.Story.NoticeBad, "%.40q: %s", text, v.Story.Notice)
			assert.Contains(t, v.Story.Notice, want, "%.40q", text)
			assert.Equal(t, v.Story.Notice, d.said(), "%.40q", text)
			require.Empty(t, d.faults)
			assert.Equal(t, d.TraceText(), d.journal.text(), "%.40q", text)
			if strings.Contains(v.Story.Notice, "could not be opened") || strings.Contains(v.Story.Notice, "is no trace") {
				assert.Equal(t, was, d.moment(), "%.40q", text)
			}
			bounded(t, v)
		}
	}
}

// An address without a # is no link. A # with nothing behind it is one that lost what it held: the page says so, and nothing else changes.
func TestAnEmptyFragmentIsSaid(t *testing.T) {
	d := open(t)
	before := d.remember()
	d.send(OpenLink{})
	before.same(t, d.remember())
	assert.Empty(t, d.View().Story.Notice)
	for _, fragment := range []string{"#", " "} {
		d.send(OpenLink{Fragment: fragment})
		before.same(t, d.remember())
		assert.Equal(t, "The link could not be opened. This link is empty: nothing stands behind the #.", d.View().Story.Notice)
	}
}

// After a link was opened on top of it, the browser's Back leads to the bare address: what stands there is the start.
func TestTheBareAddressIsTheStart(t *testing.T) {
	d := open(t)
	start := d.moment()
	other, _ := openOn(t, "firmoffer/1\nnode n1 5\nmake A\n").Keep()
	d.send(OpenLink{Fragment: other})
	opened := d.moment()
	d.send(OpenLink{})
	assert.Equal(t, start, d.moment())
	assert.Contains(t, d.View().Story.Notice, "Opened the scenario")
	d.send(Undo{})
	assert.Equal(t, opened, d.moment())
}

// A link that was cut or damaged anywhere says so; where it is still a trace, its start is what was sent.
func TestEveryCutIsSaid(t *testing.T) {
	d := open(t)
	d.send(Last{})
	d.run("make Z", "make Y")
	whole := d.model.session.toLink()
	all := d.commands()
	for cut := 1; cut < len(whole); cut++ {
		got := open(t)
		got.send(OpenLink{Fragment: whole[:cut]})
		require.True(t, got.View().Story.NoticeBad, "cut at %d", cut)
		if list := got.commands(); strings.HasPrefix(got.View().Story.Notice, "Opened") {
			require.LessOrEqual(t, len(list), len(all))
			require.Equal(t, all[:len(list)], list, "cut at %d", cut)
		}
	}
}

func TestALinkOfOtherRulesStandsBeforeTheStepThatDiffers(t *testing.T) {
	text := "firmoffer/1 binding\nnode n1 10\nmake A\nmake B\naccept A o1\n"
	marks, err := link.MarksOf(text)
	require.NoError(t, err)
	marks[1] ^= 0xffff1
	fragment := link.EncodeWith(link.Session{Trace: text, At: 3}, marks)
	for _, acted := range []bool{false, true} {
		d := open(t)
		if acted {
			d.run("make Mine")
		}
		d.send(OpenLink{Fragment: fragment})
		v := d.View()
		assert.Equal(t, 1, v.Steps.At, "the next step is the one that differs")
		assert.Equal(t, 3, v.Steps.Count)
		assert.True(t, v.Story.NoticeBad)
		assert.Contains(t, v.Story.Notice, "another version of the rules")
		assert.Contains(t, v.Story.Notice, "step 2 (make B)")
	}
}

// What a link asks for and the page does not have is said, and what it has twice stands there once.
func TestALinkThatAsksForTooMuch(t *testing.T) {
	base := "fo1.t.binding;node+n1+5;make+A"
	for parts, said := range map[string]string{
		strings.Repeat("~branch+0+0+x;make+B", 20): ": 19.", "~branch+0+0+" + strings.Repeat("x", 500) + ";make+B": ": 1.",
		"~branch+0+0+a%00b;make+B": ": 1.", "~branch+0+0+ok;make+B~branch+0+1+deeper;make+C": ": 1.", "~branch+0+0+ok;nonsense": ": 1.",
	} {
		d := open(t)
		d.send(OpenLink{Fragment: base + parts + "~end"})
		requireBranches(t, d)
		assert.True(t, d.View().Story.NoticeBad, "%.60s", parts)
		assert.Contains(t, d.View().Story.Notice, said, "%.60s", parts)
	}
	d := open(t)
	d.send(OpenLink{Fragment: base + "~mode+compare~with+optimistic~with+optimistic~with+binding~set+beside+9~set+name+a%00b~set+scenario+ghost~end"})
	assert.Len(t, d.View().Compare.Columns, 2)
	assert.Equal(t, "main", d.model.session.name)
}

func TestShareCopiesTheLinkAndShowsItsLength(t *testing.T) {
	d := open(t)
	d.send(Share{})
	v := d.View().Share
	require.True(t, v.Sharing)
	assert.Contains(t, d.effects, Copy{v.Link})
	assert.True(t, strings.HasPrefix(v.Link, "#fo1."))
	assert.Empty(t, v.Warning)
	d.send(Copied{true})
	assert.Equal(t, "The link is on the clipboard.", d.View().Story.Notice)
	for i := range 900 {
		d.send(Type{FieldCommand, "make F" + strings.Repeat("x", i%37) + string(rune('a'+i*7%26)) + string(rune('a'+i*i%26))}, RunCommand{})
	}
	d.send(Share{})
	assert.NotEmpty(t, d.View().Share.Warning, "%d", len(d.View().Share.Link))
}

func TestImport(t *testing.T) {
	text := "firmoffer/1\nnode n1 5\nmake A\naccept A o1\n"
	d := openOn(t, text)
	fragment, _ := d.Keep()
	for _, given := range []string{text, "\ufeff" + text, strings.ReplaceAll(text, "\n", "\r\n"), "#" + fragment, "https://example.org/play/#" + fragment + "\n"} {
		got := open(t)
		got.run("make Mine")
		was := got.moment()
		got.send(Import{"file.trace", given})
		require.False(t, got.View().Story.NoticeBad, "%q: %s", given, got.View().Story.Notice)
		assert.Equal(t, d.commands(), got.commands(), "%q", given)
		got.send(Undo{})
		assert.Equal(t, was, got.moment())
	}
	d.send(Import{"f.json", " {\"a\": 1}"})
	assert.Equal(t, []Effect{Convert{"f.json", " {\"a\": 1}"}}, d.effects)
	d.send(ImportFailed{"No."})
	assert.True(t, d.View().Story.NoticeBad)
	d.send(Import{"f", "firmoffer/1\nnode n1 5\nmake A\n\to1: n1 offers 4 to A until 10\n"})
	assert.Contains(t, d.View().Story.Notice, "differ from this engine's first at")
}

func TestGarbageStandsInTheTraceField(t *testing.T) {
	for _, text := range []string{"", "garbage", "firmoffer/1\nnonsense\n", "\xff\xfe",
		"firmoffer/1\nnode \"half \uFFFD\" 5\n", "firmoffer/1\n# caf\uFFFD\n", strings.Repeat("make A\n", 150_000)} {
		d := open(t)
		d.run("make Mine")
		was := d.moment()
		d.send(Import{"a “b” <c>", text})
		v := d.View()
		assert.Equal(t, was, d.moment(), "%.20q", text)
		assert.True(t, v.Story.NoticeBad)
		assert.Contains(t, v.Story.Notice, "was not imported")
		if len(text) <= trace.MaxBytes {
			assert.True(t, d.model.open[PanelTrace])
			assert.Equal(t, text, d.model.draft.text)
			assert.True(t, len(v.Trace.Errors) > 0 || v.Trace.Problem != "", "%.20q", text)
		}
		require.Empty(t, d.faults)
	}
}

func TestAddressesAreFetched(t *testing.T) {
	d := open(t)
	d.send(ImportAddress{})
	assert.Contains(t, d.said(), "found nothing")
	d.send(Type{FieldAddress, " traces/a.trace "}, ImportAddress{})
	assert.Equal(t, []Effect{Fetch{"traces/a.trace"}}, d.effects)
}

// The exports are made by a program of their own, so the page has a table of its own, which has to say the same.
func TestTheTableOfExports(t *testing.T) {
	d := open(t)
	all := append(export.Formats(), export.Pictures()...)
	require.Len(t, formatWords, len(all))
	for i, f := range all {
		assert.Equal(t, []string{f.Name, f.File, f.Title}, []string{formatWords[i].name, formatWords[i].file, formatWords[i].title})
		line := f.Name
		if f.Make == nil {
			line += " 0" // the step on screen
		}
		d.send(Export{f.Name})
		assert.Equal(t, []Effect{Make{line, f.File, d.TraceText()}}, d.effects)
		doc, err := trace.Parse(d.TraceText())
		require.NoError(t, err)
		_, _, err = export.Answer(doc, line)
		assert.NoError(t, err, "the other program understands it")
	}
	d.send(Toggle{PanelExport, true})
	assert.Len(t, d.View().Share.Formats, len(all))
	d.send(Export{"docx"})
	assert.Equal(t, "There is no format docx.", d.View().Story.Notice)
	assert.True(t, d.View().Story.NoticeBad)
	d.send(Exported{"firmoffer.trace"})
	assert.Equal(t, "Saved as firmoffer.trace.", d.View().Story.Notice)
}

func TestALinkThatWasChangedIsShownWithoutSteps(t *testing.T) {
	whole := openOn(t, "firmoffer/1\nnode n1 5\n").model.session.toLink()
	d := open(t)
	d.send(OpenLink{Fragment: strings.Replace(whole, "n1+5", "n1+6", 1)})
	assert.True(t, d.View().Story.NoticeBad)
	assert.Contains(t, d.View().Story.Notice, "What it says now is shown")
	assert.Equal(t, "firmoffer/1 binding\nnode n1 6\n", d.TraceText())
}
