package link

import (
	"errors"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// odd are texts that get lost on many ways: scripts, quotes, separators of ours and of others, what is not UTF-8.
var odd = []string{"Анна", "日本", "עברית", "\u202eltr", "👩🏽‍💻", "é", "a b", "a+b", "a%20b", "%", "%7E", "a;b", "a~b", "~end", "~check+", `"`, `\`, `\n`,
	`\_`, "'", "#", "=", "=x", "\r", "\x00", "\x01", "\x02x", "\x7f", "\x80", "\xff", "a\tb", "\u2028", "&amp;", "<b>", "-", "_", ".", "", " ", "\n", "node", "open"}

var anyText = rapid.OneOf(rapid.SampledFrom(odd), rapid.StringMatching(`[a-z]{1,6}`), rapid.String(),
	rapid.Map(rapid.SliceOfN(rapid.SampledFrom(odd), 0, 4), func(s []string) string { return strings.Join(s, "") }))

func anyLine(rt *rapid.T) string {
	name := func() string {
		n := anyText.Filter(engine.ValidName).Draw(rt, "name")
		if rapid.Bool().Draw(rt, "plain") {
			n = rapid.SampledFrom([]string{"A", "B", "n1", "n2", "t1", "t07", "o1", "o4", "o12"}).Draw(rt, "plain name")
		}
		return n
	}
	offer := func() string {
		return rapid.SampledFrom([]string{"o1", "o2", "o3", "o9", "o100", "o50000", "o01", "o9999999999", "x"}).Draw(rt, "offer")
	}
	amount := func() int64 {
		return rapid.OneOf(rapid.Int64Range(0, 100), rapid.Int64(), rapid.SampledFrom([]int64{47, 48, 2303, 2304, 1 << 30, 1<<30 - 1})).Draw(rt, "amount")
	}
	switch rapid.IntRange(0, 10).Draw(rt, "sort") {
	case 0:
		return "# " + anyText.Draw(rt, "note")
	case 1:
		return anyText.Draw(rt, "anything")
	case 2:
		return ""
	}
	c := engine.Command{Verb: engine.Verb(rapid.IntRange(1, 7).Draw(rt, "verb")), Framework: name(), Offer: offer(), Node: name(), Amount: amount()}
	if c.Verb == engine.VerbFinish || rapid.Bool().Draw(rt, "as") {
		c.Task = name()
	}
	return trace.FormatCommand(c)
}

// anyLines are lines of a trace and others, mostly closed.
func anyLines(rt *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(0, 12).Draw(rt, "lines") {
		b.WriteString(anyLine(rt) + "\n")
	}
	if rapid.IntRange(0, 5).Draw(rt, "open") == 0 {
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String()
}

func anySession(rt *rapid.T) Session {
	s := Session{Trace: "firmoffer/1 binding\n" + anyLines(rt), Mode: rapid.SampledFrom([]string{"", "", "compare", "present"}).Draw(rt, "mode")}
	if rapid.IntRange(0, 7).Draw(rt, "no trace") == 0 {
		s.Trace = anyLines(rt)
	}
	s.At = rapid.IntRange(0, countSteps(s.Trace)).Draw(rt, "at")
	for range rapid.IntRange(0, 2).Draw(rt, "contracts") {
		s.Contracts = append(s.Contracts, anyText.Draw(rt, "contract"))
	}
	for range rapid.IntRange(0, 2).Draw(rt, "options") {
		s.Options = append(s.Options, Option{anyText.Draw(rt, "key"), anyText.Draw(rt, "value")})
	}
	total := []int{countSteps(s.Trace)}
	for i := range rapid.IntRange(0, 3).Draw(rt, "branches") {
		b := Branch{Name: anyText.Draw(rt, "branch"), Of: rapid.IntRange(0, i).Draw(rt, "of"), Steps: anyLines(rt)}
		b.From = rapid.IntRange(0, total[b.Of]).Draw(rt, "from")
		total = append(total, b.From+countLines(b.Steps))
		s.Branches = append(s.Branches, b)
	}
	return s
}

// legal holds a link to the characters that a fragment may have and that nobody cuts or escapes.
func legal(t require.TestingT, fragment string) {
	require.Regexp(t, `^fo1\.(t\.[A-Za-z0-9_.:=,/+%;~-]*|z\.[A-Za-z0-9_.-]*)[A-Za-z0-9]$`, fragment)
}

func TestEncodeThenDecode(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := anySession(rt)
		fragment := Encode(want)
		legal(rt, fragment)
		got, receipt, err := Decode(fragment)
		require.NoError(rt, err)
		require.Equal(rt, want, got)
		if receipt != nil {
			tr, err := trace.Parse(got.Trace)
			require.NoError(rt, err)
			d, err := receipt.Check(tr, tr.Rules())
			require.NoError(rt, err)
			require.Nil(rt, d)
		}
		require.Equal(rt, fragment, Encode(got))
	})
}

// Both forms hold every session, whichever Encode would have taken.
func TestBothFormsHoldEverySession(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := anySession(rt)
		items := want.items()
		lines, long := lengthen(shorten(items), MaxText)
		require.False(rt, long)
		require.Equal(rt, items, lines)
		require.Equal(rt, items, unescapeItems(escape(items)))
		short := packed + toBase64(deflate(shorten(items))) + "."
		for _, fragment := range []string{readable + escape(items) + "~check+", short} {
			got, _, err := Decode(fragment + checksum(fragment))
			require.NoError(rt, err)
			require.Equal(rt, want, got)
		}
	})
}

// Steps are counted as the parser counts them.
func TestStepsAreCounted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := "firmoffer/1\nnode n1 5\r\n"
		for line := range strings.SplitSeq(anyLines(rt), "\n") {
			if with := text + line + "\n"; parses(with) {
				text = with
			}
		}
		tr, err := trace.Parse(text)
		require.NoError(rt, err)
		require.Equal(rt, len(tr.Steps), countSteps(text))
		for n := range len(tr.Steps) + 1 {
			first, err := trace.Parse(firstSteps(text, n))
			require.NoError(rt, err)
			require.Len(rt, first.Steps, n)
			require.True(rt, strings.HasPrefix(text, firstSteps(text, n)))
		}
	})
}

func parses(text string) bool {
	_, err := trace.Parse(text)
	return err == nil
}

func TestReadableLinkIsReadable(t *testing.T) {
	s := Session{Trace: "firmoffer/1 binding\nnode n1 5\n# Ann asks.\nmake Ann timeout=4\naccept Ann o1\nlaunch Bo o1 as=\"my web\"\n",
		At: 2, Mode: "compare", Contracts: []string{"optimistic"}, Options: []Option{{"lang", "de"}}, Branches: []Branch{{"other way", 0, 1, "decline Ann o1\n"}}}
	fragment := Encode(s)
	cut := strings.LastIndex(fragment, "~check+")
	assert.Equal(t, "fo1.t.binding;node+n1+5;%23+Ann+asks.;make+Ann+timeout=4;accept+Ann+o1;launch+Bo+o1+as=%22my+web%22"+
		"~at+2~mode+compare~with+optimistic~set+lang+de~branch+1+0+other+way;decline+Ann+o1", fragment[:cut])
	assert.Len(t, fragment[cut:], len("~check+")+3+4)
}

func TestHandWrittenLink(t *testing.T) {
	for _, fragment := range []string{
		"fo1.t.binding;node n1 5;make Анна~end", "#fo1.t.binding;node+n1+5;make+%D0%90нна~end", "fo1.t.binding;node+n1+5;make+Анна~end.", "fo1.t.binding%3Bnode+n1+5%3Bmake+%25D0%2590%25D0%25BD%25D0%25BD%25D0%25B0%7Eend)",
	} {
		s, receipt, err := Decode(fragment)
		require.NoError(t, err, fragment)
		assert.Nil(t, receipt)
		assert.Equal(t, Session{Trace: "firmoffer/1 binding\nnode n1 5\nmake Анна\n", At: 1}, s)
	}
}

func TestEditedLinkSaysSo(t *testing.T) {
	fragment := Encode(Session{Trace: "firmoffer/1 binding\nnode n1 5\nmake A\n", At: 1})
	s, receipt, err := Decode(strings.Replace(fragment, "make+A", "make+A;make+B", 1))
	require.ErrorContains(t, err, "changed after it was made")
	assert.Equal(t, Changed, kindOf(err))
	assert.Nil(t, receipt)
	assert.Equal(t, Session{Trace: "firmoffer/1 binding\nnode n1 5\nmake A\nmake B\n", At: 2}, s)
}

func kindOf(err error) Kind {
	var e *Error
	if !errors.As(err, &e) {
		return 255
	}
	return e.Kind
}

// Whatever is left of a link gives whole lines of it, and never a step that was not there.
func TestCutLinks(t *testing.T) {
	for _, text := range []string{walk(1, 3, 8, true), walk(2, 10, 200, false), ordinary(3, 450)} {
		s := Session{Trace: text, At: 3, Mode: "present", Branches: []Branch{{"b", 0, 2, "make A\n# x\n"}}}
		fragment := Encode(s)
		most := 0
		for n := 7; n < len(fragment); n++ {
			got, _, err := Decode(fragment[:n])
			require.Error(t, err, "%d of %d", n, len(fragment))
			require.Contains(t, []Kind{Cut, Changed}, kindOf(err), "%s: %s", fragment[:n], err)
			steps := countSteps(got.Trace)
			if strings.HasPrefix(fragment, packed) {
				require.True(t, strings.HasPrefix(text, got.Trace), "%d of %d: %q", n, len(fragment), got.Trace)
				require.GreaterOrEqual(t, steps, most, "more characters, fewer steps")
			}
			most = steps
		}
		assert.Equal(t, countSteps(text), most)
	}
}

// A damaged packed link gives the steps before the damage, and hardly ever one that was not there.
func TestDamagedLinks(t *testing.T) {
	text := walk(3, 3, 200, true)
	fragment := Encode(Session{Trace: text, At: 200, Mode: "present"})
	require.True(t, strings.HasPrefix(fragment, packed))
	r := rand.New(rand.NewSource(1))
	wrong, kept := 0, 0
	const tries = 2000
	for range tries {
		b := []byte(fragment)
		at := len(packed) + r.Intn(len(b)-len(packed))
		old := b[at]
		for b[at] == old {
			b[at] = digits[r.Intn(64)]
		}
		got, _, err := Decode(string(b))
		require.Error(t, err)
		steps := countSteps(got.Trace)
		kept += steps
		if !strings.HasPrefix(got.Trace, firstSteps(text, 0)) {
			continue // the nodes themselves are damaged
		}
		for steps > 0 && !strings.HasPrefix(text, firstSteps(got.Trace, steps)) {
			wrong++
			steps--
		}
	}
	t.Logf("%d steps were read of a damaged link of 200, %.2f of them wrong", kept/tries, float64(wrong)/tries)
	assert.Less(t, wrong, tries/2)
	assert.Greater(t, kept/tries, 60)
}

func TestWordsOfErrors(t *testing.T) {
	long := Encode(Session{Trace: walk(3, 3, 200, true)})
	for fragment, want := range map[string]string{
		"":                                "This link is empty: nothing stands behind the #.",
		"#":                               "This link is empty: nothing stands behind the #.",
		"section-2":                       `This is no link of this playground: found "section-2", expected "fo1." at its start.`,
		"fox":                             `This is no link of this playground: found "fox", expected "fo1." at its start.`,
		"fo9.t.binding":                   `This link was made by a newer playground: found "fo9.t", and this one reads "fo1.t." and "fo1.z.". Reload the page to get the newer one.`,
		"fo12.":                           `This link was made by a newer playground: found "fo12.", and this one reads "fo1.t." and "fo1.z.". Reload the page to get the newer one.`,
		"fo1.q.AAAA":                      `This link was made by a newer playground: found "fo1.q", and this one reads "fo1.t." and "fo1.z.". Reload the page to get the newer one.`,
		"fo1.z":                           "This link is cut off: 5 characters of it were found, and the end is missing. No step of it could be read.",
		long[:len(long)/2]:                "This link is cut off: ",
		long[:200] + "…":                  "This link is cut off: ",
		long[:200] + "*" + long[200:]:     `This link is damaged at character 201: found "*`,
		"fo1.t.binding;make+A~zoom+3~end": `This link is damaged: found "zoom 3", expected at, mode, with, set, branch or check, with what belongs to it. 1 step of it could be read.`,
		"fo1.t." + strings.Repeat("a", MaxFragment): "This link is too long: found 1048582 characters, expected at most 1048576. No step of it could be read.",
	} {
		_, receipt, err := Decode(fragment)
		assert.ErrorContains(t, err, want)
		assert.Nil(t, receipt)
	}
}

