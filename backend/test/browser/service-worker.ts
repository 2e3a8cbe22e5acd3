import type { Page } from 'playwright-core';

/** Resolves when the service worker controls this page. */
export const waitForWorker = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ??
    new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))).then(() => true)`);

/** Checks for a new worker, as a browser does on each visit, and waits until it is active. */
export const updateWorker = (page: Page) =>
  page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const next = registration.installing ?? registration.waiting ?? registration.active;
    while (next.state !== 'activated' && next.state !== 'redundant')
      await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
    return next.state;
  })()`);

/** Whether navigation preload is on. The setting stays, even for a newer worker. */
export const hasPreload = (page: Page) =>
  page.evaluate<boolean>(
    'navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState()).then(({ enabled }) => enabled)',
  );
