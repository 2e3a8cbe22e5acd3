import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { S3Double } from '#infrastructure/media/store/testing/s3-double.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { SandboxControl } from './sandbox-control.ts';

const SECRET = 'canary-s3-secret';

let store: S3Double;
beforeAll(async () => {
  store = await new S3Double().start();
});
afterAll(() => {
  store.close();
});
afterEach(() => {
  store.noTrouble();
});

async function uploadAs(creator: Creator, count = 1): Promise<UploadReply['files']> {
  const form = new FormData();
  for (let index = 0; index < count; index += 1) {
    const background = { r: 40 * index, g: 80, b: 160 };
    const image = sharp({ create: { width: 640, height: 480, channels: 3, background } }).jpeg();
    const bytes = new Blob([new Uint8Array(await image.toBuffer())], { type: 'image/jpeg' });
    form.append('media', bytes, `${String(index)}.jpg`);
  }
  const { status, body } = await creator.client.post<UploadReply>('/api/upload-multiple', form);
  expect(status).toBe(201);
  return body.files;
}
const bytesAt = async ({ url }: Product, path: string) => {
  const reply = await fetch(new URL(path, url));
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
};

describe('a product whose media are in an object store', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: store.env });
  });
  afterAll(() => product.close());

  it('stores an uploaded picture in the object store, and publishes it', async () => {
    const ana = await Creator.signedIn(product);
    const [file] = await uploadAs(ana);
    expect([...store.objects.keys()].sort()).toEqual([
      expect.stringMatching(/^objects\/[0-9a-f]{64}\.(?:jpg|webp)$/u),
      expect.stringMatching(/^objects\/[0-9a-f]{64}\.(?:jpg|webp)$/u),
    ]);
    // The product stores the pictures of the accounts in the object store as well.
    const accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
    // A new machine has no cache either.
    await rm(join(product.dataDir, 'media', 'cache'), { recursive: true });
    const { body } = await ana.schedule(accounts, 'From the bucket', { mediaFiles: [file] });
    expect(await ana.settled(body.id)).toMatchObject({ status: 'posted' });
    const received = await new SandboxControl(product.sandboxUrl).postsWith('From the bucket');
    expect(received.map(({ media }) => media.length)).toEqual([1, 1]);
    const served = await bytesAt(product, file?.mediaUrl ?? '');
    const sha256 = createHash('sha256').update(served).digest('hex');
    expect(store.objects.get(`objects/${sha256}.jpg`)?.bytes.equals(served)).toBe(true);
    expect(product.output()).not.toContain(SECRET);
  });

  it('accepts and returns URLs with MEDIA_URL, and stores them without that host', async () => {
    await product.stop();
    const mediaUrl = product.url.replace('localhost', '127.0.0.1');
    await product.restart({ MEDIA_URL: mediaUrl });
    const ben = await Creator.signedIn(product);
    const account = await ben.connectMastodon();
    const [one, two] = await uploadAs(ben, 2);
    expect(one?.mediaUrl.startsWith(`${mediaUrl}/media/`)).toBe(true);
    await bytesAt(product, one?.mediaUrl ?? '');
    const mediaUrls = [two?.mediaUrl, one?.mediaUrl];
    const { status, body } = await ben.schedule([account], 'From another host', {
      mediaFiles: [one, two],
      targets: [{ accountId: account.id, mediaUrls }],
    });
    expect(status).toBe(201);
    const post = await ben.settled(body.id);
    expect(post).toMatchObject({ status: 'posted', targets: [{ mediaUrls }], mediaUrl: one?.mediaUrl });
    const [received] = await new SandboxControl(product.sandboxUrl).postsWith('From another host');
    expect(received?.media).toHaveLength(2);

    await product.stop();
    await product.restart();
    const { body: listed } = await ben.client.get<PostView>(`/api/posts/${String(body.id)}`);
    expect(listed.mediaFiles.map((file) => `${mediaUrl}${file.mediaUrl}`)).toEqual([
      one?.mediaUrl,
      two?.mediaUrl,
    ]);
    expect(listed.targets[0]?.mediaUrls?.map((url) => `${mediaUrl}${url}`)).toEqual(mediaUrls);
  });

  it('does not start when the store refuses access, and reports the reason in one line', async () => {
    await product.stop();
    store.trouble('PUT', { kind: 'status', status: 403, code: 'AccessDenied' });
    await expect(product.restart()).rejects.toThrow(
      /S3_ENDPOINT: cannot write an object in the bucket posthorn-media at 127\.0\.0\.1:\d+: the key may not do that \(AccessDenied, 403\)\.$/mu,
    );
    await expect(product.restart({ S3_ENDPOINT: 'http://127.0.0.1:1' })).rejects.toThrow(
      'S3_ENDPOINT: cannot write an object in the bucket posthorn-media at 127.0.0.1:1: nothing listens there (ECONNREFUSED).',
    );
    expect(product.output()).not.toContain(SECRET);
  });

  it('is checked by the doctor', async () => {
    const env = { ...product.commandEnv, ...store.env };
    const doctor = (extra: Readonly<Record<string, string>> = {}) =>
      run('backend/src/cli/doctor.ts', { env: { ...env, ...extra } });
    expect(await doctor()).toMatchObject({
      said: expect.stringContaining(
        'ok       media (posthorn-media): objects can be written, read and deleted.',
      ),
    });
    const refused = await doctor({ S3_SECRET_ACCESS_KEY: `${SECRET}-old` });
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^FIX {6}media \(posthorn-media\): /mu),
    });
    expect(refused.said).toContain('S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID');
    expect(refused.said).not.toContain(SECRET);
  });
});

