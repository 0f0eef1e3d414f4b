package export

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace"
)

// judged runs the script of a trace against a class of a module of testdata, and returns what it says and its exit code.
func judged(t *testing.T, tr *trace.Trace, module, class string) (string, int) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here, so the script for Python is not run")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "trace_check.py"), []byte(made(t, Python, tr)), 0o600))
	subject := "import " + module + "\nScheduler = " + module + "." + class + "\nif hasattr(" + module + ", \"Node\") and Scheduler." +
		"__name__ == \"Nodes\":\n    Node = " + module + ".Node\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "subject.py"), []byte(subject), 0o600))
	testdata, err := filepath.Abs("testdata")
	require.NoError(t, err)
	cmd := exec.Command("python3", "-B", "trace_check.py", "subject")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PYTHONPATH="+testdata, "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return strings.TrimSpace(string(out)), exit.ExitCode()
	}
	require.NoError(t, err)
	return strings.TrimSpace(string(out)), 0
}

func TestPythonLetsTheRightSchedulersPass(t *testing.T) {
	for name, tr := range stories(t) {
		said, code := judged(t, under(tr, "binding"), "scheduler", "Scheduler")
		assert.Zero(t, code, "%s: %s", name, said)
		assert.Contains(t, said, "agree with the trace, under the contract binding", name)
		said, code = judged(t, under(tr, "binding"), "shapes", "Nodes")
		assert.Zero(t, code, "%s: %s", name, said)
	}
	said, code := judged(t, long(10_000), "scheduler", "Scheduler")
	assert.Zero(t, code, said)
	assert.Equal(t, "10000 steps agree with the trace, under the contract binding", said)
}

func TestPythonStopsAtAFinishThatIsNotThere(t *testing.T) {
	said, code := judged(t, stories(t)["late-framework"], "shapes", "Silent")
	assert.Zero(t, code)
	assert.Equal(t, "step 6 `finish A web`: the scheduler has no finish_task; 5 steps before it agree with the trace, the rest is not judged", said)
}

func TestPythonTellsFaultySchedulersApart(t *testing.T) {
	all := stories(t)
	owner, err := trace.Parse("firmoffer/1\nnode n1 5\nmake A\nmake B\nadvance 1\naccept B o1\n")
	require.NoError(t, err)
	all["owner"] = owner
	for _, c := range []struct{ class, story, want string }{
		{"ExpiresLate", "expired", "step 4 `advance 2`: expected o1 to be expired, and it is pending"},
		{"ServesAnybody", "owner", "step 4 `accept B o1`: expected a refusal (o1 is A's, not B's), but the call succeeded"},
		{"PromisesTwice", "late-framework", "step 2 `make B`: expected no offers, got 5 of n1 to B; n1 has allocated 0 + reserved 10 > capacity 5"},
		{"KillsTasks", "overhang", "step 6 `resize n1 4`: expected o2 to be invalidated, and it is pending"},
		{"OldestGoesFirst", "accepted-outlives-pending", "step 5 `resize n1 5`: expected o2 to be invalidated, and it is pending"},
		{"KeepsWhatItLost", "capacity-loss", "step 3 `resize n1 5`: expected o1 to be invalidated, and it is accepted; n1 has allocated 0 + reserved 8 > capacity 5"},
		{"TrimsOffers", "capacity-loss", "step 3 `resize n1 5`: expected o1 to be invalidated, and it is accepted"},
	} {
		said, code := judged(t, all[c.story], "faulty", c.class)
		assert.Equal(t, 1, code, c.class)
		assert.Equal(t, c.want, said, c.class)
	}
	for class, story := range map[string]string{"AcceptsTwice": "rule05-accept-once", "AcceptedOutlivesItsDeadline": "rule15-accepted-expire-too"} {
		said, code := judged(t, all[story], "faulty", class)
		assert.Equal(t, 1, code, "%s: %s", class, said)
		assert.Contains(t, said, "expected", class)
	}
	said, code := judged(t, all["optimistic"], "scheduler", "Scheduler")
	assert.Equal(t, 1, code)
	assert.Equal(t, "step 2 `make B`: expected 10 of n1 to B, got no offers", said)
}

func TestPythonSaysWhatTheModuleLacks(t *testing.T) {
	said, code := judged(t, stories(t)["declined"], "enum", "Enum")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "before the first step: Scheduler(nodes, now) and make_offers do not work for one node")
}
