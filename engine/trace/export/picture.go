package export

import (
	"fmt"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/say"
	"firmoffer/engine/trace/tell"
)

// pictureWidth is how wide a picture is, in units that a browser takes for pixels.
const pictureWidth = 1200.0

// moment is one step of a trace with everything that a picture tells about it.
type moment struct {
	trace   *trace.Trace
	after   *engine.Scheduler // do not change it
	number  int               // of the step, 0 for the start
	outcome engine.Outcome
	what    string // the sentence of what happened
	why     string
}

// SVG returns the picture of the trace after so many steps under the contract, 0 for the start: a drawing that stands by itself,
// without scripts, style sheets and references, and with its text alternative as title and desc.
//
// It shows at most 12 nodes, those that the step changed among them, and of each at most 12 pieces of a kind. The errors are
// those of [trace.Replay], and that there is no such step.
func SVG(t *trace.Trace, c engine.Contract, step int, inDark bool) (string, error) {
	p, err := trace.NewPlayer(t, c)
	if err != nil {
		return "", err
	}
	m, err := momentAt(p, t, step)
	if err != nil {
		return "", err
	}
	w := &paint{palette: light}
	if inDark {
		w.palette = dark
	}
	sh := sheetOf(m.after, &m.outcome, nodesMost, roomy, pictureWidth-2*margin)
	height := w.picture(m, &sh)
	top := paint{palette: w.palette}
	top.frame(pictureWidth, height, "", m.headline(), m.alternative(&sh))
	top.patterns()
	top.rect(0, 0, pictureWidth, height, `fill="`+top.sheet+`"`)
	return string(append(top.b, w.b...)) + "</svg>\n", nil
}

func momentAt(p *trace.Player, t *trace.Trace, step int) (*moment, error) {
	m := &moment{trace: t, number: step}
	if step > 0 {
		out, err := p.Outcome(step - 1)
		if err != nil {
			return nil, err
		}
		m.outcome = out
	}
	after, err := p.At(step)
	if err != nil {
		return nil, err
	}
	m.after = after
	if step == 0 {
		m.outcome.Report, m.what = after.Report(), say.It("Nothing has happened yet.")
		return m, nil
	}
	told := tell.Step{Command: t.Steps[step-1].Command, Outcome: &m.outcome, After: after}
	m.what, m.why = told.Said()
	return m, nil
}

// frame opens a drawing. The text alternative is what a screen reader reads instead of it.
func (p *paint) frame(width, height float64, ids, title, alternative string) {
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, p.len(width), `" height="`, p.len(height), `" viewBox="0 0 `, p.len(width), " ", p.len(height),
		`" role="img" aria-labelledby="title`, ids, `" aria-describedby="desc`, ids, `" font-family="`, sansFonts, `">`, "\n",
		`<title id="title`, ids, `">`, markup(title), "</title>\n", `<desc id="desc`, ids, `">`, markup(alternative), "</desc>\n")
}

// picture draws everything of a step and returns its height.
func (p *paint) picture(m *moment, sh *sheet) float64 {
	width := pictureWidth - 2*margin
	chip := font{size: textSize, bold: true, fill: p.muted}
	name := m.after.Contract().Name
	chipWidth := chip.width(name) + 28
	p.text(margin, 66, width-chipWidth-30, font{size: 30, bold: true, fill: p.ink}, m.title())
	p.rect(margin+width-chipWidth, 38, chipWidth, 36, `rx="18" fill="none" stroke="`+p.edge+`" stroke-width="1.5"`)
	chip.other = `text-anchor="middle"`
	p.text(margin+width-chipWidth/2, 62.5, 0, chip, name)
	place := font{size: textSize, fill: p.muted, other: `text-anchor="end"`}
	p.text(margin+width, 110, 0, place, m.place())
	p.text(margin, 110, width-place.width(m.place())-30, font{size: 22, bold: true, mono: true, fill: p.ink}, m.command())
	y := 124 + p.paragraph(margin, 124, width, 3, font{size: 22, fill: p.ink}, m.what) + 24
	p.put(`<path d="M`, p.len(margin), " ", p.len(y), "H", p.len(margin+width), `" stroke="`, p.rule, `"/>`, "\n")
	y += 22
	y += p.ledgers(sh, margin, y, width)
	return p.verdict(m, margin, y+4, width) + margin - 4
}

