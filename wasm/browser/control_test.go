package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// control is an element as assistive technology sees it.
type control struct {
	p          *page
	role, name string
	node       cdp.BackendNodeID
	object     runtime.RemoteObjectID
}

func (c *control) String() string { return c.role + " " + c.name }

// call sends a command of the protocol to the tab.
func call[P, R any](p *page, command cdp.Command[P, R], params P) R {
	p.Helper()
	result, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, command, params)
	})
	require.NoError(p, err, command.Method)
	return result
}

// all returns what has the role and the name in the tree of accessibility, which is what a screen reader can reach. An empty name
// stands for any.
func (p *page) all(role, name string) []*control {
	p.Helper()
	if p.document == "" {
		p.document = call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"}).Result.ObjectID
	}
	return p.under(p.document, role, name)
}

func (p *page) under(root runtime.RemoteObjectID, role, name string) []*control {
	p.Helper()
	found := call(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{ObjectID: root, Role: role, AccessibleName: name})
	var controls []*control
	for _, node := range found.Nodes {
		if node.Ignored {
			continue
		}
		object := call(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node.BackendDOMNodeID})
		controls = append(controls, &control{p, role, axText(node.Name), node.BackendDOMNodeID, object.Object.ObjectID})
	}
	return controls
}

func axText(value *accessibility.Value) string {
	if value == nil {
		return ""
	}
	var text string
	if err := json.Unmarshal(value.Value, &text); err != nil {
		return string(value.Value)
	}
	return text
}

// find returns the one element with the role and the name.
func (p *page) find(role, name string) *control {
	p.Helper()
	return p.only(role, name, p.all(role, name))
}

func (p *page) only(role, name string, found []*control) *control {
	p.Helper()
	require.Len(p, found, 1, "elements with the role %s and the name %q", role, name)
	return found[0]
}

// all returns what has the role and the name inside this element.
func (c *control) all(role, name string) []*control {
	c.p.Helper()
	return c.p.under(c.object, role, name)
}

// find returns the one element with the role and the name inside this one.
func (c *control) find(role, name string) *control {
	c.p.Helper()
	return c.p.only(role, name, c.p.under(c.object, role, name))
}

func (p *page) has(role, name string) bool { p.Helper(); return len(p.all(role, name)) > 0 }

// on calls a JavaScript function with the element as this.
func on[T any](c *control, function string, args ...any) T {
	c.p.Helper()
	value, err := chromedp.Run(c.p.ctx, chromedp.CallFunctionOn[T](function, func(params *runtime.CallFunctionOnParams) {
		params.ObjectID = c.object
	}, args...))
	require.NoError(c.p, err, "%s: %s", c, function)
	return value
}

func (c *control) value() string {
	c.p.Helper()
	return on[string](c, "function() { return this.value }")
}

func (c *control) text() string {
	c.p.Helper()
	return on[string](c, "function() { return this.innerText.trim() }")
}

func (c *control) attribute(name string) string {
	c.p.Helper()
	return on[string](c, "function(name) { return this.getAttribute(name) ?? 'none' }", name)
}

func (c *control) hasFocus() bool {
	c.p.Helper()
	return on[bool](c, "function() { return document.activeElement === this }")
}

// click presses the left button in the middle of the element, once it is in sight and nothing lies over it.
func (c *control) click() {
	c.p.Helper()
	c.clicks(1)
}

func (c *control) clicks(count int) {
	c.p.Helper()
	x, y := c.middle()
	c.p.do(chromedp.MouseEvent("mouseMoved", x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(count)))
}

// middle scrolls as a person would who wants to press the element: so that the strip of steps, which floats, does not cover it.
func (c *control) middle() (x, y float64) {
	c.p.Helper()
	at := on[[]float64](c, `function() {
		const middle = () => { const r = this.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
		const hit = ([x, y]) => { const e = this.getRootNode().elementFromPoint(x, y); return e && (this.contains(e) || e.contains(this)); };
		if (!hit(middle())) this.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
		return hit(middle()) ? middle() : [];
	}`)
	require.Len(c.p, at, 2, "%s cannot be reached with the mouse: it is out of sight or something lies over it", c)
	return at[0], at[1]
}

// key presses keys where the focus is.
func (p *page) key(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// enter replaces what stands in the focused field by typing.
func (p *page) enter(text string) {
	p.Helper()
	p.key("a", chromedp.ModifierCtrl)
	p.run("document.activeElement.select?.()") // where the shortcut belongs to the system and not to the browser
	if text == "" {
		p.key(kb.Delete)
		return
	}
	p.key(text)
}

// paste sets a text that no keyboard can type, as a paste does.
func (c *control) paste(text string) {
	c.p.Helper()
	on[chromedp.Void](c, `function(text) {
		this.focus();
		this.value = JSON.parse(text); // so that half a character gets through
		this.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertFromPaste'}));
	}`, text)
}

// choose takes an option of a list. The list itself is drawn by the system, where no mouse of the protocol reaches.
func (c *control) choose(option string) {
	c.p.Helper()
	done := on[bool](c, `function(option) {
		const wanted = [...this.options].find((o) => o.value === option || o.label === option);
		if (!wanted) return false;
		this.focus();
		this.value = wanted.value;
		for (const type of ['input', 'change']) this.dispatchEvent(new Event(type, {bubbles: true}));
		return true;
	}`, option)
	require.True(c.p, done, "%s has no option %q", c, option)
}

// walkTo moves the focus to the element with Tab or Shift and Tab, as the order on the page demands.
func (c *control) walkTo() {
	c.p.Helper()
	for range 200 {
		step := on[string](c, `function() {
			const at = document.activeElement;
			if (at === this) return 'here';
			return at !== document.body && at.compareDocumentPosition(this) & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on';
		}`)
		switch step {
		case "here":
			return
		case "on":
			c.p.key(kb.Tab)
		case "back":
			c.p.key(kb.Tab, chromedp.ModifierShift)
		}
	}
	c.p.Fatalf("%s cannot be reached with Tab; the focus is at %s", c, c.p.focus())
}

// focus tells where the focus is: role and name, or body.
func (p *page) focus() string {
	p.Helper()
	object := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
	tree := call(p, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{ObjectID: object.Result.ObjectID, FetchRelatives: new(false)})
	if len(tree.Nodes) == 0 || p.true("document.activeElement === document.body") {
		return "body"
	}
	return fmt.Sprintf("%s %s", axText(tree.Nodes[0].Role), axText(tree.Nodes[0].Name))
}

// pause lets the page rest, where a test is about quick and slow.
func (p *page) pause(d time.Duration) { p.do(chromedp.Sleep(d)) }
