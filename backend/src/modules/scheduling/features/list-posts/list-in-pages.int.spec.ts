import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POSTS_PAGE, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { eventAbout } from '../../domain/publication/event-about.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { noon, SchedulingProduct } from '../../testing/scheduling-product.ts';

let product: SchedulingProduct;
beforeAll(async () => {
  product = await SchedulingProduct.start();
}, 60_000);
afterAll(() => product.close());

let users = 0;
let user: string;
beforeEach(() => {
  user = `user${String(++users)}`;
  product.givePremium(user);
  product.setTime(noon);
});

type Page = Readonly<{ ids: number[]; posts: readonly PostView[]; next: string | undefined }>;
const get = (path: string, query: Record<string, string | number> = {}) =>
  request(product.booted.url).get(path).query(query).set('x-test-user', user);
async function page(query: Record<string, string | number> = {}): Promise<Page> {
  const reply = await get('/api/posts', query).expect(200);
  const posts = reply.body as readonly PostView[];
  return { ids: posts.map(({ id }) => id), posts, next: reply.get(POSTS_PAGE.cursorHeader) };
}
async function pages(query: Record<string, string | number>): Promise<number[][]> {
  const all: number[][] = [];
  let next: string | undefined;
  do {
    const one = await page({ ...query, ...(next !== undefined && { after: next }) });
    all.push(one.ids);
    ({ next } = one);
  } while (next !== undefined);
  return all;
}
const counts = async () => (await get('/api/posts/summary').expect(200)).body as unknown;

/** An instant on a day of December 2030. */
const on = (day: number) => `2030-12-${String(day).padStart(2, '0')}T09:00:00.000Z`;
async function schedulePost(day: number, changes: object = {}): Promise<number> {
  const reply = await product
    .as(user)
    .schedule({ scheduledFor: on(day), ...changes })
    .expect(201);
  return (reply.body as PostView).id;
}
const sent = (target: Target) =>
  eventAbout({ target }, 'PlatformPublished', {
    attemptId: null,
    remoteId: '42',
    permalink: null,
    evidence: 'answer',
    publishedAt: '2031-02-01T00:00:00.000Z',
  });
const refused = (target: Target) =>
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: null,
    reason: 'rejected',
    words: null,
    retryable: false,
    retryAt: null,
  });
const publishPost = async (id: number) => {
  await product.publish(id, (target) => [sent(target)]);
  return id;
};
const failPost = async (id: number) => {
  await product.publish(id, (target) => [refused(target)]);
  return id;
};

