// Keeps the page on the device: what was loaded once works without a network. VERSION and FILES are
// written by the program that makes the site.

const VERSION = '@version@';
const FILES = /*@files@*/[];
const GAMES = /*@games@*/[];

const NAME = `orbat-${VERSION}`;

addEventListener('install', event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)).then(() => {
    // Games may come later: the page works without them.
    caches.open(NAME).then(cache => cache.addAll(GAMES)).catch(() => {});
  }));
});

addEventListener('message', event => {
  if (event.data === 'take over') skipWaiting();
});

addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('orbat-') && name !== NAME) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    const known = await cache.match(request, { ignoreSearch: true })
      ?? (request.mode === 'navigate' ? await cache.match('index.html') : undefined);
    if (known) return known;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  })());
});