describe('media that move to an object store, and back', () => {
  let product: Product;
  let files: UploadReply['files'];
  beforeAll(async () => {
    store.objects.clear();
    product = await startProduct();
    files = await uploadAs(await Creator.signedIn(product), 5);
  });
  afterAll(() => product.close());

  const copy = (to: string, env: Readonly<Record<string, string>> = {}) =>
    run('backend/src/cli/media-copy.ts', {
      args: ['--to', to],
      env: { ...product.commandEnv, ...store.env, ...env },
    });
  const objectsFolder = () => join(product.dataDir, 'media', 'objects');

  it('reach the object store while the product runs, however often the copy is killed', async () => {
    const before = await Promise.all(files.map(({ mediaUrl }) => bytesAt(product, mediaUrl)));
    for (const point of ['listed', 'kept:2']) {
      expect(await copy('s3', { POSTHORN_KILL_AT: `media-copy/${point}` })).toMatchObject({ code: null });
      for (const [key, { bytes }] of store.objects)
        expect(key).toContain(createHash('sha256').update(bytes).digest('hex'));
    }
    const { code, said } = await copy('s3');
    expect(code).toBe(0);
    expect(said).toMatch(/copied, [1-9]\d* there before\.$/mu);
    expect(said).toContain('In the source 0 are missing and 0 damaged.');
    expect(store.objects.size).toBe(10);
    expect((await copy('s3')).said).toContain('0 copied, 10 there before.');

    await product.stop();
    await rename(objectsFolder(), `${objectsFolder()}-old`);
    await product.restart(store.env);
    for (const [index, { mediaUrl }] of files.entries())
      expect((await bytesAt(product, mediaUrl)).equals(before[index] ?? Buffer.alloc(0))).toBe(true);
  });

  it('return to the disk, however often the copy is killed', async () => {
    await product.stop();
    for (const point of ['fetched', 'kept'])
      expect(await copy('disk', { POSTHORN_KILL_AT: `media-copy/${point}` })).toMatchObject({ code: null });
    const { code, said } = await run('backend/src/cli/media-copy.ts', {
      args: ['--to', 'disk', '--verify'],
      env: { ...product.commandEnv, ...store.env },
    });
    expect([code, said]).toEqual([0, expect.stringContaining('In the target 0 are missing and 0 damaged.')]);
    store.objects.clear();
    await rm(join(product.dataDir, 'media', 'cache'), { recursive: true });
    await product.restart();
    for (const { mediaUrl, thumbnailUrl } of files)
      for (const address of [mediaUrl, thumbnailUrl ?? '']) await bytesAt(product, address);
  });

  it('reports wrong arguments and missing files', async () => {
    expect(await copy('tape')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Usage: npm run media:copy/u),
    });
    await rm(objectsFolder(), { recursive: true });
    expect(await copy('s3')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Mount the volume of DATA_DIR. If these files are lost for ever, create'),
    });
    await writeFile(join(objectsFolder(), 'media-folder.txt'), '');
    const { code, said } = await copy('s3');
    expect(code).toBe(1);
    expect(said).toContain('In the source 10 are missing and 0 damaged.');
    expect(said).toContain('0 copied, 0 there before.');
    expect(said).toMatch(/^missing in the source: [0-9a-f]{64}\.(?:jpg|webp)$/mu);
  });
});
