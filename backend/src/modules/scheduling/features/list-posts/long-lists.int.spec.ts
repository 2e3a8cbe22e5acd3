import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import { POSTS_LIST, POSTS_PAGE, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { firstWithin } from '#infrastructure/database/rows-within-bytes.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { TestTokens } from '#infrastructure/testing/test-tokens.ts';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { postStream } from '../../domain/post/post.ts';
import type { PostScheduled } from '../../domain/post/post-events.ts';
import { scheduled } from '../../domain/post/testing/post-samples.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec([TestTokens]);
let ids = 900_000;

const FIRST = Date.parse('2030-02-01T00:00:00.000Z');
const OWN = { accountId: 3, content: 'x'.repeat(400_000), options: { link: 'https://example.com/' } };

/** Writes posts directly to the log, each due a minute after the previous post. */
async function writePosts(
  count: number,
  changes: Partial<PostScheduled['data']>,
): Promise<readonly number[]> {
  const writer = product.booted.app.get(StreamWriter);
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    const postId = ++ids;
    const event = scheduled({
      postId,
      ownerId: product.user,
      media: [],
      scheduledFor: new Date(FIRST + index * 60_000).toISOString(),
      timezone: null,
      localTime: null,
      targets: [{ accountId: 3, platform: 'mastodon' }],
      ...changes,
    });
    await product.asWorker(() => writer.decide(postStream, postId, () => [event]));
    all.push(postId);
  }
  return all;
}

type Page = Readonly<{ ids: number[]; next: string | undefined; bytes: number }>;
async function page(query: Record<string, string | number>): Promise<Page> {
  const reply = await request(product.booted.url)
    .get('/api/posts')
    .query(query)
    .set('x-test-user', product.user)
    .expect(200);
  const posts = reply.body as readonly PostView[];
  return {
    ids: posts.map(({ id }) => id),
    next: reply.get(POSTS_PAGE.cursorHeader),
    bytes: JSON.stringify(posts).length,
  };
}
async function pages(query: Record<string, string | number>): Promise<readonly Page[]> {
  const all: Page[] = [];
  for (let next: string | undefined, first = true; first || next !== undefined; first = false) {
    const one = await page({ ...query, ...(next !== undefined && { after: next }) });
    all.push(one);
    ({ next } = one);
  }
  return all;
}
const external = async (query: Record<string, string>) =>
  (await product.external('get', '/posts').query(query).expect(200)).body as ExternalPage<PostView>;
const target = ({ targets }: PostView) => targets[0];

it('shows the content written for single accounts only in the post itself, and marks the posts of lists as brief', async () => {
  const [long = 0] = await writePosts(1, { perTarget: [OWN] });
  const [plain = 0] = await writePosts(1, {});
  const listed = await product.as().list();
  expect(listed.map(({ id, brief }) => [id, brief])).toEqual([
    [plain, false],
    [long, true],
  ]);
  expect(JSON.stringify(listed).length).toBeLessThan(10_000);
  expect(listed.map(target)).toMatchObject([
    { content: null, options: {}, mediaUrls: null },
    { content: null, options: {}, mediaUrls: null },
  ]);
  const shown = (await product.as().show(long).expect(200)).body as PostView;
  expect([shown.brief, target(shown)]).toMatchObject([false, { content: OWN.content, options: OWN.options }]);
  expect((await external({})).items.map(({ brief }) => brief)).toEqual([true, false]);
  const whole = await external({ include: 'targets' });
  expect(whole.items.map(({ brief }) => brief)).toEqual([false, false]);
  expect(target(whole.items[0] as PostView)).toMatchObject({ content: OWN.content });
});

it('ends a page at 1 MB for programs that request the whole content', async () => {
  const postIds = await writePosts(5, { perTarget: [OWN] });
  const seen: number[] = [];
  for (let cursor: string | null = '', turns = 0; cursor !== null && turns < 10; turns++) {
    const { items, nextCursor }: ExternalPage<PostView> = await external({
      include: 'targets',
      limit: '100',
      ...(cursor !== '' && { cursor }),
    });
    expect(JSON.stringify(items).length).toBeLessThan(POSTS_PAGE.bytesMax);
    seen.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  expect(seen).toEqual(postIds);
});

it.each([
  ['', 'x'],
  // A quotation mark takes two bytes in a response, but one in the database.
  [', measured in the response', '"'],
])(
  'ends each page at 1 MB and the list of all posts at 2 MB, and continues on the next page%s',
  async (_, letter) => {
    const postIds = await writePosts(60, { content: letter.repeat(90_000) });
    const inTurn = await pages({ limit: 200 });
    expect(inTurn.flatMap(({ ids: some }) => some)).toEqual(postIds);
    expect(Math.max(...inTurn.map(({ bytes }) => bytes))).toBeLessThan(POSTS_PAGE.bytesMax + 1_000);
    const latestFirst = await pages({});
    expect(latestFirst.flatMap(({ ids: some }) => some)).toEqual([...postIds].reverse());
    expect(Math.max(...latestFirst.map(({ bytes }) => bytes))).toBeLessThan(POSTS_LIST.bytesMax + 1_000);
    expect(latestFirst.length).toBeLessThan(inTurn.length);
  },
);

it('does not read more rows from the database than fit into the list', async () => {
  await writePosts(60, { content: 'x'.repeat(90_000) });
  // This request waits until the read model is up to date.
  await page({ limit: 1 });
  const rows = await product.booted.app.get(PostRows).shownTo(product.user, POSTS_LIST.limit + 1, null);
  expect(rows[0]?.found).toBe(60);
  expect(rows.length).toBeLessThanOrEqual(POSTS_LIST.bytesMax / 90_000);
});

it('lists at least one post, even a very long one', async () => {
  expect(firstWithin(['too long', 'more'], 5)).toEqual(['too long']);
  const postIds = await writePosts(2, { content: 'x'.repeat(600_000) });
  expect((await pages({ limit: 10 })).map(({ ids: some }) => some)).toEqual(postIds.map((id) => [id]));
});

it('ends the list of all posts after a thousand posts', async () => {
  const postIds = await writePosts(POSTS_LIST.limit + 2, {});
  const [first, second, ...others] = await pages({});
  expect([first?.ids.length, second?.ids, others]).toEqual([
    POSTS_LIST.limit,
    postIds.slice(0, 2).reverse(),
    [],
  ]);
});
