// What comes to the page from outside and leaves it: the address, files, pasted and dropped texts, the library in this browser.
//
// Everything here may be refused: a frame without rights has no storage, and a strict browser no history. Then the page goes on
// without, and says so where somebody asked for it.
(() => {
  'use strict';

  const host = window.firmOffer;
  const LIBRARY = 'firm-offer/'; // before the name of each saved session
  const SCORE = 'firm-offer-score';
  const MOST = 4 << 20; // bytes of a file that are read
  const PAUSE = 300; // ms without a step, after which the address follows

  let receive = () => {}; // of the program
  let shown = ''; // the fragment that we wrote or opened last
  let timer = 0;
  let follows = true; // the address; said once where it does not

  const send = (...news) => queueMicrotask(() => receive(...news)); // not at once: the program may be what called, and is busy
  const fragment = () => location.hash.slice(1);
  const tried = (f, otherwise) => { try { return f(); } catch { return otherwise; } };

  // ---- address -------------------------------------------------------------------------------------------------------------

  // What stood beside the address in this entry of the history: older sessions for Undo. It counts for its own address only.
  function past() {
    const state = tried(() => history.state, null);
    return state && state.fragment === shown && typeof state.past === 'string' ? state.past : '';
  }

  host.listen = (program) => {
    receive = program;
    shown = fragment();
    return [shown || (location.href.endsWith('#') ? ' ' : ''), past()]; // a # with nothing behind it is a link that lost what it held
  };

  host.address = () => location.href.replace(/#.*$/s, '');

  const keep = () => { if (document.documentElement.dataset.state === 'ready') receive('keep', '', ''); };

  host.later = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
    addEventListener('beforeunload', keep); // for the time being: some browsers do not cache a page that listens to it
  };

  host.keep = (now, older) => {
    removeEventListener('beforeunload', keep);
    if (fragment() !== shown) return; // a link has come, and is opened in a moment
    try {
      history.replaceState({fragment: now, past: older}, '', '#' + now);
      shown = fragment();
    } catch {
      if (follows) send('problem', 'The browser refuses to let the address follow your steps. Share gives a link to them.', '');
      follows = false;
    }
  };

  addEventListener('hashchange', () => {
    if (fragment() === shown) return;
    shown = fragment();
    send('link', shown, past());
  });
  addEventListener('pagehide', keep); // too late for the entry in some browsers, and all that others have

  // ---- files, drop, paste --------------------------------------------------------------------------------------------------

  function save(name, text) {
    const url = URL.createObjectURL(new Blob([text], {type: 'text/plain;charset=utf-8'}));
    const a = Object.assign(document.createElement('a'), {href: url, download: name});
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    if (window.origin === 'null' && location.protocol !== 'file:') {
      send('problem', `“${name}” was made. If it was not saved, the page around this frame forbids it: open the playground in a page of its own.`, '');
    } else send('saved', name, '');
  }

  let tools = null; // the worker that knows the formats, or what stands in for it, once somebody asked for one
  let questions = 0;
  const asked = new Map(); // number of a question -> the question, and what to do with the answer

  function ask(what, text, then) {
    const question = [++questions, what, text];
    asked.set(questions, {question, then});
    if (tools) return tools.postMessage(question);
    try {
      hire(new Worker('tools.js'), standIn);
    } catch {
      standIn();
    }
  }

  function hire(worker, failed) {
    tools = worker;
    worker.onmessage = ({data: [number, ...answer]}) => { asked.get(number)?.then(...answer); asked.delete(number); };
    worker.onerror = () => {
      worker.terminate();
      failed();
    };
    const [language, words] = host.words();
    if (language) worker.postMessage([0, `speak ${language}`, words]);
    for (const {question} of asked.values()) worker.postMessage(question);
  }

  async function standIn() { // where no worker is to be had, the page makes exports itself
    tools = {postMessage() {}}; // until it is there
    try {
      if (!host.tools) await host.script('local.js');
      hire(host.tools());
    } catch {
      tools = null;
      for (const {then} of asked.values()) then(false, 'The program for exports could not be loaded. Copy the trace text instead.');
      asked.clear();
    }
  }

  host.make = (format, file, trace) => ask(format, trace, (ok, text, name) => {
    const failed = (reason) => send('problem', `“${name || file}” was not made. ${reason}`, '');
    if (!ok) failed(text);
    else if (file.endsWith('.png')) paint(text, (png) => save(name, png), failed);
    else save(name || file, text);
  });

  async function paint(svg, then, failed) { // by a script that nobody needs before
    try {
      if (!host.png) await host.script('picture.js');
    } catch {
      return failed('The program for pictures could not be loaded. Save it as SVG instead.');
    }
    await host.png(svg).then(then, (error) => failed(error.message));
  }

  host.convert = (name, text) => ask('import', text, (ok, answer) => {
    if (ok) send('text', name, answer);
    else send('problem', `“${name}” was not imported. ${answer}`, '');
  });

  function tooLong(name, length) {
    if (length > MOST) send('problem', `“${name}” was not imported: found ${length} bytes, expected at most ${MOST}.`, '');
    return length > MOST;
  }

  function take(name, text) { // dropped or pasted
    if (!tooLong(name, text.length)) send('text', name, text);
  }

  async function read(name, body) { // of a File or a Response's Blob
    if (tooLong(name, body.size)) return;
    const text = await body.text().catch(() => null);
    if (text === null) send('problem', `“${name}” could not be read.`, '');
    else send('text', name, text);
  }

  host.get = async (address) => {
    try {
      const url = new URL(address, location.href);
      if (url.protocol + url.host !== location.protocol + location.host) {
        return send('problem', `“${address}” was not imported: it is on another site, expected an address of this one.`, '');
      }
      const response = await host.file(address);
      if (!response.ok) return send('problem', `“${address}” was not imported: the server answered ${response.status}.`, '');
      await read(address, await response.blob());
    } catch {
      send('problem', `“${address}” was not imported: no answer from the network or the server.`, '');
    }
  };

  addEventListener('change', (event) => {
    const field = event.target;
    if (field.id !== 'import-file' || !field.files.length) return;
    read(field.files[0].name, field.files[0]);
    field.value = ''; // the same file can be chosen again
  });

  const brings = (event) => event.dataTransfer && ['Files', 'text/plain'].some((type) => event.dataTransfer.types.includes(type));
  const inField = (event) => event.target instanceof Element && event.target.closest('input, textarea');

  addEventListener('dragover', (event) => { if (brings(event) && !inField(event)) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!brings(event) || inField(event)) return;
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) read(file.name, file);
    else take('the dropped text', event.dataTransfer.getData('text/plain'));
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') || '';
    if (inField(event) || !text.trim()) return;
    event.preventDefault();
    take('the pasted text', text);
  });

  // ---- a presentation, and the score of the one who predicts -------------------------------------------------------------------

  host.save = save;
  host.fullScreen = (on) => {
    if (on !== !document.fullscreenElement) return;
    (on ? document.documentElement.requestFullscreen?.() : document.exitFullscreen())?.catch(() => {}); // it is large all the same
  };
  addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) send('small', '', ''); });
  host.wait = (turn, millis) => setTimeout(() => send('tick', turn, ''), millis);
  host.score = (text) => tried(() => text === undefined ? localStorage.getItem(SCORE) || '' : localStorage.setItem(SCORE, text), '');
  host.predicted = (kind, right, rule) => dispatchEvent(new CustomEvent('prediction', {detail: {kind, right, rule}}));

  host.embed = async (open, link) => {
    if (!host.panel) await host.script('embed.js').catch(() => send('problem', 'The panel could not be loaded: no answer from the network or the server.', ''));
    host.panel?.(open, link);
  };

  // ---- library -------------------------------------------------------------------------------------------------------------

  host.stored = () => tried(() => Object.keys(localStorage).filter((key) => key.startsWith(LIBRARY))
    .flatMap((key) => [key.slice(LIBRARY.length), localStorage.getItem(key)]), []);
  host.store = (name, link) => tried(() => { localStorage.setItem(LIBRARY + name, link); return true; }, false);
  host.unstore = (name) => tried(() => { localStorage.removeItem(LIBRARY + name); return true; }, false);
})();
