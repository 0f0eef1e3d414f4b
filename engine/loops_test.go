package engine_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// No call scans all offers, all tasks or all nodes. A figure shows that only for the worlds that somebody measured, so here
// every loop of the engine stands in a table, with what bounds it, and a loop that stands in none fails the test. Copying,
// comparing or clearing a slice or a map is a loop as well. Not counted are a search by halves and loops over a text, an
// array, a list that is written out, and what the step changed.

// loops says what bounds the loops of some functions. A name with a number has so many of them.
type loops struct{ bound, functions string }

// loopsOfCalls are those that a call of the scheduler may reach. None of them may go over a whole table.
var loopsOfCalls = []loops{
	{"the nodes that have something to offer, found without the others", "core.make core.checkRoom"},
	{"the offers that expire, and the deadlines that have come", "core.advance core.expire deadlines.next"},
	{"the offers and the tasks that a loss of capacity ends", "core.resize core.shed"},
	{"the newer pending offers of one node, under one contract", "acceptedNewest"},
	{"64 offers and tasks of one node", "core.recount:2"},
	{"the depth of a heap, or of a tree of bits", "deadlines.least deadlines.up deadlines.down nodeSet.put nodeSet.next nodeSet.down"},
	{"the bits of a new node, a 64th of the nodes when the tree grows a level", "nodeSet.reach:3"},
	{"half of what was dropped since the last sweep", "deadlines.sweep:2"},
	{"the names, once after a Clone", "names.add:2"},
	{"the numbers of ids that are in use, each passed once", "core.newKey"},
	{"the tasks, each moved once on the average", "twice"},
	{"8 names: with more there is a map", "names.find"},
	{"the bytes of a name", "Quote numbered"},
}

// loopsOverAll are those of whoever asks for everything; a call reaches none of them.
var loopsOverAll = []loops{
	{"what is returned", "Scheduler.Offers Scheduler.Tasks Scheduler.Nodes Scheduler.Allocations Scheduler.Frameworks Scheduler.NodeWindow Scheduler.LiveOfferWindow " +
		"Scheduler.RunningTaskWindow Scheduler.OnNode:2 Scheduler.Ended:2"},
	{"everything that is kept: a copy", "core.clone:2 offerTable.clone:2 taskIndex.clone:3 nodeSet.clone:2 deadlines.copyFrom:3"},
	{"everything that is kept, moved to where there is more room", "Scheduler.Grow:3"},
	{"everything that is kept: a prune", "core.pruneOffers:3 core.pruneTasks:2"},
	{"the first nodes", "newCore"},
	{"the frameworks, and one node by itself, for the search", "Scheduler.LocalKey:2 core.appendKey:4 sortKinds:2 NewLocal Local.Load:2 core.copyNode:3 Local.reload taskIndex.clear:2"},
	{"the contracts", "Contracts Faulty ContractByName"},
}

// dear are the methods of a scheduler that are no calls: they return or copy everything, and say so.
var dear = strings.Fields("Offers Tasks Nodes Allocations Frameworks NodeWindow LiveOffers LiveOfferWindow RunningTasks RunningTaskWindow OnNode Ended Clone Prune Grow LocalKey")

// engineCode is the engine with its types.
type engineCode struct {
	*types.Info
	bodies map[string]ast.Node // of functions, by name; and the values of variables
	loops  map[string]int      // how many a function has
	whole  map[string]string   // a function's loop over a whole table
	uses   map[string][]string // the functions that a function names
}

func readEngine(t *testing.T) *engineCode {
	set := token.NewFileSet()
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	var files []*ast.File
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !isTest(name) {
			f, err := parser.ParseFile(set, name, nil, 0)
			require.NoError(t, err)
			files = append(files, f)
		}
	}
	c := &engineCode{Info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}},
		bodies: map[string]ast.Node{}, loops: map[string]int{}, whole: map[string]string{}, uses: map[string][]string{}}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	_, err = config.Check("firmoffer/engine", set, files, c.Info)
	require.NoError(t, err)
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				c.bodies[functionName(d)] = d.Body
			case *ast.GenDecl: // what it names is called by whoever looks it up
				c.bodies["tables in "+set.Position(d.Pos()).String()] = d
			}
		}
	}
	for name, body := range c.bodies {
		c.read(set, name, body)
	}
	return c
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	return receiver(d) + "." + d.Name.Name
}

// read looks at one function.
func (c *engineCode) read(set *token.FileSet, name string, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		over, header := c.looped(n)
		if over != nil && !c.isShort(over) || header != nil {
			c.loops[name]++
			if c.isWhole(over) || c.isWhole(header) {
				c.whole[name] = set.Position(n.Pos()).String()
			}
		}
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := c.Uses[id].(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "firmoffer/engine" {
				c.uses[name] = append(c.uses[name], fullName(f))
			}
		}
		return true
	})
}

