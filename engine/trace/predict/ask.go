package predict

import (
	"errors"
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// Kind says what a question is about.
type Kind uint8

// The kinds of questions.
const (
	Outcome Kind = iota // does the call succeed, or why is it refused?
	Units               // how many units are offered?
	Fate                // in which state is an offer afterwards?
	Verdict             // does everything hold afterwards?
	Own                 // what the trace asks by itself

	KindCount = iota
)

var kindNames = [KindCount]string{"outcome", "units", "fate", "verdict", "own"}

// String returns the kind as it stands in the text of a score.
func (k Kind) String() string {
	if k >= KindCount {
		return "?"
	}
	return kindNames[k]
}

// Question is one question about a step, with its answer. Show Text and Options before the step, and the rest afterwards.
type Question struct {
	Kind    Kind
	Text    string
	Options []string // 2 to MaxOptions, all different, in an order that does not depend on Right
	Right   int      // the place of the right one in Options
	Why     string   // what happened and why
	Rule    int      // the rule of the project's contract that decided, 0 when none of the 24 did
}

// MaxOptions is how many options a question has at most; one that a trace asks by itself can have [MaxOwn].
const MaxOptions = 4

// Bounds on what stands behind a step that is still replayed under every contract; beyond them the wrong options come
// from the ledger alone. They keep a question of a hostile trace to about a tenth of a second in a browser.
const (
	mostSteps  = 2000
	mostOffers = 10_000
	mostNodes  = 2000
)

// Ask returns what can be asked about step i of the trace, from 0, before it runs under the contract; the most telling
// question first, and always at least one. The trace is left as it is, and recorded results do not count.
//
// It replays the steps up to i twice under c and once under every other contract, so its cost is that of about 12 i
// steps. An error says that there is no such step, or why the replay failed (see [trace.Replay]).
func Ask(t *trace.Trace, i int, c engine.Contract) ([]Question, error) {
	if i < 0 || i >= len(t.Steps) {
		return nil, errors.New("there is no step " + strconv.Itoa(i+1) + ": the trace has " + strconv.Itoa(len(t.Steps)))
	}
	s, err := look(t, i, c)
	if err != nil {
		return nil, err
	}
	return s.questions(), nil
}

// scene is a step that is about to run: the state before it, what it will do, and what it would do elsewhere.
type scene struct {
	at       int
	cmd      engine.Command
	contract engine.Contract
	before   *engine.Scheduler
	world             // after the step, under the contract that runs
	worlds   []world  // after the step, under every contract, in the order of the table whichever runs
	said     []string // the results of the step, a line for each event and then what is wrong
}

// world is the trace right after the step under one contract.
type world struct {
	after *engine.Scheduler
	out   engine.Outcome
}

func look(t *trace.Trace, i int, c engine.Contract) (*scene, error) {
	before, _, err := trace.Replay(t, c, i)
	if err != nil {
		return nil, err
	}
	own, err := play(t, c, i)
	if err != nil {
		return nil, err
	}
	s := scene{at: i, cmd: t.Steps[i].Command, contract: c, before: before, world: own, said: trace.Results(own.out)}
	s.meet(t)
	return &s, nil
}

func play(t *trace.Trace, c engine.Contract, i int) (world, error) {
	after, _, err := trace.Replay(t, c, i+1)
	if err != nil {
		return world{}, err
	}
	return world{after, after.Last()}, nil
}

// meet collects the worlds of all contracts. One whose replay fails has no answer to give.
func (s *scene) meet(t *trace.Trace) {
	n := s.before.Counts()
	alone := s.at > mostSteps || n.Made > mostOffers || n.Nodes > mostNodes
	met := false
	for _, c := range engine.Contracts() {
		if c == s.contract {
			s.worlds, met = append(s.worlds, s.world), true
		} else if alone {
			continue
		} else if w, err := play(t, c, s.at); err == nil {
			s.worlds = append(s.worlds, w)
		}
	}
	if !met {
		s.worlds = append(s.worlds, s.world)
	}
}

// questions puts what the verb is about first.
func (s *scene) questions() []Question {
	var list []Question
	switch s.cmd.Verb {
	case engine.VerbMake, engine.VerbAdvance, engine.VerbResize:
		if s.edgy() {
			list = s.outcome(list)
		}
	default:
		list = s.outcome(list)
	}
	if s.cmd.Verb == engine.VerbMake {
		list = s.units(list)
	}
	return s.verdict(s.fates(list))
}

// options are candidates for one question, in the order in which they are taken.
type options []option

type option struct {
	rank int64 // the place among the others in the question
	text string
}

// add adds a candidate, unless one has its text.
func (o *options) add(c option) {
	for i := range *o {
		if (*o)[i].text == c.text {
			return
		}
	}
	*o = append(*o, c)
}

// ask adds a question to the list, unless nothing stands beside the right answer. It takes the first candidates, and the
// right one where it is not among them.
func (o options) ask(list []Question, right option, q Question) []Question {
	o.add(right)
	if len(o) < 2 {
		return list
	}
	if len(o) > MaxOptions {
		kept := false
		for _, c := range o[:MaxOptions] {
			kept = kept || c.text == right.text
		}
		if o = o[:MaxOptions]; !kept {
			o[MaxOptions-1] = right
		}
	}
	q.Options, q.Right = o.sort(right)
	return append(list, q)
}

// sort puts the candidates in their order and finds the right one.
func (o options) sort(right option) (texts []string, at int) {
	for i := range o {
		for k := i; k > 0 && (o[k].rank < o[k-1].rank || o[k].rank == o[k-1].rank && o[k].text < o[k-1].text); k-- {
			o[k], o[k-1] = o[k-1], o[k]
		}
	}
	for i := range o {
		if texts = append(texts, o[i].text); o[i].text == right.text {
			at = i
		}
	}
	return texts, at
}
