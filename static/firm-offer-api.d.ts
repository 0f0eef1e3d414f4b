// Types of firm-offer-api.mjs: the engine of Firm Offer without the page. Units and ticks are whole numbers of at most
// 2^53-1; sums beyond that, which only contracts other than binding come to, are rounded. "Rule n" is rule n of the contract.

export type OfferState = 'pending' | 'accepted' | 'launched' | 'declined' | 'expired' | 'invalidated';
export type Verdict = 'holds' | 'overhang' | 'violated';
export type Verb = 'make' | 'accept' | 'launch' | 'decline' | 'finish' | 'advance' | 'resize';
export type InvariantName = 'no-over-commitment' | 'accepted-outlives-pending' | 'accept-is-honoured' | 'launch-is-honoured'
  | 'deadline-is-kept' | 'free-is-offered' | 'tasks-survive' | 'ledger-adds-up';
export type ContractName = 'binding' | 'first-accept-wins' | 'reserve-on-accept' | 'optimistic' | 'exclusive-lock' | 'oldest-first'
  | 'newest-first' | 'oldest-pending-first' | 'never-expires' | 'ignores-loss' | 'accepted-untouchable' | 'loses-tasks' | 'books-twice';

/** A node as an argument: its id and its capacity in units, from 0 on. */
export type NodeSpec = readonly [id: string, capacity: number] | { readonly id: string; readonly capacity: number };

// ---- loading

export interface LoadOptions {
  /** Where the program is, when it is not beside this module: an address, an answer of fetch, its bytes, or compiled. */
  wasm?: string | URL | Response | PromiseLike<Response> | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
}

/** What {@link load} gives: the same names that the module exports. */
export interface FirmOffer {
  readonly Scheduler: typeof Scheduler;
  readonly Offer: typeof Offer;
  readonly replay: typeof replay;
  readonly find: typeof find;
  readonly toLink: typeof toLink;
  readonly fromLink: typeof fromLink;
  readonly contracts: typeof contracts;
  readonly FirmOfferError: typeof FirmOfferError;
  readonly RefusalError: typeof RefusalError;
  readonly ArgumentError: typeof ArgumentError;
  readonly TraceError: typeof TraceError;
  readonly LinkError: typeof LinkError;
  readonly ProgramError: typeof ProgramError;
}

/**
 * Loads the program, once: every further call returns the same promise. After a failure, and after the program has ended, the
 * next call tries again. Everything else in this module needs it and throws a {@link ProgramError} before.
 */
export function load(options?: LoadOptions): Promise<FirmOffer>;

// ---- errors

/** What every error of this module is. */
export class FirmOfferError extends Error {
  protected constructor();
  readonly code: string;
}

export type RefusalCode = 'bad-name' | 'bad-node' | 'bad-contract' | 'bad-timeout' | 'bad-delta' | 'bad-capacity' | 'unknown-offer'
  | 'unknown-task' | 'not-owner' | 'not-pending' | 'not-accepted' | 'not-live' | 'not-running' | 'task-id-in-use' | 'does-not-fit'
  | 'not-in-contract' | 'limit' | 'unknown-verb';

/** The engine refused the call, which changed nothing (rule 8). The message is its sentence. What it does not know is not there. */
export class RefusalError extends FirmOfferError {
  private constructor();
  readonly code: RefusalCode;
  /** The rule that decided, where one did. */
  readonly rule?: number;
  readonly verb?: Verb;
  readonly framework?: string;
  readonly offer?: string;
  readonly task?: string;
  readonly node?: string;
  /** The state of the offer. */
  readonly state?: OfferState;
  /** The framework whose offer or task it is. */
  readonly owner?: string;
  /** The clock in ticks. */
  readonly now?: number;
  /** `does-not-fit`: the units that could have been taken. */
  readonly left?: number;
}

/** An argument is not what can be passed to the engine at all. The message names it, what was found and what was expected. */
export class ArgumentError extends FirmOfferError {
  private constructor();
  readonly code: 'bad-argument';
  readonly argument: string;
  readonly value?: unknown;
  readonly expected?: string;
}

/** A text is no trace: every wrong line with its place, at most 20. */
export class TraceError extends FirmOfferError {
  private constructor();
  readonly code: 'bad-trace';
  readonly errors: ReadonlyArray<{
    /** From 1; 0 where the text as a whole, or a single line, is meant. */
    readonly line: number;
    readonly column: number;
    readonly found: string;
    readonly expected: string;
    readonly hint?: string;
    readonly message: string;
  }>;
}

