// Served as /sw.js. It keeps one page, which says that there is no connection, and nothing else: no answer of the API, and no page
// of a person. `__PAGE__` and `__VERSION__` are filled in by the build, so that a new page makes a new worker.
const PREFIX = 'offline-';
const KEPT = PREFIX + '__VERSION__';
const PAGE = '__PAGE__';
/** No pages of the app: calls of the API, downloads, and the ways to other sites and back. */
const NOT_PAGES = /^\/(api|media|health|metrics)(\/|$)/u;

async function keepPage() {
  const kept = await caches.open(KEPT);
  // As a stranger gets it, and not from a cache of before.
  await kept.add(new Request(PAGE, { credentials: 'omit', cache: 'reload' }));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).map((name) => caches.delete(name)),
  );
}

async function answer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE, { ignoreVary: true })) ?? Response.error();
  }
}

// A worker of before has nothing that a page of this moment needs, so a new one takes its place at once.
self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});
// @NOTE Chromium sends a navigation twice where preload is on and the worker leaves the request alone: the first of them uses up a
// one-time callback. A worker of before has turned preload on, and it stays on until somebody turns it off.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([dropOthers(), self.registration.navigationPreload?.disable()]).then(() =>
      self.clients.claim(),
    ),
  );
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  if (NOT_PAGES.test(new URL(request.url).pathname)) return;
  event.respondWith(answer(request));
});
