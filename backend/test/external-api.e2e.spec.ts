import { randomUUID } from 'node:crypto';
import type { ExternalPlatform } from '@posthorn/contracts/external/accounts.http';
import type { EventsView } from '@posthorn/contracts/external/events.http';
import type { ExternalProblem } from '@posthorn/contracts/external/external.http';
import type { MeView } from '@posthorn/contracts/external/me.http';
import type { DryRunView, ExternalPage, ShownPost } from '@posthorn/contracts/external/posts.http';
import type { CreatedWebhookView, DeliveryView } from '@posthorn/contracts/external/webhooks.http';
import type { PostView, RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { ProgramClient } from './program-client.ts';

// `checked-answers.ts` also compares each response with docs/openapi.json.

let product: Product;
let ana: Creator;
let program: ProgramClient;
beforeAll(async () => {
  product = await startProduct({ fast: true });
  ana = await Creator.signedIn(product);
  await ana.connectMastodon();
  program = await ProgramClient.of(ana);
});
afterAll(() => product.close());

const DAY = 86_400_000;
const tomorrow = () => new Date(Date.now() + DAY).toISOString();
const inTwoDays = () => new Date(Date.now() + 2 * DAY).toISOString();
const bread = (extra: object = {}) => ({
  content: 'Fresh bread',
  platforms: ['mastodon'],
  scheduledFor: tomorrow(),
  ...extra,
});
/** A user without scheduled posts, because the free plan allows three. */
async function newcomer(): Promise<ProgramClient> {
  const creator = await Creator.signedIn(product);
  await creator.connectMastodon();
  return ProgramClient.of(creator);
}

it('lists platforms and accounts, and validates a post without storing it', async () => {
  const me = await program.get<MeView>('/me');
  expect([me.status, me.body.token.id]).toEqual([200, program.tokenId]);
  const platforms = await program.get<readonly ExternalPlatform[]>('/platforms');
  expect(platforms.body).toHaveLength(12);
  expect((await program.get('/accounts')).status).toBe(200);
  const dryRun = await program.call<DryRunView>('POST', '/posts?dry_run=true', { body: bread() });
  expect([dryRun.status, dryRun.body.wouldCreate]).toEqual([200, true]);
  expect((await program.get<ExternalPage<PostView>>('/posts')).body.items).toEqual([]);
  for (const path of ['/statistics', '/replies', '/openapi.json'])
    expect([path, (await program.get(path)).status]).toEqual([path, 200]);
});

it('creates one post for fifty requests with one key, and returns the same response to all', async () => {
  const body = bread();
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => program.create<PostView>(body, 'row-7')),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(49);
  expect((await program.get<ExternalPage<PostView>>('/posts')).body.items).toHaveLength(1);
});

it('shows, changes and deletes a post, and names the token in its history', async () => {
  const { id, revision } = (await program.create<PostView>(bread(), 'row-8')).body;
  const path = `/posts/${String(id)}`;
  const edited = await program.call<PostView>('PUT', path, {
    body: bread({ content: 'Better bread', revision }),
  });
  expect([edited.status, edited.body.content]).toEqual([200, 'Better bread']);
  const withHistory = await program.get<ShownPost>(`${path}?include=history`);
  const said = { code: 'token', values: { name: 'My blog' } };
  const token = { kind: 'apiToken', id: program.tokenId, name: 'My blog', said };
  const actors = withHistory.body.history?.events.map(({ actor }) => actor) ?? [];
  expect(actors).toEqual(Array.from({ length: actors.length }, () => token));
  expect(actors.length).toBeGreaterThan(1);
  expect((await program.get(`${path}/history`)).status).toBe(200);
  const deletion = await program.call<RemovalView>('DELETE', path);
  expect([deletion.status, deletion.body.outcome]).toEqual([200, 'cancelled']);
  expect((await program.get(path)).status).toBe(404);
});

