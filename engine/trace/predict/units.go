package predict

import (
	"math"
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace/say"
)

// Bounds on what is asked about the nodes of a make, and on how many nodes are looked at for it.
const (
	mostPerNode = 2
	inSight     = 64
)

func number(n int64) option { return option{n, strconv.FormatInt(n, 10)} }

// offered is how many units the step offers of a node, or of all nodes when node is "".
func (w *world) offered(node string) (units int64) {
	for i := range w.out.Events {
		if e := &w.out.Events[i]; e.Kind == engine.OfferMade && (node == "" || node == e.NodeID) {
			units += e.Units
		}
	}
	return units
}

// units asks how much a make offers: of all nodes, and where there are several, of those on which contracts disagree or
// something stands.
func (s *scene) units(list []Question) []Question {
	nodes := s.before.Nodes()
	if fits(nodes) {
		list = s.howMany(list, "", nodes)
	}
	if len(nodes) < 2 {
		return list
	}
	asked := 0
	for pass := range 2 {
		for i := range nodes[:min(len(nodes), inSight)] {
			n := &nodes[i]
			taken := n.Allocated+n.Reserved > 0
			if asked == mostPerNode || s.disputed(n.ID) != (pass == 0) || pass == 1 && !taken {
				continue
			}
			list = s.howMany(list, n.ID, nodes[i:i+1])
			asked++
		}
	}
	return list
}

// fits reports whether the engine can add up what all contracts could offer of the nodes in one number.
func fits(nodes []engine.NodeUsage) bool {
	var sum int64
	for i := range nodes {
		if sum += nodes[i].Capacity; sum > math.MaxInt64/2 {
			return false
		}
	}
	return true
}

// disputed reports whether two contracts offer different numbers of units of the node.
func (s *scene) disputed(node string) bool {
	for i := range s.worlds {
		if s.worlds[i].offered(node) != s.worlds[0].offered(node) {
			return true
		}
	}
	return false
}

// howMany asks for the units of one node, or of all with node "".
func (s *scene) howMany(list []Question, node string, nodes []engine.NodeUsage) []Question {
	var o options
	o.add(number(0))
	for i := range s.worlds {
		o.add(number(s.worlds[i].offered(node)))
	}
	var free, unheld, whole, idle, held int64
	for i := range nodes {
		n := &nodes[i]
		free += max(0, n.Free)
		unheld += max(0, n.Capacity-n.Allocated)
		idle += max(0, n.Capacity-n.Reserved)
		whole += n.Capacity
		held += max(0, min(n.Reserved, n.Capacity))
	}
	for _, near := range [...]int64{free, unheld, whole, idle, held, free + held} {
		o.add(number(near))
	}
	text := say.It("How many units in all does this call offer to %s?", name(s.cmd.Framework))
	if node != "" {
		text = say.It("How many units of %s does this call offer to %s?", name(node), name(s.cmd.Framework))
	}
	g := s.call()
	why := s.facts()
	if s.out.Refusal == nil {
		why = s.sums(nodes)
	}
	return o.ask(list, number(s.offered(node)), Question{Kind: Units, Text: text, Why: why + g.text, Rule: g.rule})
}

// sums says what each of the nodes had left.
func (s *scene) sums(nodes []engine.NodeUsage) string {
	text := say.It("There is no node.")
	for i := range nodes {
		if i == mostSaid {
			return text + " " + say.Count(int64(len(nodes)-i), "And so on, for 1 more node.", "And so on, for %d more nodes.")
		}
		n := &nodes[i]
		held := n.Reserved
		switch s.contract.Hold {
		case engine.HoldAccepted:
			held = n.Accepted
		case engine.HoldNothing:
			held = 0
		}
		sum := say.It("%s: capacity %d - allocated %d - held %d = %d.", name(n.ID), say.D(n.Capacity), say.D(n.Allocated), say.D(held),
			say.D(n.Capacity-n.Allocated-held))
		if i == 0 {
			text = sum
		} else {
			text += " " + sum
		}
	}
	return text
}
