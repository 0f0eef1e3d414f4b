// Files of the site for a page that may fetch none: a page from a folder on disk, or one in a sandboxed frame whose host does not
// share its files with such frames. Scripts run even there, so the files come inside scripts: programs as gzip in base64, lessons
// as they are. Workers are not to be had there either, so what makes exports runs on the page.
//
// boot.js loads this script when it is needed. `make build` writes the scripts with the files.
(() => {
  'use strict';

  const host = window.firmOffer;
  const PROGRAMS = new Map([['app.wasm', 'app.wasm.js'], ['tools.wasm', 'tools.wasm.js']]); // others are lessons
  const taken = new Map();

  host.take = (files) => { for (const name in files) taken.set(name, files[name]); };

  // A file as fetch would bring it.
  host.local = async (name) => {
    if (!taken.has(name)) await host.script(PROGRAMS.get(name) || 'lessons.js');
    const body = taken.get(name);
    if (body === undefined) throw new Error('no file of the site');
    if (!PROGRAMS.has(name)) return new Response(body);
    taken.delete(name); // it is large
    return new Response(unpack(Uint8Array.from(atob(body), (c) => c.charCodeAt(0))), {headers: {'Content-Type': 'application/wasm'}});
  };

  // What makes exports, with the manners of a worker. It stops the page for the moment that an export takes.
  host.tools = () => {
    const program = (async () => {
      const response = await host.file('tools.wasm');
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const go = new window.Go();
      const {instance} = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
      await new Promise((resolve) => {
        window.started = resolve;
        go.run(instance);
      });
    })();
    const tools = {
      terminate() {},
      async postMessage([number, what, text]) {
        let answer;
        try {
          await program;
          answer = window.answer(what, text);
        } catch (error) {
          answer = [false, `The program for exports could not be loaded: ${error.message}.`];
        }
        tools.onmessage({data: [number, ...answer]});
      },
    };
    return tools;
  };

  // ---- gzip ----------------------------------------------------------------------------------------------------------------

  function unpack(packed) {
    return window.DecompressionStream ? new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')) : gunzip(packed);
  }

  // For browsers of before 2023: RFC 1952 without optional fields, as `make build` writes it, around RFC 1951.
  function gunzip(input) {
    const HEADER = 10, TRAILER = 8;
    const out = new Uint8Array(new DataView(input.buffer).getUint32(input.length - 4, true));
    let at = HEADER, to = 0, hold = 0, held = 0; // hold has the next bits, lowest first

    function peek(count) { // at most 16 bits; beyond the end they are zero
      for (; held < count; held += 8) hold |= input[at++] << held;
      return hold & ((1 << count) - 1);
    }
    function bits(count) {
      const value = peek(count);
      hold >>>= count;
      held -= count;
      return value;
    }
    function symbol(table) {
      const found = table[peek(15)];
      bits(found & 15);
      return found >> 4;
    }
    function copy(length, distance) {
      for (; length > 0; length--, to++) out[to] = out[to - distance];
    }
    function compressed(literals, distances) {
      for (let s; (s = symbol(literals)) !== 256;) {
        if (s < 256) {
          out[to++] = s;
          continue;
        }
        const length = LENGTHS[s - 257] + bits(LENGTH_BITS[s - 257]);
        const d = symbol(distances);
        copy(length, DISTANCES[d] + bits(DISTANCE_BITS[d]));
      }
    }
    function stored() {
      at -= held >> 3;
      hold = held = 0;
      const length = input[at] | input[at + 1] << 8;
      out.set(input.subarray(at + 4, at + 4 + length), to);
      at += 4 + length;
      to += length;
    }
    function tables() {
      const literals = 257 + bits(5), distances = 1 + bits(5), count = 4 + bits(4);
      const lengths = new Uint8Array(19);
      for (let i = 0; i < count; i++) lengths[ORDER[i]] = bits(3);
      const codes = decoder(lengths), all = [];
      while (all.length < literals + distances) {
        const s = symbol(codes);
        if (s < 16) all.push(s);
        else if (s === 16) all.push(...Array(3 + bits(2)).fill(all.at(-1)));
        else all.push(...Array(s === 17 ? 3 + bits(3) : 11 + bits(7)).fill(0));
      }
      return [decoder(all.slice(0, literals)), decoder(all.slice(literals))];
    }

    for (let last = 0; !last;) {
      if (at > input.length - TRAILER + 4) throw new Error('the packed program is cut off');
      last = bits(1);
      const kind = bits(2);
      if (kind === 0) stored();
      else if (kind === 1) compressed(decoder(FIXED_LITERALS), decoder(new Uint8Array(30).fill(5)));
      else compressed(...tables());
    }
    return out;
  }

  // decoder returns, for each 15 bits that may come next, the symbol and the length of its code.
  function decoder(lengths) {
    const table = new Uint16Array(1 << 15);
    for (let length = 1, code = 0; length <= 15; length++, code <<= 1) {
      for (let s = 0; s < lengths.length; s++) {
        if (lengths[s] !== length) continue;
        let reversed = 0; // codes come highest bit first
        for (let i = 0; i < length; i++) reversed |= (code >> i & 1) << (length - 1 - i);
        for (let i = reversed; i < table.length; i += 1 << length) table[i] = s << 4 | length;
        code++;
      }
    }
    return table;
  }

  // Lengths and distances are a base and some more bits.
  function bases(first, more) {
    const out = [];
    for (const count of more) {
      out.push(first);
      first += 1 << count;
    }
    return out;
  }
  const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
  const LENGTHS = bases(3, LENGTH_BITS);
  LENGTHS[28] = 258;
  const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
  const DISTANCES = bases(1, DISTANCE_BITS);
  const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const FIXED_LITERALS = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
})();
