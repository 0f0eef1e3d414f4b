// What cannot be done throws an error of the right class, whose sentence names the argument, what was found and what was expected.
import assert from 'node:assert/strict';
import * as api from 'firm-offer';
const { load, Scheduler, Offer, replay, find, toLink, fromLink, FirmOfferError, RefusalError, ArgumentError, TraceError, LinkError, ProgramError } = api;

function fails(what, kind, fields, ...words) {
  const { message, ...rest } = fields;
  try {
    what();
  } catch (e) {
    assert.ok(e instanceof kind && e instanceof FirmOfferError && e instanceof Error, `${what}: ${e.stack}`);
    assert.equal(e.name, kind.name);
    if (message !== undefined) assert.equal(e.message, message);
    for (const [name, value] of Object.entries(rest)) assert.deepEqual(e[name], value, `${what}: ${name}`);
    for (const word of words) assert.ok(e.message.includes(word), `${what}: ${e.message} lacks ${word}`);
    return e;
  }
  assert.fail(`nothing was thrown: ${what}`);
}

for (const early of [() => new Scheduler([]), () => replay(''), () => find(), () => fromLink(''), () => Scheduler.fromTrace('')]) {
  fails(early, ProgramError, { code: 'not-loaded', message: 'The program is not loaded yet: await load() first.' });
}
assert.equal(load(), load(), 'it is loaded once');
const loaded = await load();
for (const name of Object.keys(loaded)) assert.equal(loaded[name], api[name], name);
assert.deepEqual([...Object.keys(loaded), 'load'].sort(), Object.keys(api).sort());

const s = new Scheduler([['n1', 10], { id: 'n2', capacity: 0 }]);
const [o] = s.makeOffers('A');

// ---- refusals, with what the engine knows

const foreign = fails(() => s.acceptOffer('B', o), RefusalError, { code: 'not-owner', message: "o1 is A's, not B's", rule: 9, verb: 'accept', framework: 'B',
  offer: 'o1', owner: 'A', node: 'n1', state: 'pending', now: 0 });
assert.equal(foreign.left, undefined);
assert.ok(!('task' in foreign));
fails(() => s.launchTask('A', o), RefusalError, { code: 'not-accepted', rule: 6, state: 'pending' }, 'accept it first');
fails(() => s.acceptOffer('A', 'o7'), RefusalError, { code: 'unknown-offer', rule: 9, offer: 'o7', message: 'no offer has the id o7' });
fails(() => s.finishTask('A', 't1'), RefusalError, { code: 'unknown-task', rule: 12, task: 't1' });
fails(() => s.advanceTime(-1), RefusalError, { code: 'bad-delta', rule: 17, message: 'time cannot advance by -1: 0 or more ticks were expected' });
fails(() => s.makeOffers('A', 0), RefusalError, { code: 'bad-timeout', rule: 14 }, '0', 'at least 1');
fails(() => s.makeOffers(''), RefusalError, { code: 'bad-name', rule: 10 }, 'empty');
fails(() => s.makeOffers('é'.repeat(200)), RefusalError, { code: 'bad-name', rule: 10 }, '400 bytes');
fails(() => s.setNodeResources('n1', -3), RefusalError, { code: 'bad-capacity', rule: 18 }, '-3');
fails(() => new Scheduler([['n1', 1], ['n1', 2]]), RefusalError, { code: 'bad-node' }, 'two nodes n1');
fails(() => new Scheduler([['', 1]]), RefusalError, { code: 'bad-name' });
s.acceptOffer('A', o);
s.launchTask('A', o, 'web');
s.setNodeResources('n2', 3);
const [second] = s.makeOffers('B');
s.acceptOffer('B', second);
fails(() => s.launchTask('B', second, 'web'), RefusalError, { code: 'task-id-in-use', rule: 11, task: 'web', owner: 'A', node: 'n1' });
const loose = new Scheduler([['n1', 10]], { contract: 'optimistic' });
for (const name of ['A', 'B']) loose.acceptOffer(name, loose.makeOffers(name)[0]);
loose.launchTask('A', 'o1');
fails(() => loose.launchTask('B', 'o2'), RefusalError, { code: 'does-not-fit', left: 0, owner: 'B' }, 'needs 10', '0 of 10');

// ---- arguments

