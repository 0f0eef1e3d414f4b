package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
	"firmoffer/engine/trace/export"
)

// stepsOf is how many steps the page has, of which it does not show all.
func (p *page) stepsOf() string { p.Helper(); return p.picture().Place }

// file writes a file that a person could choose.
func file(p *page, name, text string) string {
	p.Helper()
	path := filepath.Join(p.TB.(*testing.T).TempDir(), name)
	require.NoError(p, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (p *page) chooseFile(path string) {
	p.Helper()
	p.openPanel("Import")
	field := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.getElementById('import-file')"}).Result
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: field.ObjectID})
}

// dropFile lets a file fall on the page, as the system does.
func (p *page) dropFile(path string) {
	p.Helper()
	for _, step := range []string{"dragEnter", "dragOver", "drop"} {
		call(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: input.DispatchDragEventType(step), X: 640, Y: 20,
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}})
	}
}

// brings hands a text over as the browser does after a drop or a paste outside of fields.
func (p *page) brings(event, text string) {
	p.Helper()
	p.run(`(() => {
		const data = new DataTransfer();
		data.setData('text/plain', ` + quote(text) + `);
		const event = ` + quote(event) + ` === 'paste' ? new ClipboardEvent('paste', {bubbles: true, cancelable: true, clipboardData: data})
			: new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data});
		document.body.dispatchEvent(event);
		if (!event.defaultPrevented) throw new Error('nobody took it');
	})()`)
}

func (p *page) address(text string) {
	p.Helper()
	p.openPanel("Import")
	p.fill("textbox", "Address", text)
	p.press("Import from this site")
}

const mine = "firmoffer/1 optimistic\nnode x 7\nmake A\nmake \"Ж\" timeout=3\naccept A o1\n"

func TestEveryWayOfImport(t *testing.T) {
	p := openFresh(t)
	p.does("make Mine")
	own := p.picture()
	doc, err := trace.Parse(mine)
	require.NoError(t, err)
	json, err := export.JSON(doc)
	require.NoError(t, err)
	for name, way := range map[string]func(p *page){
		"a file":            func(p *page) { p.chooseFile(file(p, "my.trace", mine)) },
		"a file of JSON":    func(p *page) { p.chooseFile(file(p, "my.json", json)) },
		"a dropped file":    func(p *page) { p.dropFile(file(p, "my.trace", mine)) },
		"a dropped text":    func(p *page) { p.brings("drop", mine) },
		"a pasted text":     func(p *page) { p.brings("paste", mine) },
		"a pasted JSON":     func(p *page) { p.brings("paste", json) },
		"the same, CR LF":   func(p *page) { p.brings("paste", strings.ReplaceAll(mine, "\n", "\r\n")) },
		"results beside it": func(p *page) { p.brings("paste", must(export.Text(doc))) },
	} {
		p.Run(name, func(p *page) {
			way(p)
			p.waitFor("/^Imported “.*”: 3 steps\\.$/.test(document.querySelector('.story > p:not(.diff):not([hidden])')?.textContent)")
			require.Equal(p, "optimistic", p.find("combobox", "Contract").value())
			p.press("Last")
			p.equalsReplay(doc, doc.Rules(), 3)
			p.press("Undo")
			require.Equal(p, own, p.picture(), "nothing is lost by an import")
		})
	}
	p.Run("an address of this site", func(p *page) {
		p.address("lessons/01-two-cheques.trace")
		p.waitFor("document.querySelector('.story').innerText.includes('Opened “')")
		require.Contains(p, p.notice(), p.picture().Title)
		require.NotEqual(p, own.Title, p.picture().Title)
		p.press("Undo")
		require.Equal(p, own, p.picture())
	})
}

func must(text string, err error) string {
	if err != nil {
		panic(err)
	}
	return text
}

func TestWhatCannotBeImportedIsSaid(t *testing.T) {
	p := openFresh(t)
	p.excused = []string{"404"}
	p.does("make Mine")
	own, undoes := p.picture(), p.undoes()
	refuses := func(name, says string, way func(p *page)) {
		p.Run(name, func(p *page) {
			way(p)
			p.waitFor("document.querySelector('.story').innerText.includes(" + quote(says) + ")")
			require.Equal(p, p.notice(), p.text("new Promise((done) => setTimeout(() => done(document.getElementById('status').textContent), 450))"))
			require.Equal(p, own, p.picture())
			require.Equal(p, undoes, p.undoes(), "Undo is as it was")
		})
	}
	refuses("another site", "it is on another site, expected an address of this one.", func(p *page) { p.address("https://example.org/x.trace") })
	refuses("no address", "it is on another site", func(p *page) { p.address("javascript:alert(1)") })
	refuses("nothing there", "the server answered 404", func(p *page) { p.address("missing.trace") })
	refuses("garbage in a file", "“garbage” was not imported", func(p *page) { p.chooseFile(file(p, "garbage", "\x00\xff\xfegarbage")) })
	refuses("JSON of somebody else", "“other.json” was not imported", func(p *page) { p.chooseFile(file(p, "other.json", `{"steps": 7}`)) })
	refuses("too much", "expected at most 4194304", func(p *page) { p.chooseFile(file(p, "long.trace", strings.Repeat("#", 5<<20))) })
	refuses("pasted words", "“the pasted text” was not imported", func(p *page) { p.brings("paste", "<b>just</b> words") })
	refuses("a dropped foreign link", "The link could not be opened", func(p *page) { p.brings("drop", "https://example.org/#fo7.t.x~end") })
	p.press("Undo")
	require.Equal(t, "step 0 of 9", p.stepsOf())
}

