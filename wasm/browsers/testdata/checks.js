// What has to work in every browser. Each table is a list of [name, check, whether it runs inside the figure]. A check is an async
// generator: it throws when something is wrong, and what it yields it wants to be done by the browser as a person would do it.
// The test runs this text as the beginning of a function, and then turn().

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const root = document.documentElement;

async function until(what, holds) {
  for (const from = performance.now(); performance.now() - from < 60e3; await pause(20)) if (holds()) return;
  throw new Error('never came: ' + what);
}
function sure(what, holds) { if (!holds) throw new Error('not so: ' + what); }

// ---- what a person does --------------------------------------------------------------------------------------------------------

const RIGHT = '\uE014', ESCAPE = '\uE00C';
const press = (key) => ({press: key});
const size = (width) => ({size: [width, 900]});
function click(element) {
  element.scrollIntoView({block: 'center'});
  const {x, y, width, height} = element.getBoundingClientRect();
  return {click: [x + width / 2, y + height / 2]};
}

// ---- what stands on the page ---------------------------------------------------------------------------------------------------

const words = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
const shown = (selector) => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
const button = (name) => [...document.querySelectorAll('button')].find((b) => (b.ariaLabel || b.textContent.trim()) === name);
const push = (name) => { sure('there is a button ' + name, button(name)); button(name).click(); };
const labelled = (element) => element.getAttribute('aria-label') || element.labels[0]?.textContent.trim();

function fill(name, value) {
  const field = [...document.querySelectorAll('input, select')].find((element) => labelled(element) === name);
  sure('there is a field ' + name, field);
  field.value = value;
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', {bubbles: true}));
  return pause(50); // until the page is drawn
}

const atStep = () => +(words('#steps [aria-current] small span') || 0);
const paper = () => getComputedStyle(document.body).backgroundColor;
const LIGHT = 'rgb(243, 245, 248)', DARK = 'rgb(20, 24, 29)';

// ---- the page by itself, or in a frame -----------------------------------------------------------------------------------------

async function* starts() {
  await until('an end of loading', () => !['', 'loading'].includes(root.dataset.state ?? ''));
  sure('it is ready: ' + words('#failure'), root.dataset.state === 'ready');
}

async function* saysWhyNot() {
  await until('the end of loading', () => root.dataset.state === 'failed');
  sure('the reason: ' + words('#failure'), words('#failure').includes('The security policy of this page forbids WebAssembly'));
  sure('the picture stays', shown('.ledger') && button('Try again'));
  window.faults.length = 0; // what was forbidden
}

async function* steps() {
  push('Next: make A');
  await until('an offer', () => button('Accept o1'));
  sure('it is a step', atStep() === 1);
}

async function* takesCommands() {
  await fill('Command', 'accept A o1');
  push('Run');
  await until('the offer is accepted', () => button('Launch o1'));
}

async function* resizesNodes() {
  await fill('Capacity of n1', '8');
  push('Resize n1');
  await until('the new capacity', () => words('.said').includes('n1 grew from 5 to 8'));
  sure('the verdict', words('.verdict b') === 'Holds');
}

async function* opensLessons() {
  await fill('Scenario', 'lessons/06-half-the-rack-dies.trace');
  await until('the lesson', () => document.querySelectorAll('#steps li').length === 7);
}

async function* searches() {
  push('Find a violation');
  await until('the search', () => button('Search'));
  await fill('Contract to search', 'newest-first');
  push('Search');
  await until('an answer', () => /Violated in 5 steps/.test(words('#hunt')));
  push('Find a violation');
}

async function* exports() {
  push('Export');
  await until('the formats', () => button('Save as json'));
  push('Save as json');
  await until('the file', () => /Saved as firmoffer\.json|“firmoffer\.json” was made/.test(words('.story')));
  push('Export');
}

