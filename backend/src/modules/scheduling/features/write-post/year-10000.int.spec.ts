// @zones
import { POSTS_PAGE, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { postStream, type PostEvent } from '../../domain/post/post.ts';
import { noon, SchedulingProduct } from '../../testing/scheduling-product.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';
import { READINESS_VIEW } from '../../read-models/readiness/readiness-table.projection.ts';
import { postEvent } from '../../domain/post/post-events.ts';

// The product refuses such times today. But older logs contain them, and old events must always load.
const FAR = new Date('9999-12-31T23:59:59-23:59').toISOString();

let product: SchedulingProduct;
let people = 0;
let user: string;
beforeAll(async () => {
  product = await SchedulingProduct.start();
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  product.setTime(noon);
  user = `user${String((people += 1))}`;
  product.givePremium(user);
});

const schedulePost = async (scheduledFor: string) =>
  ((await product.as(user).schedule({ scheduledFor }).expect(201)).body as PostView).id;
/** A post with such a time, as an older release stored it. */
async function postOfYear10000(): Promise<number> {
  const postId = await schedulePost('2030-01-02T12:00:00.000Z');
  await record(
    postId,
    postEvent('PostRescheduled', {
      postId,
      ownerId: user,
      scheduledFor: FAR,
      timezone: null,
      localTime: null,
    }),
  );
  return postId;
}
const record = (postId: number, event: PostEvent) =>
  product.asWorker(() => product.booted.app.get(StreamWriter).decide(postStream, postId, () => [event]));
const shown = async (id: number) => (await product.as(user).show(id).expect(200)).body as PostView;
const times = async (postId: number) => {
  await product.booted.catchUp();
  const { rows } = await product.booted.app.get(Pool).query<{ dueAt: string; checked: string }>(
    `select d.due_at::text as "dueAt", c.due_at::text as checked
     from ${DUE_VIEW} d join ${READINESS_VIEW} c using (post_id) where post_id = $1`,
    [postId],
  );
  return rows;
};

it('shows a post of the year 10000 with its time, and does not block other posts', async () => {
  expect(FAR).toBe('+010000-01-01T23:58:59.000Z');
  const id = await postOfYear10000();
  expect((await shown(id)).scheduledFor).toBe(FAR);
  const next = await schedulePost('2030-01-03T12:00:00.000Z');
  expect((await shown(next)).scheduledFor).toBe('2030-01-03T12:00:00.000Z');
  expect(await times(id)).toEqual([{ dueAt: '10000-01-01 23:58:59+00', checked: '10000-01-01 23:58:59+00' }]);
});

it('lists posts of the year 10000 in the right order, page by page', async () => {
  const [first, last] = [await postOfYear10000(), await postOfYear10000()];
  const near = await schedulePost('2030-01-03T12:00:00.000Z');
  expect((await product.as(user).list()).map(({ id }) => id)).toEqual([last, first, near]);
  const ids: number[] = [];
  let after: string | undefined;
  do {
    const page = await request(product.booted.url)
      .get('/api/posts')
      .query({ limit: 1, ...(after !== undefined && { after }) })
      .set('x-test-user', user)
      .expect(200);
    ids.push(...(page.body as PostView[]).map(({ id }) => id));
    after = page.get(POSTS_PAGE.cursorHeader);
  } while (after !== undefined);
  expect(ids).toEqual([near, first, last]);
});

it('edits, deletes and restores a post of the year 10000', async () => {
  const id = await postOfYear10000();
  await shown(id);
  await product.as(user).edit(id, { content: 'Later', scheduledFor: FAR }).expect(200);
  expect(await shown(id)).toMatchObject({ content: 'Later', scheduledFor: FAR });
  await product.as(user).delete(id).expect(200);
  expect(await times(id)).toEqual([{ dueAt: null, checked: null }]);
  await product.as(user).restore(id).expect(200);
  expect(await times(id)).toEqual([{ dueAt: '10000-01-01 23:58:59+00', checked: '10000-01-01 23:58:59+00' }]);
  await product.as(user).edit(id, { scheduledFor: '2030-01-05T12:00:00.000Z' }).expect(200);
  expect(await times(id)).toEqual([{ dueAt: '2030-01-05 12:00:00+00', checked: '2030-01-05 12:00:00+00' }]);
});
