// Package export turns a trace into other texts, each with the results of the replay under the trace's contract: JSON, a
// Go test of the engine, a Python script that judges somebody else's scheduler, a sequence diagram. It reads the JSON back.
//
// Every export replays the trace step by step, so recorded results do not count: the engine's do. An export fails when the
// replay does (see [trace.Replay]) or when it would be longer than [MaxText]; its cost is that of the replay and its length.
//
// Names and comments come from strangers. In each of the languages they stand only in string literals and comments, where
// everything that could end these is escaped.
package export
