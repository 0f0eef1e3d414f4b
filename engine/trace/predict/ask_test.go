package predict_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

func TestNoSuchStep(t *testing.T) {
	tr := parse(t, "firmoffer/1 binding\nmake A\n")
	for _, i := range []int{-1, 1} {
		_, err := predict.Ask(tr, i, engine.Binding())
		assert.EqualError(t, err, "there is no step "+strconv.Itoa(i+1)+": the trace has 1")
	}
	tr.Nodes = make([]trace.NodeLine, 1)
	_, err := predict.Ask(tr, 0, engine.Binding())
	assert.ErrorIs(t, err, engine.ErrBadName)
}

// story is one step of a trace and what the first question about it must be.
type story struct {
	contract, steps string
	step            int
	kind            predict.Kind
	options, right  string
	rule            int
	why             string // the beginning
}

// loss is the lesson of half a rack: an accepted offer, a pending one, and three units less.
const loss = "node n1 5\nmake A\nresize n1 8\nmake B\naccept A o1\nresize n1 5\n"

var stories = []story{
	{"binding", loss, 5, predict.Fate, "accepted|invalidated", "accepted", 19, "n1: allocated 0 + reserved 5 of capacity 5. Rule 19: "},
	{"oldest-first", loss, 5, predict.Fate, "accepted|invalidated", "invalidated", 0,
		"o1 invalidated: n1 was 3 over. oldest-first takes the oldest offer first, accepted or not, in place of rule 19."},
	{"oldest-first", loss, 5, predict.Verdict, "it holds|violated: accepted-outlives-pending", "violated: accepted-outlives-pending", 0,
		"Violated: accepted-outlives-pending: o1 was accepted, and 3 were still pending on n1. It should be that a loss"},
	{"ignores-loss", loss, 5, predict.Fate, "accepted", "accepted", 0,
		"n1: allocated 0 + reserved 8 of capacity 5. ignores-loss takes no offer, in place of rule 19."},
	{"loses-tasks", "node n1 5\nmake A\naccept A o1\nlaunch A o1\nresize n1 3\n", 4, predict.Verdict, "overhang on n1|violated: tasks-survive",
		"violated: tasks-survive", 0, "Violated: tasks-survive: 0 tasks run, and 1 were launched and not finished. It should be that a running task ends only by finish. loses-tasks ends"},
	{"binding", "node n1 5\nmake A\naccept A o1\nlaunch A o1\nresize n1 3\n", 4, predict.Verdict, "it holds|overhang on n1", "overhang on n1", 20,
		"Overhang: n1 runs 5 of 3. Nobody was promised too much. Rule 20: "},
	{"binding", "node n1 6\nmake A\nresize n1 9\nmake B\n", 3, predict.Units, "0|3|6|9", "3", 2, "n1: capacity 9 - allocated 0 - held 6 = 3. Rule 2: "},
	{"optimistic", "node n1 6\nmake A\nresize n1 9\nmake B\n", 3, predict.Units, "0|3|6|9", "9", 0,
		"n1: capacity 9 - allocated 0 - held 0 = 9. optimistic holds units for no offer, in place of rule 1."},
	{"exclusive-lock", "node n1 6\nmake A\nresize n1 9\nmake B\n", 3, predict.Units, "0|3|6|9", "0", 0,
		"n1: capacity 9 - allocated 0 - held 6 = 3. exclusive-lock offers nothing of a node that has a live offer, in place of rule 2."},
	{"binding", "node n1 6\nmake A timeout=2\naccept A o1\nadvance 2\n", 3, predict.Fate, "accepted|expired", "expired", 15,
		"o1 expired, its deadline was 2, now is 2. Rule 15: "},
	{"never-expires", "node n1 6\nmake A timeout=2\naccept A o1\nadvance 2\n", 3, predict.Fate, "accepted|expired", "accepted", 0,
		"o1 had the deadline 2, now is 2. never-expires lets an accepted offer outlive its deadline, in place of rule 16."},
	{"binding", "node n1 6\nmake A\nadvance 9\n", 2, predict.Fate, "pending|expired", "pending", 14, "o1 has the deadline 10, now is 9. Rule 14: "},
	{"binding", "node n1 6\nadvance 1\nmake A timeout=9223372036854775807\nadvance 9\n", 3, predict.Fate, "pending|expired", "pending", 14, "o1 has no deadline. Rule 14: "},
	{"binding", "node n1 6\nnode n2 6\nmake A\nresize n2 4\n", 2, predict.Fate, "pending|invalidated", "invalidated", 19, "o2 invalidated: n2 was 2 over. Rule 19: "},
	{"binding", "node n1 6\nmake A\naccept B o1\n", 2, predict.Outcome, "it succeeds|it is refused: it is another framework's", "it is refused: it is another framework's", 9,
		"Refused: o1 is A's, not B's. Rule 9: "},
	{"binding", "node n1 6\nmake A\naccept B o1\n", 2, predict.Fate, "pending|accepted|launched", "pending", 9, "Refused: o1 is A's, not B's. Nothing changed. Rule 9: "},
	{"first-accept-wins", "node n1 6\nmake A\nmake B\naccept A o1\naccept B o2\n", 4, predict.Outcome, "it succeeds|it is refused: the units do not fit",
		"it is refused: the units do not fit", 0, "Refused: o2 needs 6 of n1, and only 0 of 6 are left. first-accept-wins launches at the accept, if the units are still there, in place of rule 5."},
	{"binding", "advance -1\n", 1, predict.Outcome, "it succeeds|it is refused: the clock cannot move by that", "it is refused: the clock cannot move by that", 17, "Refused: time cannot"},
	{"binding", "node n1 4\nresize n1 0\n", 1, predict.Outcome, "it succeeds|it is refused: the capacity is out of range", "it succeeds", 18, "n1 has 0, was 4. Rule 18: "},
	{"binding", "node n1 4\nmake A timeout=0\n", 1, predict.Units, "0|4", "0", 14, "Refused: the timeout is 0: at least 1 tick was expected. Rule 14: "},
	{"first-accept-wins", "node n1 6\nmake A\naccept A o1\n", 2, predict.Fate, "pending|accepted|launched", "launched", 0, "o1 launched: t1 runs on n1 with 6. first-accept-wins launches"},
	{"first-accept-wins", "node n1 6\nmake A\nmake B\naccept A o1\naccept B o2\n", 4, predict.Verdict, "it holds|violated: no-over-commitment and accept-is-honoured",
		"violated: no-over-commitment and accept-is-honoured", 0, "Violated: no-over-commitment: n1 has 6 reserved, 0 left. Violated: accept-is-honoured: o2 is pending, and B is refused its 6 on n1. " +
			"It should be that on every node: reserved <= max(0, capacity - allocated). first-accept-wins launches at the accept"},
	{"reserve-on-accept", "node n1 6\nmake A\naccept A o1\nresize n1 9\nmake B\nmake C\n", 5, predict.Units, "0|3", "3", 0,
		"n1: capacity 9 - allocated 0 - held 6 = 3. reserve-on-accept holds units for accepted offers only, in place of rule 1."},
	{"binding", "node n1 6\nmake A\nresize n1 9\n", 2, predict.Fate, "pending|invalidated", "pending", 21, "n1: allocated 0 + reserved 6 of capacity 9. Rule 21: "},
	{"binding", "node n1 6\nnode n2 6\nmake A\ndecline A o2\nresize n2 4\n", 2, predict.Fate, "pending|invalidated", "pending", 19,
		"o1 stands on n1, and another node was resized. Rule 19: "},
	{"binding", "node n1 6\nnode n2 6\nmake A\naccept A o1\naccept A o2\nlaunch A o1\nlaunch A o2\nresize n2 4\nresize n1 4\n", 9, predict.Verdict,
		"overhang on n1|overhang on n1 and 1 more node", "overhang on n1 and 1 more node", 20, "Overhang: n1 runs 6 of 4, and 1 more node. Nobody was promised"},
	{"binding", "node n1 4\nnode n2 4\nnode n3 4\nnode n4 4\nmake A timeout=3\nadvance 9007199254740992\n", 2, predict.Outcome, "it succeeds", "it succeeds", 17,
		"Now 9007199254740992; o1 expired; o2 expired; and 2 more changes. Rule 17: "},
	{"binding", "node n1 5\nmake A\naccept A o1\nlaunch A o1\nresize n1 8\nmake B\nresize n1 4\n", 6, predict.Fate, "pending|invalidated", "invalidated", 20,
		"o2 invalidated: n1 was 4 over. Rule 20: "},
	{"binding", "make A\n", 1, predict.Verdict, "it holds", "it holds", 2, "There is no node. Rule 2: "},
}

