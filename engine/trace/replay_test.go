package trace

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
)

func mustParse(t require.TestingT, text string) *Trace {
	tr, err := Parse(text)
	require.NoError(t, err)
	return tr
}

const overcommitted = `firmoffer/1 optimistic
node n1 10
make A
make B
accept B o1
resize n1 4
`

func TestReplay(t *testing.T) {
	tr := mustParse(t, overcommitted)
	s, judged, err := Replay(tr, tr.Rules(), -1)
	require.NoError(t, err)
	var over engine.InvariantSet = 1 << engine.NoOverCommitment
	assert.Equal(t, []engine.Judgement{{}, {Verdict: engine.Violated, Broken: over},
		{Verdict: engine.Violated, Refused: true, Broken: over}, {Verdict: engine.Violated, Broken: over}}, judged)
	assert.Equal(t, int64(20), s.Nodes()[0].Reserved)

	s, judged, err = Replay(tr, engine.Binding(), 2)
	require.NoError(t, err)
	assert.Equal(t, []engine.Judgement{{}, {}}, judged)
	assert.Len(t, s.Offers(), 1)
	_, judged, err = Replay(tr, engine.Binding(), 99)
	require.NoError(t, err)
	assert.Len(t, judged, 4)
}

func TestReplayOfNodesThatCannotBe(t *testing.T) {
	tr := New("binding", []engine.Node{{ID: "n1", Capacity: 1}, {ID: "n1", Capacity: 1}})
	_, _, err := Replay(tr, tr.Rules(), -1)
	assert.ErrorIs(t, err, engine.ErrBadNode)
	_, err = NewPlayer(tr, tr.Rules())
	assert.ErrorIs(t, err, engine.ErrBadNode)
	_, err = Annotate(tr)
	assert.ErrorIs(t, err, engine.ErrBadNode)
	_, err = Check(tr)
	assert.ErrorIs(t, err, engine.ErrBadNode)
	_, _, _, err = FirstDifference(tr, tr.Rules(), tr.Rules())
	assert.ErrorIs(t, err, engine.ErrBadNode)
}

func manyNodes(contract string) *Trace {
	tr := New(contract, nil)
	for i := range MaxNodes {
		tr.Nodes = append(tr.Nodes, NodeLine{Node: engine.Node{ID: "n" + strconv.Itoa(i), Capacity: 1}})
	}
	return tr
}

// TestReplayStopsBeforeTooManyOffers has every unit of 10,000 nodes offered, expired and offered again.
func TestReplayStopsBeforeTooManyOffers(t *testing.T) {
	tr := manyNodes("binding")
	for range 101 {
		tr.Steps = append(tr.Steps, Step{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 1}},
			Step{Command: engine.Command{Verb: engine.VerbAdvance, Amount: 1}})
	}
	p, err := NewPlayer(tr, tr.Rules())
	require.NoError(t, err)
	judged, err := p.Judge()
	require.EqualError(t, err, "step 201, make A timeout=1: it could bring this replay to more than 1000000 offers")
	assert.Len(t, judged, 200)
	_, known := p.now.scheduler.Offer("o1000000")
	assert.True(t, known)

	_, err = Annotate(tr)
	assert.EqualError(t, err, "step 5: with the results so far the text is longer than 1048576 bytes")
}

// TestReplayCountsOffersThatWereMade has as many nodes, and all units are held after the first make.
func TestReplayCountsOffersThatWereMade(t *testing.T) {
	tr := manyNodes("binding")
	for range 1000 {
		tr.Steps = append(tr.Steps, Step{Command: engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 10}})
	}
	_, judged, err := Replay(tr, tr.Rules(), -1)
	require.NoError(t, err)
	assert.Len(t, judged, 1000)
}

func TestPlayer(t *testing.T) {
	tr := mustParse(t, overcommitted)
	p, err := NewPlayer(tr, engine.Binding())
	require.NoError(t, err)
	o, err := p.Outcome(2)
	require.NoError(t, err)
	assert.Equal(t, []string{"refused: o1 is A's, not B's"}, Results(o))
	o, err = p.Outcome(0)
	require.NoError(t, err)
	assert.Equal(t, []string{"o1: n1 offers 10 to A until 10"}, Results(o))
	s, err := p.At(0)
	require.NoError(t, err)
	assert.Empty(t, s.Offers())

	judged, err := p.Judge()
	require.NoError(t, err)
	assert.Len(t, judged, 4)
	tr.Steps = append(tr.Steps, Step{Command: engine.Command{Verb: engine.VerbAdvance, Amount: 3}})
	judged, err = p.Judge()
	require.NoError(t, err)
	assert.Len(t, judged, 5)
	s, err = p.At(5)
	require.NoError(t, err)
	assert.Equal(t, int64(3), s.Now())

	tr.Steps = tr.Steps[:2]
	p.Forget(2)
	judged, err = p.Judge()
	require.NoError(t, err)
	assert.Len(t, judged, 2)

	for _, k := range []int{-1, 3} {
		_, err = p.At(k)
		assert.ErrorContains(t, err, "there is no step")
	}
	for _, i := range []int{-1, 2} {
		_, err = p.Outcome(i)
		assert.ErrorContains(t, err, "there is no step")
	}
}

