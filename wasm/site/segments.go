package main

import (
	"encoding/binary"
	"fmt"
)

const (
	i32Const        = 0x41
	endOfExpression = 0x0b
)

// maxGap is the longest run of zero bytes that is written out rather than left out.
const maxGap = 64

// segment is a stretch of a program's memory at its start; what no segment covers is zero.
type segment struct {
	offset int64
	data   []byte
}

// cut returns the memory in few segments. Go's linker leaves out every run of eight zero bytes and so cuts the memory into tens of
// thousands of segments, whose offsets compress badly; the zeros compress to nothing.
func cut(memory []byte) []segment {
	var segments []segment
	end := 0 // of the last segment
	for at := 0; at < len(memory); at++ {
		if memory[at] == 0 {
			continue
		}
		if last := len(segments) - 1; last >= 0 && at-end <= maxGap {
			from := segments[last].offset
			segments[last].data = memory[from : at+1]
		} else {
			segments = append(segments, segment{int64(at), memory[at : at+1]})
		}
		end = at + 1
	}
	return segments
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