// TestStories: what the first question of a kind is, told in full.
func TestStories(t *testing.T) {
	for _, s := range stories {
		tr := parse(t, "firmoffer/1 "+s.contract+"\n"+s.steps)
		q := firstOf(t, tr, len(tr.Steps)-1, s)
		for _, o := range strings.Split(s.options, "|") {
			assert.Contains(t, q.Options, o, "%+v", s)
		}
		assert.Equal(t, s.right, q.Options[q.Right], "%+v", s)
		assert.Equal(t, s.rule, q.Rule, "%+v", s)
		assert.True(t, strings.HasPrefix(q.Why, s.why), "%s\n%s", q.Why, s.why)
	}
}

func firstOf(t *testing.T, tr *trace.Trace, i int, s story) predict.Question {
	list := ask(t, tr, i, contract(t, s.contract))
	for _, q := range list {
		if q.Kind == s.kind {
			return q
		}
	}
	require.Fail(t, "not asked", "%+v: %v", s, looks(list))
	return predict.Question{}
}

// TestFirstQuestion: the verb decides what comes first, and not what happens.
func TestFirstQuestion(t *testing.T) {
	tr := parse(t, "firmoffer/1\nnode n1 9\nnode n2 3\nnode n3 3\nmake A\naccept A o1\nmake B timeout=1\nresize n1 5\nadvance 10\nadvance 0\nresize n1 0\nlaunch A o1\nfinish A t1\n")
	var got []string
	for i := range tr.Steps {
		kinds := ""
		for _, q := range ask(t, tr, i, engine.Binding()) {
			kinds += q.Kind.String() + " "
		}
		got = append(got, strings.TrimSpace(kinds))
	}
	assert.Equal(t, []string{"units verdict", "outcome fate verdict", "outcome units units units verdict", "fate fate fate verdict", "fate fate verdict",
		"outcome verdict", "outcome verdict", "outcome verdict", "outcome verdict"}, got)
}

