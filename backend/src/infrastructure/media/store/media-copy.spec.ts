import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DiskMediaStore } from './disk-media-store.ts';
import { FolderMark } from './folder-mark.ts';
import { MediaCopy, type CopyDirection } from './media-copy.ts';
import type { MediaObject } from './media-store.ts';
import { S3Bucket } from './s3-bucket.ts';
import { TestMediaFiles } from './testing/test-media-files.ts';
import { S3Double } from './testing/s3-double.ts';

let double: S3Double;
let folder: string;
let files: TestMediaFiles;
let disk: DiskMediaStore;
let bucket: S3Bucket;
let lines: string[];
beforeEach(async () => {
  double = await new S3Double().start();
  folder = await mkdtemp(join(tmpdir(), 'posthorn-copy-'));
  for (const name of ['objects', 'incoming']) await mkdir(join(folder, name));
  files = new TestMediaFiles(join(folder, 'incoming'));
  const objects = join(folder, 'objects');
  disk = new DiskMediaStore(objects, new FolderMark(objects, () => Promise.resolve(false)));
  bucket = await S3Bucket.open(double.settings);
  lines = [];
});
afterEach(async () => {
  bucket.close();
  double.close();
  await rm(folder, { recursive: true });
});

const newCopy = () => {
  const places = { disk, bucket, incoming: files.folder };
  return new MediaCopy(places, new CrashPoints({}), (line) => lines.push(line));
};
const copy = (to: CopyDirection, requested: readonly MediaObject[]) => newCopy().run(to, requested);
const NONE = { missing: [], damaged: [] };
const storeOnDisk = async (count: number) => {
  const kept = await Promise.all(Array.from({ length: count }, () => files.create()));
  for (const { path, object } of kept) await disk.keep(path, object);
  return kept;
};
const objectsOf = (kept: Awaited<ReturnType<typeof storeOnDisk>>) => kept.map(({ object }) => object);
const bytesIn = (sha256: string) => double.objects.get(`objects/${sha256}.jpg`)?.bytes;

it('copies every object to the bucket, deletes none from the disk, and does nothing in a second run', async () => {
  const kept = await storeOnDisk(9);
  expect(await copy('s3', objectsOf(kept))).toEqual({ copied: 9, there: 0, faults: NONE });
  for (const { object, bytes } of kept) {
    expect(bytesIn(object.sha256)).toEqual(bytes);
    expect(await readFile(await disk.pathOf(object))).toEqual(bytes);
  }
  expect(await copy('s3', objectsOf(kept))).toEqual({ copied: 0, there: 9, faults: NONE });
  expect(lines).toEqual(['9 objects, 9 of them to be copied', '9 objects, 0 of them to be copied']);
});

it('copies back to the disk', async () => {
  const kept = await storeOnDisk(5);
  await copy('s3', objectsOf(kept));
  await rm(join(folder, 'objects'), { recursive: true });
  await mkdir(join(folder, 'objects'));
  expect(await copy('disk', objectsOf(kept))).toMatchObject({ copied: 5 });
  for (const { object, bytes } of kept) expect(await readFile(await disk.pathOf(object))).toEqual(bytes);
  expect(await readdir(files.folder)).toEqual([]);
});

it('lists missing and damaged objects in both directions, and copies the others', async () => {
  const [missing, damaged, fine] = await storeOnDisk(3);
  if (!missing || !damaged || !fine) throw new Error('storeOnDisk returned fewer than three objects');
  const requested = objectsOf([missing, damaged, fine]);
  const wrongBytes = { bytes: randomBytes(7), type: 'image/jpeg', at: new Date() };
  await copy('s3', requested);
  double.objects.delete(`objects/${missing.object.sha256}.jpg`);
  double.objects.set(`objects/${damaged.object.sha256}.jpg`, wrongBytes);
  const paths = await Promise.all(requested.map((object) => disk.pathOf(object)));
  for (const path of paths) await rm(path);
  const found = { copied: 1, there: 0, faults: { missing: [missing.object], damaged: [damaged.object] } };
  expect(await copy('disk', requested)).toEqual(found);
  await expect(disk.pathOf(damaged.object)).rejects.toMatchObject({ code: 'ENOENT' });

  double.objects.clear();
  await writeFile(paths[1] ?? '', wrongBytes.bytes);
  expect(await copy('s3', requested)).toEqual(found);
  expect([...double.objects.keys()]).toEqual([`objects/${fine.object.sha256}.jpg`]);
});

it('verifies the whole target on request, in both directions', async () => {
  const kept = await storeOnDisk(6);
  const requested = objectsOf(kept);
  await copy('s3', requested);
  for (const to of ['s3', 'disk'] as const) expect(await newCopy().verify(to, requested)).toEqual(NONE);
  const [missing, damaged] = requested;
  if (!missing || !damaged) throw new Error('storeOnDisk returned fewer than two objects');
  const wrongBytes = randomBytes(7);
  double.objects.delete(`objects/${missing.sha256}.jpg`);
  double.objects.set(`objects/${damaged.sha256}.jpg`, {
    bytes: wrongBytes,
    type: 'image/jpeg',
    at: new Date(),
  });
  await rm(await disk.pathOf(missing));
  await writeFile(await disk.pathOf(damaged), wrongBytes);
  const faults = { missing: [missing], damaged: [damaged] };
  for (const to of ['s3', 'disk'] as const) expect(await newCopy().verify(to, requested)).toEqual(faults);
  expect(await readdir(files.folder)).toEqual([]);
});

it('fails with the message of the store when the store refuses, and continues in the next run', async () => {
  const kept = await storeOnDisk(8);
  double.trouble('PUT', { kind: 'status', status: 403, code: 'AccessDenied' });
  await expect(copy('s3', objectsOf(kept))).rejects.toThrow('the key may not do that');
  double.noTrouble();
  const { copied, there } = await copy('s3', objectsOf(kept));
  expect(copied + there).toBe(8);
});
