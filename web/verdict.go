package web

import (
	"github.com/vugu/vugu"

	"firmoffer/engine/trace/say"
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
	"stamp":    "M9 18l6 6 11-13",
	"stamp hm": "M17 8v12M17 24v3",
	"stamp no": "M11 11l12 12M23 11L11 23",
}

// Mark is the drawing in the stamp: meaning never rests on colour alone.
func (c *VerdictBody) Mark() string { return marks[c.View.Class] }

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
	return say.It("%d of %d invariants hold", say.D(int64(c.View.Kept)), say.D(int64(len(c.View.Invariants))))
}

// Jump leads to the first violation.
func (c *VerdictBody) Jump() string {
	return say.It("First violation: step %d", say.D(int64(c.View.FirstBad)))
}
