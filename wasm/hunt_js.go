package main

import (
	"syscall/js"

	"firmoffer/engine/check"
	"firmoffer/web/app"
)

// A search runs in a worker, which is this same program in another thread, so that the page never stops. Where no worker
// is to be had, as in a page from a file, it runs in slices between the frames.

// slice is how long in milliseconds a search runs before it looks around.
const slice = 12

// hunter runs one search at a time.
type hunter struct {
	report func(app.HuntNews)
	worker js.Value // undefined when none runs
	number int      // of the search that counts
	keep   []js.Func
}

// start runs a job. A search that runs already ends.
func (h *hunter) start(number int, job app.Job) {
	h.stop()
	h.number = number
	if !h.startWorker(number, job) {
		runJob(job, func() bool { return h.number == number }, func(news app.HuntNews) {
			news.Number = number
			h.report(news)
		})
	}
}

// stop ends the search at once.
func (h *hunter) stop() {
	h.number = 0
	if !h.worker.IsUndefined() {
		h.worker.Call("terminate")
		h.worker = js.Undefined()
	}
	for _, f := range h.keep {
		f.Release()
	}
	h.keep = nil
}

// startWorker reports false where no worker is to be had.
func (h *hunter) startWorker(number int, job app.Job) bool {
	worker := js.Global().Get("firmOffer").Call("worker")
	if worker.IsNull() {
		return false
	}
	ready := false
	news := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !ready { // its first message says that it listens
			ready = true
			worker.Call("postMessage", job.Text())
			return nil
		}
		text := args[0].Get("data").String()
		go func() { // not in the callback, which must not wait for the lock
			if n, err := app.ReadNews(text); err == nil && h.number == number {
				n.Number = number
				h.report(n)
			}
		}()
		return nil
	})
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		go func() {
			if h.number == number {
				h.stop()
				h.number = number
				runJob(job, func() bool { return h.number == number }, func(n app.HuntNews) { n.Number = number; h.report(n) })
			}
		}()
		return nil
	})
	h.worker, h.keep = worker, []js.Func{news, failed}
	worker.Set("onmessage", news)
	worker.Set("onerror", failed)
	return true
}

// runJob runs a search in slices, each in a turn of its own, until it is done or not wanted any more.
func runJob(job app.Job, wanted func() bool, report func(app.HuntNews)) {
	search, err := job.Search()
	if err != nil {
		report(app.HuntNews{Problem: err.Error()})
		return
	}
	clock := js.Global().Get("performance")
	started, told := clock.Call("now").Float(), 0.0
	var turn js.Func
	turn = js.FuncOf(func(js.Value, []js.Value) any {
		if !wanted() {
			turn.Release()
			return nil
		}
		from := clock.Call("now").Float()
		done, now := false, from
		for !done && now-from < slice {
			done = search.Run(256)
			now = clock.Call("now").Float()
		}
		if done || now-told > 100 {
			told = now
			go report(news(search.Result(), now-started))
		}
		if done {
			turn.Release()
			return nil
		}
		js.Global().Call("setTimeout", turn, 0)
		return nil
	})
	js.Global().Call("setTimeout", turn, 0)
}

func news(r check.Result, millis float64) app.HuntNews {
	return app.HuntNews{Result: r, Millis: int64(millis)}
}

// serveSearches is the program in a worker: a job comes as a message, news go out as messages.
func serveSearches() {
	self := js.Global()
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].Get("data").String()
		job, err := app.ReadJob(text)
		if err != nil {
			self.Call("postMessage", app.HuntNews{Problem: err.Error()}.Text())
			return nil
		}
		runJob(job, func() bool { return true }, func(n app.HuntNews) { self.Call("postMessage", n.Text()) })
		return nil
	}))
	self.Call("postMessage", app.HuntNews{}.Text()) // ready
	select {}
}
