// The playground as a figure in another page. boot.js loads this, and frame.css, when the address says ?embed; then nothing starts
// before begin() below, and none of it weighs on the page by itself.
//
// Messages are objects {firmOffer: 1, type, ...}, both ways. Those from the page around are strangers' input: only the parent is heard,
// every value is checked and bounded, and what is not understood changes nothing. What the frame tells goes to whoever framed it.
(() => {
  'use strict';

  const host = window.firmOffer;
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const MODES = ['compact', 'full', 'readonly', 'slides', 'predict'];
  const THEMES = ['auto', 'light', 'dark'];
  const COLOURS = ['paper', 'sheet', 'ink', 'muted', 'rule', 'edge', 'accent', 'focus', 'ok', 'ok-tint', 'warn', 'warn-tint', 'bad', 'bad-tint', 'pend', 'pend-tint'];
  const MOST = 1 << 20; // characters of a text or a link
  const NARROW = 40; // CSS pixels: in less the height means nothing

  const tell = (type, values) => { if (parent !== window) parent.postMessage({...values, firmOffer: 1, type}, '*'); };
  const warn = (what, found, expected) => console.warn(`Firm Offer, embedded: ${what} is ${JSON.stringify(String(found).slice(0, 80))}, expected ${expected}.`);
  const oneOf = (what, value, known) => {
    if (known.includes(value)) return value;
    if (value) warn(what, value, `one of ${known.join(', ')}; taking ${known[0]}`);
    return known[0];
  };
  const text = (value) => typeof value === 'string' && value.length <= MOST ? value : '';

  // ---- height --------------------------------------------------------------------------------------------------------------

  // Nothing in the page depends on the height of the frame (frame.css), so telling it cannot make it change again. A frame out of sight
  // gets no news of sizes from the browser; asking for a size works there too.
  let height = 0;
  function tellHeight() {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height || !now || innerWidth < NARROW) return; // a hidden frame has none
    height = now;
    tell('height', {height});
  }
  new ResizeObserver(tellHeight).observe(document.body);

  // ---- theme ---------------------------------------------------------------------------------------------------------------

  let theme = oneOf('theme', query.get('theme') || '', THEMES);
  let around = ['', '', '']; // what the page around looks like: words on its elements, its color-scheme, the colour of its text

  function scheme() {
    const [words, schemes, colour] = around;
    const word = /(?:^|\s)(dark|slate|light|default)(?:\s|$)/.exec(words);
    if (theme !== 'auto') return theme;
    if (word) return /dark|slate/.test(word[1]) ? 'dark' : 'light';
    const dark = /dark/.test(schemes), light = /light/.test(schemes);
    if (dark !== light) return dark ? 'dark' : 'light';
    const [r, g, b] = colour.match(/[\d.]+/g) || [];
    if (!dark && r) return (2 * r + 5 * g + 1 * b) / 8 > 150 ? 'dark' : 'light'; // light text stands on a dark page
    return ''; // as the browser says
  }

  function paint() { root.dataset.scheme = scheme(); }

  function paintColours(colours) {
    for (const name of COLOURS) {
      const value = text(colours[name]).trim();
      if (value.length < 100 && CSS.supports('color', value)) root.style.setProperty('--' + name, value);
      else root.style.removeProperty('--' + name);
    }
  }

  // ---- the session ---------------------------------------------------------------------------------------------------------

  let send = () => {}; // to the program
  let link = ''; // the session as it is now
  let older = ''; // others, for Undo

  // Stands between the program and share.js.
  function tap() {
    const {listen, keep} = host;
    host.listen = (to) => {
      const opened = listen(to);
      send = to;
      link = opened[0];
      return opened;
    };
    host.keep = (now, past) => {
      keep(now, past);
      link = now;
      older = past;
      tell('state', {link});
    };
    host.address = () => alone('');
  }

  // The step on screen. The program calls this after each drawing; bad is what went wrong, if anything did.
  let step = {}, shown = '';
  let asked = false; // the page around asked for what comes on screen next
  let loading = false; // what is on screen is not what was asked for
  let fetching = null; // stops a fetch
  host.shown = (at, count, sentence, verdict, bad) => {
    tellHeight();
    step = {at, count, sentence, verdict};
    const now = JSON.stringify([step, bad]);
    if (now === shown || loading || root.dataset.state !== 'ready') return;
    shown = now;
    if (bad && asked) console.warn(`Firm Offer, embedded: ${bad}`);
    asked = false;
    if (bad) tell('error', {sentence: bad});
    tell('step', step);
  };

  function setMode(to) {
    host.mode = root.dataset.mode = to; // the program reads it when it starts
    send('mode', to, '');
  }

  const listOf = (value) => {
    const names = text(value).split(/[\s,]+/).filter(Boolean);
    if (names.length > 3) warn('contract', value, 'at most three, and takes those');
    return names.slice(0, 3).join(' ');
  };
  const stepOf = (value) => {
    if (value === null || value === undefined || value === '') return -1;
    if (Number.isInteger(+value) && +value >= 0 && +value < 1e6) return +value;
    warn('step', value, 'a whole number from 0');
    return -1;
  };

  async function load(message) {
    shown = ''; // a load is answered, also when nothing changes
    const contracts = listOf(message.contract), step = stepOf(message.step);
    const open = (kind, value, name = 'the embedded trace') => {
      loading = false;
      asked = true;
      send('load', kind, value, name, contracts, step);
    };
    const scenario = text(message.scenario);
    if (text(message.trace)) open('link', message.trace.slice(message.trace.indexOf('#') + 1));
    else if (/^(lessons|exam)\/[\w.-]+$/.test(scenario)) await bring(scenario, scenario, open);
    else if (scenario) open('scenario', scenario);
    else if (text(message.src)) await bring(message.src, message.src, open);
    else if (text(message.text).trim()) open('text', message.text.replace(/^\s*\n/, ''));
    else open('', '');
  }

  async function bring(address, name, open) {
    const refuse = (why) => {
      loading = false;
      send('problem', `“${name.slice(0, 80)}” was not loaded: ${why}.`, '');
    };
    const stop = fetching = new AbortController();
    try {
      const url = new URL(address, location.href);
      if (url.origin !== new URL(location.href).origin) return refuse('it is on another site, expected an address of the playground’s own');
      const response = await host.file(url.href.replace(new URL('.', location).href, ''), {signal: stop.signal});
      if (stop.signal.aborted) return;
      if (!response.ok) return refuse(`the server answered ${response.status}`);
      const body = await response.text();
      if (body.length > MOST) return refuse('it is too long');
      open('text', body, name);
    } catch {
      if (!stop.signal.aborted) refuse('no answer from the network or the server');
    }
  }

  // ---- messages ------------------------------------------------------------------------------------------------------------

  let wanted = ''; // the language that was asked for last, in a message
  const SESSIONS = ['trace', 'scenario', 'src', 'text']; // what names one in a load
  let turn = Promise.resolve(); // loads and steps are done one after the other: what is loaded may have to be fetched
  const MOVES = ['first', 'back', 'forward', 'last'];
  const hear = {
    load(message) {
      loading = true;
      if (message.mode !== undefined) setMode(oneOf('mode', message.mode, MODES));
      if (message.theme !== undefined) hear.theme(message);
      if (message.lang) hear.lang(message);
      if (message.label !== undefined) label(message.label);
      return load(message);
    },
    step({to}) {
      if (MOVES.includes(to)) send('step', to, '');
      else if (stepOf(to) >= 0) send('step', String(+to), '');
    },
    theme(message) {
      if (message.theme !== undefined) theme = oneOf('theme', message.theme, THEMES);
      const {host: looks} = message;
      if (Array.isArray(looks) && looks.length === 3 && looks.every((look) => typeof look === 'string' && look.length < 1e4)) around = looks;
      if (message.colours && typeof message.colours === 'object') paintColours(message.colours);
      paint();
      tellHeight();
    },
    async lang({lang}) {
      const language = host.ours(text(lang));
      if (!language) return warn('lang', lang, `en or one of ${Object.keys(host.SPOKEN).join(', ')}`);
      if (language === (wanted || root.lang)) return;
      wanted = language;
      const response = language === 'en' ? null : await host.file(host.SPOKEN[language]).catch(() => ({}));
      const file = response?.ok ? await response.text() : '';
      if (language !== wanted) return; // the page around has changed its mind
      if (response && !file) {
        wanted = root.lang;
        return console.warn(`Firm Offer, embedded: there are no words for ${language}.`);
      }
      host.words = () => [file && language, file];
      send('speak', language, file);
      nameLink();
    },
    size() { for (const later of [0, 100, 600]) setTimeout(tellHeight, later); }, // the news may be older than the size
    // The element asks whether the frame may go, since nobody has been able to see it for a while. It may when the link says all there
    // is: not before a class, with a score, a search, sessions for Undo or a text that was typed; then there is no answer.
    rest() {
      send('keep', '', '');
      const [, undo] = older.split('\n');
      if (loading || undo || document.querySelector('.stage > div, .tallies, .hunt .sheet')) return;
      for (const [field, value] of typed) if (field.isConnected && field.value === value && value) return;
      tell('state', {link, rest: true});
    },
    focus() { document.getElementById('next')?.focus({preventScroll: true}); },
  };

  addEventListener('message', ({source, data}) => {
    if (source !== parent || parent === window || !data || data.firmOffer !== 1) return;
    if (root.dataset.state !== 'ready' || !Object.hasOwn(hear, data.type)) return;
    if (data.type === 'load' && SESSIONS.some((name) => data[name])) fetching?.abort();
    if (data.type === 'load' || data.type === 'step') turn = turn.then(() => hear[data.type](data)).catch((error) => console.error(error));
    else hear[data.type](data);
    tellHeight();
  });

  const typed = new Map(); // field -> its text, as the reader left it
  addEventListener('input', ({target}) => { if (target.matches('textarea, input:not([type=radio], [type=checkbox])')) typed.set(target, target.value); });
  document.addEventListener('visibilitychange', hear.size); // a frame in a hidden tab may not know its size
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell('exit', {});
  });
  addEventListener('prediction', ({detail: {kind, right, rule}}) => tell('prediction', {kind, right, rule}));

  // ---- the foot: the way out to the page by itself --------------------------------------------------------------------------

  const alone = (hash) => {
    const url = new URL('index.html', location.href);
    const language = wanted || query.get('lang');
    if (language) url.search = 'lang=' + encodeURIComponent(language);
    url.hash = hash;
    return url.href;
  };
  const full = Object.assign(document.createElement('a'), {target: '_blank', rel: 'noopener', href: alone(location.hash)});
  function t(message) { // what this script says itself
    const [, words] = host.words(), at = words.indexOf(`\n${message}\n\t`);
    return at < 0 ? message : words.slice(at + message.length + 3).split('\n', 1)[0];
  }
  function nameLink() {
    full.textContent = t('Open full');
    full.href = alone(link || location.hash);
  }
  const carry = () => { // the steps that the address does not hold yet
    send('keep', '', '');
    full.href = alone(link);
  };
  for (const type of ['pointerdown', 'focus', 'click']) full.addEventListener(type, carry);

  const name = document.createElement('span');
  function label(value) { name.textContent = text(value).slice(0, 200); }

  // ---- begin ---------------------------------------------------------------------------------------------------------------

  function tellState() {
    const {state} = root.dataset;
    if (state === 'ready' || state === 'failed') nameLink(); // the words have come
    if (state === 'ready') tell('ready', {...step, colours: COLOURS});
    if (state === 'failed') tell('error', {sentence: document.querySelector('#failure p')?.textContent || ''});
    if (state !== 'loading') tellHeight();
  }
  new MutationObserver(tellState).observe(root, {attributeFilter: ['data-state']});

  function begin() {
    tap();
    nameLink();
    setMode(oneOf('mode', query.get('mode') || '', MODES));
    paint();
    label(query.get('label') || '');
    const foot = document.createElement('footer');
    foot.className = 'foot';
    foot.append(name, full);
    document.body.append(foot);
    host.start('default');
  }
  host.others().then(() => host.listen ? begin() : host.start('default')); // which says what is missing
})();
