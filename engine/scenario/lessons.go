package scenario

import (
	_ "embed"

	"firmoffer/engine/trace"
)

// The texts are pointed at and read at each call: whatever runs at the start of the program, such as a copy of these
// strings or a sync.OnceValue, would put all of them into a program that never asks for a lesson.
var (
	//go:embed lessons/01-two-cheques.trace
	twoCheques string
	//go:embed lessons/02-the-wrong-lock.trace
	wrongLock string
	//go:embed lessons/03-a-change-of-mind.trace
	changeOfMind string
	//go:embed lessons/04-the-silent-framework.trace
	silentFramework string
	//go:embed lessons/05-accepted-and-forgotten.trace
	acceptedAndForgotten string
	//go:embed lessons/06-half-the-rack-dies.trace
	halfTheRack string
	//go:embed lessons/07-age-is-not-strength.trace
	ageIsNotStrength string
	//go:embed lessons/08-the-floor-falls.trace
	floorFalls string
	//go:embed lessons/09-the-thinker.trace
	thinker string
	//go:embed lessons/10-two-hands-two-doors.trace
	twoHands string
	//go:embed exam/1-who-has-to-go.trace
	examLoss string
	//go:embed exam/2-the-clock.trace
	examClock string
	//go:embed exam/3-one-id-two-offers.trace
	examTaskID string
	//go:embed exam/4-small-and-large.trace
	examOverhang string
	//go:embed exam/5-whose-and-how-often.trace
	examOwners string
)

// course is every lesson by its id, in the order in which to teach them.
var course = [...]struct {
	id, file string
	text     *string
}{
	{"two-cheques", "lessons/01-two-cheques.trace", &twoCheques},
	{"the-wrong-lock", "lessons/02-the-wrong-lock.trace", &wrongLock},
	{"a-change-of-mind", "lessons/03-a-change-of-mind.trace", &changeOfMind},
	{"the-silent-framework", "lessons/04-the-silent-framework.trace", &silentFramework},
	{"accepted-and-forgotten", "lessons/05-accepted-and-forgotten.trace", &acceptedAndForgotten},
	{"half-the-rack-dies", "lessons/06-half-the-rack-dies.trace", &halfTheRack},
	{"age-is-not-strength", "lessons/07-age-is-not-strength.trace", &ageIsNotStrength},
	{"the-floor-falls", "lessons/08-the-floor-falls.trace", &floorFalls},
	{"the-thinker", "lessons/09-the-thinker.trace", &thinker},
	{"two-hands-two-doors", "lessons/10-two-hands-two-doors.trace", &twoHands},
	{"exam-who-has-to-go", "exam/1-who-has-to-go.trace", &examLoss},
	{"exam-the-clock", "exam/2-the-clock.trace", &examClock},
	{"exam-one-id-two-offers", "exam/3-one-id-two-offers.trace", &examTaskID},
	{"exam-small-and-large", "exam/4-small-and-large.trace", &examOverhang},
	{"exam-whose-and-how-often", "exam/5-whose-and-how-often.trace", &examOwners},
}

// Lessons returns ten lessons and five exam traces in the order in which to teach them. They are apart from All: a
// program that does not call this does not contain them (18 KB), and can fetch the files one by one. The texts are parsed
// at each call, which takes about a millisecond.
func Lessons() []Lesson {
	lessons := make([]Lesson, len(course))
	for i := range course {
		e := &course[i]
		t, err := trace.Parse(*e.text)
		if err != nil {
			panic("lesson " + e.id + ": " + err.Error())
		}
		l := ReadLesson(t)
		l.ID, l.File, l.Text = e.id, e.file, *e.text
		if i+1 < len(course) {
			l.Next = course[i+1].id
		}
		lessons[i] = l
	}
	return lessons
}