// TestEveryExport holds what is downloaded against what is made natively, lets Python judge two schedulers by it, and brings the JSON back.
func TestEveryExport(t *testing.T) {
	p := openFresh(t)
	p.find("combobox", "Scenario").choose("accepted-outlives-pending")
	p.press("Last")
	p.does("make \"Ж\"")
	doc, err := trace.Parse(p.traceText())
	require.NoError(t, err)
	p.run(`URL.createObjectURL = (blob) => { window.saved = blob.text(); return 'blob:none'; };
		URL.revokeObjectURL = () => {};
		HTMLAnchorElement.prototype.click = function() { window.file = this.download; }`)
	p.press("Export")
	dir := t.TempDir()
	for _, f := range export.Formats() {
		p.Run(f.Name, func(p *page) {
			p.press("Save as " + f.Name)
			p.waitFor("document.querySelector('.story').innerText.includes(" + quote("Saved as "+f.File+".") + ")")
			require.Equal(p, f.File, p.text("file"))
			got := p.text("saved")
			require.Equal(p, must(f.Make(doc)), got)
			require.NoError(p, os.WriteFile(filepath.Join(dir, f.File), []byte(got), 0o600))
		})
	}
	p.Run("the script judges", func(p *page) {
		for module, says := range map[string]string{"scheduler": "8 steps agree with the trace, under the contract binding", "oldest": "step 5 `resize n1 5`: expected o2 to be invalidated"} {
			require.NoError(p, os.WriteFile(filepath.Join(dir, "oldest.py"), []byte("from faulty import OldestGoesFirst as Scheduler\n"), 0o600))
			schedulers, err := filepath.Abs(repository + "/engine/trace/export/testdata")
			require.NoError(p, err)
			script := exec.Command("python3", "-B", "trace_check.py", module)
			script.Dir, script.Env = dir, append(os.Environ(), "PYTHONPATH="+schedulers, "PYTHONIOENCODING=utf-8")
			said, _ := script.CombinedOutput()
			require.Contains(p, string(said), says)
		}
	})
	p.Run("and back", func(p *page) {
		own := p.traceText()
		p.scenario("declined")
		p.chooseFile(filepath.Join(dir, "firmoffer.json"))
		p.waitFor("document.querySelector('.story').innerText.includes('Imported “firmoffer.json”')")
		require.Equal(p, own, p.traceText())
	})
}

// TestExportWithoutWorkers makes the export on the page.
func TestExportWithoutWorkers(t *testing.T) {
	p := openFresh(t)
	p.run("window.Worker = class { constructor() { throw new Error('no workers here') } }")
	p.press("Export")
	p.press("Save as json")
	p.waitFor("document.querySelector('.story').innerText.includes('Saved as firmoffer.json.')")
	p.press("Next: make A")
	require.Equal(t, "step 1 of 9", p.stepsOf())
}

