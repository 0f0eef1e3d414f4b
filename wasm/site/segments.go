package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	dataSection      = 11
	dataCountSection = 12
	i32Const         = 0x41
	endOfExpression  = 0x0b
)

// maxGap is the longest run of zero bytes that is written out rather than cut out.
const maxGap = 64

var errDamaged = errors.New("not a WebAssembly module that we understand")

// segment is a stretch of a program's memory at its start; what no segment covers is zero.
type segment struct {
	offset int64
	data   []byte
}

// joinSegments writes the memory of a program in few segments. Go's linker leaves out every run of eight zero bytes and so cuts the
// memory into tens of thousands of segments, whose offsets compress badly; the zeros would compress to nothing. The program stays
// the same, grows by a tenth, and shrinks by 60 KB as brotli.
func joinSegments(module []byte) ([]byte, error) {
	const header = 8
	if len(module) < header {
		return nil, errDamaged
	}
	out := bytes.Clone(module[:header])
	for rest := module[header:]; len(rest) > 0; {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)) < 1+uint64(n)+size {
			return nil, errDamaged
		}
		body := rest[1+n : 1+n+int(size)]
		rest = rest[1+n+int(size):]
		switch id {
		case dataCountSection:
			return nil, fmt.Errorf("%w: it counts its segments", errDamaged)
		case dataSection:
			segments, err := parseSegments(body)
			if err != nil {
				return nil, err
			}
			body = formatSegments(join(segments))
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

// join fills the short gaps between segments. They must come in the order of their offsets.
func join(segments []segment) []segment {
	var joined []segment
	for _, s := range segments {
		if len(joined) > 0 {
			last := &joined[len(joined)-1]
			gap := s.offset - (last.offset + int64(len(last.data)))
			if gap >= 0 && gap <= maxGap {
				last.data = append(append(last.data, make([]byte, gap)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.offset, bytes.Clone(s.data)})
	}
	return joined
}

// parseSegments reads the body of a data section: a count, then for each segment 0 (in the only memory), an expression that is a
// constant, and the bytes.
func parseSegments(body []byte) ([]segment, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, errDamaged
	}
	body = body[n:]
	var segments []segment
	for range count {
		if len(body) < 2 || body[0] != 0 || body[1] != i32Const {
			return nil, fmt.Errorf("%w: a segment that has no constant place", errDamaged)
		}
		offset, n := signedVarint(body[2:])
		if n <= 0 || len(body) < 3+n || body[2+n] != endOfExpression {
			return nil, errDamaged
		}
		body = body[3+n:]
		size, n := binary.Uvarint(body)
		if n <= 0 || uint64(len(body)) < uint64(n)+size {
			return nil, errDamaged
		}
		segments = append(segments, segment{offset, body[n : n+int(size)]})
		body = body[n+int(size):]
	}
	if len(body) > 0 {
		return nil, errDamaged
	}
	return segments, nil
}

func formatSegments(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, 0, i32Const)
		out = appendSignedVarint(out, s.offset)
		out = append(out, endOfExpression)
		out = binary.AppendUvarint(out, uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

// signedVarint reads a signed LEB128 number, which is not what binary.Varint reads. Its length is 0 when it is cut short.
func signedVarint(b []byte) (value int64, length int) {
	for i := 0; i < len(b) && i < 10; i++ {
		value |= int64(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			unused := 64 - 7*(i+1)
			if unused > 0 {
				value = value << unused >> unused
			}
			return value, i + 1
		}
	}
	return 0, 0
}

func appendSignedVarint(out []byte, value int64) []byte {
	for {
		low := byte(value & 0x7f)
		value >>= 7
		if value == 0 && low&0x40 == 0 || value == -1 && low&0x40 != 0 {
			return append(out, low)
		}
		out = append(out, low|0x80)
	}
}
