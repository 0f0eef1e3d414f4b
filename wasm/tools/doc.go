//go:build !js

// Command tools makes exports in the browser; see main_js.go.
package main

func main() { println("This program is for the browser.") }
