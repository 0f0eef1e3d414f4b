package browser

import (
	"fmt"
	"time"
)

// patience is how long a test waits for what should happen. It costs nothing where all is well, and a busy machine may need it.
const patience = time.Minute

// waitUntil waits until something holds.
func (p *page) waitUntil(what string, holds func() bool) {
	p.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("it never came: %s\nThe page says: %.2000s\nfaults: %q", what, p.text("document.body.innerText"), p.told())
		}
	}
}

// rest lets time pass by the page's own clock. What had to happen there earlier has happened then, however slow the machine is: a
// browser runs timers in the order in which they are due. An expression, if there is one, is read in the very same moment.
func (p *page) rest(d time.Duration) { p.Helper(); rested[bool](p, d, "true") }

func rested[T any](p *page, d time.Duration, expression string) T {
	p.Helper()
	return eval[T](p, fmt.Sprintf("new Promise((done) => setTimeout(() => done(%s), %d))", expression, d.Milliseconds()))
}

// quietened waits until what a function tells stays the same for a second. What feeds on itself never does.
func quietened(p *page, what string, tells func() string) {
	p.Helper()
	p.waitUntil(what+" stays as it is", func() bool {
		before := tells()
		p.rest(time.Second)
		return tells() == before
	})
}

// waitFault waits until the page has complained of something in these words.
func (p *page) waitFault(words string) {
	p.Helper()
	p.waitUntil("a word on "+words, func() bool { return p.complained(words) })
}
