package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"firmoffer/web/app"
)

// Verdict says whether the promises still fit the machines, and why.
type Verdict struct {
	App  *app.App
	View app.VerdictView
	part
}

// Build implements [vugu.Builder].
func (c *Verdict) Build(in *vugu.BuildIn) *vugu.BuildOut {
	return c.build(in, c.View, "", &VerdictBody{c.App, c.View})
}

// VerdictBody is the markup of [Verdict].
type VerdictBody struct {
	App  *app.App
	View app.VerdictView
}

var marks = map[string]string{
	"Holds":    "M9 18l6 6 11-13",
	"Overhang": "M17 8v12M17 24v3",
	"Violated": "M11 11l12 12M23 11L11 23",
}

// Mark is the drawing in the stamp: meaning never rests on colour alone.
func (c *VerdictBody) Mark() string { return marks[c.View.Word] }

// saidClass marks a refusal.
func saidClass(v app.VerdictView) string {
	if v.Refused {
		return "said refused"
	}
	return "said"
}

// Fold is for narrow pages, where the list of invariants is one line until it is asked for.
func (c *VerdictBody) Fold() string {
	if c.View.Open {
		return "invariants open"
	}
	return "invariants"
}

// Summary is the one line of a folded list.
func (c *VerdictBody) Summary() string {
	return strconv.Itoa(c.View.Kept) + " of " + strconv.Itoa(len(c.View.Invariants)) + " invariants hold"
}

// Jump leads to the first violation.
func (c *VerdictBody) Jump() string { return "First violation: step " + strconv.Itoa(c.View.FirstBad) }
