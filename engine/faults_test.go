package engine_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Faults on purpose: who tests the tests? testdata/faults.txt holds single faults as patches of the engine's source. Each
// is put into a copy of the engine, and the tests there must fail. It takes minutes, so it runs only when asked for:
//
//	go test ./engine -run TestFaults -faults -v -timeout 60m
//	go test ./engine -run TestFaults -faults=owner -v    # only those whose name matches
var faultsFlag = faultPattern{}

func init() {
	flag.Var(&faultsFlag, "faults", "put faults into a copy of the engine: all, or those that match")
}

// faultPattern is a flag that stands alone or has a pattern.
type faultPattern struct {
	set     bool
	pattern string
}

func (p *faultPattern) String() string   { return p.pattern }
func (p *faultPattern) IsBoolFlag() bool { return true }
func (p *faultPattern) Set(s string) error {
	p.set, p.pattern = s != "false", s
	if s == "true" {
		p.pattern = ""
	}
	_, err := regexp.Compile(p.pattern)
	return err
}

// fault is one patch. Its text in the table:
//
//	= name | rule or part | file [| race]
//	-old line
//	+new line
type fault struct {
	name, rule, file string
	race             bool // only the race detector can see it
	old, new         string
}

func readFaults(t *testing.T) (list []fault) {
	text, err := os.ReadFile("testdata/faults.txt")
	require.NoError(t, err)
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			parts := strings.Split(line[1:], "|")
			require.GreaterOrEqual(t, len(parts), 3, "line %d", i+1)
			for k := range parts {
				parts[k] = strings.TrimSpace(parts[k])
			}
			list = append(list, fault{name: parts[0], rule: parts[1], file: parts[2], race: len(parts) > 3 && parts[3] == "race"})
		case line[0] == '-' && len(list) > 0:
			list[len(list)-1].old += line[1:] + "\n"
		case line[0] == '+' && len(list) > 0:
			list[len(list)-1].new += line[1:] + "\n"
		default:
			require.Fail(t, "testdata/faults.txt", "line %d: =, -, + or # was expected", i+1)
		}
	}
	return list
}

// apply returns the file's source with the fault in it. The old lines must be there exactly once.
func (f fault) apply(t require.TestingT) string {
	source, err := os.ReadFile(f.file)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count("\n"+string(source), "\n"+f.old), "%s: how often %s has these lines:\n%s", f.name, f.file, f.old)
	require.NotEqual(t, f.old, f.new, f.name)
	return strings.Replace("\n"+string(source), "\n"+f.old, "\n"+f.new, 1)[1:]
}

// The table must not rot: this one is cheap and always runs.
func TestEveryFaultStillApplies(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range readFaults(t) {
		require.False(t, seen[f.name], "two faults are called %s", f.name)
		seen[f.name] = true
		f.apply(t)
	}
	require.GreaterOrEqual(t, len(seen), 40)
}

func TestFaultsAreCaught(t *testing.T) {
	if !faultsFlag.set {
		t.Skip("takes minutes: -faults runs it")
	}
	dir := t.TempDir()
	copyEngine(t, dir)
	wanted := regexp.MustCompile(faultsFlag.pattern)
	require.Empty(t, fault{}.test(t, dir), "the copy must pass without a fault")
	caught, survivors := 0, []string{}
	for _, f := range readFaults(t) {
		if !wanted.MatchString(f.name) {
			continue
		}
		failed := f.run(t, dir)
		if len(failed) == 0 {
			survivors = append(survivors, f.name)
		} else {
			caught++
		}
		t.Logf("%-44s rule %-12s %s", f.name, f.rule, summary(failed))
	}
	t.Logf("%d faults, %d caught", caught+len(survivors), caught)
	require.Empty(t, survivors, "faults that no test sees")
}

func summary(failed []string) string {
	switch n := len(failed); {
	case n == 0:
		return "SURVIVES"
	case n > 2:
		return fmt.Sprintf("%s, %s and %d more", failed[0], failed[1], n-2)
	}
	return strings.Join(failed, ", ")
}

// copyEngine copies the module file and this folder into dir, but for the tests that look at the whole repository.
func copyEngine(t *testing.T, dir string) {
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "engine"), 0o700))
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range append(names, "../go.mod", "../go.sum") {
		if name == "house_test.go" || name == "readme_test.go" || name == "loops_test.go" {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "engine", name), text, 0o600))
	}
}

// run puts the fault into the copy, runs the engine's own tests there, takes it out again and returns those that failed.
func (f fault) run(t *testing.T, dir string) []string {
	whole, err := os.ReadFile(f.file)
	require.NoError(t, err)
	to := filepath.Join(dir, "engine", f.file)
	require.NoError(t, os.WriteFile(to, []byte(f.apply(t)), 0o600))
	defer func() { require.NoError(t, os.WriteFile(to, whole, 0o600)) }()
	return f.test(t, dir)
}

// test runs the tests of the copy, short: 60 checks a property, a fifth of 300.
func (f fault) test(t *testing.T, dir string) []string {
	args := []string{"test", "./engine", "-short", "-count=1", "-timeout=120s", "-skip=Fault"}
	if f.race {
		args = append(args, "-race", "-run=Goroutines|Rule23")
	}
	return goTest(t, dir, append(args, "-rapid.checks=300", "-rapid.steps=60", "-rapid.shrinktime=1ms", "-rapid.nofailfile"))
}

var (
	failedTest  = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	runningTest = regexp.MustCompile(`(?m)^running tests:\s+(\S+)`)
	crashedTest = regexp.MustCompile(`firmoffer/engine(?:_test)?\.(Test\w+)`)
)

// goTest returns the names of the tests that failed, those of single rules first.
func goTest(t *testing.T, dir string, args []string) []string {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if cmd.Run() == nil {
		return nil
	}
	text := out.String()
	if strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]") {
		t.Errorf("a fault must compile:\n%s", text)
		return []string{"DOES NOT COMPILE"}
	}
	var names []string
	for _, marks := range []*regexp.Regexp{failedTest, runningTest, crashedTest} { // a crash or a race names no failed test
		for _, m := range marks.FindAllStringSubmatch(text, -1) {
			if name, _, _ := strings.Cut(m[1], "/"); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			break
		}
	}
	if len(names) == 0 {
		t.Errorf("a failure without the name of a test:\n%s", text)
		return []string{"UNKNOWN"}
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}

func rank(test string) int {
	if strings.HasPrefix(test, "TestRule") {
		return 0
	}
	return 1
}
