package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// A Go program carries tables of its functions: where a function's frame ends and which of its variables are pointers, without
// which there is no stack that grows and no garbage collection; and names, files, lines and inlined calls, for the trace of a
// crash. The page shows no trace, so dropTraces wipes out the second kind, but for the little that the runtime reads otherwise: see
// nameOf and wrapper. The places of the first kind stay, so nothing else moves. Build without this command to see names and lines.
//
// What the tables look like is in the Go sources: runtime/symtab.go, runtime/runtime2.go and internal/abi/symtab.go.

// functions are the tables of a program's functions, as addresses in its memory.
type functions struct {
	memory  []byte
	count   int
	wiped   []span // names of functions, of packages and of files
	values  span   // what varies from instruction to instruction, a run of pairs for each function and kind
	table   span   // a pair for each function, in their order: its first instruction and its record; then the records
	details int    // what does not vary, by function and kind
	buckets span   // finds the function of an instruction
}

// span is a stretch of memory.
type span struct{ from, to int }

// The record of a function has these fields, then 4 bytes for each kind of values, then 4 for each kind of details.
const (
	recordName    = 4
	recordFrame   = 16 // where its values are
	recordFile    = 20
	recordLine    = 24
	recordValues  = 28 // how many kinds
	recordPackage = 32
	recordStart   = 36 // line
	recordKind    = 40 // a byte: an ordinary function, or one that the runtime knows
	recordDetails = 43 // how many kinds, a byte
	recordSize    = 44
)

// Kinds of values and of details. Those that are dropped are calls that were inlined, points at which a signal may stop a goroutine,
// which WebAssembly does not have, and arguments as a trace prints them.
var (
	keptValues  = []bool{1: true, 2: false, 3: false, 4: true}
	keptDetails = []bool{0: true, 1: true, 2: true, 3: false, 4: true, 5: false, 6: false, 7: true}
)

const (
	inlinedCalls = 2 // the kind of values that counts the calls of the details of kind inlineTree
	inlineTree   = 3
	inlineSize   = 16 // bytes of a call
	wrapper      = 23 // the kind of the functions that the compiler made: recover counts their inlined calls
	noDetails    = 1<<32 - 1
)

// findFunctions finds the tables. The runtime's description of the program begins with the addresses of their header and of
// what stands behind the header.
func findFunctions(memory []byte) (*functions, error) {
	const headerSize, magic = 72, 0x08010000fffffff1
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	for at := 0; at+42*8 <= len(memory); at += 8 {
		h := word(at)
		if h <= 0 || h > len(memory)-headerSize || binary.LittleEndian.Uint64(memory[h:]) != magic || word(at+8) != h+word(h+32) {
			continue
		}
		field := func(i int) int { return word(at + 8*i) }
		stretch := func(i, size int) span { return span{field(i), field(i) + size*field(i+1)} }
		f := &functions{memory: memory, count: word(h + 8), wiped: []span{stretch(1, 1), stretch(4, 4), stretch(7, 1)}, values: stretch(10, 1),
			table: stretch(13, 1), details: field(40), buckets: span{field(19), field(19) + bucketsSize(field(21)-field(20))}}
		for _, s := range append(f.wiped, f.values, f.table, f.buckets) {
			if s.from <= h || s.to < s.from || s.to > len(memory) {
				return nil, errForm
			}
		}
		if f.pair(f.count) > f.table.to || f.values.from != h+word(h+56) || f.table.from != h+word(h+64) || field(16) != f.table.from || f.details < f.table.to {
			return nil, errForm
		}
		return f, nil
	}
	return nil, errForm
}

// bucketsSize is how many bytes the buckets of so many instructions have.
func bucketsSize(all int) int {
	const part = instructions / bucketParts
	return (all+instructions-1)/instructions*(bucketSize-bucketParts) + (all+part-1)/part
}

// names are those that are left, each ended by a zero; before the first stands the zero of those that have none. The runtime tells its
// own goroutines by their function's package; the garbage collector knows two functions of package reflect; and the name of a method
// is taken apart to say which one was called with a nil pointer, so the name of all others has that form.
const names = "\x00a.(*b).c\x00runtime.(*b).c\x00reflect.makeFuncStub\x00reflect.methodValueCall\x00"

