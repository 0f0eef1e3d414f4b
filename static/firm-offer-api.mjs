// The engine of Firm Offer for programs, without the page: for browsers, workers and Node. firm-offer-api.d.ts has the types
// and says what each method does. It needs firm-offer-program.mjs, tools.wasm and
// wasm_exec.js beside it, and no eval.
//
//   import { load, Scheduler } from './firm-offer-api.mjs';
//   await load();
//   const s = new Scheduler([['n1', 10]]);

import {ArgumentError, FirmOfferError, LinkError, Program, ProgramError, RefusalError, TraceError, failed} from './firm-offer-program.mjs';

export {ArgumentError, FirmOfferError, LinkError, ProgramError, RefusalError, TraceError};

const STATES = ['pending', 'accepted', 'launched', 'declined', 'expired', 'invalidated'];
const FINAL = 2; // from this state on an offer stays as it is
const MAKE = 1, ACCEPT = 2, LAUNCH = 3, DECLINE = 4, FINISH = 5, ADVANCE = 6, RESIZE = 7; // as the engine numbers its verbs
const DEFAULT_TIMEOUT = 10;
const NOBODY = -1; // the handle where no scheduler is meant

// ---- arguments -------------------------------------------------------------------------------------------------------------

function shown(value) {
  switch (typeof value) {
    case 'string': return JSON.stringify(value.length > 40 ? value.slice(0, 40) + '...' : value);
    case 'bigint': return `${value}n`;
    case 'object': return value === null ? 'null' : Array.isArray(value) ? `an array of ${value.length}` : 'an object';
    case 'function': return 'a function';
    case 'symbol': return 'a symbol';
  }
  return String(value);
}

function wrong(argument, value, expected) {
  return new ArgumentError('bad-argument', `${argument}: found ${shown(value)}, expected ${expected}`, {argument, value, expected});
}

// A number that the engine judges further: it knows what is too small.
function whole(argument, value, what) {
  if (!Number.isSafeInteger(value)) throw wrong(argument, value, `a whole number of ${what}, at most ${Number.MAX_SAFE_INTEGER}`);
  return value;
}

const lone = /\p{Surrogate}/u; // half a character, which no text of the engine can hold

function words(argument, value, what) {
  if (typeof value !== 'string') throw wrong(argument, value, what);
  if (lone.test(value)) throw wrong(argument, value, `${what} without half a surrogate pair`);
  return value;
}

const framework = (value) => words('framework', value, 'the name of a framework');
const idOf = (value) => words('offer', value instanceof Offer ? value.id : value, 'an offer or its id');

function list(argument, value, what) {
  if (value === null || typeof value !== 'object' || typeof value[Symbol.iterator] !== 'function') throw wrong(argument, value, what);
  return [...value];
}

// Nodes as texts: id, capacity, id, capacity, ...
function nodeTexts(value) {
  const expected = 'a list of nodes such as [["n1", 10]]';
  return list('nodes', value, expected).flatMap((node, i) => {
    const pair = Array.isArray(node) ? node.length === 2 : node !== null && typeof node === 'object' && 'id' in node && 'capacity' in node;
    if (!pair) throw wrong(`nodes[${i}]`, node, 'a node such as ["n1", 10] or {id: "n1", capacity: 10}');
    const [id, capacity] = Array.isArray(node) ? node : [node.id, node.capacity];
    return [words(`nodes[${i}]`, id, 'the id of a node'), String(whole(`nodes[${i}], capacity`, capacity, 'units'))];
  });
}

// Options with their defaults. A name that is none of them is a mistake that would otherwise pass unseen.
function options(given, defaults) {
  if (given === null || typeof given !== 'object') throw wrong('options', given, 'an object');
  for (const name of Object.keys(given)) {
    if (!(name in defaults)) throw wrong('options', name, `only ${Object.keys(defaults).join(', ')}`);
  }
  return {...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))};
}

// ---- loading ---------------------------------------------------------------------------------------------------------------

let program = null; // once it runs
let loading = null;

