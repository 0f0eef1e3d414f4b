package engine

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables beneath the rules, at sizes that the small worlds of the properties never reach.

// naiveDeadlines is a queue as a plain list.
type naiveDeadlines []slot

// pop returns the offers of the earliest deadline by seq, which is by slot.
func (n *naiveDeadlines) pop(rows []offer) (due []slot) {
	slices.SortFunc(*n, func(a, b slot) int {
		return cmp.Or(cmp.Compare(rows[a].deadline, rows[b].deadline), cmp.Compare(a, b))
	})
	for len(*n) > 0 && (len(due) == 0 || rows[(*n)[0]].deadline == rows[due[0]].deadline) {
		due, *n = append(due, (*n)[0]), (*n)[1:]
	}
	return due
}

// popAll pops every bucket of the deadline and returns the offers in them.
func (d *deadlines) popAll(rows []offer, deadline int64) (all []slot) {
	for first, ok := d.first(); ok && first == deadline; first, ok = d.first() {
		for s := d.pop().head; s != none; s = rows[s].links[byDeadline].next {
			all = append(all, s)
		}
	}
	return all
}

func TestDeadlinesAreAQueueByDeadlineAndSeq(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := deadlines{}
		var rows []offer
		var naive naiveDeadlines
		spread := []int64{20, 2000, 1 << 60}[seed%3]
		for range 3000 {
			switch pick := r.IntN(10); {
			case pick < 5 || len(naive) == 0:
				rows = append(rows, offer{deadline: r.Int64N(spread)})
				s := slot(len(rows) - 1)
				d.push(rows, s)
				naive = append(naive, s)
			case pick < 9:
				i := r.IntN(len(naive))
				d.remove(rows, naive[i])
				naive = slices.Delete(naive, i, i+1)
			default:
				next, ok := d.next()
				want := naive.pop(rows)
				require.True(t, ok)
				require.Equal(t, rows[want[0]].deadline, next)
				require.Equal(t, want, d.popAll(rows, next))
			}
			require.LessOrEqual(t, len(d.heap), 2*len(naive)+66, "empty buckets are not kept for ever")
		}
		for len(naive) > 0 {
			next, ok := d.next()
			require.True(t, ok)
			require.Equal(t, naive.pop(rows), d.popAll(rows, next))
		}
		_, ok := d.next()
		require.False(t, ok)
	}
}

func TestNodeSetIsASetInOrder(t *testing.T) {
	for _, size := range []slot{1, 63, 64, 65, 4095, 4096, 4097, 300_000} {
		r := rand.New(rand.NewPCG(uint64(size), 2))
		var s nodeSet
		naive := map[slot]bool{}
		reached := slot(0)
		for range 3000 {
			if reached < size && r.IntN(2) == 0 { // nodes are added one after the other, in between
				for range max(1, size/500) {
					if reached < size {
						s.reach(reached)
						reached++
					}
				}
			}
			if reached == 0 {
				continue
			}
			i, in := r.Int32N(reached), r.IntN(3) == 0
			s.put(i, in)
			if delete(naive, i); in {
				naive[i] = true
			}
			require.Equal(t, len(naive), s.count)
		}
		var want, got []slot
		for i := range naive {
			want = append(want, i)
		}
		slices.Sort(want)
		for i := s.next(0); i != none; i = s.next(i + 1) {
			got = append(got, i)
		}
		require.Equal(t, want, got, "%d nodes", size)
		clone := s.clone()
		for _, i := range want {
			s.put(i, false)
		}
		require.Equal(t, none, s.next(0))
		require.Equal(t, len(want), clone.count)
	}
}

func TestNumberedIsTheInverseOfNumberedID(t *testing.T) {
	for _, k := range []int64{1, 9, 10, 12, 1<<53 - 1, 1<<63 - 1} {
		require.Equal(t, k, numbered('o', numberedID('o', k)))
	}
	for _, id := range []string{"", "o", "o0", "o01", "o-1", "o+1", "t1", "o9223372036854775808", "o99999999999999999999", "o1a", "o 1"} {
		require.Zero(t, numbered('o', id), id)
	}
}

