// Command traces leans on everything that the runtime reads from the tables of functions: stacks that grow and hold the only
// pointer to something, panics of all kinds with deferred calls in between, and traces. It prints ok, or what went wrong.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

type node struct {
	next *node
	text string
}

// deep holds the only pointer to a node in each of its frames while the garbage is collected at the bottom.
func deep(left int, above *node) string {
	own := &node{above, fmt.Sprint(left)}
	if left == 0 {
		runtime.GC()
		_ = make([]byte, 1<<16)
		runtime.GC()
		return own.next.text
	}
	below := deep(left-1, own)
	if own.text != fmt.Sprint(left) || own.next != above {
		return "frame " + own.text + " lost what it held"
	}
	return below
}

// boxed holds the only pointers to nodes in a variable on the stack that only a pointer reaches.
func boxed() string {
	var box [4]*node
	fill(&box)
	return collectAndRead(&box)
}

//go:noinline
func fill(box *[4]*node) {
	for i := range box {
		box[i] = &node{nil, fmt.Sprint(i)}
	}
}

//go:noinline
func collectAndRead(box *[4]*node) (all string) {
	runtime.GC()
	waste := make([]*node, 100_000)
	for i := range waste {
		waste[i] = &node{nil, "waste"}
	}
	for _, n := range box {
		all += n.text
	}
	runtime.KeepAlive(waste)
	return all
}

// resource is closed through a wrapper into which Close is inlined, so that tryTooLate is two calls below the deferred one.
type resource struct{}

func (resource) Close() { tryTooLate() }

//go:noinline
func tryTooLate() { _ = recover() }

//go:noinline
func abandon(c interface{ Close() }) {
	defer c.Close()
	panic("abandoned")
}

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

// catch runs f and returns what it panics with, after deferred calls on the way.
func catch(f func()) (said string) {
	var order strings.Builder
	defer func() {
		if r := recover(); r != nil {
			said = strings.TrimSpace(fmt.Sprint(r) + " " + order.String())
		}
	}()
	for i := range 3 {
		defer func() { fmt.Fprint(&order, i) }()
	}
	f()
	return "nothing"
}

var panics = map[string]func(list []int, none map[string]int, nowhere *node, any interface{}, hole shape){
	"runtime error: index out of range [5] with length 3 210":              func(list []int, _ map[string]int, _ *node, _ any, _ shape) { list[len(list)+2]++ },
	"runtime error: slice bounds out of range [::9] with capacity 3 210":   func(list []int, _ map[string]int, _ *node, _ any, _ shape) { _ = list[: len(list)+6 : len(list)+6] },
	"assignment to entry in nil map 210":                                   func(_ []int, none map[string]int, _ *node, _ any, _ shape) { none["x"] = 1 },
	"runtime error: invalid memory address or nil pointer dereference 210": func(_ []int, _ map[string]int, nowhere *node, _ any, _ shape) { nowhere.text = "x" },
	"interface conversion: interface {} is int, not string 210":            func(_ []int, _ map[string]int, _ *node, any any, _ shape) { _ = any.(string) },
	"runtime error: integer divide by zero 210":                            func(list []int, _ map[string]int, _ *node, _ any, _ shape) { list[0] /= list[1] },
	"value method a.b.c called using nil *b pointer 210":                   func(_ []int, _ map[string]int, _ *node, _ any, hole shape) { hole.area() },
	"again 210": func([]int, map[string]int, *node, any, shape) {
		defer func() { panic(fmt.Sprint("again", recover())[:5]) }()
		panic("first")
	},
	"nothing": func([]int, map[string]int, *node, any, shape) {
		defer func() { _ = recover() }()
		panic(errors.New("own"))
	},
}

// otherNames gives a method the name that it has in a program without names.
var otherNames = strings.NewReplacer("main.square.area", "a.b.c", "*square", "*b")

func main() {
	failed := false
	check := func(what string, have, want any) {
		if have != want {
			failed = true
			println(fmt.Sprintf("%s: %v, not %v", what, have, want))
		}
	}
	check("deep", deep(3000, nil), "1")
	check("boxed", boxed(), "0123")
	for want, f := range panics {
		said := catch(func() { f([]int{1, 0, 0}, nil, nil, 7, (*square)(nil)) })
		check("panic", otherNames.Replace(said), want)
	}
	check("panic", catch(func() { abandon(&resource{}) }), "abandoned 210")
	twice := reflect.MakeFunc(reflect.TypeOf(deep), func(args []reflect.Value) []reflect.Value {
		return reflect.ValueOf(deep).Call(args)
	}).Interface().(func(int, *node) string)
	check("made function", twice(100, nil), "1")
	check("goroutines", runtime.NumGoroutine(), 1)
	var all sync.WaitGroup
	found := make(chan string, 50)
	for i := range 50 {
		all.Add(1)
		go func() {
			defer all.Done()
			if i%2 == 0 {
				defer func() { found <- deep(300, nil) }()
				runtime.Goexit()
			}
			found <- deep(200+i, nil)
		}()
	}
	all.Wait()
	for range 50 {
		check("goroutine", <-found, "1")
	}
	calls := make([]uintptr, 50)
	frames := runtime.CallersFrames(calls[:runtime.Callers(0, calls)])
	for more := true; more; {
		_, more = frames.Next()
	}
	_, _, _, known := runtime.Caller(0)
	check("the caller is known", known, true)
	check("a trace has lines", strings.Count(string(stack()), "\n") > 1, true)
	if !failed {
		println("ok")
	}
	os.Exit(0)
}

func stack() []byte {
	text := make([]byte, 1<<16)
	return text[:runtime.Stack(text, true)]
}
