package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func sections(all ...[]byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range all {
		out = append(out, s[0], byte(len(s)-1))
		out = append(out, s[1:]...)
	}
	return out
}

func parsed(t *testing.T, b []byte) *module {
	t.Helper()
	m, err := parseModule(b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMemoryIsWrittenInFewSegments(t *testing.T) {
	data := func(segments ...segment) []byte { return append([]byte{dataSection}, formatSegments(segments)...) }
	m := parsed(t, sections([]byte("\x00custom"), data(segment{16, []byte("ab")}, segment{20, []byte("c")}, segment{200, []byte("far")}), []byte("\x05x")))
	memory, err := m.memory()
	if err != nil || string(memory[:22]) != strings.Repeat("\x00", 16)+"ab\x00\x00c\x00" || len(memory) != 203 {
		t.Fatalf("%q, %v", memory, err)
	}
	memory[17] = 'x'
	m.setMemory(memory)
	want := sections([]byte("\x00custom"), data(segment{16, []byte("ax\x00\x00c")}, segment{200, []byte("far")}), []byte("\x05x"))
	if got := m.bytes(); !bytes.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestAFunctionRunsAtTheStart(t *testing.T) {
	imports := []byte("\x02\x02\x01a\x01b\x00\x00\x01a\x01c\x00\x00") // a.b and a.c, functions
	m := parsed(t, sections([]byte{typeSection, 1, 0x60, 0, 0}, imports, []byte{functionSection, 1, 0}, []byte("\x07x"), []byte{codeSection, 1, 2, 0, endOfExpression},
		[]byte{dataSection, 0}))
	if err := m.runAtStart([]byte{0, 1, endOfExpression}); err != nil {
		t.Fatal(err)
	}
	want := sections([]byte{typeSection, 2, 0x60, 0, 0, 0x60, 0, 0}, imports, []byte{functionSection, 2, 0, 1}, []byte("\x07x"), []byte{startSection, 3},
		[]byte{codeSection, 2, 2, 0, endOfExpression, 3, 0, 1, endOfExpression}, []byte{dataSection, 0})
	if got := m.bytes(); !bytes.Equal(got, want) {
		t.Errorf("got % x\nwant % x", got, want)
	}
	if err := m.runAtStart(nil); !errors.Is(err, errDamaged) {
		t.Error("it starts by itself now:", err)
	}
}

// The memory that the segments lay out must not change, whatever they are.
func TestMemoryStaysTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		want := make([]byte, 1<<15+300)
		for at := random.IntN(300); at < 1<<15; at += random.IntN(3000) {
			for range random.IntN(200) {
				want[at] = byte(random.Int())
				at++
			}
		}
		segments, err := parseSegments(formatSegments(cut(want)))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		for i, s := range segments {
			copy(got[s.offset:], s.data)
			if i > 0 && s.offset-segments[i-1].offset-int64(len(segments[i-1].data)) < maxGap {
				t.Fatal("a short gap was left out")
			}
			if i > 0 && bytes.Contains(s.data, make([]byte, maxGap+1)) {
				t.Fatal("a long gap was written out")
			}
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("the memory differs, in %d segments", len(segments))
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
	for name, b := range map[string][]byte{
		"empty":               {},
		"cut in a section":    sections(data("\x01\x00\x41\x00\x0b\x01x"))[:12],
		"no data":             sections([]byte("\x00custom")),
		"passive segment":     sections(data("\x01\x01\x01x")),
		"segment cut short":   sections(data("\x01\x00\x41\x00\x0b\x09x")),
		"more than it counts": sections(data("\x00\x00")),
		"place not ended":     sections(data("\x01\x00\x41\x80")),
		"place below zero":    sections(data("\x01\x00\x41\x7f\x0b\x01x")),
		"place far away":      sections(data("\x01\x00\x41\xff\xff\xff\xff\x0f\x0b\x01x")),
		"counted segments":    sections([]byte{dataCountSection, 1}, data("\x00")),
	} {
		m, err := parseModule(b)
		if err == nil {
			_, err = m.memory()
		}
		if !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, b := range map[string][]byte{
		"nothing":           sections([]byte("\x00custom")),
		"imported memory":   sections([]byte("\x02\x01\x01a\x01b\x02\x00\x01")),
		"import cut short":  sections([]byte("\x02\x01\x01a\x09b")),
		"import without id": sections([]byte("\x02\x01\x01a\x01b")),
		"more imports":      sections([]byte("\x02\x00\x01a\x01b\x00\x00")),
		"no functions":      sections([]byte{typeSection, 0}, []byte{codeSection, 0}),
	} {
		if err := parsed(t, b).runAtStart([]byte{0, endOfExpression}); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
