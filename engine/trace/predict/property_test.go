package predict_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

// drawTrace draws a small cluster and commands that meet each other: two frameworks, few ids, small numbers, and now
// and then something that no engine takes.
func drawTrace(t *rapid.T) *trace.Trace {
	number := func(label string, odd ...int64) int64 {
		if rapid.IntRange(0, 15).Draw(t, "odd?") == 15 {
			return rapid.SampledFrom(odd).Draw(t, label)
		}
		return int64(rapid.IntRange(1, 9).Draw(t, label))
	}
	tr := trace.New("binding", nil)
	for i := range rapid.IntRange(0, 3).Draw(t, "nodes") {
		tr.Nodes = append(tr.Nodes, trace.NodeLine{Node: engine.Node{ID: "n" + strconv.Itoa(i+1), Capacity: number("capacity", 0, engine.MaxCapacity)}})
	}
	for range rapid.IntRange(1, 14).Draw(t, "steps") {
		c := engine.Command{
			Verb:      engine.Verb(rapid.SampledFrom([]int{1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 7}).Draw(t, "verb")),
			Framework: rapid.SampledFrom([]string{"A", "A", "A", "B", "B", "team \"x\"", strings.Repeat("ü", 100), "\n"}).Draw(t, "framework"),
			Offer:     rapid.SampledFrom([]string{"o1", "o1", "o2", "o2", "o3", "o4", "x"}).Draw(t, "offer"),
			Node:      rapid.SampledFrom([]string{"n1", "n1", "n2", "n3", "n9"}).Draw(t, "node"),
		}
		switch c.Verb {
		case engine.VerbLaunch:
			c.Task = rapid.SampledFrom([]string{"", "t1", "web"}).Draw(t, "task")
		case engine.VerbFinish:
			c.Task = rapid.SampledFrom([]string{"t1", "t1", "t2", "web"}).Draw(t, "task")
		}
		switch c.Verb {
		case engine.VerbMake:
			c.Amount = number("timeout", 0, -1, math.MaxInt64)
		case engine.VerbAdvance:
			c.Amount = number("ticks", 0, -1, math.MaxInt64)
		case engine.VerbResize:
			c.Amount = number("new capacity", 0, -1, engine.MaxCapacity, engine.MaxCapacity+1)
		}
		tr.Steps = append(tr.Steps, trace.Step{Command: c})
	}
	return tr
}

func all() []engine.Contract { return append(engine.Contracts(), engine.Faulty()...) }

// TestAnyTrace asks about every step of any trace under any contract, and answers again by hand.
func TestAnyTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		before := tr.String()
		c := rapid.SampledFrom(all()).Draw(t, "contract")
		for i, w := range stroll(t, tr, c) {
			for _, q := range ask(t, tr, i, c) {
				w.holdsUp(t, q)
				if tr.Steps[i].Task == "" {
					require.NotContains(t, q.Options, "it is refused: the task id is in use", "an id is given")
				}
			}
		}
		require.Equal(t, before, tr.String(), "asking changed the trace")
	})
}

// looks are everything that can be seen before the answer.
func looks(list []predict.Question) (texts []string) {
	for _, q := range list {
		texts = append(texts, q.Kind.String()+" | "+q.Text+" | "+strings.Join(q.Options, " | "))
	}
	return texts
}

// sees is everything about the past that a page can show.
func sees(s *engine.Scheduler) []any {
	return []any{s.Now(), s.Nodes(), s.Offers(), s.Tasks(), s.Report().Verdict}
}

// TestNothingShowsWhichContractRuns: where two contracts have brought a trace to the same state, the questions look the same
// under both, although the answers differ. Only an answer that more than three others push out of the options shows: then
// one option differs.
func TestNothingShowsWhichContractRuns(t *testing.T) {
	same, pushed, differed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		i := len(tr.Steps) - 1
		contracts := engine.Contracts()
		a := rapid.SampledFrom(contracts).Draw(t, "one")
		w := stroll(t, tr, a)[i]
		mine := ask(t, tr, i, a)
		for _, b := range contracts {
			v := stroll(t, tr, b)[i]
			if a == b || !assert.ObjectsAreEqual(sees(w.before), sees(v.before)) {
				continue
			}
			theirs := ask(t, tr, i, b)
			require.Len(t, theirs, len(mine))
			for k := range mine {
				x, y := mine[k], theirs[k]
				require.Equal(t, x.Text, y.Text)
				if same++; slices.Equal(x.Options, y.Options) {
					if x.Right != y.Right {
						differed++
					}
					continue
				}
				pushed++
				require.Len(t, x.Options, predict.MaxOptions)
				require.Len(t, y.Options, predict.MaxOptions)
				common := 0
				for _, o := range x.Options {
					if slices.Contains(y.Options, o) {
						common++
					}
				}
				require.Equal(t, predict.MaxOptions-1, common, "%v\n%v", looks(mine), looks(theirs))
			}
		}
	})
	t.Logf("%d pairs of questions in one state; in %d the answers differ and nothing shows, in %d one option differs", same, differed, pushed)
	assert.Greater(t, differed, 20)
	assert.Less(t, 100*pushed, same)
}

// TestThePlaceOfTheRightOneSaysNothing: every place is right now and then, and so it is with one and the same set of
// options: whoever has seen many of them has learnt nothing about the next.
func TestThePlaceOfTheRightOneSaysNothing(t *testing.T) {
	var places [predict.MaxOptions + 1][predict.MaxOptions]int
	sets := map[string]*[predict.MaxOptions]int{}
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		for _, c := range engine.Contracts() {
			for i := range tr.Steps {
				for _, q := range ask(t, tr, i, c) {
					places[len(q.Options)][q.Right]++
					set := tr.Steps[i].Verb.String() + " " + strings.Join(q.Options, " | ")
					if sets[set] == nil {
						sets[set] = new([predict.MaxOptions]int)
					}
					sets[set][q.Right]++
				}
			}
		}
	})
	for n := 2; n <= predict.MaxOptions; n++ {
		t.Logf("%d options: right at each place %v", n, places[n][:n])
		for _, at := range places[n][:n] {
			assert.Greater(t, 300*at, places[n][0]+places[n][1], "%d options: %v", n, places[n])
		}
	}
	seen, sure := 0, 0
	for set, rights := range sets {
		sum, most := 0, 0
		for _, n := range rights {
			sum, most = sum+n, max(most, n)
		}
		if sum < 100 {
			continue
		}
		if seen += sum; most == sum {
			t.Logf("one answer in all %d: %s", sum, set)
			sure += sum
		}
	}
	t.Logf("of %d questions with options seen a hundred times, %d have options of which one only was ever right", seen, sure)
	assert.Less(t, 6*sure, seen)
}

// TestOneOrderOfOptions: two options stand in the same order wherever they meet, whichever is right.
func TestOneOrderOfOptions(t *testing.T) {
	type pair struct {
		kind predict.Kind
		a, b string
	}
	first := map[pair]bool{}
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		c := rapid.SampledFrom(engine.Contracts()).Draw(t, "contract")
		for i := range tr.Steps {
			for _, q := range ask(t, tr, i, c) {
				for k, b := range q.Options {
					for _, a := range q.Options[:k] {
						first[pair{q.Kind, a, b}] = true
						if !strings.Contains(a, "overhang") || !strings.Contains(b, "overhang") { // those stand as their nodes do
							require.False(t, first[pair{q.Kind, b, a}], "%q and %q stand both ways", a, b)
						}
					}
				}
			}
		}
	})
	assert.Greater(t, len(first), 50)
}
