//go:build unix

package browsers

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

const repository = "../.."

// What the tests of all browsers share.
var (
	site   = filepath.Join(repository, "dist")
	folder string // the site as `make zip` packs it, unpacked
)

func TestMain(m *testing.M) {
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stopped
		endAll() // browsers are in groups of their own and would not hear of it
		os.Exit(1)
	}()
	code, err := withSite(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withSite(run func() int) (int, error) {
	dir, err := os.MkdirTemp("", "firm-offer-browsers-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	archive := filepath.Join(dir, "firm-offer.zip")
	build := exec.Command("go", "run", "./wasm/site", "-out", "dist", "-zip", archive) // quick when nothing changed
	build.Dir = repository
	if output, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("the site could not be built: %w\n%s", err, output)
	}
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return 0, err
	}
	defer reader.Close()
	if err := os.CopyFS(dir, reader); err != nil {
		return 0, err
	}
	folder = filepath.Join(dir, "firm-offer")
	return run(), nil
}
