// Package godebug stands in for Go's internal package of that name, which reads settings from the environment variable
// GODEBUG. A page has no environment, so each setting has its default.
package godebug

// Setting is a switch of Go's library.
type Setting struct{ name string }

// New returns the setting of that name.
func New(name string) *Setting { return &Setting{name} }

// Name returns the setting's name.
func (s *Setting) Name() string { return s.name }

// Undocumented says that no list names the setting.
func (s *Setting) Undocumented() bool { return s.name != "" && s.name[0] == '#' }

// String returns name=value.
func (s *Setting) String() string { return s.name + "=" }

// IncNonDefault counts uses of another value than the default, of which there are none.
func (s *Setting) IncNonDefault() {}

// Value returns the value, "" for the default.
func (s *Setting) Value() string { return "" }
