package predict_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"firmoffer/engine/trace/predict"
)

func TestScoreCounts(t *testing.T) {
	var s predict.Score
	q := predict.Question{Kind: predict.Units, Options: []string{"0", "4", "10"}, Right: 1, Rule: 2}
	assert.Equal(t, "firmoffer-score/1\n", s.Text())
	assert.True(t, s.Add(q, 1))
	for _, wrong := range []int{0, 2, -1, 3} {
		assert.False(t, s.Add(q, wrong))
	}
	assert.True(t, s.Add(predict.Question{Kind: predict.Own, Options: []string{"a", "b"}}, 0))
	assert.False(t, s.Add(predict.Question{Kind: 200, Rule: -1}, 0), "no question has no options")
	assert.Equal(t, predict.Tally{Right: 1, Asked: 5}, s.Kinds[predict.Units])
	assert.Equal(t, predict.Tally{Right: 1, Asked: 5}, s.Rules[2])
	assert.Equal(t, predict.Tally{Right: 1, Asked: 1}, s.Rules[0])
	assert.Equal(t, predict.Tally{Right: 2, Asked: 6}, s.Total())
	assert.Equal(t, "firmoffer-score/1\nunits 1 of 5\nown 1 of 1\nrule 0 1 of 1\nrule 2 1 of 5\n", s.Text())
}

func TestScoreIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s predict.Score
		draw := func(into *predict.Tally) {
			into.Asked = rapid.SampledFrom([]int{0, 0, 1, 7, 1_000_000_000}).Draw(t, "asked")
			into.Right = rapid.IntRange(0, into.Asked).Draw(t, "right")
		}
		for i := range s.Kinds {
			draw(&s.Kinds[i])
		}
		for i := range s.Rules {
			draw(&s.Rules[i])
		}
		require.LessOrEqual(t, len(s.Text()), predict.MaxScore)
		got, err := predict.ReadScore(s.Text())
		require.NoError(t, err)
		require.Equal(t, s, got)
	})
}

func TestCountingStops(t *testing.T) {
	s, err := predict.ReadScore("firmoffer-score/1\noutcome 1000000000 of 1000000000\n")
	require.NoError(t, err)
	s.Add(predict.Question{Options: []string{"a", "b"}}, 0)
	assert.Equal(t, 1_000_000_000, s.Kinds[predict.Outcome].Asked)
	assert.Equal(t, 1_000_000_000, s.Kinds[predict.Outcome].Right)
}

func TestBadScores(t *testing.T) {
	for text, want := range map[string]string{
		"":                        `the score begins with "": firmoffer-score/1 was expected`,
		"firmoffer-score/2\n":     `the score begins with "firmoffer-score/2": firmoffer-score/1 was expected`,
		strings.Repeat("x", 2049): "the score has 2049 bytes: at most 2048 were expected",
		strings.Repeat("é", 99):   `the score begins with "` + strings.Repeat("é", 20) + `…": firmoffer-score/1 was expected`,
	} {
		_, err := predict.ReadScore(text)
		assert.EqualError(t, err, want)
	}
	for _, line := range []string{"", "\n", "outcome 3 of 2", "outcome -1 of 2", "outcome 0 of 0", "outcome 1 of 1000000001", "outcome 01 of 2",
		"outcome  1 of 2", "outcome 1 of 2 ", "outcome 1 in 2", "outcome 1 of", "rule 25 1 of 2", "rule -1 1 of 2", "rule 1 of 2", "rule 01 1 of 2",
		"taste 1 of 2", "? 1 of 2", "outcome 1 of 2\noutcome 1 of 2", "rule 9 1 of 2\nrule 9 2 of 2", "outcome 1 of 2\r", "\x00", "of of of of"} {
		s, err := predict.ReadScore("firmoffer-score/1\n" + line + "\n")
		require.Error(t, err, "%q", line)
		assert.Regexp(t, `^line [23] of the score is ".*": a line such as "outcome 3 of 5" or "rule 9 1 of 2" was expected, and none twice$`, err.Error())
		assert.Equal(t, predict.Score{}, s)
	}
}

func FuzzReadScore(f *testing.F) {
	f.Add("firmoffer-score/1\noutcome 3 of 5\nrule 9 1 of 2\n")
	f.Add("firmoffer-score/1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := predict.ReadScore(text)
		if err != nil {
			return
		}
		again, err := predict.ReadScore(s.Text())
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}
