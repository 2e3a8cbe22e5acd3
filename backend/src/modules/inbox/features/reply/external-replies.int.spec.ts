import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { WaitingComment } from '@posthorn/contracts/external/replies.http';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { at, InboxBench, remote } from '../../testing/inbox-bench.ts';

let inbox: InboxBench;
let ids: readonly number[];
const author = { remoteId: 'bo', handle: 'bo@social', name: 'Bo', isBot: false };
beforeAll(async () => {
  inbox = await InboxBench.start(TestTokens);
  const { received } = await inbox.read(
    ['a', 'b', 'c', 'd'].map((key, index) =>
      remote({ key, remoteId: key, text: `Comment ${key}`, createdAt: at(index - 400), author }),
    ),
  );
  ids = received;
  const markAsRead = request(inbox.booted.url).patch(`/api/comments/${String(ids[1])}`);
  await markAsRead.set('x-test-user', 'ana').send({ status: 'read' }).expect(200);
}, 60_000);
afterAll(() => inbox.close());

const replies = (query = '', token = tokenOf('ana')) =>
  request(inbox.booted.url).get(`/api/external/replies${query}`).auth(token, { type: 'bearer' });
const page = async (query = '', token = tokenOf('ana')) =>
  (await replies(query, token).expect(200)).body as ExternalPage<WaitingComment>;

it('lists comments that were neither read nor answered, newest first, only to their owner', async () => {
  const { items, nextCursor } = await page();
  expect([items.map(({ id }) => id), nextCursor]).toEqual([[ids[3], ids[2], ids[0]], null]);
  expect(items[0]).toEqual({
    id: ids[3],
    postId: null,
    platform: 'mastodon',
    accountId: 3,
    accountName: 'ana@social',
    commenterUsername: 'bo@social',
    commenterName: 'Bo',
    commentText: 'Comment d',
    status: 'new',
    sentiment: expect.any(String),
    createdAt: at(-397),
    permalink: items[0]?.permalink,
  });
  expect(await page('', tokenOf('eve'))).toEqual({ items: [], nextCursor: null });
});

it('lists comments in pages, and refuses invalid parameters and tokens without the scope', async () => {
  const first = await page('?limit=2');
  const rest = await page(`?limit=2&cursor=${first.nextCursor ?? ''}`);
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0]]);
  expect(rest.nextCursor).toBeNull();
  expect((await replies('?cursor=abc').expect(400)).body).toMatchObject({
    code: 'external.cursor-not-valid',
  });
  await replies('?limit=0').expect(400);
  const withoutScope = tokenOf(
    'ana',
    API_SCOPES.filter((scope) => scope !== 'comments:read'),
  );
  expect((await replies('', withoutScope).expect(403)).body).toMatchObject({
    code: 'external.scope-missing',
  });
});
