package check

// set is a set of integers: a bit each where they are few enough, else a table with open addressing.
type set struct {
	bits  []uint64
	table []uint64 // code+1, 0 for an empty place
	count int
}

// denseBits is up to how many possible states a bit is kept for each: 64 MB.
const denseBits = 1 << 29

// newSet returns a set of integers below size.
func newSet(size uint64) set {
	if size > denseBits {
		return set{table: make([]uint64, 1<<12)}
	}
	return set{bits: make([]uint64, size/64+1)}
}

// add reports whether code is new.
func (s *set) add(code uint64) bool {
	if s.bits != nil {
		word, bit := code>>6, uint64(1)<<(code&63)
		if s.bits[word]&bit != 0 {
			return false
		}
		s.bits[word] |= bit
		return true
	}
	if 2*s.count >= len(s.table) {
		s.grow()
	}
	if !s.insert(code + 1) {
		return false
	}
	s.count++
	return true
}

func (s *set) insert(entry uint64) bool {
	mask := uint64(len(s.table) - 1)
	for at := (entry * 0x9E3779B97F4A7C15) >> 20 & mask; ; at = (at + 1) & mask {
		switch s.table[at] {
		case 0:
			s.table[at] = entry
			return true
		case entry:
			return false
		}
	}
}

func (s *set) grow() {
	old := s.table
	s.table = make([]uint64, 2*len(old))
	for _, entry := range old {
		if entry != 0 {
			s.insert(entry)
		}
	}
}
