package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/html"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"
	"pgregory.net/rapid"

	"firmoffer/web/app"
)

// reader is a browser that does what a placeholder asks for: it leaves what stands there alone.
type reader struct {
	app   *app.App
	root  *Root
	env   *vugu.BuildEnv
	shown *html.Node
	kept  int
}

func newReader(t require.TestingT) *reader {
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	a := app.New(nil, nil)
	return &reader{app: a, root: &Root{App: a}, env: env}
}

// look builds the page as the program does, with the components of the last time.
func (r *reader) look(t require.TestingT) string {
	var out strings.Builder
	require.NoError(t, staticrender.New(&out).Render(r.env.RunBuild(r.root)))
	next := parse(t, strings.NewReplacer("<keep", "<template", "</keep", "</template").Replace(out.String())).root // which may stand anywhere
	r.fill(t, next, r.shown)
	r.shown = next
	var whole strings.Builder
	require.NoError(t, html.Render(&whole, next))
	return whole.String()
}

// fill puts what was there in the place of each placeholder: the row with its key, or the element in its place.
func (r *reader) fill(t require.TestingT, next, was *html.Node) {
	place := 0
	for c := next.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		old := child(was, place, attr(c, "data-key"))
		place++
		if c.Data != "template" {
			r.fill(t, c, old)
			continue
		}
		require.NotNil(t, old, "nothing stands where something is to be kept")
		r.kept++
		*c = html.Node{Type: old.Type, Data: old.Data, DataAtom: old.DataAtom, Attr: old.Attr, Parent: next, PrevSibling: c.PrevSibling, NextSibling: c.NextSibling,
			FirstChild: old.FirstChild, LastChild: old.LastChild}
	}
}

func child(of *html.Node, place int, key string) *html.Node {
	if of == nil {
		return nil
	}
	i := 0
	for c := of.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if key != "" && attr(c, "data-key") == key || key == "" && i == place {
			return c
		}
		i++
	}
	return nil
}

// TestKeptPartsAreUpToDate sends messages and compares the page whose parts were kept with one that was built anew.
func TestKeptPartsAreUpToDate(t *testing.T) {
	msgs := []app.Msg{app.Forward{}, app.Forward{}, app.Forward{}, app.Back{}, app.Last{}, app.First{}, app.MakeOffers{}, app.AdvanceTime{}, app.AddNode{},
		app.Undo{}, app.Redo{}, app.Reset{}, app.SetContract{Name: "optimistic"}, app.SetContract{Name: "binding"}, app.SetContract{Name: "none"},
		app.OpenScenario{ID: "declined"}, app.OpenScenario{ID: "overhang"}, app.Accept{Offer: "o1"}, app.Launch{Offer: "o1"}, app.Decline{Offer: "o2"},
		app.Finish{Task: "web"}, app.Resize{Node: "n1"}, app.Type{Field: app.FieldCapacity("n1"), Text: "3"}, app.Type{Field: app.FieldTicks, Text: "x"},
		app.Type{Field: app.FieldTask("o1"), Text: "web"}, app.Type{Field: app.FieldCommand, Text: "resize n2 9"}, app.RunCommand{},
		app.Toggle{Panel: app.PanelEnded, Open: true}, app.Toggle{Panel: app.PanelEnded}, app.Toggle{Panel: app.PanelHelp, Open: true},
		app.Toggle{Panel: app.PanelHelp}, app.Toggle{Panel: app.PanelTrace, Open: true}, app.Toggle{Panel: app.PanelTrace}, app.EditTrace{Text: manyNodes(25) + "make A\n"},
		app.EditTrace{Text: "nonsense"}, app.ApplyTrace{}, app.DiscardTrace{}, app.Page{List: app.ListNodes, By: 1}, app.Page{List: app.ListNodes, By: -1},
		app.Page{List: app.ListOffers, By: 1}, app.Page{List: app.ListSteps, By: 1}, app.SetShortcuts{On: false}}
	kept := 0
	for seed := range 12 {
		walk := rapid.SliceOfN(rapid.SampledFrom(msgs), 60, 60).Example(seed)
		r := newReader(t)
		r.look(t)
		for i, msg := range walk {
			r.app.Send(msg)
			seen := r.look(t)
			fresh, err := Render(r.app)
			require.NoError(t, err)
			require.Equal(t, whole(t, fresh), seen, "walk %d, message %d: %#v", seed, i, msg)
		}
		kept += r.kept
	}
	require.Greater(t, kept, 1000, "parts that stay the same are kept")
}

func whole(t require.TestingT, raw string) string {
	var out strings.Builder
	require.NoError(t, html.Render(&out, parse(t, raw).root))
	return out.String()
}
