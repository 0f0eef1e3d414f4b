package main

import (
	"bytes"
	"errors"
)

// known is a function that every program has, as it stands in the table of names.
var known = []byte("\x00runtime.main\x00")

// dropNames returns the program with the names of its functions wiped out. They are 136 KB of text, one after the other, each
// ended by a zero; nothing reads them but the trace that a crash writes to the console, which goes without. Their places stay,
// so nothing else moves. The module must have been through joinSegments: before the table stands the header of Go's line
// tables, which ends with zeros. It saves 21 KB of the brotli form. Build without this command to see names.
func dropNames(module []byte) ([]byte, error) {
	at := bytes.Index(module, known)
	if at < 0 || bytes.Contains(module[at+1:], known) {
		return nil, errors.New("the table of function names is not where it was: has Go changed its form?")
	}
	from, to := at, at+len(known)
	for from > 0 && inTable(module[from-1], module[from]) {
		from--
	}
	for to < len(module) && inTable(module[to], module[to-1]) {
		to++
	}
	out := bytes.Clone(module)
	clear(out[from:to])
	return out, nil
}

// inTable reports whether b, beside a byte of the table, belongs to it as well: two zeros in a row do not occur there.
func inTable(b, beside byte) bool { return b >= ' ' || b == 0 && beside != 0 }
