package scenario

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const labelledText = `firmoffer/1 binding
# A title
# and a story
# of two lines.

# level:core
#look at: the bar,
#   and the line
# compare: optimistic,, oldest-first ,

node n1 5

# question: How many?
# answer: 5
# wrong: 4 | |6
# A asks: how many?
make A

# level: this is the narration's own word for something

# Look at: nothing is a label with a capital letter.
make B

# question: A question without an answer?

# B waits.
advance 1
# lesson: Read
# the end.

# And this is a comment.
`

func TestReadLesson(t *testing.T) {
	l := ReadLesson(parse(t, labelledText))
	assert.Equal(t, Lesson{Title: "A title", Story: "and a story of two lines.", Level: "core", LookAt: "the bar, and the line",
		Compare: []string{"optimistic", "oldest-first"}, Lesson: "Read the end.", Steps: 3}, l)
}

func TestReadLessonOfAnyTrace(t *testing.T) {
	assert.Equal(t, Lesson{}, ReadLesson(parse(t, "firmoffer/1 binding\n")))
	assert.Equal(t, Lesson{Steps: 1}, ReadLesson(parse(t, "firmoffer/1 binding\n# Said of the step.\nmake A\n")))
	assert.Equal(t, "core", ReadLesson(parse(t, "firmoffer/1 binding\n# T\n\n# level: core\n\nmake A\n")).Level)
	for _, s := range All() {
		l := ReadLesson(s.Trace)
		assert.Equal(t, Lesson{Title: s.Title, Story: s.Story, Steps: len(s.Trace.Steps)}, l)
		for i := range s.Trace.Steps {
			assert.Equal(t, s.Trace.Steps[i].Narration(), Narration(&s.Trace.Steps[i]), "%s, step %d", s.ID, i+1)
		}
	}
}

func TestQuestionOf(t *testing.T) {
	tr := parse(t, labelledText)
	q, ok := QuestionOf(&tr.Steps[0])
	assert.True(t, ok)
	// What follows a label without one of its own belongs to it: a reason more to give the question a block of its own.
	assert.Equal(t, Question{Text: "How many?", Answer: "5", Wrong: []string{"4", "6 A asks: how many?"}}, q)
	for _, i := range []int{1, 2} {
		_, ok = QuestionOf(&tr.Steps[i])
		assert.False(t, ok, "step %d", i+1)
	}
}

// TestNarrationKeepsTheAnswer: what is shown before a step holds neither question nor answer, wherever they stand.
func TestNarrationKeepsTheAnswer(t *testing.T) {
	tr := parse(t, labelledText)
	assert.Equal(t, "", Narration(&tr.Steps[0]))
	assert.Equal(t, "Look at: nothing is a label with a capital letter.", Narration(&tr.Steps[1]))
	assert.Equal(t, "B waits.", Narration(&tr.Steps[2]))
	tr = parse(t, "firmoffer/1 binding\nnode n1 5\n# A asks.\n# question: How many?\n# answer: 5\n# wrong: 6\nmake A\n")
	assert.Equal(t, "A asks.", Narration(&tr.Steps[0]))
	tr = parse(t, "firmoffer/1 binding\nnode n1 5\n\n# A chapter.\n\n# A asks.\nmake A\n")
	assert.Equal(t, "A asks.", Narration(&tr.Steps[0]), "a comment that stands apart is no narration")
}

// TestLessonsCostNothingUnused: a program that shows the seven scenarios alone, as the page's does, holds no lesson.
func TestLessonsCostNothingUnused(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	for _, call := range []string{"All", "Lessons"} {
		dir := t.TempDir()
		source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		require.NoError(t, os.WriteFile(source, []byte("package main\n\nimport \"firmoffer/engine/scenario\"\n\nfunc main() { println(len(scenario."+
			call+"())) }\n"), 0o644))
		out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput()
		require.NoError(t, err, string(out))
		text, err := os.ReadFile(program)
		require.NoError(t, err)
		for _, l := range Lessons() {
			assert.Equal(t, call == "Lessons", bytes.Contains(text, []byte(l.Title)), "%s in a program that calls %s", l.ID, call)
		}
		assert.True(t, bytes.Contains(text, []byte("Who has to go?\n")), "texts are not found where they are")
	}
}
