// <firm-offer>: a live figure in somebody else's page. README, "Embed it", lists its attributes and messages.
//
//   waiting --Start, in sight, or at once--> starting --the frame shows the session--> shown
//                                               ^--in sight, or a message-- resting <--hidden for long--/
//
// While it waits, what stands between its tags is what people see, and nothing but this script is loaded. Then it has one iframe with
// the playground and speaks to it in messages; frame.js is the other end, and reads all attributes but those of size and start.
(() => {
  'use strict';
  if (customElements.get('firm-offer')) return;

  const page = new URL('index.html', (document.currentScript || document.querySelector('script[src*="firm-offer.js"]')).src);
  const told = ['scenario', 'trace', 'src', 'contract', 'step', 'mode', 'theme', 'lang', 'label'];
  const themed = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'class'];
  const all = new Set();
  const style = new CSSStyleSheet();
  style.replaceSync(':host{display:block}:host([hidden]){display:none}div{position:relative}.wait{min-height:var(--h)}' +
    'iframe{display:block;width:100%;height:var(--h);max-height:var(--m);border:0}.wait iframe{position:absolute;visibility:hidden}' +
    ':not(.wait)>:not(iframe){display:none}button{font:inherit;min-height:44px;padding:4px 20px;margin:8px 0}@media print{button{display:none}}');

  class FirmOffer extends HTMLElement {
    static observedAttributes = [...told, 'start', 'height', 'max-height'];
    #box = document.createElement('div');
    #button = document.createElement('button');
    #frame = null;
    #link = ''; // the session as it is now
    #colours = null; // whose values the frame wants to know; null until it is ready for messages
    #theme = '';
    #to = ''; // the frame's origin
    #news = new Set();
    #unseen = NaN; // for how many looks it has had no room on the page; a number once it had some
    #asked = false; // whether it may rest, and nothing else since
    #rest = null; // what the frame has to hear when it is there again, while there is none
    #said = {}; // to the frame so far: the last word on its looks
    #sight = new IntersectionObserver((seen) => { if (seen.at(-1).isIntersecting) this.start(); });

    constructor() {
      super();
      this.attachShadow({mode: 'open'}).append(this.#box);
      this.shadowRoot.adoptedStyleSheets = [style];
      this.#button.part = 'start';
      this.#button.onclick = () => this.start();
      this.#box.append(document.createElement('slot'), this.#button);
      new ResizeObserver(() => { // a frame out of sight hears of it from nobody else
        this.look();
        this.send({type: 'size'});
      }).observe(this);
    }

    connectedCallback() {
      all.add(this);
      this.#box.className = 'wait';
      this.#size();
      this.#name();
      this.#begin();
    }

    #begin() {
      const start = this.getAttribute('start') || 'click';
      if (start === 'auto' || this.#link) this.start(); // one that was moved goes on
      else if (start === 'visible') this.#sight.observe(this);
      else if (start !== 'click') warn('start', start);
    }

    disconnectedCallback() {
      all.delete(this);
      this.#sight.disconnect();
      this.#end();
    }

    #end() {
      this.#frame?.remove();
      this.#frame = this.#colours = null;
    }

    // A figure that was seen and then hidden for about ten seconds gives its memory back, unless the frame has something to lose.
    look() {
      if (this.checkVisibility?.() !== false) {
        if (this.#frame) this.#unseen = 0;
        if (this.#rest) this.start();
      } else if (this.#colours && ++this.#unseen % 5 === 0) this.send({type: 'rest'});
    }

    #sleep() {
      this.#rest = [];
      this.#box.className = 'wait';
      const {style} = this.#box, {height} = this.#frame.style, most = style.getPropertyValue('--m');
      if (height) style.setProperty('--h', most === 'none' ? height : `min(${height},${most})`);
      this.#end();
      this.#sight.observe(this);
    }

    attributeChangedCallback(name) {
      if (!this.isConnected) return;
      if (!this.#news.size) queueMicrotask(() => this.#update());
      this.#news.add(name);
    }

    start() {
      if (this.#frame || !this.isConnected) return;
      const frame = this.#frame = document.createElement('iframe');
      this.#sight.disconnect();
      this.#button.textContent = '…';
      frame.title = this.#title();
      frame.allow = 'clipboard-write';
      frame.src = page + '?embed&lang=' + encodeURIComponent(this.#rest && this.#said.lang || this.#lang());
      frame.onload = () => setTimeout(() => frame.isConnected && this.#show(), 9e3); // also when it says nothing
      this.#box.append(frame);
    }

    send(message) {
      this.#asked = message.type === 'rest';
      Object.assign(this.#said, message);
      if (this.#colours) this.#frame.contentWindow.postMessage({...message, firmOffer: 1}, this.#to);
      else if (this.#rest && message.type !== 'size') {
        this.#rest.push(message);
        this.start();
      }
    }

    // In a sandboxed page the frame has no origin, as from a file; it is the source that tells it from others.
    hear({source, origin, data}) {
      if (source !== this.#frame?.contentWindow || !['null', page.origin].includes(origin) || data?.firmOffer !== 1) return;
      const {type} = data;
      this.#to = origin === 'null' ? '*' : origin;
      if (type === 'ready') {
        this.#colours = [].concat(data.colours || []);
        this.#theme = '';
        this.follow();
        this.#load(told, this.#link);
        this.#rest?.forEach((message) => this.send(message));
        this.#rest = null;
      }
      if (type === 'height') this.#frame.style.height = Math.min(parseFloat(data.height), 1e5) + 'px';
      if (type === 'state' && typeof data.link === 'string') this.#link = data.link;
      if (type === 'step' || type === 'error') this.#show();
      this.dispatchEvent(new CustomEvent(type, {detail: data}));
      if (data.rest && this.#asked) this.#sleep();
    }

    // Tells the frame how the host looks: the words on the elements around, nearest first, and colours.
    follow() {
      if (!this.#colours) return;
      const css = getComputedStyle(this), words = [], colours = {};
      for (let e = this; e; e = e.parentElement) for (const name of themed) words.push(e.getAttribute(name));
      for (const name of this.#colours) colours[name] = css.getPropertyValue('--firm-offer-' + name);
      const host = [words.join(' '), css.colorScheme, css.color], now = JSON.stringify([host, colours]);
      if (now !== this.#theme) this.send({type: 'theme', colours, host});
      this.#theme = now;
    }

    #show() {
      const pressed = this.shadowRoot.activeElement;
      this.#box.className = '';
      if (pressed) this.#frame.focus({preventScroll: true});
    }

    #load(names, link) {
      const message = {type: 'load', trace: link};
      for (const name of link ? told.slice(5) : names) message[name] = link && this.#rest ? this.#said[name] : this.getAttribute(name);
      if (message.lang === null && names !== told) message.lang = this.#lang(); // it was taken away
      if (message.src) message.src = new URL(message.src, document.baseURI).href;
      if (names === told) message.text = this.querySelector('script[type="text/plain"], pre')?.textContent;
      this.send(message);
    }

    #update() {
      const names = told.filter((name) => this.#news.has(name));
      if (this.#news.has('start')) this.#begin();
      this.#news.clear();
      this.#size();
      this.follow();
      this.#name();
      if (names[0]) this.#load(names);
    }

    // Height is reserved first; later the content says what it is.
    #size() {
      for (const [name, property, otherwise] of [['height', '--h', '420px'], ['max-height', '--m', 'none']]) {
        const given = this.getAttribute(name) || otherwise, length = given > 0 ? given + 'px' : given;
        const good = CSS.supports(name, length) || warn(name, given);
        this.#box.style.setProperty(property, good ? length : otherwise);
      }
    }

    #name() {
      if (this.#frame) return this.#frame.title = this.#title();
      const start = /^de\b/i.test(this.#lang()) ? 'Starten' : 'Start';
      this.#button.textContent = start;
      this.#button.ariaLabel = start + ': ' + this.#title();
    }

    #lang() { return this.closest('[lang]')?.lang || ''; }

    #title() { return this.getAttribute('label') || 'Firm Offer'; }
  }

  const warn = (name, value) => console.warn('firm-offer: unknown ' + name, value);
  const follow = () => all.forEach((element) => element.follow());
  new MutationObserver(follow).observe(document, {subtree: true, attributeFilter: [...themed, 'style']});
  setInterval(() => all.forEach((element) => element.look()), 3e3);
  matchMedia('(prefers-color-scheme: dark)').onchange = follow;
  addEventListener('message', (event) => all.forEach((element) => element.hear(event)));
  customElements.define('firm-offer', FirmOffer);
})();
