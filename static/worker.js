// A search in a thread of its own: the same program as the page, compiled once there and handed over.
importScripts('wasm_exec.js');
onmessage = ({data: module}) => {
  const go = new Go();
  onmessage = null;
  WebAssembly.instantiate(module, go.importObject).then((instance) => go.run(instance));
};
