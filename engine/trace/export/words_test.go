package export_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/export"
	"firmoffer/engine/trace/say"
	"firmoffer/web/words"
)

// What people read in a handout and in a picture is in the language that is spoken; the exports that programs read are not.
func TestAHandoutSpeaksTheLanguage(t *testing.T) {
	doc, err := trace.Parse("firmoffer/1\nnode n1 5\nmake A\naccept A o1\nresize n1 8\nmake B\nresize n1 5\nlaunch A o1 as=web\nresize n1 3\naccept B o2\n")
	require.NoError(t, err)
	english := map[string]string{}
	lines := []string{"json", "mermaid", "handout 1 8", "handout 1 8 answers", "svg 0", "svg 5", "svg 7"}
	for _, line := range lines {
		english[line], _, err = export.Answer(doc, line)
		require.NoError(t, err, line)
	}
	say.Speak(words.Pseudo, words.File(words.Pseudo))
	t.Cleanup(func() { say.Speak(say.English, "") })
	known := []string{"make", "accept", "launch", "resize", "as", "web", "binding", "Firm", "Offer"}
	for i := range engine.Invariant(engine.InvariantCount) {
		known = append(known, i.String())
	}
	for _, line := range lines {
		said, _, err := export.Answer(doc, line)
		require.NoError(t, err, line)
		if line == "json" || line == "mermaid" {
			assert.Equal(t, english[line], said, line)
			continue
		}
		text := regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`).ReplaceAllString(said, "\n")
		for _, one := range strings.Split(html.UnescapeString(text), "\n") {
			assert.Empty(t, words.Undressed(one, known...), "%s: %s", line, one)
		}
		assert.NotContains(t, said, "Nów ít ís", "on paper a question does not tell how things are before the step")
	}
}