func TestHostileLinks(t *testing.T) {
	sealedBy := func(data []byte) string {
		f := packed + toBase64(data) + "."
		return f + checksum(f)
	}
	bomb := standard(t, make([]byte, 50<<20), 9)
	many := []byte("binding\nnode n1 5\nmake A\n" + strings.Repeat("\x80", 1_000_000))
	wide := []byte("binding\nmake " + strings.Repeat("x", 60_000) + "\n" + strings.Repeat("\x80", 100_000))
	for name, c := range map[string]struct {
		fragment string
		kind     Kind
	}{
		"bomb":          {sealedBy(bomb), TooLong},
		"million steps": {sealedBy(deflate(many)), TooLong},
		"wide lines":    {sealedBy(deflate(wide)), TooLong},
		"percents":      {readable + strings.Repeat("%25", 349_000), Cut},
		"deep percents": {readable + "%" + strings.Repeat("25", 500_000) + "7Eend", Cut},
		"branches":      {readable + "binding" + strings.Repeat("~branch+0+0+a", 50_000) + "~end", TooLong},
		"separators":    {readable + strings.Repeat(";~", 500_000) + "~end", Damaged},
		"lines":         {readable + strings.Repeat(";a", 500_000) + "~end", TooLong},
		"numbers":       {readable + "binding;make+A~at+99999999999999999999~branch+-1+0+x~branch+1+9+x~end", Damaged},
		"no block":      {sealedBy([]byte{7}), Damaged},
		"letters":       {packed + strings.Repeat("A", MaxFragment-6), Damaged},
	} {
		s, _, err := Decode(c.fragment)
		require.Error(t, err, name)
		if name != "letters" {
			assert.Equal(t, c.kind, kindOf(err), "%s: %s", name, err)
		}
		assert.Less(t, len(err.Error()), 400, name)
		assert.LessOrEqual(t, countSteps(s.Trace), trace.MaxSteps, name)
		assert.LessOrEqual(t, len(s.Branches), MaxBranches)
		assert.True(t, utf8.ValidString(err.Error()))
	}
}

