package export

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"firmoffer/engine/trace"
)

// maxDepth is how deep the brackets of a JSON text are nested at most, those in fields that nobody reads included.
const maxDepth = 32

// reader reads JSON from front to back. After the first error it stands at the end of the text and reads nothing more.
type reader struct {
	text  string
	at    int
	depth int
	err   *trace.Error
}

// fail keeps the first error, at a byte of the text.
func (r *reader) fail(at int, found, expected, hint string) {
	if r.err == nil {
		begin := strings.LastIndexByte(r.text[:at], '\n') + 1
		r.err = &trace.Error{Line: strings.Count(r.text[:at], "\n") + 1, Column: utf8.RuneCountInString(r.text[begin:at]) + 1,
			Found: found, Expected: expected, Hint: hint}
	}
	r.at = len(r.text)
}

func (r *reader) unexpected(at int, expected, hint string) { r.fail(at, r.found(at), expected, hint) }

// found shows what stands at a byte, shortened.
func (r *reader) found(at int) string {
	const shown = 40
	rest := r.text[at:]
	if rest == "" {
		return "the end of the text"
	}
	end := 1
	for end < len(rest) && end < shown && !strings.ContainsRune(",:[]{}\" \t\r\n", rune(rest[end])) && rest[0] != '"' {
		end++
	}
	if rest[0] == '"' {
		for end = 1; end < len(rest) && end < shown && rest[end-1:end] != "\n"; end++ {
			if rest[end] == '"' && rest[end-1] != '\\' {
				end++
				break
			}
		}
	}
	for end < len(rest) && !utf8.RuneStart(rest[end]) && end < shown+utf8.UTFMax {
		end++
	}
	return strconv.Quote(rest[:end])
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// take goes on behind the byte, after white space, if it stands there.
func (r *reader) take(b byte) bool {
	r.space()
	if r.at == len(r.text) || r.text[r.at] != b {
		return false
	}
	r.at++
	return true
}

// list reads what stands between brackets, separated by commas, and returns where it began.
func (r *reader) list(what string, open, shut byte, element func()) int {
	r.space()
	begin := r.at
	if !r.take(open) {
		r.unexpected(begin, what, "")
		return begin
	}
	if r.depth++; r.depth > maxDepth {
		r.fail(begin, "brackets nested deeper than "+strconv.Itoa(maxDepth)+" levels", what, "")
	}
	if !r.take(shut) {
		for r.err == nil {
			element()
			if r.take(shut) {
				break
			}
			if !r.take(',') {
				r.unexpected(r.at, `"," or "`+string(shut)+`"`, "")
			}
		}
	}
	r.depth--
	return begin
}

// array reads an array, whose elements element reads.
func (r *reader) array(what string, element func()) {
	r.list(what+` as an array, "["`, '[', ']', element)
}

// object reads an object. Of its fields, field reads those in keys, by their place; others are read over. It returns where
// the object began and which of the keys there were, one bit each.
func (r *reader) object(what string, keys []string, field func(k int)) (begin int, seen uint) {
	begin = r.list(what+` as an object, "{"`, '{', '}', func() {
		r.space()
		at := r.at
		key := r.string("a field's name")
		if !r.take(':') {
			r.unexpected(r.at, `":" and a value`, "")
			return
		}
		for k := range keys {
			if keys[k] != key {
				continue
			}
			if seen&(1<<k) != 0 {
				r.fail(at, "a second "+strconv.Quote(key), "each field once", "")
			}
			seen |= 1 << k
			field(k)
			return
		}
		r.skip()
	})
	return begin, seen
}

// skip reads over any value.
func (r *reader) skip() {
	r.space()
	at := r.at
	rest := r.text[at:]
	switch {
	case rest == "":
		r.unexpected(at, "a value", "")
	case rest[0] == '{':
		r.object("a value", nil, nil)
	case rest[0] == '[':
		r.array("a value", r.skip)
	case rest[0] == '"':
		r.string("a value")
	default:
		for _, word := range []string{"true", "false", "null"} {
			if strings.HasPrefix(rest, word) {
				r.at += len(word)
				return
			}
		}
		r.number("a value")
	}
}

// number reads over a number as JSON writes it and returns its text.
func (r *reader) number(what string) string {
	r.space()
	begin := r.at
	r.one("-")
	if !r.one("0") && r.digits() == 0 {
		r.unexpected(begin, what, "")
		return ""
	}
	whole := !r.one(".") || r.digits() > 0
	if whole && r.one("eE") {
		r.one("+-")
		whole = r.digits() > 0
	}
	if !whole {
		r.unexpected(begin, what, "")
		return ""
	}
	return r.text[begin:r.at]
}

func (r *reader) one(of string) bool {
	if r.at < len(r.text) && strings.IndexByte(of, r.text[r.at]) >= 0 {
		r.at++
		return true
	}
	return false
}

func (r *reader) digits() (n int) {
	for ; r.one("0123456789"); n++ {
	}
	return n
}

// integer reads a whole number of 64 bits, also one that is written as a string of digits (see exact).
func (r *reader) integer(what string) int64 {
	what += " as a whole number"
	r.space()
	begin := r.at
	var s string
	if strings.HasPrefix(r.text[begin:], `"`) {
		s = r.string(what)
	} else {
		s = r.number(what)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if r.err == nil && (err != nil || s != strconv.FormatInt(n, 10) && s != "-0") {
		r.unexpected(begin, what, "")
	}
	return n
}

// string reads a string.
func (r *reader) string(what string) string {
	r.space()
	begin := r.at
	if !r.take('"') {
		r.unexpected(begin, what+" as a string", "")
		return ""
	}
	from := r.at
	var decoded []byte // what was read before from, nil as long as nothing is escaped
	for r.at < len(r.text) {
		switch b := r.text[r.at]; {
		case b == '"':
			plain := r.text[from:r.at]
			r.at++
			if decoded != nil {
				plain = string(append(decoded, plain...))
			}
			if !utf8.ValidString(plain) {
				r.fail(begin, "bytes that are not UTF-8", "a string in UTF-8", "")
			}
			return plain
		case b < ' ':
			r.fail(r.at, "a control character in a string", `\u and four digits, or the closing quote`, "")
		case b == '\\':
			decoded = r.escape(append(decoded, r.text[from:r.at]...))
			from = r.at
		default:
			r.at++
		}
	}
	r.fail(begin, "a string without an end", "a closing quote", "")
	return ""
}

// escape reads an escaped character and appends it.
func (r *reader) escape(dst []byte) []byte {
	begin := r.at
	r.at++
	if r.at < len(r.text) {
		if i := strings.IndexByte(`"\/bfnrt`, r.text[r.at]); i >= 0 {
			r.at++
			return append(dst, "\"\\/\b\f\n\r\t"[i])
		}
	}
	c, ok := r.hex()
	if ok && 0xd800 <= c && c < 0xdc00 && strings.HasPrefix(r.text[r.at:], `\u`) {
		r.at++
		var low rune
		if low, ok = r.hex(); ok && 0xdc00 <= low && low < 0xe000 {
			return utf8.AppendRune(dst, 0x10000+(c-0xd800)<<10+(low-0xdc00))
		}
		ok = false
	}
	if !ok || 0xd800 <= c && c < 0xe000 {
		r.fail(begin, strconv.Quote(r.text[begin:min(begin+6, len(r.text))]), "an escaped character of JSON", "")
		return dst
	}
	return utf8.AppendRune(dst, c)
}

// hex reads u and four digits.
func (r *reader) hex() (rune, bool) {
	if r.at+5 > len(r.text) || r.text[r.at] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(r.text[r.at+1:r.at+5], 16, 32)
	r.at += 5
	return rune(n), err == nil
}
