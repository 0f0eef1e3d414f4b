package link

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

func parsed(t *testing.T, text string) *trace.Trace {
	tr, err := trace.Parse(text)
	require.NoError(t, err)
	return tr
}

// receiptOf returns what Decode reads of the link of a trace.
func receiptOf(t *testing.T, text string) *Receipt {
	_, r, err := Decode(Encode(Session{Trace: text, At: countSteps(text)}))
	require.NoError(t, err)
	require.NotNil(t, r)
	return r
}

func TestMarksStayForEver(t *testing.T) {
	command := engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 10}
	want := []uint32{
		0x4cb86eb0, 0x57b7c4e0, 0xabdfead2, 0x37ebbf0, 0xcc0b25d4, 0xd8ee1f34, 0x6f719196, 0xe319c620, 0xf4341580, 0x3c6bafe0,
		0x8c4ecdfc, 0xfb4853ac, 0x7ec7bf07, 0x7dc7bd73, 0x7cc7bbe1, 0x83c7c6e5, 0x82c7c553, 0x81c7c3bf, 0x80c7c22d, 0x87c7cd31,
		0x86c7cb9f, 0x85c7ca0b, 0x84c7c879, 0x8bc7d37d, 0x8ac7d1eb, 0x89c7d057, 0x88c7cec5, 0x8fc7d9c9, 0x8ec7d837, 0x8dc7d6a3,
	}
	outcomes := []engine.Outcome{{}}
	for _, k := range []engine.EventKind{engine.OfferMade, engine.OfferAccepted, engine.OfferLaunched, engine.OfferDeclined, engine.OfferExpired,
		engine.OfferInvalidated, engine.TaskFinished, engine.TimeAdvanced, engine.NodeAdded, engine.NodeResized, engine.TaskLost} {
		outcomes = append(outcomes, engine.Outcome{Events: []engine.Event{{Kind: k, OfferID: "o1", TaskID: "t1", FrameworkID: "A", NodeID: "n1",
			Units: 5, Old: -3, New: 7, ExpiresAt: 10}}})
	}
	for _, r := range reasons {
		outcomes = append(outcomes, engine.Outcome{Refusal: &engine.Refusal{Reason: r}})
	}
	var got []uint32
	for _, o := range outcomes {
		got = append(got, Mark(command, o))
	}
	assert.Equal(t, want, got, "links that people have would be told apart from themselves")
	seen := map[uint32]bool{}
	for i, m := range got {
		assert.False(t, seen[m])
		seen[m] = true
		assert.Equal(t, outcomes[i].Refusal != nil, m&1 == 1)
	}
}

// Every reason of the engine has a place; a new one must get the next.
func TestEveryReasonIsListed(t *testing.T) {
	for _, c := range engine.Contracts() {
		for seed := range int64(5) {
			tr := parsed(t, walk(seed, 3, 100, true))
			s, err := engine.NewWithContract(c, tr.NodeList(), 0)
			require.NoError(t, err)
			for i := range tr.Steps {
				s.Run(tr.Steps[i].Command)
				if r := s.Last().Refusal; r != nil {
					assert.NotEqual(t, byte(255), reasonOf(r.Reason), r.Error())
				}
			}
		}
	}
}

// An engine that answers differently is told at the step where it does.
func TestReceiptTellsWhereAnotherEngineDiffers(t *testing.T) {
	text := "firmoffer/1 binding\nnode n1 5\nmake A\nresize n1 8\nmake B\naccept A o1\nresize n1 5\nlaunch A o1 as=web\naccept B o2\n"
	tr, r := parsed(t, text), receiptOf(t, text)
	d, err := r.Check(tr, engine.Binding())
	require.NoError(t, err)
	assert.Nil(t, d)
	for name, want := range map[string]struct {
		agrees int
		said   string
	}{
		"optimistic":        {2, "step 3 (make B) did something else when the link was made"},
		"oldest-first":      {4, "step 5 (resize n1 5) did something else when the link was made"},
		"first-accept-wins": {2, "step 3 (make B) did something else when the link was made"},
		"exclusive-lock":    {2, "step 3 (make B) did something else when the link was made"},
	} {
		c, ok := engine.ContractByName(name)
		require.True(t, ok)
		d, err := r.Check(tr, c)
		require.NoError(t, err)
		require.NotNil(t, d, name)
		assert.Equal(t, want.agrees, d.Agrees, name)
		assert.Equal(t, want.said, d.String(), name)
	}
}

