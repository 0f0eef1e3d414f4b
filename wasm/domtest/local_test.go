package domtest

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestUnpacking: local.js reads gzip of each kind, in a browser that can do it by itself and in one that cannot.
func TestUnpacking(t *testing.T) {
	noise := make([]byte, 200_000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.IntN(256))
	}
	words := []byte{}
	for len(words) < 300_000 { // near and far repetitions, of all lengths
		if len(words) == 0 || random.IntN(3) == 0 {
			words = append(words, noise[:random.IntN(40)]...)
			continue
		}
		from := random.IntN(len(words))
		words = append(words, words[from:min(len(words), from+random.IntN(400))]...)
	}
	for _, c := range []struct {
		name  string
		level int
		body  []byte
	}{
		{"nothing", gzip.BestCompression, nil},
		{"fixed codes", gzip.BestCompression, []byte("short, short, short, \xf0\xff")},
		{"codes of its own", gzip.BestCompression, words},
		{"fast", gzip.BestSpeed, words},
		{"only literals", gzip.HuffmanOnly, words},
		{"stored", gzip.NoCompression, noise},
		{"noise", gzip.BestCompression, noise},
		{"one byte, often", gzip.BestCompression, make([]byte, 100_000)},
	} {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, c.level)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(c.body)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Run(c.name, func(t *testing.T) {
			p := openLocal(t)
			for _, able := range []string{"window.DecompressionStream", "undefined"} {
				p.run("window.DecompressionStream = " + able)
				p.run(fmt.Sprintf("firmOffer.take({'app.wasm': %q})", base64.StdEncoding.EncodeToString(packed.Bytes())))
				p.want(`firmOffer.local('app.wasm').then((r) => r.arrayBuffer()).then((b) => {
					let sum = 0, text = new Uint8Array(b);
					for (const byte of text) sum = (sum * 31 + byte) >>> 0;
					return text.length + ' ' + sum;
				})`, sum(c.body))
			}
			p.want("firmOffer.local('app.wasm').catch((e) => e.message)", "no app.wasm.js here") // it was given away
		})
	}
}

func sum(body []byte) string {
	sum := uint32(0)
	for _, b := range body {
		sum = sum*31 + uint32(b)
	}
	return fmt.Sprint(len(body), sum)
}

func TestCutOffProgramIsRefused(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(bytes.Repeat([]byte("some text"), 9))
	w.Flush() // without an end
	p := openLocal(t)
	p.run("window.DecompressionStream = undefined")
	p.run(fmt.Sprintf("firmOffer.take({'app.wasm': %q})", base64.StdEncoding.EncodeToString(append(packed.Bytes(), 0, 0, 0, 0, 0, 1, 0, 0))))
	p.want("firmOffer.local('app.wasm').catch((e) => e.message)", "the packed program is cut off")
}

// openLocal shows a page with local.js and nothing else of ours.
func openLocal(t *testing.T) *page {
	t.Helper()
	p := openBlank(t, "")
	p.run("window.firmOffer = {script: (name) => Promise.reject(new Error('no ' + name + ' here'))}")
	p.run(`new Promise((onload) => document.head.append(Object.assign(document.createElement('script'), {src: 'local.js', onload})))`)
	return p
}
