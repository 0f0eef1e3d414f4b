package export

import (
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/bar"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// Bounds and measures of a handout. Its drawings are narrower than a picture, so that their text is as large as that around them.
const (
	HandoutSteps = 200 // in one handout; a longer one says that it was cut
	stripWidth   = 860.0
	stripNodes   = 6
	stripRoomy   = 1
	narrated     = 900 // characters of a narration that are printed
)

const handoutStyle = `@page{margin:13mm}
*{box-sizing:border-box;print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{margin:0 auto;padding:6mm;max-width:200mm;background:#fff;color:#1B1F24;font:11pt/1.4 ` + sansFonts + `}
@media print{body{padding:0;max-width:none}}
h1{font-size:20pt;line-height:1.15;margin:0 0 2mm}
p{margin:0 0 1.5mm;overflow-wrap:anywhere}
header{margin-bottom:5mm}
.facts,.why,.told{color:#4B5563}
.who{display:flex;gap:8mm;margin-top:4mm}.who span{flex:1;border-bottom:1px solid #646B78}.who span+span{flex:none;width:50mm}
.strip{break-inside:avoid;border-top:1.5pt solid #1B1F24;padding:3mm 0 5mm}
h2{font-size:13pt;margin:0 0 1.5mm;display:flex;gap:3mm;align-items:baseline}
h2 code{font:650 12pt ` + monoFonts + `;overflow-wrap:anywhere}
h2 b{flex:none;min-width:8mm;text-align:center;background:#1B1F24;color:#fff;border-radius:2mm;padding:0 2mm}
svg{display:block;width:100%;height:auto;margin:1mm 0}
.said{font-size:12pt}
.stamp{display:flex;gap:4mm;align-items:baseline;border:2pt solid #005F73;border-radius:2mm;padding:1.5mm 3mm;background:#DCEFF3;margin:2mm 0}
.stamp b{color:#005F73;font-size:13pt;white-space:nowrap}
.stamp.no{border:3.5pt solid #A3152C;background:#FBE3E6}.stamp.no b{color:#A3152C}
.stamp.hm{border-color:#7A4A00;background:#FFF0D6}.stamp.hm b{color:#7A4A00}
.ask{margin-top:3mm}.ask p{font-weight:650}
.ask ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:1.5mm 8mm}
.ask li{display:flex;gap:2mm;align-items:center}
.box{width:4.5mm;height:4.5mm;border:1pt solid #1B1F24;border-radius:.7mm;flex:none;line-height:4mm;text-align:center;font-weight:800}
.right{font-weight:650}
.line{border-bottom:1px solid #646B78;height:8mm}
`

// handout is a document to print, under way.
type handout struct {
	paint
	trace    *trace.Trace
	player   *trace.Player
	contract engine.Contract
	answers  bool
	most     int64 // the largest capacity that the trace names, so that the strips have one scale
}

// Handout returns a document to print of steps from to to, the first step being 1: a strip for each with the call, the narration, the
// ledger, what happened and why, and the verdict. Without answers the ledger is ruled to be drawn, and there are questions in
// place of the sentences; nothing in it tells what a step did. It is HTML that stands by itself and runs nothing.
//
// It holds at most [HandoutSteps] steps, and says what it leaves out. The errors are those of [trace.Replay], and that there are no
// such steps.
func Handout(t *trace.Trace, c engine.Contract, from, to int, answers bool) (string, error) {
	if from < 1 || to > len(t.Steps) || from > to {
		return "", fmt.Errorf("there are no steps %d to %d: the trace has %d", from, to, len(t.Steps))
	}
	player, err := trace.NewPlayer(t, c)
	if err != nil {
		return "", err
	}
	w := &handout{paint{palette: light}, t, player, c, answers, mostNamed(t)}
	last := min(to, from+HandoutSteps-1)
	err = w.head(from, to, last)
	for i := from; i <= last && err == nil; i++ {
		if err = w.strip(i); err == nil && len(w.b) > MaxText {
			err = fmt.Errorf("step %d: the handout so far is longer than %d bytes", i, MaxText)
		}
	}
	if err != nil {
		return "", err
	}
	w.foot(last, to)
	return string(w.b), nil
}

// mostNamed returns the largest capacity that the trace names.
func mostNamed(t *trace.Trace) int64 {
	most := int64(1)
	for i := range t.Nodes {
		most = max(most, t.Nodes[i].Capacity)
	}
	for i := range t.Steps {
		if c := &t.Steps[i].Command; c.Verb == engine.VerbResize && c.Amount <= engine.MaxCapacity {
			most = max(most, c.Amount)
		}
	}
	return most
}

func (w *handout) p(class, text string) {
	if text != "" {
		w.put(`<p class="`, class, `" dir="auto">`, markup(text), "</p>\n")
	}
}

func (w *handout) head(from, to, last int) error {
	title := (&moment{trace: w.trace}).title()
	w.put("<!doctype html>\n", `<html lang="`, say.Language(), `"><head><meta charset="utf-8">`, "\n",
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`, "\n",
		`<meta name="viewport" content="width=device-width, initial-scale=1">`, "\n<title>", markup(title), "</title>\n<style>\n", handoutStyle, "</style></head>\n<body>\n",
		`<svg width="0" height="0" aria-hidden="true" style="position:absolute">`, "\n")
	w.patterns()
	w.put("</svg>\n<header>\n", `<h1 dir="auto">`, markup(title), "</h1>\n")
	lesson := scenario.ReadLesson(w.trace)
	w.p("story", tell.Shorten(say.Lesson(lesson.Story), narrated))
	if lesson.LookAt != "" {
		w.p("told", say.It("Look at: %s", tell.Shorten(say.Lesson(lesson.LookAt), narrated)))
	}
	w.p("facts", say.It("Contract: %s · steps %d to %d of %d", w.contract.Name, strconv.Itoa(from), strconv.Itoa(last), strconv.Itoa(len(w.trace.Steps))))
	if last < to {
		w.p("facts", say.It("Steps %d to %d are not in this handout: it holds at most %d.", strconv.Itoa(last+1), strconv.Itoa(to), strconv.Itoa(HandoutSteps)))
	}
	if !w.answers {
		w.put(`<p class="who"><span>`, say.It("Name"), "</span><span>", say.It("Date"), "</span></p>\n")
	}
	w.put("</header>\n<main>\n")
	m, err := momentAt(w.player, w.trace, from-1)
	if err != nil {
		return err
	}
	m.outcome = engine.Outcome{} // what happened before the strip is not told
	w.put(`<section class="strip"><h2>`, say.It("Before step %d", strconv.Itoa(from)), "</h2>\n")
	sh := w.sheet(m)
	w.drawing(&sh, "-start", say.It("The ledger before step %d", strconv.Itoa(from)), sh.alternative())
	w.put("</section>\n")
	return nil
}

// sheet lays out the bars after a step.
func (w *handout) sheet(m *moment) sheet {
	sh := sheetOf(m.after, &m.outcome, stripNodes, stripRoomy, stripWidth)
	longest := w.most
	for i := range sh.nodes {
		longest = max(longest, sh.nodes[i].End)
	}
	sh.fit(longest, stripWidth-6)
	return sh
}

// drawing puts bars between the texts. Its first measure is how high they are, so they are drawn before their frame.
func (w *handout) drawing(sh *sheet, ids, title, alternative string) {
	bars := paint{palette: w.palette}
	height := bars.ledgers(sh, 3, 6, stripWidth-6)
	w.frame(stripWidth, height, ids, title, strings.TrimSpace(alternative))
	w.b = append(w.b, bars.b...)
	w.put("</svg>\n")
}

// strip writes one step.
func (w *handout) strip(number int) error {
	step := &w.trace.Steps[number-1]
	w.put(`<section class="strip"><h2><b>`, strconv.Itoa(number), `</b><code>`, markup(trace.FormatCommand(step.Command)), "</code></h2>\n")
	w.p("told", tell.Shorten(say.Lesson(scenario.Narration(step)), narrated))
	ids := "-" + strconv.Itoa(number)
	asked, err := questions(w.trace, number-1, w.contract)
	if err != nil {
		return err
	}
	if !w.answers {
		before, err := w.player.At(number - 1)
		if err != nil {
			return err
		}
		sh := w.blank(before, step.Command)
		w.drawing(&sh, ids, say.It("Ruled bars, to draw the ledger after step %d in", strconv.Itoa(number)), sh.capacities())
		w.ask(asked)
		w.put("</section>\n")
		return nil
	}
	m, err := momentAt(w.player, w.trace, number)
	if err != nil {
		return err
	}
	sh := w.sheet(m)
	w.drawing(&sh, ids, say.It("The ledger after step %d", strconv.Itoa(number)), sh.alternative())
	w.p("said", m.what)
	w.p("why", m.why)
	w.stamp(&m.outcome.Report)
	w.ask(asked)
	w.put("</section>\n")
	return nil
}

func (w *handout) stamp(r *engine.Report) {
	class, mark, word := "stamp", "✓", r.Verdict.String()
	switch r.Verdict {
	case engine.Overhang:
		class, mark = "stamp hm", "!"
	case engine.Violated:
		class, mark = "stamp no", "✕"
	}
	w.put(`<p class="`, class, `"><b>`, mark, " ", say.It(strings.ToUpper(word[:1])+word[1:]), "</b><span>", markup(tell.Verdict(r)), "</span></p>\n")
}

// blank rules bars for the nodes as they are before the step, and for the one that it names. They have room for a quarter
// more than the largest capacity, which says nothing about how much will be promised.
func (w *handout) blank(before *engine.Scheduler, c engine.Command) sheet {
	all := before.Counts().Nodes
	nodes := before.NodeWindow(0, stripNodes)
	if _, at := before.Node(c.Node); c.Verb == engine.VerbResize && (at < 0 || at >= stripNodes) {
		nodes = append(nodes[:min(len(nodes), stripNodes-1)], engine.NodeUsage{ID: c.Node})
		if at >= 0 {
			nodes[len(nodes)-1], _ = before.Node(c.Node)
		} else {
			all++
		}
	}
	sh := sheet{tall: all <= stripRoomy, room: w.most + (w.most+3)/4, more: max(0, all-len(nodes))}
	for _, n := range nodes {
		sh.nodes = append(sh.nodes, ledger{Bar: bar.Bar{NodeUsage: engine.NodeUsage{ID: n.ID, Capacity: n.Capacity}, End: n.Capacity}})
	}
	sh.fit(sh.room, stripWidth-6)
	return sh
}

// capacities tells in words what stands in blank bars.
func (sh *sheet) capacities() string {
	text := ""
	for i := range sh.nodes {
		text += say.It("Node %s: capacity %d before the step.", tell.Name(sh.nodes[i].ID), say.D(sh.nodes[i].Capacity)) + " "
	}
	return text
}

// ask writes the questions: to be answered, or with the right option marked. Then those that have none are left out.
func (w *handout) ask(list []question) {
	w.put(`<div class="asked">`, "\n")
	defer w.put("</div>\n")
	for _, q := range list {
		if w.answers && q.right < 0 {
			continue
		}
		w.put(`<div class="ask">`)
		w.p("question", q.text)
		if len(q.options) > 0 {
			w.put("<ul>")
			for i, option := range q.options {
				if w.answers && i == q.right {
					w.put(`<li class="right"><span class="box">✓</span><span dir="auto">`, markup(option), "</span></li>")
				} else {
					w.put(`<li><span class="box"></span><span dir="auto">`, markup(option), "</span></li>")
				}
			}
			w.put("</ul>")
		}
		if q.right < 0 {
			w.put(`<div class="line"></div>`)
		}
		w.put("</div>\n")
	}
}

// foot ends the document, and tells what is to be learnt where the last step and the answers are in it.
func (w *handout) foot(last, to int) {
	if lesson := scenario.ReadLesson(w.trace); lesson.Lesson != "" && w.answers && last == to && last == len(w.trace.Steps) {
		w.put(`<section class="strip"><h2>`, say.It("What is to be learnt"), "</h2>\n")
		w.p("said", tell.Shorten(say.Lesson(lesson.Lesson), narrated))
		w.put("</section>\n")
	}
	w.put("</main>\n</body></html>\n")
}