// TestLongNamesAreCut: what strangers write is bounded in every text, and stays UTF-8.
func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("ü", 128)
	tr := trace.New("binding", []engine.Node{{ID: long, Capacity: 5}, {ID: long[:254], Capacity: 5}})
	for _, c := range []engine.Command{{Verb: engine.VerbMake, Framework: long, Amount: 5}, {Verb: engine.VerbMake, Framework: strings.Repeat("é", 4000), Amount: 5},
		{Verb: engine.VerbAccept, Framework: long, Offer: "o1"}, {Verb: engine.VerbLaunch, Framework: long, Offer: strings.Repeat("x", 8000)},
		{Verb: engine.VerbLaunch, Framework: long, Offer: "o1", Task: long}, {Verb: engine.VerbResize, Node: long, Amount: 3}} {
		tr.Steps = append(tr.Steps, trace.Step{Command: c})
	}
	for i, w := range stroll(t, tr, engine.Binding()) {
		for _, q := range ask(t, tr, i, engine.Binding()) {
			for _, text := range append(q.Options, q.Text, q.Why) {
				assert.Less(t, len(text), 700)
				assert.True(t, utf8.ValidString(text), text)
			}
			if q.Kind == predict.Outcome {
				assert.Equal(t, w.answer(t, q), q.Options[q.Right])
			}
		}
	}
}

// TestManyHuge: sums that the engine cannot count are not asked for, and what does not fit into a sentence is counted.
func TestManyHuge(t *testing.T) {
	tr := trace.New("binding", nil)
	for i := range 2500 {
		tr.Nodes = append(tr.Nodes, trace.NodeLine{Node: engine.Node{ID: "n" + strconv.Itoa(i), Capacity: engine.MaxCapacity}})
	}
	tr.Steps = []trace.Step{{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 5}}, {Command: engine.Command{Verb: engine.VerbAdvance, Amount: 5}}}
	assert.Equal(t, []string{"verdict | What is the verdict after this call, and what is violated, if anything? | it holds | violated: no-over-commitment | violated: free-is-offered"},
		looks(ask(t, tr, 0, engine.Binding())))
	list := ask(t, tr, 1, engine.Binding())
	require.Len(t, list, 5)
	assert.Equal(t, "expired", list[0].Options[list[0].Right])
	for i := range tr.Nodes {
		tr.Nodes[i].Capacity = 1
	}
	q := ask(t, tr, 0, engine.Binding())[0]
	assert.Equal(t, "2500", q.Options[q.Right])
	assert.Contains(t, q.Why, "n2: capacity 1 - allocated 0 - held 0 = 1. And so on, for 2497 more nodes. Rule 2: ")
}

