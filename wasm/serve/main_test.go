package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTakenPortIsReplaced(t *testing.T) {
	first, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := listen(first.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	host, port, _ := net.SplitHostPort(second.Addr().String())
	if host != "127.0.0.1" || strings.HasSuffix(first.Addr().String(), ":"+port) {
		t.Errorf("%s is taken, got %s", first.Addr(), second.Addr())
	}
}

func TestMissingBuildIsSaid(t *testing.T) {
	err := run(context.Background(), t.TempDir(), "127.0.0.1:0")
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("got %v", err)
	}
}

// A request under way when the server is told to stop still gets its answer.
func TestStopIsGraceful(t *testing.T) {
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	started, ended := make(chan bool), make(chan error, 1)
	go func() {
		ended <- serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(started)
			<-ctx.Done()
			time.Sleep(50 * time.Millisecond)
			io.WriteString(w, "answer")
		}))
	}()
	go func() {
		<-started
		stop()
	}()
	response, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); string(text) != "answer" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// The program itself, when its port is taken: it prints the one line that people follow, the page is there, and it goes when told to.
func TestThePrintedAddressIsThatOfThePage(t *testing.T) {
	program, dir := filepath.Join(t.TempDir(), "serve"), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("the page"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-dir", dir, "-addr", taken.Addr().String())
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // where the test ends early
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadString('\n')
	printed := regexp.MustCompile(`^Firm Offer is at (http://127\.0\.0\.1:\d+/)\n$`).FindStringSubmatch(line)
	if printed == nil || strings.Contains(line, taken.Addr().String()) {
		t.Fatalf("printed %q, %v; %s is taken", line, err, taken.Addr())
	}
	response, err := http.Get(printed[1])
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); string(text) != "the page" || err != nil {
		t.Errorf("got %d %q, %v", response.StatusCode, text, err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if rest, err := io.ReadAll(lines); len(rest) > 0 || err != nil {
		t.Errorf("printed one line and then %q, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
