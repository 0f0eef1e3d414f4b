//go:build unix

package browsers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// webkit speaks WebDriver. The driver starts the browser, a small one that is nothing around the engine, for each session anew.
type webkit struct {
	driver  string // address
	session string // path of the session, "" when there is none
	scheme  string // that the session was started with
}

func installed(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

func startWebKit(t *testing.T) *webkit {
	t.Helper()
	home := t.TempDir()
	screen := launch(t, home, nil, "Xvfb", "-displayfd", "1", "-screen", "0", "1400x1100x24", "-nolisten", "tcp")
	display := ":" + screen.hear(t, `(?m)^(\d+)\n`) // what it says besides comes before or after
	// Sandboxes need rights that containers do not give; no bus, no graphics card and no help for screen readers are to be had.
	environment := []string{"DISPLAY=" + display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "LIBGL_ALWAYS_SOFTWARE=1", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
		"DBUS_SESSION_BUS_ADDRESS=disabled:", "GSETTINGS_BACKEND=memory"}
	w := &webkit{scheme: "light"}
	w.drive(t, home, environment)
	require.NoError(t, w.begin())
	t.Cleanup(func() { _ = w.finish() })
	return w
}

// drive starts the driver. It has to be told its port, and somebody else may take that before.
func (w *webkit) drive(t *testing.T, home string, environment []string) {
	said := ""
	for range 5 {
		port := strconv.Itoa(20_000 + rand.IntN(10_000)) // not among those that systems give to whoever asks for any
		driver := launch(t, home, environment, "WebKitWebDriver", "--port="+port, "--host=127.0.0.1")
		w.driver = "http://127.0.0.1:" + port
		for from := time.Now(); !driver.hasEnded() && time.Since(from) < patience; time.Sleep(50 * time.Millisecond) {
			if w.call("GET", "/status", nil, nil) == nil && !driver.hasEnded() {
				return
			}
		}
		said += driver.words()
	}
	t.Fatalf("WebKitWebDriver does not answer. It says: %s", said)
}

// begin starts the browser, which may need another try where the machine is busy.
func (w *webkit) begin() error {
	err := w.beginOnce()
	for tries := 0; err != nil && tries < 2; tries++ {
		time.Sleep(time.Second)
		err = w.beginOnce()
	}
	return err
}

func (w *webkit) beginOnce() error {
	args := []string{"--automation"}
	if w.scheme == "dark" {
		args = append(args, "--dark-mode")
	}
	var begun struct {
		SessionID string `json:"sessionId"`
	}
	err := w.call("POST", "/session", fields{"capabilities": fields{"alwaysMatch": fields{
		"webkitgtk:browserOptions": fields{"args": args}, "timeouts": fields{"script": patience.Milliseconds(), "pageLoad": patience.Milliseconds()}}}}, &begun)
	w.session = "/session/" + begun.SessionID
	return err
}

func (w *webkit) finish() error { return w.call("DELETE", w.session, nil, nil) }

func (w *webkit) call(method, path string, params, result any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	if method != "POST" {
		body = nil
	}
	request, err := http.NewRequest(method, w.driver+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	response, err := (&http.Client{Timeout: patience}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, answer.Value)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, result)
}

func (w *webkit) post(path string, params fields, result any) error {
	return w.call("POST", w.session+path, params, result)
}

func (w *webkit) open(url string) error {
	if err := w.enter(false); err != nil {
		return err
	}
	return w.post("/url", fields{"url": url}, nil)
}

func (w *webkit) enter(frame bool) error {
	if err := w.post("/frame", fields{"id": nil}, nil); err != nil || !frame {
		return err
	}
	const find = `return document.querySelector('iframe') || document.querySelector('firm-offer').shadowRoot.querySelector('iframe')`
	var element fields
	if err := w.post("/execute/sync", fields{"script": find, "args": []any{}}, &element); err != nil {
		return err
	}
	return w.post("/frame", fields{"id": element}, nil)
}

func (w *webkit) run(body string) (string, error) {
	var text string
	err := w.post("/execute/async", fields{"script": `const done = arguments[arguments.length - 1]; (async () => {` + body + `})().then(done, (error) => done('' + error))`, "args": []any{}}, &text)
	return text, err
}

func (w *webkit) press(key string) error {
	return w.post("/actions", fields{"actions": keystroke(key)}, nil)
}

func (w *webkit) click(x, y float64) error {
	return w.post("/actions", fields{"actions": pointing(x, y)}, nil)
}

// resize gives the window the size with which the page in it is as wide as asked for. The page hears of it some time later.
func (w *webkit) resize(width, height int) error {
	var page struct{ Wide, Around, Above int }
	const ask = `return {wide: innerWidth, around: outerWidth - innerWidth, above: outerHeight - innerHeight}`
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if err := w.post("/execute/sync", fields{"script": ask, "args": []any{}}, &page); err != nil || page.Wide == width {
			return err
		}
		if err := w.post("/window/rect", fields{"width": width + page.Around, "height": height + page.Above}, nil); err != nil {
			return err
		}
	}
	return fmt.Errorf("the page stays %d wide", page.Wide)
}

// prefer starts the browser anew: it asks for the colours of the system only once.
func (w *webkit) prefer(scheme string) error {
	if scheme == w.scheme {
		return nil
	}
	if err := w.finish(); err != nil {
		return err
	}
	w.scheme = scheme
	return w.begin()
}

// complaints: the driver does not tell what stands in the console. What the checks hear themselves has to do.
func (w *webkit) complaints() ([]string, error) { return nil, nil }