func TestJoinAndSteps(t *testing.T) {
	left, err := trace.Parse(walk(1, 3, 20, true))
	require.NoError(t, err)
	other := left.Clone()
	other.Steps = other.Steps[:12]
	other.Steps[11].Before = []string{"# Why not?"}
	other.Tail = []string{"# The end."}
	for from := range 12 {
		b := Branch{"b", 0, from, Steps(other, from)}
		again, err := Join(left, b)
		require.NoError(t, err)
		assert.Equal(t, other, again)
	}
	for _, b := range []Branch{{"b", 0, 21, ""}, {"b", 0, -1, ""}, {"b", 0, 1, "node n9 5\n"}, {"b", 0, 1, "mak A\n"}} {
		_, err := Join(left, b)
		assert.Error(t, err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []Session{{}, {Trace: walk(1, 3, 8, true), Mode: "present"}, {Trace: walk(2, 3, 60, false), Branches: []Branch{{"b", 0, 2, "make A\n"}}}} {
		f.Add(Encode(s))
	}
	for _, fragment := range []string{"", "#", "fo", "fo9.", "fo1.t.binding;make+A~end", "fo1.t.=;~open~set+a+b~end", "fo1.z.AAAA.AAAA"} {
		f.Add(fragment)
	}
	f.Fuzz(func(t *testing.T, fragment string) {
		for _, fragment := range []string{fragment, packed + toBase64(deflate([]byte(fragment))) + ".", packed + toBase64([]byte(fragment)) + "."} {
			if strings.HasSuffix(fragment, ".") && strings.HasPrefix(fragment, packed) {
				fragment += checksum(fragment)
			}
			s, receipt, err := Decode(fragment)
			if err == nil || kindOf(err) == Changed {
				again, _, err := Decode(Encode(s))
				require.NoError(t, err)
				require.Equal(t, s, again)
			}
			if receipt != nil {
				_, _ = receipt.Check(trace.New("binding", nil), engine.Binding())
			}
			require.LessOrEqual(t, s.At, countSteps(s.Trace))
		}
	})
}
