package predict

import (
	"errors"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// TestTheLastOneGivesWay: a right answer that is not among the first candidates takes the place of the last of these.
func TestTheLastOneGivesWay(t *testing.T) {
	var o options
	for _, n := range []int64{0, 9, 3, 7, 5} {
		o.add(number(n))
	}
	for n, want := range map[int64][]string{5: {"0", "3", "5", "9"}, 1: {"0", "1", "3", "9"}, 9: {"0", "3", "7", "9"}} {
		list := append(options(nil), o...).ask(nil, number(n), Question{})
		require.Len(t, list, 1)
		assert.Equal(t, want, list[0].Options)
		assert.Equal(t, strconv.FormatInt(n, 10), list[0].Options[list[0].Right])
	}
	assert.Empty(t, options{number(1)}.ask(nil, number(1), Question{}), "nothing to choose from")
}

// TestWorldsStandInOneOrder: what the contracts answer is collected in the same order whichever of them runs.
func TestWorldsStandInOneOrder(t *testing.T) {
	tr, err := trace.Parse("firmoffer/1\nnode n1 5\nmake A\nresize n1 9\nmake B\nmake C\n")
	require.NoError(t, err)
	var want []int64
	for _, c := range engine.Contracts() {
		s, err := look(tr, 3, c)
		require.NoError(t, err)
		var got []int64
		for i := range s.worlds {
			got = append(got, s.worlds[i].offered(""))
		}
		if want == nil {
			want = got
		}
		assert.Equal(t, want, got, c.Name)
	}
	assert.Equal(t, []int64{0, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0}, want)
	s, err := look(tr, 3, engine.Faulty()[0])
	require.NoError(t, err)
	assert.Len(t, s.worlds, 12, "a contract beside the table comes last")
}

// TestAnOfferIsTheSameInTwoWorlds only if it is for the same framework on the same node.
func TestAnOfferIsTheSameInTwoWorlds(t *testing.T) {
	tr, err := trace.Parse("firmoffer/1\nnode n1 5\nmake A\nmake B\nresize n2 5\nmake A\n")
	require.NoError(t, err)
	optimistic, _ := engine.ContractByName("optimistic")
	s, err := look(tr, 3, optimistic)
	require.NoError(t, err)
	for id, want := range map[string]bool{"o1": true, "o2": false, "o4": false} {
		o, ok := s.after.Offer(id)
		require.True(t, ok)
		_, ok = s.worlds[0].same(&o)
		assert.Equal(t, want, ok, id)
	}
}

// TestEveryRuleHasItsWords: the tables end where the engine's do, and only the rule of binding is without words.
func TestEveryRuleHasItsWords(t *testing.T) {
	for field, words := range map[string][]string{"Hold": holdWords[:], "Offer": offerWords[:], "Accept": acceptWords[:], "Launch": launchWords[:],
		"Decline": declineWords[:], "Loss": lossWords[:], "Expiry": expiryWords[:], "Tasks": taskWords[:], "Book": bookWords[:]} {
		for n := range len(words) + 1 {
			var c engine.Contract
			reflect.ValueOf(&c).Elem().FieldByName(field).SetUint(uint64(n))
			_, err := engine.NewWithContract(c, nil, 0)
			assert.Equal(t, n == len(words), errors.Is(err, engine.ErrBadContract), "%s %d", field, n)
			assert.True(t, n == len(words) || (words[n] == "") == (n == 0), "%s %d", field, n)
		}
	}
	assert.Len(t, reasonWords, len(reasons))
	assert.Len(t, ruleWords, 22)
	for v := engine.VerbMake; v <= engine.VerbResize; v++ {
		assert.NotEmpty(t, pools[v], v)
		assert.NotEmpty(t, suspects[v], v)
	}
}
