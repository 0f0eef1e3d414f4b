package engine_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

// Rule 23: what many goroutines saw must be what some sequential order of their calls, in the dumb model, would show.
// Porcupine searches for that order. These tests say most under -race.

// seen is everything that a concurrent caller gets back from one call, comparable.
type seen struct {
	reason error
	made   string
	task   string
	state  string // of a look: everything visible, as text
}

// look is a call that only reads: all nodes, tasks or allocations at one moment, or one offer.
type look struct{ at string }

// lookedAt are the looks at many things; any other names an offer.
var lookedAt = []string{"nodes", "tasks", "allocations"}

// sequential is the model as porcupine wants it, after some commands that came before.
func sequential(contract string, nodes []engine.Node, before ...engine.Command) porcupine.Model {
	return porcupine.Model{
		Init: func() any {
			m := newModel(contract, nodes, 0)
			for _, c := range before {
				m.do(c)
			}
			return m
		},
		Step: func(state, input, output any) (bool, any) {
			m, want := state.(*model), output.(seen)
			if l, isLook := input.(look); isLook {
				return want.state == m.lookAt(l), m
			}
			next, c := m.copy(), input.(engine.Command)
			a := next.do(c)
			if c.Verb != engine.VerbLaunch {
				a.task = "" // an accept that launches at once does not return the id
			}
			return want == seen{reason: a.reason, made: fmt.Sprint(a.made), task: a.task}, next
		},
		Equal: func(a, b any) bool { return reflect.DeepEqual(a, b) },
	}
}

func (m *model) lookAt(l look) string {
	switch l.at {
	case "nodes":
		return fmt.Sprint(m.usages())
	case "tasks":
		return fmt.Sprint(m.tasks)
	case "allocations":
		return fmt.Sprint(m.allocations())
	}
	for _, o := range m.offers {
		if o.ID == l.at {
			return fmt.Sprint(o)
		}
	}
	return "none"
}

func lookFor(s *engine.Scheduler, l look) string {
	switch l.at {
	case "nodes":
		return fmt.Sprint(s.Nodes())
	case "tasks":
		return fmt.Sprint(s.Tasks())
	case "allocations":
		return fmt.Sprint(s.Allocations())
	}
	if o, known := s.Offer(l.at); known {
		return fmt.Sprint(o)
	}
	return "none"
}

// randomCall asks for what another goroutine may be asking for at the same moment.
func randomCall(r *rand.Rand) any {
	framework := []string{"A", "B"}[r.IntN(2)]
	offer := "o" + strconv.Itoa(1+r.IntN(6))
	switch r.IntN(13) {
	case 0, 1:
		return engine.Command{Verb: engine.VerbMake, Framework: framework, Amount: int64(1 + r.IntN(3))}
	case 2, 3, 4:
		return engine.Command{Verb: engine.VerbAccept, Framework: framework, Offer: offer}
	case 5, 6:
		return engine.Command{Verb: engine.VerbLaunch, Framework: framework, Offer: offer, Task: []string{"", "t1"}[r.IntN(2)]}
	case 7:
		return engine.Command{Verb: engine.VerbDecline, Framework: framework, Offer: offer}
	case 8:
		return engine.Command{Verb: engine.VerbFinish, Framework: framework, Task: "t" + strconv.Itoa(1+r.IntN(3))}
	case 9:
		return engine.Command{Verb: engine.VerbAdvance, Amount: int64(r.IntN(2))}
	case 10:
		return engine.Command{Verb: engine.VerbResize, Node: "n1", Amount: int64(r.IntN(5))}
	}
	return look{append([]string{offer}, lookedAt...)[r.IntN(1+len(lookedAt))]}
}

// perform makes one call and writes down what came back. Last is not asked: another goroutine's call may be the last.
func perform(s *engine.Scheduler, input any) (got seen) {
	if l, isLook := input.(look); isLook {
		return seen{state: lookFor(s, l)}
	}
	var made []string
	var err error
	switch c := input.(engine.Command); c.Verb {
	case engine.VerbMake:
		var offers []engine.Offer
		offers, err = s.MakeOffers(c.Framework, c.Amount)
		for _, o := range offers {
			made = append(made, o.ID)
		}
	case engine.VerbAccept:
		err = s.AcceptOffer(c.Framework, c.Offer)
	case engine.VerbLaunch:
		got.task, err = s.LaunchTask(c.Framework, c.Offer, c.Task)
	case engine.VerbDecline:
		err = s.DeclineOffer(c.Framework, c.Offer)
	case engine.VerbFinish:
		err = s.FinishTask(c.Framework, c.Task)
	case engine.VerbAdvance:
		err = s.AdvanceTime(c.Amount)
	case engine.VerbResize:
		err = s.SetNodeResources(c.Node, c.Amount)
	}
	got.made = fmt.Sprint(made)
	if err != nil {
		got.reason = err.(*engine.Refusal).Reason
	}
	return got
}

