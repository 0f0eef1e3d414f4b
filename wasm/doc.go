// Command wasm is the playground as it runs in a browser: it mounts the components of package web, carries out the
// effects of package app, and hands keys to it. Build it with GOOS=js GOARCH=wasm.
package main
