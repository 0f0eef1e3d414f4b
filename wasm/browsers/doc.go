// Package browsers holds the tests of the whole page in browsers that are not Chromium: Firefox and WebKit, the engine of Safari.
//
//	go test ./wasm/browsers                             both, one after the other
//	go test ./wasm/browsers -run Firefox/folder -v      one place in one browser, check by check
//
// What is checked stands in testdata/checks.js and is the same for both. A check runs inside the page; keys, clicks, another size of
// the window and other colours of the system are what it asks its browser for, and are as real as a person's. Firefox speaks WebDriver
// BiDi by itself, over a websocket. WebKit has a driver that speaks WebDriver over plain HTTP; it needs a screen, for which Xvfb stands in.
package browsers
