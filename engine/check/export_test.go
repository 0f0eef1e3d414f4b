package check

import "bytes"

// Successors returns the states that one command of the world leads to, as the search sees them: how many commands lead
// to each, by the keys of its nodes. Whatever is broken does not stop it.
func Successors(w World) (map[string]int, error) {
	if err := w.prepare(); err != nil {
		return nil, err
	}
	keys, err := w.starts()
	if err != nil {
		return nil, err
	}
	g, err := newGraph(&w, keys)
	if err != nil {
		return nil, err
	}
	g.keep = true
	for distinct := g.keys.count(); g.next < distinct; {
		g.expand()
	}
	states := map[string]int{}
	count := func() { states[string(bytes.Join(keys, []byte("|")))]++ }
	starts := make([]uint32, len(keys))
	for i, key := range keys {
		starts[i], _ = g.keys.find(key)
	}
	for k := range g.shared {
		for i, s := range starts {
			keys[i] = g.keys.at(g.sharedEdges(s)[k])
		}
		count()
	}
	for i, s := range starts {
		keys[i] = g.keys.at(s)
	}
	for i, s := range starts {
		for _, to := range g.ownEdges(s) {
			keys[i] = g.keys.at(to)
			count()
		}
		keys[i] = g.keys.at(s)
	}
	return states, nil
}

// NewSet, Add and FitsAnInteger reach what small worlds do not.
func NewSet(size uint64) *Set {
	s := newSet(size)
	return &Set{s}
}

type Set struct{ set set }

func (s *Set) Add(code uint64) bool { return s.set.add(code) }

func FitsAnInteger(nodeStates, nodes int) bool {
	g := &graph{}
	g.keys.ends = make([]uint32, nodeStates)
	return newProduct(&World{MaxStates: 1}, g, make([]uint32, nodes)) != nil
}
