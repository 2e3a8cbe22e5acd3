import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { noon, SchedulingProduct } from '../../testing/scheduling-product.ts';

// The filters and orders of the list of posts for API programs.

let product: SchedulingProduct;
beforeAll(async () => {
  product = await SchedulingProduct.start(new InMemoryEventStore(), [TestTokens]);
}, 60_000);
afterAll(() => product.close());

let users = 0;
let user: string;
beforeEach(async () => {
  user = `user${String(++users)}`;
  product.givePremium(user);
  product.setTime(noon);
  await product.booted.app.get(Pool).query('truncate edge.rate_limit');
});
const list = (query: Record<string, string>) =>
  request(product.booted.url).get('/api/external/posts').query(query).auth(tokenOf(user), { type: 'bearer' });
async function pages(query: Record<string, string> = {}): Promise<number[][]> {
  const all: number[][] = [];
  let cursor: string | null = null;
  do {
    const reply = await list({ limit: '2', ...query, ...(cursor !== null && { cursor }) }).expect(200);
    const { items, nextCursor } = reply.body as ExternalPage<PostView>;
    all.push(items.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor !== null);
  return all;
}
const on = (day: number) => `2030-12-${String(day).padStart(2, '0')}T09:00:00.000Z`;
async function schedulePost(day: number): Promise<number> {
  const reply = await product
    .as(user)
    .schedule({ scheduledFor: on(day) })
    .expect(201);
  return (reply.body as PostView).id;
}
async function publishPost(day: number): Promise<number> {
  const id = await schedulePost(day);
  await product.publish(id, (target) => [
    eventAbout({ target }, 'PlatformPublished', {
      attemptId: null,
      remoteId: '42',
      permalink: null,
      evidence: 'answer',
      publishedAt: '2031-02-01T00:00:00.000Z',
    }),
  ]);
  return id;
}

it('lists the posts from a time up to, but not including, another time, in any state', async () => {
  const [late, old, early] = [await schedulePost(20), await publishPost(4), await schedulePost(10)];
  expect(await pages()).toEqual([[early, late], [old]]);
  expect(await pages({ from: on(10), to: on(20) })).toEqual([[early]]);
  expect(await pages({ to: '2030-12-10T11:00:00+02:00' })).toEqual([[old]]);
  expect(await pages({ from: on(21) })).toEqual([[]]);
});
it('lists the posts of a platform', async () => {
  const id = await schedulePost(10);
  expect(await pages({ platform: 'mastodon' })).toEqual([[id]]);
  expect(await pages({ platform: 'mastodon', order: 'newest', status: 'scheduled' })).toEqual([[id]]);
  expect(await pages({ platform: 'bluesky' })).toEqual([[]]);
});
it('lists the newest posts first, without gaps or repetitions while posts are added', async () => {
  const [first, second, third] = [await schedulePost(20), await publishPost(4), await schedulePost(10)];
  expect(await pages({ order: 'newest' })).toEqual([[third, second], [first]]);
  expect(await pages({ order: 'newest', status: 'posted' })).toEqual([[second]]);
  expect(await pages({ order: 'newest', status: 'failed' })).toEqual([[]]);
  expect(await pages({ order: 'newest', status: 'attention' })).toEqual([[]]);
  const { nextCursor } = (await list({ order: 'newest', limit: '1' })).body as ExternalPage<PostView>;
  await schedulePost(12);
  const reply = await list({ order: 'newest', cursor: nextCursor ?? '' }).expect(200);
  expect((reply.body as ExternalPage<PostView>).items.map(({ id }) => id)).toEqual([second, first]);
});
it('refuses invalid filters, and a cursor of another filter', async () => {
  await schedulePost(10);
  await schedulePost(11);
  for (const query of [
    { platform: 'myspace' },
    { from: '2030-12-01' },
    { to: 'tomorrow' },
    { order: 'oldest' },
    { status: 'lost' },
  ] as Record<string, string>[]) {
    const body = (await list(query).expect(400)).body as Readonly<{
      code: string;
      fields: Record<string, string>;
    }>;
    const { code, fields } = body;
    expect([code, Object.keys(fields)]).toEqual(['request.not-valid', Object.keys(query)]);
  }
  const { nextCursor } = (await list({ order: 'newest', limit: '1' })).body as ExternalPage<PostView>;
  const other = await list({ cursor: nextCursor ?? '' }).expect(400);
  expect(other.body).toMatchObject({ code: 'external.cursor-not-valid' });
});
