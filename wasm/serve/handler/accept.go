package handler

import (
	"slices"
	"strconv"
	"strings"
)

// suffixes of files by their Content-Encoding; "" is the file as it is.
var suffixes = map[string]string{"br": ".br", "gzip": ".gz", "": ""}

// preferred returns the encodings that an Accept-Encoding header allows, best first; among equals the smallest file first.
// A header that allows nothing that we have is not obeyed: an answer the client may not like beats none.
func preferred(accept string) []string {
	weights := parseWeights(accept)
	weight := func(coding string) float64 {
		if q, ok := weights[coding]; ok {
			return q
		}
		if q, ok := weights["*"]; ok {
			return q
		}
		if coding == "identity" {
			return 0.0001 // allowed unless forbidden, but less than anything asked for
		}
		return 0
	}
	var allowed []string
	for _, coding := range []string{"br", "gzip", "identity"} {
		if weight(coding) > 0 {
			allowed = append(allowed, coding)
		}
	}
	slices.SortStableFunc(allowed, func(a, b string) int {
		switch wa, wb := weight(a), weight(b); {
		case wa > wb:
			return -1
		case wa < wb:
			return 1
		}
		return 0
	})
	for i, coding := range allowed {
		if coding == "identity" {
			allowed[i] = ""
		}
	}
	return allowed
}

// parseWeights reads "br;q=0.8, gzip, *;q=0". A weight that is no number counts as 0: not asked for.
func parseWeights(accept string) map[string]float64 {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(accept, ",") {
		coding, parameters, _ := strings.Cut(item, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		q := 1.0
		for parameter := range strings.SplitSeq(parameters, ";") {
			name, value, _ := strings.Cut(parameter, "=")
			if strings.EqualFold(strings.TrimSpace(name), "q") {
				q, _ = strconv.ParseFloat(strings.TrimSpace(value), 64)
			}
		}
		weights[coding] = q
	}
	return weights
}
