package main

import (
	"bytes"
	"encoding/binary"
)

// Two of the tables follow from little: which function an instruction belongs to, since each function has 65,536 numbers of
// instructions to itself, and where its record is, since the records stand in a row. They are a megabyte of the program, so the
// program writes them itself when it starts.

const (
	bucketSize   = 20   // bytes: the number of a function, then how much further that of each part of the bucket is
	bucketParts  = 16   // the last bucket has only those that it needs
	instructions = 4096 // of a bucket
	perFunction  = 65536 / instructions
)

// compute wipes out the tables that follow from the others, and returns the body of the function that writes them.
func (f *functions) compute() ([]byte, error) {
	before := bytes.Clone(f.memory)
	first, record := f.number(f.pair(0)), f.number(f.pair(0)+4)
	for i := range f.count {
		f.set(f.record(i), 0)
	}
	clear(f.memory[f.pair(0):f.pair(f.count)])
	clear(f.memory[f.buckets.from:f.buckets.to])
	wiped := bytes.Clone(f.memory)
	f.write(first, record)
	if !bytes.Equal(f.memory, before) {
		return nil, errForm
	}
	copy(f.memory, wiped)
	return f.writer(first, record), nil
}

func (f *functions) bucketCount() int {
	return (f.buckets.to - f.buckets.from + bucketSize - 1) / bucketSize
}

// write is what the function does: it writes the tables, given the number of the first function and the place of its record.
func (f *functions) write(first, record int) {
	for i := range f.bucketCount() {
		f.set(f.buckets.from+bucketSize*i, i/perFunction)
	}
	for i := range f.count {
		f.set(f.pair(i), first+i)
		f.set(f.pair(i)+4, record)
		f.set(f.table.from+record, first+i)
		kinds := f.number(f.table.from+record+recordValues) + int(f.memory[f.table.from+record+recordDetails])
		record = (record + recordSize + 4*kinds + 7) &^ 7
	}
}

// writer is write in WebAssembly.
func (f *functions) writer(first, record int) []byte {
	const i, at = 0, 1    // i as in write, at is record
	c := code{1, 2, 0x7f} // two locals of type i32
	c.loop(i, f.bucketCount(), func() {
		c.get(i).constant(bucketSize).op(mul).get(i).constant(perFunction).op(divU).memory(store, f.buckets.from)
	})
	c.constant(0).op(setLocal, i).constant(record).op(setLocal, at)
	c.loop(i, f.count, func() {
		c.get(i).constant(8).op(mul).get(i).constant(first).op(add).memory(store, f.table.from)
		c.get(i).constant(8).op(mul).get(at).memory(store, f.table.from+4)
		c.get(at).get(i).constant(first).op(add).memory(store, f.table.from)
		c.get(at).memory(load, f.table.from+recordValues).get(at).memory(load8, f.table.from+recordDetails).op(add)
		c.constant(4).op(mul).get(at).op(add).constant(recordSize+7).op(add).constant(-8).op(and).op(setLocal, at)
	})
	return append(c, endOfExpression)
}

// The instructions that code writes. All numbers are i32.
const (
	loop     = 0x03
	brIf     = 0x0d
	getLocal = 0x20
	setLocal = 0x21
	load     = 0x28
	load8    = 0x2d
	store    = 0x36
	ltU      = 0x49
	add      = 0x6a
	mul      = 0x6c
	divU     = 0x6e
	and      = 0x71
)

// code is the body of a function, as it is written.
type code []byte

func (c *code) op(b ...byte) *code {
	*c = append(*c, b...)
	return c
}

func (c *code) get(local byte) *code { return c.op(getLocal, local) }

func (c *code) constant(v int) *code { return c.op(appendSignedVarint([]byte{i32Const}, int64(v))...) }

// memory is an instruction at an address that is on the stack, plus from.
func (c *code) memory(instruction byte, from int) *code {
	return c.op(binary.AppendUvarint([]byte{instruction, 0}, uint64(from))...) // 0: aligned or not
}

// loop runs body for i from its value up to count, which is at least one.
func (c *code) loop(i byte, count int, body func()) {
	c.op(loop, 0x40)
	body()
	c.get(i).constant(1).op(add).op(setLocal, i).get(i).constant(count).op(ltU).op(brIf, 0).op(endOfExpression)
}
