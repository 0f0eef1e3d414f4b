// Loads app.wasm, starts it, and says in plain words what is wrong when that does not work or the program stops.
//
//   loading --first render--> ready --error in the program--> failed
//      ^ \---no program-----> failed
//      \------Try again----------/
//
// The state stands in <html data-state>. window.firmOffer is what the program calls; its journal keeps the trace outside the
// program's memory, so that it outlives the program.
(() => {
  'use strict';

  const PROGRAM = 'app.wasm';
  const stopped = () => t('The playground stopped because of an error in the program.');
  const page = document.documentElement;
  const playground = document.getElementById('playground');
  const boot = document.getElementById('boot');
  const failure = document.getElementById('failure');

  // ---- language ------------------------------------------------------------------------------------------------------------

  // The page is English until the program speaks. Another language is one that ?lang= asks for, or else the first of the browser's
  // that we have; its message file is fetched beside the program, which gets it before it draws.
  const SPOKEN = {de: 'words-de.txt', qps: 'words-qps.txt'};
  const ours = (tag) => { const short = tag.toLowerCase().split('-')[0]; return short === 'en' || Object.hasOwn(SPOKEN, short) ? short : ''; };
  const asked = new URLSearchParams(location.search).get('lang');
  const language = asked === null ? navigator.languages?.map(ours).find(Boolean) : ours(asked);

  let words = ''; // the message file
  async function fetchWords() {
    if (words || !Object.hasOwn(SPOKEN, language)) return;
    try {
      const response = await file(SPOKEN[language]);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      words = await response.text();
    } catch (error) {
      console.warn(`There are no words for ${language}, so this page is in English: ${error.message}`);
    }
  }

  // What this script says itself; %s are the values in turn.
  function t(message, ...values) {
    const at = words.indexOf(`\n${message}\n\t`);
    const said = at < 0 ? message : words.slice(at + message.length + 3).split('\n', 1)[0];
    return said.replace(/%s/g, () => values.shift());
  }

  function make(tag, text, properties) {
    const el = Object.assign(document.createElement(tag), properties);
    el.textContent = text;
    return el;
  }

  // ---- journal -------------------------------------------------------------------------------------------------------------

  let head = []; // lines before the first step
  let steps = []; // each with its narration before it and its results after it

  function journal(at, line) {
    steps.length = Math.min(at, steps.length);
    steps.push(line);
  }

  function journalAll(text) {
    head = [];
    steps = [];
    let between = [];
    const settle = (line) => {
      if (steps.length) steps.push([steps.pop(), ...between, ...line].join('\n'));
      else head.push(...between, ...line);
      between = [];
    };
    for (const line of text.replace(/\n$/, '').split('\n')) {
      if (line.startsWith('\t') || /^(firmoffer\/|node\s)/.test(line)) settle([line]);
      else if (line.trimStart().startsWith('#') || line.trim() === '') between.push(line);
      else {
        steps.push([...between, line].join('\n'));
        between = [];
      }
    }
    settle([]);
  }

  function journalText() {
    const lines = [...head, ...steps];
    return lines.length ? lines.join('\n') + '\n' : '';
  }

  // ---- failure -------------------------------------------------------------------------------------------------------------

  const realEval = window.eval;

  function show(heading, sentence, how, action, trace) {
    page.dataset.state = 'failed';
    window.eval = realEval;
    playground.inert = true; // the picture stays, but its buttons would do nothing
    boot.replaceChildren();
    const buttons = make('p', '', {className: 'row'});
    buttons.append(action);
    failure.replaceChildren(make('h2', heading), make('p', sentence), make('p', how), buttons);
    if (trace) {
      const label = make('label', t('Trace'), {className: 'column'});
      const text = make('textarea', '', {value: trace, readOnly: true, rows: 8, spellcheck: false});
      label.append(text);
      buttons.append(make('button', t('Copy the trace'), {type: 'button', onclick: (event) => copy(text, event.currentTarget)}));
      failure.append(label);
    }
    failure.hidden = false;
  }

  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text.value);
      button.textContent = t('Copied');
    } catch {
      text.select(); // a frame without the right to the clipboard can still copy a selection
      button.textContent = document.execCommand('copy') ? t('Copied') : t('Selected: copy it with your keyboard');
    }
  }

  function fail(sentence, trace) {
    if (page.dataset.state === 'failed') return; // the first failure is the cause, later ones its echo
    const kept = trace || journalText();
    let how = kept ? t('Your steps are kept below. Copy the trace, reload the page and import it to go on.') : t('Reload the page to go on.');
    if (location.hash) how += ' ' + t('If that fails too, open the page without the part of its address that begins with #.');
    const reload = make('button', t('Reload'), {type: 'button', className: 'go', onclick: () => location.reload()});
    show(t('The playground stopped'), sentence, how, reload, kept);
  }

  class Trouble extends Error {} // its message is a sentence for people

  function failLoading(error) {
    if (!(error instanceof Trouble)) console.error(error);
    const sentence = error instanceof Trouble ? error.message : reasonOf(error);
    const again = make('button', t('Try again'), {type: 'button', className: 'go', onclick: () => start('reload')});
    show(t('The playground could not be loaded'), sentence, t('Until it is loaded, this page shows a still picture. Nothing is lost.'),
      again, journalText());
  }

  function reasonOf(error) {
    if (/content security policy|CSP|unsafe-eval/i.test(error.message)) {
      return t('The security policy of this page forbids WebAssembly: its script-src needs \'wasm-unsafe-eval\'.');
    }
    if (error instanceof WebAssembly.CompileError) return t('The program %s arrived damaged, or this browser is too old for it.', PROGRAM);
    return t('The program %s could not be started in this browser.', PROGRAM);
  }

  // ---- loading -------------------------------------------------------------------------------------------------------------

  // By hand: the browser's own formatter takes longer to load than the first picture takes to draw.
  const figure = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
  const kilobytes = (n) => `${figure(Math.ceil(n / 1000))} KB`;

  function showProgress() {
    const bar = make('progress', '', {max: 1, hidden: true}); // without a value it would move, and have the page drawn in each frame
    const text = make('span', '');
    bar.setAttribute('aria-label', t('Download'));
    text.setAttribute('aria-live', 'off'); // one sentence is enough for ears
    boot.replaceChildren(make('span', t('Loading the playground…')), bar, text);
    return (received, total) => {
      const share = Math.min(received / total, 1);
      if (total) {
        bar.hidden = false;
        bar.value = share;
      }
      const now = total ? `${Math.floor(share * 100)} %` : kilobytes(received);
      if (text.textContent !== now) text.textContent = now;
    };
  }

  function checkBrowser() {
    if (typeof WebAssembly !== 'object' || !WebAssembly.instantiateStreaming) {
      throw new Trouble(t('This browser cannot run WebAssembly, or it is switched off. A current Firefox, Chrome, Edge or Safari can.'));
    }
    for (const [name, there] of [['wasm_exec.js', window.Go], ['dom.js', window.vuguRender], ['share.js', window.firmOffer.listen]]) {
      if (!there) throw new Trouble(t('The server did not send %s, which the playground needs.', name));
    }
  }

  // Those that are asked for in a row run in that row.
  function script(name) {
    return new Promise((resolve, reject) => {
      document.head.append(make('script', '', {src: name, async: false, onload: resolve, onerror: reject}));
    });
  }

  // A file of the site. On disk, and in a sandboxed frame of many hosts, nothing can be fetched, but scripts still run: see local.js.
  async function file(name, options) {
    try {
      if (location.protocol !== 'file:') return await fetch(name, options);
    } catch (error) {
      if (window.origin !== 'null') throw error;
    }
    if (!window.firmOffer.local) await script('local.js');
    return window.firmOffer.local(name);
  }

  async function fetchProgram(cache) {
    let response;
    try {
      response = await file(PROGRAM, {cache});
    } catch {
      throw new Trouble(location.protocol === 'file:'
        ? t('This folder is not whole: a file with the program is missing. Unpack it all, then open its page.')
        : t('The program %s could not be fetched: no answer from the network or the server.', PROGRAM));
    }
    if (response.ok) return response;
    throw new Trouble(t('The program %s could not be fetched: the server answered %s.', PROGRAM, `${response.status} ${response.statusText}`.trim()));
  }

  // The body, counted on its way, with the type that compiling needs: a server that sends another type does no harm.
  async function program(cache, progress) {
    const response = await fetchProgram(cache);
    const packed = response.headers.get('Content-Encoding'); // then Content-Length counts packed bytes, we count unpacked ones
    const total = packed ? 0 : Number(response.headers.get('Content-Length'));
    const reader = response.body.getReader();
    let received = 0, magic = '';
    const next = async () => {
      const {done, value} = await reader.read().catch(() => {
        throw new Trouble(t('The download of the program %s broke off.', PROGRAM));
      });
      if (done) return null;
      if (magic.length < 4) magic += String.fromCharCode(...value.subarray(0, 4 - magic.length));
      received += value.length;
      progress(received, total);
      return value;
    };
    const first = [];
    for (let chunk; magic.length < 4 && (chunk = await next());) first.push(chunk);
    if (magic !== '\0asm') {
      while (await next());
      const type = (response.headers.get('Content-Type') || 'something').split(';')[0];
      throw new Trouble(t('The server sent %s, %s bytes, instead of the program %s.', type, figure(received), PROGRAM));
    }
    const body = new ReadableStream({
      async pull(controller) {
        const chunk = first.shift() || await next();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    return new Response(body, {headers: {'Content-Type': 'application/wasm'}});
  }

  // The other scripts have a type that no browser knows, so that they do not share the line with what the first picture needs. Here
  // they are fetched, beside the program, which takes longer. One that does not come is asked for again with the next try.
  const others = () => Promise.all(Array.from(document.querySelectorAll('script[type=later]'), (el) =>
    el.coming ??= script(el.getAttribute('src')).then(() => el.remove(), () => { el.coming = null; })));

  async function start(cache) {
    page.dataset.state = 'loading';
    failure.hidden = true;
    try {
      await others();
      checkBrowser();
      const go = new window.Go();
      go.env = {GOGC: '400'}; // collect garbage after each fiftieth step instead of each tenth: it takes as long as a step
      go.exit = (code) => { if (code !== 0) console.error('the program ended with code', code); };
      const [{instance, module}] = await Promise.all([WebAssembly.instantiateStreaming(program(cache, showProgress()), go.importObject), fetchWords()]);
      compiled = module;
      window.eval = () => {}; // Vugu evaluates its own DOM script, for which dom.js stands in
      go.run(instance).catch((error) => console.error(error)).then(() => fail(stopped(), ''));
    } catch (error) {
      failLoading(error);
    }
  }

  // Scrolls the list of steps, and nothing else, so that the step on screen is in its middle.
  function showStep() {
    const list = document.getElementById('steps'), step = list.querySelector('[aria-current]')?.closest('li');
    list.scrollLeft = step ? step.offsetLeft - (list.clientWidth - step.offsetWidth) / 2 : 0;
  }

  function ready() {
    if (page.dataset.state !== 'loading') return;
    page.dataset.state = 'ready';
    window.eval = realEval;
    playground.inert = false;
    boot.remove();
    // What the page does not need itself waits until nobody does.
    if (window === window.top && /^http/.test(location.protocol)) setTimeout(() => script('offline.js').catch(() => {}), 5000);
  }

  // A trap (out of memory, say) in a timer or a promise reaches nobody else.
  addEventListener('error', (event) => { if (window.WebAssembly && event.error instanceof WebAssembly.RuntimeError) fail(stopped(), ''); });

  // The same program in another thread, for what takes long; null where there is none to be had.
  let compiled = null;
  function worker() {
    try {
      const thread = new Worker('worker.js');
      thread.postMessage(compiled);
      return thread;
    } catch {
      return null;
    }
  }

  window.firmOffer = {journal, journalAll, ready, showStep, fail, worker, script, others, file, start, text: journalText, t, ours, SPOKEN, words: () => [words && language, words]};
  if (/^\?(.*&)?embed\b/.test(location.search)) { // a figure in another page: frame.js starts it, or its absence does
    document.head.append(make('link', '', {rel: 'stylesheet', href: 'frame.css'}));
    others();
    script('frame.js').catch(() => start('default'));
  } else {
    start('default');
  }
})();
