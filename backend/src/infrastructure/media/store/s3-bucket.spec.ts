import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MediaObjectDamaged, MediaObjectMissing, MediaStoreUnavailable } from './media-store.ts';
import { S3Bucket, type BucketTimes } from './s3-bucket.ts';
import { TestMediaFiles } from './testing/test-media-files.ts';
import { S3Double } from './testing/s3-double.ts';
import { objectStoreProblem } from './try-object-store.ts';

const LARGE = 9 * 1024 * 1024;
/** Short limits: the bucket gives up on a silent store quickly. No other step of these specs takes that long. */
const HASTY: BucketTimes = { silentMs: 300, beginMs: 600, largeMs: 900, tries: 2 };

let double: S3Double;
let folder: string;
let files: TestMediaFiles;
let bucket: S3Bucket;
let hasty: S3Bucket;
beforeAll(async () => {
  double = await new S3Double().start();
});
afterAll(() => {
  double.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-bucket-'));
  files = new TestMediaFiles(folder);
  bucket = await S3Bucket.open(double.settings);
  hasty = await S3Bucket.open(double.settings, HASTY);
});
afterEach(async () => {
  double.noTrouble();
  bucket.close();
  hasty.close();
  await rm(folder, { recursive: true });
});

const storeFile = async (bytes = randomBytes(1000)) => {
  const file = await files.create(bytes);
  await bucket.put(file.object, file.path);
  return file;
};
const target = () => join(folder, 'fetched');
const unavailable = (explanation: unknown) =>
  expect.objectContaining({ constructor: MediaStoreUnavailable, explanation });

it('sends path-style requests to S3, below one prefix', async () => {
  double.requests.length = 0;
  const { object } = await storeFile();
  await bucket.fetch(object, target());
  await bucket.delete(object);
  const path = `/posthorn-media/objects/${object.sha256}.jpg`;
  expect(double.requests).toEqual([`PUT ${path}`, `GET ${path}`, `DELETE ${path}`]);
});

it.each([1000, LARGE])('sends the digest, so that the store refuses other bytes (%d bytes)', async (size) => {
  const { path } = await files.create(randomBytes(size));
  const object = { sha256: 'a'.repeat(64), mimeType: 'image/jpeg' };
  await expect(bucket.put(object, path)).rejects.toEqual(
    unavailable('the bytes that arrived are not those that were sent (XAmzContentSHA256Mismatch, 400)'),
  );
});

it('refuses fetched bytes that differ from the digest in their name', async () => {
  const { object } = await storeFile();
  const [key = ''] = [...double.objects.keys()].filter((each) => each.includes(object.sha256));
  double.objects.set(key, { bytes: Buffer.from('something else'), type: 'image/jpeg', at: new Date() });
  await expect(bucket.fetch(object, target())).rejects.toBeInstanceOf(MediaObjectDamaged);
});

it('repeats a request after a response of 500 or 503', async () => {
  double.trouble('PUT', { kind: 'status', status: 500, code: 'InternalError', left: 1 });
  const { object, bytes } = await storeFile();
  double.trouble('GET', { kind: 'status', status: 503, code: 'SlowDown', left: 1 });
  await bucket.fetch(object, target());
  expect(await readFile(target())).toEqual(bytes);
  double.trouble('DELETE', { kind: 'status', status: 500, code: 'InternalError', left: 1 });
  await bucket.delete(object);
  expect([...double.objects.keys()].join()).not.toContain(object.sha256);
});

it('gives up on a store that always responds with 500', async () => {
  const { object } = await storeFile();
  double.trouble('GET', { kind: 'status', status: 500, code: 'InternalError' });
  await expect(hasty.fetch(object, target())).rejects.toEqual(unavailable('it failed (InternalError, 500)'));
});

it.each(['silent', 'stuck', 'cut'] as const)('gives up on a response that is %s', async (kind) => {
  const { object } = await storeFile();
  double.trouble('GET', { kind });
  await expect(hasty.fetch(object, target())).rejects.toBeInstanceOf(MediaStoreUnavailable);
});

