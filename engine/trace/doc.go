// Package trace reads, writes and replays the trace text: one text that is scenario, test, export, counterexample and link.
//
//	firmoffer/1 binding
//	# The accepted offer outlives the pending one.
//	node n1 5
//
//	make A
//		o1: n1 offers 5 to A until 10
//	# Only the first call decides.
//	accept A o1
//		o1 accepted
//
// The first line is the header; then come the nodes, then the steps. Lines with a # and blank lines may stand anywhere
// after the header and are kept word for word. A line that begins with a TAB is a result, written by the machine, of the
// step above it.
//
// # Canonical form
//
// A text is canonical when printing what was parsed gives it back byte for byte. In canonical form
//
//   - the text is without a byte order mark, lines end with LF, the last one too;
//   - the header names its contract;
//   - words are separated by one space, none stands before the first or after the last;
//   - arguments stand in the order of the verb's usage line, and an option that has its default value is left out;
//   - a name is quoted, as strconv.Quote does it, only if it is not [A-Za-z0-9_.:-]+.
//
// The parser reads every text that differs from its canonical form only in these points (and CR LF for LF).
package trace
