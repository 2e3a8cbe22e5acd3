import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  ACCOUNT_EXPORT,
  ACCOUNT_EXPORT_TEXT,
  requestAccountExport,
  type AccountExportReply,
} from '@posthorn/contracts/identity/account-export.http';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { number, record, text } from '#infrastructure/readers/json-schema.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { readZip } from '#infrastructure/personal-data/export/testing/read-zip.ts';
import { ExportLinks } from '../../stores/account-exports/export-links.ts';
import { bootIdentity, NOON, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** A part of the export with `rows` rows. `isRead`: it is being read. `isTorn`: its end cannot be read. */
const diary = { rows: 1, isRead: false, isTorn: false };
const bell = new EventEmitter();
async function* pages() {
  diary.isRead = true;
  try {
    for (let page = 0; page < diary.rows; page++)
      yield await Promise.resolve({ page, words: randomBytes(32 * 1024).toString('base64') });
    if (diary.isTorn) throw new Error('a page is torn');
  } finally {
    diary.isRead = false;
    bell.emit('left');
  }
}

let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity();
  const schema = record('A page.', { page: number('Its number.'), words: text('Its words.') });
  product.app.get(ExportRegistry).add({
    categories: [],
    tables: [],
    files: [
      { name: 'diary.json', about: 'A diary.', sections: { pages: { about: '', schema, rows: pages } } },
    ],
  });
});
beforeEach(async () => {
  diary.rows = 1;
  await product.reset();
});
afterAll(() => product.close());

let count = 0;
const newUser = () => product.signedIn(`somebody-${String(++count)}@example.com`);
const requestExport = (browser: TestBrowser) => browser.send('POST', requestAccountExport.path);
const linkOf = async (browser: TestBrowser) =>
  ((await requestExport(browser)).body as AccountExportReply).url;
const cookiesOf = ({ cookies }: TestBrowser) => [...cookies].map((pair) => pair.join('=')).join('; ');
const download = async (browser: TestBrowser, url: string) => {
  const response = await fetch(new URL(url, product.url), {
    headers: { cookie: cookiesOf(browser), 'sec-fetch-site': 'same-origin' },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};
const head = (browser: TestBrowser, url: string) =>
  fetch(new URL(url, product.url), { method: 'HEAD', headers: { cookie: cookiesOf(browser) } });
const beginDownload = (browser: TestBrowser, url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie: cookiesOf(browser), 'sec-fetch-site': 'same-origin' };
    get(new URL(url, product.url), { headers }, resolve).on('error', reject);
  });
/** Waits until the server has noticed the end of the connection. */
const waitUntilFree = async (browser: TestBrowser) => {
  const { id } = await userOf(browser);
  const taken = 'select from identity.account_export where user_id = $1 and taken_until is not null';
  while ((await product.pool.query(taken, [id])).rowCount) await setTimeout(5);
};
const statusAndCode = (reply: Readonly<{ status: number; body: unknown }>) => [
  reply.status,
  (reply.body as { code: string }).code,
];

it('returns a link, valid for 24 hours, to all data about the user who requested it', async () => {
  const ana = await newUser();
  const asked = await requestExport(ana);
  expect(asked.status).toBe(202);
  const { url, expiresAt } = asked.body as AccountExportReply;
  expect(expiresAt).toBe(new Date(NOON.getTime() + DAY_MS).toISOString());
  const { status, headers, bytes } = await download(ana, url);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toBe('attachment; filename="posthorn-data.zip"');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  const files = await readZip(bytes);
  expect([...files.keys()]).toEqual([
    ...['README.txt', 'account.json', 'diary.json'],
    ...['schemas/account.json', 'schemas/diary.json', 'events/user.ndjson'],
  ]);
  expect(files.get('README.txt')?.toString()).toContain('diary.json    A diary.');
});

it('requires a sign-in within the last 15 minutes', async () => {
  const ana = await newUser();
  product.clock.advance(SIGN_IN.freshMinutes * MINUTE_MS);
  const refused = await requestExport(ana);
  expect(statusAndCode(refused)).toEqual([403, 'identity.not-fresh']);
  expect(refused.body).toMatchObject({ message: ACCOUNT_EXPORT_TEXT.notFresh });
  product.clock.advance(-1);
  expect((await requestExport(ana)).status).toBe(202);
});