func fullName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	of := recv.Type()
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	if named, ok := of.(*types.Named); ok {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// looped returns what a loop goes over, or, of a loop that only has conditions, all that stands at its head.
func (c *engineCode) looped(n ast.Node) (over ast.Expr, header ast.Node) {
	switch n := n.(type) {
	case *ast.RangeStmt:
		return n.X, nil
	case *ast.ForStmt:
		return nil, &ast.ForStmt{Init: n.Init, Cond: n.Cond, Post: n.Post, Body: &ast.BlockStmt{}}
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			id, ok := f.X.(*ast.Ident)
			if pkg, isPkg := c.Uses[id].(*types.PkgName); ok && isPkg && (pkg.Name() == "slices" || pkg.Name() == "maps") && !strings.HasPrefix(f.Sel.Name, "BinarySearch") {
				return n.Args[0], nil
			}
		case *ast.Ident:
			if _, builtin := c.Uses[f].(*types.Builtin); builtin && (f.Name == "append" && n.Ellipsis.IsValid() || f.Name == "clear" || f.Name == "copy") {
				return n.Args[len(n.Args)-1], nil
			}
		}
	}
	return nil, nil
}

// isShort reports whether what a loop goes over is a text, an array, a list that is written out, or what the step changed.
func (c *engineCode) isShort(over ast.Expr) bool {
	if _, written := over.(*ast.CompositeLit); written {
		return true
	}
	switch of := c.TypeOf(over).Underlying().(type) {
	case *types.Basic:
		return of.Info()&types.IsString != 0
	case *types.Array:
		return true
	case *types.Slice:
		return of.Elem().String() == "firmoffer/engine.change"
	}
	return false
}

// isWhole reports whether the whole table of nodes, offers or tasks is meant, or the list of all that are live.
func (c *engineCode) isWhole(at ast.Node) (whole bool) {
	if at == nil || at == ast.Expr(nil) {
		return false
	}
	ast.Inspect(at, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			return false // one of them
		case *ast.SelectorExpr:
			if of := c.TypeOf(n.X); of != nil && strings.TrimPrefix(of.String(), "*") == "firmoffer/engine.core" {
				whole = whole || n.Sel.Name == "live" || n.Sel.Name == "started"
			}
		}
		if e, ok := n.(ast.Expr); ok && c.TypeOf(e) != nil {
			if of, ok := c.TypeOf(e).Underlying().(*types.Slice); ok {
				whole = whole || slices.Contains([]string{"node", "offer", "task", "run", "bucket"}, strings.TrimPrefix(of.Elem().String(), "firmoffer/engine."))
			}
		}
		return true
	})
	return whole
}

// reached returns the functions that a call can come to. Tables of rules are looked up by every call.
func (c *engineCode) reached() map[string]bool {
	var open []string
	for name := range c.bodies {
		method, ok := strings.CutPrefix(name, "Scheduler.")
		if ok && ast.IsExported(method) && !slices.Contains(dear, method) || strings.HasPrefix(name, "tables ") {
			open = append(open, name)
		}
	}
	seen := map[string]bool{}
	for len(open) > 0 {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		if !seen[name] {
			seen[name] = true
			open = append(open, c.uses[name]...)
		}
	}
	return seen
}

// expected reads a table.
func expected(t *testing.T, tables ...loops) map[string]int {
	all := map[string]int{}
	for _, l := range tables {
		for _, word := range strings.Fields(l.functions) {
			name, count, several := strings.Cut(word, ":")
			require.NotContains(t, all, name)
			all[name] = 1
			if several {
				all[name] = int(count[0] - '0')
			}
		}
	}
	return all
}

func TestNoCallScansAllOffersOrTasks(t *testing.T) {
	code := readEngine(t)
	calls, all := expected(t, loopsOfCalls...), expected(t, loopsOverAll...)
	both := maps.Clone(calls)
	maps.Copy(both, all)
	for _, name := range slices.Sorted(maps.Keys(code.loops)) {
		require.Equal(t, code.loops[name], both[name], "loops in %s: each stands in one of the tables above, with what bounds it", name)
	}
	for name := range both {
		require.Contains(t, code.loops, name, "it has no loop any more")
	}
	reached := code.reached()
	for name := range calls {
		require.True(t, reached[name], "no call reaches %s: it belongs into the other table", name)
		require.Empty(t, code.whole[name], "%s goes over a whole table, and a call reaches it", name)
	}
	for name := range all {
		require.False(t, reached[name], "%s goes over everything, and a call reaches it", name)
	}
	for _, name := range dear {
		require.Contains(t, code.bodies, "Scheduler."+name)
	}
}
