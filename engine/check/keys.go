package check

import "bytes"

// keys gives numbers to keys, in the order in which they come. All keys stand in one piece of memory, so that one costs
// its bytes and about 12 more.
type keys struct {
	text  []byte
	ends  []uint32 // where each key ends in the text
	table []uint32 // open addressing: number of the key plus 1, 0 for an empty place
}

func (k *keys) count() int { return len(k.ends) }

// at returns a key. It is not to be changed.
func (k *keys) at(number uint32) []byte {
	begin := uint32(0)
	if number > 0 {
		begin = k.ends[number-1]
	}
	return k.text[begin:k.ends[number]]
}

// find returns the number of a key, and false when it has none.
func (k *keys) find(key []byte) (uint32, bool) {
	if len(k.table) == 0 {
		return 0, false
	}
	number := k.table[k.place(key)]
	return number - 1, number > 0
}

// number returns the number of a key and gives it one where it has none.
func (k *keys) number(key []byte) uint32 {
	if 2*len(k.ends) >= len(k.table) {
		k.grow()
	}
	place := k.place(key)
	if k.table[place] == 0 {
		k.text = append(k.text, key...)
		k.ends = append(k.ends, uint32(len(k.text)))
		k.table[place] = uint32(len(k.ends))
	}
	return k.table[place] - 1
}

// place returns where the key stands in the table, or the empty place where it belongs.
func (k *keys) place(key []byte) int {
	hash := uint64(len(key))
	for _, b := range key {
		hash = (hash ^ uint64(b)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	mask := len(k.table) - 1
	for place := int(hash>>32) & mask; ; place = (place + 1) & mask {
		if n := k.table[place]; n == 0 || bytes.Equal(k.at(n-1), key) {
			return place
		}
	}
}

func (k *keys) grow() {
	k.table = make([]uint32, max(64, 2*len(k.table)))
	for number := range uint32(len(k.ends)) {
		k.table[k.place(k.at(number))] = number + 1
	}
}
