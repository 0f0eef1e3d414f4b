package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"firmoffer/engine"
)

func TestButtonsApplyToTheState(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 5\nmake A\naccept A o1\nlaunch A o1 as=web\nfinish A web\n")
	type buttons struct{ accept, launch, decline, finish bool }
	for at, want := range []buttons{{}, {accept: true, decline: true}, {launch: true, decline: true}, {finish: true}, {}} {
		d.send(GoTo{at})
		o := d.offer("o1")
		assert.Equal(t, want, buttons{o.CanAccept, o.CanLaunch, o.CanDecline, len(d.View().Tasks.Rows) > 0}, "after step %d", at)
	}
	v := d.View()
	assert.Equal(t, "No live offers. Make offers to a framework to begin.", v.Offers.Empty)
	assert.Equal(t, "No running tasks. Launch an accepted offer to start one.", v.Tasks.Empty)
	assert.Equal(t, "Ended: 1 offer, 1 finished task", v.Ended.Summary)
	assert.Empty(t, v.Ended.Offers, "folded")
	d.send(Toggle{PanelEnded, true})
	require.Len(t, d.View().Ended.Offers, 1)
	assert.Equal(t, "launched", d.View().Ended.Offers[0].State)
	require.Len(t, d.View().Ended.Tasks, 1)
}

// Every button that is shown works under every contract, unless the contract itself breaks its promise there.
func TestShownButtonsWork(t *testing.T) {
	const story = "firmoffer/1 %s\nnode n1 5\nmake A\nmake B\naccept A o1\n"
	for _, c := range engine.Contracts() {
		d := openOn(t, fmt.Sprintf(story, c.Name))
		for at := range 4 {
			for _, o := range d.at(at).Offers.Rows {
				for msg, shown := range map[Msg]bool{Accept{o.ID}: o.CanAccept, Decline{o.ID}: o.CanDecline, Launch{o.ID}: o.CanLaunch} {
					if !shown {
						continue
					}
					d.at(at)
					d.send(msg)
					v := d.View().Verdict
					assert.True(t, !v.Refused || v.Word == "Violated", "%s: %T %s at %d: %s", c.Name, msg, o.ID, at, v.Said)
					d.send(Undo{})
				}
			}
		}
	}
}

func (d *driver) at(step int) *View {
	d.send(GoTo{step})
	return d.View()
}

func TestOffersTellTheirTime(t *testing.T) {
	d := openOn(t, "firmoffer/1 never-expires\nnode n1 5\nnode n2 3\nmake A timeout=4\naccept A o1\nadvance 3\nadvance 1\n")
	for at, want := range map[int]OfferView{
		1: {Deadline: "4", Left: "4 ticks left", Fuse: "100%"},
		3: {Deadline: "4", Left: "1 tick left", Fuse: "25%"},
		4: {Deadline: "4", Left: "overdue", Fuse: "0%"},
	} {
		d.at(at)
		o := d.offer("o1")
		assert.Equal(t, want, OfferView{Deadline: o.Deadline, Left: o.Left, Fuse: o.Fuse}, "after step %d", at)
	}
	d.at(4)
	d.run("make A timeout=9223372036854775807")
	o := d.offer("o3")
	assert.Equal(t, OfferView{Deadline: "none", Left: "no deadline", Fuse: "100%"}, OfferView{Deadline: o.Deadline, Left: o.Left, Fuse: o.Fuse})
}

func TestPagersShowOneWindow(t *testing.T) {
	var text strings.Builder
	text.WriteString("firmoffer/1\n")
	for i := range 25 {
		fmt.Fprintf(&text, "node n%d 4\n", i+1)
	}
	d := openOn(t, text.String()+"make A\naccept A o25\n")
	v := d.at(1)
	require.Len(t, v.Cluster.Nodes, 10)
	assert.Equal(t, "nodes 1 to 10 of 25", v.Cluster.Pager.Text())
	assert.Equal(t, "offers 1 to 20 of 25", v.Offers.Pager.Text())
	assert.False(t, v.Cluster.Pager.Earlier)
	assert.True(t, v.Cluster.Pager.Needed())
	assert.False(t, v.Tasks.Pager.Needed())

	d.send(Page{ListOffers, 1}, Page{ListNodes, 1}, Page{ListNodes, 1}, Page{ListNodes, 1})
	v = d.View()
	assert.Equal(t, "There are no later nodes.", d.said(), "never in silence")
	assert.Equal(t, "nodes 21 to 25 of 25", v.Cluster.Pager.Text(), "the last window is the end")
	assert.Equal(t, "n21", v.Cluster.Nodes[0].ID)
	assert.False(t, v.Cluster.Pager.Later)
	require.Len(t, v.Offers.Rows, 5)
	d.send(Page{ListTasks, -1})
	assert.Equal(t, "There are no earlier tasks.", d.said())
	d.send(Page{ListNodes, -1})
	assert.Equal(t, "nodes 11 to 20 of 25", d.View().Cluster.Pager.Text())

	d.send(Forward{})
	assert.Equal(t, "n21", d.View().Cluster.Nodes[0].ID, "the page turns to the node that the step is about")
	d.run("resize n3 9")
	assert.Equal(t, "n1", d.View().Cluster.Nodes[0].ID)
	d.run("advance 10")
	assert.Equal(t, "offers 1 to 0 of 0", d.View().Offers.Pager.Text())
	assert.False(t, d.View().Offers.Pager.Needed())
}

