import { setTimeout as pause } from 'node:timers/promises';
import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import type { MeView } from '@posthorn/contracts/external/me.http';
import type { ExternalAccount, ExternalPlatform } from '@posthorn/contracts/external/accounts.http';
import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import {
  API_SCOPES,
  createApiToken,
  deleteApiToken,
  type ApiScope,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { platforms } from '@posthorn/contracts/shared/platform';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Express } from 'express';
import { Pool } from 'pg';
import sharp from 'sharp';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { CALL_TABLE } from '#modules/external-api/document/call-table.ts';
import { CHECK_MILLISECONDS } from '#modules/external-api/features/follow-events/event-streams.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { Terminal } from '#modules/identity/pages/mails/terminal.ts';
import { userOf } from '#modules/identity/testing/boot-identity.ts';
import { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { FeedReader } from './testing/feed-reader.ts';

// Tests what API tokens allow, with all modules that have calls of the external API. The specs of each module cover the responses of its calls.

/** Adds `after` to the path of the stream, which would never end without it. */
const requestPath = (path: string) => (path === '/events/stream' ? `${path}?after=7` : path);
/** The method, the path with `1` for its parameters, and the scope of each call. Public calls are missing. */
const ROUTES = Object.values(CALL_TABLE).flatMap(({ call: { method, path, scope } }) =>
  scope === undefined
    ? []
    : [[method, requestPath(path.slice(EXTERNAL_PATH.length).replaceAll(/:\w+/gu, '1')), scope] as const],
);

/** Calls that also need a second scope. */
const SECOND_SCOPES: ReadonlyMap<string, ApiScope> = new Map([['/posts/1/duplicate', 'posts:read']]);

const store = new InMemoryEventStore();
const terminalLines: string[] = [];
let product: Booted;
let ana: TestBrowser;
beforeAll(async () => {
  product = await boot(
    [
      ...[OutgoingModule, IdentityModule, BillingModule, IntegrationsModule, SchedulingModule],
      ...[InboxModule, AnalyticsModule, ExternalApiModule],
    ],
    {
      database: true,
      realSessions: true,
      rawOrigin: true,
      store,
      bindings: [{ provide: Terminal, useValue: { print: (line: string) => terminalLines.push(line) } }],
    },
  );
  ana = new TestBrowser(product.url);
  await ana.signIn('ana@example.com');
}, 60_000);
beforeEach(() => product.app.get(Pool).query('truncate edge.rate_limit'));
afterAll(() => product.close());

const createToken = async (json: object = { name: 'My blog' }) =>
  (await ana.send('POST', createApiToken.path, { json })).body as CreatedApiTokenView;
const cookies = () => ({ cookie: [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
async function call(method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`${product.url}/api/external${path}`, { method, headers });
  // A stream would never end.
  const isJson = /json/u.test(response.headers.get('content-type') ?? '');
  if (!isJson) await response.body?.cancel();
  return { status: response.status, body: isJson ? ((await response.json()) as unknown) : null };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('lists each route in the call table of the document, and has a route for each listed call', () => {
  const { router }: Express = product.app.getHttpAdapter().getInstance();
  const routes = router.stack.flatMap(({ route }) =>
    route?.path.startsWith(EXTERNAL_PATH)
      ? route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`)
      : [],
  );
  const rows = Object.values(CALL_TABLE).map(({ call: { method, path } }) => `${method} ${path}`);
  expect([...new Set(routes)].sort()).toEqual(rows.sort());
});

it('returns the owner, the scopes and the limits of the token', async () => {
  const { id, username } = await userOf(ana);
  const { id: tokenId, token } = await createToken();
  const { plan, ...entitlements } = ENTITLEMENTS.free;
  const expected: MeView = {
    id,
    username,
    plan,
    entitlements,
    token: { id: tokenId, name: 'My blog', scopes: API_SCOPES, expiresAt: null },
    limits: { scheduledPosts: { used: 0, max: 3 } },
  };
  expect(await call('GET', '/me', bearer(token))).toEqual({ status: 200, body: expected });
});

it('lists all platforms, and no accounts before the user connects one', async () => {
  const { token } = await createToken();
  const { body } = await call('GET', '/platforms', bearer(token));
  const shown = body as readonly ExternalPlatform[];
  expect(shown.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
  expect(shown.every(({ connected }) => connected.length === 0)).toBe(true);
  const accounts = await call('GET', '/accounts', bearer(token));
  expect(accounts.body as readonly ExternalAccount[]).toEqual([]);
  expect((await call('GET', '/statistics', bearer(token))).body).toMatchObject({
    stats: { total: 0, likes: null, byPlatform: {} },
    recentPosts: [],
  });
});

it('uploads a file, and accepts its URL in a post', async () => {
  const { token } = await createToken();
  const form = new FormData();
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer();
  form.set('media', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'bread.png');
  const sent = { method: 'POST', headers: bearer(token), body: form };
  const response = await fetch(`${product.url}/api/external/media`, sent);
  const { files } = (await response.json()) as UploadReply;
  expect([response.status, files.map(({ originalName }) => originalName)]).toEqual([201, ['bread.png']]);
  const mediaUrl = files[0]?.mediaUrl ?? '';
  const post = { content: 'Bread', accountIds: [1], mediaUrl, scheduledFor: '2030-01-01T13:00:00Z' };
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(post) };
  // The file belongs to Ana, but the account does not.
  const refused = await fetch(`${product.url}/api/external/posts`, request);
  expect(await refused.json()).toMatchObject({ code: 'scheduling.account-unknown' });
});

describe.each([...new Set(ROUTES.map(([, , scope]) => scope))])('the calls of the scope %s', (scope) => {
  const routes = ROUTES.filter(([, , each]) => each === scope);
  /** Tokens with all scopes, with this scope alone, and with all scopes but this. */
  let withAll: CreatedApiTokenView;
  let withOne: CreatedApiTokenView;
  let without: CreatedApiTokenView;
  beforeAll(async () => {
    await product.app.get(Pool).query('truncate edge.rate_limit');
    withAll = await createToken();
    withOne = scope === null ? withAll : await createToken({ name: 'One', scopes: [scope] });
    without = await createToken({ name: 'Others', scopes: API_SCOPES.filter((each) => each !== scope) });
  });
  const statusOf = async (method: string, path: string, headers: Record<string, string>) =>
    (await call(method, path, headers)).status;

  it.each(routes)('allows %s %s only with a token that has its scope', async (method, path) => {
    const status = (headers: Record<string, string>) => statusOf(method, path, headers);
    const allowed = [200, 400, 404];
    expect(allowed).toContain(await status(bearer(withAll.token)));
    const second = SECOND_SCOPES.get(path);
    if (scope === null || second === undefined)
      expect(allowed).toContain(await status(bearer(withOne.token)));
    else {
      expect(await status(bearer(withOne.token))).toBe(403);
      const withTwo = await createToken({ name: 'Two', scopes: [scope, second] });
      expect(allowed).toContain(await status(bearer(withTwo.token)));
    }
    expect(allowed).toContain(await status({ ...bearer(withAll.token), ...cookies() }));
    if (scope !== null) expect(await status(bearer(without.token))).toBe(403);
    expect(await status({})).toBe(401);
    expect(await status({ ...cookies(), 'sec-fetch-site': 'same-origin' })).toBe(401);
    expect(await status({ ...bearer(withAll.token), origin: 'https://evil.example' })).toBe(403);
  });
  it('return 401 for a deleted token', async () => {
    for (const { id } of new Set([withAll, withOne, without]))
      expect((await ana.send('DELETE', pathOf(deleteApiToken, { id }))).status).toBe(204);
    for (const [method, path] of routes)
      expect([path, await statusOf(method, path, bearer(withAll.token))]).toEqual([path, 401]);
  });
});

it.each([
  ['its owner', ({ id }: CreatedApiTokenView) => ana.send('DELETE', pathOf(deleteApiToken, { id }))],
  [
    'another process',
    ({ id }: CreatedApiTokenView) =>
      product.app.get(Pool).query('delete from identity.api_token where token_id = $1', [id]),
  ],
  [
    'time',
    ({ id }: CreatedApiTokenView) =>
      product.app
        .get(Pool)
        .query(`update identity.api_token set expires_at = '2000-01-01Z' where token_id = $1`, [id]),
  ],
])('ends a stream of events within seconds when %s ends its token', async (_, end) => {
  const [token, other] = [await createToken(), await createToken({ name: 'Other' })];
  const follow = async (of: CreatedApiTokenView) =>
    new FeedReader(await fetch(`${product.url}/api/external/events/stream`, { headers: bearer(of.token) }));
  const [stream, otherStream] = [await follow(token), await follow(other)];
  await stream.until(() => stream.lastId !== '');
  await end(token);
  // The promise is one second. A busy machine may need more, but the next keep-alive comment comes only after 15 s.
  expect(CHECK_MILLISECONDS).toBeLessThan(1_000);
  const commented = otherStream.until(() => otherStream.text.includes(': alive')).then(() => 'commented');
  expect(await Promise.race([stream.ended().then(() => 'ended'), commented])).toBe('ended');
  expect(await Promise.race([commented, pause(600).then(() => 'open')])).toBe('open');
  await otherStream.close();
});

it('returns a token once: no log line, row, event or later response contains the token', async () => {
  const lines: string[] = [];
  Logger.overrideLogger({
    log: (...all: unknown[]) => lines.push(JSON.stringify(all)),
    warn: (...all: unknown[]) => lines.push(JSON.stringify(all)),
    error: (...all: unknown[]) => lines.push(JSON.stringify(all)),
  });
  const { token } = await createToken();
  const typo = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const responses = [
    await call('GET', '/me', bearer(token)),
    await call('GET', '/posts/1', bearer(token)),
    await call('GET', '/me', bearer(typo)),
    (await ana.send('GET', createApiToken.path)).body,
  ];
  Logger.overrideLogger(false);
  const secret = token.slice('posthorn_pat_'.length, -6);
  const { rows } = await product.app.get(Pool).query<{ text: string }>(
    `select query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text as text
     from information_schema.tables where table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const events: string[] = [];
  for await (const { stream, data, meta } of store.readAll({}))
    events.push(JSON.stringify([stream, data, meta]));
  const texts = [
    ...lines,
    ...terminalLines,
    ...events,
    ...rows.map(({ text }) => text),
    JSON.stringify(responses),
  ];
  expect(texts.join('').length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});
