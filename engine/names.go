package engine

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// checkName says what a framework's, node's or task's name lacks, or "" (rule 10).
func checkName(what, name string) string {
	switch {
	case name == "":
		return what + " is empty: a name of 1 to 256 bytes was expected"
	case len(name) > MaxNameBytes:
		return fmt.Sprintf("%s has %d bytes: at most %d were expected", what, len(name), MaxNameBytes)
	case !utf8.ValidString(name):
		return fmt.Sprintf("%s %q is not valid UTF-8", what, name)
	}
	for _, r := range name {
		if unicode.IsControl(r) {
			return fmt.Sprintf("%s %q holds the control character %U", what, name, r)
		}
	}
	return ""
}

// ValidName reports whether name can name a framework, a node or a task (rule 10).
func ValidName(name string) bool { return checkName("", name) == "" }

// Quote writes an id as it stands in a trace and in sentences: plain where it is [A-Za-z0-9_.:-]+, else as a Go string.
func Quote(id string) string {
	for i := range len(id) {
		if !plainByte(id[i]) {
			return strconv.Quote(id)
		}
	}
	if id == "" {
		return `""`
	}
	return id
}

func plainByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_' || b == '.' || b == ':' || b == '-'
}

// numbered returns k for an id that is prefix and the canonical decimal k >= 1, such as 12 for "o12", else 0.
func numbered(prefix byte, id string) int64 {
	if len(id) < 2 || len(id) > 20 || id[0] != prefix || id[1] == '0' {
		return 0
	}
	var k int64
	for i := 1; i < len(id); i++ {
		d := id[i] - '0'
		if d > 9 || k > (1<<63-1-int64(d))/10 {
			return 0
		}
		k = k*10 + int64(d)
	}
	return k
}

// numberedID is the inverse of numbered.
func numberedID(prefix byte, k int64) string {
	var buf [20]byte
	return string(appendID(buf[:0], prefix, k))
}

func appendID(to []byte, prefix byte, k int64) []byte {
	return strconv.AppendInt(append(to, prefix), k, 10)
}
