// Package check finds the shortest story in which a contract breaks a promise, or shows that there is none; and the
// shortest story that tells two contracts apart.
//
// It searches a small [World] breadth first: every command that can be given, in every state that can be reached, by the
// engine's own rules. Under a contract that holds units for its live offers such a world is finite: the offers and tasks
// of a node are bounded by its largest capacity, and of time only what is left counts. So a search can end with "holds in
// every reachable state". A contract that offers the same units again and again has no last state; there a search ends by
// a story, by [World.Depth] or by [World.MaxStates].
//
// All rules but that of given task ids act on one node at a time. The search therefore learns what one node can do, by
// calling the engine once for each of its states and commands, and then puts nodes together without calling it again. It
// follows that a promise which is kept in every state of one node is kept with any number of nodes of that kind
// ([Result.NodeWhole]), and that no story with more nodes is shorter.
//
// Of a state the search keeps a key in which nothing stands that makes no difference later: not the numbers of offers and
// tasks, not the clock, not what has ended; see [engine.Local]. The commands of a story are found again by running them.
package check
