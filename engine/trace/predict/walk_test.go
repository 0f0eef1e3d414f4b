package predict_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

// This file answers the questions a second time, from nothing but the engine's calls and the words of a question.

// refusals are the options of a refusal, written again.
var refusals = map[error]string{
	engine.ErrBadName: "a name is not allowed", engine.ErrBadTimeout: "the timeout is out of range",
	engine.ErrBadDelta: "the clock cannot move by that", engine.ErrBadCapacity: "the capacity is out of range",
	engine.ErrUnknownOffer: "there is no such offer", engine.ErrUnknownTask: "there is no such task",
	engine.ErrNotOwner: "it is another framework's", engine.ErrNotPending: "the offer is not pending",
	engine.ErrNotAccepted: "the offer is not accepted", engine.ErrNotLive: "the offer is not live",
	engine.ErrNotRunning: "the task does not run any more", engine.ErrTaskIDInUse: "the task id is in use",
	engine.ErrDoesNotFit: "the units do not fit", engine.ErrNotInContract: "the contract has no such call",
	engine.ErrLimit: "the engine cannot hold more",
}

// stepped is one step seen from outside.
type stepped struct {
	before, after *engine.Scheduler
	out           engine.Outcome
}

// stroll runs the commands of a trace one by one.
func stroll(t require.TestingT, tr *trace.Trace, c engine.Contract) []stepped {
	s, err := engine.NewWithContract(c, tr.NodeList(), 0)
	require.NoError(t, err)
	var all []stepped
	for i := range tr.Steps {
		before := s.Clone()
		out := s.Do(tr.Steps[i].Command)
		all = append(all, stepped{before, s.Clone(), out})
	}
	return all
}

// answer is the text of the option that is right, for a step that was run.
func (w stepped) answer(t require.TestingT, q predict.Question) string {
	switch q.Kind {
	case predict.Outcome:
		if w.out.Refusal == nil {
			return "it succeeds"
		}
		for reason, words := range refusals {
			if errors.Is(w.out.Refusal, reason) {
				return "it is refused: " + words
			}
		}
	case predict.Units:
		node, _ := between(q.Text, "How many units of ", " does this call offer")
		var sum int64
		for _, o := range w.after.Offers()[len(w.before.Offers()):] {
			if node == "" || engine.Quote(o.NodeID) == node {
				sum += o.Resources
			}
		}
		return strconv.FormatInt(sum, 10)
	case predict.Fate:
		id, ok := between(q.Text, "In which state is ", " after this call?")
		require.True(t, ok, q.Text)
		o, ok := w.after.Offer(id)
		require.True(t, ok, q.Text)
		return o.State.String()
	case predict.Verdict:
		return w.verdict()
	}
	require.Fail(t, "no answer", "%+v", q)
	return ""
}

func (w stepped) verdict() string {
	var broken []string
	for _, f := range w.out.Report.Findings {
		if f.Broken {
			broken = append(broken, f.Invariant.String())
		}
	}
	if broken != nil {
		return "violated: " + strings.Join(broken, " and ")
	}
	var over []string
	for _, n := range w.after.Nodes() {
		if n.Allocated > n.Capacity {
			over = append(over, engine.Quote(n.ID))
		}
	}
	switch len(over) {
	case 0:
		return "it holds"
	case 1:
		return "overhang on " + over[0]
	case 2:
		return "overhang on " + over[0] + " and 1 more node"
	}
	return "overhang on " + over[0] + " and " + strconv.Itoa(len(over)-1) + " more nodes"
}

func between(text, a, b string) (string, bool) {
	_, rest, ok := strings.Cut(text, a)
	if !ok {
		return "", false
	}
	found, _, ok := strings.Cut(rest, b)
	return found, ok
}

