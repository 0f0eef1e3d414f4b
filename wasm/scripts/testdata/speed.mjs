// Prints calls a second by the clock, calls a second of work, and the milliseconds that loading took.
import { load } from 'firm-offer';

const begun = performance.now();
const { Scheduler } = await load();
const loaded = performance.now() - begun;

const ROUNDS = 100_000; // of ten calls
const nodes = Array.from({ length: 10 }, (_, i) => [`n${i}`, 10]);

function round(s, i) {
  const [o, ...more] = s.makeOffers('A', 5);
  s.acceptOffer('A', o);
  const task = s.launchTask('A', o, 'web');
  if (o.state !== 'launched') throw new Error(o.state);
  for (const other of more.slice(0, 3)) s.declineOffer('A', other);
  s.finishTask('A', task);
  s.setNodeResources('n9', 10 + (i % 3));
  s.advanceTime(5);
  if (i % 1000 === 0) s.prune();
}

let best = 0, spared = 0;
for (let run = 0; run < 3; run++) {
  const s = new Scheduler(nodes);
  const t = performance.now(), cpu = process.cpuUsage();
  for (let i = 0; i < ROUNDS; i++) round(s, i);
  best = Math.max(best, 10 * ROUNDS / (performance.now() - t) * 1000);
  const { user, system } = process.cpuUsage(cpu);
  spared = Math.max(spared, 10 * ROUNDS / (user + system) * 1e6);
  s.dispose();
}
console.log(best.toFixed(), spared.toFixed(), loaded.toFixed());