// TestALongHistoryIsStillAsked: beyond the bound the other contracts are left out, and the ledger alone gives the options.
func TestALongHistoryIsStillAsked(t *testing.T) {
	for wait, met := range map[int]bool{1990: true, 2001: false} {
		tr := parse(t, "firmoffer/1\nnode n1 5\nmake A\nmake B\naccept A o1\n"+strings.Repeat("advance 0\n", wait)+"accept B o2\n")
		list := ask(t, tr, wait+3, engine.Binding())
		assert.Equal(t, "it is refused: there is no such offer", list[0].Options[list[0].Right])
		assert.Equal(t, met, slices.Contains(list[1].Options, "violated: no-over-commitment and accept-is-honoured"), "%v", looks(list))
	}
}

// TestReasonsComeAndGo: where the same call is refused for the same reason again and again, each other reason of the verb
// stands beside it now and then, and never always.
func TestReasonsComeAndGo(t *testing.T) {
	const calls = 20
	tr := parse(t, "firmoffer/1\nnode n1 5\nmake A\n"+strings.Repeat("launch B o1 as=web\n", calls))
	seen := map[string]int{}
	for i := range calls {
		for _, o := range ask(t, tr, i+1, engine.Binding())[0].Options {
			seen[o]++
		}
	}
	assert.Equal(t, calls, seen["it succeeds"])
	assert.Equal(t, calls, seen["it is refused: it is another framework's"])
	for _, reason := range []string{"there is no such offer", "the offer is not accepted", "the task id is in use", "the units do not fit"} {
		n := seen["it is refused: "+reason]
		assert.True(t, 0 < n && n < calls, "%s: %d", reason, n)
	}
}

// TestTheMostTellingOffersFirst: those within reach before others, and of them those about which contracts disagree.
func TestTheMostTellingOffersFirst(t *testing.T) {
	for text, want := range map[string][]string{
		"node n1 5\nmake A\nresize n1 8\nmake B\nresize n1 9\nmake C\nresize n1 8\n":                                {"o1", "o3", "o2"},
		"node n1 1\nnode n2 1\nnode n3 1\nnode n4 1\nnode n5 1\nmake A\nresize n6 1\nmake B timeout=2\nadvance 2\n": {"o6", "o1", "o2", "o3"},
		"node n1 1\nnode n2 1\nmake A timeout=3\naccept A o2\nadvance 3\n":                                          {"o1", "o2"},
		"node n1 1\nnode n2 1\nnode n3 1\nmake A\nresize n2 0\n":                                                    {"o2", "o1", "o3"},
	} {
		tr := parse(t, "firmoffer/1\n"+text)
		var got []string
		for _, q := range ask(t, tr, len(tr.Steps)-1, engine.Binding()) {
			if id, ok := between(q.Text, "In which state is ", " after"); ok {
				got = append(got, id)
			}
		}
		assert.Equal(t, want, got, text)
	}
}

func TestAskOwn(t *testing.T) {
	q, ok := predict.AskOwn("How many?", "10", []string{"9", "2", "none", "a lot", "10", "9"})
	require.True(t, ok)
	assert.Equal(t, predict.Question{Kind: predict.Own, Text: "How many?", Options: []string{"2", "9", "10", "a lot", "none"}, Right: 2,
		Why: "The answer in the trace: 10."}, q)
	q, _ = predict.AskOwn("Which state?", "expired", []string{"pending", "declined", "accepted"})
	assert.Equal(t, []string{"pending", "accepted", "declined", "expired"}, q.Options)
	for _, wrong := range [][]string{nil, {"10"}} {
		_, ok = predict.AskOwn("How many?", "10", wrong)
		assert.False(t, ok)
	}
	many := make([]string, 20)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	q, _ = predict.AskOwn(strings.Repeat("é", 999), "19", many)
	assert.Len(t, q.Options, predict.MaxOwn)
	assert.Equal(t, "19", q.Options[q.Right])
	assert.LessOrEqual(t, len(q.Text), 403)
	assert.True(t, utf8.ValidString(q.Text))
}
