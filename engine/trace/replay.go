package trace

import (
	"fmt"

	"firmoffer/engine"
)

// Replay runs the first upTo steps of t under c and returns the scheduler after them and the judgement of each. upTo
// below 0 or beyond the end means all steps. It writes no text and allocates only what the scheduler's tables grow by.
//
// An error says why the replay stopped early: nodes that the engine does not take, which no parsed trace has, or more
// than [MaxOffers] offers; with the latter the scheduler and the judgements stand at the step before.
func Replay(t *Trace, c engine.Contract, upTo int) (*engine.Scheduler, []engine.Judgement, error) {
	if upTo < 0 || upTo > len(t.Steps) {
		upTo = len(t.Steps)
	}
	at, err := begin(t, c)
	if err != nil {
		return nil, nil, err
	}
	judged := make([]engine.Judgement, 0, upTo)
	at.grow(t.Steps[:upTo])
	for at.steps < upTo {
		j, err := at.run(&t.Steps[at.steps].Command)
		if err != nil {
			return at.scheduler, judged, err
		}
		judged = append(judged, j)
	}
	return at.scheduler, judged, nil
}

// position is a scheduler somewhere in a trace.
type position struct {
	scheduler *engine.Scheduler
	steps     int  // run so far
	ran       bool // the scheduler ran the last of them itself, so it can tell about it
}

func begin(t *Trace, c engine.Contract) (position, error) {
	s, err := engine.NewWithContract(c, t.NodeList(), 0)
	return position{scheduler: s}, err
}

// grow makes room for the steps, each make with one offer: most find something free on one node or on none.
func (p position) grow(steps []Step) {
	makes, launches := 0, 0
	for i := range steps {
		switch steps[i].Command.Verb {
		case engine.VerbMake:
			makes++
		case engine.VerbLaunch:
			launches++
		}
	}
	p.scheduler.Grow(makes, launches)
}

func (p position) clone() position {
	p.scheduler, p.ran = p.scheduler.Clone(), false
	return p
}

// run runs the next step, unless it could bring the replay beyond MaxOffers.
func (p *position) run(c *engine.Command) (engine.Judgement, error) {
	if c.Verb == engine.VerbMake { // how many offers it will make is not known before, but one a node at most
		if n := p.scheduler.Counts(); n.Made+n.Nodes > MaxOffers {
			return engine.Judgement{}, fmt.Errorf("step %d, %s: it could bring this replay to more than %d offers",
				p.steps+1, FormatCommand(*c), MaxOffers)
		}
	}
	p.steps, p.ran = p.steps+1, true
	return p.scheduler.Run(*c), nil
}

// Player moves about in one trace under one contract. Steps may be appended to the trace at any time; before others
// are changed, [Player.Forget] them. It is not safe for concurrent use.
type Player struct {
	trace  *Trace
	first  position // before the first step
	mark   position // a little before the place last gone back to, so that going on from there is short
	now    position
	judged []engine.Judgement
}

// markEvery is how many steps going back by one costs at most, once a mark is set.
const markEvery = 256

// NewPlayer returns a player of t under c that has run nothing. The error says which node the engine does not take; a
// parsed trace has none.
func NewPlayer(t *Trace, c engine.Contract) (*Player, error) {
	first, err := begin(t, c)
	if err != nil {
		return nil, err
	}
	return &Player{trace: t, first: first, mark: first, now: first.clone()}, nil
}

// Judge runs the steps that were not run yet and returns the judgement of every step, the first at index 0. The slice is
// the player's: do not change it. On an error, which names the step, it holds the judgements before that step.
func (p *Player) Judge() ([]engine.Judgement, error) {
	if len(p.judged) == len(p.trace.Steps) {
		return p.judged, nil
	}
	_, err := p.At(len(p.trace.Steps))
	return p.judged, err
}

// At returns the scheduler after the first k steps. It is the player's: look, but do not call what changes it. Going on
// costs the steps between; going back costs up to k steps once, and a clone and markEvery steps from there on.
func (p *Player) At(k int) (*engine.Scheduler, error) {
	if k < 0 || k > len(p.trace.Steps) {
		return nil, fmt.Errorf("there is no step %d: the trace has %d", k, len(p.trace.Steps))
	}
	if k < p.now.steps {
		if err := p.back(k); err != nil {
			return nil, err
		}
	}
	err := p.on(&p.now, k)
	return p.now.scheduler, err
}

// back returns to the mark, which is moved before k where it is behind it.
func (p *Player) back(k int) error {
	if k < p.mark.steps {
		p.mark = p.first
	}
	if k-p.mark.steps > markEvery {
		mark := p.mark.clone()
		if err := p.on(&mark, k-markEvery/2); err != nil {
			return err
		}
		p.mark = mark
	}
	p.now = p.mark.clone()
	return nil
}

// on runs a position forward to k and keeps the judgements that are new.
func (p *Player) on(at *position, k int) error {
	for at.steps < k {
		i := at.steps
		j, err := at.run(&p.trace.Steps[i].Command)
		if err != nil {
			return err
		}
		if i == len(p.judged) {
			p.judged = append(p.judged, j)
		}
	}
	return nil
}

// Outcome tells in full what step i, from 0, did. It costs what going there costs, and leaves the player after the step.
func (p *Player) Outcome(i int) (engine.Outcome, error) {
	if i < 0 || i >= len(p.trace.Steps) {
		return engine.Outcome{}, fmt.Errorf("there is no step %d: the trace has %d", i+1, len(p.trace.Steps))
	}
	if p.now.steps != i+1 || !p.now.ran {
		if _, err := p.At(i); err != nil {
			return engine.Outcome{}, err
		}
		if _, err := p.At(i + 1); err != nil {
			return engine.Outcome{}, err
		}
	}
	return p.now.scheduler.Last(), nil
}

// Forget drops everything that is known about step k, from 0, and those after it.
func (p *Player) Forget(k int) {
	k = max(k, 0)
	p.judged = p.judged[:min(k, len(p.judged))]
	if p.mark.steps > k {
		p.mark = p.first
	}
	if p.now.steps > k {
		p.now = p.mark.clone()
	}
}
