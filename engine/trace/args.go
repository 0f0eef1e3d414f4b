package trace

import (
	"strings"

	"firmoffer/engine"
)

// readArgs reads the rest of a line into c: what must be there in order, options anywhere among it and once.
func readArgs(s scanner, args []Arg, c *engine.Command, strict bool) *Error {
	var seen uint // one bit an argument
	next := 0     // the first argument that may still be missing
	for {
		w := s.next()
		if w.text == "" {
			break
		}
		i := next
		if w.key != "" {
			i = option(args, w.key)
		}
		if i < 0 || i == len(args) || w.key == "" && args[i].Key != "" {
			return unknownArg(w, args)
		}
		if seen&(1<<i) != 0 {
			return w.unexpected("each option once", "")
		}
		if err := readArg(w.option(), &args[i], c, strict); err != nil {
			return err
		}
		seen |= 1 << i
		if w.key == "" {
			next++
		}
	}
	return missing(&s, args, seen, c)
}

// option returns the place of the option in args, or -1.
func option(args []Arg, key string) int {
	for i := range args {
		if args[i].Key == key {
			return i
		}
	}
	return -1
}

func readArg(w word, a *Arg, c *engine.Command, strict bool) (err *Error) {
	if a.Kind == KindNumber {
		c.Amount, err = w.number(a, strict)
		return err
	}
	*nameIn(c, a.Kind), err = w.name(a.What)
	return err
}

// missing fills in what was left out, or says what may not be.
func missing(s *scanner, args []Arg, seen uint, c *engine.Command) *Error {
	for i := range args {
		switch a := &args[i]; {
		case seen&(1<<i) != 0:
		case a.Key == "":
			return s.next().unexpected(a.What, "")
		case a.Kind == KindNumber:
			c.Amount = a.Default
		}
	}
	return nil
}

// unknownArg says what could have stood where w does: an option of the verb, or the end of the line.
func unknownArg(w word, args []Arg) *Error {
	var usages, keys []string
	for _, a := range args {
		if a.Key != "" {
			usages = append(usages, a.Key+"="+a.Name)
			keys = append(keys, a.Key)
		}
	}
	expected := strings.Join(append(usages, "the end of the line"), " or ")
	hint := ""
	switch {
	case w.text[0] == '#':
		hint = "a comment stands on a line of its own"
	case w.key != "":
		hint = didYouMean(w.key, keys)
	}
	return w.unexpected(expected, hint)
}
