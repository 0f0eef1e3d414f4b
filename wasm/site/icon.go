package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The mark of favicon.svg, in its units: a ring and a tick. See TestIconIsTheFavicon.
const (
	markSize            = 26.0
	ringRadius, ringPen = 11.5, 2.0
	tickPen             = 2.6
	iconInk             = 0.7 // of the width that the mark takes: systems cut icons to circles and other shapes
)

var tick = [3][2]float64{{7, 13.5}, {11, 17.5}, {19, 8.5}}

// icon draws the mark as a PNG, white on the accent colour, for systems that install the page as an app.
func icon(size int) ([]byte, error) {
	shades := make(color.Palette, 17) // from the background to the mark
	for i := range shades {
		mix := func(from float64) uint8 { return uint8(from + (255-from)*float64(i)/16) }
		shades[i] = color.NRGBA{mix(0x0B), mix(0x57), mix(0xB0), 255}
	}
	picture := image.NewPaletted(image.Rect(0, 0, size, size), shades)
	scale := markSize / (iconInk * float64(size))
	at := func(pixel int, part int) float64 {
		return (float64(pixel)+(float64(part)+0.5)/4-float64(size)/2)*scale + markSize/2
	}
	for y := range size {
		for x := range size {
			inked := uint8(0)
			for part := range 16 {
				if onMark(at(x, part%4), at(y, part/4)) {
					inked++
				}
			}
			picture.SetColorIndex(x, y, inked)
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}

func onMark(x, y float64) bool {
	middle := markSize / 2
	return math.Abs(math.Hypot(x-middle, y-middle)-ringRadius) <= ringPen/2 ||
		fromLine(x, y, tick[0], tick[1]) <= tickPen/2 || fromLine(x, y, tick[1], tick[2]) <= tickPen/2
}

// fromLine is the distance of a point from the line between two others.
func fromLine(x, y float64, from, to [2]float64) float64 {
	dx, dy := to[0]-from[0], to[1]-from[1]
	along := min(max(((x-from[0])*dx+(y-from[1])*dy)/(dx*dx+dy*dy), 0), 1)
	return math.Hypot(x-from[0]-along*dx, y-from[1]-along*dy)
}
