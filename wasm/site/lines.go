package main

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A compiled Go program knows the source line of every instruction. Nobody who visits the page can see them, and they are a
// twelfth of the download. No flag leaves them out, but a program named by `go build -toolexec` stands between go build and
// the compiler: this command does, and hands the compiler each source file with every line declared to be line 1.
// Names of functions go elsewhere: see names.go.
const asTool = "as-tool"

// version is part of what the compiler says its version is, so that go build keeps these results apart from ordinary ones. Change it
// whenever flatten changes.
const version = "flat1"

// tool runs a tool of the Go toolchain, a compiler with flattened files.
func tool(name string, args []string) error {
	isCompiler := strings.TrimSuffix(filepath.Base(name), ".exe") == "compile"
	if isCompiler && len(args) == 1 && strings.HasPrefix(args[0], "-V") {
		line, err := exec.Command(name, args...).Output()
		fmt.Println(strings.TrimSpace(string(line)), version)
		return err
	}
	if isCompiler {
		dir, err := os.MkdirTemp("", "flat")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if args, err = flattenArguments(args, dir); err != nil {
			return err
		}
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// flattenArguments replaces the source files at the end of a compiler's arguments by flattened copies in dir.
func flattenArguments(args []string, dir string) ([]string, error) {
	args = append([]string(nil), args...)
	for i := len(args) - 1; i >= 0 && strings.HasSuffix(args[i], ".go"); i-- {
		source, err := os.ReadFile(args[i])
		if err != nil {
			return nil, err
		}
		args[i] = filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(args[i], flatten(source), 0o600); err != nil {
			return nil, err
		}
	}
	for i := range len(args) - 1 { // the folder differs each time and must not show in the result
		if args[i] == "-trimpath" {
			args[i+1] = dir + "=>;" + args[i+1]
		}
	}
	return args, nil
}

// flatten puts before the first token of each line the remark that this is line 1. Directives such as //go:embed are no tokens and
// stay what they are.
func flatten(source []byte) []byte {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, source, nil, 0)
	var out bytes.Buffer
	copied, line := 0, 0
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		implied := kind == token.SEMICOLON && literal != ";"
		if implied || file.Line(pos) == line {
			continue
		}
		line = file.Line(pos)
		out.Write(source[copied:file.Offset(pos)])
		out.WriteString("/*line x:1*/")
		copied = file.Offset(pos)
	}
	out.Write(source[copied:])
	return out.Bytes()
}
