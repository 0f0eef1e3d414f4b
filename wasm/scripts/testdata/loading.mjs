// How the program is loaded, from where, and that nothing else is touched.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { load, Scheduler, ProgramError, ArgumentError } from 'firm-offer';

const beside = new URL('tools.wasm', import.meta.resolve('firm-offer'));
const names = Object.getOwnPropertyNames(globalThis);
globalThis.Go = 'of somebody else';

const failure = async (options, kind, ...words) => {
  const e = await load(options).then(() => assert.fail('it was loaded'), (error) => error);
  assert.ok(e instanceof kind, e.stack);
  assert.ok(/[^.]\.$/.test(e.message) || kind === ArgumentError, e.message);
  for (const word of words) assert.ok(e.message.includes(word), e.message);
};
await failure({ wasm: new URL('nothing.wasm', beside) }, ProgramError, 'could not be loaded');
await failure({ wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }, ProgramError, 'could not be loaded');
await failure({ wasm: new Response('', { status: 404 }) }, ProgramError, 'the server answered 404');
await failure({ wasm: new Response('<p>not found') }, ProgramError, 'could not be loaded');
await failure({ wasm: 7 }, ArgumentError, 'wasm');
await failure({ wams: beside }, ArgumentError, 'wams');

const bytes = await readFile(beside);
await load({ wasm: Promise.resolve(new Response(bytes, { headers: { 'Content-Type': 'text/plain' } })) }); // a host that does not know the type
assert.equal(new Scheduler([['n1', 1]]).makeOffers('A').length, 1);

assert.equal(globalThis.Go, 'of somebody else');
delete globalThis.Go;
assert.deepEqual(Object.getOwnPropertyNames(globalThis), names, 'nothing is left in the global scope');
console.log('ok');