// holdsUp holds a question, asked about a step that was run, to everything that is said of questions.
func (w stepped) holdsUp(t require.TestingT, q predict.Question) {
	require.GreaterOrEqual(t, len(q.Options), 2, "%+v", q)
	require.LessOrEqual(t, len(q.Options), predict.MaxOptions, "%+v", q)
	seen := map[string]bool{}
	for _, o := range q.Options {
		require.False(t, seen[o], "%q stands twice: %+v", o, q)
		seen[o] = true
	}
	require.Less(t, q.Right, len(q.Options))
	require.Equal(t, w.answer(t, q), q.Options[q.Right], "%+v", q)
	require.NotEmpty(t, q.Text)
	if likely := [...]string{predict.Outcome: "it succeeds", predict.Units: "0", predict.Verdict: "it holds"}; q.Kind != predict.Fate {
		require.Contains(t, q.Options, likely[q.Kind])
	}
	for i := range q.Options[1:] {
		require.True(t, inOrder(q.Kind, q.Options[i], q.Options[i+1]), "%+v", q)
	}
	w.says(t, q)
}

// inOrder is the order of options: numbers ascending, states by their life, success before refusals, what holds before
// an overhang before what is violated.
func inOrder(k predict.Kind, a, b string) bool {
	switch k {
	case predict.Units:
		x, bad := strconv.ParseInt(a, 10, 64)
		y, worse := strconv.ParseInt(b, 10, 64)
		return bad == nil && worse == nil && x < y
	case predict.Fate:
		const life = "pending accepted launched declined expired invalidated"
		return strings.Index(life, a) >= 0 && strings.Index(life, a) < strings.Index(life, b)
	case predict.Outcome:
		return strings.HasPrefix(b, "it is refused: ")
	}
	group := func(s string) int {
		switch {
		case s == "it holds":
			return 0
		case strings.HasPrefix(s, "overhang on "):
			return 1
		}
		return 2
	}
	return group(a) <= group(b) && b != "it holds"
}

// says holds the explanation to the rule, and the rule to what the step did.
func (w stepped) says(t require.TestingT, q predict.Question) {
	require.True(t, strings.HasSuffix(q.Why, "."), q.Why)
	require.NotContains(t, q.Why, "..", q.Why)
	named, ok := between(q.Why, " Rule ", ":")
	require.Equal(t, q.Rule != 0, ok, "%+v", q)
	if ok {
		require.Equal(t, strconv.Itoa(q.Rule), named, "%+v", q)
	}
	if r := w.out.Refusal; r != nil {
		if q.Kind != predict.Verdict {
			require.Contains(t, q.Why, "efused: ", "%+v", q)
		}
		if r.Rule != 0 && (q.Kind != predict.Verdict || w.out.Report.Verdict == engine.Holds) {
			require.Equal(t, r.Rule, q.Rule, "%+v", q)
		}
		return
	}
	if q.Kind != predict.Fate {
		return
	}
	id, _ := between(q.Text, "In which state is ", " after")
	for _, e := range w.out.Events {
		if e.OfferID != id || e.Kind == engine.OfferMade {
			continue
		}
		require.Contains(t, rulesOf[e.Kind], q.Rule, "%+v after %+v", q, e)
	}
}

// rulesOf are the rules that can bring an event about; 0 is a contract's own rule.
var rulesOf = map[engine.EventKind][]int{
	engine.OfferAccepted: {5, 0}, engine.OfferLaunched: {6, 0}, engine.OfferDeclined: {7, 0}, engine.OfferExpired: {15, 16},
	engine.OfferInvalidated: {19, 20, 0},
}

func parse(t testing.TB, text string) *trace.Trace {
	tr, err := trace.Parse(text)
	require.NoError(t, err)
	return tr
}

func contract(t testing.TB, name string) engine.Contract {
	c, ok := engine.ContractByName(name)
	require.True(t, ok, name)
	return c
}

func ask(t require.TestingT, tr *trace.Trace, i int, c engine.Contract) []predict.Question {
	list, err := predict.Ask(tr, i, c)
	require.NoError(t, err)
	require.NotEmpty(t, list, "nothing can be asked about step %d of\n%v", i+1, tr)
	return list
}
