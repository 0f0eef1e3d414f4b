package main

import (
	"syscall/js"

	"firmoffer/engine"
	"firmoffer/engine/check"
	"firmoffer/web/app"
)

// A search runs in a worker, which is this same program in another thread, so that the page never stops. Where no worker
// is to be had, as in a page from a file, it runs in slices between the frames.

// How long in milliseconds a search runs before it looks around: on the page at most the time of a frame; in a thread of
// its own longer, but not so long that a thread that is told to end goes on for a while.
const (
	pageSlice   = 12
	threadSlice = 50
)

// manyStates is after how many states a thread is not used again, because a program never gives memory back.
const manyStates = 100_000

// hunter runs one search at a time.
type hunter struct {
	report func(app.HuntNews)
	number int // of the search that counts, 0 for none
	job    app.Job
	thread *thread // nil when there is none
	alone  bool    // there are no threads to be had
}

// thread is a worker. It starts when the search comes into sight, and warms up until it gets a job.
type thread struct {
	worker  js.Value
	listens bool
	keep    []js.Func
}

// ready makes a search that is started later start faster.
func (h *hunter) ready() {
	if h.thread == nil && !h.alone {
		h.open()
	}
}

// start runs a job. A search that runs already ends.
func (h *hunter) start(number int, job app.Job) {
	if h.number != 0 {
		h.stop()
	}
	h.number, h.job = number, job
	h.ready()
	switch {
	case h.thread == nil:
		h.runHere()
	case h.thread.listens:
		h.thread.give(job)
	}
}

// stop ends the search at once, and the thread with it.
func (h *hunter) stop() {
	h.number = 0
	if h.thread != nil {
		h.thread.worker.Call("terminate")
		h.thread.worker.Set("onmessage", nil) // a message may be on its way still
		h.thread.worker.Set("onerror", nil)
		for _, f := range h.thread.keep {
			f.Release()
		}
		h.thread = nil
	}
}

// open starts a thread if there is one to be had.
func (h *hunter) open() {
	worker := js.Global().Get("firmOffer").Call("worker")
	if worker.IsNull() {
		h.alone = true
		return
	}
	t := &thread{worker: worker}
	heard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if t == h.thread {
			h.hear(args[0].Get("data").String())
		}
		return nil
	})
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		if t == h.thread {
			h.failed()
		}
		return nil
	})
	worker.Set("onmessage", heard)
	worker.Set("onerror", failed)
	t.keep, h.thread = []js.Func{heard, failed}, t
}

// hear takes a message of the thread. Its first one says that it listens.
func (h *hunter) hear(text string) {
	t := h.thread
	if !t.listens {
		t.listens = true
		if h.number != 0 {
			t.give(h.job)
		}
		return
	}
	n, err := app.ReadNews(text)
	if err != nil || h.number == 0 {
		return
	}
	n.Number = h.number
	if n.Result.Done || n.Problem != "" {
		h.number = 0
		if n.Result.States > manyStates {
			h.stop()
			h.ready()
		}
	}
	go h.report(n) // not in the callback, which must not wait for the lock
}

// failed is for a thread that does not start, or breaks down, as for want of memory. Only a search that did not begin
// can run here instead.
func (h *hunter) failed() {
	began, number := h.thread.listens, h.number
	h.stop()
	switch {
	case !began:
		h.alone, h.number = true, number
		if number != 0 {
			h.runHere()
		}
	case number != 0:
		go h.report(app.HuntNews{Number: number, Problem: "its thread broke down, perhaps for want of memory"})
	}
}

func (t *thread) give(job app.Job) {
	t.worker.Call("postMessage", job.Text())
}

// runHere runs the search between the frames of the page.
func (h *hunter) runHere() {
	number := h.number
	runJob(h.job, pageSlice, func() bool { return h.number == number }, func(n app.HuntNews) {
		n.Number = number
		go h.report(n)
	})
}

// runJob runs a search in slices until it is done or not wanted any more.
func runJob(job app.Job, slice float64, wanted func() bool, report func(app.HuntNews)) {
	search, err := job.Search()
	if err != nil {
		report(app.HuntNews{Problem: err.Error()})
		return
	}
	started, told := now(), 0.0
	inTurns(slice, func() bool {
		if !wanted() {
			return false
		}
		done := search.Run(256)
		if at := now(); done || at-told > 100 {
			told = at
			report(app.HuntNews{Result: search.Result(), Millis: int64(at - started)})
		}
		return !done
	})
}

// inTurns calls step until it returns false: again and again for a slice of milliseconds, then in a turn of its own.
func inTurns(slice float64, step func() bool) {
	var turn js.Func
	turn = js.FuncOf(func(js.Value, []js.Value) any {
		for until := now() + slice; now() < until; {
			if !step() {
				turn.Release()
				return nil
			}
		}
		js.Global().Call("setTimeout", turn, 0)
		return nil
	})
	js.Global().Call("setTimeout", turn, 0)
}

var clock = js.Global().Get("performance")

// now is the time in milliseconds.
func now() float64 { return clock.Call("now").Float() }

// serveSearches is the program in a worker: a job comes as a message, news go out as messages.
func serveSearches() {
	self := js.Global()
	asked := false
	post := func(n app.HuntNews) { self.Call("postMessage", n.Text()) }
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		asked = true
		job, err := app.ReadJob(args[0].Get("data").String())
		if err != nil {
			post(app.HuntNews{Problem: err.Error()})
			return nil
		}
		runJob(job, threadSlice, func() bool { return true }, post)
		return nil
	}))
	post(app.HuntNews{}) // it listens
	warmUp(func() bool { return !asked })
	select {}
}

// warmLong is for how long in milliseconds a thread warms up.
const warmLong = 500

// warmUp runs searches that nobody asked for. A browser compiles code when it is first used, and better when it is used
// much; so the first search of the user is as fast as any later one.
func warmUp(wanted func() bool) {
	var search *check.Search
	until, next := now()+warmLong, 0
	inTurns(pageSlice, func() bool {
		if search == nil {
			world := check.DefaultWorld(engine.Contracts()[0])
			if next++; next%2 == 0 { // with nodes to put together
				world.Nodes, world.Depth = append(world.Nodes, engine.Node{ID: "n2", Capacity: 1}), 5
			}
			search, _ = check.New(world)
		}
		if search.Run(64) {
			search = nil
		}
		return wanted() && now() < until
	})
}