// TestPlayerAgreesWithReplay moves about at random, appends and forgets, and compares every place with a fresh replay.
func TestPlayerAgreesWithReplay(t *testing.T) {
	long := mustParse(t, longText())
	rapid.Check(t, func(rt *rapid.T) {
		contract := rapid.SampledFrom(engine.Contracts()).Draw(rt, "contract")
		tr := long.Clone()
		tr.Steps = tr.Steps[:rapid.IntRange(0, 1500).Draw(rt, "steps")]
		p, err := NewPlayer(tr, contract)
		require.NoError(rt, err)
		for range 6 {
			k := rapid.IntRange(0, len(tr.Steps)).Draw(rt, "k")
			want, judged, err := Replay(tr, contract, k)
			require.NoError(rt, err)
			if k > 0 && rapid.Bool().Draw(rt, "outcome") {
				o, err := p.Outcome(k - 1)
				require.NoError(rt, err)
				require.Equal(rt, want.Last(), o)
			}
			s, err := p.At(k)
			require.NoError(rt, err)
			require.Equal(rt, want.Nodes(), s.Nodes())
			require.Equal(rt, want.Offers(), s.Offers())
			all, err := p.Judge()
			require.NoError(rt, err)
			require.Equal(rt, judged, append([]engine.Judgement{}, all[:k]...))
			if rapid.Bool().Draw(rt, "branch") {
				tr.Steps = append(tr.Steps[:k:k], Step{Command: engine.Command{Verb: engine.VerbResize, Node: "n1", Amount: 3}})
				p.Forget(k)
			}
		}
	})
}

func TestCheck(t *testing.T) {
	for results, want := range map[string]string{
		"":                           "",
		"\to1 accepted\n":            "",
		"\to1 taken\n":               `step 2 (line 5, accept A o1): recorded is "o1 taken", the replay gives "o1 accepted"`,
		"# x\n\to1 taken\n":          `step 2 (line 6, accept A o1): recorded is "o1 taken", the replay gives "o1 accepted"`,
		"\to1 accepted\n#\n\tmore\n": `step 2 (line 7, accept A o1): recorded is "more", the replay gives nothing more`,
	} {
		d, err := Check(mustParse(t, "firmoffer/1\nnode n1 4\nmake A\naccept A o1\n"+results+"launch A o1\n"))
		require.NoError(t, err)
		if want == "" {
			assert.Nil(t, d, results)
		} else if assert.NotNil(t, d, results) {
			assert.Equal(t, want, d.String())
		}
	}
	d, err := Check(mustParse(t, "firmoffer/1 optimistic\nnode n1 4\nmake A\n\n# B\nmake B\n\to2: n1 offers 4 to B until 10\n"))
	require.NoError(t, err)
	assert.Equal(t, &Difference{Step: 1, Line: 6, Command: "make B", Actual: "violated: no-over-commitment: n1 has 8 reserved, 4 left"}, d)
	assert.Equal(t, `step 2 (line 6, make B): recorded is nothing more, the replay gives "violated: no-over-commitment: n1 has 8 reserved, 4 left"`,
		d.String())
}

func TestAnnotate(t *testing.T) {
	tr := mustParse(t, "firmoffer/1\nnode n1 4\n# first\nmake A\n\twrong\n\nmake B\n# end\n")
	got, err := Annotate(tr)
	require.NoError(t, err)
	assert.Equal(t, "firmoffer/1 binding\nnode n1 4\n# first\nmake A\n\to1: n1 offers 4 to A until 10\n\nmake B\n\tno offers\n# end\n", got.String())
	assert.Equal(t, []string{"wrong"}, tr.Steps[0].Results(), "the trace itself is untouched")
}

func TestFirstDifference(t *testing.T) {
	tr := mustParse(t, overcommitted)
	step, a, b, err := FirstDifference(tr, engine.Binding(), tr.Rules())
	require.NoError(t, err)
	assert.Equal(t, 1, step)
	assert.Equal(t, []string{"no offers"}, a)
	assert.Equal(t, []string{"o2: n1 offers 10 to B until 10", "violated: no-over-commitment: n1 has 20 reserved, 10 left"}, b)
	step, _, _, err = FirstDifference(tr, tr.Rules(), tr.Rules())
	require.NoError(t, err)
	assert.Equal(t, -1, step)
}

func TestResultsBeyondOneNode(t *testing.T) {
	tr := mustParse(t, `firmoffer/1 optimistic
node "n 1" 2
node n2 2
node n3 2
make A
make B
launch B o4
accept B o4
accept B o5
launch B o4
launch B o5
resize "n 1" 1
resize n2 0
decline A o1
decline A o2
decline A o3
`)
	got, err := Annotate(tr)
	require.NoError(t, err)
	assert.Equal(t, []string{`o4: "n 1" offers 2 to B until 10`, "o5: n2 offers 2 to B until 10", "o6: n3 offers 2 to B until 10",
		`violated: no-over-commitment: "n 1" has 4 reserved, 2 left, and 2 more nodes`}, got.Steps[1].Results())
	assert.Equal(t, []string{"o3 declined", `overhang: "n 1" runs 2 of 1, and 1 more node`}, got.Steps[11].Results())
}

// TestWordsOfFaultsThatNoContractHas: a violation that only a mistake in the engine could bring about has words as well.
func TestWordsOfFaultsThatNoContractHas(t *testing.T) {
	o := engine.Outcome{Events: []engine.Event{{Kind: engine.TaskLost, TaskID: "t1", NodeID: "n1", Units: 3}, {}}}
	o.Report.Verdict = engine.Violated
	for i := range o.Report.Findings {
		o.Report.Findings[i] = engine.Finding{Invariant: engine.Invariant(i), Broken: i >= int(engine.TasksSurvive), NodeID: "n1", Have: 1, Limit: 2}
	}
	assert.Equal(t, []string{"t1 lost: it ran on n1 with 3", "?", "violated: tasks-survive: 1 tasks run, and 2 were launched and not finished",
		"violated: ledger-adds-up: the sums of n1 differ from a recount"}, Results(o))
}
