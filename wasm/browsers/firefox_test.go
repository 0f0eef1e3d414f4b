//go:build unix

package browsers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// patience is how long a browser may take for an answer.
const patience = 2 * time.Minute

// firefox speaks WebDriver BiDi. One question at a time; what the browser tells in between is kept or passed over.
type firefox struct {
	socket *websocket.Conn
	asked  int
	page   string // its tab
	place  string // the tab, or a frame in it
	errors []string
}

func startFirefox(t *testing.T) *firefox {
	t.Helper()
	home := t.TempDir()
	// Nothing is to be fetched that the tests do not ask for; the rest of what a test needs, Firefox sets by itself when it is driven.
	preferences := `user_pref("app.update.disabledForTesting", true); user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.safebrowsing.malware.enabled", false); user_pref("browser.download.useDownloadDir", true);`
	require.NoError(t, os.WriteFile(filepath.Join(home, "user.js"), []byte(preferences), 0o600))
	name := "firefox-esr"
	if !installed(name) {
		name = "firefox"
	}
	process := launch(t, home, nil, name, "--headless", "--remote-debugging-port", "0", "--remote-allow-system-access", "--no-remote", "--profile", home)
	address := process.hear(t, `WebDriver BiDi listening on (ws://\S+)`)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, address+"/session", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = socket.CloseNow() })
	socket.SetReadLimit(16 << 20)
	f := &firefox{socket: socket}
	require.NoError(t, f.call("session.new", fields{"capabilities": fields{}}, nil))
	require.NoError(t, f.call("session.subscribe", fields{"events": []string{"log.entryAdded"}}, nil))
	return f
}

type fields = map[string]any

// answer is whatever comes from Firefox: the answer to a question, or news.
type answer struct {
	ID      int             `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Method  string          `json:"method"`
	Params  struct {
		Level string `json:"level"`
		Text  string `json:"text"`
	} `json:"params"`
}

func (f *firefox) call(method string, params fields, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	f.asked++
	question, err := json.Marshal(fields{"id": f.asked, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := f.socket.Write(ctx, websocket.MessageText, question); err != nil {
		return err
	}
	for {
		_, text, err := f.socket.Read(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var a answer
		if err := json.Unmarshal(text, &a); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case a.Method == "log.entryAdded" && a.Params.Level == "error":
			f.errors = append(f.errors, a.Params.Text)
		case a.ID != f.asked:
		case a.Error != "":
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		case result != nil:
			return json.Unmarshal(a.Result, result)
		default:
			return nil
		}
	}
}

// tab is the answer to questions about tabs and frames.
type tab struct {
	Context  string `json:"context"`
	Children []tab  `json:"children"`
	Contexts []tab  `json:"contexts"`
}

func (f *firefox) open(url string) error {
	old, fresh := f.page, tab{}
	if err := f.call("browsingContext.create", fields{"type": "tab"}, &fresh); err != nil {
		return err
	}
	if old != "" {
		if err := f.call("browsingContext.close", fields{"context": old}, nil); err != nil {
			return err
		}
	}
	f.errors, f.page, f.place = nil, fresh.Context, fresh.Context
	return f.call("browsingContext.navigate", fields{"context": f.page, "url": url, "wait": "complete"}, nil)
}

func (f *firefox) enter(frame bool) error {
	f.place = f.page
	if !frame {
		return nil
	}
	var tree tab
	if err := f.call("browsingContext.getTree", fields{"root": f.page}, &tree); err != nil {
		return err
	}
	if len(tree.Contexts) != 1 || len(tree.Contexts[0].Children) != 1 {
		return errors.New("there is not one frame in the page")
	}
	f.place = tree.Contexts[0].Children[0].Context
	return nil
}

func (f *firefox) run(body string) (string, error) { return f.evaluate(f.place, body) }

func (f *firefox) evaluate(place, body string) (string, error) {
	var returned struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		ExceptionDetails struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	err := f.call("script.callFunction", fields{"functionDeclaration": "async () => {" + body + "}", "awaitPromise": true, "target": fields{"context": place}}, &returned)
	if err == nil && returned.ExceptionDetails.Text != "" {
		err = errors.New(returned.ExceptionDetails.Text)
	}
	return returned.Result.Value, err
}

func (f *firefox) press(key string) error {
	return f.call("input.performActions", fields{"context": f.place, "actions": keystroke(key)}, nil)
}

func (f *firefox) click(x, y float64) error {
	return f.call("input.performActions", fields{"context": f.place, "actions": pointing(x, y)}, nil)
}

func (f *firefox) resize(width, height int) error {
	return f.call("browsingContext.setViewport", fields{"context": f.page, "viewport": fields{"width": width, "height": height}}, nil)
}

// prefer changes a setting, which is asked for in the window around the tabs.
func (f *firefox) prefer(scheme string) error {
	var windows tab
	if err := f.call("browsingContext.getTree", fields{"moz:scope": "chrome"}, &windows); err != nil {
		return err
	}
	number := map[string]string{"dark": "0", "light": "1"}[scheme]
	_, err := f.evaluate(windows.Contexts[0].Context, `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', `+number+`); return ''`)
	return err
}

func (f *firefox) complaints() ([]string, error) {
	err := f.call("session.status", fields{}, nil) // answers come in order: after this one everything is told
	return f.errors, err
}
