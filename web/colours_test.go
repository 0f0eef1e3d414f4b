package web

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rgb is a colour, each part from 0 to 1.
type rgb [3]float64

func colour(t require.TestingT, hex string) (c rgb) {
	require.Regexp(t, `^#[0-9A-F]{6}$`, hex)
	for i := range c {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		require.NoError(t, err)
		c[i] = float64(n) / 255
	}
	return c
}

// over is the colour of paint with an opacity on a ground.
func (c rgb) over(ground rgb, opacity float64) (mixed rgb) {
	for i := range c {
		mixed[i] = c[i]*opacity + ground[i]*(1-opacity)
	}
	return mixed
}

// luminance and contrast are those of WCAG 2.
func (c rgb) luminance() float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		linear := c[i] / 12.92
		if c[i] > 0.04045 {
			linear = math.Pow((c[i]+0.055)/1.055, 2.4)
		}
		sum += weight * linear
	}
	return sum
}

func contrast(a, b rgb) float64 {
	one, two := a.luminance(), b.luminance()
	return (math.Max(one, two) + 0.05) / (math.Min(one, two) + 0.05)
}

// scheme holds the colours of look.css by their names.
type scheme map[string]rgb

// table is what the design says about the colours, light and dark; --rule is a hairline that nothing depends on.
const table = `
paper #F3F5F8 #14181D
sheet #FFFFFF #1E242B
ink #1B1F24 #E8ECF1
muted #4B5563 #AEB7C2
rule #D5DAE1 #343C46
edge #646B78 #8A94A0
accent #0B57B0 #7DB8FF
focus #0B57B0 #FFD166
ok #005F73 #5CD6D6
ok-tint #DCEFF3 #0F3438
warn #7A4A00 #F2B84B
warn-tint #FFF0D6 #3F2D0A
bad #A3152C #FF8A8A
bad-tint #FBE3E6 #4A1A20
pend #5B3A99 #C3A6FF
pend-tint #EBE4F8 #2E2350
`

// look is the stylesheet without its comments.
func look(t require.TestingT) string {
	css, err := os.ReadFile("../static/look.css")
	require.NoError(t, err)
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(css), "")
}

var (
	rootRule = regexp.MustCompile(`(?s):root\s*\{(.*?)\}`)
	token    = regexp.MustCompile(`--([a-z-]+):\s*(#[0-9A-Fa-f]{3,8})\b`)
)

// schemes are the colours of the light and of the dark page.
func schemes(t require.TestingT) map[string]scheme {
	roots := rootRule.FindAllStringSubmatch(look(t), -1)
	require.Len(t, roots, 2)
	both := map[string]scheme{}
	for i, name := range []string{"light", "dark"} {
		both[name] = scheme{}
		for _, m := range token.FindAllStringSubmatch(roots[i][1], -1) {
			both[name][m[1]] = colour(t, m[2])
		}
	}
	return both
}

func TestColoursAreThoseOfTheDesign(t *testing.T) {
	both, rows := schemes(t), strings.Split(strings.TrimSpace(table), "\n")
	for _, row := range rows {
		cells := strings.Fields(row)
		for i, name := range []string{"light", "dark"} {
			assert.Equal(t, colour(t, cells[1+i]), both[name][cells[0]], "%s, %s", cells[0], name)
		}
	}
	for name, s := range both {
		assert.Len(t, s, len(rows), name)
	}
	for _, file := range []string{"look.css", "frame.css"} {
		css, err := os.ReadFile("../static/" + file)
		require.NoError(t, err)
		for _, hex := range regexp.MustCompile(`#[0-9A-F]{6}\b`).FindAllString(string(css), -1) {
			assert.Contains(t, table, hex, file)
		}
	}
}

// reach complains about two colours that are too near to each other.
func reach(t *testing.T, least float64, name, paint, ground string, a, b rgb) {
	t.Helper()
	if c := contrast(a, b); c < least {
		t.Errorf("%s: %s on %s has a contrast of %.2f, expected %.1f", name, paint, ground, c, least)
	}
}

