package app

import "firmoffer/engine/check"

// Msg is something that happened. The types of this file are all there are.
type Msg interface{ msg() }

// The actions of the page. Those without their values read them from the fields.
type (
	MakeOffers  struct{}
	AdvanceTime struct{}
	AddNode     struct{}
	Resize      struct{ Node string }
	Accept      struct{ Offer string }
	Launch      struct{ Offer string }
	Decline     struct{ Offer string }
	Finish      struct{ Task string }
	RunCommand  struct{}
)

// Moves through the steps, and changes of the session as a whole.
type (
	First        struct{}
	Back         struct{}
	Forward      struct{}
	Last         struct{}
	GoTo         struct{ Step int } // the state after that many steps
	Undo         struct{}
	Redo         struct{}
	Reset        struct{}
	SetContract  struct{ Name string }
	OpenScenario struct{ ID string }
	ApplyTrace   struct{}
)

// Comparing contracts.
type (
	Compare   struct{ On bool }
	SetColumn struct { // another contract in a column; columns count from 0, and the one behind the last is a new one
		Column int
		Name   string
	}
	DropColumn struct{ Column int }
	OnlyColumn struct{ Column int } // it becomes the single view
	TellApart  struct{}             // find the shortest trace that tells the first two columns apart
)

// The branches of the session; those that are not on screen count from 0.
type (
	SwitchBranch  struct{ Branch int }
	CompareBranch struct{ Branch int }
	DropBranch    struct{ Branch int }
	NameBranch    struct{} // the one on screen, as the field says
)

// The search for a violation.
type (
	StartHunt struct{}
	StopHunt  struct{}
	HuntNews  struct { // what the search with the number knows so far
		Number  int
		Result  check.Result
		Millis  int64
		Problem string
	}
	OpenStory    struct{} // the trace that was found
	CompareStory struct{} // beside binding
)

// Links, files, and the library of this browser.
type (
	Share    struct{} // make a link and copy it
	OpenLink struct {
		Fragment string // of the address, without #
		Past     string // what App.Keep returned with it, "" when it came alone
	}
	Import        struct{ Name, Text string } // trace text, JSON or a link from outside
	ImportFailed  struct{ Sentence string }
	ImportAddress struct{}                // fetch what the field says
	Export        struct{ Format string } // by its name in package export
	Exported      struct{ File string }   // the browser saved it
	Stored        struct {                // what is in the library; Refused: the browser did not take the last change
		All     []Saved
		Refused bool
	}
	SaveSession  struct{} // under the name in the field
	OpenSaved    struct{ Name string }
	RenameSaved  struct{ Name string } // to the name in the field
	DeleteSaved  struct{ Name string }
	RestoreSaved struct{} // the one deleted last
)

// Predict, then step.
type (
	Predict      struct{ On bool }
	Guess        struct{ Option int }  // marks an answer
	Answer       struct{}              // the one that is marked
	Reveal       struct{}              // the right one, without an answer of one's own
	DropQuestion struct{}              // and do not run the step
	Scored       struct{ Text string } // what this browser kept
	ForgetScore  struct{}              // or bring it back
	SaveScore    struct{}
)

// Presenting.
type (
	Present struct{ On bool }
	Scale   struct{ By int }
	Details struct{ On bool }
	Blank   struct{} // the screen, until the next key
	Play    struct{ On bool }
	SetPace struct{ Name string }
	Tick    struct{ Turn int } // a Wait is over
)

// The page as a figure in another page.
type (
	Frame struct{ Mode string }
	Load  struct { // what the page around asks for
		Kind, Value string   // a scenario, a link or a text; no kind: the session stays
		Name        string   // of a text
		Contracts   []string // none: as they are
		Step        int      // -1: as it comes
	}
)

// What the user types and opens.
type (
	Type  struct{ Field, Text string }
	Nudge struct { // an arrow key in a spinbutton
		Field string
		By    int64
	}
	EditTrace    struct{ Text string }
	DiscardTrace struct{}
	RefreshTrace struct{}
	CopyTrace    struct{}
	Copied       struct{ OK bool } // the browser's answer to Copy
	Toggle       struct {          // a folded part of the page
		Panel Panel
		Open  bool
	}
	Page struct { // another window of a long list
		List List
		By   int
	}
	SetShortcuts struct{ On bool }
)

