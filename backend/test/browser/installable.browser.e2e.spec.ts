import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { Composer } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { waitForWorker, hasPreload, updateWorker } from './service-worker.ts';
import { Stage } from './stage.ts';
import type { Visitor, VisitOptions } from './visitor.ts';

const stage = Stage.forSpecs({ chromium: 'chromium' });

type Manifest = Readonly<{
  name: string;
  start_url: string;
  display: string;
  icons: readonly Readonly<{ src: string; sizes: string; type: string; purpose: string }>[];
}>;

it('can be installed, with icons of the declared sizes', async () => {
  const { page, context } = await stage.visit(PHONE);
  await page.goto('/');
  const devtools = await context.newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as Manifest;
  expect(manifest).toMatchObject({ name: 'Posthorn', start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes, type } of manifest.icons) {
    const response = await page.request.get(src);
    expect([src, response.status(), response.headers()['content-type']]).toEqual([src, 200, type]);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(await response.body()).metadata();
    expect([src, `${String(width)}x${String(height)}`]).toEqual([src, sizes]);
  }
  // The only error that Chromium reports is that the spec uses an incognito window.
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

it.each([
  ['/apple-touch-icon.png', 'image/png', 180],
  ['/favicon.ico', 'image/vnd.microsoft.icon', null],
])('has %s', async (path, type, width) => {
  const response = await fetch(`${stage.product.url}${path}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  if (width !== null) {
    const picture = sharp(await response.arrayBuffer());
    expect(await picture.metadata()).toMatchObject({ width, height: width });
    // iOS shows transparent parts in black.
    expect((await picture.stats()).isOpaque).toBe(true);
  }
});

const signedIn = async (options: VisitOptions = PHONE): Promise<Visitor> =>
  stage.visitOf(await stage.creator(), options);

it('shows an offline page without a connection, and then continues with the draft', async () => {
  const visitor = await signedIn({ ...PHONE, firstVisit: true });
  const { page, context } = visitor;
  // The app registers the worker by itself.
  await waitForWorker(page);
  const composer = await Composer.open(page);
  await composer.content.fill('Half a thought, on a train');
  await composer.dialog.getByText('Saved', { exact: true }).waitFor();
  visitor.expects(/ERR_INTERNET_DISCONNECTED/u);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('Drafts of posts and replies are kept in this browser.').waitFor();
  const address = page.url();
  // The link on the offline page opens the URL again that could not be loaded.
  // The old page has the same heading, so the spec waits until the new page is loaded.
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Try again' }).click();
  await loaded;
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(page.url()).toBe(address);

  await context.setOffline(false);
  await composer.dialog.getByText('Your unsent draft is back.').waitFor();
  expect(await composer.content.inputValue()).toBe('Half a thought, on a train');
});

it('returns from the offline page although the browser never fired its `online` event', async () => {
  const visitor = await signedIn();
  const { page, context } = visitor;
  visitor.expects(/ERR_INTERNET_DISCONNECTED/u);
  await page.addInitScript('addEventListener("online", (event) => event.stopImmediatePropagation())');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
});

it('shows an accessible offline page', async () => {
  const visitor = await stage.visit(PHONE);
  visitor.expects(/ERR_INTERNET_DISCONNECTED/u);
  // With a connection, the page would reload itself during the examination.
  await visitor.context.setOffline(true);
  await visitor.open('/offline');
  expect(await examine(visitor.page, 'offline')).toEqual([]);
});

it('caches only the offline page: no response, and no page with personal data', async () => {
  const visitor = await signedIn();
  const { page, context } = visitor;
  for (const path of ['/settings', '/inbox', '/posts']) await visitor.open(path);
  const kept = await page.evaluate(`(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        all.push([new URL(request.url).pathname, await (await caches.match(request, { ignoreVary: true })).text()]);
    return all;
  })()`);
  expect(kept).toEqual([['/offline', expect.stringContaining('You are offline')]]);
  visitor.expects(/ERR_INTERNET_DISCONNECTED/u);
  // On a slow machine, parts of the screen are still loading.
  visitor.expects(/PartIsMissing/u);
  await context.setOffline(true);
  expect(await page.evaluate("fetch('/api/auth/user').then(() => 'answered', () => 'failed')")).toBe(
    'failed',
  );
});

it('does not handle requests to the API or the sign-out', async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  // Requests of the page during the sign-out are refused.
  visitor.expects(/status of 401 /u);
  await page.goto('/api/logout');
  // The sign-out is a navigation that the worker does not handle.
  await page.waitForURL(/\/(login)?$/u);
  expect(await page.evaluate("fetch('/api/auth/user').then(({ status }) => status)")).toBe(401);
});

const built = (file: string) => readFile(join(repositoryRoot(), 'frontend', file), 'utf8');

/** A site whose build changes during the spec. */
class ChangingSite {
  worker = '';
  page = '';
  readonly #server: Server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? this.worker : request.url === '/offline' ? this.page : '<h1>Here</h1>');
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
const site = new ChangingSite();
let siteUrl: string;
beforeAll(async () => {
  siteUrl = await site.start();
});
afterAll(() => {
  site.close();
});

it('is replaced by the worker of a newer build, and unregisters if the brand file disables it', async () => {
  const visitor = await stage.visit({ firstVisit: true });
  const { page, context } = visitor;
  visitor.expects(/request to another host|ERR_INTERNET_DISCONNECTED/u);
  const worker = await built('dist/sw.js');
  site.worker = worker;
  site.page = '<h1>Old page</h1>';
  await page.goto(siteUrl);
  await page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => true)");
  await waitForWorker(page);

  site.worker = worker.replace(/'[0-9a-f]{12}'/u, "'newer'");
  expect(site.worker).not.toBe(worker);
  site.page = '<h1>New page</h1>';
  await updateWorker(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'New page' }).waitFor();
  expect(await page.evaluate('caches.keys()')).toEqual(['offline-newer']);
  await context.setOffline(false);
  await page.goto(siteUrl);

  site.worker = await built('no-worker.mjs');
  await updateWorker(page);
  await page.goto(siteUrl);
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(
    0,
  );
  expect(await page.evaluate('caches.keys()')).toEqual([]);
});

it('turns off navigation preload that an earlier worker turned on', async () => {
  const visitor = await stage.visit({ firstVisit: true });
  const { page } = visitor;
  visitor.expects(/request to another host/u);
  const worker = await built('dist/sw.js');
  site.worker = worker.replace('navigationPreload?.disable()', 'navigationPreload.enable()');
  expect(site.worker).not.toBe(worker);
  site.page = '<h1>A page</h1>';
  await page.goto(siteUrl);
  await page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => true)");
  await waitForWorker(page);
  expect(await hasPreload(page)).toBe(true);

  site.worker = worker;
  await updateWorker(page);
  expect(await hasPreload(page)).toBe(false);
});
