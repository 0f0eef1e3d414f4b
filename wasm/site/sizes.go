package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Bounds on what the first load of the page moves, brotli, in bytes.
const (
	budget            = 850_000
	budgetSansProgram = 60_000
)

// size is what a file weighs in each form; where a form is not there, or larger, the plain file counts.
type size struct {
	name              string
	plain, gzip, brot int
	first             bool // the first load of the page fetches it
}

// measure returns the sizes of the files, by the names that they had before they got a hash.
func measure(out string, files map[string][]byte, names map[string]string) ([]size, error) {
	first := firstLoad(string(files["index.html"]), names[program])
	var sizes []size
	for _, source := range slices.Sorted(maps.Keys(names)) {
		name := names[source]
		s := size{name: source, plain: len(files[name]), first: first[name]}
		for _, form := range []struct {
			suffix string
			to     *int
		}{{".gz", &s.gzip}, {".br", &s.brot}} {
			*form.to = s.plain
			info, err := os.Stat(filepath.Join(out, filepath.FromSlash(name)+form.suffix))
			if err == nil {
				*form.to = min(*form.to, int(info.Size()))
			} else if !errors.Is(err, os.ErrNotExist) {
				return nil, err
			}
		}
		sizes = append(sizes, s)
	}
	return sizes, nil
}

var reference = regexp.MustCompile(`<(?:link|script)\b[^>]*\b(?:href|src)="([^"]+)"`)

// firstLoad returns the files that a browser fetches to show the page and start the program: the page and what its head names.
func firstLoad(page, program string) map[string]bool {
	first := map[string]bool{"index.html": true, program: true}
	for _, match := range reference.FindAllStringSubmatch(page, -1) {
		first[match[1]] = true
	}
	return first
}

// total adds up the first load.
func total(sizes []size) (all, sansProgram size) {
	for _, s := range sizes {
		if !s.first {
			continue
		}
		all.plain, all.gzip, all.brot = all.plain+s.plain, all.gzip+s.gzip, all.brot+s.brot
		if s.name != program {
			sansProgram.plain, sansProgram.gzip, sansProgram.brot = sansProgram.plain+s.plain, sansProgram.gzip+s.gzip, sansProgram.brot+s.brot
		}
	}
	return all, sansProgram
}

func table(sizes []size) string {
	var b strings.Builder
	line := func(name string, plain, gzip, brot, bound any) {
		fmt.Fprintf(&b, "%-28s%12v%12v%12v%12v\n", name, plain, gzip, brot, bound)
	}
	line("bytes", "plain", "gzip", "brotli", "budget")
	for _, s := range sizes {
		name := s.name
		if !s.first {
			name += " (later)"
		}
		line(name, s.plain, s.gzip, s.brot, "")
	}
	all, sans := total(sizes)
	line("first load", all.plain, all.gzip, all.brot, budget)
	line("first load but "+program, sans.plain, sans.gzip, sans.brot, budgetSansProgram)
	return b.String()
}

func overBudget(sizes []size) error {
	all, sans := total(sizes)
	if all.brot > budget {
		return fmt.Errorf("the first load moves %d bytes, %d more than the budget", all.brot, all.brot-budget)
	}
	if sans.brot > budgetSansProgram {
		return fmt.Errorf("the first load but %s moves %d bytes, %d more than the budget", program, sans.brot, sans.brot-budgetSansProgram)
	}
	return nil
}
