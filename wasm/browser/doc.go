// Package browser holds the tests and benchmarks of the whole page: they build the site, serve it as `make run` does, and drive it in
// Chromium as people do, with mouse and keyboard, finding each control by its role and its accessible name.
//
//	go test ./wasm/browser                              all tests
//	go test ./wasm/browser -run '^$' -bench .           how long a step takes, each figure with its bound
//	go test ./wasm/browser -site dist                   a site that is built already
package browser
