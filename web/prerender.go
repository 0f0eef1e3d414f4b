package web

import (
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"firmoffer/web/app"
)

// Prerender returns the page at its first step as HTML, so that a picture is there before the program runs, and without
// it. The program finds the same elements and takes them over.
func Prerender() (string, error) { return Render(app.New(nil, nil)) }

// Render returns what the page shows as HTML. The text of the trace field is not part of it: see [Trace].
func Render(a *app.App) (string, error) {
	env, err := vugu.NewBuildEnv()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if err := staticrender.New(&out).Render(env.RunBuild(&Root{App: a})); err != nil {
		return "", err
	}
	return out.String(), nil
}