it('returns three links a day, and each invalidates the previous link', async () => {
  const ana = await newUser();
  const links: string[] = [];
  for (let asked = 0; asked < ACCOUNT_EXPORT.perDay; asked++) links.push(await linkOf(ana));
  const refused = await requestExport(ana);
  expect(refused).toMatchObject({ status: 429, body: { message: ACCOUNT_EXPORT_TEXT.tooMany } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  const statuses: number[] = [];
  for (const link of links) statuses.push((await download(ana, link)).status);
  expect(statuses).toEqual([404, 404, 200]);
  // Another user still gets a link.
  expect((await requestExport(await newUser())).status).toBe(202);
});

it('invalidates a link after the last byte was sent', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  expect((await download(ana, url)).status).toBe(200);
  expect(statusAndCode(await ana.get(url))).toEqual([404, 'identity.export-not-found']);
});

it('allows one download at a time, however many start concurrently', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  const replies = await Promise.all(Array.from({ length: 10 }, () => download(ana, url)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  const refused = replies.find(({ status }) => status === 404);
  expect(JSON.parse(refused?.bytes.toString() ?? '')).toMatchObject({
    code: 'identity.export-not-found',
    message: ACCOUNT_EXPORT_TEXT.linkNotFound,
  });
});

it('allows another download a minute after a process crashed', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  const { id } = await userOf(ana);
  const token = url.split('/').at(-1) ?? '';
  expect(await product.app.get(ExportLinks).take(id, token)).toBe(true);
  expect((await download(ana, url)).status).toBe(404);
  product.clock.advance(MINUTE_MS);
  expect((await download(ana, url)).status).toBe(200);
});

it('expires a link after 24 hours', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  product.clock.set(new Date(NOON.getTime() + DAY_MS - 1));
  expect((await head(ana, url)).status).toBe(200);
  product.clock.set(new Date(NOON.getTime() + DAY_MS));
  expect((await head(ana, url)).status).toBe(404);
});

it('rejects other users, and keeps the link valid', async () => {
  const [ana, bea] = [await newUser(), await newUser()];
  const url = await linkOf(ana);
  expect(statusAndCode(await bea.get(url))).toEqual([404, 'identity.export-not-found']);
  expect((await product.browser().get(url)).status).toBe(401);
  expect(statusAndCode(await ana.get(`${url}x`))).toEqual([404, 'identity.export-not-found']);
  expect((await download(ana, url)).status).toBe(200);
});

it('does not start a download when another site links to the export, so that the link stays valid', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  for (const site of ['cross-site', 'same-site'])
    expect(statusAndCode(await ana.get(url, { 'sec-fetch-site': site }))).toEqual([
      403,
      'request.other-site',
    ]);
  expect((await download(ana, url)).status).toBe(200);
});

it('keeps the link valid after a HEAD request', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  const { status, headers } = await head(ana, url);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(diary.isRead).toBe(false);
  expect((await download(ana, url)).status).toBe(200);
});

it('stops reading when the connection ends, and allows another download', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  diary.rows = Number.MAX_SAFE_INTEGER;
  const broken = await beginDownload(ana, url);
  const left = once(bell, 'left');
  // The end of the loop closes the connection.
  for await (const bytes of broken as AsyncIterable<Buffer>) if (bytes.length > 0 && diary.isRead) break;
  await left;
  expect(diary.isRead).toBe(false);
  await waitUntilFree(ana);
  diary.rows = 3;
  const files = await readZip((await download(ana, url)).bytes);
  const { pages: writtenPages } = JSON.parse(files.get('diary.json')?.toString() ?? '') as {
    pages: unknown[];
  };
  expect(writtenPages).toHaveLength(3);
  expect((await download(ana, url)).status).toBe(404);
});

it('closes the connection when a part cannot be read, and allows another download', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  diary.isTorn = true;
  await expect(download(ana, url)).rejects.toThrow();
  diary.isTorn = false;
  await waitUntilFree(ana);
  expect((await download(ana, url)).status).toBe(200);
});

it('allows twenty downloads a day', async () => {
  const ana = await newUser();
  const url = await linkOf(ana);
  diary.rows = Number.MAX_SAFE_INTEGER;
  for (let begun = 0; begun < 20; begun++) {
    (await beginDownload(ana, url)).destroy();
    await waitUntilFree(ana);
  }
  const refused = await ana.get(url);
  expect(refused).toMatchObject({ status: 429, body: { message: ACCOUNT_EXPORT_TEXT.tooManyDownloads } });
  expect(refused.headers.get('content-disposition')).toBeNull();
});

it('stores no token, and at most one link of a user', async () => {
  const ana = await newUser();
  const urls = [await linkOf(ana), await linkOf(ana)];
  const { id } = await userOf(ana);
  const { rows } = await product.pool.query('select * from identity.account_export where user_id = $1', [id]);
  expect(rows).toHaveLength(1);
  const kept = JSON.stringify(rows.map((row: object) => Object.values(row).map(String)));
  for (const url of urls) expect(kept).not.toContain(url.split('/').at(-1));
  product.clock.advance(DAY_MS);
  await linkOf(await newUser());
  const over = await product.pool.query('select from identity.account_export where expires_at <= $1', [
    product.clock.now(),
  ]);
  expect(over.rowCount).toBe(0);
});
