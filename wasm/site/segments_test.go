package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

func module(sections ...[]byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range sections {
		out = append(out, s[0], byte(len(s)-1))
		out = append(out, s[1:]...)
	}
	return out
}

func TestSegmentsAreJoined(t *testing.T) {
	before := module([]byte("\x00custom"), append([]byte{dataSection}, formatSegments([]segment{
		{16, []byte("ab")}, {20, []byte("c")}, {200, []byte("far")}, {300, []byte("d")}})...), []byte("\x05x"))
	want := module([]byte("\x00custom"), append([]byte{dataSection}, formatSegments([]segment{
		{16, []byte("ab\x00\x00c")}, {200, []byte("far")}, {300, []byte("d")}})...), []byte("\x05x"))
	got, err := joinSegments(before)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

// The memory that the segments lay out must not change, whatever they are.
func TestMemoryStaysTheSame(t *testing.T) {
	memory := func(segments []segment) []byte {
		m := make([]byte, 1<<16)
		for _, s := range segments {
			copy(m[s.offset:], s.data)
		}
		return m
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var segments []segment
		for at := random.Int64N(300); at < 1<<15; at += random.Int64N(3000) {
			data := bytes.Repeat([]byte{byte(random.Int())}, random.IntN(200))
			segments = append(segments, segment{at, data})
			at += int64(len(data))
		}
		joined, err := parseSegments(formatSegments(join(segments)))
		if err != nil {
			t.Fatal(err)
		}
		if len(joined) > len(segments) || !bytes.Equal(memory(joined), memory(segments)) {
			t.Fatalf("%d segments became %d others", len(segments), len(joined))
		}
	}
}

func TestSignedNumbers(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 31, -1 << 31, 1<<63 - 1, -1 << 63} {
		encoded := appendSignedVarint(nil, v)
		if got, n := signedVarint(encoded); got != v || n != len(encoded) {
			t.Errorf("%d is written as % x and read as %d", v, encoded, got)
		}
	}
	if b := appendSignedVarint(nil, 64); !bytes.Equal(b, []byte{0xc0, 0}) {
		t.Errorf("64 is written as % x", b)
	}
}

func TestStrangeModulesAreRefused(t *testing.T) {
	data := func(body string) []byte { return append([]byte{dataSection}, body...) }
	for name, m := range map[string][]byte{
		"empty":               {},
		"cut in a section":    module(data("\x01\x00\x41\x00\x0b\x01x"))[:12],
		"passive segment":     module(data("\x01\x01\x01x")),
		"segment cut short":   module(data("\x01\x00\x41\x00\x0b\x09x")),
		"more than it counts": module(data("\x00\x00")),
		"place not ended":     module(data("\x01\x00\x41\x80")),
		"counted segments":    module([]byte{dataCountSection, 1}),
	} {
		if _, err := joinSegments(m); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
