package link

import (
	"strconv"
	"strings"
)

// Steps are counted here by the look of a line, so that the count is the same for every release, and for a text that
// does not parse. For one that parses, it is the number of its steps.

// countSteps returns how many steps a trace text has.
func countSteps(text string) int {
	_, steps, _ := strings.Cut(text, "\n")
	return countLines(steps)
}

// countLines counts the steps in lines without a header.
func countLines(text string) (n int) {
	for text != "" {
		var line string
		if line, text, _ = strings.Cut(text, "\n"); isStep(line) {
			n++
		}
	}
	return n
}

func isStep(line string) bool {
	if isNote(line) || line[0] == '\t' {
		return false
	}
	line = strings.TrimLeft(line, " \t")
	rest, ok := strings.CutPrefix(line, "node")
	return !ok || strings.Trim(rest, "\r") != "" && rest[0] != ' ' && rest[0] != '\t'
}

// isNote reports that a line is blank or a comment, and says nothing to the engine.
func isNote(line string) bool {
	line = strings.TrimLeft(strings.TrimRight(line, "\r"), " \t")
	return line == "" || line[0] == '#'
}

// firstSteps returns the text up to its n-th step and the results of that.
func firstSteps(text string, n int) string {
	end := 0
	for at := 0; at < len(text); {
		next := at + strings.IndexByte(text[at:], '\n') + 1
		if next == at {
			next = len(text)
		}
		line := text[at:next]
		if end > 0 && isStep(strings.TrimSuffix(line, "\n")) {
			if n == 0 {
				break
			}
			n--
		}
		if at = next; end == 0 || !isNote(strings.TrimSuffix(line, "\n")) {
			end = next
		}
	}
	return text[:end]
}

// firstLines returns the first n lines of text.
func firstLines(text string, n int) string {
	end := 0
	for ; n > 0 && end < len(text); n-- {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

// natural reads a number from 0 to 999999, written in the one way that printing gives back.
func natural(s string, n *int) bool {
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 || v > 999_999 || strconv.Itoa(v) != s {
		return false
	}
	*n = v
	return true
}

//go:noinline
func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// escape writes the items in readable form.
func escape(items []item) string {
	var b []byte
	for i, it := range items {
		switch {
		case it.part:
			b = append(b, '~')
		case i > 0:
			b = append(b, ';')
		}
		for k := range len(it.text) {
			const hex = "0123456789ABCDEF"
			c := it.text[k]
			if c == ' ' {
				c = '+'
			} else if !isAlnum(c) && strings.IndexByte("-_.:=,/", c) < 0 {
				b = append(b, '%', hex[c>>4])
				c = hex[c&15]
			}
			b = append(b, c)
		}
	}
	return string(b)
}

// unescapeItems reads the readable form. What need not be escaped may stand there as it is.
func unescapeItems(body string) (items []item) {
	part := false
	for {
		n := strings.IndexAny(body, ";~")
		text := body
		if n >= 0 {
			text = body[:n]
		}
		items = append(items, item{part, unescape(text, true)})
		if n < 0 {
			return items
		}
		part = body[n] == '~'
		body = body[n+1:]
	}
}

// unescape turns %XX into bytes, once, and + into a space where that is asked for. A % without two digits stays.
func unescape(s string, spaces bool) string {
	if strings.IndexByte(s, '%') < 0 && (!spaces || strings.IndexByte(s, '+') < 0) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '+' && spaces {
			c = ' '
		} else if c == '%' && i+2 < len(s) {
			if high, low := hexDigit(s[i+1]), hexDigit(s[i+2]); high >= 0 && low >= 0 {
				c = byte(high<<4 | low)
				i += 2
			}
		}
		b = append(b, c)
	}
	return string(b)
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// digits are those of base64url. The first 62 of them are letters and digits, with which a link ends.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func toBase64(data []byte) string {
	var b []byte
	bits, n := uint(0), 0
	for _, c := range data {
		bits = bits<<8 | uint(c)
		for n += 8; n >= 6; n -= 6 {
			b = append(b, digits[bits>>(n-6)&63])
		}
	}
	if n > 0 {
		b = append(b, digits[bits<<(6-n)&63])
	}
	return string(b)
}

// fromBase64 returns the bytes before the first character that is none of the digits, and where that is, or -1.
func fromBase64(s string) (data []byte, bad int) {
	data = make([]byte, 0, len(s)*3/4)
	bits, n := uint(0), 0
	for i := range len(s) {
		v := strings.IndexByte(digits, s[i])
		if v < 0 {
			return data, i
		}
		bits = bits<<6 | uint(v)
		if n += 6; n >= 8 {
			n -= 8
			data = append(data, byte(bits>>n))
		}
	}
	return data, -1
}

// fnv is FNV-1a of 32 bits, over what was hashed before and then text.
//
//go:noinline
func fnv(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

const (
	fnvStart    = 2166136261
	checkLength = 4
)

// checksum returns four letters or digits, nearly 24 bits of what a text is.
func checksum(text string) string {
	h := fnv(fnvStart, text)
	h ^= h >> 15
	var b [checkLength]byte
	for i := range b {
		b[i] = digits[h%62]
		h /= 62
	}
	return string(b[:])
}
