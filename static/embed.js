// The panel that writes what others paste into their pages. It is loaded when somebody asks for it, so that the page does not carry it;
// the program tells it the link of the session.
(() => {
  'use strict';

  const host = window.firmOffer, {t} = host;
  const ELSEWHERE = 'https://example.org/firm-offer/'; // stands for the address of a page that has none on the net
  const FORMS = [['element', t('<firm-offer> with a link')], ['text', t('<firm-offer> with the trace text')], ['picture', t('<firm-offer> with a picture')],
    ['frame', '<iframe>'], ['html', t('picture and link, HTML')], ['markdown', t('picture and link, Markdown')]];
  const MODES = [['compact', t('compact')], ['full', t('full')], ['readonly', t('to read')], ['slides', t('slides')], ['predict', t('predict')]];
  const THEMES = [['auto', t('as the page around')], ['light', t('light')], ['dark', t('dark')]];
  const HEIGHT = {usual: 420, least: 100, most: 4000}; // CSS pixels
  const LABEL = 200; // characters

  // ---- the snippet ---------------------------------------------------------------------------------------------------------

  const forHTML = (text) => text.replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
  const forMarkdown = (text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
  const withoutBlankLines = (text) => text.split('\n').filter((line) => line.trim()).join('\n');

  function frame(s, site) {
    return `${site}index.html?embed&mode=${s.mode}&theme=${s.theme}&label=${encodeURIComponent(s.label)}#${s.link}`;
  }

  // It has no blank lines, which would end it in Markdown.
  function element(s, inside) {
    const attributes = {trace: s.link, label: s.label};
    if (s.mode !== MODES[0][0]) attributes.mode = s.mode;
    if (s.theme !== THEMES[0][0]) attributes.theme = s.theme;
    if (s.height !== HEIGHT.usual) attributes.height = String(s.height);
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${forHTML(value)}"`).join('');
    return `<script src="${forHTML(s.site)}firm-offer.js" defer></script>\n<firm-offer${written}>\n${inside}\n</firm-offer>\n`;
  }

  function snippet(s) {
    const link = (inside) => `<a href="${forHTML(s.site + '#' + s.link)}">${inside}</a>`;
    const label = forHTML(s.label), picture = link(`<img src="picture.svg" alt="${label}">`);
    switch (s.form) {
      case 'text': return element(s, `<pre>${forHTML(withoutBlankLines(host.text()))}</pre>\n${link(label)}`);
      case 'picture': return element(s, picture);
      case 'frame': return `<iframe src="${forHTML(frame(s, s.site))}" title="${label}" width="100%" height="${s.height}" loading="lazy" allow="clipboard-write"></iframe>\n`;
      case 'html': return picture + '\n';
      case 'markdown': return `[![${forMarkdown(s.label)}](picture.svg)](<${s.site}#${s.link}>)\n`;
    }
    return element(s, link(label));
  }

  // ---- the panel -----------------------------------------------------------------------------------------------------------

  const section = document.getElementById('embed');
  const sheet = document.createElement('div');
  let link = '', preview = null;

  function make(tag, properties, ...inside) {
    const el = Object.assign(document.createElement(tag), properties);
    el.append(...inside);
    return el;
  }
  const changed = () => update();
  function choice(name, options) {
    const select = make('select', {onchange: changed}, ...options.map(([value, label]) => make('option', {value}, label)));
    return [select, make('label', {className: 'field'}, name, select)];
  }
  function field(name, properties) {
    const input = make('input', {type: 'text', autocomplete: 'off', spellcheck: false, oninput: changed, ...properties});
    return [input, make('label', {className: 'input'}, name, input)];
  }

  const [form, formField] = choice(t('Form'), FORMS);
  const [mode, modeField] = choice(t('Mode'), MODES);
  const [theme, themeField] = choice(t('Theme'), THEMES);
  const [height, heightField] = field(t('Height in pixels'), {placeholder: String(HEIGHT.usual), inputMode: 'numeric'});
  const [label, labelField] = field(t('Title of the figure'), {maxLength: LABEL});
  const wrong = make('p', {className: 'error', hidden: true});
  const text = make('textarea', {id: 'snippet', rows: 5, readOnly: true, className: 'mono', spellcheck: false});
  const notes = make('p', {className: 'note', hidden: true});
  const show = make('button', {type: 'button', ariaPressed: 'false', onclick: togglePreview}, t('Preview'));
  const copy = make('button', {type: 'button', className: 'go', onclick: copySnippet}, t('Copy the snippet'));
  const close = make('button', {type: 'button', onclick: () => document.querySelector('[aria-controls=embed]').click()}, t('Close'));
  const stage = make('div', {});
  sheet.className = 'sheet';
  sheet.append(make('h2', {}, t('Embed')), make('p', {}, t('The session on screen as a figure in a page of yours: paste this into it.')),
    make('div', {className: 'row'}, formField, modeField, themeField), make('div', {className: 'row'}, labelField, heightField), wrong,
    make('label', {htmlFor: 'snippet'}, t('Snippet')), text, notes, make('div', {className: 'row'}, copy, show, close), stage);

  function settings() {
    const folder = location.href.replace(/[?#].*$/s, '').replace(/[^/]*$/, '');
    const pixels = height.value.trim(), good = /^\d+$/.test(pixels) && pixels >= HEIGHT.least && pixels <= HEIGHT.most;
    wrong.hidden = !pixels || good;
    height.ariaInvalid = String(!wrong.hidden);
    wrong.textContent = t('Height: found “%s”, expected a whole number of pixels, %s to %s.', pixels.slice(0, 40), HEIGHT.least, HEIGHT.most);
    return {form: form.value, mode: mode.value, theme: theme.value, link, height: good ? Number(pixels) : HEIGHT.usual,
      site: folder.startsWith('http') ? folder : ELSEWHERE,
      label: (label.value.replace(/\s+/g, ' ').trim() || document.querySelector('h1').textContent).slice(0, LABEL)};
  }

  function update() {
    const s = settings();
    copy.textContent = t('Copy the snippet');
    text.value = snippet(s);
    notes.textContent = [
      /picture/.test(text.value) ? t('Save the picture with Export, as picture.svg, and put it beside your page.') : '',
      s.site === ELSEWHERE ? t('This page comes from a file: put its folder on a web server, and that address in the place of %s.', ELSEWHERE) : '',
    ].join(' ').trim();
    notes.hidden = !notes.textContent;
    if (preview && preview.getAttribute('src') !== frame(s, '')) preview.src = frame(s, '');
  }

  function togglePreview() {
    preview = preview ? null : make('iframe', {className: 'preview', title: t('Preview'), src: frame(settings(), '')});
    show.ariaPressed = String(Boolean(preview));
    stage.replaceChildren(...preview ? [preview] : []);
  }

  addEventListener('securitypolicyviolation', ({effectiveDirective}) => {
    if (preview && effectiveDirective === 'frame-src') {
      stage.replaceChildren(make('p', {className: 'note'}, t('The security policy of this page allows no frames, so there is no preview here. Where you paste it, the figure shows.')));
    }
  });

  async function copySnippet() {
    try {
      await navigator.clipboard.writeText(text.value);
      copy.textContent = t('Copied');
    } catch {
      text.select();
      copy.textContent = document.execCommand('copy') ? t('Copied') : t('Selected: copy it with your keyboard');
    }
  }

  host.panel = (open, now) => {
    link = now;
    section.replaceChildren(...open ? [sheet] : []);
    if (open) update();
    else if (preview) togglePreview();
  };

  const keep = host.keep; // the session changed
  host.keep = (now, past) => {
    keep(now, past);
    link = now;
    if (sheet.isConnected) update();
  };
})();
