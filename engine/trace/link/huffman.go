package link

// lengths returns the code lengths of a Huffman code for symbols that occur so often, none longer than limit. It
// changes the counts where it must. The code is always complete, which strict readers ask for: where fewer than two symbols occur, others get a code too.
func lengths(often []int, limit uint8) []uint8 {
	for i := 0; used(often) < 2; i++ {
		often[i] = max(often[i], 1)
	}
	for {
		l, longest := huffman(often)
		if longest <= limit {
			return l
		}
		for i, n := range often { // flatter counts give shorter codes
			often[i] = (n + 1) / 2
		}
	}
}

func used(often []int) (n int) {
	for _, c := range often {
		if c > 0 {
			n++
		}
	}
	return n
}

// tree is a leaf or an inner node of a Huffman tree.
type tree struct{ often, up int }

// huffman joins the two rarest again and again. Leaves are sorted and inner nodes come to be in order, so the rarest is
// always at the front of one of the two queues.
func huffman(often []int) (l []uint8, longest uint8) {
	var leaves []int
	for s, n := range often {
		if n > 0 {
			leaves = append(leaves, s)
		}
	}
	for i := range leaves { // by insertion: a sort of the library is 2 KB to download, and these are 286 at most
		for k := i; k > 0 && often[leaves[k]] < often[leaves[k-1]]; k-- {
			leaves[k], leaves[k-1] = leaves[k-1], leaves[k]
		}
	}
	n := len(leaves)
	all := make([]tree, n, 2*n)
	for i, s := range leaves {
		all[i].often = often[s]
	}
	leaf, inner := 0, n
	rarest := func() int {
		if leaf < n && (inner == len(all) || all[leaf].often <= all[inner].often) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for len(all) < 2*n-1 {
		a, b := rarest(), rarest()
		all[a].up, all[b].up = len(all), len(all)
		all = append(all, tree{often: all[a].often + all[b].often})
	}
	depth := make([]uint8, len(all))
	l = make([]uint8, len(often))
	for i := len(all) - 2; i >= 0; i-- {
		depth[i] = depth[all[i].up] + 1
		if i < n {
			l[leaves[i]] = depth[i]
			longest = max(longest, depth[i])
		}
	}
	return l, longest
}

// codes returns the canonical codes for the lengths, with their bits reversed as DEFLATE writes them.
func codes(l []uint8) []uint16 {
	var next [17]int
	for _, n := range l {
		if n > 0 {
			next[n+1]++
		}
	}
	for n := 2; n < len(next); n++ { // next[n] is the first code of n bits
		next[n] = (next[n-1] + next[n]) << 1
	}
	list := make([]uint16, len(l))
	for s, n := range l {
		code := next[n]
		if n > 0 {
			next[n]++
		}
		for range n {
			list[s] = list[s]<<1 | uint16(code&1)
			code >>= 1
		}
	}
	return list
}
