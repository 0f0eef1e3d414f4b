// Package predict makes questions of a step that has not run yet: predict, then step.
//
// The engine knows every answer, so every trace can be asked about and nobody has to write a key. [Ask] looks at one
// step of a trace under a contract and returns the questions that make sense there, the one that the verb is about first:
//
//	make                      how many units are offered in all, and of the nodes on which contracts disagree
//	accept, launch, decline,  does the call succeed, and if not, why is it refused? then the state of the offer that is named
//	finish
//	advance, resize           in which state is each live offer afterwards, those within reach first?
//	any                       the verdict
//
// A wrong option is what somebody could believe. First come the answers of the other contracts, which run the same
// commands from the start: who takes optimistic for granted expects its answer. Then come near misses from the ledger (the
// capacity for what is free, a refusal that the verb knows, another state of the life cycle).
//
// Nothing in a question gives its answer away but Right, Why and Rule, which are for afterwards:
//
//   - which questions are asked follows from the command, from what the page shows before the step, and from where
//     contracts disagree, never from what the running one answers;
//   - the options of all contracts are collected in one order, whichever runs, and then sorted: numbers ascending, reasons
//     and states in a fixed order, success and "holds" first;
//   - all options of a question are worded alike, and each text stands once.
//
// Why says what happened in the numbers of the ledger, and then which rule decided: "Rule 9: ..." under Rule 9, or, with
// Rule 0, what the running contract has in place of a rule.
//
// [AskOwn] makes a question of the same kind of what a trace asks by itself, and [Score] counts answers by kind and by rule.
package predict
