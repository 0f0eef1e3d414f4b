package scenario

import (
	"strings"

	"firmoffer/engine/trace"
)

// Lesson is one trace of the teaching library, with what a lecturer and a class need around it.
//
// All of it stands in the trace text, so that a lesson is an ordinary trace for every other reader. Title and story are
// the opening comment, the sentence for a step is its narration (see trace.Trace). The rest are # lines with a label,
// in blocks of their own: before the first node
//
//	# level: core
//	# look at: the two blocks on n1.
//	# compare: oldest-first, newest-first
//
// and after the last step
//
//	# lesson: What makes an offer strong is the yes of its framework, not its age.
//
// What a label says goes on in the # lines below it, up to the next label or a blank line. A label may be left out. How a
// step asks a question of its own is said at Question.
type Lesson struct {
	ID      string // such as two-cheques; it stays the same when the order changes. "" where the trace is not of the library
	File    string // where the text lies, seen from this package; "" as above
	Title   string
	Level   string // one of Levels
	Story   string // one paragraph
	LookAt  string // what to watch while stepping
	Lesson  string // what is to be learnt; it tells the outcome, so show it after the last step only
	Compare []string
	Text    string // the trace text with its results, in canonical form
	Steps   int    // how many there are
	Next    string // the ID of the lesson to propose at the end, "" at the last one
}

// Levels returns the levels in the order in which to meet them; exam is the last. In a trace of level exam no narration
// tells an outcome.
func Levels() []string { return []string{"first steps", "core", "advanced", "exam"} }

// Question is what a trace itself asks before a step, beside the questions that can be made from the state. It stands in
// the lines before the step, best in a block of its own above the narration:
//
//	# question: In which state is o2 after this step?
//	# answer: accepted
//	# wrong: pending | launched | declined
//
//	# A calls launch on o2 with the same task id.
//	launch A o2 as=web
//
// Without wrong answers the question is answered in free words. One question a step; a second one is not read.
type Question struct {
	Text   string
	Answer string
	Wrong  []string
}

// The labels of # lines.
const (
	labelLevel    = "level"
	labelLookAt   = "look at"
	labelCompare  = "compare"
	labelLesson   = "lesson"
	labelQuestion = "question"
	labelAnswer   = "answer"
	labelWrong    = "wrong"
	labelPlace    = "checkpoint"
)

// labels are all of them: each ends what another one says.
var labels = [...]string{labelLevel, labelLookAt, labelCompare, labelLesson, labelQuestion, labelAnswer, labelWrong, labelPlace}

// ReadLesson returns what a trace says about itself. ID, File, Text and Next, which only the library knows, stay empty, as
// does everything that the trace does not say.
func ReadLesson(t *trace.Trace) Lesson {
	head := t.Tail
	switch {
	case len(t.Nodes) > 0:
		head = t.Nodes[0].Before
	case len(t.Steps) > 0:
		head = t.Steps[0].Before
	}
	return Lesson{
		Title:   t.Title(),
		Level:   labelled(head, labelLevel),
		Story:   t.Story(),
		LookAt:  labelled(head, labelLookAt),
		Lesson:  labelled(t.Tail, labelLesson),
		Compare: list(labelled(head, labelCompare), ","),
		Steps:   len(t.Steps),
	}
}

// QuestionOf returns the question that a trace asks before the step, and false when it asks none. A question without an
// answer is none.
func QuestionOf(s *trace.Step) (Question, bool) {
	q := Question{
		Text:   labelled(s.Before, labelQuestion),
		Answer: labelled(s.Before, labelAnswer),
		Wrong:  list(labelled(s.Before, labelWrong), "|"),
	}
	return q, q.Text != "" && q.Answer != ""
}

// CheckpointOf returns the name of the place right before the step, "" when it has none. A lecturer can jump to it:
//
//	# checkpoint: one of two has to go
//
// It stands in the lines before the step, as a question does.
func CheckpointOf(s *trace.Step) string { return labelled(s.Before, labelPlace) }

// Narration returns the step's narration without labelled lines: what can be shown before a question is answered, also
// where the trace writes the question into the narration itself.
func Narration(s *trace.Step) string {
	var said []string
	inLabel := false
	for _, line := range s.Before {
		text, isComment := comment(line)
		label, _ := cutLabel(text)
		switch {
		case !isComment: // a blank line: only the last block is the narration
			said, inLabel = nil, false
		case label != "":
			inLabel = true
		case !inLabel:
			said = append(said, text)
		}
	}
	return strings.Join(said, " ")
}

// labelled returns what the first line with the label says, with the lines that go on with it, or "".
func labelled(lines []string, label string) string {
	var said []string
	for _, line := range lines {
		text, isComment := comment(line)
		found, rest := cutLabel(text)
		switch {
		case said == nil && found == label:
			said = []string{rest}
		case said != nil && (!isComment || found != ""):
			return strings.Join(said, " ")
		case said != nil:
			said = append(said, text)
		}
	}
	return strings.Join(said, " ")
}

// cutLabel takes the label off a comment; it is "" where there is none.
func cutLabel(text string) (label, rest string) {
	for _, label := range labels {
		if rest, ok := strings.CutPrefix(text, label+":"); ok {
			return label, strings.TrimSpace(rest)
		}
	}
	return "", text
}

// comment returns what a # line says, and false for a blank line.
func comment(line string) (string, bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	return strings.TrimSpace(text), ok
}

// list takes apart a text that names several things.
func list(text, separator string) []string {
	var names []string
	for name := range strings.SplitSeq(text, separator) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
