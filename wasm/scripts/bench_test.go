package scripts

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// leastCalls is how many calls a second have to cross the boundary.
const leastCalls = 100_000

// BenchmarkCalls prints how many calls a second the script API makes, beside the bound, and how long loading takes.
func BenchmarkCalls(b *testing.B) {
	for range b.N {
		fields := strings.Fields(script(b, "speed.mjs", nil))
		require.Len(b, fields, 3)
		for i, unit := range []string{"calls/s", "calls/cpu-s", "ms-to-load"} {
			figure, err := strconv.ParseFloat(fields[i], 64)
			require.NoError(b, err)
			b.ReportMetric(figure, unit)
		}
		b.ReportMetric(leastCalls, "bound-calls/s")
	}
}
