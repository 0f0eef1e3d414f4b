// Traces, replays, searches and links, and what offers and checks say.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Scheduler, contracts, find, fromLink, replay, toLink } from 'firm-offer/ready';

// ---- an offer is live, and prints as data

const s = new Scheduler([['n1', 10]], { now: 3 });
const [o] = s.makeOffers('A', 4);
assert.deepEqual({ ...o }, { id: 'o1', framework: 'A', node: 'n1', units: 10, created: 3, deadline: 7 });
assert.equal(o.state, 'pending');
s.acceptOffer('A', o);
assert.deepEqual([o.state, o.live, s.offer('o1').state, s.offer('o2')], ['accepted', true, 'accepted', undefined]);
assert.ok(inspect(o).includes("state: 'accepted'"), inspect(o));
assert.equal(JSON.parse(JSON.stringify(o)).state, 'accepted');
s.launchTask('A', o);
assert.deepEqual([o.state, o.live], ['launched', false]);
s.setNodeResources('n1', 4);
const hanging = s.check();
assert.equal(hanging.verdict, 'overhang');
assert.equal(hanging.invariants.length, 8);
assert.deepEqual(hanging.invariants[0], { name: 'no-over-commitment', statement: 'on every node: reserved <= max(0, capacity - allocated)', status: 'overhang',
  sentence: 'n1 runs 10 of 4', node: 'n1', have: 10, limit: 4, places: 1 });
assert.ok(hanging.invariants.slice(1).every(({ status, sentence }) => status === 'holds' && sentence === undefined));

// ---- the trace of what was done, and back

const text = s.trace();
assert.equal(text, `firmoffer/1 binding
node n1 10

advance 3
\tnow 3
make A timeout=4
\to1: n1 offers 10 to A until 7
accept A o1
\to1 accepted
launch A o1
\to1 launched: t1 runs on n1 with 10
resize n1 4
\tn1 has 4, was 10
\toverhang: n1 runs 10 of 4
`);
const again = Scheduler.fromTrace(text);
assert.deepEqual([again.trace(), again.nodes(), again.now], [text, s.nodes(), 3]);
const half = Scheduler.fromTrace(text, { steps: 2 });
assert.equal(half.offer('o1').state, 'pending');
const copy = half.clone();
copy.declineOffer('A', 'o1');
assert.deepEqual([half.offer('o1').state, copy.offer('o1').state], ['pending', 'declined']);
assert.ok(copy.trace().endsWith('\to1 declined\n') && !half.trace().includes('decline'));
const done = half.run('accept B o1');
assert.deepEqual([done.command, done.verb, done.results, done.verdict, done.broken, done.refusal.code],
  ['accept B o1', 'accept', ["refused: o1 is A's, not B's"], 'holds', [], 'not-owner']);
assert.deepEqual(half.run('finish  A t9').results, ['refused: no task has the id t9']);
assert.ok(half.trace().includes('finish A t9'));
assert.throws(() => half.makeOffers('\n'));
assert.ok(!half.trace().includes('make "\\n"'), 'what no trace can hold is left out: it changed nothing');

// ---- replay

const told = replay(text);
assert.deepEqual([told.contract, told.title, told.nodes, told.verdict, told.firstViolated, told.difference], ['binding', '', [['n1', 10]], 'overhang', null, null]);
assert.deepEqual(told.steps.map(({ number, command }) => [number, command]),
  [[1, 'advance 3'], [2, 'make A timeout=4'], [3, 'accept A o1'], [4, 'launch A o1'], [5, 'resize n1 4']]);
const differs = replay(text.replace('until 7', 'until 8'));
assert.deepEqual(differs.difference, { step: 2, line: 7, command: 'make A timeout=4', recorded: 'o1: n1 offers 10 to A until 8',
  actual: 'o1: n1 offers 10 to A until 7', sentence: differs.difference.sentence });
assert.ok(differs.difference.sentence.startsWith('step 2 (line 7, make A timeout=4): recorded is'));
const story = replay('firmoffer/1\n# Two promises\n# A story.\n\nnode n1 2\n# "Why" not\\never?\nmake A\nmake B\n\taccept\n', { contract: 'optimistic' });
assert.deepEqual([story.contract, story.title, story.verdict, story.firstViolated, story.steps[0].narration, story.difference.recorded],
  ['optimistic', 'Two promises', 'violated', 2, '"Why" not\\never?', 'accept']);
