import { EXTERNAL_POST_TEXT, type DryRunView } from '@posthorn/contracts/external/posts.http';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { Disconnected } from '../../testing/fake-neighbours.ts';
import { PostLimitReached } from '../../domain/post/post-errors.ts';
import { PostQuota } from '../../stores/quota/post-quota.ts';
import { RepeatedRequests } from '../../stores/idempotency-keys/repeated-requests.ts';
import { noon, schedulingForSpec } from '../../testing/scheduling-product.ts';
import { TokenNamesDouble } from '../../testing/history-neighbours.ts';

const product = schedulingForSpec([TestTokens]);
const { store } = product;

let user: string;
let token: string;
beforeEach(() => {
  ({ user } = product);
  token = tokenOf(user);
  product.setTime(noon);
});
const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, by = token) =>
  request(product.booted.url)[method](`/api/external${path}`).auth(by, { type: 'bearer' });
const BODY = { content: 'Hello', platforms: ['mastodon'], scheduledFor: '2030-01-01T13:00:00.000Z' };
const create = (changes: object = {}, headers: Record<string, string> = {}) =>
  call('post', '/posts')
    .set(headers)
    .send({ ...BODY, ...changes });
const postIn = ({ body }: Readonly<{ body: unknown }>) => body as PostView;

it('schedules the request of the documentation on all active accounts of the platform', async () => {
  const answer = await create({ hashtags: ['clay', '#pots'] }).expect(201);
  const [post, headers] = [postIn(answer), answer.headers as Readonly<Record<string, unknown>>];
  expect(post).toMatchObject({ content: 'Hello', hashtags: '#clay #pots', selectedAccountIds: [3, 4, 5] });
  expect(headers['location']).toBe(`/api/external/posts/${String(post.id)}`);
  expect(headers['idempotency-replayed']).toBeUndefined();
  expect((await product.as(user).show(post.id).expect(200)).body).toEqual(post);
});

it.each([
  [['＃新商品', '東京'], '#新商品 #東京'],
  [['#a #b', 'c'], '#a #b #c'],
  [['#a、#b', ' #c '], '#a #b #c'],
  [['a', '#a', ''], '#a'],
  [[], ''],
  ['clay, pots', 'clay, pots'],
])('stores the hashtags %j as %j', async (hashtags, kept) => {
  expect(postIn(await create({ hashtags }).expect(201)).hashtags ?? '').toBe(kept);
});

it.each(['2030-01-01T13:00:00z', '2030-01-01t13:00:00z', '2030-01-01t15:00:00+02:00'])(
  'accepts the time %s, with small or capital letters',
  async (scheduledFor) => {
    expect(postIn(await create({ scheduledFor }).expect(201)).scheduledFor).toBe('2030-01-01T13:00:00.000Z');
  },
);

it('accepts account ids, alone or to narrow the platforms, and texts for single accounts', async () => {
  const selectedBy = async (changes: object) => postIn(await create(changes).expect(201)).selectedAccountIds;
  expect(await selectedBy({ platforms: undefined, accountIds: [4] })).toEqual([4]);
  expect(await selectedBy({ accountIds: [3, 5] })).toEqual([3, 5]);
  const targets = [{ accountId: 3, content: 'Just here' }];
  const own = postIn(await create({ platforms: undefined, targets, title: 'A title' }).expect(201));
  expect(own).toMatchObject({ title: 'A title', targets: [{ accountId: 3, content: 'Just here' }] });
});

