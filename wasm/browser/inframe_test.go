package browser

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// inFrame evaluates an expression in the document of a frame of the page, which counts from 0 in the order of the document. The frame
// may be of another site, and hence of another process.
func inFrame[T any](p *page, number int, expression string) T {
	p.Helper()
	params := runtime.EvaluateParams{Expression: expression, ReturnByValue: new(true), AwaitPromise: new(true)}
	in, id := p, p.frameID(number)
	if p.holds(id) {
		params.ContextID = call(p, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: id}).ExecutionContextID
	} else {
		in = p.attached(id)
	}
	result := call(in, runtime.Evaluate, params)
	if result.ExceptionDetails != nil {
		p.Fatalf("%s: %s", expression, result.ExceptionDetails.Text)
	}
	var value T
	require.NoError(p, json.Unmarshal(result.Result.Value, &value), expression)
	return value
}

// frameID is what the browser calls a frame of the page or of one of its figures.
func (p *page) frameID(number int) cdp.FrameID {
	p.Helper()
	found := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: `[...document.querySelectorAll('firm-offer, iframe')]
		.map((e) => e.shadowRoot ? e.shadowRoot.querySelector('iframe') : e).filter((e) => e?.contentWindow)[` + quoteInt(number) + `]`})
	require.NotEmpty(p, found.Result.ObjectID, "frame %d", number)
	return call(p, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: found.Result.ObjectID}).Node.FrameID
}

// holds reports whether a frame lives in the process of its page.
func (p *page) holds(id cdp.FrameID) bool {
	p.Helper()
	for _, child := range call(p, cdppage.GetFrameTree, cdp.Empty{}).FrameTree.ChildFrames {
		if child.Frame.ID == id {
			return true
		}
	}
	return false
}

// lives reports whether there is such a frame, in whatever process.
func (p *page) lives(id cdp.FrameID) bool {
	p.Helper()
	all, err := chromedp.Targets(p.ctx)
	require.NoError(p, err)
	return p.holds(id) || slices.ContainsFunc(all, func(info *target.Info) bool { return info.TargetID == target.ID(id) })
}

// attached is the document of a frame that has a process of its own. What goes wrong in it from now on is a fault of the page.
func (p *page) attached(id cdp.FrameID) *page {
	p.Helper()
	if f := p.frames[id]; f != nil {
		return &page{p.TB, f}
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); p.pause(20 * time.Millisecond) {
		all, err := chromedp.Targets(p.ctx)
		require.NoError(p, err)
		for _, info := range all {
			if info.TargetID == target.ID(id) && info.URL != "" {
				return p.attach(info.TargetID)
			}
		}
	}
	require.Fail(p, "there is no such frame", "%s", id)
	return nil
}

func (p *page) attach(id target.ID) *page {
	f := &page{p.TB, &tab{moved: map[network.RequestID]*transfer{}}}
	f.ctx, f.close = chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithListener(p.watch)) // ends with p
	if p.frames == nil {
		p.frames = map[cdp.FrameID]*tab{}
	}
	p.frames[cdp.FrameID(id)] = f.tab
	return f
}

// frame is the document of a frame that has a process of its own, by the beginning of its address.
func (p *page) frame(address string) *page {
	p.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); p.pause(20 * time.Millisecond) {
		all, err := chromedp.Targets(p.ctx)
		require.NoError(p, err)
		for _, info := range all {
			if info.Type == "iframe" && strings.HasPrefix(info.URL, address) {
				return p.attach(info.TargetID)
			}
		}
	}
	require.Fail(p, "there is no frame", address)
	return nil
}