export function load(given = {}) {
  if (program?.ended) program = loading = null;
  loading ??= (async () => {
    const {wasm} = options(given, {wasm: new URL('./tools.wasm', import.meta.url)});
    program = await new Program().start(wasm);
    return {Scheduler, Offer, replay, find, toLink, fromLink, contracts, FirmOfferError, RefusalError, ArgumentError, TraceError, LinkError, ProgramError};
  })().catch((error) => {
    loading = null;
    throw error instanceof FirmOfferError ? error : new ProgramError('not-loaded', `The program could not be loaded: ${error.message.replace(/\.$/, '')}.`, {cause: error});
  });
  return loading;
}

function running() {
  if (!program) throw new ProgramError('not-loaded', 'The program is not loaded yet: await load() first.');
  return program;
}

// ---- schedulers ------------------------------------------------------------------------------------------------------------

let stateOf; // of an offer of a scheduler, by number

export class Offer {
  #scheduler;
  #seq;
  #last; // the last state that was seen
  constructor(scheduler, seq, framework, node, units, created, deadline, state) {
    this.#scheduler = scheduler;
    this.#seq = seq;
    this.#last = state;
    this.id = 'o' + seq;
    this.framework = framework;
    this.node = node;
    this.units = units;
    this.created = created;
    this.deadline = deadline ?? Infinity;
  }
  get state() {
    const now = stateOf(this.#scheduler, this.#last < FINAL ? this.#seq : 0);
    if (now !== undefined) this.#last = now;
    return STATES[this.#last] ?? 'pruned';
  }
  get live() { return this.state === 'pending' || this.state === 'accepted'; }
  toJSON() { return this.#scheduler.disposed ? {...this} : {...this, state: this.state}; }
  [Symbol.for('nodejs.util.inspect.custom')]() { return this.toJSON(); }
}

const READY = Symbol('a scheduler that the program has already'); // before its program and handle

const forgotten = new FinalizationRegistry(({program, handle}) => program.free(handle));

export class Scheduler {
  #program;
  #handle;
  #disposed = false;

  constructor(nodes, given = {}, handle) {
    if (nodes === READY) {
      this.#program = given;
      this.#handle = handle;
    } else {
      this.#program = running();
      const {now, contract} = options(given, {now: 0, contract: 'binding'});
      this.#handle = this.#program.ask(NOBODY, 'new',
        [words('contract', contract, 'the name of a contract'), String(whole('now', now, 'ticks')), ...nodeTexts(nodes)]);
    }
    forgotten.register(this, {program: this.#program, handle: this.#handle}, this);
  }

  static fromTrace(text, given = {}) {
    const {steps} = options(given, {steps: Infinity});
    const count = steps === Infinity ? -1 : whole('steps', steps, 'steps');
    if (count < -1 || (count < 0 && steps !== Infinity)) throw wrong('steps', steps, 'a whole number of steps, 0 or more');
    const program = running();
    return new Scheduler(READY, program, program.ask(NOBODY, 'fromTrace', [words('text', text, 'a trace text'), String(count)]));
  }

  static {
    stateOf = (s, seq) => {
      s.#alive();
      return seq > 0 ? s.#program.state(s.#handle, seq) : undefined;
    };
  }

  #alive() {
    if (this.#disposed) throw new ProgramError('disposed', 'This scheduler was disposed of: make a new one.');
  }
  #call(verb, framework, name, task, amount) {
    this.#alive();
    return this.#program.call(this.#handle, verb, framework, name, task, amount);
  }
  #ask(question, args) {
    this.#alive();
    return this.#program.ask(this.#handle, question, args);
  }
  #offers(rows) { return rows.map((row) => new Offer(this, ...row)); }

  get disposed() { return this.#disposed; }
  get now() {
    this.#alive();
    return this.#program.now(this.#handle);
  }

  advanceTime(ticks) { this.#call(ADVANCE, '', '', '', whole('ticks', ticks, 'ticks')); }
  makeOffers(name, timeout = DEFAULT_TIMEOUT) {
    const told = this.#call(MAKE, framework(name), '', '', whole('timeout', timeout, 'ticks'));
    if (told === '') return [];
    const [first, created, deadline, ...made] = JSON.parse(told);
    return Array.from({length: made.length / 2}, (_, i) => new Offer(this, first + i, name, made[2 * i], made[2 * i + 1], created, deadline, 0));
  }
  acceptOffer(name, offer) { this.#call(ACCEPT, framework(name), idOf(offer), '', 0); }
  launchTask(name, offer, task = '') { return this.#call(LAUNCH, framework(name), idOf(offer), words('task', task, 'a task id'), 0); }
  declineOffer(name, offer) { this.#call(DECLINE, framework(name), idOf(offer), '', 0); }
  finishTask(name, task) { this.#call(FINISH, framework(name), words('task', task, 'a task id'), '', 0); }
  setNodeResources(node, capacity) { this.#call(RESIZE, '', words('node', node, 'the id of a node'), '', whole('capacity', capacity, 'units')); }
  run(line) { return step(this.#ask('run', [words('line', line, 'one line of a trace')])); }

  getAllocations() {
    return Object.fromEntries(this.tasks({running: true}).map(({id, framework, node, units}) => [id, {framework, node, units}]));
  }
  offer(id) { return this.#offers(this.#ask('offers', ['', idOf(id)]))[0]; }
  offers(given = {}) { return this.#offers(this.#ask('offers', [options(given, {live: false}).live ? 'live' : 'all'])); }
  tasks(given = {}) { return this.#ask('tasks', [options(given, {running: false}).running ? 'running' : 'all']); }
  nodes() { return this.#ask('nodes'); }
  check() { return this.#ask('check'); }
  trace() { return this.#ask('trace'); }
  toLink(given = {}) { return this.#ask('toLink', [at(given)]); }
  prune() { this.#ask('prune'); }
  clone() { return new Scheduler(READY, this.#program, this.#ask('clone')); }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#program.free(this.#handle);
  }
}

// ---- traces, searches, links -----------------------------------------------------------------------------------------------

const step = ({refusal = null, ...rest}) => ({...rest, refusal: refusal && failed({class: 'refusal', ...refusal})});

function at(given) {
  const {at} = options(given, {at: -1});
  if (at !== -1 && !(Number.isSafeInteger(at) && at >= 0)) throw wrong('at', at, 'a whole number of steps, 0 or more');
  return String(at);
}

export function replay(text, given = {}) {
  const {contract} = options(given, {contract: ''});
  const told = running().ask(NOBODY, 'replay', [words('text', text, 'a trace text'), words('contract', contract, 'the name of a contract')]);
  return {title: '', difference: null, ...told, steps: told.steps.map(step), firstViolated: told.firstViolated || null};
}

export function find(given = {}) {
  const w = options(given, {contract: 'binding', invariant: 'any', nodes: [['n1', 2]], frameworks: ['A', 'B'], timeouts: [1, 2],
    advances: [1], resize: [0, 1, 2, 3], depth: 0, limit: 500_000});
  const numbers = (name, what) => list(name, w[name], `a list of ${what}`).map((n, i) => String(whole(`${name}[${i}]`, n, what)));
  const names = list('frameworks', w.frameworks, 'a list of names').map((name, i) => words(`frameworks[${i}]`, name, 'the name of a framework'));
  const lists = [nodeTexts(w.nodes), names, numbers('timeouts', 'ticks'), numbers('advances', 'ticks'), numbers('resize', 'units')];
  const found = running().ask(NOBODY, 'find', [words('contract', w.contract, 'the name of a contract'),
    words('invariant', w.invariant, 'the name of an invariant, or any'), String(whole('depth', w.depth, 'commands')),
    String(whole('limit', w.limit, 'states')), ...lists.flatMap((one) => [String(one.length), ...one])]);
  return {trace: null, broken: [], ...found};
}

export function toLink(from, given = {}) {
  if (from instanceof Scheduler) return from.toLink(given);
  return running().ask(NOBODY, 'toLink', [at(given), words('trace', from, 'a trace text or a scheduler')]);
}

export function fromLink(link) {
  return {mode: '', note: null, ...running().ask(NOBODY, 'fromLink', [words('link', link, 'the fragment of an address')])};
}

export function contracts() { return running().ask(NOBODY, 'contracts'); }
