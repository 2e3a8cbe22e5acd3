import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { fileNameOf, MediaStore } from '#infrastructure/media/store/media-store.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';
import { TemporaryMedia } from './temporary-media.ts';

const BYTES = Buffer.from('0123456789');
const TOKEN = 'W80hyQC60hi75H7MTNlTpbTyCipci1gZ';
let product: ScriptedAccounts;
let media: TemporaryMedia;
let dataDir: string;

beforeAll(async () => {
  product = await ScriptedAccounts.start(new Date('2030-01-01T12:00:00Z'), {
    TIKTOK_VERIFICATION: `tiktok${TOKEN}.txt:tiktok-developers-site-verification=${TOKEN}`,
  });
  media = product.booted.app.get(TemporaryMedia);
  ({ dataDir } = product.booted.app.get(Configuration));
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  jest.restoreAllMocks();
});

const pathOf = (address: string) => new URL(address).pathname;
const create = async (type = 'image/jpeg') => pathOf(await media.create(7, { body: BYTES, type }));
const getFile = (path: string) => request(product.booted.url).get(path);
const setAge = (interval: string) =>
  product.pool.query(`update integrations.lent_media set lent_at = now() - interval '${interval}'`);
const copies = () => readdir(join(dataDir, 'lent'));

it('serves a file with its exact type to any client that has the URL', async () => {
  const path = await create();
  expect(path).toMatch(/^\/media\/lent\/[\w-]{32}\.jpg$/);
  const answer = await getFile(path).expect(200);
  expect(Buffer.from(answer.body as Buffer)).toEqual(BYTES);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '10',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  });
});
it('supports the HEAD and range requests of platforms', async () => {
  const path = await create('video/mp4');
  const head = await request(product.booted.url).head(path).expect(200);
  expect(head.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
  const part = await getFile(path).set('range', 'bytes=2-4').expect(206);
  expect(part.headers['content-range']).toBe('bytes 2-4/10');
  const beyond = await getFile(path).set('range', 'bytes=50-60');
  expect(beyond.status).toBe(416);
});
it('serves an original from its own path, and does not delete it', async () => {
  const original = join(dataDir, 'original.png');
  await writeFile(original, BYTES);
  const path = pathOf(await media.create(7, { body: { path: original, bytes: 10 }, type: 'image/png' }));
  await getFile(path).expect(200);
  await setAge('4 days');
  await media.sweep();
  await getFile(path).expect(404);
  expect(await readFile(original)).toEqual(BYTES);
});
it('serves an object of the media store even if its path has changed', async () => {
  const store = product.booted.app.get(MediaStore, { strict: false });
  const object = { sha256: createHash('sha256').update(BYTES).digest('hex'), mimeType: 'image/png' };
  const incoming = join(dataDir, 'incoming.png');
  await writeFile(incoming, BYTES);
  await store.keep(incoming, object);
  const otherPath = join('/on/another/machine', fileNameOf(object));
  const path = pathOf(await media.create(7, { body: { path: otherPath, bytes: 10 }, type: 'image/png' }));
  expect((await getFile(path).expect(200)).body).toEqual(BYTES);
  await store.remove(object);
  await getFile(path).expect(404);
});
it('invalidates a URL after three days, and the next sweep deletes the copy', async () => {
  const path = await create();
  await setAge('2 days 23 hours');
  await media.sweep();
  await getFile(path).expect(200);
  await setAge('3 days 1 second');
  await getFile(path).expect(404);
  expect(await copies()).toContain(path.split('/').at(-1));
  await media.sweep();
  expect(await copies()).not.toContain(path.split('/').at(-1));
});
/**
 * Makes all statements on the table fail, from the statement with the number `from` until `end` is called.
 */
function failStatementsFrom(from: number): { end: () => void } {
  const real = product.pool.query.bind(product.pool);
  let statements = 0;
  const query = jest
    .spyOn(product.pool, 'query')
    .mockImplementation(((text: string, values: unknown[]) =>
      JSON.stringify(text).includes('lent_media') && ++statements >= from
        ? Promise.reject(new Error('power cut'))
        : real(text, values)) as never);
  return {
    end: () => {
      query.mockRestore();
    },
  };
}
it('never leaves a copy without a row when adding or sweeping is interrupted', async () => {
  const before = await copies();
  const whileAdding = failStatementsFrom(1);
  await expect(create()).rejects.toThrow('power cut');
  whileAdding.end();
  expect(await copies()).toEqual(before);
  const path = await create();
  await setAge('4 days');
  // The first statement finds old rows, the second statement deletes them.
  const whileSweeping = failStatementsFrom(2);
  await expect(media.sweep()).rejects.toThrow('power cut');
  whileSweeping.end();
  await media.sweep();
  expect(await copies()).not.toContain(path.split('/').at(-1));
  await getFile(path).expect(404);
});
it('returns 404 for a missing file', async () => {
  const path = await create();
  await rm(join(dataDir, 'lent', path.split('/').at(-1) ?? ''));
  await getFile(path).expect(404);
});
it('serves the file with which TikTok verifies the owner of the photo URLs', async () => {
  const { text, headers } = await getFile(`/media/lent/tiktok${TOKEN}.txt`).expect(200);
  expect(text).toBe(`tiktok-developers-site-verification=${TOKEN}`);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  await getFile(`/media/lent/tiktok${TOKEN.toLowerCase()}.txt`).expect(404);
  await getFile('/media/lent/tiktok.txt').expect(404);
});
it.each([
  '%00',
  'a%00.jpg',
  '..%2f..%2fencryption-keys',
  '..%5cencryption-keys',
  'encryption-keys',
  '%2e%2e',
  'a'.repeat(32),
  `${'a'.repeat(32)}.jpg`,
  'a'.repeat(5_000),
  "'%20or%20true--",
  '%ff',
])('does not find a file with the name %s', async (name) => {
  const { status } = await getFile(`/media/lent/${name}`);
  expect([400, 404]).toContain(status);
});

it('deletes the copies of an erased user, and no other copies', async () => {
  const [mine, others] = [await create(), pathOf(await media.create(8, { body: BYTES, type: 'image/jpeg' }))];
  await product.pool.query(
    `insert into integrations.account_key (account_id, owner_id, platform, remote_id) values (7, 'ana', 'threads', 'a'), (8, 'bo', 'threads', 'b')`,
  );
  await media.dropCopiesOf('ana');
  const remaining = await copies();
  expect(remaining).not.toContain(mine.split('/').at(-1));
  expect(remaining).toContain(others.split('/').at(-1));
});
