package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// compiled is a small program as Go's linker leaves it, with calls inlined.
var compiled = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "traces")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	target := filepath.Join(dir, program)
	cmd := exec.Command("go", "build", "-o", target, "./testdata/traces")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, said)
	}
	return os.ReadFile(target)
})

func tablesOf(t *testing.T) (*module, *functions) {
	t.Helper()
	program, err := compiled()
	require.NoError(t, err)
	m, err := parseModule(program)
	require.NoError(t, err)
	memory, err := m.memory()
	require.NoError(t, err)
	f, err := findFunctions(memory)
	require.NoError(t, err)
	return m, f
}

// The program must do the same with what only a trace reads wiped out, and with the tables that it writes itself.
func TestAShrunkProgramRunsInNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("NEED_NODE") == "" {
		t.Skip("`make scripts` installs Node.js and runs this")
	}
	program, err := compiled()
	require.NoError(t, err)
	root, err := goroot()
	require.NoError(t, err)
	sizes := map[bool]int{}
	for _, known := range []bool{true, false} {
		shrunk, err := shrink(program, known)
		require.NoError(t, err)
		sizes[known] = len(shrunk)
		name := filepath.Join(t.TempDir(), "shrunk.wasm")
		require.NoError(t, os.WriteFile(name, shrunk, 0o600))
		said, err := exec.Command("node", filepath.Join(root, "lib", "wasm", "wasm_exec_node.js"), name).CombinedOutput()
		require.NoError(t, err, "%s", said)
		require.Equal(t, "ok\n", string(said))
	}
	require.Less(t, sizes[true], len(program))
	require.Less(t, sizes[true], sizes[false])
}

func TestKnownGoIsThatOfTheModule(t *testing.T) {
	module, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	require.Contains(t, string(module), "\ngo "+strings.TrimPrefix(knownGo, "go")+".")
	for version, known := range map[string]bool{knownGo: true, knownGo + ".8": true, knownGo + "rc1": true, knownGo + "0": false, "go1.2": false, "devel": false} {
		require.Equal(t, known, isKnownGo(version), version)
	}
}

func TestOnlyWhatATraceReadsIsWiped(t *testing.T) {
	_, f := tablesOf(t)
	before := bytes.Clone(f.memory)
	original := *f
	original.memory = before
	require.NoError(t, f.dropTraces())
	wiped := 0
	for i, b := range f.memory {
		if b != before[i] {
			wiped++
			inside := span{i, i + 1}
			require.True(t, inside.in(f.values) || inside.in(f.table) || i >= f.details && i < f.buckets.from ||
				inside.in(f.wiped[0]) || inside.in(f.wiped[1]) || inside.in(f.wiped[2]), "byte %#x", i)
		}
	}
	require.Greater(t, wiped, 100_000)
	kept := map[string]bool{}
	for i := range f.count { // what is kept reads as before
		r := f.record(i)
		for _, at := range []int{0, 8, 12, recordFrame, recordValues, recordDetails &^ 3, recordSize + 4} {
			if at == recordSize+4 && f.number(r+recordValues) < 2 {
				continue
			}
			require.Equal(t, original.number(r+at), f.number(r+at), "function %d, field %d", i, at)
		}
		run := f.number(r + recordFrame)
		require.Equal(t, original.follow(run, nil), f.follow(run, nil))
		own, name := original.name(r), f.name(r)
		require.Equal(t, strings.HasPrefix(own, "runtime."), strings.HasPrefix(name, "runtime."), own)
		kept[name] = true
		if own == "reflect.makeFuncStub" || own == "reflect.methodValueCall" {
			require.Equal(t, own, name)
		}
	}
	require.Equal(t, map[string]bool{"a.(*b).c": true, "runtime.(*b).c": true, "reflect.makeFuncStub": true, "reflect.methodValueCall": true}, kept)
}

func (s span) in(o span) bool { return s.from >= o.from && s.to <= o.to }

