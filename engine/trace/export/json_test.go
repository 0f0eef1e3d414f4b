package export

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
	"firmoffer/engine/trace"
)

const schemaFile = "../../../static/firmoffer-trace-1.schema.json"

// schema returns the published schema, or one that forbids fields that it does not describe.
func schema(t testing.TB, strict bool) *jsonschema.Schema {
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	require.NoError(t, err)
	if strict {
		forbidOthers(doc)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("schema.json", doc))
	s, err := c.Compile("schema.json")
	require.NoError(t, err)
	return s
}

func forbidOthers(value any) {
	switch value := value.(type) {
	case map[string]any:
		if _, ok := value["properties"].(map[string]any); ok && value["type"] == "object" {
			value["additionalProperties"] = false
		}
		for _, v := range value {
			forbidOthers(v)
		}
	case []any:
		for _, v := range value {
			forbidOthers(v)
		}
	}
}

func validate(t testing.TB, s *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	return s.Validate(value)
}

func TestJSONKeepsToItsSchema(t *testing.T) {
	strict := schema(t, true)
	for name, tr := range stories(t) {
		assert.NoError(t, validate(t, strict, made(t, JSON, tr)), name)
		for _, c := range append(engine.Contracts(), engine.Faulty()...) {
			assert.NoError(t, validate(t, strict, made(t, JSON, under(tr, c.Name))), "%s under %s", name, c.Name)
		}
	}
	assert.NoError(t, validate(t, strict, made(t, JSON, long(10_000))))
}

func TestTheSchemaCanSayNo(t *testing.T) {
	published, text := schema(t, false), made(t, JSON, stories(t)["capacity-loss"])
	require.NoError(t, validate(t, published, text))
	for _, change := range [][2]string{{`"version":1`, `"version":2`}, {`"verb":"make"`, `"verb":"create"`}, {`"framework":"A",`, ""},
		{`"kind":"not-accepted"`, `"kind":"tired"`}, {`"capacity":8`, `"capacity":-8`}, {`"holds"`, `"fine"`}, {`"expires":10`, `"expires":"10"`},
		{`"over":3,`, ""}, {`"contract":"binding"`, `"contract":"none"`}, {`"before":["#`, `"before":["`}} {
		require.Contains(t, text, change[0])
		assert.Error(t, validate(t, published, strings.Replace(text, change[0], change[1], 1)), "%q", change)
	}
	assert.NoError(t, validate(t, published, strings.Replace(text, `"version":1`, `"version":1,"more":{}`, 1)), "other fields are to be ignored")
}

// The words of the engine and of the schema are the same.
func TestTheSchemaKnowsEveryWord(t *testing.T) {
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	has := func(word string) { t.Helper(); assert.Contains(t, string(text), `"`+word+`"`) }
	for _, c := range append(engine.Contracts(), engine.Faulty()...) {
		has(c.Name)
	}
	for _, r := range reasons {
		has(r.name)
	}
	for i := range engine.Invariant(engine.InvariantCount) {
		has(i.String())
	}
	for k := engine.OfferMade; k.String() != "?"; k++ {
		has(strings.ReplaceAll(k.String(), " ", "-"))
	}
}

func TestFromJSONGivesTheTraceBack(t *testing.T) {
	for name, tr := range stories(t) {
		text := made(t, JSON, tr)
		got, err := FromJSON(text)
		require.NoError(t, err, name)
		want, err := trace.Annotate(tr)
		require.NoError(t, err)
		assert.Equal(t, strings.ToValidUTF8(want.String(), "\ufffd"), got.String(), name)
		assert.Equal(t, text, made(t, JSON, got), name)
		parsed, err := trace.Parse(got.String())
		require.NoError(t, err, name)
		assert.Equal(t, parsed, got, name)
		var loose any
		require.NoError(t, json.Unmarshal([]byte(text), &loose), name)
		var indented []byte
		indented, err = json.MarshalIndent(loose, "", "  ") // other order, other escapes
		require.NoError(t, err)
		again, err := FromJSON(string(indented))
		require.NoError(t, err, name)
		assert.Equal(t, got, again, name)
	}
}

func TestFromJSONOfTenThousandSteps(t *testing.T) {
	tr := long(10_000)
	text := made(t, JSON, tr)
	got, err := FromJSON(text)
	require.NoError(t, err)
	assert.Equal(t, text, made(t, JSON, got))
}

func TestFromJSONTakesTheLeast(t *testing.T) {
	got, err := FromJSON(`{"steps": [{"command": {"framework": "a\u0062", "verb": "make", "x": [1.5e3, {"y": null}]}, "narration": "One.\nTwo."},
		{"command": {"verb": "advance", "ticks": "9223372036854775807"}, "kept": ["# late"], "results": []}], "version": 1, "format": "firmoffer"}`)
	require.NoError(t, err)
	assert.Equal(t, "firmoffer/1 binding\n# One.\n# Two.\nmake ab\nadvance 9223372036854775807\n# late\n", got.String())
}

