package engine

// Tasks are found by a key: k for the id "t<k>", whoever gave it, and a negative number for any other name. So a
// generated id costs no entry in the table of names, and "t5" is one id whether it was generated or given (rule 11).

func (c *core) taskID(key int64) string {
	if key > 0 {
		return numberedID('t', key)
	}
	return c.taskNames.all[-key-1]
}

// findTask returns the newest task that had the id, or none.
func (c *core) findTask(id string) slot {
	key := numbered('t', id)
	if key == 0 {
		i := c.taskNames.find(id)
		if i == none {
			return none
		}
		key = -int64(i) - 1
	}
	if s, ok := c.byID[key]; ok {
		return s
	}
	return none
}

// checkTaskID refuses an id that a launch cannot give to its task (rule 11). "" asks for a generated one.
func (c *core) checkTaskID(id string, s slot) *denial {
	if id == "" {
		return nil
	}
	if bad := checkName("the task id", id); bad != "" {
		return c.deny(denial{reason: ErrBadName, rule: 10, offer: s, detail: bad})
	}
	if t := c.findTask(id); t != none && c.tasks[t].running {
		return c.deny(denial{reason: ErrTaskIDInUse, rule: 11, offer: s, task: t})
	}
	return nil
}

// taskKey returns the key of a checked id, or that of the next generated id that is not in use. It is called when
// nothing can be refused any more, so a refused launch burns no number (rule 8).
func (c *core) taskKey(id string) int64 {
	if k := numbered('t', id); k > 0 {
		return k
	}
	if id != "" {
		return -int64(c.taskNames.add(id)) - 1
	}
	for {
		c.lastTask++
		if s, ok := c.byID[c.lastTask]; !ok || !c.tasks[s].running {
			return c.lastTask
		}
	}
}
