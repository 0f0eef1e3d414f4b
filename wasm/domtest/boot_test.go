package domtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"firmoffer/wasm/serve/handler"
)

// tiny is the program of testdata/tiny, compiled once.
var tiny = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "tiny")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "tiny.wasm")
	build := exec.Command("go", "build", "-o", out, "./testdata/tiny")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if message, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, message)
	}
	return os.ReadFile(out)
})

// openBoot shows the real page with what serve answers for app.wasm.
func openBoot(t *testing.T, fragment string, serve http.HandlerFunc) *page {
	t.Helper()
	static, err := handler.New("../../static")
	if err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", static)
	mux.HandleFunc("/app.wasm", serve)
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return open(t, server.URL+"/"+fragment)
}

func serveTiny(t *testing.T, contentType string) http.HandlerFunc {
	t.Helper()
	program, err := tiny()
	if err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Write(program)
	}
}

func (p *page) wait(condition string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(patience))); err != nil {
		p.t.Fatalf("waiting for %s: %v; the page says %q", condition, err, p.get("document.body.innerText"))
	}
}

func (p *page) waitState(state string) {
	p.t.Helper()
	p.wait("document.documentElement.dataset.state === '" + state + "'")
}

func TestProgramStarts(t *testing.T) {
	for _, contentType := range []string{"application/wasm", "application/octet-stream", "text/plain; charset=utf-8"} {
		t.Run(contentType, func(t *testing.T) {
			p := openBoot(t, "", serveTiny(t, contentType))
			p.waitState("ready")
			p.want("document.getElementById('boot') + ' ' + playground.inert + ' ' + failure.hidden", "null false true")
			p.want("document.activeElement.tagName + scrollY", "BODY0")
			p.want("window.eval.toString().includes('native code')", "true")
		})
	}
}

func TestProgramIsNotThere(t *testing.T) {
	answer := func(status int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			w.Write([]byte(body))
		}
	}
	for _, c := range []struct {
		name  string
		serve http.HandlerFunc
		want  string
	}{
		{"missing", answer(404, "text/plain", "no"), "The program app.wasm could not be fetched: the server answered 404 Not Found."},
		{"a page instead", answer(200, "text/html; charset=utf-8", strings.Repeat("<p>hi", 300)),
			"The server sent text/html, 1,500 bytes, instead of the program app.wasm."},
		{"empty", answer(200, "application/wasm", ""), "The server sent application/wasm, 0 bytes, instead of the program app.wasm."},
		{"damaged", answer(200, "application/wasm", "\x00asm\x01\x00\x00\x00\xffrubbish"),
			"The program app.wasm arrived damaged, or this browser is too old for it."},
		{"cut off", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100000")
			w.Write(append([]byte("\x00asm\x01\x00\x00\x00\x00\xf0\x9f\x03"), make([]byte, 30000)...))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "The download of the program app.wasm broke off."},
		{"no answer", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) },
			"The program app.wasm could not be fetched: no answer from the network or the server."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openBoot(t, "", c.serve)
			p.expect = []string{"Failed to load resource", "CompileError"}
			p.waitState("failed")
			p.want("failure.querySelector('p').textContent", c.want)
			p.want("failure.querySelector('h2').textContent + ' ' + failure.querySelectorAll('textarea').length", "The playground could not be loaded 0")
			p.want("boot.textContent + playground.inert + getComputedStyle(failure).display", "trueblock")
			p.want("/\\bat \\S+:\\d/.test(document.body.innerText)", "false")
		})
	}
}

func TestTryAgain(t *testing.T) {
	good, requests := serveTiny(t, "application/wasm"), make(chan bool, 10)
	p := openBoot(t, "", func(w http.ResponseWriter, r *http.Request) {
		requests <- true
		if len(requests) == 1 {
			http.Error(w, "not yet", http.StatusServiceUnavailable)
			return
		}
		good(w, r)
	})
	p.expect = []string{"Failed to load resource"}
	p.waitState("failed")
	p.do(chromedp.Click(chromedp.CSS("#failure button")))
	p.waitState("ready")
	p.want("failure.hidden", "true")
}

func TestProgramStops(t *testing.T) {
	const journal = "firmoffer/1 binding\n# a node\nnode n1 5\n\n# first\nmake A\n\to1: n1 holds 5 for A until 10\ndecline A o1\n\to1 declined\nmake C\n"
	const stopped = "The playground stopped because of an error in the program."
	for _, c := range []struct{ fragment, sentence, trace string }{
		{"#early", stopped, journal},
		{"#panic", stopped, journal},
		{"#exit", stopped, journal},
		{"#render", "The step could not be drawn.", "firmoffer/1\nmake A\n"},
	} {
		t.Run(c.fragment, func(t *testing.T) {
			p := openBoot(t, c.fragment, serveTiny(t, "application/wasm"))
			p.expect = []string{"the program ended with code 2"}
			p.waitState("failed")
			p.want("failure.querySelector('p').textContent", c.sentence)
			p.want("failure.querySelector('textarea').value", c.trace)
			p.want("failure.querySelector('textarea').labels[0].firstChild.textContent", "Trace")
			p.want("[...failure.querySelectorAll('button')].map((b) => b.textContent).join()", "Reload,Copy the trace")
			p.run("navigator.clipboard.writeText = async (text) => { window.copied = text }; failure.querySelectorAll('button')[1].click()")
			p.want("window.copied", c.trace)
			p.want("failure.querySelectorAll('button')[1].textContent", "Copied")
			p.want("playground.inert + ' ' + /goroutine|\\.go:/.test(document.body.innerText)", "true false")
		})
	}
}

func TestProgressIsShown(t *testing.T) {
	program, err := tiny()
	if err != nil {
		t.Fatal(err)
	}
	goOn := make(chan bool)
	p := openBoot(t, "", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(program)))
		w.Write(program[:len(program)/2])
		w.(http.Flusher).Flush()
		<-goOn
		w.Write(program[len(program)/2:])
	})
	p.wait("boot.textContent === 'Loading the playground…50 %' || boot.textContent === 'Loading the playground…49 %'")
	p.want("Math.round(boot.querySelector('progress').value * 100)", "50")
	close(goOn)
	p.waitState("ready")
}

// Where the words of a language cannot be had, the page is English and starts all the same. German with its words is a browser test.
func TestWordsOfALanguage(t *testing.T) {
	broken := func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotFound) }
	t.Run("missing", func(t *testing.T) {
		p := openBoot(t, "?lang=de", serveTiny(t, "application/wasm"))
		p.expect = []string{"Failed to load resource"}
		p.waitState("ready")
		p.want("firmOffer.words().join()", ",")
	})
	t.Run("not asked for", func(t *testing.T) {
		p := openBoot(t, "?lang=nonsense", serveTiny(t, "application/wasm"))
		p.waitState("ready")
		p.want("firmOffer.words().join() + performance.getEntriesByType('resource').filter((r) => r.name.includes('words')).length", ",0")
	})
	t.Run("values", func(t *testing.T) {
		p := openBoot(t, "", broken)
		p.expect = []string{"Failed to load resource"}
		p.waitState("failed")
		p.want("firmOffer.t('Reload') + firmOffer.t('a %s b %s', 1, '$&')", "Reloada 1 b $&")
	})
}
