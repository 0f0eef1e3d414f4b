package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"firmoffer/wasm/serve/handler"
)

const repository = "../.."

// What all tests share: one site, one server, one browser.
var (
	site     string // folder with the built site
	address  string // where it is served, with a slash at the end
	chromium context.Context
)

func TestMain(m *testing.M) {
	folder := flag.String("site", "", "folder with a site to test, relative to the repository; none: build one in dist")
	flag.Parse()
	code, err := withEverything(*folder, m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withEverything(folder string, run func() int) (int, error) {
	var err error
	if site, err = build(folder); err != nil {
		return 0, err
	}
	files, err := handler.New(site)
	if err != nil {
		return 0, err
	}
	server := httptest.NewServer(files)
	defer server.Close()
	address = server.URL + "/"
	stop, err := startBrowser()
	if err != nil {
		return 0, err
	}
	defer stop()
	return run(), nil
}

// build leaves files alone that are as they should be, so that it is quick when nothing changed.
func build(folder string) (string, error) {
	if folder != "" {
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(repository, folder)
		}
		return folder, nil
	}
	command := exec.Command("go", "run", "./wasm/site", "-out", "dist")
	command.Dir = repository
	output, err := command.CombinedOutput()
	if err != nil && !strings.Contains(string(output), "more than the budget") { // which has a test of its own
		return "", fmt.Errorf("the site could not be built: %w\n%s", err, output)
	}
	return filepath.Join(repository, "dist"), nil
}

// named returns what a file of the source is called in the site, where most names carry a hash.
func named(t testing.TB, source string) string {
	t.Helper()
	ext := filepath.Ext(source)
	found, err := filepath.Glob(filepath.Join(site, strings.TrimSuffix(source, ext)+".??????????"+ext))
	require.NoError(t, err)
	require.Len(t, found, 1, source)
	return filepath.Base(found[0])
}

func startBrowser() (stop func(), err error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, errors.New("these tests need Chromium: install the package chromium (apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("allow-pre-commit-input", true), // else a press is dropped that comes before a busy machine has painted the page
		chromedp.WSURLReadTimeout(2*patience))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		closeBrowser()
		stopAllocator()
		return nil, fmt.Errorf("Chromium does not start: %w", err)
	}
	chromium = ctx
	stop = func() {
		_ = chromedp.Cancel(ctx) // lets the browser take its temporary folders away
		closeBrowser()
		stopAllocator()
	}
	return stop, nil
}
