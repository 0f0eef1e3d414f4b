package link

import "errors"

// What can be wrong with packed bytes.
var (
	errCut     = errors.New("the packed text ends too early")
	errPacked  = errors.New("the packed text is damaged")
	errTooMuch = errors.New("the unpacked text is too long")
)

// inflate unpacks raw DEFLATE into at most most bytes, and returns what came before the error, if there is one. It takes
// time in proportion to both.
func inflate(in []byte, most int) ([]byte, error) {
	r := bitReader{in: in, most: most}
	for {
		last, err := r.block()
		if err != nil || last {
			return r.out, err
		}
	}
}

// bitReader reads bits, the lowest first. Behind the end it reads zeros and keeps that in mind.
type bitReader struct {
	in   []byte
	at   int
	bits uint32
	n    uint
	cut  bool
	out  []byte
	most int
}

//
//go:noinline
func (r *bitReader) read(n int) int {
	for r.n < uint(n) {
		if r.at < len(r.in) {
			r.bits |= uint32(r.in[r.at]) << r.n
			r.at++
		} else {
			r.cut = true
		}
		r.n += 8
	}
	v := r.bits & (1<<n - 1)
	r.bits >>= n
	r.n -= uint(n)
	return int(v)
}

func (r *bitReader) block() (last bool, err error) {
	last = r.read(1) == 1
	kind := r.read(2)
	switch {
	case r.cut:
		return last, errCut
	case kind == 0:
		return last, r.stored()
	case kind == 1:
		return last, r.symbols(fixedLengths[:288], fixedLengths[288:])
	case kind == 2:
		literals, distances, err := r.header()
		if err != nil {
			return last, err
		}
		return last, r.symbols(literals, distances)
	}
	return last, errPacked
}

func (r *bitReader) stored() error {
	r.read(int(r.n % 8))
	n, check := r.read(16), r.read(16)
	switch {
	case r.cut:
		return errCut
	case n != check^0xFFFF:
		return errPacked
	}
	for range n {
		b := r.read(8)
		if r.cut {
			return errCut
		}
		if err := r.put(byte(b)); err != nil {
			return err
		}
	}
	return nil
}

func (r *bitReader) put(b byte) error {
	if len(r.out) == r.most {
		return errTooMuch
	}
	r.out = append(r.out, b)
	return nil
}

// decoder reads one Huffman code: the symbols in the order of their codes, and how many have each length.
type decoder struct {
	count   [16]int
	symbols []uint16
}

// newDecoder fails when there are more codes than bits can tell apart. That some are missing shows when one is met.
func newDecoder(lengths []uint8) (*decoder, error) {
	var d decoder
	for n := 1; n < len(d.count); n++ {
		for s, l := range lengths {
			if int(l) == n {
				d.count[n]++
				d.symbols = append(d.symbols, uint16(s))
			}
		}
	}
	left := 1
	for _, n := range d.count[1:] {
		if left = left<<1 - n; left < 0 {
			return nil, errPacked
		}
	}
	return &d, nil
}

// symbol returns the next symbol. Codes of one length follow each other, and begin after all shorter ones.
func (r *bitReader) symbol(d *decoder) (int, error) {
	code, first, before := 0, 0, 0
	for n := 1; n < len(d.count); n++ {
		code |= r.read(1)
		if r.cut {
			return 0, errCut
		}
		if code-first < d.count[n] {
			return int(d.symbols[before+code-first]), nil
		}
		before += d.count[n]
		first = (first + d.count[n]) << 1
		code <<= 1
	}
	return 0, errPacked
}

// header reads the codes that a block brings.
func (r *bitReader) header() (literals, distances []uint8, err error) {
	nl, nd, n := r.read(5)+257, r.read(5)+1, r.read(4)+4
	own := make([]uint8, 19)
	for _, i := range lengthOrder[:n] {
		own[i] = uint8(r.read(3))
	}
	d, err := newDecoder(own)
	if err != nil {
		return nil, nil, err
	}
	l, at := make([]uint8, nl+nd), 0
	for at < len(l) {
		s, err := r.symbol(d)
		if err != nil {
			return nil, nil, err
		}
		value, times := uint8(0), 1
		switch {
		case s < 16:
			value = uint8(s)
		case s == 16 && at > 0:
			value, times = l[at-1], 3+r.read(2)
		case s == 16:
			times = len(l) + 1
		case s == 17:
			times = 3 + r.read(3)
		default:
			times = 11 + r.read(7)
		}
		if at+times > len(l) {
			return nil, nil, errPacked
		}
		for ; times > 0; times-- {
			l[at] = value
			at++
		}
	}
	return l[:nl], l[nl:], nil
}

// symbols reads a block up to its end, in two codes of these lengths.
func (r *bitReader) symbols(l, d []uint8) error {
	literals, err := newDecoder(l)
	if err != nil {
		return err
	}
	distances, err := newDecoder(d)
	if err != nil {
		return err
	}
	for {
		s, err := r.symbol(literals)
		switch {
		case err != nil:
			return err
		case s == endBlock:
			return nil
		case s > endBlock:
			err = r.match(s-endBlock-1, distances)
		default:
			err = r.put(byte(s))
		}
		if err != nil {
			return err
		}
	}
}

func (r *bitReader) match(l int, distances *decoder) error {
	if l >= len(lengthCodes) {
		return errPacked
	}
	length := lengthCodes[l].base + r.read(lengthCodes[l].extra)
	d, err := r.symbol(distances)
	if err != nil {
		return err
	}
	if d >= len(distanceCodes) {
		return errPacked
	}
	distance := distanceCodes[d].base + r.read(distanceCodes[d].extra)
	switch {
	case r.cut:
		return errCut
	case distance > len(r.out):
		return errPacked
	}
	for range length {
		if err := r.put(r.out[len(r.out)-distance]); err != nil {
			return err
		}
	}
	return nil
}
