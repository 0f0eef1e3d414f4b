package check

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// renamings returns, for each permutation of the frameworks, which state of a node becomes which. The graph is closed
// under renaming, because every framework has the same moves and no start tells them apart.
func renamings(w *World, g *graph) [][]uint32 {
	var all [][]uint32
	permute(len(w.Frameworks), func(perm []int) {
		states := make([]uint32, g.keys.count())
		for s := range states {
			renamed, ok := g.keys.find(rename(g.keys.at(uint32(s)), perm))
			if !ok {
				panic("check: the states of a node are not closed under other names")
			}
			states[s] = renamed
		}
		all = append(all, states)
	})
	return all
}

// permute calls f with every permutation of 0 to n-1, the identity first.
func permute(n int, f func([]int)) {
	perm := make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	var from func(k int)
	from = func(k int) {
		if k == n {
			f(slices.Clone(perm))
			return
		}
		for i := k; i < n; i++ {
			perm[k], perm[i] = perm[i], perm[k]
			from(k + 1)
			perm[k], perm[i] = perm[i], perm[k]
		}
	}
	from(0)
}

// rename writes a key with other numbers for the frameworks. It knows the layout of engine.Local's keys: capacity, number
// of offers, then three numbers an offer, the first one framework and state, and two a task, framework and units.
func rename(key []byte, perm []int) []byte {
	numbers := make([]uint64, 0, len(key))
	for len(key) > 0 {
		v, n := binary.Uvarint(key)
		numbers, key = append(numbers, v), key[n:]
	}
	offers := int(numbers[1])
	for i := range offers {
		owner := &numbers[2+3*i]
		*owner = uint64(perm[*owner>>1])<<1 | *owner&1
	}
	tasks := numbers[2+3*offers:]
	pairs := make([][2]uint64, len(tasks)/2)
	for i := range pairs {
		pairs[i] = [2]uint64{uint64(perm[tasks[2*i]]), tasks[2*i+1]}
	}
	sortFew(pairs, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	out := make([]byte, 0, 2*len(numbers))
	for _, v := range numbers[:2+3*offers] {
		out = binary.AppendUvarint(out, v)
	}
	for _, p := range pairs {
		out = binary.AppendUvarint(binary.AppendUvarint(out, p[0]), p[1])
	}
	return out
}
