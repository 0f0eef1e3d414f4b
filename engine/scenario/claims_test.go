package scenario

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// under returns a lesson's trace with the results of its replay under a contract, and the verdicts.
func under(t *testing.T, id, contract string) (*trace.Trace, []engine.Judgement) {
	_, tr := lesson(t, id)
	tr = tr.Clone()
	_, ok := engine.ContractByName(contract)
	require.True(t, ok, "%q is no contract", contract)
	tr.Contract = contract
	annotated, err := trace.Annotate(tr)
	require.NoError(t, err)
	_, judged, err := trace.Replay(tr, tr.Rules(), -1)
	require.NoError(t, err)
	return annotated, judged
}

// TestClaims holds every line of claims.txt, and sees that no lesson and no contract worth comparing is without one.
func TestClaims(t *testing.T) {
	text, err := os.ReadFile("testdata/claims.txt")
	require.NoError(t, err)
	claimed := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, " ", 4)
		require.Len(t, f, 4, "line %d", i+1)
		tr, judged := under(t, f[0], f[1])
		n, err := strconv.Atoi(f[2])
		require.NoError(t, err, "line %d", i+1)
		require.LessOrEqual(t, n, len(tr.Steps), "line %d", i+1)
		claimed[f[0]], claimed[f[0]+" "+f[1]] = true, true
		results := tr.Steps[n-1].Results()
		if verdict, ok := strings.CutPrefix(f[3], "verdict "); ok {
			assert.Equal(t, verdict, judged[n-1].Verdict.String(), "line %d", i+1)
		} else if absent, ok := strings.CutPrefix(f[3], "not "); ok {
			assert.NotContains(t, results, absent, "line %d", i+1)
		} else {
			assert.Contains(t, results, f[3], "line %d", i+1)
		}
	}
	for _, l := range Lessons() {
		assert.True(t, claimed[l.ID], "nothing is claimed about %s", l.ID)
		for _, c := range l.Compare {
			assert.True(t, claimed[l.ID+" "+c], "nothing is claimed about %s under %s", l.ID, c)
		}
	}
}

// TestWithoutDeadlineForEver: for ever is said of the lost framework and of the two that wait. The clock goes to its end.
func TestWithoutDeadlineForEver(t *testing.T) {
	for id, steps := range map[string]int{"accepted-and-forgotten": 5, "two-hands-two-doors": 11} {
		_, tr := lesson(t, id)
		for _, contract := range []string{"binding", "never-expires"} {
			c, _ := engine.ContractByName(contract)
			s, _, err := trace.Replay(tr, c, steps)
			require.NoError(t, err)
			require.NoError(t, s.AdvanceTime(math.MaxInt64-s.Now()))
			offers, err := s.MakeOffers("B", 1)
			require.NoError(t, err)
			assert.Equal(t, contract == "never-expires", len(offers) == 0, "%s under %s", id, contract)
		}
	}
}

// TestNoTaskEndsInTheOverhang: the floor falls, and web runs on with all its units, under every contract.
func TestNoTaskEndsInTheOverhang(t *testing.T) {
	_, tr := lesson(t, "the-floor-falls")
	s, _, err := trace.Replay(tr, engine.Binding(), 4)
	require.NoError(t, err)
	assert.EqualValues(t, 6, s.Nodes()[0].Overhang)
	require.Len(t, s.Tasks(), 1)
	assert.EqualValues(t, 10, s.Tasks()[0].Resources)
}

// TestPromisedBeforeAnyAccept: in the second lesson all is lost before the first accept.
func TestPromisedBeforeAnyAccept(t *testing.T) {
	_, tr := lesson(t, "the-wrong-lock")
	s, _, err := trace.Replay(tr, tr.Rules(), 2)
	require.NoError(t, err)
	assert.EqualValues(t, 20, s.Nodes()[0].Reserved)
	for _, o := range s.Offers() {
		assert.Equal(t, engine.Pending, o.State)
	}
}

// facts compute the answer to every question that a lesson asks of its own, by lesson and step: before is the number of
// steps that have run.
var facts = map[string]func(t *testing.T, tr *trace.Trace, before int) string{
	"accepted-and-forgotten 4": func(t *testing.T, tr *trace.Trace, before int) string { return deadline(t, tr, before) },
	"exam-the-clock 3":         func(t *testing.T, tr *trace.Trace, before int) string { return deadline(t, tr, before+1) },
	"half-the-rack-dies 5": func(t *testing.T, tr *trace.Trace, before int) string {
		var live []string
		for _, o := range after(t, tr, before+1).Offers() {
			if o.State == engine.Pending || o.State == engine.Accepted {
				live = append(live, o.ID)
			}
		}
		return "only " + strings.Join(live, " and ")
	},
	"the-thinker 4": func(t *testing.T, tr *trace.Trace, before int) string {
		o, ok := after(t, tr, before+1).Offer("o2")
		require.True(t, ok)
		return strconv.FormatInt(o.Resources, 10)
	},
	"exam-one-id-two-offers 5": func(t *testing.T, tr *trace.Trace, before int) string {
		o, _ := after(t, tr, before+1).Offer("o2")
		return o.State.String()
	},
	"exam-whose-and-how-often 13": func(t *testing.T, tr *trace.Trace, before int) string {
		n := 0
		for _, s := range tr.Steps[:before] {
			if !strings.HasPrefix(s.Results()[0], "refused: ") {
				n++
			}
		}
		return strconv.Itoa(n)
	},
}

func after(t *testing.T, tr *trace.Trace, steps int) *engine.Scheduler {
	s, _, err := trace.Replay(tr, tr.Rules(), steps)
	require.NoError(t, err)
	return s
}

func deadline(t *testing.T, tr *trace.Trace, steps int) string {
	o, ok := after(t, tr, steps).Offer("o1")
	require.True(t, ok)
	return strconv.FormatInt(o.ExpiresAt, 10)
}

// TestAnswersAreTrue computes the answer to each question that stands in a trace.
func TestAnswersAreTrue(t *testing.T) {
	asked := 0
	for _, l := range Lessons() {
		tr := parse(t, l.Text)
		for i := range tr.Steps {
			q, ok := QuestionOf(&tr.Steps[i])
			if !ok {
				continue
			}
			asked++
			key := l.ID + " " + strconv.Itoa(i+1)
			require.Contains(t, facts, key)
			assert.Equal(t, facts[key](t, tr, i), q.Answer, key)
		}
	}
	assert.Len(t, facts, asked)
}