// nameOf returns where the name that a function gets in place of its own begins in names.
func nameOf(own string) int {
	name := "a.(*b).c"
	switch {
	case strings.HasPrefix(own, "reflect.") && strings.Contains(names, "\x00"+own+"\x00"):
		name = own
	case strings.HasPrefix(own, "runtime."):
		name = "runtime.(*b).c"
	}
	return strings.Index(names, "\x00"+name+"\x00") + 1
}

// name returns the name of the function whose record is given.
func (f *functions) name(record int) string {
	text := f.memory[f.wiped[0].from+f.number(record+recordName) : f.wiped[0].to]
	return string(text[:bytes.IndexByte(text, 0)])
}

var errForm = errors.New("the tables of functions are not what they were: has Go changed their form?")

func (f *functions) number(at int) int { return int(binary.LittleEndian.Uint32(f.memory[at:])) }

func (f *functions) set(at, number int) { binary.LittleEndian.PutUint32(f.memory[at:], uint32(number)) }

// pair returns where function i stands in the table, and record where its record does.
func (f *functions) pair(i int) int   { return f.table.from + 8*i }
func (f *functions) record(i int) int { return f.table.from + f.number(f.pair(i)+4) }

// dropTraces wipes out what only a trace reads.
func (f *functions) dropTraces() error {
	dropped := slices.Clone(f.wiped)
	keptBytes := make([]bool, f.values.to-f.values.from)
	for i := range f.count {
		r := f.record(i)
		kinds, detailKinds := f.number(r+recordValues), int(f.memory[r+recordDetails])
		if kinds > len(keptValues) || detailKinds > len(keptDetails) {
			return errForm
		}
		for _, field := range []int{recordFile, recordLine, recordPackage, recordStart} {
			f.set(r+field, 0)
		}
		f.set(r+recordName, nameOf(f.name(r)))
		f.follow(f.number(r+recordFrame), keptBytes)
		calls, made := 0, f.memory[r+recordKind] == wrapper
		for k := range kinds {
			at := r + recordSize + 4*k
			if k == inlinedCalls {
				calls = f.follow(f.number(at), nil) + 1
			}
			if keptValues[k] || k == inlinedCalls && made {
				f.follow(f.number(at), keptBytes)
			} else {
				f.set(at, 0)
			}
		}
		for k := range detailKinds {
			at := r + recordSize + 4*(kinds+k)
			from := f.details + f.number(at)
			switch {
			case f.number(at) == noDetails:
			case keptDetails[k] || k == inlineTree && made:
			case k == inlineTree:
				dropped = append(dropped, span{from, from + inlineSize*calls})
				fallthrough
			default:
				f.set(at, noDetails)
			}
		}
	}
	for i, keep := range keptBytes {
		if !keep {
			f.memory[f.values.from+i] = 0
		}
	}
	for _, s := range dropped {
		clear(f.memory[s.from:s.to])
	}
	copy(f.memory[f.wiped[0].from:], names)
	return nil
}

// follow reads a run of values, marks its bytes and returns the largest value, -1 for no run. A run is pairs of numbers: by how much
// the value differs from the one before, which begins at -1, and for how many instructions it holds. A pair that begins with 0 ends it.
func (f *functions) follow(run int, mark []bool) (largest int) {
	value := -1
	if run == 0 {
		return value
	}
	largest = value
	for at := run; ; {
		step, n := binary.Uvarint(f.memory[f.values.from+at : f.values.to])
		_, n2 := binary.Uvarint(f.memory[f.values.from+at+n : f.values.to])
		end := step == 0 && at > run
		if end {
			n2 = 0
		}
		for i := at; i < at+n+n2 && mark != nil; i++ {
			mark[i] = true
		}
		if end || n <= 0 {
			return largest
		}
		value += int(int32(uint32(step>>1) ^ -uint32(step&1)))
		largest = max(largest, value)
		at += n + n2
	}
}