async function* shares() {
  push('Share');
  await until('a link', () => /^\S+#fo1\.\S+$/.test(document.getElementById('link')?.value));
  push('Share');
}

async function* asks() {
  push('Predict');
  await pause(50);
  push('Forward');
  await until('a question', () => words('#question'));
  sure('nothing is told before', atStep() === 0 && !shown('.ask .why'));
  for (let question; (question = words('#question'));) { // the step has more than one
    document.querySelectorAll('.ask [type=radio]')[1].click();
    await pause(50);
    push('Answer');
    await until('what follows the question', () => words('#question') !== question);
  }
  sure('what was right', /(Right|Not so): you said/.test(words('.ask')) && shown('.ask .why'));
  sure('the step is taken', atStep() === 1);
  push('Predict');
  await until('the end of questions', () => !shown('.ask'));
}

async function* presents() {
  const stage = () => document.querySelector('.app').classList.contains('present');
  let refused = !document.fullscreenEnabled;
  addEventListener('fullscreenerror', () => { refused = true; }, {once: true});
  yield click(button('Present'));
  await until('the stage', stage);
  await large(true, () => refused);
  const before = atStep();
  yield press(RIGHT);
  await until('the next step', () => atStep() === before + 1);
  yield press(ESCAPE);
  await until('the page as before', () => !stage());
  await large(false);
}

// A browser takes its time to give a page the whole screen, or does not give it; no key should come meanwhile.
async function large(is, never = () => false) {
  for (let tries = 0; tries < 100 && Boolean(document.fullscreenElement) !== is && !never(); tries++) await pause(50);
  await pause(300);
}

// The page is no wider than its window; the error names the elements that are.
function isNoWider() {
  const out = [...document.querySelectorAll('#playground *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1);
  const names = out.slice(0, 5).map((e) => `${e.localName}#${e.id}.${e.className} ${e.textContent.trim().slice(0, 30)}`);
  sure(`it is ${root.scrollWidth} wide in ${innerWidth}: ${names.join(' | ')}`, root.scrollWidth <= innerWidth);
}

async function* fits() {
  yield size(480); // the window of WebKit's little browser gets no narrower
  await until('a narrow page, not one of ' + innerWidth, () => innerWidth === 480);
  isNoWider();
  sure('the controls are there', shown('#next') && shown('.ledger'));
  yield size(1280);
  await until('a wide page', () => innerWidth === 1280);
}

async function* fitsAPhone() {
  sure('the frame is narrow', innerWidth === 320);
  push('Last');
  await until('the last step', () => !words('#next').startsWith('Next:'));
  isNoWider();
  for (const name of ['Share', 'Export', 'Import', 'Find a violation', 'Compare']) push(name);
  await until('everything that opens', () => button('Search') && button('Copy the link') && document.querySelectorAll('.col').length === 2);
  isNoWider();
}

// ---- a figure in somebody else's page ------------------------------------------------------------------------------------------

const figure = document.querySelector('firm-offer');
const frame = () => figure.shadowRoot.querySelector('iframe');
const last = (type) => figure.told.filter((message) => message.type === type).at(-1);

function listen() {
  figure.told = [];
  for (const type of ['ready', 'height', 'step', 'state', 'error']) figure.addEventListener(type, (event) => figure.told.push(event.detail));
}

const heightFollows = () => until('the height of the content', () => frame().getBoundingClientRect().height === last('height')?.height);

async function* startsByAClick() {
  listen();
  sure('nothing is loaded before', !frame() && shown('#light'));
  yield click(figure.shadowRoot.querySelector('button'));
  await until('the session', () => last('step'));
  sure('no errors: ' + last('error')?.sentence, !last('error'));
  sure('the frame stands for the picture', frame().checkVisibility() && !shown('#light'));
  await heightFollows();
}

async function* isWhole() { // and neither too high nor too low for its frame
  const over = () => document.body.getBoundingClientRect().height - innerHeight;
  await until('the frame fits', () => over() <= 0 && over() > -1 && root.scrollHeight <= innerHeight);
  isNoWider();
}

async function* stepsInside() {
  push(words('#next'));
  await until('a step', () => atStep() === 1);
}

async function* hearsOfIt() {
  await until('the step', () => last('step').at === 1);
  await heightFollows();
  const before = figure.getBoundingClientRect().height;
  figure.style.width = '330px'; // text takes more lines
  await until('more height', () => figure.getBoundingClientRect().height > before + 50);
  await heightFollows();
  sure('nobody scrolls the host', scrollY === 0);
}

// Each step has a height of its own.
async function* stepsToTheEnd() {
  sure('it is narrow', innerWidth === 390);
  for (let step = 1; words('#next').startsWith('Next:'); step++) {
    push(words('#next'));
    await until('step ' + step, () => atStep() === step);
    yield* isWhole();
    for (const text of document.querySelectorAll('.story *, .verdict *, .sum, .noted')) {
      const hidden = !text.clientWidth || text.matches('.visually-hidden, .visually-hidden *');
      sure('whole: ' + text.textContent, hidden || text.scrollWidth <= text.clientWidth + 1);
    }
  }
  sure('there were steps', atStep() > 5);
}
async function* isAsHigh() {
  listen();
  figure.send({type: 'step', to: 'first'});
  await until('the first step', () => last('step')?.at === 0);
  await heightFollows();
}

async function* takesStepTwo() {
  await until('step 1', () => atStep() === 1);
  push(words('#next'));
  await until('step 2', () => atStep() === 2);
  yield* isWhole(); // so that the frame has the height of this step
}
async function* rests() {
  listen();
  window.was = frame().contentWindow;
  window.high = figure.getBoundingClientRect().height;
  figure.hidden = true;
  await until('a rest', () => !frame());
  sure('its window is closed', was.closed);
}
async function* comesBack() {
  figure.told.length = 0;
  figure.hidden = false;
  sure('it is as high at once', figure.getBoundingClientRect().height === high);
  await until('its step', () => last('step'));
  sure('the same step, not ' + last('step').at, last('step').at === 2);
  await heightFollows();
}
async function* isAsItWas() {
  sure('step 2 and the scenario', atStep() === 2 && words('h1') === 'More work than machine');
  yield* isWhole();
  yield* takesStepThree();
}
async function* takesStepThree() {
  push(words('#next'));
  await until('step 3', () => atStep() === 3);
}

async function* tellsOfAStep() {
  const lastOf = (type) => bare.told.findLast((message) => message.type === type);
  await until('the step', () => lastOf('step')?.at === 1);
  await until('the height', () => bare.clientHeight === lastOf('height')?.height);
}

const hostGoes = (theme) => async function* () { root.dataset.theme = theme; };
const becomes = (colour) => async function* () { await until(`${colour}, not ${paper()}`, () => paper() === colour); };

async function* becomesReadonly() { figure.setAttribute('mode', 'readonly'); }
async function* hasNoActions() {
  await until('no actions', () => !shown('.acts') && !shown('td.act'));
  sure('the rest', shown('.ledger') && shown('#steps') && atStep() === 1);
}

const tables = {
  page: [['starts', starts], ['steps', steps], ['takes commands', takesCommands], ['resizes nodes', resizesNodes], ['opens lessons', opensLessons],
    ['searches', searches], ['exports', exports], ['shares', shares], ['asks', asks], ['presents', presents], ['fits', fits]],
  figure: [['starts by a click', startsByAClick], ['is whole', isWhole, true], ['steps inside', stepsInside, true], ['hears of it', hearsOfIt],
    ['is whole when narrow', isWhole, true], ['host goes dark', hostGoes('dark')], ['becomes dark', becomes(DARK), true],
    ['host goes light', hostGoes('light')], ['becomes light', becomes(LIGHT), true],
    ['becomes readonly', becomesReadonly], ['has no actions', hasNoActions, true]],
  article: [['starts', starts, true], ['is whole', isWhole, true], ['steps to the end', stepsToTheEnd, true], ['is as high', isAsHigh], ['is whole again', isWhole, true]],
  rest: [['starts', starts, true], ['takes step 2', takesStepTwo, true], ['rests', rests], ['comes back', comesBack], ['is as it was', isAsItWas, true]],
  bare: [['starts', starts, true], ['steps inside', stepsInside, true], ['tells of a step', tellsOfAStep], ['is whole', isWhole, true]],
  phone: [['starts', starts], ['fits a phone', fitsAPhone]],
  forbidden: [['says why not', saysWhyNot]],
  darkFigure: [['starts', starts, true], ['is dark', becomes(DARK), true]],
  dark: [['starts', starts], ['is dark', becomes(DARK)]],
  light: [['is light', becomes(LIGHT)]],
};

// ---- one turn of a check: until its end, or until it wants something done --------------------------------------------------------

function noteFaults() {
  const noted = [];
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
    addEventListener(type, (event) => noted.push([type, event.message ?? event.reason ?? `${event.violatedDirective} ${event.blockedURI}`].join(': ')));
  }
  const {error} = console;
  console.error = (...texts) => { noted.push('console: ' + texts.join(' ')); error(...texts); };
  return noted;
}

async function turn(table, number) {
  window.faults ??= noteFaults();
  try {
    const going = window.going ?? tables[table][number][1]();
    const {done, value} = await going.next();
    window.going = done ? undefined : going;
    sure('no faults: ' + window.faults.join('; '), !window.faults.length);
    return done ? {done} : value;
  } catch (error) {
    return {wrong: `${error.message}\nThe page says: ${document.body.innerText.slice(0, 1000)}`};
  }
}
