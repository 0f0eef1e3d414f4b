package domtest

import (
	"encoding/binary"
	"strings"
)

// node is what a test wants the document to hold: an element, or a text where tag is "".
type node struct {
	tag, ns  string
	text     string
	attrs    []string // name, value, name, value, ...
	props    []string // name, JSON, ...
	on       []string // event types
	html     []byte   // set as inner HTML; nil for none
	host     uint32   // number of the callback that vg-js-create makes
	populate uint32   // number of the callback that vg-js-populate makes
	kids     []node
}

const svg = "http://www.w3.org/2000/svg"

func text(s string) node { return node{text: s} }

func el(tag string, kids ...node) node { return node{tag: tag, kids: kids} }

func (n node) with(attrs ...string) node { n.attrs = attrs; return n }

func (n node) prop(name, json string) node { n.props = append(n.props, name, json); return n }

func (n node) listen(types ...string) node { n.on = types; return n }

func (n node) key(key string) node { return n.with("data-key", key) }

// instructions are what Vugu's renderer writes for a tree; between any two of them the buffer may be full.
type instructions [][]byte

func render(root node) instructions {
	var in instructions
	in.op(31)
	in.op(1)
	in.op(7, "#mount", root.tag)
	in.element(root, "0")
	return in
}

func (in *instructions) op(code byte, args ...string) {
	b := []byte{code}
	for _, arg := range args {
		b = binary.BigEndian.AppendUint32(b, uint32(len(arg)))
		b = append(b, arg...)
	}
	*in = append(*in, b)
}

func (in *instructions) callback(code byte, id uint32) {
	if id > 0 {
		*in = append(*in, binary.BigEndian.AppendUint32([]byte{code}, id))
	}
}

func (in *instructions) child(n node, position string) {
	switch {
	case n.tag == "":
		in.op(23, n.text)
		return
	case n.ns == "":
		in.op(21, n.tag)
	default:
		in.op(39, n.tag, n.ns)
	}
	in.element(n, position)
}

func (in *instructions) element(n node, position string) {
	for i := 0; i < len(n.attrs); i += 2 {
		if n.ns == "" {
			in.op(6, n.attrs[i], n.attrs[i+1])
		} else {
			in.op(38, "", n.attrs[i], n.attrs[i+1])
		}
	}
	in.op(5)
	for i := 0; i < len(n.props); i += 2 {
		in.op(35, n.props[i], n.props[i+1])
	}
	for _, typ := range n.on {
		in.op(28, position, typ)
		last := &(*in)[len(*in)-1]
		*last = append(*last, 0, 0) // neither capture nor passive
	}
	in.op(27, position)
	if n.html != nil {
		in.html(n.html)
		return
	}
	in.callback(41, n.host)
	if len(n.kids) > 0 {
		in.op(20)
		for i, kid := range n.kids {
			in.child(kid, position+"_"+string(rune('a'+i%26))+strings.Repeat("z", i/26))
			in.op(26)
		}
		in.op(25)
	}
	in.callback(40, n.populate)
}

// html writes a long text as the renderer does: in parts, cut at any byte.
func (in *instructions) html(b []byte) {
	const part = 1000
	for len(b) > part {
		in.op(37, string(b[:part]))
		b = b[part:]
	}
	in.op(29, string(b))
}

// buffers packs the instructions into buffers of at most limit bytes, each with its end mark. Like the renderer it stops between
// the root's own part and its children only when a buffer of the real size is full: else it would look like a root without children.
func (in instructions) buffers(limit int) [][]byte {
	var out [][]byte
	var b []byte
	rootOnly := false
	for _, i := range in {
		if len(b) > 0 && len(b)+len(i) > limit && !rootOnly {
			out, b = append(out, append(b, 0)), nil
		}
		b = append(b, i...)
		rootOnly = i[0] == 27 && string(i[5:]) == "0"
	}
	return append(out, append(b, 0))
}

// String is the HTML that the document should then have.
func (n node) String() string {
	if n.tag == "" {
		return n.text
	}
	var b strings.Builder
	b.WriteString("<" + n.tag)
	for i := 0; i < len(n.attrs); i += 2 {
		b.WriteString(" " + n.attrs[i] + `="` + n.attrs[i+1] + `"`)
	}
	b.WriteString(">")
	if n.tag == "input" {
		return b.String()
	}
	b.Write(n.html)
	for _, kid := range n.kids {
		b.WriteString(kid.String())
	}
	b.WriteString("</" + n.tag + ">")
	return b.String()
}
