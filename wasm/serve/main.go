// Command serve shows a built playground on this machine:
//
//	go run ./wasm/serve -dir dist
//
// It prints one line, the address. When the wanted port is taken it uses a free one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"firmoffer/wasm/serve/handler"
)

func main() {
	dir := flag.String("dir", "dist", "folder with the built playground")
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on; a free port is used when this one is taken")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *dir, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, addr string) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s holds no index.html; `make build` makes it", dir)
	}
	files, err := handler.New(dir)
	if err != nil {
		return err
	}
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	fmt.Printf("Firm Offer is at http://%s/\n", listener.Addr())
	return serve(ctx, listener, files)
}

func listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	return listener, err
}

// serve returns when ctx is done and the requests under way are answered.
func serve(ctx context.Context, listener net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      2 * time.Minute, // a slow line needs its time for the program
		IdleTimeout:       2 * time.Minute,
	}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
