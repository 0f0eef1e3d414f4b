package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
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
