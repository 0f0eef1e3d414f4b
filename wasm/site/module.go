package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The sections of a module that this command looks into.
const (
	typeSection      = 1
	importSection    = 2
	functionSection  = 3
	startSection     = 8
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

var errDamaged = errors.New("not a WebAssembly module that we understand")

// module is a WebAssembly module in sections.
type module struct {
	header   []byte
	sections []section
}

type section struct {
	id   byte
	body []byte
}

func parseModule(b []byte) (*module, error) {
	const header = 8
	if len(b) < header {
		return nil, errDamaged
	}
	m := &module{header: b[:header]}
	for rest := b[header:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)) < 1+uint64(n)+size {
			return nil, errDamaged
		}
		m.sections = append(m.sections, section{rest[0], rest[1+n : 1+n+int(size)]})
		rest = rest[1+n+int(size):]
	}
	return m, nil
}

func (m *module) bytes() []byte {
	out := bytes.Clone(m.header)
	for _, s := range m.sections {
		out = append(out, s.id)
		out = append(binary.AppendUvarint(out, uint64(len(s.body))), s.body...)
	}
	return out
}

// section returns the section, or nil.
func (m *module) section(id byte) *section {
	for i := range m.sections {
		if m.sections[i].id == id {
			return &m.sections[i]
		}
	}
	return nil
}

// maxMemory is more than any program of ours begins with.
const maxMemory = 1 << 28

// memory returns what the module's memory begins with, up to the last byte that is written out.
func (m *module) memory() ([]byte, error) {
	data := m.section(dataSection)
	if data == nil || m.section(dataCountSection) != nil {
		return nil, fmt.Errorf("%w: it has no data, or counts its segments", errDamaged)
	}
	segments, err := parseSegments(data.body)
	if err != nil {
		return nil, err
	}
	var memory []byte
	for _, s := range segments {
		if s.offset < 0 || s.offset > maxMemory {
			return nil, errDamaged
		}
		if end := int(s.offset) + len(s.data); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[s.offset:], s.data)
	}
	return memory, nil
}

// setMemory makes the memory begin so. The module must have a memory of that size.
func (m *module) setMemory(memory []byte) {
	m.section(dataSection).body = formatSegments(cut(memory))
}

// runAtStart adds a function that runs before everything else. code is its locals and its instructions.
func (m *module) runAtStart(code []byte) error {
	imported, err := m.importedFunctions()
	if err != nil || m.section(startSection) != nil {
		return fmt.Errorf("%w: it imports what is no function, or starts by itself", errDamaged)
	}
	kind, err := m.add(typeSection, []byte{0x60, 0, 0}) // takes nothing and returns nothing
	if err != nil {
		return err
	}
	defined, err := m.add(functionSection, binary.AppendUvarint(nil, kind))
	if err != nil {
		return err
	}
	if _, err := m.add(codeSection, append(binary.AppendUvarint(nil, uint64(len(code))), code...)); err != nil {
		return err
	}
	at := slices.IndexFunc(m.sections, func(s section) bool { return s.id > startSection })
	m.sections = slices.Insert(m.sections, at, section{startSection, binary.AppendUvarint(nil, imported+defined)})
	return nil
}

// add appends an item to a section that is a list and returns its number, from 0.
func (m *module) add(id byte, item []byte) (uint64, error) {
	s := m.section(id)
	if s == nil {
		return 0, fmt.Errorf("%w: section %d is missing", errDamaged, id)
	}
	count, n := binary.Uvarint(s.body)
	if n <= 0 {
		return 0, errDamaged
	}
	s.body = slices.Concat(binary.AppendUvarint(nil, count+1), s.body[n:], item)
	return count, nil
}

// importedFunctions counts them. Go's programs import nothing else, and anything else is an error.
func (m *module) importedFunctions() (uint64, error) {
	s := m.section(importSection)
	if s == nil {
		return 0, nil
	}
	count, n := binary.Uvarint(s.body)
	rest := s.body[max(0, n):]
	for range count {
		for range 2 { // the names of the module and of the function
			size, n := binary.Uvarint(rest)
			if n <= 0 || uint64(len(rest)-n) < size {
				return 0, errDamaged
			}
			rest = rest[n+int(size):]
		}
		if len(rest) == 0 || rest[0] != 0 {
			return 0, errDamaged
		}
		_, n := binary.Uvarint(rest[1:])
		rest = rest[1+max(0, n):]
	}
	if n <= 0 || len(rest) > 0 {
		return 0, errDamaged
	}
	return count, nil
}
