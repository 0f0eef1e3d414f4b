// A program that runs out of memory says so, and another one can be loaded. Run with little memory for WebAssembly.
import assert from 'node:assert/strict';
import { load, Scheduler, ProgramError } from 'firm-offer';

await load();
const old = new Scheduler([['n1', 1]]);
const other = new Scheduler([]);
const [offer] = old.makeOffers('A');
const ended = (f) => assert.throws(f, (e) => e instanceof ProgramError && e.code === 'ended' && /^The program has ended \(runtime: out of memory.*\).*call load\(\) again/.test(e.message));
ended(() => { for (let i = 0; ; i++) new Scheduler(Array.from({ length: 20_000 }, (_, k) => [`n${k}`, 1])).makeOffers('A'); });
ended(() => old.now);
ended(() => offer.state);
ended(() => new Scheduler([]));
old.dispose();
await load();
assert.equal(new Scheduler([['n1', 1]]).makeOffers('A')[0].state, 'pending');
ended(() => other.clone());
console.log('ok');
