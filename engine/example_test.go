package engine_test

import (
	"errors"
	"fmt"
	"log"

	"firmoffer/engine"
)

// The example of the README.
func Example() {
	s, err := engine.New([]engine.Node{{ID: "n1", Capacity: 10}}, 0)
	if err != nil {
		log.Fatal(err)
	}
	offers, _ := s.MakeOffers("A", engine.DefaultTimeout) // all 10 units, held for A until 10
	more, _ := s.MakeOffers("B", engine.DefaultTimeout)   // none: nothing is free
	fmt.Println(len(offers), len(more))

	_ = s.AcceptOffer("A", "o1")
	err = s.AcceptOffer("B", "o1")
	fmt.Println(errors.Is(err, engine.ErrNotOwner), err)

	id, _ := s.LaunchTask("A", "o1", "") // it cannot fail: that is what binding means
	fmt.Println(id, s.FinishTask("A", id))
	// Output:
	// 1 0
	// true o1 is A's, not B's
	// t1 <nil>
}

// The accepted offer outlives the pending one when half a rack dies; under oldest-first it does not.
func ExampleScheduler_Do() {
	for _, name := range []string{"binding", "oldest-first"} {
		c, _ := engine.ContractByName(name)
		s, _ := engine.NewWithContract(c, []engine.Node{{ID: "n1", Capacity: 5}}, 0)
		var out engine.Outcome
		for _, cmd := range []engine.Command{
			{Verb: engine.VerbMake, Framework: "A", Amount: 10},
			{Verb: engine.VerbResize, Node: "n1", Amount: 8},
			{Verb: engine.VerbMake, Framework: "B", Amount: 10},
			{Verb: engine.VerbAccept, Framework: "A", Offer: "o1"},
			{Verb: engine.VerbResize, Node: "n1", Amount: 5},
		} {
			out = s.Do(cmd)
		}
		victim := out.Events[1]
		fmt.Println(name, victim.OfferID, victim.From, victim.Kind, out.Report.Verdict)
	}
	// Output:
	// binding o2 pending offer invalidated holds
	// oldest-first o1 accepted offer invalidated violated
}

// A scheduler that lives long forgets what is over now and then.
func ExampleScheduler_Prune() {
	s, _ := engine.New([]engine.Node{{ID: "n1", Capacity: 1}}, 0)
	for range 1000 {
		made, _ := s.MakeOffers("A", engine.DefaultTimeout)
		_ = s.DeclineOffer("A", made[0].ID)
		if c := s.Counts(); c.Offers > 100+2*c.LiveOffers {
			s.Prune()
		}
	}
	fmt.Println(s.Counts().Made, s.Counts().Offers < 200)
	// Output: 1000 true
}
