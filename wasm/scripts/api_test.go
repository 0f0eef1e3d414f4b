package scripts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsAreTyped(t *testing.T) { require.Equal(t, "ok\n", script(t, "errors.mjs", nil)) }

func TestTracesSearchesAndLinks(t *testing.T) { require.Equal(t, "ok\n", script(t, "traces.mjs", nil)) }

func TestLoading(t *testing.T) { require.Equal(t, "ok\n", script(t, "loading.mjs", nil)) }

func TestManySchedulersAndCallsKeepMemoryBounded(t *testing.T) {
	t.Log(script(t, "many.mjs", nil, "--expose-gc"))
}

// TestACrashIsTold gives the program 1,000 pages, which are 64 MB.
func TestACrashIsTold(t *testing.T) {
	require.Equal(t, "ok\n", script(t, "crash.mjs", nil, "--wasm-max-mem-pages=1000"))
}
