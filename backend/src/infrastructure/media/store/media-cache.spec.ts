import { HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { MediaCache } from './media-cache.ts';
import { TestMediaFiles, type TestMediaFile } from './testing/test-media-files.ts';

let folder: string;
let files: TestMediaFiles;
let cache: MediaCache;
let now: number;
let fetched: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-cache-'));
  files = new TestMediaFiles(await mkdtemp(join(tmpdir(), 'posthorn-at-hand-')));
  now = Date.parse('2030-01-01T12:00:00Z');
  fetched = 0;
  // The cache has space for two files.
  cache = new MediaCache({ folder, maxBytes: 2500, now: () => now });
});
afterEach(async () => {
  for (const each of [folder, files.folder]) await rm(each, { recursive: true });
});

const pathOf = ({ object, bytes }: TestMediaFile) =>
  cache.pathOf(object, async (path) => {
    fetched += 1;
    await writeFile(path, bytes);
  });
const cachedDigests = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.slice(0, 64))
    .sort();
const digestsOf = (...kept: readonly TestMediaFile[]) => kept.map(({ object }) => object.sha256).sort();

it('fetches an object once for any number of concurrent and later callers', async () => {
  const file = await files.create();
  const paths = await Promise.all(Array.from({ length: 20 }, () => pathOf(file)));
  expect(new Set(paths).size).toBe(1);
  expect(await readFile(await pathOf(file))).toEqual(file.bytes);
  expect(fetched).toBe(1);
});

it('reports a failed fetch to all waiting callers, deletes the incomplete file, and fetches again', async () => {
  const file = await files.create();
  const fetchThatFails = async (path: string) => {
    await writeFile(path, 'half');
    throw new Error('cut off');
  };
  const calls = Array.from({ length: 3 }, () => cache.pathOf(file.object, fetchThatFails));
  for (const each of await Promise.allSettled(calls)) expect(each.status).toBe('rejected');
  expect(await cachedDigests()).toEqual([]);
  expect(await readFile(await pathOf(file))).toEqual(file.bytes);
});

it('deletes the longest unused object when the cache is full', async () => {
  const [one, two, three] = [await files.create(), await files.create(), await files.create()];
  await pathOf(one);
  now += MINUTE_MS;
  await pathOf(two);
  now += MINUTE_MS;
  // Uses the first file once more.
  await pathOf(one);
  now += HOUR_MS + MINUTE_MS;
  await pathOf(three);
  expect(await cachedDigests()).toEqual(digestsOf(one, three));
});

it('exceeds its limit rather than delete an object that was used within the hour', async () => {
  const kept = [await files.create(), await files.create(), await files.create(), await files.create()];
  for (const file of kept) {
    await pathOf(file);
    now += 10 * MINUTE_MS;
  }
  await cache.tidy();
  expect(await cachedDigests()).toEqual(digestsOf(...kept));
  now += HOUR_MS;
  await cache.tidy();
  expect(await cachedDigests()).toEqual(digestsOf(...kept.slice(2)));
});

it('deletes objects unused for most of a day, and the remains of a killed process', async () => {
  const file = await files.create();
  await pathOf(file);
  const remains = join(folder, file.object.sha256.slice(0, 2), 'left.part');
  await writeFile(remains, 'half');
  now += 19 * HOUR_MS;
  await cache.tidy();
  expect(await cachedDigests()).toEqual(digestsOf(file));
  now += HOUR_MS + MINUTE_MS;
  await cache.tidy();
  expect(await cachedDigests()).toEqual([]);
});

it('adopts a file and serves it without a fetch', async () => {
  const file = await files.create();
  await cache.adopt(file.path, file.object);
  expect(await readFile(await pathOf(file))).toEqual(file.bytes);
  expect(fetched).toBe(0);
  await cache.forget(file.object);
  expect(await cachedDigests()).toEqual([]);
});

it('shares fetched objects between processes', async () => {
  const file = await files.create();
  await pathOf(file);
  const other = new MediaCache({ folder, maxBytes: 2500, now: () => now });
  const never = () => Promise.reject(new Error('is there already'));
  expect(await readFile(await other.pathOf(file.object, never))).toEqual(file.bytes);
});
