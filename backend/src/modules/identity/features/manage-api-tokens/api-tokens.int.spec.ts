import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import {
  API_SCOPES,
  API_TOKEN,
  API_TOKEN_TEXT,
  createApiToken,
  deleteApiToken,
  listApiTokens,
  type ApiTokenView,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { ErasureLoop } from '../../effects/erasures/erasure-loop.ts';
import { bootIdentity, NOON, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';
import { TOKEN_NAMES_VIEW } from '../../read-models/api-tokens/token-names.projection.ts';

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(async () => {
  mailer.sent.length = 0;
  mailer.fails = null;
  await product.reset();
});
afterAll(() => product.close());

const create = (browser: TestBrowser, json: object = { name: 'Blog' }) =>
  browser.send('POST', createApiToken.path, { json });
const createdToken = async (browser: TestBrowser, json?: object) => {
  const reply = await create(browser, json);
  expect(reply.status).toBe(201);
  return reply.body as CreatedApiTokenView;
};
const list = async (browser: TestBrowser) => (await browser.get(listApiTokens.path)).body as ApiTokenView[];
const remove = (browser: TestBrowser, id: string) => browser.send('DELETE', pathOf(deleteApiToken, { id }));
const isValid = async (token: string) => (await product.app.get(ApiTokens).find(token)) !== null;
const eventsOf = (id: string) => store.historyOf(`apiToken-${id}`);

it('shows a token once, and notifies its owner by mail', async () => {
  const ana = await product.signedIn('maker@example.com');
  const { id: userId } = await userOf(ana);
  const created = await createdToken(ana, { name: ' My blog ' });
  const { token, ...shown } = created;
  expect(token).toMatch(/^posthorn_pat_[0-9A-Za-z]{49}$/u);
  expect(shown).toEqual({
    id: shown.id,
    name: 'My blog',
    scopes: API_SCOPES,
    lastUsedAt: null,
    expiresAt: null,
    tokenPreview: `${token.slice(13, 17)}…${token.slice(-4)}`,
    createdAt: NOON.toISOString(),
  });
  expect(await list(ana)).toEqual([shown]);
  expect(mailer.to('maker@example.com').at(-1)?.text).toContain('“My blog”');
  expect(await product.app.get(ApiTokens).find(token)).toEqual({
    tokenId: shown.id,
    userId,
    scopes: API_SCOPES,
  });

  const kept = JSON.stringify(eventsOf(shown.id).map(({ data }) => data));
  expect(kept).not.toContain('My blog');
  const secret = token.slice(13, -6);
  const { rows } = await product.pool.query('select * from identity.api_token');
  for (const text of [kept, JSON.stringify(rows), JSON.stringify(mailer.sent), product.said.join('\n')])
    expect(text).not.toContain(secret);
});

it('creates a token only for a user who signed in within the last 15 minutes', async () => {
  const ana = await product.signedIn('stale@example.com');
  product.clock.advance(SIGN_IN.freshMinutes * MINUTE_MS - 1);
  await createdToken(ana);
  product.clock.advance(1);
  expect(await create(ana)).toMatchObject({
    status: 403,
    body: { code: 'identity.not-fresh', message: API_TOKEN_TEXT.notFresh },
  });
  expect(await list(ana)).toHaveLength(1);
  await createdToken(await product.signedIn('stale@example.com'));
});

it('limits a token to the chosen scopes, and refuses the token after its expiry date', async () => {
  const ana = await product.signedIn('chooser@example.com');
  const { id, token, scopes, expiresAt } = await createdToken(ana, {
    name: 'Blog',
    scopes: ['posts:write', 'accounts:read'],
    expiresInDays: 1,
  });
  expect([scopes, expiresAt]).toEqual([
    ['posts:write', 'accounts:read'],
    new Date(NOON.getTime() + DAY_MS).toISOString(),
  ]);
  product.clock.advance(DAY_MS - 1);
  expect(await isValid(token)).toBe(true);
  product.clock.advance(1);
  expect(await isValid(token)).toBe(false);
  expect((await list(ana)).map((one) => one.id)).toEqual([id]);
  // The user can create another token instead.
  const next = await createdToken(await product.signedIn('chooser@example.com'));
  expect((await list(ana)).map((one) => one.id)).toEqual([next.id]);
  expect(eventsOf(id).at(-1)).toMatchObject({ type: 'ApiTokenRevoked', data: { reason: 'expired' } });
});

it('shows the minute in which a token was last used', async () => {
  const ana = await product.signedIn('used@example.com');
  const { token } = await createdToken(ana);
  await isValid(token);
  product.clock.advance(MINUTE_MS / 2);
  await isValid(token);
  expect((await list(ana))[0]?.lastUsedAt).toBe(NOON.toISOString());
  product.clock.advance(MINUTE_MS);
  await isValid(token);
  expect((await list(ana))[0]?.lastUsedAt).toBe(new Date(NOON.getTime() + 1.5 * MINUTE_MS).toISOString());
});

it('lists a token whose name is not known under a name with a code', async () => {
  const ana = await product.signedIn('nameless@example.com');
  const { id } = await createdToken(ana);
  await list(ana);
  await product.pool.query(`delete from ${TOKEN_NAMES_VIEW} where id = $1`, [id]);
  expect(await list(ana)).toMatchObject([
    { id, name: 'API token', nameSaid: { code: 'token', variant: 'unknown' } },
  ]);
});

it('invalidates a deleted token immediately, and lets only the owner delete a token', async () => {
  const [ana, bob] = [await product.signedIn('owner@example.com'), await product.signedIn('bob@example.com')];
  const { id, token } = await createdToken(ana);
  const refused = { status: 404, body: { code: 'identity.api-token-not-found' } };
  for (const strange of [id, 'nothing', '%00', '5f1c1c1e-0000-4000-8000-000000000001'])
    expect(await remove(bob, strange)).toMatchObject(refused);
  expect(await isValid(token)).toBe(true);
  expect((await remove(ana, id)).status).toBe(204);
  expect(await isValid(token)).toBe(false);
  expect(eventsOf(id).map(({ type }) => type)).toEqual(['ApiTokenCreated', 'ApiTokenRevoked']);
  expect(await list(ana)).toEqual([]);
  expect(await remove(ana, id)).toMatchObject(refused);
});

it.each([
  [{}, 'name', API_TOKEN_TEXT.nameRequired],
  [{ name: ' \u2800 ' }, 'name', API_TOKEN_TEXT.nameRequired],
  [{ name: 'a\nb' }, 'name', API_TOKEN_TEXT.nameOneLine],
  [{ name: 'a'.repeat(API_TOKEN.nameMax + 1) }, 'name', API_TOKEN_TEXT.nameMax],
  [{ name: 'a', scopes: [] }, 'scopes', API_TOKEN_TEXT.scopesNotValid],
  [{ name: 'a', scopes: ['everything'] }, 'scopes', API_TOKEN_TEXT.scopesNotValid],
  [{ name: 'a', scopes: 'posts:read' }, 'scopes', API_TOKEN_TEXT.scopesNotValid],
  [{ name: 'a', expiresInDays: 0 }, 'expiresInDays', API_TOKEN_TEXT.daysNotValid],
  [{ name: 'a', expiresInDays: 1.5 }, 'expiresInDays', API_TOKEN_TEXT.daysNotValid],
  [{ name: 'a', expiresInDays: API_TOKEN.daysMax + 1 }, 'expiresInDays', API_TOKEN_TEXT.daysNotValid],
])('does not create a token with %j', async (body, field, message) => {
  const ana = await product.signedIn('refused@example.com');
  expect(await create(ana, body)).toMatchObject({
    status: 400,
    body: { code: 'request.not-valid', fields: { [field]: message } },
  });
  expect(await list(ana)).toEqual([]);
});

it('allows ten new tokens an hour', async () => {
  const ana = await product.signedIn('hasty@example.com');
  for (let number = 0; number < API_TOKEN.newAnHour; number++) await createdToken(ana);
  expect(await create(ana)).toMatchObject({
    status: 429,
    body: { code: 'identity.api-tokens-too-many', message: API_TOKEN_TEXT.tooMany },
  });
});

it('limits a user to twenty tokens, however many requests arrive concurrently', async () => {
  const ana = await product.signedIn('many@example.com');
  const noLimit = () => product.pool.query('truncate edge.rate_limit');
  for (let number = 0; number < API_TOKEN.perUser - 3; number++) {
    if (number % 8 === 0) await noLimit();
    await createdToken(ana);
  }
  await noLimit();
  const replies = await Promise.all(Array.from({ length: 8 }, () => create(ana)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  expect(replies.find(({ status }) => status === 422)?.body).toMatchObject({
    code: 'identity.api-token-limit',
  });
  expect(await list(ana)).toHaveLength(API_TOKEN.perUser);
  expect(await create(ana)).toMatchObject({ status: 422, body: { message: API_TOKEN_TEXT.limitReached } });
});

it('does not create a token while no mail can be sent, but creates one when the mailbox is refused', async () => {
  const ana = await product.signedIn('unreachable@example.com');
  mailer.fails = 'no-connection';
  expect(await create(ana)).toMatchObject({
    status: 503,
    body: { code: 'identity.mail-not-sent', message: API_TOKEN_TEXT.mailNotSent },
  });
  expect(await list(ana)).toEqual([]);
  mailer.fails = { response: '550 5.1.1 No such mailbox', command: 'RCPT TO' };
  await createdToken(ana);
});

it('invalidates all tokens of a user who deletes their account', async () => {
  const ana = await product.signedIn('leaver@example.com');
  const bob = await product.signedIn('stayer@example.com');
  const { id: userId, username } = await userOf(ana);
  const { id, token } = await createdToken(ana, { name: 'Canary name' });
  const bobs = await createdToken(bob);
  expect((await ana.send('DELETE', deleteAccount.path, { json: { confirm: username } })).status).toBe(202);
  expect(await isValid(token)).toBe(false);
  for (let rounds = 0; rounds < 3; rounds++) {
    await product.catchUp();
    await product.pool.query('update identity.erasure set due_at = now()');
    await product.app.get(ErasureLoop).round();
  }
  expect(eventsOf(id).at(-1)).toMatchObject({ type: 'ApiTokenRevoked', data: { reason: 'erased' } });
  const left = await product.pool.query(
    `select owner_id from identity.api_token where owner_id = $1
     union all select owner_id from ${TOKEN_NAMES_VIEW} where owner_id = $1`,
    [userId],
  );
  expect(left.rows).toEqual([]);
  expect(await isValid(bobs.token)).toBe(true);
});
