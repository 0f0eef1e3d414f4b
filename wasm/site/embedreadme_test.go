package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The lists of the README for those who embed a figure are those of the code.
func TestTheReadmeListsWhatFiguresKnow(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, readme, _ := strings.Cut(string(text), "## Embed it")
	readme, _, _ = strings.Cut(readme, "\n## ")
	element, frame := sheet(t, "firm-offer.js"), sheet(t, "frame.js")

	_, colours, _ := strings.Cut(readme, "custom properties `--firm-offer-")
	colours, _, _ = strings.Cut(colours, ". Your Content")
	assert.Equal(t, listIn(frame, "COLOURS"), each(`([a-z][a-z-]*)\x60`, colours), "colours")

	attributes, messages, _ := strings.Cut(readme, "| from the frame |")
	_, attributes, _ = strings.Cut(attributes, "| attribute |")
	var named []string
	for _, row := range each(`(?m)^\|([^|]*)\|`, attributes) {
		named = append(named, each("`([^`]+)`", row)...)
	}
	assert.ElementsMatch(t, append(listIn(element, "told"), "start", "height", "max-height"), named, "attributes")
	for _, list := range []string{"MODES", "THEMES"} {
		for _, value := range listIn(frame, list) {
			assert.Contains(t, attributes, "`"+value+"`", list)
		}
	}

	var from, to []string
	for _, row := range regexp.MustCompile(`(?m)^\|([^|]*)\|[^|]*\|([^|]*)\|[^|]*\|$`).FindAllStringSubmatch(messages, -1) {
		from = append(from, each("`([^`]+)`", row[1])...)
		to = append(to, each("`([^`]+)`", row[2])...)
	}
	assert.ElementsMatch(t, distinct(each(`\btell\('(\w+)'`, frame)), from, "messages from the frame")
	_, hear, _ := strings.Cut(frame, "const hear = {")
	hear, _, _ = strings.Cut(hear, "\n  };")
	between := []string{"size", "rest"} // the element's own
	assert.ElementsMatch(t, each(`(?m)^    (?:async )?(\w+)\(`, hear), append(to, between...), "messages to the frame")
}

func each(pattern, text string) (found []string) {
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// listIn is the list of texts that a script keeps in a constant.
func listIn(script, name string) []string {
	_, list, _ := strings.Cut(script, "const "+name+" = [")
	list, _, _ = strings.Cut(list, "]")
	return each(`'([^']*)'`, list)
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