// history lets goroutines loose on one scheduler and returns their calls with the moments of call and return.
func history(s *engine.Scheduler, goroutines, calls int, seed uint64, call func(r *rand.Rand) any) []porcupine.Operation {
	var clock atomic.Int64
	var start, done sync.WaitGroup
	ops := make([]porcupine.Operation, goroutines*calls)
	start.Add(1)
	for g := range goroutines {
		done.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(g)))
			start.Wait()
			for i := range calls {
				op := porcupine.Operation{ClientId: g, Input: call(r), Call: clock.Add(1)}
				runtime.Gosched() // calls are so short that without this they would hardly ever overlap
				op.Output = perform(s, op.Input)
				runtime.Gosched()
				op.Return = clock.Add(1)
				ops[g*calls+i] = op
			}
		})
	}
	start.Done()
	done.Wait()
	return ops
}

func TestCallsOfManyGoroutinesHaveASequentialOrder(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 40
	}
	nodes := []engine.Node{{ID: "n1", Capacity: 4}, {ID: "n2", Capacity: 2}}
	for _, name := range contractNames() {
		c, _ := engine.ContractByName(name)
		for round := range rounds / 4 {
			s, err := engine.NewWithContract(c, nodes, 0)
			require.NoError(t, err)
			ops := history(s, 4, 12, uint64(round), randomCall)
			got := porcupine.CheckOperationsTimeout(sequential(name, nodes), ops, 20*time.Second)
			require.Equal(t, porcupine.Ok, got, "%s, round %d: no sequential order explains %+v", name, round, ops)
		}
	}
}

// Many tasks begin and end while others look at all of them: a view that was put together at two moments has no place.
func TestTasksOfManyGoroutinesHaveASequentialOrder(t *testing.T) {
	var nodes []engine.Node
	var before []engine.Command
	const tasks = 8
	for i := range tasks {
		nodes = append(nodes, engine.Node{ID: "n" + strconv.Itoa(i+1), Capacity: 1})
	}
	before = append(before, engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 9})
	for i := range tasks {
		before = append(before, engine.Command{Verb: engine.VerbAccept, Framework: "A", Offer: "o" + strconv.Itoa(i+1)})
		if i < tasks/2 {
			before = append(before, engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: "o" + strconv.Itoa(i+1)})
		}
	}
	for round := range 60 {
		s, err := engine.New(nodes, 0)
		require.NoError(t, err)
		for _, c := range before {
			require.Nil(t, s.Do(c).Refusal)
		}
		ops := history(s, 4, 8, uint64(round), func(r *rand.Rand) any {
			k := strconv.Itoa(1 + r.IntN(tasks))
			switch r.IntN(4) {
			case 0:
				return engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: "o" + k, Task: "t" + k}
			case 1:
				return engine.Command{Verb: engine.VerbFinish, Framework: "A", Task: "t" + k}
			}
			return look{lookedAt[r.IntN(len(lookedAt))]}
		})
		got := porcupine.CheckOperationsTimeout(sequential("binding", nodes, before...), ops, 20*time.Second)
		require.Equal(t, porcupine.Ok, got, "round %d: no sequential order explains %+v", round, ops)
	}
}

// A checker that says yes to everything would prove nothing: it must find no order for a history that has none.
func TestTheSearchForAnOrderCanFail(t *testing.T) {
	nodes := []engine.Node{{ID: "n1", Capacity: 4}}
	make1 := engine.Command{Verb: engine.VerbMake, Framework: "A", Amount: 9}
	accept := engine.Command{Verb: engine.VerbAccept, Framework: "A", Offer: "o1"}
	ops := []porcupine.Operation{
		{ClientId: 0, Input: make1, Call: 1, Output: seen{made: "[o1]"}, Return: 2},
		{ClientId: 0, Input: accept, Call: 3, Output: seen{made: "[]"}, Return: 6},
		{ClientId: 1, Input: accept, Call: 4, Output: seen{made: "[]"}, Return: 5},
	}
	require.False(t, porcupine.CheckOperations(sequential("binding", nodes), ops), "one offer was accepted twice")
	ops[2].Output = seen{made: "[]", reason: engine.ErrNotPending}
	require.True(t, porcupine.CheckOperations(sequential("binding", nodes), ops))

	launch := engine.Command{Verb: engine.VerbLaunch, Framework: "A", Offer: "o1", Task: "web"}
	launched := append(ops, porcupine.Operation{ClientId: 0, Input: launch, Call: 7, Output: seen{made: "[]", task: "web"}, Return: 10})
	web := "web A n1 "
	for at, state := range map[string][2]string{
		"nodes":       {"[{n1 4 0 4 0 4 0 0}]", "[{n1 4 4 0 0 0 0 0}]"},
		"tasks":       {"[]", "[{" + web + "o1 4 0 0 true}]"},
		"allocations": {"map[]", "map[web:{A n1 4}]"},
	} {
		first := porcupine.Operation{ClientId: 1, Input: look{at}, Call: 8, Return: 9}
		second := porcupine.Operation{ClientId: 2, Input: look{at}, Call: 11, Return: 12}
		for _, saw := range []struct {
			first, second string
			explained     bool
		}{{state[0], state[1], true}, {state[1], state[1], true}, {state[1], state[0], false}, {state[0], state[0], false}} {
			first.Output, second.Output = seen{state: saw.first}, seen{state: saw.second}
			require.Equal(t, saw.explained, porcupine.CheckOperations(sequential("binding", nodes), append(launched, first, second)), "%s: %+v", at, saw)
		}
	}
}
