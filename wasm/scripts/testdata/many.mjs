// Many schedulers side by side, given back one by one or by the garbage collector, and many calls: memory stays bounded.
// Run with --expose-gc.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Scheduler } from 'firm-offer/ready';

const megabytes = () => process.memoryUsage().rss / 1e6;

// ---- each has a state of its own

const many = Array.from({ length: 500 }, (_, i) => new Scheduler([['n1', i]]));
many.forEach((s, i) => { for (let k = 0; k < i % 7; k++) s.advanceTime(1); if (i > 0) s.makeOffers(`F${i}`); });
many.forEach((s, i) => {
  assert.deepEqual([s.now, s.nodes()[0].reserved], [i % 7, i]);
  if (i > 0) assert.equal(s.offer('o1').framework, `F${i}`);
});
for (const s of many.filter((_, i) => i % 2)) s.dispose();
const fresh = Array.from({ length: 250 }, () => new Scheduler([['n1', 1]]));
many.forEach((s, i) => { if (i % 2 === 0) assert.equal(s.nodes()[0].reserved, i); });
for (const s of fresh) assert.equal(s.nodes()[0].reserved, 0);

// ---- those that nobody refers to give their memory back: 400 of them need more than the bound

async function forget(times) {
  for (let i = 0; i < times; i++) {
    new Scheduler(Array.from({ length: 1000 }, (_, k) => [`n${k}`, 1])).makeOffers('A');
    if (i % 50 === 49) { globalThis.gc(); await turn(); }
  }
}
await forget(50);
const before = megabytes();
await forget(400);
const forgotten = megabytes() - before;
assert.ok(forgotten < 60, `400 forgotten schedulers of 1,000 nodes hold ${forgotten.toFixed()} MB`);

// ---- those that were disposed of give it back at once, although they are still referred to

const held = [];
const wide = (n) => new Scheduler(Array.from({ length: n }, (_, k) => [`n${k}`, 1]));
function dispose(times) {
  for (let i = 0; i < times; i++) {
    const s = wide(1000);
    s.makeOffers('A');
    s.dispose();
    held.push(s);
  }
}
dispose(50);
const less = megabytes();
dispose(400);
const disposed = megabytes() - less;
assert.ok(disposed < 60, `400 schedulers of 1,000 nodes that were disposed of hold ${disposed.toFixed()} MB`);

// ---- a million calls, refused ones and texts among them

const s = new Scheduler([['n1', 10]]);
function calls(n) {
  for (let i = 0; i < n; i += 5) {
    const [o] = s.makeOffers('A');
    s.acceptOffer('A', o);
    if (i % 50 === 0) assert.throws(() => s.acceptOffer('A', o), { code: 'not-pending' });
    assert.equal(o.state, 'accepted');
    s.finishTask('A', s.launchTask('A', o, `task ${i}`));
    if (i % 10000 === 0) s.prune();
  }
}
calls(100_000);
const warm = megabytes();
calls(1_000_000);
const grown = megabytes() - warm;
assert.ok(grown < 40, `1,000,000 calls grew by ${grown.toFixed()} MB`);
assert.throws(() => s.trace(), /more than 20000 calls/);

// ---- many nodes

assert.equal(wide(200_000).makeOffers('A').length, 200_000);
console.log(`forgotten ${forgotten.toFixed()} MB, disposed of ${disposed.toFixed()} MB, grown ${grown.toFixed()} MB`);
