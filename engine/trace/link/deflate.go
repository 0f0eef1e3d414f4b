package link

// This file packs bytes as raw DEFLATE (RFC 1951), inflate.go unpacks them. They are written out here because the
// standard library's costs every visitor 30 KB of download, and because a link must stay the same with every release of
// Go: equal input gives equal output for ever.

const (
	window    = 1 << 15 // bytes that a match can reach back
	minMatch  = 3
	maxMatch  = 258
	maxChain  = 200     // places that are tried for a match
	farMatch  = 4096    // a match of three bytes from further back costs more than the bytes
	perBlock  = 1 << 14 // tokens of a block
	triesUpTo = 1 << 16 // bytes of an input for which every parse is tried
	endBlock  = 256
	hashBits  = 15
)

// lengthCodes and distanceCodes are the tables of RFC 1951, 3.2.5: the first value of each code, and how many extra bits
// follow it.
type rangeCode struct{ base, extra int }

var lengthCodes, distanceCodes = func() (l [29]rangeCode, d [30]rangeCode) {
	for i := range l {
		extra := max(0, i/4-1)
		l[i] = rangeCode{3 + i, 0}
		if i >= 8 {
			l[i] = rangeCode{3 + (4+i%4)<<extra, extra}
		}
	}
	l[28] = rangeCode{maxMatch, 0}
	for i := range d {
		extra := max(0, i/2-1)
		d[i] = rangeCode{1 + i, 0}
		if i >= 4 {
			d[i] = rangeCode{1 + (2+i%2)<<extra, extra}
		}
	}
	return l, d
}()

// lengthOrder is the order in which a block names the lengths of the code of its code lengths.
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// fixedLengths are the code lengths of a block that brings none: of bytes and lengths, and of distances.
var fixedLengths = func() (l [288 + 30]uint8) {
	for i := range l {
		switch {
		case i >= 288:
			l[i] = 5
		case i >= 144 && i < 256:
			l[i] = 9
		case i >= 256 && i < 280:
			l[i] = 7
		default:
			l[i] = 8
		}
	}
	return l
}()

// token is a byte, or a match with its length in bits 16 to 24 and its distance in the bits below.
type token uint32

// deflate packs data. Short matches cost more than the bytes they stand for where bytes are cheap, which only the whole
// can tell: so it packs with several bounds and returns the shortest.
func deflate(data []byte) []byte {
	var best []byte
	tries := []int{3, 4, 5, 6, 8, 12}
	if len(data) > triesUpTo {
		tries = tries[1:2]
	}
	for _, shortest := range tries {
		if packed := encodeBlocks(tokensOf(data, shortest)); best == nil || len(packed) < len(best) {
			best = packed
		}
	}
	return best
}

// finder finds earlier places with the same three bytes.
type finder struct {
	data []byte
	head []int32 // newest place of a hash, from 1
	prev []int32 // the one before, by place modulo the window
}

func (f *finder) hash(i int) int {
	d := f.data[i:]
	return int((uint32(d[0])<<16 | uint32(d[1])<<8 | uint32(d[2])) * 0x9E3779B1 >> (32 - hashBits))
}

func (f *finder) add(i int) {
	if i+minMatch <= len(f.data) {
		h := f.hash(i)
		f.prev[i%window], f.head[h] = f.head[h], int32(i+1)
	}
}

// longest returns the longest match for what stands at i; the nearest of equals, since near ones are cheap.
func (f *finder) longest(i int) (length, distance int) {
	if i+minMatch > len(f.data) {
		return 0, 0
	}
	most := min(maxMatch, len(f.data)-i)
	at := int(f.head[f.hash(i)]) - 1
	for tries := 0; at >= 0 && i-at <= window && tries < maxChain && length < most; tries++ {
		if n := f.same(at, i, most); n > length {
			length, distance = n, i-at
		}
		next := int(f.prev[at%window]) - 1
		if next >= at {
			break // the slot belongs to a later place
		}
		at = next
	}
	if length < minMatch || length == minMatch && distance > farMatch {
		return 0, 0
	}
	return length, distance
}

func (f *finder) same(a, b, most int) int {
	n := 0
	for n < most && f.data[a+n] == f.data[b+n] {
		n++
	}
	return n
}

// tokensOf replaces what stood there before by matches of at least shortest bytes. A match waits one byte, in case the
// next byte begins a longer one.
func tokensOf(data []byte, shortest int) []token {
	f := finder{data, make([]int32, 1<<hashBits), make([]int32, window)}
	var tokens []token
	for i := 0; i < len(data); {
		length, distance := f.longest(i)
		f.add(i)
		if length >= shortest && i+1 < len(data) {
			if n, _ := f.longest(i + 1); n > length {
				length = 0
			}
		}
		if length < shortest {
			tokens = append(tokens, token(data[i]))
			i++
			continue
		}
		tokens = append(tokens, token(length<<16|distance))
		for end := i + length; i+1 < end; {
			i++
			f.add(i)
		}
		i++
	}
	return tokens
}

func encodeBlocks(tokens []token) []byte {
	var w bitWriter
	for {
		n := min(len(tokens), perBlock)
		w.block(tokens[:n], n == len(tokens))
		if tokens = tokens[n:]; len(tokens) == 0 {
			return w.flush()
		}
	}
}