/** A link cannot be read whole. */
export class LinkError extends FirmOfferError {
  private constructor();
  readonly code: 'bad-link';
  readonly kind: 'empty' | 'foreign' | 'newer' | 'cut' | 'damaged' | 'too-long';
}

/** The program is not loaded, cannot be, or has ended; or the scheduler was disposed of. */
export class ProgramError extends FirmOfferError {
  private constructor();
  readonly code: 'not-loaded' | 'disposed' | 'ended';
}

// ---- schedulers

/** All free units of one node, promised to one framework. Only its state ever changes (rule 3). */
export class Offer {
  private constructor();
  readonly id: string;
  readonly framework: string;
  readonly node: string;
  readonly units: number;
  /** In ticks. */
  readonly created: number;
  /** In ticks; the offer lives in [created, deadline). Infinity where the clock never comes there. */
  readonly deadline: number;
  /** As it is now, not when the offer was made. `pruned` where nobody read the final state before {@link Scheduler.prune}. */
  get state(): OfferState | 'pruned';
  /** Whether units are still promised: pending or accepted. */
  get live(): boolean;
  /** The offer as plain data, with its state now. */
  toJSON(): OfferData;
}

export interface OfferData {
  id: string;
  framework: string;
  node: string;
  units: number;
  created: number;
  deadline: number;
  state?: OfferState | 'pruned';
}

export interface Allocation {
  framework: string;
  node: string;
  units: number;
}

export interface Task extends Allocation {
  id: string;
  offer: string;
  /** In ticks. */
  launched: number;
  /** In ticks; null while it runs. */
  finished: number | null;
  running: boolean;
}

/** The ledger of a node in units. */
export interface NodeUsage {
  id: string;
  capacity: number;
  /** Of running tasks. */
  allocated: number;
  /** Of live offers: pending + accepted. */
  reserved: number;
  pending: number;
  accepted: number;
  /** capacity - allocated - reserved. */
  free: number;
  /** Running work that outlives a loss of capacity. */
  overhang: number;
}

/** One invariant after the last call. Where it does not hold, the first place and its numbers are told. */
export interface InvariantCheck {
  name: InvariantName;
  statement: string;
  status: Verdict;
  sentence?: string;
  node?: string;
  offer?: string;
  task?: string;
  /** What there is. */
  have?: number;
  /** What it should not exceed. */
  limit?: number;
  /** How many nodes or offers break it. */
  places?: number;
}

export interface Check {
  verdict: Verdict;
  /** All eight, in the order of the contract. */
  invariants: InvariantCheck[];
}

/** What one line of a trace did. */
export interface StepResult {
  /** The line in canonical form. */
  command: string;
  verb: Verb;
  /** The results as a trace has them, without the TABs. */
  results: string[];
  refusal: RefusalError | null;
  verdict: Verdict;
  /** The invariants that do not hold after it. */
  broken: InvariantName[];
}

export interface SchedulerOptions {
  /** The clock at the start, in ticks; 0 when left out. */
  now?: number;
  /** `binding` when left out. */
  contract?: ContractName;
}

/**
 * A cluster under one contract. Every method that the engine refuses throws a {@link RefusalError} and has changed nothing. What
 * the methods return is a copy. A call takes a few microseconds; there may be any number of schedulers side by side.
 */
export class Scheduler {
  constructor(nodes: Iterable<NodeSpec>, options?: SchedulerOptions);

  /** A scheduler behind the first so many steps of a trace, behind all of them when left out. */
  static fromTrace(text: string, options?: { steps?: number }): Scheduler;

  /** The clock in ticks. */
  get now(): number;
  get disposed(): boolean;

  /** Moves the clock; live offers whose deadline has come expire (rules 16 and 17). */
  advanceTime(ticks: number): void;
  /** Offers the framework all free units of every node that has some, for 10 ticks when left out (rules 2 and 14). */
  makeOffers(framework: string, timeout?: number): Offer[];
  /** Accepts a pending offer of the framework (rule 5). */
  acceptOffer(framework: string, offer: Offer | string): void;
  /** Launches an accepted offer and returns the task's id: the one given, else t1, t2, ... (rules 6 and 11). */
  launchTask(framework: string, offer: Offer | string, task?: string): string;
  /** Gives a live offer back (rule 7). */
  declineOffer(framework: string, offer: Offer | string): void;
  /** Ends a running task; its units are free again (rule 12). */
  finishTask(framework: string, task: string): void;
  /** Replaces the capacity of a node, or adds an unknown node as the last one (rules 18 to 21). */
  setNodeResources(node: string, capacity: number): void;
  /** Runs one line of trace text, such as `accept A o1`. It throws for a line that is none; a refusal is part of the result. */
  run(line: string): StepResult;

