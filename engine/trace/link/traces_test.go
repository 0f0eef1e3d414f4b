package link

import (
	"fmt"
	"math/rand"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// ordinary is what most people do: ask, take, run, finish, now and then wait.
func ordinary(nodes, steps int) string {
	t := trace.New("binding", clusterOf(nodes))
	s, _ := engine.New(t.NodeList(), 0)
	for i := 0; len(t.Steps) < steps; i++ {
		f := string(rune('A' + i%3))
		run := func(c engine.Command) { t.Steps = append(t.Steps, trace.Step{Command: c}); s.Run(c) }
		made := len(s.Offers())
		run(engine.Command{Verb: engine.VerbMake, Framework: f, Amount: 10})
		for _, o := range s.Offers()[made:] {
			run(engine.Command{Verb: engine.VerbAccept, Framework: f, Offer: o.ID})
			run(engine.Command{Verb: engine.VerbLaunch, Framework: f, Offer: o.ID})
		}
		run(engine.Command{Verb: engine.VerbAdvance, Amount: 2})
		for _, task := range s.Tasks() {
			if task.Running {
				run(engine.Command{Verb: engine.VerbFinish, Framework: task.FrameworkID, Task: task.ID})
			}
		}
	}
	t.Steps = t.Steps[:steps]
	return t.String()
}

func clusterOf(n int) (nodes []engine.Node) {
	for i := range n {
		nodes = append(nodes, engine.Node{ID: "n" + strconv.Itoa(i+1), Capacity: int64(4 + i%3*4)})
	}
	return nodes
}

// walk is a random walk that knows what it may do, and errs in one step of ten. named gives tasks names of their own.
func walk(seed int64, nodes, steps int, named bool) string {
	r := rand.New(rand.NewSource(seed))
	t := trace.New("binding", clusterOf(nodes))
	s, _ := engine.New(t.NodeList(), 0)
	for len(t.Steps) < steps {
		c := stepOf(r, s, nodes, named)
		t.Steps = append(t.Steps, trace.Step{Command: c})
		s.Run(c)
	}
	return t.String()
}

func stepOf(r *rand.Rand, s *engine.Scheduler, nodes int, named bool) engine.Command {
	frameworks := []string{"A", "B", "C"}
	f := frameworks[r.Intn(3)]
	offer := func(states ...engine.State) (engine.Offer, bool) {
		var list []engine.Offer
		for _, o := range s.Offers() {
			for _, state := range states {
				if o.State == state {
					list = append(list, o)
				}
			}
		}
		if len(list) == 0 {
			return engine.Offer{}, false
		}
		o := list[r.Intn(len(list))]
		if r.Intn(10) == 0 {
			o.FrameworkID = f
		}
		return o, true
	}
	switch r.Intn(7) {
	case 1:
		if o, ok := offer(engine.Pending); ok {
			return engine.Command{Verb: engine.VerbAccept, Framework: o.FrameworkID, Offer: o.ID}
		}
	case 2:
		if o, ok := offer(engine.Accepted); ok {
			c := engine.Command{Verb: engine.VerbLaunch, Framework: o.FrameworkID, Offer: o.ID}
			if named {
				c.Task = []string{"web", "db", "cache"}[r.Intn(3)] + strconv.Itoa(r.Intn(4))
			}
			return c
		}
	case 3:
		if o, ok := offer(engine.Pending, engine.Accepted); ok {
			return engine.Command{Verb: engine.VerbDecline, Framework: o.FrameworkID, Offer: o.ID}
		}
	case 4:
		var running []engine.Task
		for _, task := range s.Tasks() {
			if task.Running {
				running = append(running, task)
			}
		}
		if len(running) > 0 {
			task := running[r.Intn(len(running))]
			return engine.Command{Verb: engine.VerbFinish, Framework: task.FrameworkID, Task: task.ID}
		}
	case 5:
		return engine.Command{Verb: engine.VerbAdvance, Amount: int64(1 + r.Intn(5))}
	case 6:
		return engine.Command{Verb: engine.VerbResize, Node: "n" + strconv.Itoa(1+r.Intn(nodes)), Amount: int64(r.Intn(13))}
	}
	return engine.Command{Verb: engine.VerbMake, Framework: f, Amount: []int64{10, 10, 4, 7}[r.Intn(4)]}
}

// The link of a 200-step trace has at most 1,000 characters, its receipt included.
func TestTwoHundredStepsFit(t *testing.T) {
	texts := map[string]string{}
	for _, nodes := range []int{1, 3, 10} {
		texts[fmt.Sprintf("ordinary, %d nodes", nodes)] = ordinary(nodes, 200)
		for seed := range int64(8) {
			texts[fmt.Sprintf("walk %d, %d nodes", seed, nodes)] = walk(seed, nodes, 200, false)
			texts[fmt.Sprintf("walk %d, %d nodes, named tasks", seed, nodes)] = walk(seed, nodes, 200, true)
		}
	}
	longest := 0
	for name, text := range texts {
		fragment := Encode(Session{Trace: text, At: 100, Mode: "compare", Contracts: []string{"optimistic"}})
		longest = max(longest, len(fragment))
		require.LessOrEqual(t, len(fragment), 1000, name)
		_, receipt, err := Decode(fragment)
		require.NoError(t, err, name)
		require.Equal(t, 200, receipt.Steps(), name)
		t.Logf("%s: %d", name, len(fragment))
	}
	t.Logf("the longest link of 200 steps has %d characters", longest)
}
