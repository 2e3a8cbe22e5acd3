import type { Page } from 'playwright-core';

/** Resolves once the service worker stands between this page and the product. */
export const controlled = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ??
    new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))).then(() => true)`);

/** Looks for another worker, as a browser does with each visit, and waits until it is at work. */
export const updated = (page: Page) =>
  page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const next = registration.installing ?? registration.waiting ?? registration.active;
    while (next.state !== 'activated' && next.state !== 'redundant')
      await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
    return next.state;
  })()`);

/** Whether the browser sends navigations ahead of the worker. Stays as it was set, also for a newer worker. */
export const preloads = (page: Page) =>
  page.evaluate<boolean>(
    'navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState()).then(({ enabled }) => enabled)',
  );