  /** What every running task occupies, by task id. */
  getAllocations(): Record<string, Allocation>;
  /** The offer with the id, undefined when there is none or it was pruned. */
  offer(id: string): Offer | undefined;
  /** All kept offers by number, or only the live ones. */
  offers(options?: { live?: boolean }): Offer[];
  /** All kept tasks in launch order, or only the running ones. */
  tasks(options?: { running?: boolean }): Task[];
  /** The ledgers of all nodes, in the order in which they came. */
  nodes(): NodeUsage[];
  /** Checks the eight invariants after the last call. */
  check(): Check;

  /** All calls so far as a trace text with results. It throws after more than 20,000 calls, which no trace holds. */
  trace(): string;
  /** The fragment of an address that opens the playground with this trace. */
  toLink(options?: LinkOptions): string;
  /** Forgets ended offers and finished tasks, so that a scheduler that lives long does not grow for ever. */
  prune(): void;
  /** An independent scheduler in the same state. */
  clone(): Scheduler;
  /** Gives the memory back; every further use throws. A scheduler that nobody refers to any more is disposed of in time anyway. */
  dispose(): void;
}

// ---- traces, searches, links

export interface Replay {
  contract: ContractName;
  /** The first line of the opening comment, or ''. */
  title: string;
  nodes: Array<[id: string, capacity: number]>;
  steps: Array<StepResult & { number: number; narration?: string }>;
  /** The worst of all steps. */
  verdict: Verdict;
  /** The number of the first step after which an invariant is violated. */
  firstViolated: number | null;
  /** The first place where the recorded results are not those of the replay, null when there is none or nothing is recorded. */
  difference: { step: number; line: number; command: string; recorded: string; actual: string; sentence: string } | null;
}

/** Runs a trace text, under its own contract or another one. A text that is no trace throws a {@link TraceError}. */
export function replay(text: string, options?: { contract?: ContractName }): Replay;

export interface FindOptions {
  contract?: ContractName;
  /** The promise to look for; `any`, whichever breaks first, when left out. */
  invariant?: InvariantName | 'any';
  /** 1 to 4 nodes of at most 64 units; one of 2 when left out. */
  nodes?: Iterable<NodeSpec>;
  /** 1 to 4 names; A and B when left out. */
  frameworks?: Iterable<string>;
  /** Of the makes, in ticks; 1 and 2 when left out. */
  timeouts?: Iterable<number>;
  /** Ticks that time may pass at once; 1 when left out. */
  advances?: Iterable<number>;
  /** Capacities in units that a node may be given; 0 to 3 when left out. */
  resize?: Iterable<number>;
  /** Commands in a row; 0, which is the default, for as many as there are. */
  depth?: number;
  /** States after which the search gives up; 500,000 when left out. A state takes some microseconds. */
  limit?: number;
}

export interface Found {
  /** `unknown` is never good news: the limit came first. */
  verdict: 'violated' | 'holds' | 'unknown';
  /** `holds` in every state that can be reached, not only to the depth that was asked for. */
  whole: boolean;
  /** There is no story with any number of such nodes. */
  anyNumberOfNodes: boolean;
  depth: number;
  states: number;
  transitions: number;
  /** What never happened in the world, one short sentence each. */
  missing: string[];
  /** The shortest story, as a trace text with results; null unless violated. */
  trace: string | null;
  /** What its last step breaks. */
  broken: InvariantName[];
}

/** Searches a small world for the shortest story that breaks a promise. It works until it is done: in a page, call it in a worker. */
export function find(options?: FindOptions): Found;

export interface LinkOptions {
  /** The step on screen, from 0; the last one when left out. */
  at?: number;
}

/** The fragment, without #, of an address that opens the playground with the trace. */
export function toLink(from: string | Scheduler, options?: LinkOptions): string;

export interface Link {
  /** Without results. */
  trace: string;
  /** The contracts beside the trace's own. */
  contracts: string[];
  at: number;
  mode: string;
  /** Futures that were left: `of` is the branch that it left, 0 for the trace itself, `from` the steps shared with that. */
  branches: Array<{ name: string; of: number; from: number; steps: string }>;
  /** What a reader should know: that the link was edited, or that the rules of this program answer differently. */
  note: string | null;
}

/** Reads a link, with or without its #. One that is cut or damaged throws a {@link LinkError}. */
export function fromLink(link: string): Link;

/** All contracts, binding first; the faulty ones at the end break an invariant that no other one breaks. */
export function contracts(): Array<{ name: ContractName; resembles: string; faulty: boolean }>;
