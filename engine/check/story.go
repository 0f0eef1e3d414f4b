package check

import (
	"cmp"
	"math"
	"slices"

	"firmoffer/engine"
)

// begin returns a scheduler at the start of the world.
func (w *World) begin() *engine.Scheduler {
	if w.From != nil {
		return w.From.Clone()
	}
	s, err := engine.NewWithContract(w.Contract, w.Nodes, 0)
	if err != nil {
		panic(err) // the world was checked
	}
	return s
}

// story turns moves of one node into commands with ids, by running them on all nodes, and returns what the last one breaks.
func (w *World) story(moves []move, node int) ([]engine.Command, engine.InvariantSet) {
	s := w.begin()
	story := make([]engine.Command, len(moves))
	var j engine.Judgement
	for i, m := range moves {
		story[i] = w.real(m, s, w.Nodes[node].ID)
		j = s.Run(story[i])
	}
	return story, j.Broken
}

// real finds the ids that a move by places means on a node of a scheduler.
func (w *World) real(m move, s *engine.Scheduler, node string) engine.Command {
	cmd := engine.Command{Verb: m.verb, Amount: m.amount}
	switch m.verb {
	case engine.VerbMake:
		cmd.Framework = w.Frameworks[m.framework]
	case engine.VerbAccept, engine.VerbLaunch, engine.VerbDecline:
		_, offers := s.OnNode(node, int(m.place)+1)
		cmd.Framework, cmd.Offer = w.Frameworks[m.framework], offers[m.place].ID
	case engine.VerbFinish:
		tasks, _ := s.OnNode(node, math.MaxInt)
		sortFew(tasks, w.compareTasks)
		cmd.Framework, cmd.Task = w.Frameworks[m.framework], tasks[m.place].ID
	case engine.VerbResize:
		cmd.Node = node
	}
	return cmd
}

// sortFew sorts a short list by insertion, which keeps equals in order: a sort of the library is 3 KB to download for each
// type that it sorts.
func sortFew[T any](list []T, compare func(a, b T) int) {
	for i := range list {
		for j := i; j > 0 && compare(list[j], list[j-1]) < 0; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// compareTasks orders tasks as they stand in a key.
func (w *World) compareTasks(a, b engine.Task) int {
	if d := slices.Index(w.Frameworks, a.FrameworkID) - slices.Index(w.Frameworks, b.FrameworkID); d != 0 {
		return d
	}
	return cmp.Compare(a.Resources, b.Resources)
}
