package check

import (
	"strconv"

	"firmoffer/engine"
)

// move is a command to one node, by places and not by ids: offer or task number place in the order of the key.
type move struct {
	verb      engine.Verb
	framework uint8
	place     uint8
	amount    int64
}

// shared are the moves that act on every node at once; they are the same in every state, in this order.
func (w *World) shared() []move {
	var moves []move
	for f := range w.Frameworks {
		for _, t := range w.Timeouts {
			moves = append(moves, move{verb: engine.VerbMake, framework: uint8(f), amount: t})
		}
	}
	for _, d := range w.Advances {
		moves = append(moves, move{verb: engine.VerbAdvance, amount: d})
	}
	return moves
}

// own appends the moves that act on this node alone: its offers, its tasks, its capacity.
func (w *World) own(moves []move, l *engine.Local) []move {
	for i := range l.Offers() {
		f, state := l.Offer(i)
		m := move{verb: engine.VerbLaunch, framework: uint8(f), place: uint8(i)}
		if state == engine.Pending {
			m.verb = engine.VerbAccept
		}
		moves = append(moves, m)
		m.verb = engine.VerbDecline
		moves = append(moves, m)
	}
	for i := range l.Tasks() {
		f, units := l.Task(i)
		if i > 0 {
			if g, same := l.Task(i - 1); g == f && same == units {
				continue // tasks of one kind are interchangeable
			}
		}
		moves = append(moves, move{verb: engine.VerbFinish, framework: uint8(f), place: uint8(i)})
	}
	for _, c := range w.Resizes {
		moves = append(moves, move{verb: engine.VerbResize, amount: c})
	}
	return moves
}

// inTurn appends the order in which the moves of a loaded state are tried. Of two stories of the same length the one that
// is found first is told; so frameworks that have nothing on the node make first, and two of them clash rather than one
// with itself.
func inTurn(order []int, moves []move, l *engine.Local) []int {
	var busy [maxFrameworks]int
	for i := range l.Offers() {
		f, _ := l.Offer(i)
		busy[f]++
	}
	makes := 0
	for makes < len(moves) && moves[makes].verb == engine.VerbMake {
		makes++
	}
	for offers := 0; len(order) < makes; offers++ {
		for i := range makes {
			if busy[moves[i].framework] == offers {
				order = append(order, i)
			}
		}
	}
	for i := makes; i < len(moves); i++ {
		order = append(order, i)
	}
	return order
}

// command is the move in the only node of a Local.
func (w *World) command(m move) engine.Command {
	cmd := engine.Command{Verb: m.verb, Framework: w.Frameworks[m.framework], Node: engine.LocalNode, Amount: m.amount}
	switch m.verb {
	case engine.VerbAccept, engine.VerbLaunch, engine.VerbDecline:
		cmd.Offer = offerIDs[m.place]
	case engine.VerbFinish:
		cmd.Task = taskIDs[m.place]
	}
	return cmd
}

// maxPlaces bounds the offers and the tasks of one node. Only a contract that offers the same units again and again comes
// near, and its search has no end.
const maxPlaces = 256

var offerIDs, taskIDs = ids("o"), ids("t")

func ids(prefix string) (list [maxPlaces]string) {
	for i := range list {
		list[i] = prefix + strconv.Itoa(i+1)
	}
	return list
}
