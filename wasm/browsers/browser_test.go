//go:build unix

package browsers

// browser is what the checks need of one. Each method waits until the browser has answered.
type browser interface {
	open(url string) error                // shows a page and waits until it and its frames are loaded
	run(body string) (string, error)      // runs the body of an async function in the page and returns the text that it returns
	enter(frame bool) error               // says where run, press and click act: in the only frame of the page, or in the page around
	press(key string) error               // a key, as WebDriver writes it
	click(x, y float64) error             // at a place in CSS pixels
	resize(width, height int) error       // of the page, in CSS pixels
	prefer(scheme string) error           // what the system prefers, light or dark; a page that is open may have to be opened again
	complaints() (list []string, e error) // errors in the console since the last open, where the browser tells them
}

// keystroke and pointing are the same for both protocols.
func keystroke(key string) []any {
	return []any{map[string]any{"type": "key", "id": "keyboard", "actions": []any{
		map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key}}}}
}

func pointing(x, y float64) []any {
	return []any{map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": []any{
		map[string]any{"type": "pointerMove", "x": int(x), "y": int(y)},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0}}}}
}