func TestOffersAreFoundBySeqWithGapsFromPrune(t *testing.T) {
	c, refusal := newCore(Binding(), []Node{{"n1", 1}}, 0)
	require.Nil(t, refusal)
	r := rand.New(rand.NewPCG(7, 7))
	live := map[int64]bool{}
	capacity := int64(1)
	for range 400 {
		require.Nil(t, c.run(&Command{Verb: VerbMake, Framework: "A", Amount: 1000}))
		live[c.lastSeq] = true
		capacity++
		require.Nil(t, c.run(&Command{Verb: VerbResize, Node: "n1", Amount: capacity}))
		if seq := 1 + r.Int64N(c.lastSeq); live[seq] && r.IntN(2) == 0 {
			require.Nil(t, c.run(&Command{Verb: VerbDecline, Framework: "A", Offer: numberedID('o', seq)}))
			delete(live, seq)
		}
		if r.IntN(10) == 0 {
			c.prune()
			require.Len(t, c.offers.rows, len(live))
		}
		for seq := range c.lastSeq + 2 {
			if s := c.offers.find(seq); s != none {
				require.Equal(t, seq, c.offers.rows[s].seq)
			} else {
				require.False(t, live[seq], "o%d is lost", seq)
			}
		}
	}
}

// A name that a node by itself has heard keeps its number, whatever is loaded and taken back.
func TestGivenIDsOnANodeByItself(t *testing.T) {
	l, err := NewLocal(Binding(), []string{"A"})
	require.NoError(t, err)
	l.Load(FreshKey(4))
	l.Run(Command{Verb: VerbMake, Framework: "A", Amount: 2})
	made := l.AppendKey(nil)
	l.Load(made)
	l.Run(Command{Verb: VerbAccept, Framework: "A", Offer: "o1"})
	accepted := l.AppendKey(nil)
	l.Load(accepted)
	var first []byte
	for _, id := range []string{"web", "db", "web", "", "t1", "log", "db"} {
		require.False(t, l.Run(Command{Verb: VerbLaunch, Framework: "A", Offer: "o1", Task: id}).Refused, id)
		key := l.AppendKey(nil)
		if first == nil {
			first = key
		}
		require.Equal(t, first, key, id)
		require.True(t, l.Run(Command{Verb: VerbFinish, Framework: "A", Task: id}).Refused, "the launch of %q was taken back", id)
		if id == "log" {
			l.Load(accepted)
		}
	}
}

// Names are found one by one while they are few and by a map from then on; a copy and its original never see each other's.
func TestNamesHaveNumbersHoweverMany(t *testing.T) {
	for before := range 2 * fewNames {
		var n names
		for k := range before {
			require.EqualValues(t, k, n.add("n"+strconv.Itoa(k)))
		}
		twin := n.share()
		for k := before; k < 3*fewNames; k++ {
			require.Equal(t, none, n.find("red"+strconv.Itoa(k)))
			require.EqualValues(t, k, n.add("red"+strconv.Itoa(k)))
			require.EqualValues(t, k, twin.add("blue"+strconv.Itoa(k)))
		}
		for k := range 3 * fewNames {
			red, blue := "red"+strconv.Itoa(k), "blue"+strconv.Itoa(k)
			if k < before {
				red, blue = "n"+strconv.Itoa(k), "n"+strconv.Itoa(k)
			}
			for name, one := range map[string]*names{red: &n, blue: &twin} {
				require.EqualValues(t, k, one.find(name), "%d names, then %s", before, name)
				require.EqualValues(t, k, one.add(name))
				require.Equal(t, name, one.all[k])
			}
		}
	}
}

// What a stranger sent, which may be long, is forgotten with the next call.
func TestARefusedCommandIsForgotten(t *testing.T) {
	c := launched(t)
	require.NotNil(t, c.run(&Command{Verb: VerbAccept, Framework: "A", Offer: strings.Repeat("o", 1000)}))
	require.NotEmpty(t, c.step.command.Offer)
	require.Nil(t, c.run(&Command{Verb: VerbAdvance, Amount: 1}))
	require.Equal(t, Command{}, c.step.command)
	require.NotNil(t, c.run(&Command{Verb: VerbAdvance, Amount: -1}))
	require.NotEmpty(t, c.step.denial.detail)
	c.prune()
	require.Equal(t, denial{}, c.step.denial)
}

func TestAFullTableOfTasksDoubles(t *testing.T) {
	var rows []task
	for range 100_000 {
		before := cap(rows)
		rows = append(twice(rows), task{})
		if before > 100 && cap(rows) != before {
			require.InDelta(t, 2, float64(cap(rows))/float64(before), 0.2) // Go has sizes of its own
		}
	}
}
