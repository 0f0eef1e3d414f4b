package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The script that other sites load before anybody asked for anything: its bytes as they are served, not compressed.
func TestTheEmbedScriptIsSmall(t *testing.T) {
	const bound = 5000
	source, err := os.ReadFile(filepath.Join("../../static", "firm-offer.js"))
	require.NoError(t, err)
	served, err := slim("firm-offer.js", source)
	require.NoError(t, err)
	t.Logf("%d bytes, bound %d", len(served), bound)
	require.LessOrEqual(t, len(served), bound)
}
