package scripts

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const repository = "../.."

// What all tests share: the package, and an empty folder into which it was installed.
var (
	archive string // the packed package
	project string
)

func TestMain(m *testing.M) {
	code, err := withPackage(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withPackage(run func() int) (int, error) {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return 0, errors.New("these tests need " + program + ": install the packages nodejs and npm, or run `make node`")
		}
	}
	dir, err := os.MkdirTemp("", "firm-offer")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "package")
	if _, err := execute(repository, nil, "go", "run", "./wasm/site", "-npm", source); err != nil {
		return 0, fmt.Errorf("the package could not be made: %w", err)
	}
	name, err := execute(dir, nil, "npm", "pack", "--silent", "./package")
	if err != nil {
		return 0, fmt.Errorf("the package could not be packed: %w", err)
	}
	archive = filepath.Join(dir, strings.TrimSpace(name))
	project = filepath.Join(dir, "project")
	if err := os.Mkdir(project, 0o755); err != nil {
		return 0, err
	}
	if _, err := execute(project, nil, "npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", archive); err != nil {
		return 0, fmt.Errorf("the package could not be installed: %w", err)
	}
	return run(), nil
}

// execute runs a program in a folder and returns what it says.
func execute(dir string, input []byte, program string, args ...string) (string, error) {
	var said, complained bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(input), &said, &complained
	if err := cmd.Run(); err != nil {
		return said.String(), fmt.Errorf("%s %s: %w\n%s%s", program, strings.Join(args, " "), err, said.String(), complained.String())
	}
	return said.String(), nil
}

// script runs a script of testdata in the project and returns what it prints. It fails the test when the script fails.
func script(t testing.TB, name string, input []byte, flags ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return runText(t, name, string(text), input, flags...)
}

// runText runs a script in the project, where it finds the package by its name.
func runText(t testing.TB, name, text string, input []byte, flags ...string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(project, name), []byte(text), 0o600))
	said, err := execute(project, input, "node", append(flags, name)...)
	require.NoError(t, err)
	return said
}
