package app

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shelf is a browser's storage: it answers what the page asks.
func (d *driver) shelf(all map[string]string) {
	for _, e := range d.effects {
		switch e := e.(type) {
		case Store:
			all[e.Name] = e.Link
		case Unstore:
			delete(all, e.Name)
		}
	}
	var list []Saved
	for name, link := range all {
		list = append(list, Saved{name, link})
	}
	d.Send(Stored{All: list})
}

func (d *driver) saved() []string { return d.View().Share.Saved }

func library(t *testing.T) (*driver, map[string]string) {
	d, all := open(t), map[string]string{}
	d.send(Toggle{PanelImport, true}, Toggle{PanelShare, true})
	return d, all
}

func TestSavedSessionsAreListedByName(t *testing.T) {
	d, all := library(t)
	for _, name := range []string{"pear", " apple ", "имя", "👩‍🚀", `"q"`, "שלום"} {
		d.send(Type{FieldSave, name}, SaveSession{})
		require.Empty(t, d.View().Share.Save.Wrong)
		assert.Contains(t, d.View().Story.Notice, quoted(strings.TrimSpace(name)))
		d.shelf(all)
	}
	assert.Equal(t, []string{`"q"`, "apple", "pear", "имя", "שלום", "👩‍🚀"}, d.saved())
	d.send(GoTo{3})
	d.run("make Z")
	d.send(OpenSaved{"pear"})
	assert.Len(t, d.commands(), 9)
	assert.Equal(t, 0, d.View().Steps.At)
	d.send(Undo{})
	assert.Len(t, d.commands(), 4)
}

func TestBadNamesAreNotSaved(t *testing.T) {
	d, all := library(t)
	d.send(Type{FieldSave, "one"}, SaveSession{})
	d.shelf(all)
	for _, bad := range []string{"", " ", "one", "a\x07", "half \uFFFD", strings.Repeat("x", 300)} {
		d.send(Type{FieldSave, bad}, SaveSession{})
		require.NotEmpty(t, d.View().Share.Save.Wrong, bad)
		assert.Equal(t, []Effect{Announce{d.View().Share.Save.Wrong}}, d.effects)
	}
	assert.Equal(t, []string{"one"}, d.saved())
}

func TestRenameDeleteAndBringBack(t *testing.T) {
	d, all := library(t)
	for _, name := range []string{"a", "b"} {
		d.send(Type{FieldSave, name}, SaveSession{})
		d.shelf(all)
	}
	was := all["a"]
	d.send(Type{FieldRename, "b"}, RenameSaved{"a"})
	assert.NotEmpty(t, d.View().Share.NewName.Wrong)
	d.send(Type{FieldRename, "c"}, RenameSaved{"a"})
	d.shelf(all)
	assert.Equal(t, []string{"b", "c"}, d.saved())
	assert.Equal(t, was, all["c"])

	d.send(DeleteSaved{"c"})
	d.shelf(all)
	assert.Equal(t, []string{"b"}, d.saved())
	assert.Equal(t, "c", d.View().Share.Deleted)
	d.send(RestoreSaved{})
	d.shelf(all)
	assert.Equal(t, []string{"b", "c"}, d.saved())
	assert.Equal(t, was, all["c"])
	assert.Empty(t, d.View().Share.Deleted)
	for _, msg := range []Msg{DeleteSaved{"ghost"}, RenameSaved{"ghost"}, OpenSaved{"ghost"}} {
		d.send(First{}, msg)
		assert.Equal(t, "There is no “ghost” in this browser any more.", d.View().Story.Notice, "%T", msg)
		assert.Len(t, d.effects, 1)
	}
	d.send(RestoreSaved{})
	d.shelf(all)
	assert.Equal(t, []string{"b", "c"}, d.saved())
}

// What was deleted does not take the place of what was saved under its name since.
func TestBringingBackOverwritesNothing(t *testing.T) {
	d, all := library(t)
	d.send(Type{FieldSave, "a"}, SaveSession{})
	d.shelf(all)
	d.send(DeleteSaved{"a"})
	d.shelf(all)
	d.run("make New")
	d.send(Type{FieldSave, "a"}, SaveSession{})
	d.shelf(all)
	newer := all["a"]
	d.send(RestoreSaved{})
	d.shelf(all)
	assert.Equal(t, newer, all["a"])
	assert.True(t, d.View().Story.NoticeBad)
	assert.Equal(t, "a", d.View().Share.Deleted, "it can still be brought back")
}

func TestAFullLibrarySaysSoAndCanBePutInOrder(t *testing.T) {
	d, all := library(t)
	link, _ := d.Keep()
	for i := range maxSaved {
		all["s"+strconv.Itoa(i)] = link
	}
	d.shelf(all)
	d.send(Type{FieldSave, "more"}, SaveSession{})
	assert.Contains(t, d.View().Share.Save.Wrong, "full")
	d.send(Type{FieldRename, "t7"}, RenameSaved{"s7"})
	require.Empty(t, d.View().Share.NewName.Wrong, "a new name takes no room")
	d.shelf(all)
	assert.Contains(t, d.saved(), "t7")
	d.send(DeleteSaved{"s8"})
	d.shelf(all)
	d.send(Type{FieldSave, "more"}, SaveSession{})
	assert.Empty(t, d.View().Share.Save.Wrong)
}

func TestStorageThatIsRefusedIsSaid(t *testing.T) {
	d, _ := library(t)
	before := d.remember()
	d.send(Stored{Refused: true})
	assert.Contains(t, d.View().Story.Notice, "keeps nothing")
	assert.True(t, d.View().Story.NoticeBad)
	before.same(t, d.remember())
	d.send(Stored{All: make([]Saved, maxSaved+5)})
	assert.Len(t, d.saved(), maxSaved)
}
