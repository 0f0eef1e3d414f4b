// Package check finds the shortest story in which a contract breaks a promise, or shows that there is none.
//
// It searches a small world breadth first: every command that can be given, in every state that can be reached, by the
// engine's own rules. A world without given task ids is finite, because the live offers and tasks on a node are bounded
// by its largest capacity and only the time left counts; so a search can end with "holds in every reachable state".
//
// All rules but that of given task ids act on one node at a time. The search therefore learns what one node can do, by
// calling the engine once for each of its states and commands, and puts nodes together without calling it again.
package check
