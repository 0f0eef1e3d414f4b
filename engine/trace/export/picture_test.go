package export

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/tell"
)

var update = flag.Bool("update", false, "write the goldens anew")

// golden holds a text to the file of the name in testdata.
func golden(t *testing.T, name, text string) {
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), text, "%s: -update writes it anew", name)
}

func read(t *testing.T, text string) *trace.Trace {
	tr, err := trace.Parse(text)
	require.NoError(t, err)
	return tr
}

// drawn is a shape or a text of a picture.
type drawn struct {
	name   string
	attr   map[string]string
	text   string
	kind   string // of the piece around it
	parent string
}

func (d *drawn) number(t *testing.T, name string) float64 {
	v, err := strconv.ParseFloat(d.attr[name], 64)
	require.NoError(t, err, "%s of %v", name, d.attr)
	return v
}

// shapes takes a picture apart. It has to be XML, and to refer to nothing outside.
func shapes(t *testing.T, svg string) []*drawn {
	require.True(t, utf8.ValidString(svg))
	var list, open []*drawn
	d := xml.NewDecoder(strings.NewReader(svg))
	d.Strict = true
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			s := &drawn{name: e.Name.Local, attr: map[string]string{}}
			if len(open) > 0 {
				s.kind, s.parent = open[len(open)-1].kind, open[len(open)-1].name
			}
			for _, a := range e.Attr {
				s.attr[a.Name.Local] = a.Value
				if a.Name.Local != "xmlns" && strings.Contains(a.Value, "url(") {
					assert.Regexp(t, `^url\(#(dots|stripes|hatch)\)$`, a.Value)
				}
				assert.NotRegexp(t, `^(on.*|href|style|class)$`, a.Name.Local)
			}
			if kind := s.attr["data-kind"]; kind != "" {
				s.kind = kind
			}
			assert.Contains(t, []string{"svg", "title", "desc", "defs", "pattern", "circle", "path", "rect", "g", "text", "tspan"}, s.name)
			list, open = append(list, s), append(open, s)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(e)
			}
		case xml.ProcInst, xml.Directive, xml.Comment:
			t.Fatalf("a picture holds no %T", e)
		}
	}
	require.Empty(t, open)
	return list
}

func picture(t testing.TB, tr *trace.Trace, step int) string {
	svg, err := SVG(tr, tr.Rules(), step, false)
	require.NoError(t, err)
	return svg
}

const rack = `firmoffer/1 binding
# Half the rack dies
node n1 5
make A
resize n1 8
make B timeout=4
accept A o1
advance 1
resize n1 5
launch A o1 as=web
`

func TestThePictureOfAStep(t *testing.T) {
	golden(t, "loss.svg", picture(t, read(t, rack), 6))
	golden(t, "overhang.svg", picture(t, read(t, rack+"resize n1 2\n"), 8))
	golden(t, "violated.svg", picture(t, read(t, "firmoffer/1 optimistic\nnode n1 4\nmake A\nmake B\n"), 2))
}

// Every name comes out as it is, and ends nothing that it stands in.
func TestPicturesOfHostileNames(t *testing.T) {
	names := append([]string{"<b>bold</b>", "]]>", "&amp;", "'\"", "<svg onload=x>", strings.Repeat("wide ", 50), strings.Repeat("🦊", 60), "שלום עולם"}, hostileNames...)
	for _, name := range names {
		tr := trace.New("optimistic", []engine.Node{{ID: name, Capacity: 9}})
		tr.Nodes[0].Before = trace.Note(name)
		for _, c := range []engine.Command{{Verb: engine.VerbMake, Framework: name, Amount: 3}, {Verb: engine.VerbMake, Framework: name, Amount: 1 << 62},
			{Verb: engine.VerbAccept, Framework: name, Offer: "o1"}, {Verb: engine.VerbLaunch, Framework: name, Offer: "o1", Task: name},
			{Verb: engine.VerbResize, Node: name, Amount: 4}, {Verb: engine.VerbFinish, Framework: name, Task: name + "x"}} {
			s := trace.Step{Command: c}
			s.SetNarration(name)
			tr.Steps = append(tr.Steps, s)
		}
		for step := range len(tr.Steps) + 1 {
			list := shapes(t, picture(t, tr, step))
			seen := ""
			for _, s := range list {
				if s.name != "desc" {
					seen += s.text + "\n"
				}
			}
			whole := strings.ReplaceAll(seen, "\u200e", "")
			assert.Contains(t, whole, remark(name), "the whole name stands somewhere")
		}
		text, err := Handout(tr, tr.Rules(), 1, len(tr.Steps), true)
		require.NoError(t, err)
		assert.NotContains(t, text, "<b>bold")
		assert.NotContains(t, text, "onload=x>")
	}
}