func TestFromJSONSaysWhatIsWrong(t *testing.T) {
	step := func(s string) string { return `{"format":"firmoffer","version":1,"steps":[` + s + `]}` }
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: found the end of the text, expected a trace as an object, "{"`},
		{"firmoffer/1 binding\n", `line 1, column 1: found "firmoffer/1", expected a trace as an object, "{"`},
		{"{\n \"format\": 'x'}", `line 2, column 12: found "'x'", expected the format as a string`},
		{`{"format":"x"}`, `line 1, column 11: found "\"x\"", expected "firmoffer"; this is not a trace of ours`},
		{`{"format":"firmoffer","version":2}`, `line 1, column 33: found "2", expected 1; only version 1 can be read here`},
		{`{"format":"firmoffer","version":1}`, `line 1, column 1: found an object without "steps", expected one that has it`},
		{step(`{}`), `line 1, column 44: found an object without "command", expected one that has it`},
		{step(`{"command":{"verb":"lanuch"}}`), `line 1, column 63: found "\"lanuch\"", expected a verb (make, accept, launch, decline, finish, advance, resize)`},
		{step(`{"command":{"verb":"accept","framework":"A"}}`), `line 1, column 55: found an object without "offer", expected one that has it`},
		{step(`{"command":{"verb":"make","framework":""}}`), `line 1, column 82: found "\"\"", expected a name of 1 to 256 bytes without control characters`},
		{step(`{"command":{"verb":"make","framework":"\n"}}`), `line 1, column 82: found "\"\\n\"", expected a name of 1 to 256 bytes without control characters`},
		{step(`{"command":{"verb":"make","verb":"make"}}`), `line 1, column 70: found a second "verb", expected each field once`},
		{step(`{"command":{"ticks":1.5}}`), `line 1, column 64: found "1.5", expected ticks as a whole number`},
		{step(`{"command":{"ticks":9223372036854775808}}`), `line 1, column 64: found "9223372036854775808", expected ticks as a whole number`},
		{step(`{"command":{"ticks":01}}`), `line 1, column 65: found "1", expected "," or "}"`},
		{step(`{"before":["make A"]}`), `line 1, column 55: found "\"make A\"", expected a blank line or one that begins with # on one line of at most 8192 bytes`},
		{step(`{"before":["# a\n# b"]}`), `line 1, column 55: found "\"# a\\n# b\"", expected a blank line or one that begins with # on one line of at most 8192 bytes`},
		{step(`{"x":"\ud83e"}`), `line 1, column 50: found "\\ud83e", expected an escaped character of JSON`},
		{step(`{"x":"\q"}`), `line 1, column 50: found "\\q\"}]}", expected an escaped character of JSON`},
		{step(`{"x":"`), `line 1, column 49: found a string without an end, expected a closing quote`},
		{step(`{"x":"` + "\t" + `"}`), `line 1, column 50: found a control character in a string, expected \u and four digits, or the closing quote`},
		{step(`{"x":"` + "\xff" + `"}`), `line 1, column 49: found bytes that are not UTF-8, expected a string in UTF-8`},
		{step("") + "\n  x", `line 2, column 3: found "x", expected the end of the text`},
		{step(",{}"), `line 1, column 44: found ",", expected a step as an object, "{"`},
		{`{"x":` + strings.Repeat("[", 1_000_000), `line 1, column 37: found brackets nested deeper than 32 levels, expected a value as an array, "["`},
		{`{"nodes":[{"id":"a","capacity":1},{"id":"a","capacity":1}]}`, `line 1, column 41: found "\"a\"", expected another name: this node is there already`},
		{`{"nodes":[{"id":"a","capacity":-1}]}`, `line 1, column 32: found "-1", expected a capacity in units from 0 to 9007199254740991`},
	} {
		tr, err := FromJSON(c.text)
		assert.EqualError(t, err, c.want, "%.80q", c.text)
		assert.Nil(t, tr)
	}
	_, err := FromJSON(step(`{"command":{"verb":"make","framework":"A"}}` + strings.Repeat(`,{"command":{"verb":"make","framework":"A"}}`, trace.MaxSteps)))
	assert.ErrorContains(t, err, "found more steps, expected at most 20000")
	_, err = FromJSON(strings.Repeat(" ", MaxText+1))
	assert.ErrorContains(t, err, "bytes, expected at most")
}

// FuzzFromJSON feeds any text. What can be read is a trace that a trace text can hold, and comes back from its own JSON.
func FuzzFromJSON(f *testing.F) {
	for _, tr := range stories(f) {
		f.Add(made(f, JSON, tr))
	}
	f.Add(`{"format":"firmoffer","version":1,"steps":[{"command":{"verb":"advance","ticks":"-1"},"narration":" # ","kept":[" "]}],"x":[{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := FromJSON(text)
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Fatalf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		require.True(t, json.Valid([]byte(strings.TrimPrefix(text, "\ufeff"))))
		parsed, err := trace.Parse(tr.String())
		require.NoError(t, err)
		require.Equal(t, parsed.String(), tr.String())
		once, err := JSON(tr)
		if err != nil {
			return // the replay makes too many offers
		}
		again, err := FromJSON(once)
		require.NoError(t, err)
		require.Equal(t, once, made(t, JSON, again))
	})
}
