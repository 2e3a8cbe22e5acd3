import { randomUUID } from 'node:crypto';
import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { MediaHousekeeping } from '#infrastructure/media/media-housekeeping.ts';
import { beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { drafting } from '../../testing/drafting.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let drafts: ReturnType<typeof drafting>;
beforeEach(() => {
  drafts = drafting(product);
});

const pool = () => product.booted.app.get(Pool);
async function uploadPicture(name: string) {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c05' } })
    .jpeg()
    .toBuffer();
  const answer = await product.as().upload().attach('media', picture, name).expect(201);
  const [file] = (answer.body as UploadReply).files;
  if (!file) throw new Error('One file was uploaded.');
  return file;
}
const get = (url: string) => request(product.booted.url).get(url);
/** Runs what is due a day later: deletes deleted drafts and files without a use. */
async function afterADay(): Promise<void> {
  await pool().query(`update scheduling.draft set deleted_at = deleted_at - interval '1 hour'`);
  await product.booted.app.get(SchedulingHousekeeping).sweep();
  await pool().query(`update media.file set idle_since = idle_since - interval '25 hours'`);
  await product.booted.app.get(MediaHousekeeping).sweep();
}

it('keeps the files of a draft, and returns the files with their descriptions', async () => {
  const [kept, dropped] = [await uploadPicture('kept.jpg'), await uploadPicture('dropped.jpg')];
  const both = [{ mediaUrl: kept.mediaUrl, altText: 'Bread' }, { mediaUrl: dropped.mediaUrl }];
  const draft = await drafts.saved({ mediaFiles: both });
  expect(draft.mediaFiles).toEqual([
    { ...kept, altText: 'Bread', order: 0 },
    { ...dropped, order: 1 },
  ]);
  await afterADay();
  await get(dropped.mediaUrl).expect(200);
  await drafts.save(draft.id, { mediaFiles: [{ mediaUrl: kept.mediaUrl }] }, 1).expect(200);
  await afterADay();
  await get(dropped.mediaUrl).expect(404);
  await get(kept.mediaUrl).expect(200);
  await drafts.delete(draft.id).expect(204);
  // A restored draft needs its files.
  await pool().query(`update media.file set idle_since = idle_since - interval '25 hours'`);
  await product.booted.app.get(MediaHousekeeping).sweep();
  await drafts.restore(draft.id).expect(200);
  await get(kept.mediaUrl).expect(200);
  await drafts.delete(draft.id).expect(204);
  await afterADay();
  await get(kept.mediaUrl).expect(404);
});

it('keeps the files for the post of a draft, and for the draft that duplicates a post', async () => {
  const { mediaUrl } = await uploadPicture('bread.jpg');
  const { id: draftId } = await drafts.saved({ mediaFiles: [{ mediaUrl, altText: 'Bread' }] });
  const me = product.as();
  const response = await me.schedule({ draftId, mediaFiles: [{ mediaUrl, altText: 'Bread' }] }).expect(201);
  await afterADay();
  await get(mediaUrl).expect(200);
  const { id } = response.body as PostView;
  const copy = (await drafts.duplicate(id).expect(201)).body as DraftView;
  expect(copy.mediaFiles).toMatchObject([{ mediaUrl, altText: 'Bread' }]);
  await me.delete(id).expect(200);
  await product.booted.catchUp();
  await afterADay();
  await get(mediaUrl).expect(200);
  await drafts.delete(copy.id).expect(204);
  await afterADay();
  await get(mediaUrl).expect(404);
});

it('refuses the file of another user', async () => {
  const { mediaUrl } = await uploadPicture('mine.jpg');
  const eve = drafting(product, 'eve');
  expect((await eve.save(randomUUID(), { mediaFiles: [{ mediaUrl }] }).expect(422)).body).toMatchObject({
    code: 'scheduling.media-unknown',
  });
});
