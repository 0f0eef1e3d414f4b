package trace_test

import (
	"fmt"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

func ExampleAnnotate() {
	t, err := trace.Parse("firmoffer/1 optimistic\nnode n1 4\nmake A\nmake B\nacept A o1\n")
	fmt.Println(err)
	t, err = trace.Parse("firmoffer/1 optimistic\nnode n1 4\nmake A\nmake B\naccept A o1\n")
	if err != nil {
		panic(err)
	}
	t, err = trace.Annotate(t)
	if err != nil {
		panic(err)
	}
	fmt.Print(t)
	// Output:
	// line 5, column 1: found "acept", expected a verb (make, accept, launch, decline, finish, advance, resize); did you mean "accept"?
	// firmoffer/1 optimistic
	// node n1 4
	// make A
	// 	o1: n1 offers 4 to A until 10
	// make B
	// 	o2: n1 offers 4 to B until 10
	// 	violated: no-over-commitment: n1 has 8 reserved, 4 left
	// accept A o1
	// 	o1 accepted
	// 	violated: no-over-commitment: n1 has 8 reserved, 4 left
}

func ExamplePlayer() {
	t, err := trace.Parse("firmoffer/1\nnode n1 4\nmake A\nmake B\nadvance 10\n")
	if err != nil {
		panic(err)
	}
	p, err := trace.NewPlayer(t, engine.Binding())
	if err != nil {
		panic(err)
	}
	for i := len(t.Steps) - 1; i >= 0; i-- {
		o, err := p.Outcome(i)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %q\n", trace.FormatCommand(t.Steps[i].Command), trace.Results(o))
	}
	// Output:
	// advance 10: ["now 10" "o1 expired"]
	// make B: ["no offers"]
	// make A: ["o1: n1 offers 4 to A until 10"]
}
