import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { MEDIA, type UploadReply } from '@posthorn/contracts/shared/media.http';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { MediaHousekeeping } from '#infrastructure/media/media-housekeeping.ts';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { Attachments } from './attachments.ts';
import { film } from '#infrastructure/media/upload/testing/mp4-bytes.ts';
import { OwnMedia } from './own-media.ts';
import { PostFiles } from './post-media.ts';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let folder: string;
let pool: Pool;
beforeAll(() => {
  folder = join(product.booted.app.get(Configuration).dataDir, 'media');
  pool = product.booted.app.get(Pool);
});

let user: string;
beforeEach(() => {
  ({ user } = product);
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c05' } });
const jpeg = (width = 800, height = 600) => blank(width, height).jpeg().toBuffer();
const upload = (...files: readonly (readonly [Buffer, string])[]) =>
  files.reduce((sent, [bytes, name]) => sent.attach('media', bytes, name), product.as(user).upload());
const files = ({ body }: Response) => (body as UploadReply).files;
const error = ({ body }: Response) => body as ErrorReply;
const get = (url: string | null | undefined) => request(product.booted.url).get(url ?? '/none');
const onDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const usage = async () => {
  const { rows } = await pool.query(
    'select files, bytes::float8 as bytes from media.usage where owner_id = $1',
    [user],
  );
  return (rows[0] ?? { files: 0, bytes: 0 }) as { files: number; bytes: number };
};
const sweep = async () => {
  await product.booted.app.get(SchedulingHousekeeping).sweep();
  await product.booted.app.get(MediaHousekeeping).sweep();
};
/** Ages all stored files by some hours. */
const ageFiles = (hours: number) =>
  pool.query(
    `update media.file set idle_since = idle_since - make_interval(hours => $1), created_at = created_at - make_interval(hours => $1)`,
    [hours],
  );

it('frees the files of deleted posts when the storage of a user is full', async () => {
  const mediaFiles = files(await upload([await jpeg(), 'a.jpg']).expect(201));
  const me = product.as(user);
  const { id } = (await me.schedule({ mediaFiles }).expect(201)).body as PostView;
  await me.delete(id).expect(200);
  await product.booted.catchUp();
  await pool.query('update media.usage set files = $2 where owner_id = $1', [user, MEDIA.quotaFiles]);
  await upload([await jpeg(8, 8), 'b.jpg']).expect(413);
  await pool.query(
    `update media.file set idle_since = idle_since - interval '6 minutes', created_at = created_at - interval '1 hour' where owner_id = $1`,
    [user],
  );
  await upload([await jpeg(8, 8), 'b.jpg']).expect(201);
  await get(mediaFiles[0]?.mediaUrl).expect(404);
  expect((await me.restore(id).expect(422)).body).toMatchObject({ code: 'scheduling.media-unknown' });
});

it('stores up to 2 GB for a user of the free plan, and up to 20 GB for a Premium user', async () => {
  await upload([await jpeg(9, 8), 'first.jpg']).expect(201);
  const setStoredBytes = (bytes: number) =>
    pool.query('update media.usage set bytes = $2 where owner_id = $1', [user, bytes]);
  await setStoredBytes(2 * 1024 ** 3);
  expect(error(await upload([await jpeg(9, 8), 'more.jpg']).expect(413))).toMatchObject({
    code: 'scheduling.storage-full',
  });
  product.givePremium(user);
  await upload([await jpeg(9, 8), 'more.jpg']).expect(201);
  await setStoredBytes(20 * 1024 ** 3);
  await upload([await jpeg(9, 8), 'more.jpg']).expect(413);
  // Stored files stay when Premium ends, and no new ones are accepted.
  await setStoredBytes(3 * 1024 ** 3);
  product.endPremium(user);
  await upload([await jpeg(9, 8), 'more.jpg']).expect(413);
  expect((await usage()).bytes).toBe(3 * 1024 ** 3);
});

it('stores equal bytes once, until no file with the bytes is left', async () => {
  const same = await jpeg(33, 33);
  const [mine] = files(await upload([same, 'a.jpg']).expect(201));
  await product
    .as(user)
    .schedule({ mediaFiles: [mine] })
    .expect(201);
  const before = await onDisk();
  const [again] = files(await upload([same, 'b.jpg']).expect(201));
  expect(again?.mediaUrl).not.toBe(mine?.mediaUrl);
  expect(await onDisk()).toBe(before);
  await ageFiles(25);
  await sweep();
  await get(again?.mediaUrl).expect(404);
  await get(mine?.mediaUrl).expect(200);
});

it('deletes files without a post after a day, and no other files', async () => {
  const me = product.as(user);
  const [kept, dropped, loose] = files(
    await upload(
      [await jpeg(11, 1), 'kept.jpg'],
      [await jpeg(12, 1), 'dropped.jpg'],
      [await jpeg(13, 1), 'loose.jpg'],
    ).expect(201),
  );
  const { id } = (await me.schedule({ mediaFiles: [kept, dropped] }).expect(201)).body as PostView;
  await me.edit(id, { mediaFiles: [kept] }).expect(200);
  await product.booted.catchUp();
  await ageFiles(23);
  await sweep();
  await get(loose?.mediaUrl).expect(200);
  await ageFiles(2);
  await sweep();
  await get(kept?.mediaUrl).expect(200);
  await get(dropped?.mediaUrl).expect(404);
  await get(loose?.mediaUrl).expect(404);
  expect(await usage()).toMatchObject({ files: 1 });
});

it('keeps the new file of an edit that is written while KeepMedia settles an older state of the post', async () => {
  const me = product.as(user);
  const [old, fresh] = files(
    await upload([await jpeg(31, 1), 'old.jpg'], [await jpeg(32, 1), 'fresh.jpg']).expect(201),
  );
  const { id } = (await me.schedule({ mediaFiles: [old] }).expect(201)).body as PostView;
  await product.booted.catchUp();
  const reader = product.booted.app.get(EventReader);
  let isEdited = false;
  // After the first load, the edit is written and its event is handled.
  const load = async (...asked: Parameters<EventReader['load']>) => {
    const seen = await reader.load(...asked);
    if (!isEdited) {
      isEdited = true;
      await me.edit(id, { mediaFiles: [fresh] }).expect(200);
      await product.booted.catchUp();
    }
    return seen;
  };
  await new KeepMedia({ load } as unknown as EventReader, product.booted.app.get(Attachments)).settle(id);
  await ageFiles(25);
  await sweep();
  await get(fresh?.mediaUrl).expect(200);
  await get(old?.mediaUrl).expect(404);
});

it('releases the key of a request whose file was deleted before its post was written', async () => {
  const key = { 'idempotency-key': 'file-gone' };
  const [file] = files(await upload([await jpeg(41, 1), 'a.jpg']).expect(201));
  // The trigger deletes the file after the request has taken its key.
  await pool.query(`create function public.lose_files() returns trigger language plpgsql as $$
    begin delete from media.file where owner_id = new.user_id; return new; end $$`);
  await pool.query(`create trigger lose_files after update of is_taken on scheduling.idempotency_key
    for each row when (new.is_taken) execute function public.lose_files()`);
  const refused = await product.as(user).schedule({ mediaFiles: [file] }, key);
  await pool.query('drop function public.lose_files cascade');
  expect([refused.status, error(refused).code]).toEqual([422, 'scheduling.media-unknown']);
  const { id } = (await product.as(user).schedule({ content: 'Without it' }, key).expect(201))
    .body as PostView;
  const again = await product.as(user).schedule({ content: 'Without it' }, key).expect(201);
  expect((again.body as PostView).id).toBe(id);
});

it.each(['avc1', 'hvc1'])('passes the codec of a video to the platforms: %s', async (codec) => {
  const sent = files(await upload([film({ codec }), 'a.mp4'], [await jpeg(51, 1), 'b.jpg']).expect(201));
  const { app } = product.booted;
  const refs = await app.get(OwnMedia).refs(
    user,
    sent.map(({ mediaUrl }) => ({ mediaUrl })),
  );
  const items = await app.get(PostFiles).itemsOf(user, refs);
  expect(items.map((item) => item.codec)).toEqual([codec, undefined]);
});

it('attaches files to a post in the order of the request, each once, with their descriptions', async () => {
  const [one, two] = files(
    await upload([await jpeg(21, 1), '1.jpg'], [await jpeg(22, 1), '2.jpg']).expect(201),
  );
  const mediaFiles = [
    { mediaUrl: two?.mediaUrl, altText: ' A line ', mediaSize: 1 },
    { mediaUrl: one?.mediaUrl },
    two,
  ];
  const { body } = (await product.as(user).schedule({ mediaFiles }).expect(201)) as { body: PostView };
  expect(body.mediaFiles).toEqual([
    { ...two, order: 0, altText: 'A line' },
    { ...one, order: 1 },
  ]);
});

it('refuses a file of another user', async () => {
  const mediaFiles = files(await upload([await jpeg(), 'mine.jpg']).expect(201));
  const answer = await product
    .as('eve')
    .schedule({ selectedAccountIds: [9], mediaFiles })
    .expect(422);
  expect(error(answer)).toMatchObject({ code: 'scheduling.media-unknown', message: POST_TEXT.mediaUnknown });
});

it('releases the files of a request whose process ended before it wrote the post', async () => {
  const [file] = files(await upload([await jpeg(), 'a.jpg']).expect(201));
  const name = file?.mediaUrl.slice('/media/'.length);
  await pool.query(
    `insert into media.attachment (post_id, name, made_at) values (999999, $1, now() - interval '6 minutes')`,
    [name],
  );
  await pool.query('update media.file set idle_since = null where name = $1', [name]);
  await sweep();
  const { rowCount } = await pool.query('select from media.file where name = $1 and idle_since is not null', [
    name,
  ]);
  expect(rowCount).toBe(1);
});