it('lists scheduled posts first, the earliest on top, then past posts, the latest on top, page by page', async () => {
  const [last, first] = [await schedulePost(20), await schedulePost(10)];
  const [old, broken, late] = [
    await publishPost(await schedulePost(1)),
    await failPost(await schedulePost(3)),
    await publishPost(await schedulePost(5)),
  ];
  // Both have the same instant, so their ids decide the order.
  const [one, two] = [await schedulePost(15), await schedulePost(15)];
  expect(await pages({ limit: 2 })).toEqual([[first, one], [two, last], [late, broken], [old]]);
  expect(await pages({ limit: 3 })).toEqual([[first, one, two], [last, late, broken], [old]]);
  expect((await page({ limit: 7 })).next).toBeUndefined();
});
it('returns fifty posts by default, with the same content as in the whole list', async () => {
  for (let count = 0; count < 51; count += 1) await schedulePost(1 + (count % 28));
  const first = await page({ q: '' });
  expect(first.posts).toHaveLength(50);
  const whole = await product.as(user).list();
  expect(whole).toHaveLength(51);
  expect(first.posts.map((post) => whole.find(({ id }) => id === post.id))).toEqual(first.posts);
});
it('skips and repeats no post while posts are added and deleted', async () => {
  const ids = [
    await schedulePost(10),
    await schedulePost(12),
    await schedulePost(14),
    await schedulePost(16),
  ];
  const [first, second, third, fourth] = ids;
  const { next = '' } = await page({ limit: 2 });
  // The last post of the page is deleted. One post is added before it, and one after it.
  await product.as(user).delete(second ?? 0);
  await schedulePost(11);
  const between = await schedulePost(15);
  expect((await page({ limit: 9, after: next })).ids).toEqual([third, between, fourth]);
  await publishPost(first ?? 0);
  expect((await page({ limit: 9, after: next })).ids).toEqual([third, between, fourth, first]);
});
it('filters and counts posts by status, without removed posts', async () => {
  const waiting = await schedulePost(10);
  const [out, broken] = [await publishPost(await schedulePost(1)), await failPost(await schedulePost(2))];
  await product.as(user).delete(await schedulePost(11));
  await product.as(user).delete(await publishPost(await schedulePost(3)));
  expect((await page({ status: 'scheduled' })).ids).toEqual([waiting]);
  expect((await page({ status: 'posted' })).ids).toEqual([out]);
  expect((await page({ status: 'failed' })).ids).toEqual([broken]);
  expect(await counts()).toEqual({ all: 3, scheduled: 1, posted: 1, failed: 1, attention: 1 });
});
it('lists and counts a post as failed when it failed on at least one account', async () => {
  const both = { selectedAccountIds: [3, 4] };
  const partly = await schedulePost(2, both);
  await product.publish(partly, (target) => (target.accountId === 3 ? [sent(target)] : [refused(target)]));
  const open = await schedulePost(4, both);
  await product.publish(open, (target) => (target.accountId === 3 ? [refused(target)] : []));
  const none = await failPost(await schedulePost(3));
  const [waiting, well] = [await schedulePost(10), await publishPost(await schedulePost(1))];
  expect(await pages({ status: 'failed', limit: 2 })).toEqual([[open, none], [partly]]);
  expect((await page({ status: 'posted' })).ids).toEqual([partly, well]);
  expect((await page({ status: 'scheduled' })).ids).toEqual([open, waiting]);
  expect(await counts()).toEqual({ all: 5, scheduled: 2, posted: 2, failed: 3, attention: 3 });
});
it('lists posts that need attention: failed, waiting for their account, or with an unknown outcome', async () => {
  const [waits, unknown, refusedOne] = [
    await schedulePost(2),
    await schedulePost(3),
    await failPost(await schedulePost(4)),
  ];
  await product.publish(waits, (target) => [
    eventAbout({ target }, 'PublishPostponed', {
      attemptId: null,
      reason: 'reconnect',
      words: null,
      until: '2031-02-01T00:00:00.000Z',
    }),
  ]);
  await product.publish(unknown, (target) => [
    eventAbout({ target }, 'PlatformPublishUnknown', {
      attemptId: 'a1',
      cause: 'timeout',
      words: null,
      nextAt: null,
    }),
  ]);
  await publishPost(await schedulePost(5));
  await schedulePost(6);
  await product.as(user).delete(await failPost(await schedulePost(7)));
  expect(await pages({ status: 'attention', limit: 1 })).toEqual([[waits], [unknown], [refusedOne]]);
  expect(await counts()).toMatchObject({ all: 5, failed: 1, attention: 3 });
});
it('returns only zeros as the counts for a user without posts', async () => {
  await schedulePost(10);
  user = `stranger-of-${user}`;
  expect(await counts()).toEqual({ all: 0, scheduled: 0, posted: 0, failed: 0, attention: 0 });
  expect((await page({ limit: 5 })).ids).toEqual([]);
});

describe('searching', () => {
  it.each([
    ['launch', ['tagged', 'titled']],
    ['LIVE launch', ['titled']],
    ['#Morning', ['tagged']],
    ['##morning  ', ['tagged']],
    ['ÜBER', ['umlaut']],
    ['uber', []],
    ['İstanbul', ['umlaut']],
    ['100%', ['signs']],
    ['0%_', []],
    ['a_b', ['signs']],
    ['c:\\temp', ['signs']],
    ['ORNIN', ['tagged']],
    ['live #la', ['titled']],
    ['   ', ['signs', 'tagged', 'titled', 'umlaut']],
    ['nothing like it', []],
  ])('finds for "%s" the posts %j in title, content and hashtags', async (q, found) => {
    const names = new Map([
      [await schedulePost(1, { title: 'Launch', content: 'We are live' }), 'titled'],
      [await schedulePost(2, { content: 'Second launch', hashtags: 'sea, #Morning' }), 'tagged'],
      [await schedulePost(3, { content: 'Über İstanbul' }), 'umlaut'],
      [await schedulePost(4, { content: '100% of a_b in C:\\temp' }), 'signs'],
    ]);
    expect((await page({ q })).ids.map((id) => names.get(id)).sort()).toEqual(found);
  });
  it('gives the results in pages', async () => {
    const [one, two, three] = [
      await schedulePost(1, { content: 'Bowl one' }),
      await publishPost(await schedulePost(2, { content: 'Bowl two' })),
      await schedulePost(4, { content: 'Bowl three' }),
    ];
    await schedulePost(3, { content: 'A cup' });
    expect(await pages({ q: 'bowl', limit: 1 })).toEqual([[one], [three], [two]]);
    expect(await pages({ q: 'bowl', status: 'posted', limit: 1 })).toEqual([[two]]);
  });
  it('finds the text of an edited post', async () => {
    const id = await schedulePost(1, { content: 'Bowl' });
    await product
      .as(user)
      .edit(id, { content: 'Cup', scheduledFor: on(1) })
      .expect(200);
    expect((await page({ q: 'bowl' })).ids).toEqual([]);
    expect((await page({ q: 'cup' })).ids).toEqual([id]);
  });
});

