package predict_test

import (
	"fmt"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
)

func ExampleAsk() {
	t, err := trace.Parse("firmoffer/1\nnode n1 10\nmake A timeout=100\nresize n1 14\nmake B\n")
	if err != nil {
		panic(err)
	}
	questions, err := predict.Ask(t, 2, engine.Binding())
	if err != nil {
		panic(err)
	}
	q := questions[0]
	fmt.Println(q.Text)
	for _, option := range q.Options {
		fmt.Println("-", option)
	}
	fmt.Println(q.Options[q.Right]+":", q.Why)
	// Output:
	// How many units in all does this call offer to B?
	// - 0
	// - 4
	// - 10
	// - 14
	// 4: n1: capacity 14 - allocated 0 - held 10 = 4. Rule 2: a make offers all free units of every node, and never an offer of 0.
}

func ExampleAskOwn() {
	q, ok := predict.AskOwn("At which tick does o1 end?", "2", []string{"it does not end", "10", "4"})
	fmt.Println(ok, q.Options, q.Right)
	// Output: true [2 4 10 it does not end] 0
}

func ExampleScore() {
	var s predict.Score
	q := predict.Question{Kind: predict.Outcome, Options: []string{"it succeeds", "it is refused: the offer is not pending"}, Right: 1, Rule: 5}
	fmt.Println(s.Add(q, 0), s.Add(q, 1))
	fmt.Print(s.Text())
	// Output:
	// false true
	// firmoffer-score/1
	// outcome 1 of 2
	// rule 5 1 of 2
}
