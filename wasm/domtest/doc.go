// Package domtest holds the tests of the hand-written scripts in static/: dom.js, press.js and boot.js. They run in Chromium and need
// no component and no renderer: the instructions that Vugu would write are encoded by the tests, from a few lines of tree.
package domtest
