package app

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/scenario"
)

var update = flag.Bool("update", false, "write what the page says into testdata; read it before you keep it")

// TestTranscripts holds what the page says about every step of every story: as it was written, and where people are
// sent to look at another contract, under that one as well.
func TestTranscripts(t *testing.T) {
	for _, s := range scenario.All() {
		t.Run(s.ID, func(t *testing.T) { golden(t, s.ID, transcript(t, s.ID, s.Trace.Contract)) })
	}
	for id, contract := range map[string]string{"accepted-outlives-pending": "oldest-first", "optimistic": "binding", "capacity-loss": "ignores-loss"} {
		name := id + "-under-" + contract
		t.Run(name, func(t *testing.T) { golden(t, name, transcript(t, id, contract)) })
	}
}

func golden(t *testing.T, name, said string) {
	file := "testdata/" + name + ".txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(said), 0o644))
	}
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(kept), said)
	assert.Less(t, strings.Count(said, "\n"), 60, "a golden is short")
}

// transcript walks through a story as the page shows it: the step, what is said, why, the verdict, and the invariants
// that were looked at with numbers of their own.
func transcript(t *testing.T, id, contract string) string {
	d := open(t)
	d.send(OpenScenario{id}, SetContract{contract})
	var b strings.Builder
	v := d.View()
	fmt.Fprintf(&b, "%s, under %s\n", v.Story.Title, contract)
	for _, text := range []string{v.Story.Told, v.Story.Difference} {
		if text != "" {
			fmt.Fprintln(&b, text)
		}
	}
	for d.View().Steps.CanGo {
		command := d.View().Story.Next
		d.send(Forward{})
		v := d.View().Verdict
		fmt.Fprintf(&b, "%d %s\n\t%s\n\t%s\n\t%s: %s\n\t%s\n", d.View().Steps.At, command, v.Said, v.Why, v.Word, v.Text, invariants(v.Invariants))
	}
	return b.String()
}

// silent is what the invariants say in steps that they are not about.
var silent = map[string]bool{"none was invalidated": true, "no accept in this step": true, "no launch in this step": true, "judged after a make": true,
	"recounted": true}

func invariants(list []InvariantView) string {
	var said []string
	for _, i := range list {
		if i.Word != "holds" || !silent[i.Numbers] {
			said = append(said, fmt.Sprintf("%s %s (%s)", i.Name, i.Word, i.Numbers))
		}
	}
	return strings.Join(said, ", ")
}
