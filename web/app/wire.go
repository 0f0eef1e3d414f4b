package app

import (
	"errors"
	"strconv"
	"strings"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/engine/trace"
)

// A job and its news travel between threads as text: lines of a word and a value, and what is a trace behind them. Both
// ends are this program, so the reader is strict and says little.

var errWire = errors.New("the message of the search cannot be read")

// Text writes the job.
func (j Job) Text() string {
	w := &j.World
	var b strings.Builder
	line := func(word, value string) { b.WriteString(word + " " + value + "\n") }
	line("contract", w.Contract.Name)
	line("promise", strconv.Itoa(int(w.Promise)))
	line("any", strconv.FormatBool(w.Any))
	line("depth", strconv.Itoa(w.Depth))
	for _, n := range w.Nodes {
		line("node", strconv.FormatInt(n.Capacity, 10)+" "+strconv.Quote(n.ID))
	}
	for _, f := range w.Frameworks {
		line("framework", strconv.Quote(f))
	}
	for _, list := range []struct {
		word   string
		values []int64
	}{{"timeout", w.Timeouts}, {"advance", w.Advances}, {"resize", w.Resizes}} {
		for _, v := range list.values {
			line(list.word, strconv.FormatInt(v, 10))
		}
	}
	return b.String() + "\n" + j.Prefix
}

// ReadJob is the inverse of [Job.Text].
func ReadJob(text string) (Job, error) {
	head, prefix, ok := strings.Cut(text, "\n\n")
	if !ok {
		return Job{}, errWire
	}
	j := Job{Prefix: prefix}
	for line := range strings.SplitSeq(head, "\n") {
		word, value, _ := strings.Cut(line, " ")
		if err := j.read(word, value); err != nil {
			return Job{}, errWire
		}
	}
	return j, nil
}

func (j *Job) read(word, value string) error {
	w := &j.World
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return -1 // which no part of a world may be
		}
		return n
	}
	switch word {
	case "contract":
		c, ok := engine.ContractByName(value)
		if !ok {
			return errWire
		}
		w.Contract, j.Contract = c, c.Name
	case "promise":
		w.Promise = engine.Invariant(number(value))
	case "any":
		any, err := strconv.ParseBool(value)
		w.Any = any
		return err
	case "depth":
		w.Depth = int(number(value))
	case "node":
		capacity, quoted, _ := strings.Cut(value, " ")
		id, err := strconv.Unquote(quoted)
		w.Nodes = append(w.Nodes, engine.Node{ID: id, Capacity: number(capacity)})
		return err
	case "framework":
		name, err := strconv.Unquote(value)
		w.Frameworks = append(w.Frameworks, name)
		return err
	case "timeout":
		w.Timeouts = append(w.Timeouts, number(value))
	case "advance":
		w.Advances = append(w.Advances, number(value))
	case "resize":
		w.Resizes = append(w.Resizes, number(value))
	default:
		return errWire
	}
	return nil
}

// Text writes the news, without their number, which belongs to whoever started the search.
func (n HuntNews) Text() string {
	r := &n.Result
	numbers := []int{int(r.Verdict), bit(r.Done), bit(r.Whole), bit(r.NodeWhole), r.Depth, r.States, r.Transitions, r.NodeStates, r.EngineCalls, int(r.Broken),
		bit(r.Overhang), int(n.Millis)}
	words := make([]string, 0, len(numbers)+len(r.Reached))
	for _, v := range numbers {
		words = append(words, strconv.Itoa(v))
	}
	for _, s := range r.Reached {
		words = append(words, strconv.Itoa(int(s)))
	}
	text := strings.Join(words, " ") + "\n" + strconv.Quote(n.Problem)
	for _, cmd := range r.Story {
		text += "\n" + trace.FormatCommand(cmd)
	}
	return text
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// ReadNews is the inverse of [HuntNews.Text].
func ReadNews(text string) (HuntNews, error) {
	const fixed = 12
	lines := strings.Split(text, "\n")
	words := strings.Fields(lines[0])
	if len(lines) < 2 || len(words) < fixed {
		return HuntNews{}, errWire
	}
	numbers := make([]int, len(words))
	for i, w := range words {
		v, err := strconv.Atoi(w)
		if err != nil {
			return HuntNews{}, errWire
		}
		numbers[i] = v
	}
	n := HuntNews{Millis: int64(numbers[11]), Result: check.Result{Verdict: check.Verdict(numbers[0]), Done: numbers[1] == 1,
		Whole: numbers[2] == 1, NodeWhole: numbers[3] == 1, Depth: numbers[4], States: numbers[5], Transitions: numbers[6],
		NodeStates: numbers[7], EngineCalls: numbers[8], Broken: engine.InvariantSet(numbers[9]), Overhang: numbers[10] == 1}}
	for _, s := range numbers[fixed:] {
		n.Result.Reached = append(n.Result.Reached, engine.State(s))
	}
	var err error
	if n.Problem, err = strconv.Unquote(lines[1]); err != nil {
		return HuntNews{}, errWire
	}
	for _, line := range lines[2:] {
		cmd, err := trace.ParseCommand(line)
		if err != nil {
			return HuntNews{}, errWire
		}
		n.Result.Story = append(n.Result.Story, cmd)
	}
	return n, nil
}
