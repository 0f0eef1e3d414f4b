// Keeps the playground for when the server is gone: one copy of the site for each build, whole or not at all.
//
//   installing --each file is there and of this build--> active --a newer build is active--> gone
//        \------any other---> gone, and tried again with the next visit
//
// A new build is active at once, and the next page is of it. Pages of the build before may still be open: the names of files carry
// hashes, so each page gets its own files, and the copy of that build stays until a page of the new one is the only one left.
'use strict';

const BUILD = 'source'; // these three are written by `make build`
const FIRST = {}; // what a page fetches at once: names, and digests of their content
const LATER = {}; // what a page fetches when it is needed

const FILES = new Map(Object.entries({...FIRST, ...LATER}));
const PAGE = 'index.html';
const HASHED = /\.[0-9a-f]{10}\.[a-z]+$/;
const OURS = `firm-offer ${registration.scope} `; // another copy on this server has other caches
const CACHE = OURS + BUILD;

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

async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name) || HASHED.test(name) && await caches.match(request.url);
  if (kept) return kept;
  if (!FILES.has(name)) return fetch(request);
  return keep(cache, name).catch(() => fetch(request));
}

// pages are those of this copy of the playground.
async function pages() {
  const all = await clients.matchAll({type: 'window', includeUncontrolled: true});
  return all.filter((client) => client.url.startsWith(registration.scope));
}

// forget drops copies of builds before this one, all but so many.
async function forget(but) {
  const copies = (await caches.keys()).filter((key) => key.startsWith(OURS));
  const older = copies.slice(0, Math.max(copies.indexOf(CACHE) - but, 0));
  await Promise.all(older.map((key) => caches.delete(key)));
}

const nameOf = (url) => url.startsWith(registration.scope) ? new URL(url).pathname.slice(new URL(registration.scope).pathname.length) || PAGE : '';

addEventListener('install', (event) => event.waitUntil(install()));

addEventListener('activate', (event) => event.waitUntil((async () => {
  await clients.claim();
  await forget((await pages()).length ? 1 : 0);
})()));

addEventListener('message', (event) => event.waitUntil((async () => {
  if (FILES.has(nameOf(String(event.data))) && (await pages()).length < 2) await forget(0);
})()));

addEventListener('fetch', (event) => {
  const name = nameOf(event.request.url);
  if (event.request.method === 'GET' && (FILES.has(name) || HASHED.test(name))) event.respondWith(answer(event.request, name));
});
