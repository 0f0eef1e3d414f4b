package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesAreWipedAndNothingElse(t *testing.T) {
	const before, after = "\x02\x00\x07data\x00\x00", "\x00\x00\x02more\x00text\x00"
	out, err := dropNames([]byte(before + "\x01" + "\x00a.f\x00runtime.main\x00b.(*T).g·h\x00" + after))
	require.NoError(t, err)
	require.Equal(t, before+"\x01"+string(make([]byte, len("\x00a.f\x00runtime.main\x00b.(*T).g·h\x00")))+after, string(out))
}

func TestAModuleWithoutTheTableIsRefused(t *testing.T) {
	_, err := dropNames([]byte("nothing of that"))
	require.Error(t, err)
	_, err = dropNames([]byte("\x00runtime.main\x00 \x01 \x00runtime.main\x00"))
	require.Error(t, err)
}
