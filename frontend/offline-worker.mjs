// The server sends this file as /sw.js. The worker caches only the page for a missing connection, never API responses or pages of a user.
// The build replaces `__PAGE__` and `__VERSION__`, so that a changed page creates a new worker.
const PREFIX = 'offline-';
const KEPT = PREFIX + '__VERSION__';
const PAGE = '__PAGE__';
/** Paths that are not pages of the app: API calls, downloads, and redirects to and from other sites. */
const NOT_PAGES = /^\/(api|media|health|metrics)(\/|$)/u;

async function keepPage() {
  const kept = await caches.open(KEPT);
  // Fetches the page without cookies, and not from an HTTP cache.
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

// The new worker takes over immediately, because pages of this version need nothing from an earlier worker.
self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});
// @NOTE With navigation preload on, Chromium sends a navigation twice if the worker does not handle it. The first request uses up a one-time
// callback URL. An earlier version of this worker turned preload on, and preload stays on until a worker turns it off.
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
