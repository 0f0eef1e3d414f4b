// Carries out what Vugu's Go side wants the document to look like.
//
// Vugu writes each render as instructions into a fixed buffer and calls vuguRender. Its own script for that is started with eval,
// chooses DOM nodes by position alone and touches every attribute each time. This one reads a whole render, then changes what differs:
//
//   bytes --read--> tree of wanted nodes --root complete--> fit children, patch --> callbacks to Go
//
// It upholds five things. A node with data-key is only used again for the same key, so focus and typed text stay with their row.
// What was not wanted is gone. An attribute is compared with what we set last, so what the user or the browser changed stays.
// Children of an element that asked for a callback (vg-js-create) belong to other code unless Vugu gives it some. A handler is
// never entered while Go is still inside a render or another handler: it would lock itself out.
(() => {
  'use strict';

  const HTML = 'http://www.w3.org/1999/xhtml';
  const ELEMENT = 1, TEXT = 3, COMMENT = 8;
  const KEEP = 'keep'; // stands for a component that looks as before: its element is left alone (see part.go of package web)
  const META = Symbol('what we know of this element');

  // ---- reading -------------------------------------------------------------------------------------------------------------

  const buffer = new Uint8Array(16384); // as long as the Go side's buffer; an instruction never crosses its end
  const view = new DataView(buffer.buffer);
  const utf8 = new TextDecoder('utf-8', {ignoreBOM: true});
  let at = 0;

  let root = null; // wanted tree under construction
  let open = []; // its elements whose children are being read
  let last = null; // element that the next attribute, handler or callback is for
  let html = null; // an inner HTML of which more parts come

  function number() {
    at += 4;
    return view.getUint32(at - 4);
  }

  function raw() {
    const length = number();
    at += length;
    return buffer.subarray(at - length, at);
  }

  function string() { // most are short and ASCII: for those a loop beats TextDecoder by far
    const part = raw();
    if (part.length > 40) return utf8.decode(part);
    let s = '';
    for (let i = 0; i < part.length; i++) {
      if (part[i] > 127) return utf8.decode(part);
      s += String.fromCharCode(part[i]);
    }
    return s;
  }

  function element(tag, ns) {
    return {type: ELEMENT, tag, ns, key: null, attrs: [], props: null, on: null, position: '', html: null, created: 0, populate: 0, kids: null, read: false};
  }

  function add(node) {
    if (open.length === 0) throw new Error('a node outside the mount point');
    open[open.length - 1].kids.push(node);
    if (node.type === ELEMENT) last = node;
  }

  function attribute(ns, name, value) {
    if (name === 'data-key') last.key = value;
    if (name !== 'xmlns') last.attrs.push(name, value, ns);
  }

  const instructions = {
    5() {}, 26() {}, 31() {}, // remove other attributes, move to next sibling, remove other style sheets: these go without saying
    1() { // clear: a new render begins
      if (root && root.read) commit();
      root = last = null;
      open = [];
    },
    6() { attribute('', string(), string()); },
    7() { // select mount point
      const selector = string();
      root = last = element(string(), HTML);
      root.selector = selector;
    },
    20() { open.push(last); last.kids = []; }, // move to first child
    21() { add(element(string(), HTML)); },
    23() { add({type: TEXT, tag: '', key: null, text: string()}); },
    24() { add({type: COMMENT, tag: '', key: null, text: string()}); },
    25() { last = open.pop(); if (open.length === 0) commit(); }, // move to parent
    27() { raw(); last.read = true; }, // remove other event listeners: the element's own part ends
    28() { // event listener
      last.position = string();
      const type = string(), capture = buffer[at++] === 1, passive = buffer[at++] === 1;
      (last.on ||= []).push({id: `${type} ${capture} ${passive}`, type, capture, passive});
    },
    29() { // inner HTML, its last or only part
      last.html = html ? html.text + html.decoder.decode(raw()) : string();
      html = null;
    },
    30() { // style sheet of a component: our policy forbids inline styles, so there must be none
      console.error('A component carries a <' + string() + '>; styles belong in the style sheet.');
      raw();
      for (let n = buffer[at++]; n > 0; n--) raw();
    },
    35() { (last.props ||= []).push(string(), string()); },
    37() { // a part of it before the last
      html ||= {text: '', decoder: new TextDecoder('utf-8', {ignoreBOM: true})}; // keeps half a character from one part to the next
      html.text += html.decoder.decode(raw(), {stream: true});
    },
    38() { attribute(string(), string(), string()); },
    39() { const tag = string(); add(element(tag, string())); },
    40() { // callback when the children are there
      const id = number();
      if (root) last.populate = id; else callbackHandler(id);
    },
    41() { last.created = number(); },
  };

  function read() {
    at = 0;
    for (let code = buffer[at++]; code !== 0; code = buffer[at++]) {
      if (!instructions[code]) throw new Error('unknown instruction ' + code);
      instructions[code]();
    }
    // Nothing tells that a root without children is complete, except that the Go side stopped before the buffer was full.
    if (root && root.read && open.length === 0 && !html && at < buffer.length - 8) commit();
  }

  // ---- making the document agree -------------------------------------------------------------------------------------------

  let mount = null;
  let calls = []; // callbacks to make once the document is as wanted

  function commit() {
    const wanted = root;
    root = null;
    mount ||= document.querySelector(wanted.selector);
    if (!mount) throw new Error('no element fits the mount point ' + wanted.selector);
    if (metaOf(mount).tag !== wanted.tag) mount.replaceWith(mount = bare(wanted)); // called on the old one
    patch(mount, wanted);
    for (const call of calls.splice(0)) callbackHandler(...call);
  }

  // An element that was there before us is taken as it is.
  function metaOf(el) {
    if (el[META]) return el[META];
    const attrs = [];
    for (const a of el.attributes) attrs.push(a.name, a.value, a.namespaceURI || '');
    return el[META] = meta(el.localName, el.namespaceURI, el.getAttribute('data-key'), attrs);
  }

  function meta(tag, ns, key, attrs, html, host) { // html and host: what we set last; undefined: not ours, unknown
    return {tag, ns, key, attrs, html, host, position: '', on: null};
  }

  function bare(wanted) {
    if (wanted.tag === KEEP) throw new Error('nothing stands where something is to be kept');
    const el = document.createElementNS(wanted.ns, wanted.tag);
    el[META] = meta(wanted.tag, wanted.ns, wanted.key, [], null, wanted.created > 0);
    return el;
  }

  function create(wanted) {
    if (wanted.type === TEXT) return document.createTextNode(wanted.text);
    if (wanted.type === COMMENT) return document.createComment(wanted.text);
    const el = bare(wanted);
    patch(el, wanted);
    return el;
  }

  // Whether this node may become the wanted one. A row must never inherit another row's node, nor other code's children.
  function fits(node, wanted) {
    if (node.nodeType !== wanted.type) return false;
    if (wanted.type !== ELEMENT) return true;
    const known = metaOf(node);
    if (wanted.tag === KEEP) return known.key === wanted.key;
    return known.tag === wanted.tag && known.key === wanted.key && known.ns === wanted.ns &&
      (known.host === undefined || known.host === wanted.created > 0);
  }

  function update(node, wanted) {
    if (wanted.type === ELEMENT) patch(node, wanted);
    else if (node.data !== wanted.text) node.data = wanted.text;
  }

  function patch(el, wanted) {
    if (wanted.tag === KEEP) return;
    const known = metaOf(el);
    if (!same(known.attrs, wanted.attrs)) patchAttributes(el, known.attrs, wanted.attrs);
    known.attrs = wanted.attrs;
    known.key = wanted.key;
    known.position = wanted.position;
    if (known.on || wanted.on) patchListeners(el, known, wanted.on || []);
    known.host = wanted.created > 0;
    if (known.host) calls.push([wanted.created, el]);
    patchChildren(el, known, wanted);
    // After the children, because the value of a <select> means nothing before its options.
    for (let i = 0; wanted.props && i < wanted.props.length; i += 2) patchProperty(el, wanted.props[i], wanted.props[i + 1]);
    if (wanted.populate) calls.push([wanted.populate]);
  }

  function same(a, b) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
  }

  // Attributes are flat lists of name, value, namespace.
  function valueOf(attrs, name) {
    for (let i = 0; i < attrs.length; i += 3) if (attrs[i] === name) return attrs[i + 1];
    return undefined;
  }

  function patchAttributes(el, before, after) {
    for (let i = 0; i < after.length; i += 3) {
      const name = after[i], value = after[i + 1], ns = after[i + 2];
      if (valueOf(before, name) === value) continue;
      if (name === 'style') el.style.cssText = value; // the policy forbids the attribute, not the object model
      else if (ns) el.setAttributeNS(ns, name, value);
      else el.setAttribute(name, value);
    }
    for (let i = 0; i < before.length; i += 3) {
      if (valueOf(after, before[i]) === undefined) el.removeAttribute(before[i]);
    }
  }

  function patchProperty(el, name, json) {
    const value = JSON.parse(json);
    if (typeof value === 'object' || el[name] !== value) el[name] = value;
  }

  function patchChildren(el, known, wanted) {
    if (wanted.html !== null) {
      if (known.html === undefined ? el.innerHTML !== wanted.html : known.html !== wanted.html) setHTML(el, wanted.html);
      known.html = wanted.html;
      return;
    }
    known.html = null;
    if (wanted.kids) patchKids(el, wanted.kids);
    else if (!known.host && el.firstChild) el.replaceChildren();
  }

  // Vugu sends plain text this way too (vg-content). The policy forbids style attributes in HTML text; data-style stands in for them.
  function setHTML(el, html) {
    if (!/[<&]/.test(html)) return void (el.textContent = html);
    el.innerHTML = html;
    for (const styled of el.querySelectorAll('[data-style]')) styled.style.cssText = styled.dataset.style;
  }

  function patchKids(parent, kids) {
    let node = parent.firstChild, i = 0;
    while (node && i < kids.length && fits(node, kids[i])) {
      const next = node.nextSibling;
      update(node, kids[i++]);
      node = next;
    }
    if (!node) {
      for (; i < kids.length; i++) parent.appendChild(create(kids[i]));
      return;
    }
    const rest = [];
    for (; node; node = node.nextSibling) rest.push(node);
    realign(parent, rest, kids.slice(i));
  }

  // Ends that agree keep their nodes; between them, as many as possible do.
  function realign(parent, nodes, kids) {
    let a = nodes.length, b = kids.length;
    while (a > 0 && b > 0 && fits(nodes[a - 1], kids[b - 1])) a--, b--;
    const partner = a * b > 40000 ? partnersByKey(nodes, a, kids, b) : partnersByWeight(nodes, a, kids, b);
    let next = 0;
    for (let j = 0; j < b; j++) {
      if (partner[j] < 0) {
        parent.insertBefore(create(kids[j]), nodes[next] || null);
        continue;
      }
      while (next < partner[j]) nodes[next++].remove();
      update(nodes[next++], kids[j]);
    }
    while (next < a) nodes[next++].remove();
    for (; b < kids.length; a++, b++) update(nodes[a], kids[b]);
  }

  // Longest common subsequence, in which a keyed row counts more than an element, and an element more than white space.
  function partnersByWeight(nodes, a, kids, b) {
    const width = b + 1, best = new Int32Array((a + 1) * width), partner = new Int32Array(b).fill(-1);
    const weight = (i, j) => !fits(nodes[i], kids[j]) ? 0 : kids[j].key !== null ? 9 : kids[j].type === ELEMENT ? 4 : 1;
    for (let i = a - 1; i >= 0; i--) {
      for (let j = b - 1; j >= 0; j--) {
        const here = i * width + j, w = weight(i, j);
        best[here] = Math.max(best[here + width], best[here + 1], w && w + best[here + width + 1]);
      }
    }
    for (let i = 0, j = 0; i < a && j < b;) {
      const here = i * width + j;
      if (best[here] === best[here + width]) i++;
      else if (best[here] === best[here + 1]) j++;
      else partner[j++] = i++;
    }
    return partner;
  }

  // For long lists: rows that kept their order find each other by key, anything else only in its place.
  function partnersByKey(nodes, a, kids, b) {
    const where = new Map(), partner = new Int32Array(b).fill(-1);
    for (let i = a - 1; i >= 0; i--) {
      const key = nodes[i].nodeType === ELEMENT ? metaOf(nodes[i]).key : null;
      if (key !== null) where.set(key, i);
    }
    for (let next = 0, j = 0; j < b && next < a; j++) {
      const i = kids[j].key === null ? next : where.get(kids[j].key) ?? -1;
      if (i >= next && fits(nodes[i], kids[j])) next = (partner[j] = i) + 1;
    }
    return partner;
  }

  // ---- events --------------------------------------------------------------------------------------------------------------

  const OF_EVENT = ['type', 'key', 'code', 'ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat', 'detail', 'button'];
  const OF_TARGET = ['value', 'checked', 'id', 'name', 'open'];
  const encoder = new TextEncoder();
  let eventHandler = null, callbackHandler = null;
  let activeEvent = null;
  let busy = false; // Go is on the stack
  let stopped = false;

  function patchListeners(el, known, wanted) {
    known.on ||= new Map();
    for (const [id, l] of known.on) {
      if (wanted.some((w) => w.id === id)) continue;
      el.removeEventListener(l.type, l.run, l);
      known.on.delete(id);
    }
    for (const w of wanted) {
      if (known.on.has(w.id)) continue;
      const run = (event) => handle(event, el, w);
      el.addEventListener(w.type, run, w);
      known.on.set(w.id, {...w, run});
    }
  }

  function handle(event, el, listener) {
    if (stopped || !el.isConnected) return; // a removed field still says that it lost focus or changed
    if (busy) return queueMicrotask(() => handle(event, el, listener)); // runs when Go has returned
    const position = el[META].position;
    const message = encoder.encode(JSON.stringify({
      position_id: position, event_type: listener.type, capture: listener.capture, passive: listener.passive,
      event_summary: {...plain(event, OF_EVENT), target: plain(event.target || {}, OF_TARGET)},
    }));
    const framed = new Uint8Array(4 + message.length);
    new DataView(framed.buffer).setUint32(0, message.length);
    framed.set(message, 4);
    busy = true;
    activeEvent = event;
    try {
      eventHandler(framed);
    } catch (e) {
      stop(e);
    } finally {
      busy = false;
      activeEvent = null;
    }
  }

  function plain(from, names) {
    const out = {};
    for (const name of names) {
      const value = from[name];
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') out[name] = value;
    }
    return out;
  }

  // ---- what Go calls -------------------------------------------------------------------------------------------------------

  function stop(error) {
    stopped = true;
    console.error(error);
    window.firmOffer?.fail('The playground stopped because of an error in the program.', '');
  }

  window.vuguGetRenderArray = () => buffer;
  window.vuguRender = () => {
    if (stopped) return;
    if (!busy) { // a render outside an event: what it sets off (a focus, say) must wait as well
      busy = true;
      queueMicrotask(() => { busy = false; });
    }
    try {
      read();
    } catch (e) {
      stop(e);
    }
  };
  window.vuguSetEventHandler = (f) => { eventHandler = f; };
  window.vuguSetCallbackHandler = (f) => { callbackHandler = f; };
  window.vuguGetActiveEvent = () => activeEvent;
  window.vuguGetActiveEventTarget = () => activeEvent && activeEvent.target;
  window.vuguGetActiveEventCurrentTarget = () => activeEvent && activeEvent.currentTarget;
  window.vuguActiveEventPreventDefault = () => { if (activeEvent) activeEvent.preventDefault(); };
  window.vuguActiveEventStopPropagation = () => { if (activeEvent) activeEvent.stopPropagation(); };
})();
