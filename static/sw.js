// Keeps the playground for when the server is gone: one copy of the site for each build, whole or not at all.
//
//   installing --each file is there and of this build--> active --a newer build is active--> gone
//        \------any other---> gone, and tried again with the next visit
//
// A new build is active at once, and the next page is of it. Pages of builds before may still be open. Each gets the files of its own
// build, and the copy of that build stays as long as one of its pages does: a copy has a list of them beside its files, since the
// browser stops a service worker when it likes.
'use strict';

const BUILD = 'source'; // these three are written by `make build`
const FIRST = {}; // what a page fetches at once: names, and digests of their content
const LATER = {}; // what a page fetches when it is needed

const FILES = new Map(Object.entries({...FIRST, ...LATER}));
const PAGE = 'index.html';
const HASHED = /\.[0-9a-f]{10}\.[a-z]+$/;
const OURS = `firm-offer ${registration.scope} `; // another copy on this server has other caches
const CACHE = OURS + BUILD;
const PAGES = 'page/'; // before the names of pages, in the list of a copy

// keep fetches a file into the cache. What is not of this build is an error: a copy of two builds would be worse than none.
async function keep(cache, name) {
  const cached = HASHED.test(name) ? 'default' : 'no-cache'; // the page has just fetched most of those with a hash
  let response = await fetch(name === PAGE ? './' : name, {integrity: FILES.get(name), cache: cached});
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  if (response.redirected) response = new Response(response.body, {headers: response.headers}); // no page may be answered with the other
  await cache.put(name, response.clone());
  return response;
}

async function install() {
  const names = navigator.connection?.saveData ? Object.keys(FIRST) : [...FILES.keys()];
  const cache = await caches.open(CACHE);
  try {
    for (const name of names) await keep(cache, name); // one by one: somebody works with the page meanwhile
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await skipWaiting();
}

// Names with a hash say of which build a file is. The page itself is of this build; of others, lessons for instance, each page has its own.
async function answer({request, clientId, resultingClientId}, name) {
  const hashed = HASHED.test(name), cache = await caches.open(CACHE);
  if (name === PAGE && resultingClientId) await cache.put(PAGES + resultingClientId, new Response());
  const kept = await (hashed || name === PAGE ? cache : await copyOf(clientId) || cache).match(name) || hashed && await caches.match(request.url);
  if (kept) return kept;
  if (!FILES.has(name)) return fetch(request);
  return keep(cache, name).catch(() => fetch(request));
}

// copies are the names of the copies of this site, the oldest first.
const copies = async () => (await caches.keys()).filter((key) => key.startsWith(OURS));

// copyOf finds the copy that has a page on its list.
async function copyOf(page) {
  for (const key of await copies()) {
    const cache = await caches.open(key);
    if (page && await cache.match(PAGES + page)) return cache;
  }
}

// meet puts a page on the list of the copy that has all the files which the page names. One that came from the server is on none.
async function meet(page, names) {
  if (await copyOf(page)) return;
  const has = async (key, cache) => {
    for (const name of names) if (!(key === CACHE ? FILES.has(name) : await cache.match(name))) return false;
    return true;
  };
  for (const key of (await copies()).reverse()) {
    const cache = await caches.open(key);
    if (await has(key, cache)) return cache.put(PAGES + page, new Response());
  }
}

// forget drops the copies of builds before this one that have no page left, and takes pages that are gone off the lists.
async function forget() {
  const keys = await copies();
  for (const key of keys.slice(0, keys.indexOf(CACHE) + 1)) {
    const cache = await caches.open(key);
    let needed = key === CACHE;
    for (const {url} of await cache.keys()) {
      const [, page] = nameOf(url).split(PAGES);
      if (page && await clients.get(page)) needed = true;
      else if (page) await cache.delete(url);
    }
    if (!needed) await caches.delete(key);
  }
}

const nameOf = (url) => url.startsWith(registration.scope) ? new URL(url).pathname.slice(new URL(registration.scope).pathname.length) || PAGE : '';

addEventListener('install', (event) => event.waitUntil(install()));

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

// A page tells which files it named when it came.
addEventListener('message', (event) => event.waitUntil((async () => {
  if (Array.isArray(event.data) && event.source) await meet(event.source.id, event.data.map((url) => nameOf(String(url))));
  await forget();
})()));

addEventListener('fetch', (event) => {
  const name = nameOf(event.request.url);
  if (event.request.method === 'GET' && (FILES.has(name) || HASHED.test(name))) event.respondWith(answer(event, name));
});
