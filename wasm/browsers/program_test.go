//go:build unix

package browsers

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// program is one that a test has started, with all that it started in turn: one process group, which ends with the test.
type program struct {
	name  string
	group int
	ended chan struct{}

	mu   sync.Mutex
	said bytes.Buffer
}

var running = struct {
	sync.Mutex
	groups map[int]bool
}{groups: map[int]bool{}}

// launch starts a program. Its home is a folder of the test, so that it finds and leaves nothing elsewhere.
func launch(t *testing.T, home string, environment []string, name string, args ...string) *program {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("this test needs %s: install the packages firefox-esr, webkit2gtk-driver and xvfb (apt-get install ...)", name)
	}
	p := &program{name: name, ended: make(chan struct{})}
	command := exec.Command(path, args...)
	command.Dir = home
	command.Env = append(environment, "HOME="+home, "XDG_RUNTIME_DIR="+home, "TMPDIR="+home, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "LANGUAGE=en")
	command.Stdout, command.Stderr = p, p
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = time.Second // for those who hold its output and outlive it
	require.NoError(t, command.Start())
	p.group = command.Process.Pid
	running.Lock()
	running.groups[p.group] = true
	running.Unlock()
	go func() {
		_ = command.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		end(p.group)
		<-p.ended
	})
	return p
}

func (p *program) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.Write(text)
}

// hear waits until the program has said something, and returns the group of the pattern.
func (p *program) hear(t *testing.T, pattern string) string {
	t.Helper()
	expression := regexp.MustCompile(pattern)
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		p.mu.Lock()
		found, said := expression.FindSubmatch(p.said.Bytes()), p.said.String()
		p.mu.Unlock()
		if found != nil {
			return string(found[1])
		}
		if p.hasEnded() || time.Now().After(deadline) {
			t.Fatalf("%s does not start. It says: %s", p.name, said)
		}
	}
}

func (p *program) words() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

func (p *program) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// end ends a process group: first it is asked to, and two seconds later nobody asks.
func end(group int) {
	_ = syscall.Kill(-group, syscall.SIGTERM)
	for asked := time.Now(); !errors.Is(syscall.Kill(-group, 0), syscall.ESRCH); time.Sleep(10 * time.Millisecond) {
		if waited := time.Since(asked); waited > 10*time.Second {
			fmt.Printf("the process group %d does not end\n", group)
			break
		} else if waited > 2*time.Second {
			_ = syscall.Kill(-group, syscall.SIGKILL)
		}
	}
	running.Lock()
	delete(running.groups, group)
	running.Unlock()
}

func endAll() {
	running.Lock()
	groups := running.groups
	running.groups = map[int]bool{}
	running.Unlock()
	for group := range groups {
		end(group)
	}
}
