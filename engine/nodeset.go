package engine

import (
	"math/bits"
	"slices"
)

// nodeSet is a set of nodes in node order. Level 0 has a bit a node, each bit of a higher level stands for a word below
// that is not zero; so the next member is found in a step a level, whatever the number of nodes.
type nodeSet struct {
	levels [][]uint64
	count  int
}

// put adds node i, which the set must reach, to the set or takes it out.
func (s *nodeSet) put(i slot, in bool) {
	word, bit := i>>6, uint64(1)<<(i&63)
	if (s.levels[0][word]&bit != 0) == in {
		return
	}
	if in {
		s.count++
	} else {
		s.count--
	}
	for l := range s.levels {
		word, bit := i>>6, uint64(1)<<(i&63)
		before := s.levels[l][word]
		after := before &^ bit
		if in {
			after = before | bit
		}
		s.levels[l][word] = after
		if (before == 0) == (after == 0) {
			return // the level above sees no difference
		}
		i = word
	}
}

// next returns the first member >= i, or none.
func (s *nodeSet) next(i slot) slot {
	for l := 0; l < len(s.levels); l++ {
		word := int(i >> 6)
		if word >= len(s.levels[l]) {
			return none
		}
		if rest := s.levels[l][word] >> (i & 63); rest != 0 {
			return s.down(l, i+slot(bits.TrailingZeros64(rest)))
		}
		i = slot(word + 1)
	}
	return none
}

// down follows the lowest bits from member i of level l to a node.
func (s *nodeSet) down(l int, i slot) slot {
	for ; l > 0; l-- {
		i = i<<6 + slot(bits.TrailingZeros64(s.levels[l-1][i]))
	}
	return i
}

// reach grows the levels so that node i has a bit.
func (s *nodeSet) reach(i slot) {
	if len(s.levels) > 0 && int(i>>6) < len(s.levels[0]) {
		return
	}
	for l := 0; ; l++ {
		if l == len(s.levels) {
			s.levels = append(s.levels, nil)
			if l > 0 { // the new top stands for what lies below it
				s.levels[l] = []uint64{0}
				for w, word := range s.levels[l-1] {
					if word != 0 {
						s.levels[l][w>>6] |= 1 << (w & 63)
					}
				}
			}
		}
		for int(i>>6) >= len(s.levels[l]) {
			s.levels[l] = append(s.levels[l], 0)
		}
		if len(s.levels[l]) == 1 {
			return
		}
		i >>= 6
	}
}

func (s *nodeSet) clone() nodeSet {
	k := nodeSet{levels: make([][]uint64, len(s.levels)), count: s.count}
	for l := range s.levels {
		k.levels[l] = slices.Clone(s.levels[l])
	}
	return k
}