it('publishes a post, and returns its links', async () => {
  const { body } = await program.create<PostView>(
    bread({ scheduledFor: new Date(Date.now() + 500).toISOString() }),
  );
  const posted = await eventually(async () => {
    const { body: post } = await program.get<PostView>(`/posts/${String(body.id)}`);
    expect(post.status).toBe('posted');
    return post;
  });
  expect(posted.targets[0]?.permalink).toMatch(/^https?:\/\//u);
  const retried = await program.call(
    'POST',
    `/posts/${String(body.id)}/targets/${String(body.targets[0]?.accountId)}/retry`,
  );
  expect([retried.status, retried.body]).toMatchObject([409, { code: 'scheduling.target-not-retryable' }]);
});

it.each([
  ['no text', { content: ' ' }, 400, 'request.not-valid'],
  ['a time in the past', { scheduledFor: '2020-01-01T00:00:00Z' }, 422, 'scheduling.time-is-past'],
  ['a platform without an account', { platforms: ['bluesky'] }, 422, 'external.platform-not-connected'],
  ['an unknown file', { mediaUrl: '/media/none.jpg' }, 422, 'scheduling.media-unknown'],
  ['a text that is too long for the platform', { content: 'x'.repeat(600) }, 422, 'scheduling.does-not-fit'],
])('refuses %s with a problem that links to its explanation', async (_, extra, status, code) => {
  const refused = await program.create<ExternalProblem>(bread(extra));
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  expect(refused.body.type).toBe(`${product.url}/docs/api#${code}`);
});

it('refuses a deleted token, a missing scope, the post of another user and the key of another request', async () => {
  const reader = await ProgramClient.of(ana, { scopes: ['posts:read'] });
  expect((await reader.create(bread())).body).toMatchObject({ code: 'external.scope-missing' });
  const stranger = await newcomer();
  const { id } = (await program.create<PostView>(bread(), 'row-9')).body;
  expect((await stranger.get(`/posts/${String(id)}`)).body).toMatchObject({
    code: 'scheduling.post-not-found',
  });
  expect((await program.create(bread({ content: 'Other bread' }), 'row-9')).body).toMatchObject({
    code: 'scheduling.idempotency-key-reused',
  });
  await ana.client.call('DELETE', `/api/tokens/${reader.tokenId}`);
  expect((await reader.get('/me')).body).toMatchObject({ code: 'external.token-not-valid' });
});

it('lists events, and sends them to a webhook', async () => {
  const { body: page } = await program.get<EventsView>('/events?types=post.*');
  expect(page.events.map(({ type }) => type)).toContain('post.scheduled');
  const unknownEvent = await program.get<ExternalProblem>(`/events?after=evt_${randomUUID()}`);
  expect([unknownEvent.status, unknownEvent.body.oldest]).toEqual([410, expect.stringMatching(/^evt_/u)]);
  const body = { url: 'https://hooks.sandbox.test/bread', types: ['post.*'] };
  const createdWebhook = await program.call<CreatedWebhookView>('POST', '/webhooks', { body });
  expect(createdWebhook.status).toBe(201);
  await program.create(bread({ scheduledFor: inTwoDays() }), 'row-10');
  const path = `/webhooks/${createdWebhook.body.id}`;
  const { eventId } = await eventually(async () => {
    const { body: deliveries } = await program.get<ExternalPage<DeliveryView>>(`${path}/deliveries`);
    const [first] = deliveries.items;
    if (first?.state !== 'delivered') throw new Error(`Not delivered: ${JSON.stringify(deliveries)}`);
    return first;
  });
  const calls: readonly (readonly [string, string, number, object?])[] = [
    ['GET', '/webhooks', 200],
    ['GET', path, 200],
    ['PATCH', path, 200, { types: ['*'] }],
    ['POST', `${path}/test`, 200],
    ['POST', `${path}/rotate`, 200],
    ['POST', `${path}/deliveries/${eventId}/redeliver`, 200],
    ['POST', `${path}/replay`, 200, { after: eventId }],
    ['POST', `${path}/replay`, 404, { after: 'evt_unknown' }],
    ['POST', '/webhooks', 422, { ...body, url: 'https://127.0.0.1/' }],
    ['DELETE', path, 204],
    ['GET', path, 404],
    ['POST', '/comments/1/reply', 404, { replyText: 'On Fridays!' }],
    ['PATCH', '/comments/1', 404, { status: 'read' }],
  ];
  for (const [method, at, status, requestBody] of calls)
    expect([method, at, (await program.call(method, at, { body: requestBody })).status]).toEqual([
      method,
      at,
      status,
    ]);
});

it('keeps an idempotency key after a power cut, so that a repeated request creates no second post', async () => {
  const programs = [await newcomer(), await newcomer(), await newcomer()];
  const rows = programs.flatMap((each) =>
    ['a', 'b', 'c'].map((key) => ({ each, key, body: bread({ content: key }) })),
  );
  const firstRequests = rows.map(({ each, key, body }) => each.create<PostView>(body, key).catch(() => null));
  // Some requests have a response, some are in progress, and some have not begun.
  await Promise.race(firstRequests);
  await product.kill();
  const received = await Promise.all(firstRequests);
  await product.restart();
  const repeatedRequests = await Promise.all(
    rows.map(({ each, key, body }) => each.create<PostView>(body, key)),
  );
  expect(repeatedRequests.map(({ status }) => status)).toEqual(rows.map(() => 201));
  received.forEach((answer, index) => {
    if (answer?.status === 201) expect(answer.body.id).toBe(repeatedRequests[index]?.body.id);
  });
  for (const each of programs)
    expect(
      (await each.get<ExternalPage<PostView>>('/posts')).body.items.map(({ content }) => content).sort(),
    ).toEqual([...['a', 'b', 'c']]);
});