func (MakeOffers) msg()    {}
func (AdvanceTime) msg()   {}
func (AddNode) msg()       {}
func (Resize) msg()        {}
func (Accept) msg()        {}
func (Launch) msg()        {}
func (Decline) msg()       {}
func (Finish) msg()        {}
func (RunCommand) msg()    {}
func (First) msg()         {}
func (Back) msg()          {}
func (Forward) msg()       {}
func (Last) msg()          {}
func (GoTo) msg()          {}
func (Undo) msg()          {}
func (Redo) msg()          {}
func (Reset) msg()         {}
func (SetContract) msg()   {}
func (OpenScenario) msg()  {}
func (ApplyTrace) msg()    {}
func (Compare) msg()       {}
func (SetColumn) msg()     {}
func (DropColumn) msg()    {}
func (OnlyColumn) msg()    {}
func (TellApart) msg()     {}
func (SwitchBranch) msg()  {}
func (CompareBranch) msg() {}
func (DropBranch) msg()    {}
func (NameBranch) msg()    {}
func (Share) msg()         {}
func (OpenLink) msg()      {}
func (Import) msg()        {}
func (ImportFailed) msg()  {}
func (ImportAddress) msg() {}
func (Export) msg()        {}
func (Exported) msg()      {}
func (Stored) msg()        {}
func (SaveSession) msg()   {}
func (OpenSaved) msg()     {}
func (RenameSaved) msg()   {}
func (DeleteSaved) msg()   {}
func (RestoreSaved) msg()  {}
func (StartHunt) msg()     {}
func (StopHunt) msg()      {}
func (HuntNews) msg()      {}
func (OpenStory) msg()     {}
func (CompareStory) msg()  {}
func (Frame) msg()         {}
func (Load) msg()          {}
func (Type) msg()          {}
func (Nudge) msg()         {}
func (EditTrace) msg()     {}
func (DiscardTrace) msg()  {}
func (RefreshTrace) msg()  {}
func (CopyTrace) msg()     {}
func (Copied) msg()        {}
func (Toggle) msg()        {}
func (Page) msg()          {}
func (SetShortcuts) msg()  {}

// Panel is a part of the page that can be folded.
type Panel string

// The panels.
const (
	PanelEnded      Panel = "ended"
	PanelTrace      Panel = "trace"
	PanelHelp       Panel = "help"
	PanelInvariants Panel = "invariants"
	PanelHunt       Panel = "hunt"
	PanelShare      Panel = "share"
	PanelExport     Panel = "export"
	PanelImport     Panel = "import"
	PanelEmbed      Panel = "embed"
)

// List is a list of which the page shows one window.
type List string

// The lists.
const (
	ListNodes  List = "nodes"
	ListOffers List = "offers"
	ListTasks  List = "tasks"
	ListSteps  List = "steps"
)

// Effect is something that the browser has to do after a message.
type Effect interface{ effect() }

type (
	// Announce is one sentence for the live text. Many in quick succession may be coalesced into the last.
	Announce struct{ Text string }
	// Journal keeps the text of the step with index At outside the program, so that a crash loses nothing; later steps
	// are forgotten.
	Journal struct {
		At   int
		Text string
	}
	// JournalAll replaces the journal by a whole trace text.
	JournalAll struct{ Text string }
	// Copy puts text on the clipboard.
	Copy struct{ Text string }
	// Make writes a trace in a format and saves it as a file; Exported or ImportFailed comes back.
	Make struct{ Format, File, Trace string }
	// Convert reads JSON; it comes back as Import of a trace text or as ImportFailed.
	Convert struct{ Name, Text string }
	// Fetch reads a trace of the same site; it comes back as Import or ImportFailed.
	Fetch struct{ Address string }
	// Store keeps a session in the library of this browser, and Unstore drops one; Stored comes back.
	Store   struct{ Saved }
	Unstore struct{ Name string }
	// Save saves a text as a file; Exported comes back.
	Save struct{ File, Text string }
	// KeepScore keeps the score in this browser.
	KeepScore struct{ Text string }
	// Predicted tells the host page of an answer.
	Predicted struct {
		Kind  string
		Right bool
		Rule  int
	}
	// ShowEmbed opens or closes the panel that writes snippets for other pages, or tells it the link.
	ShowEmbed struct {
		Open bool
		Link string
	}
	// FullScreen asks for the whole screen, or gives it back.
	FullScreen struct{ On bool }
	// Wait asks for a Tick in so many milliseconds.
	Wait struct{ Turn, Millis int }
	// Hunt starts a search beside the page; its news come back as HuntNews. A search that runs already ends.
	Hunt struct {
		Number int
		Job    Job
	}
	// EndHunt ends the search at once.
	EndHunt struct{}
	// Focus moves the focus to the element with the id, because the control that had it is gone.
	Focus struct{ ID string }
)

func (Announce) effect()   {}
func (Journal) effect()    {}
func (JournalAll) effect() {}
func (Copy) effect()       {}
func (Focus) effect()      {}
func (ShowEmbed) effect()  {}
func (Hunt) effect()       {}
func (EndHunt) effect()    {}
func (Make) effect()       {}
func (Convert) effect()    {}
func (Fetch) effect()      {}
func (Store) effect()      {}
func (Unstore) effect()    {}
func (Predict) msg()       {}
func (Guess) msg()         {}
func (Answer) msg()        {}
func (Reveal) msg()        {}
func (DropQuestion) msg()  {}
func (Scored) msg()        {}
func (ForgetScore) msg()   {}
func (SaveScore) msg()     {}
func (Present) msg()       {}
func (Scale) msg()         {}
func (Details) msg()       {}
func (Blank) msg()         {}
func (Play) msg()          {}
func (SetPace) msg()       {}
func (Tick) msg()          {}
func (Save) effect()       {}
func (KeepScore) effect()  {}
func (Predicted) effect()  {}
func (FullScreen) effect() {}
func (Wait) effect()       {}