func TestReceiptTellsRefusals(t *testing.T) {
	ok, no := uint32(8), uint32(9)
	for said, c := range map[string]struct{ was, is []uint32 }{
		"step 2 succeeded when the link was made, and is refused now":                 {[]uint32{ok, ok}, []uint32{ok, no}},
		"step 2 was refused when the link was made, and succeeds now":                 {[]uint32{ok, no}, []uint32{ok, ok}},
		"step 1 was refused for another reason when the link was made":                {[]uint32{no}, []uint32{no + 2}},
		"a step from 3 to 4 succeeded when the link was made, and is refused now":     {many(ok, 300), append(many(ok, 2), many(no, 298)...)},
		"a step from 299 to 300 was refused when the link was made, and succeeds now": {append(many(ok, 299), no), many(ok, 300)},
		"a step from 299 to 300 did something else when the link was made":            {many(ok, 300), append(many(ok, 299), ok+2)},
	} {
		r := Receipt{sealed(c.was), len(c.was)}
		assert.Nil(t, r.Compare(c.was))
		d := r.Compare(c.is)
		require.NotNil(t, d, said)
		assert.Equal(t, said, d.String())
	}
}

func many(mark uint32, n int) (list []uint32) {
	for range n {
		list = append(list, mark)
	}
	return list
}

// Of the steps that differ, all but one in about 32 are noticed at once.
func TestReceiptNoticesMostDifferences(t *testing.T) {
	missed, all := 0, 0
	for a := range uint32(60) {
		for b := range a {
			all++
			if char([]uint32{fnv(fnvStart, string(rune(a))) &^ 1}) == char([]uint32{fnv(fnvStart, string(rune(b))) &^ 1}) {
				missed++
			}
		}
	}
	assert.InDelta(t, 1.0/32, float64(missed)/float64(all), 0.02)
}

func TestReceiptLength(t *testing.T) {
	for n := range 3000 {
		chars := sealed(make([]uint32, n))
		require.Len(t, chars, receiptLength(n))
		require.LessOrEqual(t, len(chars), maxReceipt)
	}
}

// A page that keeps marks pays for new steps only, and writes the same link.
func TestMarksOfNewSteps(t *testing.T) {
	text := walk(5, 3, 60, true)
	tr := parsed(t, text)
	p, err := trace.NewPlayer(tr, tr.Rules())
	require.NoError(t, err)
	var marks []uint32
	for n := 0; n <= 60; n += 7 {
		marks, err = Marks(p, tr.Steps[:n], marks)
		require.NoError(t, err)
		require.Len(t, marks, n)
	}
	marks, err = Marks(p, tr.Steps, marks)
	require.NoError(t, err)
	assert.Equal(t, Encode(Session{Trace: text}), EncodeWith(Session{Trace: text}, marks))
	marks, err = Marks(p, tr.Steps[:9], marks)
	require.NoError(t, err)
	assert.Len(t, marks, 9)
}

// A trace that cannot be replayed to its end travels without a receipt.
func TestNoReceipt(t *testing.T) {
	for _, text := range []string{"firmoffer/1 binding\nmak A\n", "", "firmoffer/1 binding\n" + strings.Repeat("node\n", 3)} {
		s, r, err := Decode(Encode(Session{Trace: text, At: countSteps(text)}))
		require.NoError(t, err)
		assert.Equal(t, text, s.Trace)
		assert.Nil(t, r)
	}
}
