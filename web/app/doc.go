// Package app is the whole state of the playground's page as plain Go: what the user has, what happened, and what the
// page shows. It knows neither Vugu nor the browser.
//
// Everything that can happen is a [Msg] and enters through [App.Send]: a click, a key, a field, a chosen scenario. What
// the browser has to do comes out as [Effect] values; what the components show is one [View], made from the state.
package app