// The lengths of a picture are those of the ledger: each piece of a bar is as long as its units.
func TestLengthsAreUnits(t *testing.T) {
	checked := map[string]int{}
	for seed := range 16 {
		for _, c := range engine.Contracts() {
			tr := random(seed, c.Name)
			step := 1 + (seed*7+len(c.Name))%len(tr.Steps)
			s, _, err := trace.Replay(tr, c, step)
			require.NoError(t, err)
			lengths(t, fmt.Sprintf("%d under %s, step %d", seed, c.Name, step), picture(t, tr, step), s, checked)
		}
	}
	for _, kind := range kindNames {
		assert.Greater(t, checked[kind], 2, kind)
	}
}

// random returns a trace of thirty steps that mostly make sense.
func random(seed int, contract string) *trace.Trace {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	tr := trace.New(contract, []engine.Node{{ID: "n1", Capacity: 2 + r.Int64N(9)}, {ID: "two\" <", Capacity: r.Int64N(90)}})
	offer := func() string { return "o" + strconv.Itoa(1+r.IntN(9)) }
	for range 30 {
		c := engine.Command{Framework: []string{"A", "שלום", "<C>"}[r.IntN(3)], Offer: offer()}
		switch r.IntN(7) {
		case 0, 1:
			c.Verb, c.Amount = engine.VerbMake, 1+r.Int64N(30)
		case 2:
			c.Verb = engine.VerbAccept
		case 3:
			c.Verb = engine.VerbLaunch
		case 4:
			c.Verb = engine.VerbDecline
		case 5:
			c.Verb, c.Amount = engine.VerbAdvance, r.Int64N(3)
		case 6:
			c.Verb, c.Node, c.Amount = engine.VerbResize, tr.Nodes[r.IntN(2)].ID, 1+r.Int64N(12)
		}
		if s, _, err := trace.Replay(tr, tr.Rules(), -1); err == nil { // mostly by the owner
			if o, ok := s.Offer(c.Offer); ok && r.IntN(4) > 0 && c.Verb != engine.VerbMake {
				c.Framework = o.FrameworkID
			}
		}
		tr.Steps = append(tr.Steps, trace.Step{Command: c})
	}
	return tr
}

func lengths(t *testing.T, where, svg string, s *engine.Scheduler, checked map[string]int) {
	var node engine.NodeUsage
	scale := 0.0
	units := map[string]map[string]float64{} // by node and kind
	thin := map[string]float64{}
	var cases []*drawn
	for _, d := range shapes(t, svg) {
		if id, ok := d.attr["data-node"]; ok {
			node, _ = s.Node(id)
			require.Equal(t, id, node.ID, where)
			units[id] = map[string]float64{}
			cases = append(cases, d)
		}
		if d.name != "rect" || d.kind == "" || d.attr["stroke-width"] == "" { // only what outlines a piece
			continue
		}
		if scale == 0 {
			scale = scaleOf(t, cases, s)
		}
		width := d.number(t, "width") + d.number(t, "stroke-width") + 2*inset
		units[node.ID][d.kind] += width / scale
		if width < thinnest+2*inset+0.01 { // it is drawn longer than it is, to be seen
			thin[node.ID] += width / scale
		}
		checked[d.kind]++
	}
	for id, got := range units {
		n, _ := s.Node(id)
		equal := func(want int64, kinds ...string) {
			sum := 0.0
			for _, kind := range kinds {
				sum += got[kind]
			}
			assert.InDelta(t, want, sum, 0.02+float64(want)/1000+thin[id], "%s: %v", where, kinds)
		}
		equal(n.Allocated+n.Reserved, "running", "accepted", "pending", "overhang", "violated")
		equal(max(0, -n.Free), "overhang", "violated")
		equal(n.Overhang, "overhang")
		if n.Free >= 0 {
			equal(n.Allocated, "running")
			equal(n.Accepted, "accepted")
			equal(n.Pending, "pending")
		}
		sum := fmt.Sprintf("running %d + accepted %d + pending %d = %d of %d", n.Allocated, n.Accepted, n.Pending, n.Allocated+n.Reserved, n.Capacity)
		assert.Contains(t, svg, "Node "+markup(tell.Name(id))+": "+sum, where)
	}
}

// scaleOf measures how long a unit is by a case, which is as long as the capacity of its node.
func scaleOf(t *testing.T, cases []*drawn, s *engine.Scheduler) float64 {
	for i := len(cases) - 1; i >= 0; i-- {
		if n, _ := s.Node(cases[i].attr["data-node"]); n.Capacity > 0 {
			return cases[i].number(t, "width") / float64(n.Capacity)
		}
	}
	t.Fatal("no node has a capacity")
	return 0
}

