package words

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine/trace/say"
)

var update = flag.Bool("update", false, "write en.txt and en-lessons.txt")

// The English files say what the code, the markup and the library say, all of it and nothing else.
func TestTheEnglishFilesAreFresh(t *testing.T) {
	for name, text := range map[string]string{"en.txt": collect(t), "en-lessons.txt": collectLessons(t)} {
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
			continue
		}
		require.Equal(t, text, read(name), "%s is stale: run go test ./web/words -update, and translate what is new", name)
	}
}

// The loader knows where the files are.
func TestTheLoaderKnowsTheLanguages(t *testing.T) {
	script, err := os.ReadFile("../../static/boot.js")
	require.NoError(t, err)
	for _, language := range Languages() {
		assert.Contains(t, string(script), language+": 'words-"+language+".txt'")
		assert.NotEmpty(t, File(language))
	}
	assert.Empty(t, File("xx"))
}

// A message stands on one line, and would be read back as it is.
func TestMessagesCanBeWrittenDown(t *testing.T) {
	for _, m := range messages(read("en.txt") + read("en-lessons.txt")) {
		_, m, _ = strings.Cut(m, " ")
		assert.NotRegexp(t, `^[#@\t]|\n`, m)
		assert.Equal(t, strings.TrimSpace(m), m, "white space around a message is easily lost")
	}
}

// Each language has words for every message, with the same holes, and for nothing else.
func TestTheTranslationsAreComplete(t *testing.T) {
	for _, language := range Languages() {
		file := File(language)
		want, have := messages(read("en.txt")+read("en-lessons.txt")), messages(file)
		slices.Sort(want)
		slices.Sort(have)
		for _, m := range want {
			_, found := slices.BinarySearch(have, m)
			assert.True(t, found, "%s has no words for: %s", language, m)
		}
		for _, m := range have {
			_, found := slices.BinarySearch(want, m)
			assert.True(t, found, "%s has words for what is not said: %s", language, m)
		}
		taken, refused := say.Speak(language, file)
		say.Speak(say.English, "")
		assert.Equal(t, len(want), taken, language)
		assert.Zero(t, refused, language)
	}
}

// figures are the numbers, and what is called by a letter and a number, of a text; names are frameworks that stand alone.
var (
	figures = regexp.MustCompile(`\b[otn]?[0-9]+\b`)
	names   = regexp.MustCompile(`\b[BC]\b`)
)

// A lesson says the same in every language: its numbers, offers, nodes and frameworks are those of the English text.
func TestLessonsHaveTheSameFacts(t *testing.T) {
	message := ""
	for line := range strings.Lines(read("de-lessons.txt")) {
		line = strings.TrimSuffix(line, "\n")
		translation, isOne := strings.CutPrefix(line, "\t")
		if !isOne {
			message = line
			continue
		}
		for _, facts := range []*regexp.Regexp{figures, names} {
			want, have := facts.FindAllString(message, -1), facts.FindAllString(translation, -1)
			slices.Sort(want)
			slices.Sort(have)
			assert.Equal(t, slices.Compact(want), slices.Compact(have), "%s\n%s", message, translation)
		}
	}
}

func TestDress(t *testing.T) {
	for _, m := range []string{"Run", "All Even In One Use", "%s has %d units", "100 % sure, a long message with some words"} {
		d := Dress(m)
		assert.True(t, strings.HasPrefix(d, "[") && strings.HasSuffix(d, "]"), d)
		assert.GreaterOrEqual(t, 10*len([]rune(d)), 14*len(m), d)
		assert.True(t, say.Fits(m, d), d)
		assert.Empty(t, Undressed(d), d)
	}
}