it.each(['PUT', 'DELETE', 'GET'] as const)(
  'sends %s only once to a store that does not respond, because a browser waits',
  async (method) => {
    const { object, path } = await files.create();
    double.trouble(method, { kind: 'silent' });
    double.requests.length = 0;
    const call = {
      PUT: () => hasty.put(object, path),
      DELETE: () => hasty.delete(object),
      GET: () => hasty.fetch(object, target()),
    }[method];
    await expect(call()).rejects.toEqual(unavailable('it does not answer in time (TimeoutError)'));
    expect(double.requests).toHaveLength(1);
  },
);

it.each(['PUT', 'DELETE', 'GET'] as const)(
  'stops repeating a %s that the store refuses slowly, before a browser gives up',
  async (method) => {
    const { object, path } = await storeFile();
    double.trouble(method, { kind: 'status', status: 503, code: 'SlowDown', afterMs: 250 });
    // Four tries take longer than `beginMs`. Without that limit, the error would contain the last response.
    const patient = await S3Bucket.open(double.settings, { ...HASTY, largeMs: 60_000, tries: 4 });
    const call = {
      PUT: () => patient.put(object, path),
      DELETE: () => patient.delete(object),
      GET: () => patient.fetch(object, target()),
    }[method];
    double.requests.length = 0;
    await expect(call()).rejects.toEqual(
      unavailable(expect.stringMatching(/^it does not answer in time \((?:Abort|Timeout)Error\)$/u)),
    );
    expect(double.requests.length).toBeLessThan(4);
    patient.close();
  },
);

it('distinguishes a missing object from an unreachable store', async () => {
  const { object } = await files.create();
  await expect(bucket.fetch(object, target())).rejects.toBeInstanceOf(MediaObjectMissing);
  const unreachable = await S3Bucket.open({ ...double.settings, endpoint: 'http://127.0.0.1:1' }, HASTY);
  await expect(unreachable.fetch(object, target())).rejects.toBeInstanceOf(MediaStoreUnavailable);
});

it('passes on an error of our own disk unchanged', async () => {
  const { object } = await storeFile();
  await writeFile(target(), 'in the way');
  await expect(bucket.fetch(object, target())).rejects.toMatchObject({ code: 'EEXIST' });
});

it('reports no problem with a working store, and leaves no object in it', async () => {
  const before = double.objects.size;
  expect(await objectStoreProblem(double.settings)).toBeNull();
  expect(double.objects.size).toBe(before);
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  [{ bucket: 'nothing-here' }, 'write', 'there is no such bucket (NoSuchBucket, 404)'],
  [{ accessKeyId: 'nobody' }, 'write', 'S3_ACCESS_KEY_ID is not known there (InvalidAccessKeyId, 403)'],
  [
    { secretAccessKey: 'canary-other-secret' },
    'write',
    'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID (SignatureDoesNotMatch, 403)',
  ],
  [
    { region: 'garage' },
    'write',
    'S3_REGION is not the region of the bucket (AuthorizationHeaderMalformed, 400)',
  ],
])('reports in one sentence, without a secret, what is wrong with %j', async (wrong, doing, words) => {
  const settings = { ...double.settings, ...wrong };
  const host = new URL(settings.endpoint).host;
  expect(await objectStoreProblem(settings)).toBe(
    `S3_ENDPOINT: cannot ${doing} an object in the bucket ${settings.bucket} at ${host}: ${words}.`,
  );
});

it.each([
  ['GET', 'read'],
  ['DELETE', 'delete'],
] as const)('reports that the key may write, but not %s', async (method, doing) => {
  double.trouble(method, { kind: 'status', status: 403, code: 'AccessDenied' });
  expect(await objectStoreProblem(double.settings)).toMatch(
    new RegExp(
      `^S3_ENDPOINT: cannot ${doing} an object .*: the key may not do that \\(AccessDenied, 403\\)\\.$`,
      'u',
    ),
  );
});
