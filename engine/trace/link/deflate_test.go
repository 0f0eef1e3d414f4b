package link

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const roomy = 1 << 24

// samples are inputs of every sort: empty, short, repetitive, random, far matches, many symbols.
func samples() map[string][]byte {
	r := rand.New(rand.NewSource(1))
	noise := make([]byte, 100_000)
	r.Read(noise)
	few := make([]byte, 70_000)
	for i := range few {
		few[i] = "abc"[r.Intn(3)]
	}
	skew := make([]byte, 0, 1<<18) // counts like the Fibonacci numbers: codes would be longer than 15 bits
	for a, b, s := 1, 1, 0; s < 22; a, b, s = b, a+b, s+1 {
		skew = append(skew, bytes.Repeat([]byte{byte(s * 7)}, a)...)
	}
	r.Shuffle(len(skew), func(i, j int) { skew[i], skew[j] = skew[j], skew[i] })
	return map[string][]byte{
		"empty": nil, "one": {0}, "two": {7, 7}, "zeros": make([]byte, 300_000), "noise": noise, "few": few, "skew": skew,
		"text": []byte(strings.Repeat("make A\naccept A o1\nlaunch A o1\n", 400)),
		"far":  append(append(append([]byte{}, noise[:300]...), make([]byte, window-300)...), noise[:300]...),
		"over": append(append(append([]byte{}, noise[:300]...), make([]byte, window-299)...), noise[:300]...),
	}
}

func TestDeflateIsReadByTheStandardLibrary(t *testing.T) {
	for name, data := range samples() {
		packed := deflate(data)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		require.NoError(t, err, name)
		assert.True(t, bytes.Equal(data, got), name)
		got, err = inflate(packed, roomy)
		require.NoError(t, err, name)
		assert.True(t, bytes.Equal(data, got), name)
		theirs := standard(t, data, flate.BestCompression)
		t.Logf("%s: %d bytes in %d, the standard library needs %d", name, len(data), len(packed), len(theirs))
		assert.LessOrEqual(t, len(packed), len(theirs)+len(theirs)/10+10, name)
	}
}

func standard(t require.TestingT, data []byte, level int) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	require.NoError(t, err)
	_, err = w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestInflateReadsTheStandardLibrary(t *testing.T) {
	for name, data := range samples() {
		for _, level := range []int{flate.NoCompression, flate.BestSpeed, 6, flate.BestCompression, flate.HuffmanOnly} {
			got, err := inflate(standard(t, data, level), roomy)
			require.NoError(t, err, name)
			assert.True(t, bytes.Equal(data, got), name)
		}
	}
}

func TestDeflateThenInflate(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := rapid.SliceOf(rapid.SampledFrom([]byte("aab\x00\xff"))).Draw(rt, "data")
		packed := deflate(data)
		got, err := inflate(packed, roomy)
		require.NoError(rt, err)
		require.True(rt, bytes.Equal(data, got))
		require.Equal(rt, packed, deflate(data))
	})
}

func TestInflateStopsAtItsBound(t *testing.T) {
	for name, data := range samples() {
		for _, packed := range [][]byte{deflate(data), standard(t, data, 0)} {
			for _, most := range []int{0, 1, len(data) / 2, len(data) - 1} {
				if most < 0 || most >= len(data) {
					continue
				}
				got, err := inflate(packed, most)
				assert.ErrorIs(t, err, errTooMuch, name)
				assert.True(t, bytes.Equal(data[:most], got), name)
			}
			_, err := inflate(packed, len(data))
			assert.NoError(t, err, name)
		}
	}
}

func TestInflateGivesWhatCameBeforeTheCut(t *testing.T) {
	data := samples()["text"]
	for _, packed := range [][]byte{deflate(data), standard(t, data, 0), standard(t, data[:20], 9)} {
		for n := range packed[:len(packed)-1] {
			got, err := inflate(packed[:n], roomy)
			require.Error(t, err, "%d of %d", n, len(packed))
			require.True(t, bytes.HasPrefix(data, got))
		}
	}
}

func TestInflateRefusesWrongCodes(t *testing.T) {
	for name, packed := range map[string][]byte{
		"no such block":          {0x07},
		"stored, wrong length":   {0x01, 1, 0, 0, 0, 7},
		"match before the start": beforeTheStart(),
		"too many codes":         {0x05, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		_, err := inflate(packed, roomy)
		assert.Error(t, err, name)
		_, err = io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		assert.Error(t, err, name)
	}
}

// beforeTheStart is a byte and then a match from two bytes back.
func beforeTheStart() []byte {
	var w bitWriter
	w.write(1|1<<1, 3)
	fixed := blockCodes{fixedLengths[:288], fixedLengths[288:]}
	fixed.tokens(&w, []token{'a', 3<<16 | 2})
	return w.flush()
}

func FuzzInflate(f *testing.F) {
	for _, data := range samples() {
		data = data[:min(len(data), 2000)]
		f.Add(deflate(data))
		f.Add(standard(f, data, 0))
		f.Add(standard(f, data, 9))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		const most = 1 << 18
		got, err := inflate(packed, most)
		require.LessOrEqual(t, len(got), most)
		theirs, theirErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most+1))
		switch {
		case theirErr == nil && len(theirs) <= most: // what the standard library reads, we read
			require.NoError(t, err)
			require.True(t, bytes.Equal(theirs, got))
		case err == nil: // incomplete codes are read as long as no missing one is met
			require.True(t, bytes.HasPrefix(got, theirs[:min(len(theirs), len(got))]))
		}
		again, err := inflate(deflate(packed), len(packed))
		require.NoError(t, err)
		require.True(t, bytes.Equal(packed, again))
	})
}
