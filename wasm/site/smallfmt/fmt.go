// Package fmt is the part of Go's package fmt that the programs of the page use, in a tenth of its size. The build puts it
// in the place of Go's: see ../standins.go. It writes text, and reads none. It knows the verbs %v %s %d %q %x %t %c %U %T
// and %w, for strings, booleans, whole numbers, errors and Stringers; of flags it knows + and #, which change nothing but
// the form of %q and %x in Go, and which only messages about broken programs carry. Anything else is shown by its type.
package fmt

import (
	"io"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Stringer is a value that says itself what it is.
type Stringer interface{ String() string }

// Sprintf puts the arguments into the places that the format marks. An argument too few or too many is marked as Go marks it.
func Sprintf(format string, args ...any) string {
	out, next := make([]byte, 0, len(format)+16*len(args)), 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		for i++; i < len(format) && (format[i] == '+' || format[i] == '#'); i++ {
		}
		switch {
		case i == len(format):
			return string(append(out, "%!(NOVERB)"...))
		case format[i] == '%':
			out = append(out, '%')
		case next == len(args):
			out = append(append(append(out, "%!"...), format[i]), "(MISSING)"...)
		default:
			out = appendValue(out, format[i], args[next])
			next++
		}
	}
	if next < len(args) {
		out = append(append(append(out, "%!(EXTRA "...), Sprint(args[next:]...)...), ')')
	}
	return string(out)
}

// Sprint joins the arguments, with a space between two of which neither is a string.
func Sprint(args ...any) string {
	var out []byte
	for i, arg := range args {
		if i > 0 && !isString(arg) && !isString(args[i-1]) {
			out = append(out, ' ')
		}
		out = appendValue(out, 'v', arg)
	}
	return string(out)
}

// Sprintln joins the arguments with spaces, and ends the line.
func Sprintln(args ...any) string {
	var out []byte
	for i, arg := range args {
		if i > 0 {
			out = append(out, ' ')
		}
		out = appendValue(out, 'v', arg)
	}
	return string(append(out, '\n'))
}

// Fprintf writes what Sprintf makes.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return io.WriteString(w, Sprintf(format, args...))
}

// Fprint writes what Sprint makes.
func Fprint(w io.Writer, args ...any) (int, error) { return io.WriteString(w, Sprint(args...)) }

// Fprintln writes what Sprintln makes.
func Fprintln(w io.Writer, args ...any) (int, error) { return io.WriteString(w, Sprintln(args...)) }

// Println writes what Sprintln makes to the console, as an error: package os, which has a better way, is large.
func Println(args ...any) (int, error) {
	text := Sprintln(args...)
	print(text)
	return len(text), nil
}

// Errorf makes an error of what Sprintf makes. It wraps the last error that is an argument of %w or of another verb.
func Errorf(format string, args ...any) error {
	e := &wrapError{text: Sprintf(format, args...)}
	for _, arg := range args {
		if inner, ok := arg.(error); ok {
			e.inner = inner
		}
	}
	return e
}

type wrapError struct {
	text  string
	inner error
}

func (e *wrapError) Error() string { return e.text }
func (e *wrapError) Unwrap() error { return e.inner }

func isString(arg any) bool { return arg != nil && reflect.TypeOf(arg).Kind() == reflect.String }

// appendValue writes one argument as its verb asks for.
func appendValue(out []byte, verb byte, arg any) []byte {
	switch v := arg.(type) {
	case nil:
		return append(out, "<nil>"...)
	case string: // by far the most common
		return appendString(out, verb, v)
	case int:
		return appendInt(out, verb, int64(v))
	}
	if verb == 'T' {
		return append(out, reflect.TypeOf(arg).String()...)
	}
	if verb != 'd' && verb != 'c' && verb != 'U' {
		switch v := arg.(type) {
		case error:
			return appendString(out, verb, v.Error())
		case Stringer:
			return appendString(out, verb, v.String())
		}
	}
	switch v := reflect.ValueOf(arg); v.Kind() {
	case reflect.String:
		return appendString(out, verb, v.String())
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return appendInt(out, verb, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return appendInt(out, verb, int64(v.Uint()))
	}
	if bytes, ok := arg.([]byte); ok && verb != 'v' {
		return appendString(out, verb, string(bytes))
	}
	return append(append(append(out, '('), reflect.TypeOf(arg).String()...), ')')
}

func appendString(out []byte, verb byte, s string) []byte {
	switch verb {
	case 'q':
		return strconv.AppendQuote(out, s)
	case 'x':
		for i := range len(s) {
			out = append(out, "0123456789abcdef"[s[i]>>4], "0123456789abcdef"[s[i]&15])
		}
		return out
	case 'T':
		return append(out, "string"...)
	}
	return append(out, s...)
}

func appendInt(out []byte, verb byte, n int64) []byte {
	switch verb {
	case 'c':
		return utf8.AppendRune(out, rune(n))
	case 'q':
		return strconv.AppendQuoteRune(out, rune(n))
	case 'x':
		return strconv.AppendInt(out, n, 16)
	case 'U':
		hex := strconv.FormatInt(n, 16)
		out = append(out, "U+0000"[:2+max(0, 4-len(hex))]...)
		for i := range len(hex) {
			if c := hex[i]; c >= 'a' {
				out = append(out, c-'a'+'A')
			} else {
				out = append(out, c)
			}
		}
		return out
	case 'T':
		return append(out, "int"...)
	}
	return strconv.AppendInt(out, n, 10)
}
