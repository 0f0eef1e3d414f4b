package engine

import (
	"maps"
	"slices"
)

// Tasks are found by a key: k for the id "t<k>", whoever gave it, and a negative number for any other name. So a
// generated id costs no entry in the table of names, and "t5" is one id whether it was generated or given (rule 11).

func (c *core) taskID(key int64) string {
	if key > 0 {
		return numberedID('t', key)
	}
	return c.taskNames.all[-key-1]
}

// findKey returns the key of the id, or 0 for a name that no task had yet.
func (c *core) findKey(id string) int64 {
	if key := numbered('t', id); key > 0 {
		return key
	}
	return -int64(c.taskNames.find(id)) - 1 // none is -1
}

// findTask returns the newest task that had the id, or none.
func (c *core) findTask(id string) slot {
	if key := c.findKey(id); key != 0 {
		return c.byID.find(key)
	}
	return none
}

// taskIndex finds the newest task that had an id, by its key. The ids that are generated come in order, so their tasks
// stand in a row, and so do the tasks with names, by the number of the name; only the others, and what a prune kept, need a map.
type taskIndex struct {
	first  int64  // key of row[0]
	row    []slot // of the keys from first on, without a gap
	named  []slot // of the keys from -1 down, without a gap
	others map[int64]slot
}

func newTaskIndex(first int64) taskIndex { return taskIndex{first: first, others: map[int64]slot{}} }

// find returns the task, or none.
func (x *taskIndex) find(key int64) slot {
	if i := key - x.first; i >= 0 && i < int64(len(x.row)) {
		return x.row[i]
	}
	if key < 0 {
		return x.named[^key]
	}
	if len(x.others) > 0 {
		if s, ok := x.others[key]; ok {
			return s
		}
	}
	return none
}

func (x *taskIndex) put(key int64, s slot) {
	switch i := key - x.first; {
	case i >= 0 && i < int64(len(x.row)):
		x.row[i] = s
	case key < 0 && ^key < int64(len(x.named)):
		x.named[^key] = s
	case key < 0: // a new name has the next number
		x.named = append(x.named, s)
	case i == int64(len(x.row)):
		x.row = append(x.row, s)
	default:
		x.others[key] = s
	}
}

func (x *taskIndex) clone() taskIndex {
	return taskIndex{x.first, slices.Clone(x.row), slices.Clone(x.named), maps.Clone(x.others)}
}

// clear forgets every task and keeps the memory.
func (x *taskIndex) clear() {
	x.first, x.row = 1, x.row[:0]
	for i := range x.named { // their names stay
		x.named[i] = none
	}
	if len(x.others) > 0 {
		clear(x.others)
	}
}

// checkTaskID refuses an id that a launch cannot give to its task (rule 11), and returns its key, or 0 for a new name and
// for "", which asks for a generated id.
func (c *core) checkTaskID(id string, s slot) (int64, *denial) {
	if id == "" {
		return 0, nil
	}
	key := c.findKey(id)
	if key == 0 {
		if bad := checkName("the task id", id); bad != "" {
			return 0, c.deny(denial{reason: ErrBadName, rule: 10, offer: s, detail: bad})
		}
		return 0, nil
	}
	if t := c.byID.find(key); t != none && c.tasks[t].running {
		return 0, c.deny(denial{reason: ErrTaskIDInUse, rule: 11, offer: s, task: t})
	}
	return key, nil
}

// newKey returns the key of a checked id that has none yet; that of "" is the next generated id that is not in use. It is
// called when nothing can be refused any more, so a refused launch burns no number (rule 8).
func (c *core) newKey(id string) int64 {
	if id != "" {
		return -int64(c.taskNames.add(id)) - 1
	}
	for {
		c.lastTask++
		s := c.byID.find(c.lastTask)
		if s == none || !c.tasks[s].running {
			return c.lastTask
		}
		c.byID.put(c.lastTask, s) // into the row, which must have no gap
	}
}