assert.deepEqual(story.steps[1].broken, ['no-over-commitment']);

// ---- search

const found = find({ contract: 'newest-first' });
assert.deepEqual([found.verdict, found.broken], ['violated', ['accepted-outlives-pending']]);
const shown = replay(found.trace);
assert.deepEqual([shown.difference, shown.firstViolated, shown.steps.length, shown.contract], [null, 5, 5, 'newest-first']);
const whole = find();
assert.deepEqual([whole.verdict, whole.whole, whole.anyNumberOfNodes, whole.states, whole.transitions, whole.trace, whole.broken, whole.missing],
  ['holds', true, true, 1104, 15136, null, [], []]);
assert.deepEqual([find({ limit: 50 }).verdict, find({ depth: 2 }).whole, find({ depth: 2 }).verdict], ['unknown', false, 'holds']);
const launch = find({ contract: 'optimistic', invariant: 'launch-is-honoured', nodes: [['rack', 1]], frameworks: ['x', 'y'], timeouts: [5], advances: [], resize: [] });
assert.deepEqual([launch.verdict, launch.broken.includes('launch-is-honoured'), launch.trace.split('\n')[1]], ['violated', true, 'node rack 1']);

// ---- links

const link = s.toLink();
assert.equal(link, toLink(text));
assert.equal(link, toLink(s));
const opened = fromLink('#' + link);
assert.deepEqual([opened.at, opened.note, opened.contracts, opened.mode, opened.branches], [5, null, [], '', []]);
assert.deepEqual(replay(opened.trace).steps, told.steps);
assert.equal(fromLink(toLink(text, { at: 2 })).at, 2);
assert.ok(fromLink(link.replace('accept', 'decline')).note.includes('changed after it was made'));
assert.deepEqual(fromLink('fo1.t.binding;node+n1+5;make+A~with+optimistic~branch+0+0+more;make+B~end').branches,
  [{ name: 'more', of: 0, from: 0, steps: 'make B\n' }]);
assert.equal(replay(fromLink('fo1.t.binding;node+n1+5;make+A~with+optimistic~end').trace).steps[0].results[0], 'o1: n1 offers 5 to A until 10');

// ---- contracts, and what they break

const all = contracts();
assert.deepEqual([all.length, all[0].name, all.filter(({ faulty }) => faulty).map(({ name }) => name)], [13, 'binding', ['loses-tasks', 'books-twice']]);
for (const { name } of all) assert.equal(find({ contract: name }).verdict, ['binding', 'oldest-pending-first'].includes(name) ? 'holds' : 'violated', name);
const twice = new Scheduler([['n1', 4]], { contract: 'optimistic' });
const pair = [...twice.makeOffers('A'), ...twice.makeOffers('B')];
const broken = twice.check();
assert.equal(broken.verdict, 'violated');
assert.deepEqual(broken.invariants[0], { name: 'no-over-commitment', statement: broken.invariants[0].statement, status: 'violated',
  sentence: 'n1 has 8 reserved, 4 left', node: 'n1', have: 8, limit: 4, places: 1 });

// ---- pruned

const [kept, lost] = pair;
twice.declineOffer('A', kept);
twice.declineOffer('B', lost);
assert.equal(kept.state, 'declined');
assert.deepEqual([twice.offers().length, twice.offers({ live: true }).length], [2, 0]);
twice.prune();
assert.deepEqual([kept.state, lost.state, lost.live, twice.offers()], ['declined', 'pruned', false, []]);

// ---- names from anywhere

const odd = new Scheduler([['__proto__', 2], ['"quoted" \\ 节点 🙂', 3]]);
for (const offer of odd.makeOffers('constructor')) {
  odd.acceptOffer('constructor', offer);
  odd.launchTask('constructor', offer, offer.node);
}
const taken = odd.getAllocations();
assert.deepEqual(Object.keys(taken), ['__proto__', '"quoted" \\ 节点 🙂']);
assert.deepEqual([Object.getPrototypeOf(taken), ({}).units], [Object.prototype, undefined]);
assert.deepEqual(replay(odd.trace()).difference, null);
console.log('ok');
