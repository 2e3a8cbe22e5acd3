import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request, { type Response } from 'supertest';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { startSandbox, type Sandbox } from '../../../../../sandbox/sandbox-server.ts';
import { IntegrationsModule } from '../../integrations.module.ts';
import { PlansDouble } from '../../testing/plans-double.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';

const BEGIN_PATH = '/api/auth/mastodon/authorize';
const HOST = 'mastodon.sandbox.test';
const BROWSER = 'theme=dark';
const noon = new Date('2030-01-01T12:00:00Z');
const store = new InMemoryEventStore();
let dataDir: string;
let sandbox: Sandbox;
let product: Booted;
let user: string;
let count = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-server-consent-'));
  sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '', now: () => noon.getTime() });
  const databaseClock = { now: () => Promise.resolve(noon), latest: noon, heard: () => undefined };
  product = await boot([IntegrationsModule, PlansDouble], {
    store,
    now: noon,
    database: true,
    env: { SANDBOX_PORT: String(sandbox.port) },
    bindings: [{ provide: DatabaseClock, useValue: databaseClock }],
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([product.close(), sandbox.close()]);
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  user = `user${String(++count)}`;
});

const agent = () => request(product.url);
const post = (instance: unknown, who = user, returnTo?: unknown) =>
  agent().post(BEGIN_PATH).set({ 'x-test-user': who, cookie: BROWSER }).send({ instance, returnTo });
const pathIn = ({ headers }: Response) => {
  const location = new URL(headers['location'] ?? '', product.url);
  return `${location.pathname}${location.search}`;
};

/**
 * Starts a consent and presses a button on the server's page. `callback`: the URL to which the server then sends the
 * browser.
 */
async function startConsent(instance = HOST, account = 'ana', button = 'allow', returnTo?: unknown) {
  const answer = await post(instance, user, returnTo).expect(200);
  const cookie = ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';
  const { url } = answer.body as { url: string };
  const body = new URLSearchParams({ account, [button]: button });
  const page = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { cookie, url: new URL(url), callback: new URL(page.headers.get('location') ?? '') };
}
const visit = ({ pathname, search }: URL, cookie: string, who = user) =>
  agent()
    .get(`${pathname}${search}`)
    .set({ 'x-test-user': who, cookie: `${BROWSER}; ${cookie}` });
const connect = async (instance = HOST, account = 'ana') => {
  const { callback, cookie } = await startConsent(instance, account);
  return pathIn(await visit(callback, cookie).expect(303));
};
const listAccounts = async () =>
  (await agent().get('/api/connected-accounts').set('x-test-user', user)).body as AccountView[];
const calls = async (endpoint: string) => {
  const endpoints = (await request(sandbox.url).get('/control/calls')).body as {
    platform: string;
    endpoint: string;
    calls: number;
  }[];
  const found = endpoints.find(
    (endpointCalls) => endpointCalls.platform === 'mastodon' && endpointCalls.endpoint === endpoint,
  );
  return found?.calls ?? 0;
};

it.each([HOST, `https://${HOST}`, ` HTTPS://${HOST.toUpperCase()}/about `, `@ana@${HOST}`])(
  'connects an account at the server that was entered as "%s"',
  async (typed) => {
    expect(await connect(typed)).toBe('/settings?connected=mastodon');
    expect(await listAccounts()).toMatchObject([
      { platform: 'mastodon', accountName: `ana@${HOST}`, server: `https://${HOST}`, status: 'active' },
    ]);
  },
);
it('uses a callback URL for this server only, and a PKCE challenge', async () => {
  const { url, callback } = await startConsent();
  expect(callback.pathname).toBe(`/api/auth/mastodon/callback/${HOST}`);
  expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/u);
});
it('uses one application for all users, even for concurrent requests', async () => {
  const host = 'crowd.mastodon.sandbox.test';
  const responses = await Promise.all(Array.from({ length: 6 }, () => post(host)));
  const ids = responses.map(({ body }) =>
    new URL((body as { url: string }).url).searchParams.get('client_id'),
  );
  expect(new Set(ids).size).toBe(1);
  const registrations = await calls('POST /api/v1/apps');
  expect(await connect(host)).toBe('/settings?connected=mastodon');
  expect(await calls('POST /api/v1/apps')).toBe(registrations);
});
it('registers again at a server that has lost the application', async () => {
  expect(await connect()).toBe('/settings?connected=mastodon');
  await request(sandbox.url).post('/control/reset').send({});
  expect(await connect()).toBe('/settings?connected=mastodon&already=1');
});
it('finds the same account with an entered token and with a consent, in either order', async () => {
  await connect();
  const [account] = await listAccounts();
  const { token } = await product.app.get(Credentials).read(account?.id ?? 0);
  const connectWithToken = (who: string) =>
    agent()
      .post('/api/auth/mastodon/connect')
      .set('x-test-user', who)
      .send({ instance: HOST, accessToken: token });
  expect((await connectWithToken(user).expect(200)).body).toMatchObject({ already: true });
  user = `${user}b`;
  await connectWithToken(user).expect(200);
  expect(await connect()).toBe('/settings?connected=mastodon&already=1');
  expect(await listAccounts()).toHaveLength(1);
});
it('revokes the token when the account is disconnected', async () => {
  await connect(HOST, 'lea');
  const [account] = await listAccounts();
  const before = await calls('POST /oauth/revoke');
  await agent()
    .delete(`/api/accounts/${String(account?.id)}`)
    .set('x-test-user', user);
  expect(await calls('POST /oauth/revoke')).toBe(before + 1);
});
it('keeps secrets out of events and rows', async () => {
  await connect('secret.mastodon.sandbox.test', 'canary');
  let text = '';
  for await (const { type, data, meta } of store.readAll({})) text += JSON.stringify({ type, data, meta });
  expect(text).toContain('AccountConnected');
  const { rows } = await product.app.get(Pool).query<{ dump: string }>(
    `select (select string_agg(c::text, '') from integrations.credential c) ||
       (select string_agg(s::text, '') from integrations.server_app s) as dump`,
  );
  const dump = rows[0]?.dump ?? '';
  expect(dump).toContain('secret.mastodon.sandbox.test');
  for (const bytes of [text, dump]) {
    // A signed token: header and payload in JSON.
    expect(bytes).not.toMatch(/eyJ[\w-]*\.eyJ/u);
    expect(bytes).not.toContain('client_secret');
  }
});

