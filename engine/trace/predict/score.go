package predict

import (
	"errors"
	"strconv"
	"strings"
)

// Rules is how many rules a score counts by: those of the project's contract, and 0 for none of them.
const Rules = 25

// Bounds on the text of a score.
const (
	MaxScore = 2048          // bytes
	mostAsks = 1_000_000_000 // where counting stops
)

const scoreHead = "firmoffer-score/1"

// Tally counts answers.
type Tally struct{ Right, Asked int }

func (t *Tally) add(right bool) {
	if t.Asked == mostAsks {
		return
	}
	t.Asked++
	if right {
		t.Right++
	}
}

// Score counts answers by the kind of the question and by the rule that decided. The zero value is a score to begin with.
type Score struct {
	Kinds [KindCount]Tally
	Rules [Rules]Tally
}

// Add counts an answer, the place of the option that was chosen, and reports whether it was right. A place that the
// question does not have, such as -1 for no answer, is wrong.
func (s *Score) Add(q Question, chosen int) bool {
	right := chosen == q.Right && chosen >= 0 && chosen < len(q.Options)
	if q.Kind < KindCount {
		s.Kinds[q.Kind].add(right)
	}
	if q.Rule >= 0 && q.Rule < Rules {
		s.Rules[q.Rule].add(right)
	}
	return right
}

// Total is the sum over all kinds.
func (s *Score) Total() (t Tally) {
	for _, k := range s.Kinds {
		t.Right, t.Asked = t.Right+k.Right, t.Asked+k.Asked
	}
	return t
}

// Text returns the score for saving, a line for each kind and each rule that was asked about:
//
//	firmoffer-score/1
//	outcome 3 of 5
//	rule 9 1 of 2
func (s *Score) Text() string {
	text := scoreHead + "\n"
	for i, t := range s.Kinds {
		text += line(Kind(i).String(), t)
	}
	for i, t := range s.Rules {
		text += line("rule "+strconv.Itoa(i), t)
	}
	return text
}

func line(what string, t Tally) string {
	if t.Asked == 0 {
		return ""
	}
	return what + " " + strconv.Itoa(t.Right) + " of " + strconv.Itoa(t.Asked) + "\n"
}

// ReadScore reads what [Score.Text] wrote. Its error says in one sentence what was found and what was expected; the score
// is then empty.
func ReadScore(text string) (Score, error) {
	var s Score
	if len(text) > MaxScore {
		return s, errors.New("the score has " + strconv.Itoa(len(text)) + " bytes: at most " + strconv.Itoa(MaxScore) + " were expected")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != scoreHead {
		return s, errors.New("the score begins with " + strconv.Quote(clip(lines[0], 40)) + ": " + scoreHead + " was expected")
	}
	for i, l := range lines[1:] {
		if !s.read(l) {
			return Score{}, errors.New("line " + strconv.Itoa(i+2) + " of the score is " + strconv.Quote(clip(l, 40)) +
				`: a line such as "outcome 3 of 5" or "rule 9 1 of 2" was expected, and none twice`)
		}
	}
	return s, nil
}

// read takes one line in. Whether it is one is found out by writing it again.
func (s *Score) read(l string) bool {
	words := strings.Split(l, " ")
	if len(words) < 4 {
		return false
	}
	right, bad := strconv.Atoi(words[len(words)-3])
	asked, worse := strconv.Atoi(words[len(words)-1])
	t := Tally{right, asked}
	if bad != nil || worse != nil || right < 0 || right > asked || asked < 1 || asked > mostAsks {
		return false
	}
	for i := range s.Kinds {
		if s.Kinds[i].Asked == 0 && line(Kind(i).String(), t) == l+"\n" {
			s.Kinds[i] = t
			return true
		}
	}
	for i := range s.Rules {
		if s.Rules[i].Asked == 0 && line("rule "+strconv.Itoa(i), t) == l+"\n" {
			s.Rules[i] = t
			return true
		}
	}
	return false
}
