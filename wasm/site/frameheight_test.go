package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	comments   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	rules      = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	byHeight   = regexp.MustCompile(`\d(?:[dsl]?v(?:h|b|min|max)|cq(?:h|b|min|max))\b`)
	heightAsks = regexp.MustCompile(`@(?:media|container)[^{]*(?:height|aspect|orientation)`)
)

// A frame is as high as its content says. A rule that makes content depend on the height of the window would make both grow without
// end, so frame.css takes back each one of look.css, by the same selector and property.
func TestNothingInAFrameDependsOnItsHeight(t *testing.T) {
	look, frame := sheet(t, "look.css"), sheet(t, "frame.css")
	assert.Empty(t, heightAsks.FindAllString(look+frame, -1))
	assert.Empty(t, byHeight.FindAllString(frame, -1))
	found := 0
	for selector, declarations := range dependent(look) {
		for _, property := range declarations {
			found++
			assert.Regexp(t, `(?:^|[\s}])`+regexp.QuoteMeta(selector)+` \{[^}]*\b`+property+`:`, frame, "%s of %s is not taken back", property, selector)
		}
	}
	assert.Equal(t, 2, found, "the failure and the dark screen")
}

// Who asks for less motion is never shown any, since nobody is: what moves, moves at once.
func TestNothingMovesByItself(t *testing.T) {
	moves := regexp.MustCompile(`(?:transition|animation|scroll-behavior)[\w-]*\s*:|@keyframes|behavior:\s*'smooth|\.animate\(|startViewTransition`)
	for _, name := range []string{"look.css", "frame.css", "firm-offer.js", "frame.js", "boot.js", "share.js", "dom.js", "press.js", "embed.js"} {
		assert.Empty(t, moves.FindAllString(sheet(t, name), -1), name)
	}
}

func sheet(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../static/" + name)
	require.NoError(t, err)
	return comments.ReplaceAllString(string(text), "")
}

// dependent returns the properties that depend on the height of the window, by selector.
func dependent(css string) map[string][]string {
	found := map[string][]string{}
	for _, rule := range rules.FindAllStringSubmatch(css, -1) {
		for _, declaration := range strings.Split(rule[2], ";") {
			if property, value, _ := strings.Cut(declaration, ":"); byHeight.MatchString(value) {
				selector := strings.TrimSpace(rule[1])
				found[selector] = append(found[selector], strings.TrimSpace(property))
			}
		}
	}
	return found
}
