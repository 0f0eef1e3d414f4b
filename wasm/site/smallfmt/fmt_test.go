package fmt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	small "firmoffer/wasm/site/smallfmt"
)

type (
	named  string
	number int32
	mask   uint8
	sayer  struct{}
)

func (sayer) String() string { return "says \"so\"" }

// values are of every kind that the verb can show.
var values = map[byte][]any{
	's': {"", "plain", "ключ <b>\x00\xff", named("n1"), errors.New("why"), sayer{}, []byte("raw")},
	'v': {"", "plain", named("n1"), 0, -1, math.MaxInt, int64(math.MinInt64), number(-7), mask(200), uint(3), true, false, nil, errors.New("why"), sayer{}},
	'd': {0, -1, math.MaxInt, int64(math.MinInt64), number(-7), mask(200), uint32(9), int8(-3)},
	'q': {"", "plain", "ключ <b>\x00\xff\"", named("n 1"), errors.New("why"), sayer{}, 'x', rune(0x202e), []byte("raw")},
	'x': {0, 255, -255, uint64(1) << 40, "hex", named("\xff\x01")},
	't': {true, false},
	'c': {'a', 'ж', rune(0x1f600)},
	'U': {'a', rune(0x1f600), rune(7), rune(0x10ffff)},
	'T': {"", 1, named(""), number(1), sayer{}, errors.New(""), []byte(nil), true},
	'w': {io.EOF, errors.New("why")},
}

func TestEachVerbSaysWhatGoSays(t *testing.T) {
	for verb, list := range values {
		for _, v := range list {
			format := "<%" + string(verb) + ">"
			if verb == 'w' {
				assert.Equal(t, fmt.Errorf(format, v).Error(), small.Errorf(format, v).Error())
				continue
			}
			assert.Equal(t, fmt.Sprintf(format, v), small.Sprintf(format, v), "%s of %T %v", format, v, v)
		}
	}
}

func TestArgumentsTooFewAndTooMany(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"%d of %d", []any{1}}, {"%d%%", []any{50}}, {"100%", nil}, {"no verb", nil}, {"%s", []any{"a"}}, {"%+v and %#x", []any{sayer{}, 0}},
	} {
		want := fmt.Sprintf(c.format, c.args...)
		if c.format == "%+v and %#x" {
			want = "says \"so\" and 0" // the flags are known and left out
		}
		assert.Equal(t, want, small.Sprintf(c.format, c.args...), c.format)
	}
	assert.Equal(t, "a%!(EXTRA 1 2)", small.Sprintf("a", 1, 2), "Go says the types as well")
	assert.Equal(t, "(struct { A int })", small.Sprint(struct{ A int }{1}), "what it cannot show it shows by its type")
}

func TestErrorsWrap(t *testing.T) {
	err := small.Errorf("reading %s: %w", "x", io.ErrUnexpectedEOF)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.EqualError(t, err, "reading x: unexpected EOF")
	assert.NoError(t, errors.Unwrap(small.Errorf("plain %d", 1)))
}

func TestPrinting(t *testing.T) {
	args := []any{"a", 1, 2, named("b"), "c", true, nil}
	assert.Equal(t, fmt.Sprint(args...), small.Sprint(args...))
	assert.Equal(t, fmt.Sprintln(args...), small.Sprintln(args...))
	var out bytes.Buffer
	small.Fprint(&out, "a", 1)
	small.Fprintln(&out, "b", 2)
	small.Fprintf(&out, "%s-%d", "c", 3)
	assert.Equal(t, "a1b 2\nc-3", out.String())
}

func TestRandomTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n, b := rapid.String().Draw(t, "s"), rapid.Int().Draw(t, "n"), rapid.Bool().Draw(t, "b")
		format := rapid.StringMatching(`([a-z é%]{0,4}%[sqv]){1}[^%]{0,3}%[dv][^%]{0,3}%[tv]`).Draw(t, "format")
		verbs := 0
		for i := 0; i < len(format); i++ {
			if format[i] == '%' {
				i++
				if i == len(format) || !bytes.ContainsRune([]byte("sqvdt%"), rune(format[i])) {
					t.Skip("a verb that is not ours")
				}
				if format[i] != '%' {
					verbs++
				}
			}
		}
		if verbs != 3 {
			t.Skip("another number of verbs")
		}
		if want := fmt.Sprintf(format, s, n, b); !bytes.Contains([]byte(want), []byte("%!")) {
			assert.Equal(t, want, small.Sprintf(format, s, n, b))
		}
	})
}
