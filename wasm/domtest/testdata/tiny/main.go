// Command tiny stands in for the playground in the tests of the loader. What it does after its start is the fragment of the address.
package main

import "syscall/js"

func main() {
	offer := js.Global().Get("firmOffer")
	js.Global().Get("window").Call("eval", "forbidden by the policy, so the loader must have put it out of action")
	offer.Call("journalAll", "firmoffer/1 binding\n# a node\nnode n1 5\n\n# first\nmake A\n\to1: n1 holds 5 for A until 10\naccept A o1\n")
	offer.Call("journal", 1, "decline A o1\n\to1 declined")
	offer.Call("journal", 2, "make B")
	offer.Call("journal", 2, "make C")
	switch js.Global().Get("location").Get("hash").String() {
	case "#early":
		panic("before the first render")
	case "#panic":
		offer.Call("ready")
		panic("a mistake")
	case "#exit":
		offer.Call("ready")
	case "#render":
		offer.Call("ready")
		offer.Call("fail", "The step could not be drawn.", "firmoffer/1\nmake A\n")
		select {}
	default:
		offer.Call("ready")
		select {}
	}
}