func TestAProgramWritesItsTables(t *testing.T) {
	_, f := tablesOf(t)
	want := bytes.Clone(f.memory)
	body, err := f.compute()
	require.NoError(t, err)
	require.NotEqual(t, want, f.memory)
	execute(f.memory, body)
	require.Equal(t, want, f.memory)
}

// operations take two numbers.
var operations = map[byte]func(a, b uint32) uint32{
	add:  func(a, b uint32) uint32 { return a + b },
	mul:  func(a, b uint32) uint32 { return a * b },
	divU: func(a, b uint32) uint32 { return a / b },
	and:  func(a, b uint32) uint32 { return a & b },
	ltU: func(a, b uint32) uint32 {
		if a < b {
			return 1
		}
		return 0
	},
}

// execute runs the body of a function that takes nothing, returns nothing and nests no loops.
func execute(memory, body []byte) {
	var locals [2]uint32
	var stack []uint32
	pop := func() (v uint32) {
		v, stack = stack[len(stack)-1], stack[:len(stack)-1]
		return v
	}
	push := func(v uint32) { stack = append(stack, v) }
	at, begin := 3, 0
	address := func() uint32 { // of an instruction that reads or writes memory
		from, n := binary.Uvarint(body[at+1:])
		at += 1 + n
		return pop() + uint32(from)
	}
	next := func() byte {
		at++
		return body[at-1]
	}
	for at < len(body) {
		switch instruction := next(); instruction {
		case loop:
			next()
			begin = at
		case brIf:
			next()
			if pop() != 0 {
				at = begin
			}
		case getLocal:
			push(locals[next()])
		case setLocal:
			locals[next()] = pop()
		case i32Const:
			v, n := signedVarint(body[at:])
			push(uint32(v))
			at += n
		case load:
			push(binary.LittleEndian.Uint32(memory[address():]))
		case load8:
			push(uint32(memory[address()]))
		case store:
			v := pop()
			binary.LittleEndian.PutUint32(memory[address():], v)
		case endOfExpression:
		default:
			b := pop()
			push(operations[instruction](pop(), b))
		}
	}
}

// Tables in another form than that of today's Go are an error, not a damaged program.
func TestTablesOfAnotherFormAreRefused(t *testing.T) {
	_, f := tablesOf(t)
	for name, change := range map[string]func(f *functions){
		"bucket":         func(f *functions) { f.memory[f.buckets.from+5]++ },
		"last bucket":    func(f *functions) { f.memory[f.buckets.to-1]++ },
		"order":          func(f *functions) { f.memory[f.pair(7)]++ },
		"gap":            func(f *functions) { f.memory[f.pair(7)+4] += 8 },
		"another number": func(f *functions) { f.memory[f.record(7)]++ },
	} {
		g := *f
		g.memory = bytes.Clone(f.memory)
		change(&g)
		_, err := g.compute()
		require.ErrorIs(t, err, errForm, name)
	}
	for name, field := range map[string]int{"values": recordValues, "details": recordDetails} {
		g := *f
		g.memory = bytes.Clone(f.memory)
		g.memory[g.record(9)+field] = 9
		require.ErrorIs(t, g.dropTraces(), errForm, name)
	}
	for _, memory := range [][]byte{nil, make([]byte, 1000), bytes.Repeat([]byte{0xff}, 1000)} {
		_, err := findFunctions(memory)
		require.ErrorIs(t, err, errForm)
	}
}

func TestFollowReadsARun(t *testing.T) {
	// From -1: +1 for 3, +300 for 200, -2 for 1; then the end. Another run follows.
	run := []byte{9, 2, 3, 0xd8, 4, 0xc8, 1, 3, 1, 0, 7}
	f := &functions{memory: run, values: span{0, len(run)}}
	mark := make([]bool, len(run))
	require.Equal(t, 300, f.follow(1, mark))
	require.Equal(t, []bool{false, true, true, true, true, true, true, true, true, true, false}, mark)
	require.Equal(t, -1, f.follow(0, mark))
}
