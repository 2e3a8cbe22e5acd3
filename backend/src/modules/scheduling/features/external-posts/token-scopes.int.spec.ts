import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { eachOptionalWord, NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { TestTokens } from '#infrastructure/testing/test-tokens.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { LookUpNow } from '../settle-targets/look-up-now.ts';
import type { CommentStep } from '../../ports/steps-of-comments.ts';
import type { Test } from 'supertest';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';
import { CommentStepsDouble } from '../../testing/history-neighbours.ts';

// Some options of a call need another scope, in addition to the scope of the call.

const WORDS = 'Words of a stranger';
const STEP = {
  id: 'c1',
  stream: 'comment-5',
  revision: 0n,
  position: 'z',
  type: 'CommentReceived',
  meta: {
    schema: 1,
    at: '2031-01-01T00:00:01.000Z',
    actor: { kind: 'system', id: 'reading' },
    correlationId: 'c',
    causationId: 'c',
  },
  commentId: 5,
  accountId: 3,
  platform: 'mastodon',
  author: 'eve',
  words: WORDS,
  attempt: null,
  fingerprint: null,
  remoteId: null,
  permalink: null,
  summary: WORDS,
  data: { text: WORDS },
} as unknown as CommentStep;

const product = schedulingForSpec([TestTokens]);
beforeEach(() => {
  product.booted.app.get(CommentStepsDouble).steps = { newest: [STEP], steps: 9, read: 1, total: 9 };
  product.givePremium(product.user);
});

type Sent = Readonly<{ status: number; body: unknown }>;
const send = async (
  scopes: readonly ApiScope[],
  method: 'get' | 'post' | 'put',
  path: string,
  json?: object,
): Promise<Sent> => {
  const answer = await product.external(method, path, scopes).send(json);
  return { status: answer.status, body: answer.body as unknown };
};
const missing = (scope: ApiScope) => ({
  status: 403,
  body: { code: 'external.scope-missing', message: EXTERNAL_TEXT.scopeMissing(scope) },
});
const BODY = { content: 'Hello', accountIds: [3], scheduledFor: '2030-01-01T13:00:00.000Z' };
const schedulePost = async () => ((await send(['posts:write'], 'post', '/posts', BODY)).body as PostView).id;

it('shows the text of a changed post only to tokens that may read posts', async () => {
  const id = await schedulePost();
  const words = eachOptionalWord((name) => `A secret ${name}`);
  const editPost = async (...scopes: ApiScope[]) =>
    (await send(scopes, 'put', `/posts/${String(id)}`, words)).body as PostView;
  expect(await editPost('posts:write')).toMatchObject({
    id,
    ...NO_OPTIONAL_WORDS,
    content: '',
    mediaFiles: [],
    brief: true,
  });
  const shown = await editPost('posts:write', 'posts:read');
  expect(shown).toMatchObject({ id, ...words, content: 'Hello', brief: false });
});

it('shows the text of a repeated, checked, retried or deleted post only to tokens that may read posts', async () => {
  const SECRET = 'A secret text';
  const body = { ...BODY, content: SECRET, targets: [{ accountId: 3, content: SECRET }] };
  const texts = async (request: Test) => {
    const { status, text } = await request;
    return [status, text.includes(SECRET)];
  };
  for (const [scopes, isShown] of [
    [['posts:write'], false],
    [['posts:write', 'posts:read'], true],
  ] as const) {
    const create = () => product.external('post', '/posts', scopes).set('idempotency-key', scopes.join());
    const { id } = (await create().send(body).expect(201)).body as PostView;
    const path = `/posts/${String(id)}`;
    expect(await texts(create().send(body))).toEqual([201, isShown]);
    await product.publish(id, (target) => [
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'network',
        words: null,
        retryable: false,
        retryAt: null,
      }),
    ]);
    jest.spyOn(product.booted.app.get(LookUpNow), 'ask').mockResolvedValueOnce({} as never);
    for (const call of ['check', 'retry'])
      expect(await texts(product.external('post', `${path}/targets/3/${call}`, scopes))).toEqual([
        200,
        isShown,
      ]);
    expect(await texts(product.external('delete', path, scopes))).toEqual([200, isShown]);
  }
});

it('shows comments in a history only to tokens that may read them', async () => {
  const id = await schedulePost();
  await product.publish(id, (target) => [
    eventAbout({ target }, 'PlatformPublished', {
      attemptId: null,
      remoteId: '77',
      permalink: null,
      publishedAt: '2031-01-01T00:00:00.000Z',
      evidence: 'person',
    }),
  ]);
  for (const path of [`/posts/${String(id)}?include=history`, `/posts/${String(id)}/history`]) {
    const all = await send(['posts:read', 'comments:read'], 'get', path);
    expect([all.status, JSON.stringify(all.body)]).toEqual([200, expect.stringContaining(WORDS)]);
    const { status, body } = await send(['posts:read'], 'get', path);
    const history = 'history' in (body as object) ? (body as { history: HistoryView }).history : body;
    expect(status).toBe(200);
    expect((history as HistoryView).events.map(({ type }) => type)).toContain('PlatformPublished');
    expect(JSON.stringify(body)).not.toContain(WORDS);
    expect(history).not.toHaveProperty('commentsCut');
  }
});

it('turns on automatic replies only for tokens that may reply to comments', async () => {
  const both: readonly ApiScope[] = ['posts:write', 'comments:write'];
  const withReplies = { ...BODY, aiReplies: true };
  for (const path of ['/posts', '/posts?dry_run=true'])
    expect(await send(['posts:write'], 'post', path, withReplies)).toMatchObject(missing('comments:write'));
  expect((await send(both, 'post', '/posts', withReplies)).status).toBe(201);
  expect((await send(['posts:write'], 'post', '/posts', { ...BODY, aiReplies: false })).status).toBe(201);
  const path = `/posts/${String(await schedulePost())}`;
  const change = { aiRepliesEnabled: true };
  expect(await send(['posts:write'], 'put', path, change)).toMatchObject(missing('comments:write'));
  expect(await send(both, 'put', path, change)).toMatchObject({ status: 200, body: change });
  const off = { aiRepliesEnabled: false };
  expect(await send(['posts:write'], 'put', path, off)).toMatchObject({ status: 200, body: off });
});

it.each([{ mediaUrl: 'https://example.com/a.jpg' }, { media: [{ url: 'https://example.com/a.jpg' }] }])(
  'fetches %j only for tokens that may add files',
  async (files) => {
    for (const path of ['/posts', '/posts?dry_run=true'])
      expect(await send(['posts:write'], 'post', path, { ...BODY, ...files })).toMatchObject(
        missing('media:write'),
      );
    // Uploaded files are not fetched from a server, so they need no such scope.
    const own = { ...BODY, mediaUrl: '/media/not-mine.jpg' };
    expect(await send(['posts:write'], 'post', '/posts', own)).toMatchObject({
      status: 422,
      body: { code: 'scheduling.media-unknown' },
    });
  },
);

it('accepts a retry at the risk of the owner only from tokens that may read the post', async () => {
  const path = `/posts/${String(await schedulePost())}/targets/3/retry`;
  expect(await send(['posts:write'], 'post', path, { atOwnRisk: true })).toMatchObject(missing('posts:read'));
  const allowed: readonly ApiScope[] = ['posts:write', 'posts:read'];
  for (const answer of [
    await send(allowed, 'post', path, { atOwnRisk: true }),
    await send(['posts:write'], 'post', path, { atOwnRisk: false }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'scheduling.target-not-retryable' } });
});
