package web

import (
	"firmoffer/engine/trace/say"
	"firmoffer/web/app"
)

// Story tells what this is about and proposes the next step.
type Story struct {
	App  *app.App
	View app.StoryView
}

// Label names the step that the button takes.
func (c *Story) Label() string {
	if c.View.Next == "" {
		return say.It("The steps end here")
	}
	return say.It("Next: %s", c.View.Next)
}

// NoticeClass tells a notice from a warning.
func (c *Story) NoticeClass() string {
	if c.View.NoticeBad {
		return "error"
	}
	return "note"
}

// LessonClass tells what is to be learnt from what is to be looked at.
func (c *Story) LessonClass() string {
	if c.View.Moral {
		return "moral"
	}
	return "look"
}

// Jump names the step that came out differently.
func (c *Story) Jump() string { return say.It("Go to step %d", say.D(int64(c.View.DiffStep))) }