// bitWriter writes bits, the lowest first.
type bitWriter struct {
	out  []byte
	bits uint64
	n    uint
}

//
//go:noinline
func (w *bitWriter) write(bits, n int) {
	w.bits |= uint64(bits) << w.n
	for w.n += uint(n); w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

func (w *bitWriter) symbol(codes []uint16, lengths []uint8, s int) {
	w.write(int(codes[s]), int(lengths[s]))
}

func (w *bitWriter) flush() []byte {
	if w.n > 0 {
		w.out = append(w.out, byte(w.bits))
	}
	return w.out
}

// block writes the tokens with the code that needs fewer bits.
func (w *bitWriter) block(tokens []token, last bool) {
	literals, distances := make([]int, 286), make([]int, 30)
	extra := 0
	for _, t := range tokens {
		if t < 1<<16 {
			literals[t]++
			continue
		}
		l, d := codeOf(lengthCodes[:], int(t>>16)), codeOf(distanceCodes[:], int(t&0xFFFF))
		literals[endBlock+1+l]++
		distances[d]++
		extra += lengthCodes[l].extra + distanceCodes[d].extra
	}
	literals[endBlock]++
	count := [2][]int{append([]int(nil), literals...), append([]int(nil), distances...)}
	own := blockCodes{lengths(count[0], 15), lengths(count[1], 15)}
	fixed := blockCodes{fixedLengths[:288], fixedLengths[288:]}
	var head bitWriter
	own.write(&head)
	final := 0
	if last {
		final = 1
	}
	if 8*len(head.out)+int(head.n)+own.cost(literals, distances) < fixed.cost(literals, distances) {
		w.write(final|2<<1, 3)
		own.write(w)
		own.tokens(w, tokens)
	} else {
		w.write(final|1<<1, 3)
		fixed.tokens(w, tokens)
	}
}

// codeOf returns the last code that begins at or before value.
func codeOf(codes []rangeCode, value int) int {
	i := len(codes) - 1
	for codes[i].base > value {
		i--
	}
	return i
}

// blockCodes are the two codes of a block, by their lengths.
type blockCodes struct{ literals, distances []uint8 }

// cost returns the bits that the symbols take.
func (h *blockCodes) cost(literals, distances []int) (bits int) {
	for i, n := range literals {
		bits += n * int(h.literals[i])
	}
	for i, n := range distances {
		bits += n * int(h.distances[i])
	}
	return bits
}

func (h *blockCodes) tokens(w *bitWriter, tokens []token) {
	literals, distances := codes(h.literals), codes(h.distances)
	for _, t := range tokens {
		if t < 1<<16 {
			w.symbol(literals, h.literals, int(t))
			continue
		}
		length, distance := int(t>>16), int(t&0xFFFF)
		l, d := codeOf(lengthCodes[:], length), codeOf(distanceCodes[:], distance)
		w.symbol(literals, h.literals, endBlock+1+l)
		w.write(length-lengthCodes[l].base, lengthCodes[l].extra)
		w.symbol(distances, h.distances, d)
		w.write(distance-distanceCodes[d].base, distanceCodes[d].extra)
	}
	w.symbol(literals, h.literals, endBlock)
}

// write writes both codes as a block brings them: the code lengths, with runs shortened, in a code of their own.
func (h *blockCodes) write(w *bitWriter) {
	nl, nd := trimmed(h.literals, 257), trimmed(h.distances, 1)
	all := make([]uint8, nl+nd)
	copy(all, h.literals[:nl])
	copy(all[nl:], h.distances[:nd])
	symbols := runs(all)
	count := make([]int, 19)
	for _, s := range symbols {
		count[s.symbol]++
	}
	own := lengths(count, 7)
	n := 19
	for n > 4 && own[lengthOrder[n-1]] == 0 {
		n--
	}
	w.write(nl-257, 5)
	w.write(nd-1, 5)
	w.write(n-4, 4)
	for _, i := range lengthOrder[:n] {
		w.write(int(own[i]), 3)
	}
	code := codes(own)
	for _, s := range symbols {
		w.symbol(code, own, s.symbol)
		w.write(s.more, s.bits)
	}
}

// trimmed returns the number of lengths without the zeros at the end, at least least.
func trimmed(l []uint8, least int) int {
	n := len(l)
	for n > least && l[n-1] == 0 {
		n--
	}
	return n
}

// run is one symbol of the code of the code lengths, and the bits that tell how often.
type run struct{ symbol, more, bits int }

func runs(l []uint8) (list []run) {
	for i := 0; i < len(l); {
		n, r := 1, run{int(l[i]), 0, 0}
		for i+n < len(l) && l[i+n] == l[i] {
			n++
		}
		switch {
		case l[i] == 0 && n >= 11:
			n = min(n, 138)
			r = run{18, n - 11, 7}
		case l[i] == 0 && n >= 3:
			r = run{17, n - 3, 3}
		case i > 0 && l[i-1] == l[i] && n >= 3:
			n = min(n, 6)
			r = run{16, n - 3, 2}
		default:
			n = 1
		}
		list = append(list, r)
		i += n
	}
	return list
}
