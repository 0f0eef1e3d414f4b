package link

import (
	"strconv"
	"strings"
)

// item is a line of a text, or a part: a word, and what belongs to it.
type item struct {
	part bool
	text string
}

const header = "firmoffer/1 "

// items returns the session as lines and parts.
func (s *Session) items() []item {
	text := s.Trace
	if rest, ok := strings.CutPrefix(text, header); ok && !strings.HasPrefix(rest, "=") {
		text = rest
	} else {
		text = "=" + text
	}
	var l list
	l.text(text)
	if s.At != countSteps(s.Trace) {
		l.add(true, "at "+strconv.Itoa(s.At))
	}
	if s.Mode != "" {
		l.add(true, "mode "+line(s.Mode))
	}
	for _, c := range s.Contracts {
		l.add(true, "with "+line(c))
	}
	for _, o := range s.Options {
		l.add(true, "set "+word(o.Key)+" "+line(o.Value))
	}
	for _, b := range s.Branches {
		l.add(true, "branch "+strconv.Itoa(b.From)+" "+strconv.Itoa(b.Of)+" "+line(b.Name))
		l.text(b.Steps)
	}
	return l
}

// list is items that are being written.
type list []item

//go:noinline
func (l *list) add(part bool, text string) { *l = append(*l, item{part, text}) }

func (l *list) text(text string) {
	for {
		line, rest, more := strings.Cut(text, "\n")
		l.add(false, line)
		switch {
		case !more:
			l.add(true, "open")
			return
		case rest == "":
			return
		}
		text = rest
	}
}

// line writes any text as one line; plain text stays as it is.
func line(s string) string { return slashed(s, false) }

// word writes any text as one word.
func word(s string) string { return slashed(s, true) }

func slashed(s string, spaces bool) string {
	var b []byte
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '\n':
			c = 'n'
		case c == ' ' && spaces:
			c = '_'
		case c != '\\':
			b = append(b, c)
			continue
		}
		b = append(b, '\\', c)
	}
	return string(b)
}

// unline is the inverse of line and of word.
func unline(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch c = s[i]; c {
			case 'n':
				c = '\n'
			case '_':
				c = ' '
			}
		}
		b = append(b, c)
	}
	return string(b)
}

// read takes the items apart again. What it does not understand is an error, and left out.
func (r *reader) read(items []item) {
	s := &r.session
	for first := true; first || len(items) > 0; first = false {
		head := item{}
		if !first {
			head, items = items[0], items[1:]
		}
		n := 0
		for n < len(items) && !items[n].part {
			n++
		}
		text := textOf(items[:n])
		items = items[n:]
		switch {
		case first:
			s.Trace = text
		case head.text == "open" && text == "":
			s.open()
		default:
			r.part(head.text, text)
		}
	}
	if rest, raw := strings.CutPrefix(s.Trace, "="); raw {
		s.Trace = rest
	} else {
		s.Trace = header + s.Trace
	}
}

// open takes the line end off the text that was read last.
func (s *Session) open() {
	last := &s.Trace
	if n := len(s.Branches); n > 0 {
		last = &s.Branches[n-1].Steps
	}
	*last = strings.TrimSuffix(*last, "\n")
}

func textOf(lines []item) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// part reads one part, with the text that follows it.
func (r *reader) part(head, text string) {
	s := &r.session
	known := text == ""
	name, rest, has := strings.Cut(head, " ")
	switch {
	case !has:
		known = false
	case name == "at":
		r.at = natural(rest, &s.At)
		known = known && r.at
	case name == "mode":
		s.Mode = unline(rest)
	case name == "with":
		s.Contracts = append(s.Contracts, unline(rest))
	case name == "set":
		key, value, ok := strings.Cut(rest, " ")
		s.Options = append(s.Options, Option{unline(key), unline(value)})
		known = known && ok
	case name == "branch":
		known = s.branch(rest, text)
	default:
		known = false
	}
	if !known {
		r.fail(&Error{Kind: Damaged, Found: quoted(head), Expected: "at, mode, with, set, branch or check, with what belongs to it"})
	}
}

func (s *Session) branch(head, text string) bool {
	from, rest, _ := strings.Cut(head, " ")
	of, name, ok := strings.Cut(rest, " ")
	b := Branch{Name: unline(name), Steps: text}
	if !ok || !natural(from, &b.From) || !natural(of, &b.Of) {
		return false
	}
	s.Branches = append(s.Branches, b)
	return true
}

// settle brings what points into the session into its bounds.
func (r *reader) settle() {
	s := &r.session
	steps := []int{countSteps(s.Trace)}
	if !r.at || s.At > steps[0] {
		s.At = steps[0]
	}
	for i := range s.Branches {
		b := &s.Branches[i]
		if b.Of > i {
			b.Of = 0
		}
		b.From = min(b.From, steps[b.Of])
		steps = append(steps, b.From+countLines(b.Steps))
	}
}
