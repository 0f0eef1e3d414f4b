package app

import (
	"strconv"

	"firmoffer/engine"
	"firmoffer/engine/scenario"
	"firmoffer/engine/trace"
	"firmoffer/engine/trace/predict"
	"firmoffer/engine/trace/say"
)

// Predict, then step: while the switch is on, the page asks before a step runs what will happen, and shows nothing that
// tells the answer. Package predict makes the questions; here is who answers them, and when.

// mostAsked is how many questions the page asks about one step: more would be an examination.
const mostAsked = 3

type predicting struct {
	on     bool
	msg    Msg                // that waits for the answers, nil when nothing is asked
	cmd    engine.Command     // that it stands for
	asked  []predict.Question // about it
	chosen []int              // the answers so far; -1 for none, where the right one was asked for
	guess  int                // the option that is marked, -1 for none
	told   bool               // the step was done, and the answers are explained
	score  predict.Score
	former predict.Score // what was forgotten, to be brought back
}

// open reports whether a question stands on the page.
func (p *predicting) open() bool { return p.msg != nil }

// drop forgets the questions.
func (p *predicting) drop() { p.msg, p.asked, p.chosen, p.guess, p.told = nil, nil, nil, -1, false }

// seen reports whether the page may show what the step with the number did.
func (m *Model) seen(step int) bool { return !m.predict.on || step <= m.session.at }

// predicting is for messages about questions.
func (m *Model) predicting(msg Msg) []Effect {
	p := &m.predict
	switch msg := msg.(type) {
	case Predict:
		p.on = msg.On
		p.drop()
		m.revision++
		if p.on {
			return m.say(say.It("From now on the page asks before each step what will happen."), false)
		}
		return m.say(say.It("The page does not ask any more."), false)
	case Guess:
		if p.open() && msg.Option >= 0 && msg.Option < len(p.asked[len(p.chosen)].Options) {
			p.guess = msg.Option
		}
	case Answer:
		switch {
		case !p.open():
			return m.say(say.It("Nothing is asked now."), false)
		case p.guess < 0:
			return m.say(say.It("Choose one of the answers first."), true)
		}
		return m.answer(p.guess)
	case Reveal:
		if p.open() {
			return m.answer(-1)
		}
	case DropQuestion:
		p.drop()
		return m.say(say.It("The step was not run."), false)
	case Scored:
		if s, err := predict.ReadScore(msg.Text); err == nil && msg.Text != "" {
			p.score = s
		}
	case ForgetScore:
		p.score, p.former = p.former, p.score
		return []Effect{KeepScore{p.score.Text()}}
	case SaveScore:
		return []Effect{Save{"firmoffer-score.txt", p.score.Text()}}
	}
	return nil
}

// asks puts questions in the way of a message that is about to run cmd, and reports whether it has to wait for them.
func (m *Model) asks(msg Msg, cmd engine.Command) bool {
	p := &m.predict
	if !p.on {
		return false
	}
	at, doc := m.session.at, *m.session.doc
	if next := m.session.next(); next == nil || next.Command != cmd {
		doc.Steps = append(doc.Steps[:at:at], trace.Step{Command: cmd})
	}
	asked, err := predict.Ask(&doc, at, m.contract)
	if err != nil {
		return false // the step itself says why
	}
	if own, ok := scenario.QuestionOf(&doc.Steps[at]); ok {
		if q, ok := predict.AskOwn(own.Text, own.Answer, own.Wrong); ok {
			asked = append([]predict.Question{q}, asked...)
		}
	}
	p.drop()
	most := mostAsked
	if m.stage.on() {
		most = 1 // one idea a screen
	}
	p.msg, p.cmd, p.asked = msg, cmd, asked[:min(len(asked), most)]
	return true
}

// question announces what is asked now.
func (m *Model) question() []Effect {
	v := m.predictView()
	return []Effect{Announce{v.Place + ": " + v.Question}, Focus{"question"}}
}

