// The worker that makes exports and reads JSON: a program of its own, which the page starts when somebody asks for one.
'use strict';
importScripts('wasm_exec.js');

const NAME = 'tools.wasm';
const program = new Promise((resolve, reject) => {
  self.started = resolve;
  const go = new Go();
  fetch(NAME)
    .then((response) => { if (!response.ok) throw new Error(`the server answered ${response.status}`); return response.arrayBuffer(); })
    .then((bytes) => WebAssembly.instantiate(bytes, go.importObject))
    .then(({instance}) => go.run(instance), reject);
});

onmessage = async ({data: [number, what, text]}) => {
  try {
    await program;
    postMessage([number, ...self.answer(what, text)]);
  } catch (error) {
    postMessage([number, false, `The program ${NAME} could not be loaded: ${error.message}.`]);
  }
};
