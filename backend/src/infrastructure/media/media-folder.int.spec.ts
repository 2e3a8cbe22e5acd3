import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import { Configuration } from '../config/configuration.ts';
import { boot, type Booted } from '../testing/boot.ts';
import { MediaHousekeeping } from './media-housekeeping.ts';
import { MediaPart } from './media-part.ts';
import { MediaModule } from './media.module.ts';
import { MediaFiles } from './store/media-files.ts';
import { MediaFolders } from './store/media-folders.ts';
import { MediaStore, MediaStoreUnavailable, type MediaObject } from './store/media-store.ts';

let booted: Booted;
/** `DATA_DIR/media`, where the volume is mounted. */
let mountPoint: string;
beforeEach(async () => {
  booted = await boot([MediaModule], { database: true });
  mountPoint = join(booted.app.get(Configuration).dataDir, 'media');
}, 60_000);
afterEach(() => booted.close());

let shades = 0;
async function upload() {
  shades += 1;
  const background = { r: (40 * shades) % 256, g: 15 * shades, b: 0 };
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return request(booted.url)
    .post('/api/upload-multiple')
    .set('x-test-user', 'ana')
    .attach('media', bytes, 'a.jpg');
}
const urlOf = (body: unknown) => (body as UploadReply).files[0]?.mediaUrl ?? '/none';
const mark = () => join(mountPoint, 'objects', 'media-folder.txt');
const store = () => booted.app.get(MediaStore);
const objects = () => booted.app.get(MediaFiles).objects();
const firstObject = async () => (await objects())[0] as MediaObject;

/** Takes the volume away. Then a process starts, and creates its folders in the empty mount point. */
async function unmount(): Promise<void> {
  await rename(mountPoint, `${mountPoint}.volume`);
  new MediaFolders(booted.app.get(Configuration));
}
async function mountAgain(): Promise<void> {
  await rm(mountPoint, { recursive: true });
  await rename(`${mountPoint}.volume`, mountPoint);
}

it('reports an outage of the storage, and not lost files, while the folder is not mounted', async () => {
  const uploaded = urlOf((await upload()).body);
  await unmount();
  const object = await firstObject();
  await expect(store().pathOf(object)).rejects.toBeInstanceOf(MediaStoreUnavailable);
  const reply = await request(booted.url).get(uploaded).expect(503);
  expect(reply.body).toMatchObject({ code: 'server.media-unavailable' });
  await mountAgain();
  expect(await store().pathOf(object)).toContain(object.sha256);
  await request(booted.url).get(uploaded).expect(200);
});

it('reports the outage even when the mount point is gone too', async () => {
  await upload();
  await rename(mountPoint, `${mountPoint}.volume`);
  await expect(store().pathOf(await firstObject())).rejects.toBeInstanceOf(MediaStoreUnavailable);
  expect((await upload()).status).toBe(503);
});

it('stores and deletes nothing while the folder is not mounted', async () => {
  await upload();
  await unmount();
  const object = await firstObject();
  expect(await upload()).toMatchObject({ status: 503, body: { code: 'server.media-unavailable' } });
  await expect(store().remove(object)).rejects.toBeInstanceOf(MediaStoreUnavailable);
  await expect(store().list()[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(MediaStoreUnavailable);
  expect(await readdir(join(mountPoint, 'objects'))).toEqual([]);
  await mountAgain();
  expect((await upload()).status).toBe(201);
  await store().remove(object);
  await expect(store().pathOf(object)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('reports a missing file in a present folder as lost, even if it was the only file', async () => {
  await upload();
  for (const each of await objects()) await rm(await store().pathOf(each));
  await expect(store().pathOf(await firstObject())).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await upload()).status).toBe(201);
});

it('answers 404 for a file that is lost, so that no client or cache takes the loss for an outage', async () => {
  const [file] = ((await upload()).body as UploadReply).files;
  for (const each of await objects()) await rm(await store().pathOf(each));
  for (const url of [file?.mediaUrl, file?.thumbnailUrl]) {
    const reply = await request(booted.url)
      .get(url ?? '/none')
      .expect(404);
    expect(reply.body).toMatchObject({ code: 'request.not-found' });
  }
});

it('exports the other files of a user when one of them is lost, and nothing while the folder is not mounted', async () => {
  const exported = async () => {
    const names: string[] = [];
    for await (const { name } of booted.app.get(MediaPart).media('ana')) names.push(`/media/${name}`);
    return names;
  };
  const [lost, kept] = [urlOf((await upload()).body), urlOf((await upload()).body)];
  expect((await exported()).sort()).toEqual([lost, kept].sort());
  const { rows } = await booted.app
    .get(Pool)
    .query<{ sha256: string }>('select sha256 from media.file where name = $1', [
      lost.slice('/media/'.length),
    ]);
  await rm(await store().pathOf({ sha256: rows[0]?.sha256 ?? '', mimeType: 'image/jpeg' }));
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  expect(await exported()).toEqual([kept]);
  expect(logged.mock.calls).toEqual([
    [expect.objectContaining({ userId: 'ana', name: lost.slice('/media/'.length) })],
  ]);
  logged.mockRestore();
  await unmount();
  await expect(exported()).rejects.toBeInstanceOf(MediaStoreUnavailable);
});

it('accepts an empty folder of a new installation, even if it started before its volume was mounted', async () => {
  await unmount();
  await store().check();
  await mountAgain();
  expect((await upload()).status).toBe(201);
  await unmount();
  await expect(store().check()).rejects.toBeInstanceOf(MediaStoreUnavailable);
});

it('accepts a folder with objects that an older release left without a mark', async () => {
  await upload();
  await rm(mark());
  const [first, second] = (await objects()) as [MediaObject, MediaObject];
  await rm(await store().pathOf(first));
  await store().check();
  await rm(await store().pathOf(second));
  for (const each of [first, second])
    await expect(store().pathOf(each)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('says in the log and to operators what to do, also when the files are lost for ever', async () => {
  await upload();
  await unmount();
  const explanation =
    `${join(mountPoint, 'objects')} contains no media, but the database knows stored files. ` +
    `Mount the volume of DATA_DIR. If these files are lost for ever, create the file ${mark()}`;
  await expect(store().check()).rejects.toMatchObject({ explanation });
  const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  await booted.app.get(MediaHousekeeping).sweep();
  expect(logged.mock.calls).toContainEqual([
    expect.objectContaining({
      err: expect.objectContaining({ message: `The media folder: ${explanation}` }),
    }),
  ]);
  logged.mockRestore();
  await writeFile(mark(), '');
  await store().check();
  expect((await upload()).status).toBe(201);
});