const bad = { code: 'bad-argument' };
for (const [value, shown] of [[1.5, '1.5'], [NaN, 'NaN'], [Infinity, 'Infinity'], [2 ** 53, '9007199254740992'], ['3', '"3"'], [3n, '3n'], [null, 'null'],
  [undefined, 'undefined'], [[1, 2], 'an array of 2'], [{}, 'an object'], [Symbol('x'), 'a symbol'], [() => 0, 'a function'], [true, 'true']]) {
  fails(() => s.advanceTime(value), ArgumentError, { ...bad, argument: 'ticks', value,
    message: `ticks: found ${shown}, expected a whole number of ticks, at most 9007199254740991` });
  if (value !== undefined) fails(() => s.makeOffers('A', value), ArgumentError, { ...bad, argument: 'timeout', value }, shown);
  fails(() => s.setNodeResources('n1', value), ArgumentError, { ...bad, argument: 'capacity', value }, shown);
  fails(() => new Scheduler([['n1', 1], ['n9', value]]), ArgumentError, { ...bad, argument: 'nodes[1], capacity', value }, shown);
}
for (const value of [3, undefined, null, {}, ['A']]) {
  fails(() => s.makeOffers(value), ArgumentError, { ...bad, argument: 'framework', value }, 'the name of a framework');
  fails(() => s.acceptOffer('A', value), ArgumentError, { ...bad, argument: 'offer', value }, 'an offer or its id');
  fails(() => s.run(value), ArgumentError, { ...bad, argument: 'line' });
  fails(() => replay(value), ArgumentError, { ...bad, argument: 'text' });
  fails(() => fromLink(value), ArgumentError, { ...bad, argument: 'link' });
  fails(() => toLink(value), ArgumentError, { ...bad, argument: 'trace' });
}
fails(() => s.makeOffers('half \ud83d'), ArgumentError, { ...bad, argument: 'framework' }, 'surrogate');
for (const nodes of [undefined, null, 'n1', 5, { n1: 10 }]) fails(() => new Scheduler(nodes), ArgumentError, { ...bad, argument: 'nodes' }, '[["n1", 10]]');
fails(() => new Scheduler([['n1']]), ArgumentError, { ...bad, argument: 'nodes[0]' }, 'an array of 1');
fails(() => new Scheduler([], { contract: 'bindin' }), ArgumentError, { ...bad, argument: 'contract' }, '"bindin"', 'binding, first-accept-wins', 'books-twice');
fails(() => new Scheduler([], { contrakt: 'binding' }), ArgumentError, { ...bad, argument: 'options' }, 'contrakt', 'now, contract');
fails(() => new Scheduler([], { now: 0.5 }), ArgumentError, { ...bad, argument: 'now' });
fails(() => new Scheduler([], 5), ArgumentError, { ...bad, argument: 'options' });
const late = new Scheduler([['n1', 1]], { now: Number.MAX_SAFE_INTEGER });
fails(() => late.advanceTime(1), ArgumentError, { ...bad, argument: 'ticks' }, 'at most 9007199254740991');
fails(() => late.run('advance 9223372036854775807'), ArgumentError, bad);
assert.equal(late.makeOffers('A')[0].deadline, Infinity);
fails(() => find({ resize: [100] }), ArgumentError, { ...bad, argument: 'resize' }, '100', '0 to 64');
fails(() => find({ invariant: 'luck' }), ArgumentError, { ...bad, argument: 'invariant' }, 'no-over-commitment');
fails(() => find({ frameworks: 'AB' }), ArgumentError, { ...bad, argument: 'frameworks' });
fails(() => find({ depth: 2.5 }), ArgumentError, { ...bad, argument: 'depth' });
fails(() => find({ limit: -1 }), ArgumentError, bad, '-1');
fails(() => s.toLink({ at: 99 }), ArgumentError, { ...bad, argument: 'at' }, '99');
fails(() => toLink('firmoffer/1\n', { at: -5 }), ArgumentError, { ...bad, argument: 'at' });
fails(() => Scheduler.fromTrace('firmoffer/1\n', { steps: 1 }), ArgumentError, { ...bad, argument: 'steps' }, 'at most 0');
fails(() => Scheduler.fromTrace('firmoffer/1\n', { steps: -1 }), ArgumentError, { ...bad, argument: 'steps' });
fails(() => Scheduler.fromTrace('firmoffer/1\nadvance 9223372036854775807\n'), ArgumentError, { ...bad, argument: 'trace' }, '9223372036854775807');

// ---- texts and links

const wrong = fails(() => replay('firmoffer/1\nlanuch A o1\nnode n1 x'), TraceError, { code: 'bad-trace' }, 'line 2', 'did you mean "launch"?');
assert.equal(wrong.errors.length, 2);
assert.deepEqual([wrong.errors[0].line, wrong.errors[0].column, wrong.errors[0].found], [2, 1, '"lanuch"']);
assert.equal(wrong.errors[0].hint, 'did you mean "launch"?');
fails(() => s.run('make'), TraceError, { code: 'bad-trace' });
fails(() => s.run('make A\nmake B'), TraceError, { code: 'bad-trace' });
const link = s.toLink();
fails(() => fromLink(''), LinkError, { code: 'bad-link', kind: 'empty' });
fails(() => fromLink('hello'), LinkError, { code: 'bad-link', kind: 'foreign' });
fails(() => fromLink(link.slice(0, 30)), LinkError, { kind: 'cut' }, 'cut off');
fails(() => fromLink('fo2.t.x~end'), LinkError, { kind: 'newer' });

// ---- disposed

s.dispose();
s.dispose();
assert.equal(s.disposed, true);
for (const use of [() => s.now, () => s.advanceTime(1), () => s.makeOffers('A'), () => s.check(), () => s.trace(), () => s.clone(), () => s.toLink(),
  () => s.offers(), () => s.prune(), () => o.state, () => o.live, () => toLink(s)]) {
  fails(use, ProgramError, { code: 'disposed', message: 'This scheduler was disposed of: make a new one.' });
}
assert.equal(JSON.parse(JSON.stringify(o)).id, 'o1');
assert.ok(o instanceof Offer);
console.log('ok');
