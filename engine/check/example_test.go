package check_test

import (
	"fmt"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
)

func ExampleFind() {
	newest, _ := engine.ContractByName("newest-first")
	r, err := check.Find(check.DefaultWorld(newest))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Broken.Has(engine.AcceptedOutlivesPending))
	for _, cmd := range r.Story {
		fmt.Println(trace.FormatCommand(cmd))
	}
	// Output:
	// violated true
	// make A timeout=2
	// resize n1 3
	// make B timeout=2
	// accept B o2
	// resize n1 2
}

func ExampleSearch() {
	s, err := check.New(check.DefaultWorld(engine.Binding()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for !s.Run(100) {
		// between slices: show s.Result(), or stop by not calling again
	}
	r := s.Result()
	fmt.Println(r.Verdict, "in every reachable state:", r.Whole, r.States, "states,", r.Transitions, "transitions")
	// Output:
	// holds in every reachable state: true 1104 states, 15136 transitions
}
