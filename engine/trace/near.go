package trace

import "strings"

// maxGuess bounds the words for which a proposal is looked for: nothing of ours is longer.
const maxGuess = 32

// didYouMean proposes the candidate nearest to a misspelt word as a hint, or "" when none is near.
func didYouMean(word string, candidates []string) string {
	if best := nearest(word, candidates); best != "" {
		return `did you mean "` + best + `"?`
	}
	return ""
}

// nearest returns the candidate with the fewest edits from word, the first of equals. It is near when fewer than half of
// its letters differ, or when it begins with word. Case does not matter.
func nearest(word string, candidates []string) string {
	if word == "" || len(word) > maxGuess {
		return ""
	}
	low := []rune(strings.ToLower(word))
	best, least := "", 0
	for _, c := range candidates {
		d := edits(low, []rune(c))
		if len(low) > 1 && strings.HasPrefix(c, string(low)) {
			d = min(d, 1)
		}
		if 2*d < len(c) && (best == "" || d < least) {
			best, least = c, d
		}
	}
	return best
}

// edits counts the insertions, deletions, replacements and swaps of neighbours that turn a into b. Costs len(a)*len(b).
func edits(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(above[j-1]+change, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
