package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/web/app"
)

// TestNoAnswerIsOnThePageBeforeItIsGiven goes through every lesson and exam with everything unfolded: whatever the step
// will say stands nowhere, neither as text nor in an attribute.
func TestNoAnswerIsOnThePageBeforeItIsGiven(t *testing.T) {
	secrets := 0
	for _, l := range scenario.Lessons() {
		knows, asks := app.New(nil, nil), app.New(nil, nil)
		for _, a := range []*app.App{knows, asks} {
			send(a, app.Import{Name: l.File, Text: l.Text})
		}
		for _, p := range []app.Panel{app.PanelTrace, app.PanelEnded, app.PanelInvariants, app.PanelExport, app.PanelShare} {
			send(asks, app.Toggle{Panel: p, Open: true})
		}
		send(asks, app.Predict{On: true})
		doc, err := trace.Parse(l.Text)
		require.NoError(t, err)
		for i := range l.Steps {
			before := knows.View().Verdict
			send(asks, app.Forward{})
			require.NotEmpty(t, asks.View().Predict.Place, l.Title)
			raw := show(t, asks).raw
			send(knows, app.Forward{})
			after := knows.View().Verdict
			for _, secret := range append(strings.Split(after.Said, ". "), doc.Steps[i].Results()...) {
				if secret = strings.Trim(secret, ". "); len(secret) > 12 && !strings.Contains(before.Said+before.Why, secret) {
					secrets++
					assert.NotContains(t, raw, secret, "%s, step %d", l.Title, i+1)
				}
			}
			assert.NotContains(t, raw, "answer:", "the line of the trace with its own answer")
			for asks.View().Predict.Place != "" {
				send(asks, app.Reveal{})
			}
		}
		last := show(t, asks).raw
		assert.Contains(t, last, knows.View().Verdict.Said[:10], "afterwards it is told")
	}
	assert.Greater(t, secrets, 150)
}