// forward takes the next step of the trace, or asks about it. Before a class, who steps on without an answer wants to see it.
func (m *Model) forward() []Effect {
	next := m.session.next()
	switch {
	case m.predict.open() && m.stage.on():
		return m.answer(-1)
	case m.predict.open():
		return m.say(say.It("Answer the question first, or ask for the answer."), true)
	case next != nil && m.asks(Forward{}, next.Command):
		return m.question()
	}
	return m.move(m.session.at + 1)
}

// answer takes one answer, -1 for none, and after the last one runs the step and explains.
func (m *Model) answer(chosen int) []Effect {
	p := &m.predict
	p.chosen, p.guess = append(p.chosen, chosen), -1
	if len(p.chosen) < len(p.asked) {
		return m.question()
	}
	msg, cmd, asked, answers := p.msg, p.cmd, p.asked, p.chosen
	p.drop()
	var effects []Effect
	if _, next := msg.(Forward); next {
		effects = m.move(m.session.at + 1)
	} else {
		effects = m.run(msg, cmd)
	}
	p.asked, p.chosen, p.told = asked, answers, true
	right, given := 0, 0
	for i, q := range asked {
		if answers[i] < 0 {
			continue
		}
		given++
		if p.score.Add(q, answers[i]) {
			right++
		}
		effects = append(effects, Predicted{q.Kind.String(), answers[i] == q.Right, q.Rule})
	}
	if given == 0 {
		return effects
	}
	said := say.Count(int64(given), "%d of 1 answer right.", "%2 of %1 answers right.", say.D(int64(right)))
	return append(effects, Announce{said + " " + m.verdict().Said}, KeepScore{p.score.Text()})
}

// PredictView is the question, or what became of the answers.
type PredictView struct {
	On       bool
	Place    string // "Question 1 of 2"; "" when nothing is asked
	Question string
	Command  string // that is asked about
	Options  []Option
	Answers  []AnswerView
	Score    string
	Tallies  []string // by kind of question and by rule
	Lost     bool     // a score was forgotten, and can be brought back
}

// AnswerView explains one answer.
type AnswerView struct{ Question, Class, Mark, Chosen, Right, Why string }

func (m *Model) predictView() PredictView {
	p := &m.predict
	v := PredictView{On: p.on, Lost: p.former.Total().Asked > 0}
	if !p.on {
		return v
	}
	if all := p.score.Total(); all.Asked > 0 {
		v.Score = tally(say.It("Your score"), all)
		for k, t := range p.score.Kinds {
			if t.Asked > 0 {
				v.Tallies = append(v.Tallies, tally(say.It(kindWords[k]), t))
			}
		}
		for rule, t := range p.score.Rules {
			if t.Asked > 0 && rule > 0 {
				v.Tallies = append(v.Tallies, tally(say.It("rule %d", say.D(int64(rule))), t))
			}
		}
	}
	if p.told {
		for i := range p.asked {
			v.Answers = append(v.Answers, explained(&p.asked[i], p.chosen[i]))
		}
	}
	if !p.open() {
		return v
	}
	q := &p.asked[len(p.chosen)]
	v.Place = say.It("Question %d of %d", say.D(int64(len(p.chosen)+1)), say.D(int64(len(p.asked))))
	v.Question, v.Command = q.Text, trace.FormatCommand(p.cmd)
	for i, text := range q.Options {
		v.Options = append(v.Options, Option{strconv.Itoa(len(p.chosen)) + "-" + strconv.Itoa(i), text, i == p.guess})
	}
	return v
}

var kindWords = [predict.KindCount]string{predict.Outcome: "success or refusal", predict.Units: "units offered", predict.Fate: "what becomes of offers",
	predict.Verdict: "verdict", predict.Own: "questions of the trace"}

func tally(what string, t predict.Tally) string {
	return say.It("%s: %d of %d right", what, say.D(int64(t.Right)), say.D(int64(t.Asked)))
}

func explained(q *predict.Question, chosen int) AnswerView {
	v := AnswerView{Question: q.Text, Class: "shown", Right: q.Options[q.Right], Why: q.Why}
	if chosen >= 0 {
		v.Class, v.Mark, v.Chosen = "no", say.It("Not so"), q.Options[chosen]
	}
	if chosen == q.Right {
		v.Class, v.Mark = "ok", say.It("Right")
	}
	return v
}
