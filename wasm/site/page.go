package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const prerender = "<!--prerender-->"

// fill puts the first picture into the page.
func fill(template []byte, picture string) ([]byte, error) {
	if bytes.Count(template, []byte(prerender)) != 1 {
		return nil, errors.New("index.html must hold " + prerender + " once")
	}
	return bytes.Replace(template, []byte(prerender), []byte(picture), 1), nil
}

// What only a page that works needs. The picture is inert: nobody types into it, points at it, or is read anything of it.
var aboutWork = regexp.MustCompile(` (?:aria-describedby|aria-invalid|aria-label|aria-valuenow|autocapitalize|autocomplete|data-field|inputmode|maxlength|spellcheck|title)="[^"]*"`)

var (
	choices = regexp.MustCompile(`(?:<option [^>]*>[^<]*</option>)+`)
	choice  = regexp.MustCompile(`<option ([^>]*)>([^<]*)</option>`)
)

// lighten takes out of the picture what nobody can see in it: attributes, and choices but the one that shows and the longest, which
// gives the control its width. The program puts them there when it takes over. It saves 0.9 KB of the brotli form.
func lighten(picture string) string {
	picture = aboutWork.ReplaceAllLiteralString(picture, "")
	return choices.ReplaceAllStringFunc(picture, func(list string) string {
		all := choice.FindAllStringSubmatch(list, -1)
		longest := slices.MaxFunc(all, func(a, b []string) int {
			return utf8.RuneCountInString(html.UnescapeString(a[2])) - utf8.RuneCountInString(html.UnescapeString(b[2]))
		})
		var kept strings.Builder
		for _, c := range all {
			if c[0] == longest[0] || strings.Contains(c[1], "selected") {
				kept.WriteString(c[0])
			}
		}
		return kept.String()
	})
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
