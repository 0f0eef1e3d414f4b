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
let glue = null; // the class Go, and the globals that it needs while a program starts

// The script of the Go distribution leaves things in the global scope, which is not ours: they are taken out again.
async function takeGlue() {
  if (glue) return glue;
  const before = new Map(BORROWED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  await import('./wasm_exec.js');
  const added = {};
  for (const name of BORROWED) {
    if (!before.get(name) || name === 'Go') added[name] = globalThis[name];
    if (!before.get(name)) delete globalThis[name];
    else if (name === 'Go') Object.defineProperty(globalThis, name, before.get(name));
  }
  const {Go, ...globals} = added;
  return glue = {Go, globals};
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
  ended = false;

  async start(source) {
    const [module, {Go, globals}] = await Promise.all([compiled(source), takeGlue()]);
    const go = new Go();
    go.argv = ['tools', 'api'];
    go.exit = () => { this.ended = true; };
    go.importObject.gojs['runtime.wasmWrite'] = (at) => this.#print(at >>> 0); // the last words of a crash
    const instance = await WebAssembly.instantiate(module, go.importObject);
    this.#calls = instance.exports;
    const missing = Object.keys(globals).filter((name) => !(name in globalThis));
    for (const name of missing) globalThis[name] = globals[name];
    try {
      go.run(instance);
    } finally {
      for (const name of missing) delete globalThis[name];
    }
    if (this.ended || typeof this.#calls.fo_call !== 'function') throw new Error('it is not the program of this module');
    return this;
  }

  #print(at) {
    const memory = new DataView(this.#calls.mem.buffer);
    const text = new Uint8Array(memory.buffer, Number(memory.getBigUint64(at + 16, true)), memory.getInt32(at + 24, true));
    console.error(this.#decoder.decode(text).trimEnd());
  }

  // room returns where so many bytes can be written. Memory that has grown is another buffer.
  #room(size) {
    const at = this.#calls.fo_in(size);
    if (this.#bytes.buffer !== this.#calls.mem.buffer) this.#bytes = new Uint8Array(this.#calls.mem.buffer);
    return at;
  }

  #write(at, text) {
    const bytes = this.#bytes;
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
    try {
      return f();
    } catch (error) {
      if (error instanceof FirmOfferError) throw error;
      this.ended = true;
      throw this.#over(error);
    }
  }

  #over(cause) {
    return new ProgramError('ended', 'The program has ended, perhaps for want of memory, and its schedulers with it: call load() again and begin anew.', {cause});
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

  ask(handle, ...args) {
    return this.#safely(() => {
      const texts = args.map((text) => this.#encoder.encode(text));
      let at = this.#room(texts.reduce((sum, text) => sum + text.length + 4, 0));
      const memory = new DataView(this.#bytes.buffer);
      texts.forEach((text, i) => memory.setUint32(at + 4 * i, text.length, true));
      at += 4 * texts.length;
      for (const text of texts) {
        this.#bytes.set(text, at);
        at += text.length;
      }
      const answer = this.#take(this.#calls.fo_ask(handle, texts.length));
      return answer && JSON.parse(answer);
    });
  }

  now(handle) { return this.#safely(() => this.#calls.fo_now(handle)); }
  state(handle, seq) { return this.#safely(() => this.#calls.fo_state(handle, seq)); }
  free(handle) { if (!this.ended) this.#safely(() => this.#calls.fo_free(handle)); }
}