describe('invalid parameters', () => {
  it.each([
    [{ limit: '0' }, { limit: POST_TEXT.limitNotValid }],
    [{ limit: '201' }, { limit: POST_TEXT.limitNotValid }],
    [{ limit: '1.5' }, { limit: POST_TEXT.limitNotValid }],
    [{ limit: '' }, { limit: POST_TEXT.limitNotValid }],
    [{ limit: 'many' }, { limit: POST_TEXT.limitNotValid }],
    [{ status: 'all' }, { status: POST_TEXT.statusNotValid }],
    [{ status: '' }, { status: POST_TEXT.statusNotValid }],
    [{ q: 'x'.repeat(201) }, { q: POST_TEXT.searchMax }],
    [{ after: '' }, { after: POST_TEXT.cursorNotValid }],
    [{ after: 'nonsense' }, { after: POST_TEXT.cursorNotValid }],
    [{ after: Buffer.from('[]').toString('base64url') }, { after: POST_TEXT.cursorNotValid }],
    [{ after: Buffer.from('{"length":4}').toString('base64url') }, { after: POST_TEXT.cursorNotValid }],
  ])('refuses %j with a sentence for each parameter', async (query, fields) => {
    const reply = await get('/api/posts', query).expect(400);
    expect(reply.body as ErrorReply).toMatchObject({ code: 'request.not-valid', fields });
  });
  it('refuses a repeated parameter', async () => {
    for (const twice of ['limit=1&limit=2', 'after=a&after=b', 'status=posted&status=failed', 'q=a&q=b'])
      await get(`/api/posts?${twice}`).expect(400);
  });
  it('refuses a cursor of another list, and a cursor with an invalid position', async () => {
    await schedulePost(1);
    await schedulePost(2);
    const { next = '' } = await page({ limit: 1, q: 'hello' });
    await get('/api/posts', { after: next, q: 'hello' }).expect(200);
    await get('/api/posts', { after: next, q: '#HELLO ' }).expect(200);
    await get('/api/posts', { after: next, q: 'bye' }).expect(400);
    await get('/api/posts', { after: next, q: 'hello', status: 'posted' }).expect(400);
    const parts = JSON.parse(Buffer.from(next, 'base64url').toString()) as unknown[];
    for (const [at, wrong] of [
      [1, 'yes'],
      [2, 'tomorrow'],
      [2, '2031-02-30T00:00:00Z'],
      // JavaScript accepts these instants, but PostgreSQL does not.
      [2, '0000-01-01T00:00:00.000Z'],
      [2, '2031-01-01T00:00:00+23:00'],
      [3, '1'],
      [3, 1.5],
      [3, null],
    ] as const) {
      const forged = Buffer.from(JSON.stringify(parts.with(at, wrong))).toString('base64url');
      const reply = await get('/api/posts', { after: forged, q: 'hello' }).expect(400);
      expect(reply.body as ErrorReply).toMatchObject({ fields: { after: POST_TEXT.cursorNotValid } });
    }
  });
  it('ignores control characters in a search', async () => {
    await schedulePost(1);
    expect((await page({ q: 'he\0llo' })).ids).toHaveLength(1);
  });
});

it('gives the whole list without a cursor when the request has no parameters', async () => {
  const ids = [await schedulePost(10), await publishPost(await schedulePost(1)), await schedulePost(20)];
  const { ids: whole, next } = await page({ unknown: '1' });
  expect(whole).toEqual([ids[2], ids[0], ids[1]]);
  expect(next).toBeUndefined();
});
