package link

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
)

// Links that people have are read for ever, so an entry of the golden file is never changed or removed. With each release
// that can write something new, add sessions below and run: go test ./engine/trace/link -run Golden -add
var add = flag.Bool("add", false, "write the golden links that are not in the file yet")

const goldenFile = "testdata/golden.txt"

func goldenSessions() map[string]Session {
	small := "firmoffer/1 binding\nnode n1 5\nmake A\naccept A o1\nlaunch A o1 as=web\n"
	tour := "firmoffer/1 binding\nnode n1 5\n# Who goes?\nmake A\nresize n1 8\nmake B timeout=4\naccept A o1\nresize n1 5\naccept B o2\nlaunch A o1\nadvance 0\nfinish A t1\ndecline A o1\n# The end.\n"
	return map[string]Session{
		"01 nothing":             {Trace: "firmoffer/1 binding\n"},
		"02 readable":            {Trace: small, At: 3},
		"03 readable, in a step": {Trace: small, At: 1, Mode: "present"},
		"04 compare":             {Trace: small, At: 3, Mode: "compare", Contracts: []string{"optimistic", "first-accept-wins"}},
		"05 branches": {Trace: small, At: 2, Branches: []Branch{{"branch 1", 0, 1, "# No.\ndecline A o1\n"}, {"later", 1, 2, "make B\n"}, {"none", 0, 3, ""}},
			Options: []Option{{"lang", "de"}, {"scale", "2"}}},
		"06 Cyrillic":      {Trace: "firmoffer/1 optimistic\nnode \"узел\" 5\nmake \"Анна\"\n", At: 1},
		"07 emoji":         {Trace: "firmoffer/1 binding\nnode \"👩🏽‍💻\" 5\nmake \"🦊\"\naccept \"🦊\" o1\n", At: 2},
		"08 right to left": {Trace: "firmoffer/1 binding\n# שלום\nnode n1 5\nmake \"עברית\"\n", At: 0, Branches: []Branch{{"ענף", 0, 1, "make A\n"}}},
		"09 refusals":      {Trace: "firmoffer/1 binding\nnode n1 5\naccept A o1\nmake A timeout=0\nadvance -1\nfinish B t1\nmake A\naccept B o1\nlaunch A o1\n", At: 7},
		"10 separators":    {Trace: "firmoffer/1 binding\n# ~;+%25 \\n \r\x00\nmake \"a;b~c+d%7E\\\"\\\\\"\n", Mode: "a b\n~", At: 1},
		"11 no trace":      {Trace: "make A\nmak B", At: 0},
		"12 errors":        {Trace: "firmoffer/1 nonsense\nmak A\n\n\n= 3", At: 2},
		"13 packed tour":   {Trace: tour + strings.TrimPrefix(tour, "firmoffer/1 binding\nnode n1 5\n") + "node n2 5\n", At: 4},
		"14 packed walk":   {Trace: walk(14, 3, 60, true), At: 60, Mode: "predict", Contracts: []string{"oldest-first"}},
		"15 packed branches": {Trace: walk(15, 10, 90, false), At: 30, Branches: []Branch{
			{"other", 0, 30, "make \"Анна Б\"\nresize n99 100000\nadvance 9007199254740991\n"}, {"third", 1, 31, "make A timeout=2304\nfinish A t500\n"}}},
		"16 many frameworks": {Trace: manyFrameworks(), At: 40},
		"17 200 steps":       {Trace: walk(17, 10, 200, true), At: 200},
		"18 1,000 steps":     {Trace: walk(18, 3, 1000, false), At: 999},
		"19 ordinary":        {Trace: ordinary(3, 450), At: 450},
	}
}

func manyFrameworks() string {
	t := trace.New("binding", clusterOf(2))
	for i := range 40 {
		c, _ := trace.ParseCommand(fmt.Sprintf("make F%d timeout=%d", i%20, i*i+1))
		t.Steps = append(t.Steps, trace.Step{Command: c})
	}
	return t.String()
}

func describe(s Session) string {
	text := fmt.Sprintf("trace %+q\nat %d\nmode %+q\n", s.Trace, s.At, s.Mode)
	for _, c := range s.Contracts {
		text += fmt.Sprintf("with %+q\n", c)
	}
	for _, o := range s.Options {
		text += fmt.Sprintf("set %+q %+q\n", o.Key, o.Value)
	}
	for _, b := range s.Branches {
		text += fmt.Sprintf("branch %+q of %d from %d %+q\n", b.Name, b.Of, b.From, b.Steps)
	}
	return text
}

func TestGoldenLinks(t *testing.T) {
	data, err := os.ReadFile(goldenFile)
	if *add {
		data = addGolden(t, string(data))
	} else {
		require.NoError(t, err)
	}
	entries := strings.Split(string(data), "== ")[1:]
	assert.GreaterOrEqual(t, len(entries), 19)
	for _, entry := range entries {
		name, rest, _ := strings.Cut(entry, "\n")
		fragment, want, _ := strings.Cut(rest, "\n")
		s, receipt, err := Decode(fragment)
		require.NoError(t, err, name)
		assert.Equal(t, want, describe(s), name)
		assert.Equal(t, fragment, Encode(s), name)
		if tr, err := trace.Parse(s.Trace); err == nil && len(tr.Steps) > 0 {
			require.NotNil(t, receipt, name)
			d, err := receipt.Check(tr, tr.Rules())
			require.NoError(t, err)
			assert.Nil(t, d, name)
		}
	}
}

// addGolden adds what is missing and keeps what is there.
func addGolden(t *testing.T, text string) []byte {
	all := goldenSessions()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !strings.Contains(text, "== "+name+"\n") {
			text += "== " + name + "\n" + Encode(all[name]) + "\n" + describe(all[name])
		}
	}
	require.NoError(t, os.MkdirAll("testdata", 0o755))
	require.NoError(t, os.WriteFile(goldenFile, []byte(text), 0o644))
	return []byte(text)
}

// The lengths of links and what they cost, for notes of a release.
func BenchmarkLink(b *testing.B) {
	for _, sort := range []struct {
		name string
		text func(steps int) string
	}{
		{"ordinary", func(n int) string { return ordinary(3, n) }},
		{"walk", func(n int) string { return walk(1, 3, n, false) }},
	} {
		for _, n := range []int{10, 50, 200, 1000, 10000} {
			s := Session{Trace: sort.text(n), At: n}
			fragment := Encode(s)
			marks, err := MarksOf(s.Trace)
			require.NoError(b, err)
			b.Run(fmt.Sprintf("encode/%s/%d", sort.name, n), func(b *testing.B) {
				for b.Loop() {
					Encode(s)
				}
				b.ReportMetric(float64(len(fragment)), "chars")
			})
			b.Run(fmt.Sprintf("encode-with-marks/%s/%d", sort.name, n), func(b *testing.B) {
				for b.Loop() {
					EncodeWith(s, marks)
				}
			})
			b.Run(fmt.Sprintf("decode/%s/%d", sort.name, n), func(b *testing.B) {
				for b.Loop() {
					Decode(fragment)
				}
			})
		}
	}
}
