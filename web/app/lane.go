package app

import (
	"slices"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// lane is the trace of the session under one contract: everything that follows from the two, brought up to date by
// replay. The page has one, and in compare mode two or three beside each other.
type lane struct {
	contract engine.Contract
	title    string       // the contract's name, or the branch's where branches are compared
	apart    bool         // it is another branch, with steps of its own
	live     *trace.Trace // the session's trace as the player knows it
	player   *trace.Player
	sched    *engine.Scheduler  // after session.at steps; the player's, only to look at
	marks    []engine.Judgement // of every step, also of those that are not done
	outcome  engine.Outcome     // of the step done last
	firstBad int                // number of the first step that is violated, 0 when none is
}

// newLane runs all steps of a trace under a contract.
func newLane(doc *trace.Trace, c engine.Contract) (lane, error) {
	live := *doc
	player, err := trace.NewPlayer(&live, c)
	if err != nil {
		return lane{}, err
	}
	marks, err := player.Judge()
	if err != nil {
		return lane{}, err
	}
	return lane{contract: c, title: c.Name, live: &live, player: player, marks: marks, firstBad: 1 + slices.IndexFunc(marks, violated)}, nil
}

func violated(j engine.Judgement) bool { return j.Verdict == engine.Violated }

// stand moves to the place after the first at steps.
func (l *lane) stand(at int) error {
	at = min(at, len(l.live.Steps)) // a branch may be shorter
	sched, err := l.player.At(at)
	if err != nil {
		return err
	}
	l.sched = sched
	if at == 0 {
		l.outcome = engine.Outcome{Report: sched.Report()}
		return nil
	}
	if l.outcome, err = l.player.Outcome(at - 1); err != nil {
		return err
	}
	l.sched, err = l.player.At(at)
	return err
}

// extend replaces what comes after the first steps of the trace by one step, its last, and runs that. It costs the same
// however many steps stand before. On an error the lane is of no use any more.
func (l *lane) extend(doc *trace.Trace) error {
	last := len(doc.Steps) - 1
	if l.apart {
		return l.stand(last + 1)
	}
	l.player.Forget(last)
	l.live.Steps = doc.Steps
	if _, err := l.player.At(last + 1); err != nil {
		return err
	}
	marks, err := l.player.Judge()
	if err != nil {
		return err
	}
	l.marks = marks
	if l.firstBad > last {
		l.firstBad = 0
	}
	if l.firstBad == 0 && violated(marks[last]) {
		l.firstBad = last + 1
	}
	return l.stand(last + 1)
}
