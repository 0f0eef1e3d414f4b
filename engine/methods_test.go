package engine_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// methods calls each method of a scheduler in one way or another, and writes into what it got: a copy is the caller's (rule 24).
var methods = map[string]func(s *engine.Scheduler, r *rand.Rand){
	"AcceptOffer":       ask(engine.VerbAccept),
	"AdvanceTime":       ask(engine.VerbAdvance),
	"DeclineOffer":      ask(engine.VerbDecline),
	"FinishTask":        ask(engine.VerbFinish),
	"LaunchTask":        ask(engine.VerbLaunch),
	"MakeOffers":        ask(engine.VerbMake),
	"SetNodeResources":  ask(engine.VerbResize),
	"Do":                func(s *engine.Scheduler, r *rand.Rand) { clear(s.Do(anyCommand(r)).Events) },
	"Run":               func(s *engine.Scheduler, r *rand.Rand) { s.Run(anyCommand(r)) },
	"Grow":              func(s *engine.Scheduler, r *rand.Rand) { s.Grow(r.IntN(5)-1, r.IntN(5)-1) },
	"Prune":             func(s *engine.Scheduler, r *rand.Rand) { s.Prune() },
	"Clone":             func(s *engine.Scheduler, r *rand.Rand) { s.Clone().Do(anyCommand(r)) },
	"Allocations":       func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Allocations()) },
	"Contract":          func(s *engine.Scheduler, _ *rand.Rand) { s.Contract() },
	"Counts":            func(s *engine.Scheduler, _ *rand.Rand) { s.Counts() },
	"Frameworks":        func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Frameworks()) },
	"Last":              func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Last().Events) },
	"LiveOffers":        func(s *engine.Scheduler, _ *rand.Rand) { clear(s.LiveOffers()) },
	"LiveOfferWindow":   func(s *engine.Scheduler, r *rand.Rand) { clear(s.LiveOfferWindow(r.IntN(3), 2)) },
	"LocalKey":          func(s *engine.Scheduler, _ *rand.Rand) { _, _ = s.LocalKey("n1", []string{"A", "B"}) },
	"NextDeadline":      func(s *engine.Scheduler, _ *rand.Rand) { s.NextDeadline() },
	"Node":              func(s *engine.Scheduler, _ *rand.Rand) { s.Node("n1") },
	"NodeWindow":        func(s *engine.Scheduler, r *rand.Rand) { clear(s.NodeWindow(r.IntN(3), 2)) },
	"Nodes":             func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Nodes()) },
	"Now":               func(s *engine.Scheduler, _ *rand.Rand) { s.Now() },
	"Offer":             func(s *engine.Scheduler, r *rand.Rand) { s.Offer("o" + strconv.Itoa(r.IntN(9))) },
	"Offers":            func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Offers()) },
	"Report":            func(s *engine.Scheduler, _ *rand.Rand) { s.Report() },
	"RunningTasks":      func(s *engine.Scheduler, _ *rand.Rand) { clear(s.RunningTasks()) },
	"RunningTaskWindow": func(s *engine.Scheduler, r *rand.Rand) { clear(s.RunningTaskWindow(r.IntN(3), 2)) },
	"Task":              func(s *engine.Scheduler, r *rand.Rand) { s.Task("t" + strconv.Itoa(r.IntN(4))) },
	"Tasks":             func(s *engine.Scheduler, _ *rand.Rand) { clear(s.Tasks()) },
	"Ended": func(s *engine.Scheduler, _ *rand.Rand) {
		offers, tasks := s.Ended(math.MaxInt)
		clear(offers)
		clear(tasks)
	},
	"OnNode": func(s *engine.Scheduler, _ *rand.Rand) {
		tasks, offers := s.OnNode("n1", math.MaxInt)
		clear(tasks)
		clear(offers)
	},
}

func anyCommand(r *rand.Rand) engine.Command {
	for {
		if c, isCommand := randomCall(r).(engine.Command); isCommand {
			return c
		}
	}
}

// ask makes a call of one kind.
func ask(v engine.Verb) func(s *engine.Scheduler, r *rand.Rand) {
	return func(s *engine.Scheduler, r *rand.Rand) {
		for {
			if c := anyCommand(r); c.Verb == v {
				perform(s, c)
				return
			}
		}
	}
}

// Every method at once, so that the race detector sees each of them beside each other one.
func TestEveryMethodFromManyGoroutines(t *testing.T) {
	names := slices.Sorted(maps.Keys(methods))
	of := reflect.TypeFor[*engine.Scheduler]()
	for i := range of.NumMethod() {
		require.Contains(t, names, of.Method(i).Name, "this method is called by nobody")
	}
	require.Len(t, names, of.NumMethod())
	s, err := engine.New([]engine.Node{{ID: "n1", Capacity: 40}, {ID: "n2", Capacity: 20}}, 0)
	require.NoError(t, err)
	var done sync.WaitGroup
	for g := range 8 {
		done.Go(func() {
			r := rand.New(rand.NewPCG(99, uint64(g)))
			for range 300 {
				for _, i := range r.Perm(len(names)) { // each as often as each other one
					methods[names[i]](s, r)
				}
			}
		})
	}
	done.Wait()
	for _, n := range s.Nodes() {
		require.True(t, n.Allocated+n.Reserved <= n.Capacity || n.Reserved == 0, "%+v", n)
	}
}
