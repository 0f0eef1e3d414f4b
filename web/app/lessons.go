package app

import "firmoffer/engine/trace/say"

// lesson is one trace of the teaching library, which is a file beside the page and not part of the program.
type lesson struct {
	file, title, level string
	steps              int
}

// lessons are those of package scenario, in the order in which to teach them.
var lessons = [...]lesson{
	{"lessons/01-two-cheques.trace", "Two cheques, one account", "first steps", 6},
	{"lessons/02-the-wrong-lock.trace", "The lock that does not help", "first steps", 4},
	{"lessons/03-a-change-of-mind.trace", "A change of mind", "first steps", 6},
	{"lessons/04-the-silent-framework.trace", "The silent framework", "core", 7},
	{"lessons/05-accepted-and-forgotten.trace", "Accepted and forgotten", "core", 6},
	{"lessons/06-half-the-rack-dies.trace", "Half the rack dies", "core", 7},
	{"lessons/07-age-is-not-strength.trace", "Age is not strength", "core", 7},
	{"lessons/08-the-floor-falls.trace", "The floor falls away", "advanced", 9},
	{"lessons/09-the-thinker.trace", "The thinker who locks the house", "advanced", 6},
	{"lessons/10-two-hands-two-doors.trace", "Two hands, two doors", "advanced", 11},
	{"exam/1-who-has-to-go.trace", "Exam 1: Three offers, one loss", "exam", 9},
	{"exam/2-the-clock.trace", "Exam 2: What the clock decides", "exam", 6},
	{"exam/3-one-id-two-offers.trace", "Exam 3: One id, two offers", "exam", 10},
	{"exam/4-small-and-large.trace", "Exam 4: Small and large again", "exam", 8},
	{"exam/5-whose-and-how-often.trace", "Exam 5: Whose, and how often?", "exam", 13},
}

// lessonBy returns the lesson in a file, and its place in the order; -1 when there is none.
func lessonBy(file string) (lesson, int) {
	for i, l := range lessons {
		if l.file == file {
			return l, i
		}
	}
	return lesson{}, -1
}

func (l lesson) label() string {
	return say.Lesson(l.level) + " · " + say.It("%s (%d steps)", say.Lesson(l.title), say.D(int64(l.steps)))
}
