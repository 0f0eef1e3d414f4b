package scenario

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

// lesson finds a lesson and its trace.
func lesson(t *testing.T, id string) (Lesson, *trace.Trace) {
	all := Lessons()
	i := slices.IndexFunc(all, func(l Lesson) bool { return l.ID == id })
	require.GreaterOrEqual(t, i, 0, "no lesson has the id %s", id)
	return all[i], parse(t, all[i].Text)
}

func parse(t *testing.T, text string) *trace.Trace {
	tr, err := trace.Parse(text)
	require.NoError(t, err)
	return tr
}

func TestCourse(t *testing.T) {
	var steps []int
	ids := map[string]bool{}
	for _, s := range All() {
		ids[s.ID] = true
	}
	level := 0
	all := Lessons()
	for i, l := range all {
		assert.False(t, ids[l.ID], "%s stands for two stories", l.ID)
		ids[l.ID] = true
		steps = append(steps, l.Steps)
		mine := slices.Index(Levels(), l.Level)
		assert.GreaterOrEqual(t, mine, level, "%s: level %q", l.ID, l.Level)
		level = mine
		assert.Equal(t, l.Level == "exam", strings.HasPrefix(l.File, "exam/"), l.ID)
		assert.Equal(t, l.Level == "exam", strings.HasPrefix(l.ID, "exam-"), l.ID)
		if i+1 < len(all) {
			assert.Equal(t, all[i+1].ID, l.Next)
		} else {
			assert.Empty(t, l.Next)
		}
	}
	assert.Equal(t, []int{6, 4, 6, 7, 6, 7, 7, 9, 6, 11, 9, 6, 10, 8, 13}, steps)
}

// TestLessonsAreTrue replays every file, and holds its sentences to what a projector can show.
func TestLessonsAreTrue(t *testing.T) {
	for _, l := range Lessons() {
		t.Run(l.ID, func(t *testing.T) {
			tr := parse(t, l.Text)
			if *update {
				annotated, err := trace.Annotate(tr)
				require.NoError(t, err)
				tr = annotated
				require.NoError(t, os.WriteFile(l.File, tr.AppendTo(nil), 0o644))
			}
			text, err := os.ReadFile(l.File)
			require.NoError(t, err)
			assert.Equal(t, string(text), tr.String(), "not in canonical form")
			assert.Less(t, strings.Count(l.Text, "\n"), 65)
			says(t, l)
			for i := range tr.Steps {
				assert.NotEmpty(t, tr.Steps[i].Results(), "step %d", i+1)
				narrates(t, l, &tr.Steps[i], i+1)
			}
			d, err := trace.Check(tr)
			require.NoError(t, err)
			if d != nil {
				assert.Fail(t, "the replay differs", d.String())
			}
		})
	}
}

// says holds what a lesson says as a whole to its bounds.
func says(t *testing.T, l Lesson) {
	for what, bound := range map[string]int{l.Title: 34, l.Story: 300, l.LookAt: 130, l.Lesson: 210} {
		assert.NotEmpty(t, what)
		assert.LessOrEqual(t, utf8.RuneCountInString(what), bound, what)
		assert.NotRegexp(t, otherWords, what)
	}
	tr := parse(t, l.Text)
	assert.NotEmpty(t, l.Compare)
	for _, name := range l.Compare {
		c, ok := engine.ContractByName(name)
		require.True(t, ok && slices.Contains(engine.Contracts(), c), "%q is no contract that the page shows", name)
		step, _, _, err := trace.FirstDifference(tr, tr.Rules(), c)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, step, 0, "%s does nothing different", name)
	}
}

var (
	// otherWords are words that other systems have for the things of the contract.
	otherWords = regexp.MustCompile(`(?i)\b(servers?|workers?|machines?|clients?|tenants?|process(es)?|bids?|leases?|grants?|quotas?|` +
		`tickets?|slots?|cores?|kill(s|ed)?|cancel(s|led)?|revoke[sd]?|withdrawn?|timed out|proposals?)\b`)
	// outcomes are words that give away what the next step does.
	outcomes = regexp.MustCompile(`(?i)\b(refused|invalidated|declined|expired|violated|overhang|succeeds|fails|no offers?|nothing)\b`)
	sentence = regexp.MustCompile(`[.?!]( |$)`)
)

// narrates holds one step's narration to its bounds. It sets the scene: it must not tell what the step does.
func narrates(t *testing.T, l Lesson, s *trace.Step, n int) {
	said := s.Narration()
	assert.NotEmpty(t, said, "step %d", n)
	assert.Equal(t, Narration(s), said, "step %d: a question stands in the narration", n)
	assert.LessOrEqual(t, utf8.RuneCountInString(said), 130, "step %d", n)
	assert.LessOrEqual(t, len(sentence.FindAllString(said, -1)), 3, "step %d", n)
	assert.NotRegexp(t, otherWords, said, "step %d", n)
	if l.Level == "exam" {
		assert.NotRegexp(t, outcomes, said, "step %d", n)
	}
	for _, r := range s.Results() {
		assert.NotContains(t, said, strings.SplitN(r, ":", 2)[0], "step %d tells its result", n)
	}
	q, asked := QuestionOf(s)
	written := strings.Contains(strings.Join(s.Before, "\n"), "question:")
	assert.Equal(t, written, asked, "step %d: a question without an answer", n)
	if asked {
		assert.Regexp(t, `\?$`, q.Text)
		assert.NotContains(t, q.Wrong, q.Answer)
		assert.NotEmpty(t, q.Wrong)
		assert.NotContains(t, strings.ToLower(said), q.Answer, "step %d", n)
	}
}

// TestEveryLineIsRead: a misspelt label would be a line that nobody sees.
func TestEveryLineIsRead(t *testing.T) {
	for _, l := range Lessons() {
		tr := parse(t, l.Text)
		head := strings.Join(tr.Nodes[0].Before, "\n")
		blocks := strings.Split(strings.Trim(head, "\n"), "\n\n")
		require.Len(t, blocks, 2, l.ID)
		assert.Equal(t, squash(blocks[1]), squash("# level: "+l.Level+"\n# look at: "+l.LookAt+"\n# compare: "+strings.Join(l.Compare, ", ")), l.ID)
		assert.Equal(t, squash(strings.Join(tr.Tail, "\n")), squash("# lesson: "+l.Lesson), l.ID)
	}
}

func squash(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "#", "")), " ")
}

// TestUnderBindingEveryLessonHolds: red is shown only by other contracts.
func TestUnderBindingEveryLessonHolds(t *testing.T) {
	for _, l := range Lessons() {
		_, judged, err := trace.Replay(parse(t, l.Text), engine.Binding(), -1)
		require.NoError(t, err)
		for i, j := range judged {
			assert.NotEqual(t, engine.Violated, j.Verdict, "%s, step %d", l.ID, i+1)
		}
	}
}
