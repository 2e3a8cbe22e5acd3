import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ObjectStoreSettings } from '../../config/object-store-settings.ts';
import { readObjectStoreSettings } from '../../config/object-store-settings.ts';
import { Variables } from '../../config/variables.ts';
import { objectNamed, type MediaStore, type StoredObject } from './media-store.ts';
import { openMediaStore } from './open-media-store.ts';
import { S3Bucket } from './s3-bucket.ts';
import { TestMediaFiles } from './testing/test-media-files.ts';
import { S3Double } from './testing/s3-double.ts';

type Opened = Readonly<{ objectStore: ObjectStoreSettings | null; close(): void }>;

const nothing = (): void => undefined;
const noFiles = { hasStored: () => Promise.resolve(false) };
const openDouble = async (): Promise<Opened> => {
  const double = await new S3Double().start();
  double.pageSize = 2;
  return {
    objectStore: double.settings,
    close: () => {
      double.close();
    },
  };
};
/** The settings of a real server, from `S3_TEST_ENDPOINT`, `S3_TEST_BUCKET`, …. The specs create only objects of random bytes, and delete them. */
const realSettings = (): ObjectStoreSettings | null => {
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('S3_TEST_') ? [[name.replace('_TEST', ''), value] as const] : [],
  );
  return readObjectStoreSettings(new Variables(Object.fromEntries(given)));
};

describe.each([
  ['a folder', () => Promise.resolve<Opened>({ objectStore: null, close: nothing })],
  ['a double of S3', openDouble],
])('%s as the store of media', (_name, open) => {
  behaves(open);
});

const server = realSettings();
(server ? describe : describe.skip)(
  'an object store of your own (set the variables S3_TEST_… to run this)',
  () => {
    behaves(() => Promise.resolve({ objectStore: server, close: nothing }));

    it('refuses bytes that differ from the digest in their name', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'posthorn-real-store-'));
      const { path } = await new TestMediaFiles(folder).create();
      const bucket = await S3Bucket.open(server as ObjectStoreSettings);
      const other = { sha256: 'a'.repeat(64), mimeType: 'image/jpeg' };
      await expect(bucket.put(other, path)).rejects.toThrow('The object store:');
      bucket.close();
      await rm(folder, { recursive: true });
    });
  },
);

function behaves(open: () => Promise<Opened>): void {
  let folder: string;
  let opened: Opened;
  let files: TestMediaFiles;
  let store: MediaStore;
  /** The store in another process. It has another cache folder, as on another machine. */
  let other: MediaStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-store-'));
    opened = await open();
    for (const name of ['objects', 'cache', 'other-cache', 'incoming']) await mkdir(join(folder, name));
    files = new TestMediaFiles(join(folder, 'incoming'));
    const objects = join(folder, 'objects');
    store = openMediaStore(opened, { objects, cache: join(folder, 'cache') }, noFiles);
    other = openMediaStore(opened, { objects, cache: join(folder, 'other-cache') }, noFiles);
  });
  afterAll(async () => {
    opened.close();
    await rm(folder, { recursive: true });
  });
  const listObjects = async (): Promise<StoredObject[]> => {
    const all: StoredObject[] = [];
    for await (const object of store.list()) all.push(object);
    return all;
  };
  const namesListed = async () => new Set((await listObjects()).map(({ sha256 }) => sha256));

  it('moves a file from its path into the store, and serves it in every process', async () => {
    const { path, object, bytes } = await files.create();
    await store.keep(path, object);
    expect(await readdir(files.folder)).toEqual([]);
    for (const each of [store, other]) expect(await readFile(await each.pathOf(object))).toEqual(bytes);
    await store.remove(object);
  });

  it('accepts the same bytes twice', async () => {
    const { path, object, bytes } = await files.create();
    await store.keep(path, object);
    const again = await files.create(bytes);
    await other.keep(again.path, object);
    expect(await readFile(await store.pathOf(object))).toEqual(bytes);
    await store.remove(object);
  });

  it('keeps a video that is too large to send from memory, and an empty file', async () => {
    for (const bytes of [randomBytes(9 * 1024 * 1024), Buffer.alloc(0)]) {
      const { path, object } = await files.create(bytes, 'video/mp4');
      await store.keep(path, object);
      expect((await readFile(await other.pathOf(object))).equals(bytes)).toBe(true);
      await store.remove(object);
    }
  });

  it('reports ENOENT for an object that does not exist', async () => {
    const { object } = await files.create();
    await expect(store.pathOf(object)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes an object, and does nothing when it is already deleted', async () => {
    const { path, object } = await files.create();
    await store.keep(path, object);
    await store.remove(object);
    await store.remove(object);
    await expect(store.pathOf(object)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await namesListed()).not.toContain(object.sha256);
  });

  it('lists all objects with type and time, over several pages', async () => {
    const kept = await Promise.all(
      ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/quicktime'].map((type) =>
        files.create(randomBytes(10), type),
      ),
    );
    for (const { path, object } of kept) await store.keep(path, object);
    const found = await listObjects();
    for (const { object } of kept) {
      const one = found.find(({ sha256 }) => sha256 === object.sha256);
      expect(one).toMatchObject(object);
      expect(Math.abs(Date.now() - (one?.keptAt.getTime() ?? 0))).toBeLessThan(15 * 60_000);
    }
    for (const { object } of kept) await store.remove(object);
  });

  it('handles concurrent calls of several processes', async () => {
    const same = randomBytes(5000);
    const kept = await Promise.all(Array.from({ length: 10 }, () => files.create(same)));
    const object = kept[0]?.object ?? { sha256: '', mimeType: '' };
    await Promise.all(kept.map(({ path }, index) => (index % 2 ? store : other).keep(path, object)));
    const paths = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).pathOf(object)),
    );
    for (const path of paths) expect(await readFile(path)).toEqual(same);
    await store.remove(object);
  });
}

it('recognizes objects by their names, and ignores other names', () => {
  const sha256 = 'ab'.repeat(32);
  expect(objectNamed(`${sha256}.mov`)).toEqual({ sha256, mimeType: 'video/quicktime' });
  for (const name of [`${sha256}.svg`, sha256, `trial-${sha256}.jpg`, `${sha256}.jpg.part`, 'x.jpg', ''])
    expect(objectNamed(name)).toBeNull();
});