func TestTheListOfStepsIsAWindow(t *testing.T) {
	d := openOn(t, "firmoffer/1\nnode n1 4\n"+strings.Repeat("make A\nadvance 20\n", 50))
	v := d.at(50)
	require.Len(t, v.Steps.Items, stepsAPage)
	assert.Equal(t, 100, v.Steps.Before+stepsAPage+v.Steps.After)
	assert.Equal(t, v.Steps.Before+1, v.Steps.Items[0].Number)
	assert.Equal(t, 50, v.Steps.Items[49-v.Steps.Before].Number)
	assert.InDelta(t, v.Steps.Before, v.Steps.After, 4, "the step on screen is in the middle")
	first := v.Steps.Items[0].Number
	d.send(Page{ListSteps, 1})
	assert.Equal(t, first+stepsAPage, d.View().Steps.Items[0].Number)
	assert.Equal(t, 50, d.View().Steps.At, "another window moves through no step")
	d.send(Forward{})
	assert.Equal(t, first, d.View().Steps.Items[0].Number, "a step brings the window back")
	for at := 51; at <= 100; at++ {
		v := d.at(at)
		assert.Zero(t, v.Steps.Before%stepsAJump, "the window stays where it is for a few steps")
		assert.GreaterOrEqual(t, len(v.Steps.Items), stepsAPage-stepsAJump+1)
		assert.GreaterOrEqual(t, v.Steps.Items[len(v.Steps.Items)-1].Number, min(100, at+4), "what comes next is in sight")
		assert.Less(t, v.Steps.Before, at)
	}
	assert.Equal(t, 1, d.at(0).Steps.Items[0].Number)
	assert.Equal(t, 100, d.at(100).Steps.Items[stepsAPage-1].Number)

	d = openOn(t, "firmoffer/1\n")
	assert.Empty(t, d.View().Steps.Items)
	assert.Equal(t, "step 0 of 0", "step "+fmt.Sprint(d.View().Steps.At)+" of "+fmt.Sprint(d.View().Steps.Count))
	assert.Equal(t, "Your own trace", d.View().Story.Title)
	assert.Equal(t, "your own trace", d.View().Bar.Scenarios[len(d.View().Bar.Scenarios)-1].Label)
}

func TestFieldsOfTheActions(t *testing.T) {
	d := open(t)
	assert.Equal(t, []string{"A", "B", "C"}, d.View().Actions.Known)
	assert.Equal(t, "n2", d.View().Actions.NewNode.Text, "a free name is proposed")
	d.send(AddNode{})
	assert.Equal(t, "n2 was added with 4 units.", d.View().Verdict.Said)
	assert.Equal(t, "n3", d.View().Actions.NewNode.Text)
	d.send(Type{FieldCapacity("n2"), "7"}, Resize{"n2"})
	assert.Equal(t, "n2 grew from 4 to 7 units.", d.View().Verdict.Said)
	assert.Equal(t, "7", d.View().Cluster.Nodes[1].Capacity.Text)
	d.send(Type{FieldTicks, "3"}, AdvanceTime{})
	assert.Equal(t, "Time went from 0 to 3.", d.View().Verdict.Said)
	d.send(Type{FieldFramework, "Zoe"}, Type{FieldTimeout, "5"}, MakeOffers{})
	assert.Equal(t, "Zoe is offered o1 with 5 units of n1, o2 with 7 units of n2, until 8.", d.View().Verdict.Said)
	assert.Equal(t, []string{"Zoe", "A", "B", "C"}, d.View().Actions.Known)
}

func TestArrowKeysInSpinbuttons(t *testing.T) {
	d := open(t)
	for _, c := range []struct {
		field, text string
		by          int64
		want        string
	}{
		{FieldTicks, "1", 1, "2"}, {FieldTicks, "1", -10, "0"}, {FieldTimeout, "3", -10, "1"}, {FieldTicks, "x", 1, "x"}, {FieldTicks, "", 1, ""},
		{FieldTicks, "-9223372036854775808", -1, "0"}, {FieldTicks, "5", -1 << 63, "0"}, {FieldTicks, "9007199254740991", 1, "9007199254740991"},
		{FieldTicks, "-5", 1, "0"}, {FieldNewCapacity, "007", 1, "8"},
	} {
		d.send(Type{c.field, c.text}, Nudge{c.field, c.by})
		assert.Equal(t, c.want, d.model.fields.text[c.field], "%q by %d", c.text, c.by)
	}
	d.send(Nudge{FieldCapacity("n1"), 1})
	assert.Equal(t, "6", d.View().Cluster.Nodes[0].Capacity.Text, "from the capacity that the node has")
}
