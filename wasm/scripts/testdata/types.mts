// Everything that is typed, used once. It is compiled, and run as well would do no harm.
import {
  load, Scheduler, Offer, replay, find, toLink, fromLink, contracts,
  FirmOfferError, RefusalError, ArgumentError, TraceError, LinkError, ProgramError,
  type Allocation, type Check, type ContractName, type FindOptions, type FirmOffer, type Found, type InvariantCheck, type InvariantName,
  type Link, type LinkOptions, type LoadOptions, type NodeSpec, type NodeUsage, type OfferData, type OfferState, type RefusalCode,
  type Replay, type SchedulerOptions, type StepResult, type Task, type Verb, type Verdict,
} from 'firm-offer';
import { Scheduler as Ready } from 'firm-offer/ready';

const where: LoadOptions = { wasm: new URL('tools.wasm', 'https://example.org/') };
const all: FirmOffer = await load(where);
await load({ wasm: fetch('tools.wasm') });
await load({ wasm: new Uint8Array(8) });

const nodes: NodeSpec[] = [['n1', 10], { id: 'n2', capacity: 4 }];
const options: SchedulerOptions = { now: 5, contract: 'newest-first' };
const s: Scheduler = new Scheduler(nodes, options);
const fromMap = new all.Scheduler(new Map([['n1', 3]]));
const ready: Scheduler = new Ready([['n1', 10] as const]);
const now: number = s.now;
s.advanceTime(1);
const offers: Offer[] = s.makeOffers('A', 5);
const first = offers[0];
if (first) {
  s.acceptOffer('A', first);
  s.acceptOffer('A', first.id);
  const task: string = s.launchTask('A', first, 'web');
  s.declineOffer('A', first);
  s.finishTask('A', task);
  const state: OfferState | 'pruned' = first.state;
  const live: boolean = first.live;
  const data: OfferData = first.toJSON();
  const numbers: number[] = [first.units, first.created, first.deadline, data.units];
  const names: string[] = [first.framework, first.node, state, String(live), ...numbers.map(String)];
  names.push('');
  // @ts-expect-error what an offer says never changes
  first.units = 3;
  // @ts-expect-error states are words
  const wrong: boolean = first.state === 'launching';
}
s.setNodeResources('n1', 4);
const result: StepResult = s.run('accept A o1');
const refusal: RefusalError | null = result.refusal;
const verb: Verb = result.verb;
const allocations: Record<string, Allocation> = s.getAllocations();
const units: number | undefined = allocations['t1']?.units;
const one: Offer | undefined = s.offer('o1');
const live: Offer[] = s.offers({ live: true });
const tasks: Task[] = s.tasks({ running: true });
const finished: number | null | undefined = tasks[0]?.finished;
const usage: NodeUsage[] = s.nodes();
const check: Check = s.check();
const verdict: Verdict = check.verdict;
const invariant: InvariantCheck | undefined = check.invariants.find(({ status }) => status !== 'holds');
const at: LinkOptions = { at: 0 };
const links: string[] = [s.toLink(), s.toLink(at), toLink(s), toLink(s.trace(), at)];
const copy: Scheduler = s.clone();
copy.prune();
copy.dispose();
const gone: boolean = copy.disposed;
const again: Scheduler = Scheduler.fromTrace(s.trace(), { steps: 3 });

const told: Replay = replay(s.trace(), { contract: 'optimistic' });
const sentence: string | undefined = told.difference?.sentence;
const step = told.steps[told.firstViolated ?? 0];
const said: string[] = [step?.narration ?? '', ...(step?.results ?? [])];
const wanted: FindOptions = { contract: 'optimistic', invariant: 'launch-is-honoured', nodes: [['n1', 2]], frameworks: ['A', 'B'],
  timeouts: [1], advances: [1], resize: new Set([0, 1]), depth: 6, limit: 1000 };
const found: Found = find(wanted);
const broken: InvariantName[] = found.broken;
const story: string | null = found.trace;
const link: Link = fromLink(links[0] ?? '');
const branch: string | undefined = link.branches[0]?.steps;
const names: ContractName[] = contracts().filter(({ faulty }) => !faulty).map(({ name }) => name);

try {
  again.advanceTime(-1);
} catch (e) {
  if (e instanceof RefusalError) {
    const code: RefusalCode = e.code;
    const rule: number | undefined = e.rule;
    console.log(code, rule, e.framework, e.offer, e.task, e.node, e.state, e.owner, e.now, e.left, e.verb);
  } else if (e instanceof ArgumentError) {
    console.log(e.argument, e.value, e.expected);
  } else if (e instanceof TraceError) {
    console.log(e.errors[0]?.line, e.errors[0]?.hint);
  } else if (e instanceof LinkError) {
    console.log(e.kind === 'cut');
  } else if (e instanceof ProgramError) {
    console.log(e.code === 'disposed');
  } else if (e instanceof FirmOfferError) {
    const code: string = e.code;
    console.log(code, e.message, e.cause);
  }
}

// @ts-expect-error a number is no name
s.makeOffers(3);
// @ts-expect-error there is no such contract
new Scheduler([], { contract: 'bindin' });
// @ts-expect-error nodes are pairs
new Scheduler(['n1', 10]);
// @ts-expect-error offers come from schedulers
new Offer();
// @ts-expect-error there is no such option
find({ resizes: [1] });
// @ts-expect-error a link is a text
fromLink(s);
// @ts-expect-error a getter only
s.now = 4;

export { fromMap, ready, now, refusal, verb, units, one, live, finished, usage, verdict, invariant, gone, sentence, said, broken, story, branch, names };
