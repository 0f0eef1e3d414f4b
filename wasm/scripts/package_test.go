package scripts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostPacked is how many bytes the archive may have. The program is nearly all of it.
const mostPacked = 1_100_000

func TestPackageHoldsWhatItNeeds(t *testing.T) {
	info, err := os.Stat(archive)
	require.NoError(t, err)
	t.Logf("%s has %d bytes, bound %d", filepath.Base(archive), info.Size(), mostPacked)
	require.LessOrEqual(t, info.Size(), int64(mostPacked))
	list, err := execute(".", nil, "tar", "-tzf", archive)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"package/LICENSE", "package/LICENSE.go.txt", "package/README.md", "package/package.json",
		"package/firm-offer-api.mjs", "package/firm-offer-api.d.ts", "package/firm-offer-program.mjs", "package/firm-offer-ready.mjs",
		"package/tools.wasm", "package/wasm_exec.js"}, strings.Fields(list))
}

// TestVersionsAgree: what people are told to install is what is packed.
func TestVersionsAgree(t *testing.T) {
	var about struct{ Name, Version, License string }
	text, err := os.ReadFile("../tools/npm/package.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &about))
	require.Equal(t, "MIT", about.License)
	require.Equal(t, about.Name+"-"+about.Version+".tgz", filepath.Base(archive))
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	require.Contains(t, string(readme), filepath.Base(archive))
}

// TestTypes compiles a program that uses everything that is typed, strictly; where it expects an error there must be one.
func TestTypes(t *testing.T) {
	compiler, err := filepath.Abs(filepath.Join(repository, "dist/tools/typescript/lib/tsc.js"))
	require.NoError(t, err)
	_, err = os.Stat(compiler)
	require.NoError(t, err, "this test needs the TypeScript compiler: run `make scripts`, which fetches it")
	text, err := os.ReadFile("testdata/types.mts")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(project, "types.mts"), text, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(project, "tsconfig.json"), []byte(`{"files": ["types.mts"], "compilerOptions": {"strict": true,
		"noEmit": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true, "module": "nodenext", "target": "es2022",
		"lib": ["es2022", "dom"], "types": []}}`), 0o600))
	_, err = execute(project, nil, "node", compiler, "-p", ".")
	require.NoError(t, err)
}

var exported = regexp.MustCompile(`(?m)^export (?:declare )?(?:async )?(?:class|function|const) (\w+)|^export \{(.*)\};$`)

// TestEveryExportHasAType: the types name what the module exports, and nothing else.
func TestEveryExportHasAType(t *testing.T) {
	names := func(file string) []string {
		text, err := os.ReadFile(filepath.Join(repository, "static", file))
		require.NoError(t, err)
		var list []string
		for _, m := range exported.FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(m[1]+m[2], ",") {
				list = append(list, strings.TrimSpace(name))
			}
		}
		return list
	}
	module := names("firm-offer-api.mjs")
	require.Contains(t, module, "Scheduler")
	require.ElementsMatch(t, module, names("firm-offer-api.d.ts"))
}
