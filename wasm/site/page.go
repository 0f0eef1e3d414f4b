package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
)

const prerender = "<!--prerender-->"

// fill puts the first picture into the page.
func fill(template []byte, picture string) ([]byte, error) {
	if bytes.Count(template, []byte(prerender)) != 1 {
		return nil, errors.New("index.html must hold " + prerender + " once")
	}
	return bytes.Replace(template, []byte(prerender), []byte(picture), 1), nil
}

// In text and in attribute values the renderer writes quotes as references, so this can only match an attribute.
var styleAttribute = regexp.MustCompile(` style="([^"]*)"`)

// hoistStyles moves style attributes into rules of a style sheet. The security policy forbids such attributes in HTML, and without
// them the first picture has no proportions. They weigh as much as an attribute would; dom.js drops data-s when it takes over.
func hoistStyles(page string) (hoisted, css string, err error) {
	var rules strings.Builder
	numbers := map[string]int{}
	hoisted = styleAttribute.ReplaceAllStringFunc(page, func(attribute string) string {
		style := html.UnescapeString(styleAttribute.FindStringSubmatch(attribute)[1])
		if strings.ContainsAny(style, "{}<@\\\n") {
			err = fmt.Errorf("style %q would not stay inside its rule", style)
		}
		n, seen := numbers[style]
		if !seen {
			n = len(numbers) + 1
			numbers[style] = n
			fmt.Fprintf(&rules, "#playground [data-s=\"%d\"]{%s}\n", n, style)
		}
		return fmt.Sprintf(` data-s="%d"`, n)
	})
	if err != nil {
		return "", "", err
	}
	return hoisted, rules.String(), nil
}