it('returns to the page that the user came from, after consent and after refusal', async () => {
  const startPage = '/posts?compose=true';
  const allowed = await startConsent(HOST, 'ana', 'allow', startPage);
  expect(pathIn(await visit(allowed.callback, allowed.cookie))).toBe(`${startPage}&connected=mastodon`);
  const denied = await startConsent(HOST, 'ana', 'deny', startPage);
  expect(pathIn(await visit(denied.callback, denied.cookie))).toBe(
    `${startPage}&refused=mastodon&reason=denied`,
  );
});
it.each([
  '//evil.example',
  String.raw`/\evil.example`,
  'javascript:alert(1)',
  '/a\r\nb',
  7,
  null,
  ['/posts'],
])('does not return to %j', async (returnPage) => {
  const { callback, cookie } = await startConsent(HOST, 'ana', 'allow', returnPage);
  expect(pathIn(await visit(callback, cookie))).toBe('/settings?connected=mastodon');
});

describe('a callback', () => {
  const EXPIRED = '/settings?refused=mastodon&reason=expired';

  it('is redeemed once, and gets the same response for 60 seconds', async () => {
    const { callback, cookie } = await startConsent();
    const before = await calls('POST /oauth/token');
    const answers = await Promise.all(Array.from({ length: 5 }, () => visit(callback, cookie)));
    expect(new Set(answers.map(pathIn))).toEqual(new Set(['/settings?connected=mastodon']));
    expect(pathIn(await visit(callback, cookie, 'eve'))).toBe(EXPIRED);
    product.clock.set(new Date(noon.getTime() + 60_000));
    expect(pathIn(await visit(callback, cookie))).toBe(EXPIRED);
    product.clock.set(noon);
    expect(await calls('POST /oauth/token')).toBe(before + 1);
    expect(await listAccounts()).toHaveLength(1);
  });
  it.each([
    ['in another browser', (flow: StartedConsent) => visit(flow.callback, '__Host-flow=0123456789abcdef')],
    ['in no browser', (flow: StartedConsent) => visit(flow.callback, '')],
    ['of another user', (flow: StartedConsent) => visit(flow.callback, flow.cookie, 'eve')],
    [
      'at the URL of another server',
      (flow: StartedConsent) =>
        visit(new URL(flow.callback.href.replace(HOST, `other.${HOST}`)), flow.cookie),
    ],
    [
      'with another state',
      (flow: StartedConsent) => {
        const altered = new URL(flow.callback);
        altered.searchParams.set('state', 'x'.repeat(43));
        return visit(altered, flow.cookie);
      },
    ],
  ])('%s connects nothing, and keeps the flow valid', async (_who, visitWith) => {
    const flow = await startConsent();
    expect(pathIn(await visitWith(flow).expect(303))).toBe(EXPIRED);
    expect(await listAccounts()).toEqual([]);
    expect(pathIn(await visit(flow.callback, flow.cookie))).toBe('/settings?connected=mastodon');
  });
  it('leads to the reason "denied" when the user refused', async () => {
    const { callback, cookie } = await startConsent(HOST, 'ana', 'deny');
    expect(pathIn(await visit(callback, cookie))).toBe('/settings?refused=mastodon&reason=denied');
  });
  it('leads a signed-out visitor to the sign-in page, and stays valid after a HEAD request', async () => {
    const { callback, cookie } = await startConsent();
    const { pathname, search } = callback;
    expect(pathIn(await agent().get(`${pathname}${search}`))).toBe('/login');
    await agent().head(`${pathname}${search}`).set({ 'x-test-user': user, cookie });
    expect(pathIn(await visit(callback, cookie))).toBe('/settings?connected=mastodon');
  });
  it('copies no parameter into the response', async () => {
    const { callback, cookie } = await startConsent();
    callback.searchParams.set('next', '//evil.example');
    const answer = await visit(callback, cookie);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.headers['location']).not.toContain('evil');
  });
});
type StartedConsent = Awaited<ReturnType<typeof startConsent>>;

it.each([
  ['', CONNECT_TEXT.instanceRequired],
  [null, CONNECT_TEXT.instanceRequired],
  [{ host: HOST }, CONNECT_TEXT.instanceRequired],
  ['https://127.0.0.1:8443', CONNECT_TEXT.instanceNotValid],
  ['javascript:alert(1)', CONNECT_TEXT.instanceNotValid],
  ['a'.repeat(3000), CONNECT_TEXT.instanceNotValid],
])('does not start a consent for %j', async (typed, message) => {
  const answer = await post(typed).expect(400);
  expect(answer.body).toMatchObject({ message, fields: { instance: message } });
});
it('does not start a consent for a signed-out visitor', async () => {
  await agent().post(BEGIN_PATH).send({ instance: HOST }).expect(401);
});
it('counts a consent against the same limit as the form with a token', async () => {
  await post(HOST).expect(200);
  await product.app
    .get(Pool)
    .query('update edge.rate_limit set points = 60 where key like $1', [`%integrations.connect:${user}`]);
  await post(HOST).expect(429);
});
