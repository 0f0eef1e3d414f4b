package say

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func speaking(t *testing.T, file string) (taken, refused int) {
	t.Cleanup(func() { Speak(English, "") })
	return Speak("xx", file)
}

func TestEnglishIsTheMessageItself(t *testing.T) {
	assert.Equal(t, "Make offers", It("Make offers"))
	assert.Equal(t, "n1 has 3 of 4", It("%s has %d of %d", "n1", D(3), "4"))
	assert.Equal(t, "100 % of 3 %x", It("100 % of %d %x", D(3)))
	assert.Equal(t, "1 step in A", Count(1, "1 step in %s", "%d steps in %s", "A"))
	assert.Equal(t, "2 steps in A", Count(2, "1 step in %s", "%d steps in %s", "A"))
	assert.Equal(t, "%s", It("%s", "%s"), "what fills a hole is no message")
	assert.Equal(t, English, Language())
	assert.False(t, Foreign())
	assert.Zero(t, testing.AllocsPerRun(10, func() { It("Make offers") }), "English costs nothing")
}

func TestSpeak(t *testing.T) {
	taken, refused := speaking(t, "# remark\nMake offers\n\tAngebote machen\n\n%s has %d\n\tbei %2 ist %1\n@sentences\n%s is %t\n\t%2: %1\nbad\n\tschlecht\n@lessons\nSaying no\n\tNein sagen\n")
	assert.Equal(t, []int{5, 0}, []int{taken, refused})
	assert.Equal(t, "Angebote machen", It("Make offers"))
	assert.Equal(t, "bei 7 ist n1", It("%s has %d", "n1", D(7)))
	assert.Equal(t, "schlecht: o1", Sentence("o1 is bad"))
	assert.Equal(t, "bad", It("bad"), "a part is for itself")
	assert.Equal(t, "Nein sagen", Lesson("Saying no"))
	assert.Equal(t, "Make offers", Lesson("Make offers"))
	assert.Equal(t, "xx", Language())
}

// A file is a stranger's: what does not fit is refused, what cannot be read is skipped, and the rest is English.
func TestABadFileDoesNoHarm(t *testing.T) {
	for _, bad := range []string{"%s has %d\n\tnur %s\n", "%s has %d\n\t%1 %2 %3\n", "%s has %d\n\t%1 %1\n", "%s has %d\n\t\n"} {
		taken, refused := speaking(t, bad)
		assert.Equal(t, []int{0, 1}, []int{taken, refused}, bad)
		assert.Equal(t, "n1 has 7", It("%s has %d", "n1", D(7)))
	}
	for _, text := range []string{"", "\t", "\n\t\n", "\tx", "@", "@other\na\n\tb\n", "a\n\n\tb", strings.Repeat("x", 5000) + "\n\ty", "a\nb\n\n", "%\n\t%"} {
		speaking(t, text)
		assert.Equal(t, "a", It("a"), text)
	}
	taken, _ := speaking(t, "a\n\tb\na\n\tc\n")
	assert.Equal(t, 1, taken, "what comes first counts")
	assert.Equal(t, "b", It("a"))
	taken, _ = speaking(t, strings.Repeat("a\n\tb\n", 1<<20))
	assert.Equal(t, 1, taken)
}

func TestEnglishNeedsNoFile(t *testing.T) {
	before := Changes()
	Speak(English, "a\n\tb\n")
	assert.Equal(t, "a", It("a"))
	assert.Equal(t, before+1, Changes())
}

// Sentences in sentences end, and a quoted name is whole.
func TestSentence(t *testing.T) {
	speaking(t, "@sentences\nnot %t\n\tnicht %t\n%s is %s\n\t%2 ist %1\nnow %d\n\tjetzt %d\n%t, and more\n\t%t und mehr\n")
	assert.Equal(t, `"x is y" ist o1`, Sentence(`o1 is "x is y"`))
	assert.Equal(t, "jetzt -3 und mehr", Sentence("now -3, and more"))
	for _, text := range []string{"now x", "now ", "now -", "o1 and o2 is bad", `"open is x`, "", strings.Repeat("not ", 100) + "bad"} {
		assert.NotContains(t, Sentence(text), "ist", text)
		assert.NotContains(t, Sentence(text), "jetzt", text)
	}
}

func FuzzSpeak(f *testing.F) {
	f.Add("a %s\n\tb %1\n@sentences\n%s is %t\n\t%2 %1\n", `o1 is "x`)
	f.Fuzz(func(t *testing.T, file, text string) {
		Speak("xx", file)
		It(text, "a", "1")
		Sentence(text)
		Lesson(text)
		Speak(English, "")
	})
}