func (m *moment) title() string {
	if title := strings.TrimSpace(m.trace.Title()); title != "" {
		return say.Lesson(title)
	}
	return "Firm Offer"
}

func (m *moment) command() string {
	if m.number == 0 {
		return say.It("the start")
	}
	return trace.FormatCommand(m.trace.Steps[m.number-1].Command)
}

func (m *moment) place() string {
	return say.It("step %d of %d", strconv.Itoa(m.number), strconv.Itoa(len(m.trace.Steps))) + " · " + say.It("now t = %d", say.D(m.after.Now()))
}

func (m *moment) headline() string {
	return say.It("%s, step %d of %d, under %s: %s", m.title(), strconv.Itoa(m.number), strconv.Itoa(len(m.trace.Steps)), m.after.Contract().Name, say.It(m.outcome.Report.Verdict.String()))
}

// alternative is everything that the picture shows, in words.
func (m *moment) alternative(sh *sheet) string {
	var b strings.Builder
	if m.number > 0 {
		b.WriteString(say.It("Step %d: %s.", strconv.Itoa(m.number), m.command()) + " ")
	}
	b.WriteString(m.what + " " + m.why)
	b.WriteString(" " + say.It("Now is t = %d.", say.D(m.after.Now())))
	b.WriteString(" " + say.It("Verdict: %s.", say.It(m.outcome.Report.Verdict.String())) + " " + tell.Verdict(&m.outcome.Report))
	b.WriteString(sh.alternative())
	return strings.Join(strings.Fields(b.String()), " ")
}

// alternative tells the bars in words.
func (sh *sheet) alternative() string {
	var b strings.Builder
	for i := range sh.nodes {
		l := &sh.nodes[i]
		b.WriteString(" " + say.It("Node %s", tell.Name(l.ID)) + ": " + plain(l.sum(&light)))
		if l.Was > 0 {
			b.WriteString(", " + say.It("was") + " " + strconv.FormatInt(l.Was, 10))
		}
		b.WriteString(".")
		last := ""
		for _, c := range l.pieces {
			if c.whole != last { // a piece that is split by the capacity is told once
				b.WriteString(" " + c.whole + ".")
			}
			last = c.whole
		}
	}
	if sh.more > 0 {
		b.WriteString(" " + moreNodes(sh.more))
	}
	return b.String()
}

// verdict draws the stamp with its word and its mark, what it means, and the reason of the step. It returns where it ends.
func (p *paint) verdict(m *moment, x, y, width float64) float64 {
	const stamp, height = 250.0, 72.0
	line, tint, mark, thick, pattern := p.ok, p.okTint, "M%s %sm-9 1l6 7 12 -15", "3", ""
	switch m.outcome.Report.Verdict {
	case engine.Overhang:
		line, tint, mark, pattern = p.warn, p.warnTint, "M%s %sm0 -11v13m0 5v4", "stripes"
	case engine.Violated:
		line, tint, mark, thick = p.bad, p.badTint, "M%s %sm-8 -8l16 16m0 -16l-16 16", "5"
	}
	p.rect(x+2, y+2, stamp, height, `rx="12" fill="`+tint+`" stroke="`+line+`" stroke-width="`+thick+`"`)
	if pattern != "" {
		p.rect(x+2, y+2, stamp, height, `rx="12" fill="url(#`+pattern+`)" opacity="0.35"`)
	}
	cx, cy := x+46, y+2+height/2
	p.put(`<circle cx="`, p.len(cx), `" cy="`, p.len(cy), `" r="20" fill="`, tint, `" stroke="`, line, `" stroke-width="3"/>`, "\n")
	p.put(`<path d="`, fmt.Sprintf(mark, p.len(cx), p.len(cy)), `" stroke="`, line, `" stroke-width="4.5" fill="none"/>`, "\n")
	word := m.outcome.Report.Verdict.String()
	p.text(x+82, cy+9, stamp-90, font{size: 27, bold: true, fill: line}, say.It(strings.ToUpper(word[:1])+word[1:]))
	at, room := y, width-stamp-28
	at += p.paragraph(x+stamp+28, at, room, 3, font{size: 20, fill: p.ink}, tell.Verdict(&m.outcome.Report))
	at += p.paragraph(x+stamp+28, at+4, room, 3, font{size: textSize, fill: p.muted}, m.why)
	return max(y+height+4, at+8)
}
