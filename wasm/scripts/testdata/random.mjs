// Makes the calls that it reads, of all schedulers in turn, and compares each answer with the engine's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { RefusalError, Scheduler } from 'firm-offer/ready';

const plain = (value) => JSON.parse(JSON.stringify(value ?? null));
const worlds = JSON.parse(readFileSync(0, 'utf8'));
for (const w of worlds) w.s = new Scheduler(w.nodes, { contract: w.contract });

function seen(s) {
  const { verdict, invariants } = s.check();
  return plain({ now: s.now, offers: s.offers(), live: s.offers({ live: true }), tasks: s.tasks(), allocations: s.getAllocations(),
    nodes: s.nodes(), verdict, invariants: invariants.map(({ name, status }) => [name, status]) });
}

let agree = 0;
for (let i = 0; i < Math.max(...worlds.map((w) => w.calls.length)); i++) {
  for (const { s, calls, contract } of worlds) {
    const { method, args, gives, error, after } = calls[i];
    const place = `${contract}, call ${i}: ${method}(${JSON.stringify(args)})`;
    let got = null, thrown = null;
    try {
      got = s[method](...args);
    } catch (e) {
      if (!(e instanceof RefusalError)) throw new Error(place, { cause: e });
      thrown = { code: e.code, message: e.message, rule: e.rule ?? 0 };
    }
    assert.deepEqual(thrown, error, place);
    assert.deepEqual(plain(got), gives, place);
    if (after) assert.deepEqual(seen(s), after, place);
    agree++;
  }
}
for (const { s, trace, contract } of worlds) {
  assert.equal(s.trace(), trace, contract);
  assert.deepEqual(seen(Scheduler.fromTrace(trace)).nodes, seen(s).nodes, contract);
}
console.log(`${agree} calls agree`);
