import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTERNAL_POST_TEXT, type DryRunView } from '@posthorn/contracts/external/posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { MEDIA_QUOTA } from '@posthorn/contracts/shared/media-usage.http';
import { MEDIA_TEXT, type UploadReply } from '@posthorn/contracts/shared/media.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { MediaFolders } from '#infrastructure/media/store/media-folders.ts';
import { TestTokens } from '#infrastructure/testing/test-tokens.ts';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { startSandbox, type Sandbox } from '../../../../../sandbox/sandbox-server.ts';
import { SchedulingProduct } from '../../testing/scheduling-product.ts';

// API programs can send the URLs of files on other servers instead of uploads.

const WEB = 'https://pages.sandbox.test';
const PICTURE = `${WEB}/pictures/bakery.png`;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let dataDir: string;
let sandbox: Sandbox;
let product: SchedulingProduct;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-media-from-web-'));
  sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  const env = { SANDBOX_PORT: String(sandbox.port), MEDIA_URL: 'https://files.example' };
  product = await SchedulingProduct.start(new InMemoryEventStore(), [TestTokens], env);
}, 60_000);
afterAll(async () => {
  await product.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

let user: string;
beforeEach(async () => {
  await product.newUser();
  ({ user } = product);
});
const post = (path: string, json: object, headers: Record<string, string> = {}) =>
  product.external('post', path).set(headers).send(json);
const BODY = { content: 'Hello', accountIds: [3], scheduledFor: '2030-01-01T13:00:00.000Z' };
/** The body as `unknown`, because supertest types it as `any`. */
const bodyOf = ({ body }: Readonly<{ body: unknown }>) => body;
const postIn = (reply: Readonly<{ body: unknown }>) => bodyOf(reply) as PostView;
/** The names of the user's files. Also checks that no partial download is left. */
async function storedFiles(): Promise<readonly string[]> {
  expect(await readdir(product.booted.app.get(MediaFolders).incoming)).toEqual([]);
  const { rows } = await product.booted.app
    .get(Pool)
    .query<{ name: string }>('select original_name as name from media.file where owner_id = $1', [user]);
  return rows.map(({ name }) => name);
}
async function countFetches(path: string): Promise<number> {
  const calls = bodyOf(await request(sandbox.url).get('/control/calls')) as readonly Readonly<{
    endpoint: string;
    calls: number;
  }>[];
  return calls.find(({ endpoint }) => endpoint === `GET ${path}`)?.calls ?? 0;
}

it('fetches the file of a post once, and not again for the same idempotency key', async () => {
  const before = await countFetches('/pictures/bakery.png');
  const files = { mediaUrl: PICTURE, media: [{ url: PICTURE, altText: 'Bread' }] };
  const made = await post('/posts', { ...BODY, ...files }, { 'idempotency-key': 'row-1' }).expect(201);
  expect(postIn(made).mediaFiles).toMatchObject([{ mediaType: 'image', originalName: 'bakery.png' }]);
  const again = await post('/posts', { ...BODY, ...files }, { 'idempotency-key': 'row-1' }).expect(201);
  expect([postIn(again).id, await countFetches('/pictures/bakery.png')]).toEqual([
    postIn(made).id,
    before + 1,
  ]);
  expect(await storedFiles()).toEqual(['bakery.png']);
});
it('selects files from other servers for a single account, by their URLs', async () => {
  const other = `${PICTURE}?other`;
  const files = { media: [{ url: PICTURE }, { url: other }] };
  const targets = [{ accountId: 3, mediaUrls: [other] }];
  const made = postIn(await post('/posts', { ...BODY, ...files, targets }).expect(201));
  expect(made.targets[0]?.mediaUrls).toEqual([made.mediaFiles[1]?.mediaUrl]);
  const unknown = [{ accountId: 3, mediaUrls: [`${WEB}/nothing.png`] }];
  const refused = await post('/posts', { ...BODY, ...files, targets: unknown }).expect(422);
  expect(refused.body).toMatchObject({ code: 'scheduling.target-media-unknown' });
});
it('does not store a file for a token that was revoked during the download', async () => {
  const open = jest.spyOn(product.booted.app.get(TokenReader), 'openOf');
  const send = [
    () => post('/posts', { ...BODY, mediaUrl: PICTURE }),
    () => post('/media', { url: PICTURE }),
    () => product.external('post', '/media').attach('media', PNG, 'a.png'),
  ];
  for (const request of send) {
    open.mockResolvedValue(new Set()).mockResolvedValueOnce(new Set([`token-of-${user}`]));
    expect(bodyOf(await request())).toMatchObject({ code: 'external.token-not-valid' });
  }
  open.mockRestore();
  expect(await storedFiles()).toEqual([]);
});
it.each(['from its response', 'at the address of this server', 'as a path'])(
  'accepts the URL of an upload %s, in a post and in a draft, and does not fetch it',
  async (spelling) => {
    const [file] = (bodyOf(await post('/media', { url: PICTURE }).expect(201)) as UploadReply).files;
    expect(file).toMatchObject({ originalName: 'bakery.png', mimeType: 'image/png' });
    const shown = file?.mediaUrl ?? '';
    expect(shown).toMatch(/^https:\/\/files\.example\/media\//u);
    const path = new URL(shown).pathname;
    const { origin } = new URL(product.booted.app.get(Configuration).publicUrl);
    const url = { 'from its response': shown, 'as a path': path }[spelling] ?? `${origin}${path}`;
    const scopes = ['posts:write', 'drafts:write'] as const;
    const content = { ...BODY, media: [{ url }], targets: [{ accountId: 3, mediaUrls: [url] }] };
    const made = await product.external('post', '/posts', scopes).send(content).expect(201);
    expect(postIn(made).mediaFiles.map(({ mediaUrl }) => mediaUrl)).toEqual([shown]);
    await product
      .external('post', '/posts', scopes)
      .send({ ...BODY, mediaUrl: url })
      .expect(201);
    const draft = await product.external('put', `/drafts/${randomUUID()}`, scopes).send(content).expect(201);
    expect(bodyOf(draft)).toMatchObject({
      mediaFiles: [{ mediaUrl: shown }],
      targets: [{ mediaUrls: [shown] }],
    });
    expect(await storedFiles()).toEqual(['bakery.png']);
  },
);
it('checks the file in a dry run, and keeps no file of a dry run or a refused request', async () => {
  const dry = await post('/posts?dry_run=true', { ...BODY, mediaUrl: PICTURE }).expect(200);
  expect(bodyOf(dry) as DryRunView).toMatchObject({
    wouldCreate: true,
    accounts: [{ accountId: 3, ok: true }],
  });
  await post('/posts', { ...BODY, content: 'x'.repeat(600), mediaUrl: PICTURE }).expect(422);
  expect(await storedFiles()).toEqual([]);
});
it.each([
  ['does not exist', `${WEB}/nothing.png`, 422, 'scheduling.file-not-fetched'],
  ['closes the connection without a response', `${WEB}/silent`, 422, 'scheduling.file-not-fetched'],
  ['redirects to this machine', `${WEB}/inside`, 422, 'external.address-not-allowed'],
  ['is on this machine', 'https://127.0.0.1/x.png', 422, 'external.address-not-allowed'],
  ['does not use https', 'file:///etc/passwd', 422, 'external.address-not-allowed'],
  ['returns a web page', `${WEB}/bakery`, 415, 'scheduling.file-not-supported'],
  ['returns too much', `${WEB}/endless`, 413, 'scheduling.file-too-large'],
])('refuses a URL that %s', async (_what, url, status, code) => {
  for (const answer of [post('/media', { url }), post('/posts', { ...BODY, mediaUrl: url })])
    expect((await answer.expect(status)).body).toMatchObject({ code });
  expect(await storedFiles()).toEqual([]);
});
it('fetches a file that is smaller than the free storage, and refuses a larger one because the storage is full', async () => {
  const leave = (bytes: number) =>
    product.booted.app
      .get(Pool)
      .query(
        'insert into media.usage values ($1, 0, $2) on conflict (owner_id) do update set bytes = excluded.bytes',
        [user, MEDIA_QUOTA.free - bytes],
      );
  await leave(1_000_000);
  await post('/media', { url: PICTURE }).expect(201);
  await leave(100);
  const refused = await post('/media', { url: PICTURE }).expect(413);
  expect(refused.body).toMatchObject({ code: 'scheduling.storage-full' });
  await leave(0);
  expect((await post('/media', { url: PICTURE })).body).toMatchObject({ code: 'scheduling.storage-full' });
});
it('refuses an invalid URL, and names the host from which a file could not be fetched', async () => {
  for (const url of [undefined, 7, '', 'bread.jpg', ['https://a.example']])
    expect((await post('/media', { url }).expect(400)).body).toMatchObject({
      code: 'request.not-valid',
      fields: { url: EXTERNAL_POST_TEXT.urlNotValid },
    });
  const gone = await post('/media', { url: `${WEB}/nothing.png` });
  expect(gone.body).toMatchObject({ message: MEDIA_TEXT.notFetched('pages.sandbox.test') });
});

it('stores a file once for one idempotency key, from an upload or a URL, even with simultaneous requests', async () => {
  const upload = (key: string, name: string) =>
    product.external('post', '/media').set('idempotency-key', key).attach('media', PNG, name);
  const sendUrl = (key: string, url: string) => post('/media', { url }, { 'idempotency-key': key });
  const requests = [
    [() => upload('form', 'a.png'), () => upload('form', 'b.png')],
    [() => sendUrl('web', PICTURE), () => sendUrl('web', `${PICTURE}?other`)],
  ] as const;
  for (const [same, other] of requests) {
    const both = await Promise.all([same(), same()]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = both.map(bodyOf);
    expect(second).toEqual(first);
    const again = await same();
    expect([bodyOf(again), again.headers['idempotency-replayed']]).toEqual([first, 'true']);
    expect(bodyOf(await other())).toMatchObject({ status: 422, code: 'scheduling.idempotency-key-reused' });
  }
  expect([...(await storedFiles())].sort()).toEqual(['a.png', 'bakery.png']);
  // After the file was deleted, the same request stores it again.
  await product.booted.app.get(Pool).query('delete from media.file where owner_id = $1', [user]);
  const anew = await sendUrl('web', PICTURE).expect(201);
  expect(anew.headers['idempotency-replayed']).toBeUndefined();
  expect(await storedFiles()).toEqual(['bakery.png']);
});