func TestBranchesByRoleAndName(t *testing.T) {
	p := openFresh(t)
	p.setTrace("firmoffer/1\nnode n1 5\nmake A\n")
	require.Empty(t, p.all("region", "Branches"))
	p.press("Last")
	p.does("accept A o1", "launch A o1")
	p.press("Back")
	p.press("Decline o1")
	branches := p.find("region", "Branches")
	require.Contains(t, branches.text(), "leaves after step 2, 1 step of its own")
	require.Equal(t, "step 3 of 3", p.stepsOf())

	p.fill("textbox", "Branch name", "second <b>thought</b>")
	p.press("Name this branch")
	require.Contains(t, p.picture().Branches, "on screen is second <b>thought</b>: 3 steps")
	p.press("Compare with main")
	require.Len(t, p.picture().Columns, 2)
	require.Contains(t, p.text("document.querySelector('.diff:not([hidden])').innerText"), "Step 3 is the first that differs. In “second <b>thought</b>”: decline A o1. In “main”: launch A o1.")
	p.press("Switch to main")
	require.Equal(t, "step 2 of 3", p.stepsOf())
	p.press("Forward")
	require.Contains(t, p.shown().Tasks[0], "t1|A|n1|5 units|")
	with := p.picture()
	p.press("Remove second <b>thought</b>")
	require.Empty(t, p.all("region", "Branches"))
	require.Contains(t, p.notice(), "Undo brings it back")
	without := p.picture()

	p.press("Undo")
	require.Equal(t, with, p.picture())
	p.press("Redo")
	require.Equal(t, without, p.picture())
	p.run("document.activeElement.blur()")
	p.find("button", "Redo").walkTo() // any place outside of fields
	p.key("z", chromedp.ModifierCtrl)
	require.Equal(t, with, p.picture())
	p.key("Z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	require.Equal(t, without, p.picture())
	p.key("z", chromedp.ModifierMeta)
	require.Equal(t, with, p.picture())
	p.Run("in a field the keys belong to the field", func(p *page) {
		for _, field := range []string{"Command", "Framework", "Branch name"} {
			p.fill("textbox", field, "text")
			p.key("z", chromedp.ModifierCtrl)
			require.Equal(p, with, p.picture())
		}
	})
}

func TestTheLibraryOfThisBrowser(t *testing.T) {
	p := openFresh(t)
	saves := func(name string) {
		t.Helper()
		p.openPanel("Share")
		p.fill("textbox", "Name in this browser", name)
		p.press("Save in this browser")
		p.waitFor("document.querySelector('.story').innerText.includes('Saved in this browser as “" + name + "”')")
		p.press("Share")
	}
	listed := func() []string {
		return eval[[]string](p, "[...document.querySelectorAll('#import .tree bdi')].map((e) => e.textContent)")
	}
	p.branched()
	one := p.picture()
	saves("two")
	p.scenario("declined")
	p.press("Forward")
	two := p.picture()
	saves("имя")
	p.openPanel("Import")
	require.Equal(t, []string{"two", "имя"}, listed())

	p.leave("location.reload()")
	p.openPanel("Import")
	require.Equal(t, []string{"two", "имя"}, listed())
	list := p.find("list", "Saved sessions")
	list.find("button", "Open two").click()
	require.Equal(t, one, p.picture())
	list.find("button", "Open имя").click()
	require.Equal(t, two, p.picture())
	p.press("Undo")
	require.Equal(t, one, p.picture())

	p.fill("textbox", "New name", "имя")
	p.press("Rename two")
	require.Contains(t, p.text("document.getElementById('import').innerText"), "“имя” is in this browser already, expected another name")
	p.fill("textbox", "New name", "a")
	p.press("Rename two")
	p.waitFor("document.querySelector('#import .tree').innerText.includes('Open') && document.querySelector('#import .tree bdi').textContent === 'a'")
	require.Equal(t, []string{"a", "имя"}, listed())
	p.press("Delete a")
	p.waitFor("document.querySelectorAll('#import .tree bdi').length === 1")
	p.press("Bring back a")
	p.waitFor("document.querySelectorAll('#import .tree bdi').length === 2")
	require.Empty(t, p.all("button", "Bring back a"))
	p.press("Open a")
	require.Equal(t, one, p.picture())
	p.press("Delete имя")
	p.press("Delete a")
	p.waitFor("document.getElementById('import').innerText.includes('Nothing yet.')")
	p.leave("location.reload()")
	p.openPanel("Import")
	require.Empty(t, listed())
}

// The back-forward cache gives back the very page that was left: the program in it goes on.
func TestTheBackForwardCacheBringsTheSessionBack(t *testing.T) {
	p := openAt(t, address, before(notByItself)) // a copy that is made meanwhile ends what is in the cache
	p.waitReady()
	p.excused = append(p.excused, "favicon.ico") // which the browser asks for beside a page that is none
	p.run("window.mark = 'the very page'; addEventListener('pageshow', (event) => { window.persisted = event.persisted; })")
	p.press("Forward")
	p.press("Forward")
	p.run(settled)
	hash := p.text("location.hash")
	p.do(chromedp.Navigate(address + "manifest.webmanifest"))
	p.run("history.back()")
	p.waitFor("window.mark === 'the very page' && window.persisted") // it came out of the cache
	p.document = ""                                                  // what the protocol knew of it is gone
	require.Equal(t, hash, p.text("location.hash"))
	require.Equal(t, "2", p.text(atStep))
	p.press("Forward")
	require.Equal(t, "3", p.text(atStep), "it goes on")
	p.fill("textbox", "Command", "make Z")
	p.press("Run")
	p.press("Undo")
	require.Equal(t, "3", p.text(atStep), "with Undo")
}
