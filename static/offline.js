// Asks the browser to keep the playground for when the server is gone (see sw.js), and to offer it as an app. boot.js fetches this
// some seconds after the page is ready, and only in a window of its own: a frame in somebody's page keeps nothing on their reader's disk.
(async () => {
  'use strict';

  if (window !== window.top || window.origin === 'null') return;
  const service = navigator.serviceWorker;
  if (!service) return; // there is one with https only, and on this very machine
  document.head.append(Object.assign(document.createElement('link'), {rel: 'manifest', href: 'manifest.webmanifest'}));
  try {
    await service.register('sw.js');
    const {active} = await service.ready;
    active.postMessage([...document.querySelectorAll('[rel=stylesheet], [rel=preload], script[defer], [type=later]')].map((el) => el.href || el.src)); // tells of which build this page is
  } catch {
    // Refused by the browser or the host. The page works all the same, as long as it reaches its server.
  }
})();