func TestContrastOfColours(t *testing.T) {
	states := []string{"ok", "warn", "bad", "pend"}
	for name, s := range schemes(t) {
		s["actions"] = s["paper"].over(s["sheet"], 0.55) // the ground of the actions
		grounds := []string{"sheet", "paper", "actions"}
		check := func(least float64, paint string, grounds ...string) {
			for _, g := range grounds {
				reach(t, least, name, paint, g, s[paint], s[g])
			}
		}
		for _, text := range append([]string{"ink", "muted", "accent"}, states...) {
			check(4.5, text, grounds...)
		}
		for _, state := range states {
			check(4.5, state, state+"-tint")
			check(4.5, "ink", state+"-tint")
			check(3, "focus", state+"-tint") // the ring around a button that stands on it
		}
		check(4.5, "muted", "bad-tint") // a violated step
		check(4.5, "sheet", "accent", "ok")
		check(3, "edge", append(grounds, "rule")...) // the fuse of a deadline burns on a rule
		check(3, "focus", grounds...)
	}
}

var (
	cssRule    = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	textColour = regexp.MustCompile(`(?:^|[;\s])color:\s*var\(--([a-z-]+)\)`)
	grounds    = regexp.MustCompile(`background:[^;]*?var\(--([a-z-]+)\)(?:\s*;|\s*$)`) // the last layer, which lies under all others
	strokes    = regexp.MustCompile(`color-mix\(in srgb, var\(--([a-z-]+)\) (\d+)%, transparent\)`)
	dots       = regexp.MustCompile(`radial-gradient\(var\(--([a-z-]+)\)`)
	borders    = regexp.MustCompile(`border(?:-color)?:[^;]*var\(--([a-z-]+)\)`)
)

// TestContrastOfRules reads each rule of the stylesheet that names both a colour and its ground. Stripes, hatching and dots are the
// second cue of a segment, so they count like its border; text over them has a ground of its own. Under the words of a stamp
// stripes are only a shade, and the words must stay readable on it.
func TestContrastOfRules(t *testing.T) {
	var texts, patterns []string
	for _, rule := range cssRule.FindAllStringSubmatch(look(t), -1) {
		selector, body := strings.TrimSpace(rule[1]), rule[2]
		ground := grounds.FindStringSubmatch(body)
		if ground == nil {
			continue
		}
		for name, s := range schemes(t) {
			what := fmt.Sprintf("%s, %s", selector, name)
			under, text := s[ground[1]], textColour.FindStringSubmatch(body)
			if text != nil {
				texts = append(texts, selector)
				reach(t, 4.5, what, text[1], ground[1], s[text[1]], under)
			}
			if border := borders.FindStringSubmatch(body); border != nil && border[1] != "rule" {
				reach(t, 3, what, "the border "+border[1], "sheet", s[border[1]], s["sheet"])
			}
			for _, m := range dots.FindAllStringSubmatch(body, -1) {
				patterns = append(patterns, selector)
				reach(t, 3, what, "the dots "+m[1], ground[1], s[m[1]], under)
			}
			for _, m := range strokes.FindAllStringSubmatch(body, -1) {
				patterns = append(patterns, selector)
				percent, err := strconv.Atoi(m[2])
				require.NoError(t, err)
				stroke := s[m[1]].over(under, float64(percent)/100)
				if strings.HasPrefix(selector, ".stamp") {
					reach(t, 4.5, what, text[1], "its stripes", s[text[1]], stroke)
				} else {
					reach(t, 3, what, "a stroke of "+m[1], ground[1], stroke, under)
				}
			}
		}
	}
	for _, selector := range []string{"button.go", ".task", ".acc", ".error, .note", ".stamp", ".stamp.no", ".stamp.hm", ".diff"} {
		assert.Contains(t, texts, selector, "the stylesheet was not understood")
	}
	for _, selector := range []string{".pen", ".over", ".hang", ".stamp.hm"} {
		assert.Contains(t, patterns, selector, "the stylesheet was not understood")
	}
}