it.each([
  [
    { platforms: ['bluesky'] },
    422,
    'external.platform-not-connected',
    EXTERNAL_POST_TEXT.notConnected('Bluesky'),
  ],
  [{ platforms: ['myspace'] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.platformsNotValid],
  [{ platforms: 'mastodon' }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.platformsNotValid],
  [{ platforms: [] }, 400, 'request.not-valid', POST_TEXT.accountsRequired],
  [{ platforms: undefined, accountIds: [9] }, 422, 'scheduling.account-unknown', expect.any(String)],
  [{ content: '' }, 400, 'request.not-valid', POST_TEXT.contentRequired],
  [{ content: '\u200b\u2800' }, 400, 'request.not-valid', POST_TEXT.contentRequired],
  [{ scheduledFor: '2030-02-30t13:00:00z' }, 400, 'request.not-valid', POST_TEXT.timeRequired],
  [{ hashtags: [1] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.hashtagsNotValid],
  [{ hashtags: ['social media'] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.hashtagsNotValid],
  [{ hashtags: ['#social media'] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.hashtagsNotValid],
  [{ hashtags: ['social、media'] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.hashtagsNotValid],
  [{ media: [['x']] }, 400, 'request.not-valid', EXTERNAL_POST_TEXT.mediaNotValid],
  [{ mediaUrl: '/media/not-mine.jpg' }, 422, 'scheduling.media-unknown', expect.any(String)],
  [{ scheduledFor: '2030-01-01T11:00:00Z' }, 422, 'scheduling.time-is-past', POST_TEXT.timePast],
])('refuses %j', async (changes, status, code, message) => {
  const answer = await create(changes).expect(status);
  expect(answer.body).toMatchObject({ status, code, message, detail: message });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(await product.as(user).list()).toEqual([]);
});

it('writes one post for fifty requests with one key, and gives all the same response', async () => {
  const key = { 'idempotency-key': 'row-7' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({}, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const [first] = answers.map(postIn);
  for (const answer of answers) expect(postIn(answer)).toEqual(first);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
  expect(await product.as(user).list()).toHaveLength(1);
  // The same request later, even if the platform names would now mean other accounts.
  const later = await create({}, key).expect(201);
  expect([postIn(later), later.headers['idempotency-replayed']]).toEqual([first, 'true']);
  const other = await create({ accountIds: [3] }, key).expect(422);
  expect(other.body).toMatchObject({ code: 'scheduling.idempotency-key-reused' });
});

it('writes one post for twenty concurrent requests with one key, and refuses those with other content', async () => {
  const key = { 'idempotency-key': 'raced' };
  const bodies = Array.from({ length: 20 }, (_, index) => `Body ${String(index % 2)}`);
  const answers = await Promise.all(bodies.map((content) => create({ content }, key)));
  const [post, ...others] = await product.as(user).list();
  expect(others).toEqual([]);
  for (const [index, answer] of answers.entries()) {
    if (bodies[index] === post?.content) expect(postIn(answer)).toEqual(post);
    else expect(answer.body).toMatchObject({ status: 422, code: 'scheduling.idempotency-key-reused' });
  }
});

it('refuses a request that was overtaken by a request with the same key and other content', async () => {
  const key = { 'idempotency-key': 'overtaken' };
  for (let count = 0; count < 3; count++) await create().expect(201);
  await create({ content: 'Slower' }, key).expect(422);
  product.givePremium(user);
  const requests = product.booted.app.get(RepeatedRequests);
  const known = requests.known.bind(requests);
  const spy = jest.spyOn(requests, 'known').mockImplementationOnce(async (...request) => {
    const knownPost = await known(...request);
    await create({ content: 'Faster' }, key).expect(201);
    return knownPost;
  });
  const refused = await create({ content: 'Slower' }, key).expect(422);
  spy.mockRestore();
  expect(refused.body).toMatchObject({ code: 'scheduling.idempotency-key-reused' });
  expect(await product.as(user).list()).toHaveLength(4);
});

it('keeps a key until the last request with this key has ended', async () => {
  const key = { 'idempotency-key': 'shared' };
  const quota = product.booted.app.get(PostQuota);
  const reserve = quota.reserve.bind(quota);
  const [hasTaken, refused] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let slower: Promise<Readonly<{ status: number; body: unknown }>> | undefined;
  const spy = jest
    .spyOn(quota, 'reserve')
    .mockImplementationOnce(async () => {
      slower = create({}, key).then((answer) => answer);
      await hasTaken.promise;
      throw new PostLimitReached();
    })
    .mockImplementationOnce(async (...reservation) => {
      hasTaken.resolve(undefined);
      await refused.promise;
      await reserve(...reservation);
    });
  await create({}, key).expect(422);
  const other = await create({ content: 'Other' }, key).expect(422);
  expect(other.body).toMatchObject({ code: 'scheduling.idempotency-key-reused' });
  refused.resolve(undefined);
  expect(await slower).toMatchObject({ status: 201 });
  spy.mockRestore();
});

it('does not write a second post when the key expires during the request', async () => {
  const key = { 'idempotency-key': 'expired' };
  const requests = product.booted.app.get(RepeatedRequests);
  const postFor = requests.postFor.bind(requests);
  const spy = jest.spyOn(requests, 'postFor').mockImplementationOnce(async (...request) => {
    const answer = await postFor(...request);
    await product.booted.app
      .get(Pool)
      .query(`update scheduling.idempotency_key set created_at = created_at - interval '1 day'`);
    await create({}, key).expect(201);
    return answer;
  });
  expect((await create({}, key).expect(422)).body).toMatchObject({
    code: 'scheduling.idempotency-key-reused',
  });
  spy.mockRestore();
  expect(await product.as(user).list()).toHaveLength(1);
});

it('keeps a key for 24 hours after the request that made the post, even if it was first refused', async () => {
  const key = { 'idempotency-key': 'row-9' };
  const passHours = (hours: number) =>
    product.booted.app
      .get(Pool)
      .query(`update scheduling.idempotency_key set created_at = created_at - make_interval(hours => $1)`, [
        hours,
      ]);
  product.booted.app.get(Disconnected).ids.add(user);
  await create({ platforms: undefined, accountIds: [3] }, key).expect(422);
  product.booted.app.get(Disconnected).ids.delete(user);
  await passHours(23);
  const first = postIn(await create({ platforms: undefined, accountIds: [3] }, key).expect(201));
  await passHours(2);
  const again = await create({ platforms: undefined, accountIds: [3] }, key).expect(201);
  expect([postIn(again).id, again.headers['idempotency-replayed']]).toEqual([first.id, 'true']);
  expect(await product.as(user).list()).toHaveLength(1);
});

it('lets another request use the key of a request that was refused because the plan allows no more posts', async () => {
  const key = { 'idempotency-key': 'refused' };
  const first = postIn(await create().expect(201));
  await Promise.all([create(), create()]);
  await create({ content: 'One too many' }, key).expect(422);
  await call('delete', `/posts/${String(first.id)}`).expect(200);
  await create({ content: 'Another one' }, key).expect(201);
});

it('gives a repeated request the same response, even when the account is disconnected', async () => {
  const key = { 'idempotency-key': 'row-8' };
  const first = postIn(await create({}, key).expect(201));
  product.booted.app.get(Disconnected).ids.add(user);
  expect(postIn(await create({}, key).expect(201))).toEqual(first);
  expect((await create({}).expect(422)).body).toMatchObject({ code: 'external.platform-not-connected' });
});

it('enforces the limit of the free plan', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ code: 'scheduling.post-limit-reached' });
});

it.each([
  ...['dryRun=true', 'dryrun=TRUE', 'DRY_RUN=true', 'dry-run=1', 'dry_run=true&limit=1'],
  ...['dry_run=TRUE', 'dry_run=1', 'dry_run=', 'dry_run', 'dry_run=true&dry_run=true'],
])('schedules nothing when it does not understand ?%s', async (query) => {
  const refused = (await call('post', `/posts?${query}`).send(BODY).expect(400)).body as ErrorReply;
  expect(refused.code).toMatch(/^request\.(?:parameter-unknown|not-valid)$/u);
  expect((await call('get', '/posts').expect(200)).body).toMatchObject({ items: [] });
});

it('previews a post, and stores nothing', async () => {
  const key = { 'idempotency-key': 'tried-first' };
  const dryRun = (changes: object = {}) =>
    call('post', '/posts?dry_run=true')
      .set(key)
      .send({ ...BODY, ...changes });
  const answer = await dryRun().expect(200);
  const fits = { ok: true, problems: [], text: { used: expect.any(Number), max: 500 } };
  expect(answer.body as DryRunView).toEqual({
    dryRun: true,
    wouldCreate: true,
    accounts: [
      { accountId: 3, ...fits },
      { accountId: 4, ...fits },
      { accountId: 5, ...fits, text: { used: expect.any(Number), max: expect.any(Number) } },
    ],
    limits: { scheduledPosts: { used: 0, max: 3 } },
  });
  const long = (await dryRun({ content: 'x'.repeat(501), accountIds: [3] }).expect(200)).body as DryRunView;
  expect(long).toMatchObject({
    wouldCreate: false,
    accounts: [{ ok: false, problems: [{ code: 'too-long' }] }],
  });
  expect((await dryRun({ scheduledFor: '2029-01-01T00:00:00Z' }).expect(422)).body).toMatchObject({
    code: 'scheduling.time-is-past',
  });
  await call('post', '/posts?dry_run=yes').send(BODY).expect(400);
  const keys = await product.booted.app
    .get(Pool)
    .query('select from scheduling.idempotency_key where user_id = $1', [user]);
  expect(keys.rowCount).toBe(0);
  expect(store.historyOf(`quota-${user}`)).toEqual([]);
  expect(await product.as(user).list()).toEqual([]);
  await create({ content: 'Another one' }, key).expect(201);
  await Promise.all([create(), create()]);
  expect((await dryRun().expect(200)).body).toMatchObject({
    wouldCreate: false,
    limits: { scheduledPosts: { used: 3, max: 3 } },
  });
});

it('shows the name of the token in the history, even after the token was revoked', async () => {
  const { id } = postIn(await create().expect(201));
  const actors = async () => {
    const answer = await call('get', `/posts/${String(id)}/history`).expect(200);
    return (answer.body as HistoryView).events.map(({ actor }) => actor);
  };
  const tokenId = `token-of-${user}`;
  const said = { code: 'token', values: { name: 'My blog' } };
  expect(await actors()).toEqual([{ kind: 'apiToken', id: tokenId, name: 'My blog', said }]);
  product.booted.app.get(TokenNamesDouble).revoked.add(tokenId);
  const revoked = { name: 'My blog (revoked)', said: { ...said, variant: 'revoked' } };
  expect(await actors()).toMatchObject([revoked]);
});

it("lists, shows, changes and deletes only the user's own posts", async () => {
  const ids = [];
  for (const hour of ['13', '14', '15'])
    ids.push(postIn(await create({ scheduledFor: `2030-01-01T${hour}:00:00.000Z` }).expect(201)).id);
  const page = async (query: string) =>
    (await call('get', `/posts?${query}`).expect(200)).body as {
      items: PostView[];
      nextCursor: string | null;
    };
  const first = await page('limit=2&status=scheduled');
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await page(`limit=2&status=scheduled&cursor=${first.nextCursor ?? ''}`);
  expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([ids.slice(2), null]);
  expect((await call('get', '/posts?cursor=abc').expect(400)).body).toMatchObject({
    code: 'external.cursor-not-valid',
  });
  await call('get', '/posts?limit=101').expect(400);

  const path = `/posts/${String(ids[0])}`;
  const shown = (await call('get', `${path}?include=history`).expect(200)).body as PostView & {
    history: HistoryView;
  };
  expect([shown.id, shown.history.events.length]).toEqual([ids[0], 1]);
  const strangers = tokenOf('eve');
  for (const answer of [
    call('get', path, strangers),
    call('get', `${path}/history`, strangers),
    call('put', path, strangers).send(BODY),
    call('delete', path, strangers),
  ])
    expect((await answer.expect(404)).body).toMatchObject({ code: 'scheduling.post-not-found' });
  const edited = await call('put', path)
    .send({ ...BODY, content: 'Better' })
    .expect(200);
  expect(postIn(edited).content).toBe('Better');
  const moved = await call('put', path).send({ scheduledFor: '2030-01-01T18:00:00.000Z' }).expect(200);
  const { revision } = postIn(moved);
  expect(postIn(moved)).toEqual({ ...postIn(edited), revision, scheduledFor: '2030-01-01T18:00:00.000Z' });
  const changed = postIn(
    await call('put', path).send({ content: 'Best', timezone: 'Asia/Tokyo' }).expect(200),
  );
  expect(changed).toMatchObject({
    content: 'Best',
    scheduledFor: '2030-01-01T18:00:00.000Z',
    timezone: null,
  });
  expect(postIn(await call('put', path).expect(200))).toEqual(changed);
  await call('put', path).send({ content: ' ' }).expect(400);
  await call('put', path).send({ scheduledFor: 'soon' }).expect(400);
  for (const query of ['only_unpublished=yes', 'only_unpublished=True', 'onlyUnpublished=true'])
    await call('delete', `${path}?${query}`).expect(400);
  expect((await call('delete', `${path}?only_unpublished=true`).expect(200)).body).toMatchObject({
    outcome: 'cancelled',
  });
  await call('get', path).expect(404);
});

it.each([
  ['post', '/posts', 'posts:write'],
  ['get', '/posts', 'posts:read'],
  ['get', '/posts/1', 'posts:read'],
  ['get', '/posts/1/history', 'posts:read'],
  ['put', '/posts/1', 'posts:write'],
  ['delete', '/posts/1', 'posts:write'],
] as const)('allows %s %s only for tokens with the scope %s', async (method, path, scope) => {
  const without = tokenOf(
    user,
    API_SCOPES.filter((other) => other !== scope),
  );
  expect((await call(method, path, without).expect(403)).body).toMatchObject({
    code: 'external.scope-missing',
  });
  expect((await call(method, path, tokenOf(user, [scope]))).status).not.toBe(403);
});