func TestThePictureIsInWordsToo(t *testing.T) {
	for _, step := range []int{0, 6} {
		list := shapes(t, picture(t, read(t, rack), step))
		assert.Equal(t, "img", list[0].attr["role"])
		assert.Equal(t, []string{"title", "desc"}, []string{list[1].name, list[2].name})
		assert.Equal(t, list[1].attr["id"], list[0].attr["aria-labelledby"])
		assert.Equal(t, list[2].attr["id"], list[0].attr["aria-describedby"])
		if step == 6 {
			assert.Equal(t, "Half the rack dies, step 6 of 7, under binding: holds", list[1].text)
			assert.Equal(t, "Step 6: resize n1 5. n1 shrank from 8 to 5 units. It was 3 over, so o2 of B (pending, 3 units) was invalidated. "+
				"Rule 19: pending offers go first, the newest first; accepted ones only when no pending one is left. What stays: the accepted o1 of A. "+
				"Now is t = 1. Verdict: holds. No node has promised more than it has. "+
				"Node n1: running 0 + accepted 5 + pending 0 = 5 of 5, was 8. o1 of A: 5 units accepted, until 10. o2 of B: 3 units lost.", list[2].text)
		}
	}
}

// A deadline is a line that shortens with the time that is left.
func TestDeadlinesShorten(t *testing.T) {
	tr := read(t, "firmoffer/1\nnode n1 4\nmake A timeout=8\nadvance 2\nadvance 4\n")
	for step, want := range map[int]string{1: "1", 2: "0.75", 3: "0.25"} {
		list := shapes(t, picture(t, tr, step))
		found := false
		for i, d := range list {
			if left, ok := d.attr["data-left"]; ok {
				found = true
				assert.Equal(t, want, left)
				assert.InDelta(t, d.number(t, "width"), list[i-1].number(t, "width")*d.number(t, "data-left"), 0.02)
			}
		}
		assert.True(t, found)
	}
}

func TestPicturesAreBounded(t *testing.T) {
	tr := trace.New("optimistic", nil)
	for i := range 1000 {
		tr.Nodes = append(tr.Nodes, trace.NodeLine{Node: engine.Node{ID: strings.Repeat("n", 250) + strconv.Itoa(i), Capacity: 3}})
	}
	for range 200 {
		tr.Steps = append(tr.Steps, trace.Step{Command: engine.Command{Verb: engine.VerbMake, Framework: strings.Repeat("F", 250), Amount: 9}})
	}
	tr.Steps = append(tr.Steps, trace.Step{Command: engine.Command{Verb: engine.VerbResize, Node: tr.Nodes[900].ID, Amount: 1}})
	svg := picture(t, tr, len(tr.Steps))
	assert.Less(t, len(svg), 300_000)
	assert.Contains(t, svg, "988 more nodes are not shown.")
	cases := 0
	for _, d := range shapes(t, svg) {
		if id := d.attr["data-node"]; id != "" {
			cases++
			if cases == nodesMost {
				assert.Equal(t, tr.Nodes[900].ID, id, "the one that the step changed is among them")
			}
		}
	}
	assert.Equal(t, nodesMost, cases)
	assert.Less(t, len(picture(t, long(10_000), 10_000)), 20_000)
}

func TestThereIsNoPictureOfAStepThatIsNotThere(t *testing.T) {
	for _, step := range []int{-1, 8} {
		_, err := SVG(read(t, rack), engine.Binding(), step, false)
		assert.ErrorContains(t, err, "there is no step")
	}
}

// What was cut ends in an ellipsis, and no line is longer than its room.
func TestLinesAreCutAndBroken(t *testing.T) {
	f := font{size: 10}
	for _, s := range []string{"", "a", "two words", strings.Repeat("long", 40), strings.Repeat("a b ", 90), "日本" + strings.Repeat("語", 80), strings.Repeat("🦊", 50)} {
		for _, width := range []float64{30, 100, 1000} {
			shown := f.cut(s, width)
			assert.LessOrEqual(t, f.width(shown), width)
			assert.True(t, shown == s || strings.HasSuffix(shown, ellipsis) && strings.HasPrefix(s, strings.TrimSuffix(shown, ellipsis)))
			lines := f.wrap(s, width, 3)
			assert.LessOrEqual(t, len(lines), 3)
			for _, line := range lines {
				assert.LessOrEqual(t, f.width(line), width)
			}
		}
	}
	assert.Equal(t, []string{"one two", "three four", "five six s" + ellipsis}, font{size: 1}.wrap("one two three four five six seven eight", 6.2, 3))
}

func TestLettersFromRightToLeftMoveNothingElse(t *testing.T) {
	assert.Equal(t, "o1 · שלום עולם\u200e · 5 pending", inOrder("o1 · שלום עולם · 5 pending"))
	assert.Equal(t, "plain", inOrder("plain"))
}
