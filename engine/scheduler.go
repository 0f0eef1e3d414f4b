package engine

import (
	"slices"
	"sync"
)

// Scheduler is a cluster under one contract. All methods may be called from many goroutines; the result is that of some
// sequential order of the calls (rule 23). What they return is a copy (rule 24), and every error of a call is a
// [*Refusal] that changed nothing (rule 8). The zero value is of no use: see [New].
type Scheduler struct {
	mu   sync.Mutex
	core core
}

// New returns a scheduler under the binding contract, with the nodes in the given order and the clock at now ticks.
// A bad name, a duplicate id or a bad capacity is an error that names the node.
func New(nodes []Node, now int64) (*Scheduler, error) { return NewWithContract(Binding(), nodes, now) }

// NewWithContract is [New] under another contract. A contract with a rule that does not exist is [ErrBadContract].
func NewWithContract(c Contract, nodes []Node, now int64) (*Scheduler, error) {
	k, refusal := newCore(c, nodes, now)
	if refusal != nil {
		return nil, refusal
	}
	return &Scheduler{core: *k}, nil
}

// call passes a command through the door and returns its refusal as an error.
func (s *Scheduler) call(cmd Command) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if no := s.core.run(&cmd); no != nil {
		return s.core.refusal(no)
	}
	return nil
}

// AdvanceTime moves the clock by delta >= 0 ticks and expires every live offer whose deadline has come, by deadline and
// seq (rules 16 and 17). Its cost depends on the offers that expire, never on delta.
func (s *Scheduler) AdvanceTime(delta int64) error {
	return s.call(Command{Verb: VerbAdvance, Amount: delta})
}

// MakeOffers offers the framework all free units of every node that has some, one offer a node, in node order, until
// timeout >= 1 ticks from now (rules 2 and 14). It returns the new offers only, none when nothing is free.
func (s *Scheduler) MakeOffers(frameworkID string, timeout int64) ([]Offer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if no := s.core.run(&Command{Verb: VerbMake, Framework: frameworkID, Amount: timeout}); no != nil {
		return nil, s.core.refusal(no)
	}
	return s.core.madeOffers(), nil
}

// AcceptOffer accepts a pending offer of the framework (rule 5).
func (s *Scheduler) AcceptOffer(frameworkID, offerID string) error {
	return s.call(Command{Verb: VerbAccept, Framework: frameworkID, Offer: offerID})
}

// LaunchTask launches an accepted offer of the framework as a running task with all of the offer's units, and returns
// the task's id: taskID, or a generated one when taskID is "" (rules 6 and 11).
func (s *Scheduler) LaunchTask(frameworkID, offerID, taskID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if no := s.core.run(&Command{Verb: VerbLaunch, Framework: frameworkID, Offer: offerID, Task: taskID}); no != nil {
		return "", s.core.refusal(no)
	}
	if taskID != "" {
		return taskID, nil
	}
	return s.core.taskID(s.core.tasks[len(s.core.tasks)-1].key), nil
}

// DeclineOffer gives a live offer of the framework back, pending or accepted (rule 7).
func (s *Scheduler) DeclineOffer(frameworkID, offerID string) error {
	return s.call(Command{Verb: VerbDecline, Framework: frameworkID, Offer: offerID})
}

// FinishTask ends a running task of the framework. Its units are free again; no offer is made (rule 12).
func (s *Scheduler) FinishTask(frameworkID, taskID string) error {
	return s.call(Command{Verb: VerbFinish, Framework: frameworkID, Task: taskID})
}

// SetNodeResources replaces the capacity of a node, or adds an unknown node as the last one (rule 18). When capacity is
// lost, live offers are invalidated until the rest fits; running tasks are never touched (rules 19 and 20).
func (s *Scheduler) SetNodeResources(nodeID string, capacity int64) error {
	return s.call(Command{Verb: VerbResize, Node: nodeID, Amount: capacity})
}

// Run passes a command through the same door as the methods and checks the invariants. It allocates nothing but what
// the tables grow by.
func (s *Scheduler) Run(cmd Command) Judgement {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.core.run(&cmd)
	return s.core.judge()
}

// Do is [Scheduler.Run] that tells what happened in full.
func (s *Scheduler) Do(cmd Command) Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.core.run(&cmd)
	return s.core.outcome()
}

// Last tells the last call in full: its refusal or its events, and the report. Before any call it has no event.
func (s *Scheduler) Last() Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.core.outcome()
}

// Report checks the invariants after the last call, whichever way it came.
func (s *Scheduler) Report() Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.core.report()
}

// Clone returns an independent scheduler in the same state. Its cost is that of copying the kept offers and tasks.
func (s *Scheduler) Clone() *Scheduler {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Scheduler{core: *s.core.clone()}
}

// Grow makes room for so many more offers and tasks at once, 88 and 76 bytes each, instead of little by little in the calls
// that need it. It changes nothing else; a number below 0 counts as 0.
// Its cost may be that of copying the kept offers and tasks.
func (s *Scheduler) Grow(offers, tasks int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.core
	c.offers.rows = slices.Grow(c.offers.rows, max(0, offers))
	c.tasks = slices.Grow(c.tasks, max(0, tasks))
	c.byID.row = slices.Grow(c.byID.row, max(0, tasks))
}
