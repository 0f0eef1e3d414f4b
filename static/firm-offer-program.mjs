// What stands between firm-offer-api.mjs and the program tools.wasm: its memory, its errors, and how it is started.

// ---- errors ----------------------------------------------------------------------------------------------------------------

export class FirmOfferError extends Error {
  constructor(code, message, fields) {
    super(message);
    this.code = code;
    Object.assign(this, fields);
  }
  get name() { return this.constructor.name; }
}
export class RefusalError extends FirmOfferError {}
export class ArgumentError extends FirmOfferError {}
export class TraceError extends FirmOfferError {}
export class LinkError extends FirmOfferError {}
export class ProgramError extends FirmOfferError {}

// failed makes the error that the program told.
export function failed({class: kind, code, message, ...fields}) {
  switch (kind) {
    case 'refusal': return new RefusalError(code, message, fields);
    case 'trace': return new TraceError('bad-trace', message, fields);
    case 'link': return new LinkError('bad-link', message, fields);
  }
  return new ArgumentError('bad-argument', message, {argument: message.slice(0, message.indexOf(':'))});
}

// ---- the program -----------------------------------------------------------------------------------------------------------

const BORROWED = ['Go', 'fs', 'process', 'path']; // what wasm_exec.js puts into the global scope where it is missing
let glue = null; // a promise of the class Go, and of the globals that it needs while a program starts

// The script of the Go distribution leaves things in the global scope, which is not ours: they are taken out again.
async function takeGlue() {
  const before = new Map(BORROWED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  await import('./wasm_exec.js');
  const added = {};
  for (const name of BORROWED) {
    if (!before.get(name) || name === 'Go') added[name] = globalThis[name];
    if (!before.get(name)) delete globalThis[name];
    else if (name === 'Go') Object.defineProperty(globalThis, name, before.get(name));
  }
  const {Go, ...globals} = added;
  return {Go, globals};
}

async function compiled(source) {
  source = await source;
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof source === 'string') source = new URL(source, globalThis.location?.href ?? import.meta.url);
  if (source instanceof URL && source.protocol === 'file:') {
    const files = 'node:fs/promises'; // a name that bundlers for browsers do not look for
    const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(source));
  }
  const response = source instanceof URL ? await fetch(source) : source;
  if (typeof response?.arrayBuffer !== 'function') {
    throw new ArgumentError('bad-argument', 'wasm: found something else, expected an address, a Response, bytes or a WebAssembly.Module', {argument: 'wasm', value: source});
  }
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const streams = WebAssembly.compileStreaming && /^application\/wasm\s*(;|$)/i.test(response.headers.get('Content-Type') ?? '');
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Program is one instance of tools.wasm, and the only thing that knows its memory.
export class Program {
  #calls; // the exported functions
  #bytes = new Uint8Array(0);
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  #words = ''; // the last ones, of a crash
  ended = false;

  async start(source) {
    const [module, {Go, globals}] = await Promise.all([compiled(source), glue ??= takeGlue()]);
    const go = new Go();
    go.exit = () => { this.ended = true; };
    go.importObject.gojs['runtime.wasmWrite'] = (at) => this.#hear(at >>> 0);
    const instance = await WebAssembly.instantiate(module, go.importObject);
    this.#calls = instance.exports;
    if (typeof this.#calls.fo_call !== 'function') throw new Error('it is another program');
    const lent = {...globals, firmOfferAPI: true}; // the last says what the program is to be
    const missing = Object.keys(lent).filter((name) => !(name in globalThis));
    for (const name of missing) globalThis[name] = lent[name];
    try {
      go.run(instance).catch(() => { this.ended = true; });
    } finally {
      for (const name of missing) delete globalThis[name];
    }
    if (this.ended) throw new Error(this.#words || 'it ended at once');
    return this;
  }

  // hear takes what the program writes, which it does only when it breaks down: the beginning says why.
  #hear(at) {
    const memory = new DataView(this.#calls.mem.buffer);
    const text = new Uint8Array(memory.buffer, Number(memory.getBigUint64(at + 16, true)), memory.getInt32(at + 24, true));
    if (this.#words.length < 300) this.#words += this.#decoder.decode(text);
  }

  // room returns where so many bytes can be written. Memory that has grown is another buffer.
  #room(size) {
    const at = this.#calls.fo_in(size);
    if (this.#bytes.buffer !== this.#calls.mem.buffer) this.#bytes = new Uint8Array(this.#calls.mem.buffer);
    return at;
  }

  #write(at, text) {
    const bytes = this.#bytes;
    if (text.length > 64) return this.#encoder.encodeInto(text, bytes.subarray(at)).written;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c > 0x7F) return this.#encoder.encodeInto(text, bytes.subarray(at)).written;
      bytes[at + i] = c;
    }
    return text.length;
  }

  // take returns what the last call wrote, or throws the error that it is.
  #take(length) {
    if (length === 0) return '';
    const at = this.#calls.fo_out();
    const answer = this.#decoder.decode(new Uint8Array(this.#calls.mem.buffer, at, Math.abs(length)));
    if (length < 0) throw failed(JSON.parse(answer));
    return answer;
  }

  // safely does something with the program. One that has crashed, as for want of memory, is over.
  #safely(f) {
    if (this.ended) throw this.#over();
    let answer;
    try {
      answer = f();
    } catch (error) {
      if (error instanceof FirmOfferError && !this.ended) throw error;
      this.ended = true;
      throw this.#over(error);
    }
    if (this.ended) throw this.#over(); // what it answered on the way down is no answer
    return answer;
  }

  #over(cause) {
    const why = this.#words.split('\n')[0] || cause?.message || 'it was before';
    return new ProgramError('ended', `The program has ended (${why}), and its schedulers with it: call load() again and begin anew.`, {cause});
  }

  call(handle, verb, framework, name, task, amount) {
    return this.#safely(() => {
      let at = this.#room(3 * (framework.length + name.length + task.length));
      const f = this.#write(at, framework);
      const n = this.#write(at += f, name);
      const t = this.#write(at += n, task);
      return this.#take(this.#calls.fo_call(handle, verb, f, n, t, amount));
    });
  }

  ask(handle, question, args = []) {
    return this.#safely(() => {
      const texts = [question, ...args];
      const lengths = this.#room(texts.reduce((sum, text) => sum + 4 + 3 * text.length, 0));
      const memory = new DataView(this.#bytes.buffer);
      let at = lengths + 4 * texts.length;
      texts.forEach((text, i) => {
        const written = this.#write(at, text);
        memory.setUint32(lengths + 4 * i, written, true);
        at += written;
      });
      const answer = this.#take(this.#calls.fo_ask(handle, texts.length));
      return answer && JSON.parse(answer);
    });
  }

  now(handle) { return this.#safely(() => this.#calls.fo_now(handle)); }
  state(handle, seq) { return this.#safely(() => this.#calls.fo_state(handle, seq)); }
  free(handle) { if (!this.ended) this.#safely(() => this.#calls.fo_free(handle)); }
}

