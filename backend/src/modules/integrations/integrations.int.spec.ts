import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExternalPlatform } from '@posthorn/contracts/external/accounts.http';
import type { AccountView, ConnectReply } from '@posthorn/contracts/integrations/accounts.http';
import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { PLATFORM_REASONS } from '@posthorn/contracts/integrations/platform-reasons';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox-server.ts';
import { IntegrationsModule } from './integrations.module.ts';
import { PlansDouble } from './testing/plans-double.ts';
import { AccountIntake } from './features/connect-account/account-intake.ts';
import { LimitsReadings } from './effects/read-limits/limits-readings.ts';
import { Connectors } from '#connectors/connectors.ts';
import { ScriptedServer } from '#connectors/testing/scripted-server.ts';
import { AccountConnections } from './ports/account-connections.ts';
import { AccountReadiness } from './ports/account-readiness.ts';
import { CommentsOfAccounts, type CommentAccount } from './ports/comments-of-accounts.ts';
import { ConnectedAccounts } from './ports/connected-accounts.ts';
import { MetricsOfPosts } from './ports/metrics-of-posts.ts';
import { PublishRules } from './ports/publish-rules.ts';
import {
  Publishing,
  type CallOutcome,
  type OutgoingPublication,
  type PublishRefs,
} from './ports/publishing.ts';
import { RemotePosts } from './ports/remote-posts.ts';
import { ACCOUNTS_VIEW } from './read-models/accounts/account-list.projection.ts';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
const INSTANCE = 'https://mastodon.sandbox.test';
const store = new InMemoryEventStore();
const noon = new Date('2030-01-01T12:00:00Z');
let dataDir: string;
let sandbox: Sandbox;
let instance: ScriptedServer;
let product: Booted;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-integrations-'));
  const now = () => noon.getTime();
  sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '', now });
  instance = await ScriptedServer.start();
  const env = {
    SANDBOX_PORT: String(sandbox.port),
    ALLOW_PRIVATE_HOSTS: `localhost:${String(instance.port)}`,
  };
  const databaseClock = { now: () => Promise.resolve(noon), latest: noon, heard: () => undefined };
  const bindings = [{ provide: DatabaseClock, useValue: databaseClock }];
  const options = { store, now: noon, database: true, env, bindings };
  product = await boot([IntegrationsModule, PlansDouble, TestTokens], options);
});
afterAll(async () => {
  await product.close();
  await Promise.all([sandbox.close(), instance.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const as = (user: string) => {
  const agent = request(product.url);
  const body = (response: request.Response) => response.body as AccountView[];
  return {
    bluesky: (handle: string, appPassword = APP_PASSWORD) =>
      agent.post('/api/auth/bluesky/connect').set('x-test-user', user).send({ handle, appPassword }),
    mastodon: (accessToken: string, server = INSTANCE) =>
      agent
        .post('/api/auth/mastodon/connect')
        .set('x-test-user', user)
        .send({ instance: server, accessToken }),
    list: async () => body(await agent.get('/api/connected-accounts').set('x-test-user', user).expect(200)),
    disconnect: (id: number | string) => agent.delete(`/api/accounts/${String(id)}`).set('x-test-user', user),
  };
};
const accountIn = (response: request.Response) => (response.body as { account: AccountView }).account;
const codeIn = (response: request.Response) => (response.body as { code: string }).code;
const asWorker = <Result>(work: () => Promise<Result>): Promise<Result> =>
  product.app
    .get(CauseContext)
    .run({ actor: { kind: 'system', id: 'spec' }, correlationId: 'spec', causationId: 'spec' }, work);
const control = (path: string, body: object) =>
  request(sandbox.url)
    .post(`/control/${path}`)
    .send(body)
    .expect((response) => {
      if (response.status >= 300) throw new Error(response.text);
    });
const postsOf = async (platform: string) =>
  (await request(sandbox.url).get('/control/posts').query({ platform })).body as {
    text: string;
    remoteId: string;
  }[];

function publicationOn(
  { id, platform }: AccountView,
  ownerId: string,
  text: string,
  postId = 1,
): OutgoingPublication {
  return {
    postId,
    accountId: id,
    ownerId,
    platform,
    title: null,
    options: {},
    text,
    media: [],
    contentHash: `hash of ${text}`,
  };
}
const outcomeOfPreparing = (publication: OutgoingPublication) =>
  asWorker(() =>
    product.app
      .get(Publishing)
      .prepare(publication, null, () => Promise.resolve(), AbortSignal.timeout(10_000)),
  );
const prepare = async (publication: OutgoingPublication): Promise<PublishRefs> => {
  const outcome = await outcomeOfPreparing(publication);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
};
const call = (
  publication: OutgoingPublication,
  refs: PublishRefs,
  signal = AbortSignal.timeout(5_000),
): Promise<CallOutcome> => asWorker(() => product.app.get(Publishing).call(publication, refs, signal));
const lookUp = (publication: OutgoingPublication, refs: PublishRefs) =>
  asWorker(() => product.app.get(Publishing).lookUp(publication, refs, noon.toISOString()));

it('connects a Bluesky and a Mastodon account, and lists both', async () => {
  const ana = as('ana');
  const bluesky = await ana.bluesky('@Ana.sandbox.test').expect(200);
  expect(bluesky.body).toMatchObject({ success: true, message: CONNECT_TEXT.blueskyConnected });
  const mastodon = await ana.mastodon('token-ana').expect(200);
  expect(accountIn(bluesky)).toMatchObject({
    platform: 'bluesky',
    accountName: 'ana.sandbox.test',
    status: 'active',
  });
  expect(accountIn(mastodon).accountName).toMatch(/@mastodon\.sandbox\.test$/);
  expect(await ana.list()).toEqual([accountIn(bluesky), accountIn(mastodon)]);
  const alsoListed = await request(product.url).get('/api/accounts').set('x-test-user', 'ana');
  expect(alsoListed.body).toEqual([accountIn(bluesky), accountIn(mastodon)]);
  expect(await as('eve').list()).toEqual([]);
});
it('keeps secrets out of events, responses and rows', async () => {
  await as('canary').bluesky('canary.sandbox.test', 'cana-ryca-nary-cana').expect(200);
  let events = '';
  for await (const { type, data, meta } of store.readAll({})) events += JSON.stringify({ type, data, meta });
  expect(events).toContain('AccountConnected');
  const { rows } = await product.app.get(Pool).query<{ dump: string }>(
    `select string_agg(c::text, '') || (select string_agg(a::text, '') from ${ACCOUNTS_VIEW} a) as dump
       from integrations.credential c`,
  );
  for (const bytes of [events, rows[0]?.dump ?? '', JSON.stringify(await as('canary').list())]) {
    expect(bytes).not.toContain('cana-ryca');
    // Matches a JWT: header and payload in base64. A shorter pattern would match ciphertext by chance.
    expect(bytes).not.toMatch(/eyJ[\w-]*\.eyJ/u);
  }
});
it('connects an account once, even with ten concurrent requests, and renews it when it is connected again', async () => {
  const ben = as('ben');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ben.mastodon('token-ben')));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  const replies = answers.map(({ body }) => body as ConnectReply);
  expect(replies.filter(({ already }) => !already)).toHaveLength(1);
  const again = await ben.mastodon('token-ben').expect(200);
  expect(again.body).toMatchObject({ already: true, message: CONNECT_TEXT.renewed('Mastodon') });
  expect(await ben.list()).toHaveLength(1);
});
it('lets two users connect the same account', async () => {
  await as('cid').mastodon('token-shared').expect(200);
  await as('dan').mastodon('token-shared').expect(200);
});
it('connects at most five accounts on the free plan, even with concurrent requests', async () => {
  const eli = as('eli');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => eli.mastodon(`token-eli-${String(n)}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ENTITLEMENTS.free.connectedAccounts);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.body).toMatchObject({
    message: ACCOUNT_LIST_TEXT.limitReached,
    code: 'integrations.account-limit-reached',
  });
  const [first] = await eli.list();
  await eli.disconnect(first?.id ?? 0).expect(204);
  await eli.mastodon('token-eli-9').expect(200);
});
it('connects any number of accounts on the premium plan', async () => {
  for (let n = 0; n <= ENTITLEMENTS.free.connectedAccounts; n++)
    await as('patron')
      .mastodon(`token-patron-${String(n)}`)
      .expect(200);
});
it('reads the limits of an account each day, and records changed limits', async () => {
  const serve = (max: number) => {
    instance.setAnswers({
      'GET /api/v1/accounts/verify_credentials': { json: { id: '42', username: 'ned' } },
      'GET /api/v2/instance': { json: { configuration: { statuses: { max_characters: max } } } },
    });
  };
  serve(500);
  const { id } = accountIn(await as('ned').mastodon('token-ned', instance.url).expect(200));
  const read = () => product.app.get(LimitsReadings).round();
  const pool = product.app.get(Pool);
  const dayPasses = () =>
    pool.query('update integrations.account_key set limits_due = now() where account_id = $1', [id]);
  const types = () => store.historyOf(`account-${String(id)}`).map(({ type }) => type);
  await dayPasses();
  await read();
  expect(types()).toEqual(['AccountConnected']);
  serve(5000);
  await read();
  expect(types()).toEqual(['AccountConnected']);
  await dayPasses();
  await read();
  expect(types()).toEqual(['AccountConnected', 'AccountLimitsRead']);
  expect((await as('ned').list())[0]?.limits.text.max).toBe(5000);
});
it('refuses a post without a file for Pixelfed before it is scheduled, also on accounts that were connected earlier', async () => {
  const serve = (version: string) => {
    instance.setAnswers({
      'GET /api/v1/accounts/verify_credentials': { json: { id: '43', username: 'pia' } },
      'GET /api/v2/instance': { json: { version } },
    });
  };
  serve('4.5.0');
  const { id } = accountIn(await as('pia').mastodon('token-pia', instance.url).expect(200));
  expect((await as('pia').list())[0]?.limits.text.requiresMedia).toBe(false);
  serve('3.5.3 (compatible; Pixelfed 0.12.6)');
  await product.app
    .get(Pool)
    .query('update integrations.account_key set limits_due = now() where account_id = $1', [id]);
  await product.app.get(LimitsReadings).round();
  const [account] = await product.app.get(ConnectedAccounts).accountsOf('pia');
  if (!account) throw new Error('Pia has no account.');
  const post = publicationOn(account, 'pia', 'Hi');
  expect(await product.app.get(PublishRules).precheck(post, account.limits)).toMatchObject([
    { code: 'integrations.media-missing', message: PRECHECK_TEXT.requiresMedia('Mastodon') },
  ]);
});
it('counts requests to a server of other software than Mastodon against the limit of that server', async () => {
  const connectTo = async (owner: string, id: string, description: object, headers = {}) => {
    instance.setAnswers({
      'GET /api/v1/accounts/verify_credentials': { json: { id, username: owner } },
      'GET /api/v2/instance': { json: description, headers },
    });
    const account = accountIn(await as(owner).mastodon(`token-${owner}`, instance.url).expect(200));
    return { accountId: account.id, ownerId: owner, platform: 'mastodon' } as const;
  };
  const comments = async (account: CommentAccount) =>
    (await product.app.get(CommentsOfAccounts).wayOf(account)).pace?.host;
  const metrics = async (account: CommentAccount) =>
    (await product.app.get(MetricsOfPosts).wayOf(account))?.pace.host;
  const onMastodon = await connectTo('lea', '51', { version: '4.5.0' });
  expect(await comments(onMastodon)).toMatchObject({ calls: 1_500, perSeconds: 300 });
  expect(await metrics(onMastodon)).toBeUndefined();
  const gotosocial = {
    version: '0.19.1 git-ab12',
    source_url: 'https://codeberg.org/superseriousbusiness/gotosocial',
  };
  const onGoToSocial = await connectTo('leo', '52', gotosocial, { 'x-ratelimit-limit': '200' });
  expect(await comments(onGoToSocial)).toEqual({ calls: 200, perSeconds: 300, countsAtOnce: 20 });
  expect(await metrics(onGoToSocial)).toEqual({ calls: 200, perSeconds: 300 });
  const onPixelfed = await connectTo('lia', '53', { version: '3.5.3 (compatible; Pixelfed 0.12.6)' });
  expect(await comments(onPixelfed)).toMatchObject({ calls: 300, perSeconds: 300 });
});
it('finds an invalid token within a day, even when no post is published', async () => {
  const { limits } = product.app.get(Connectors).connectorOf('facebook').descriptor;
  const credentials = { accessToken: 'ended long ago', ownerId: '1' };
  const page = { remoteId: '1', accountName: 'Gil', displayName: null, server: null, limits, credentials };
  const intake = product.app.get(AccountIntake);
  const { account } = await asWorker(() => intake.takeOrRenew('gil', { platform: 'facebook', ...page }));
  const { id } = account;
  await product.app
    .get(Pool)
    .query('update integrations.account_key set limits_due = now() where account_id = $1', [id]);
  await product.app.get(LimitsReadings).round();
  expect(await as('gil').list()).toMatchObject([{ id, status: 'needs-reconnect' }]);
});
it('frees the places of connections that a crash interrupted', async () => {
  const pool = product.app.get(Pool);
  await pool.query(`insert into integrations.account_key (owner_id, platform, remote_id, held_since)
    select 'flo', 'mastodon', 'lost/' || n, now() - interval '6 minutes' from generate_series(1, 5) n`);
  await as('flo').mastodon('token-flo').expect(200);
});
it.each([
  ['bluesky', { handle: ' ', appPassword: 'x' }, 400, CONNECT_TEXT.handleRequired],
  ['bluesky', { handle: 'ana.sandbox.test' }, 400, CONNECT_TEXT.appPasswordRequired],
  [
    'bluesky',
    { handle: 'ana.sandbox.test', appPassword: 'bad-pass-word-here' },
    422,
    CONNECT_TEXT.blueskyFailed,
  ],
  [
    'bluesky',
    { handle: 'missing.sandbox.test', appPassword: 'x' },
    422,
    CONNECT_TEXT.handleUnknown('missing.sandbox.test'),
  ],
  ['mastodon', { accessToken: 'x' }, 400, CONNECT_TEXT.instanceRequired],
  ['mastodon', { instance: 'https://127.0.0.1:8443', accessToken: 'x' }, 400, CONNECT_TEXT.instanceNotValid],
  ['mastodon', { instance: INSTANCE }, 400, CONNECT_TEXT.accessTokenRequired],
  ['mastodon', { instance: INSTANCE, accessToken: 'bad-token' }, 422, CONNECT_TEXT.mastodonFailed],
  [
    'mastodon',
    { instance: 'https://localhost.example', accessToken: 'x' },
    422,
    CONNECT_TEXT.serverUnreachable('localhost.example'),
  ],
] as const)('refuses to connect %s with %j', async (platform, body, status, message) => {
  const answer = await request(product.url)
    .post(`/api/auth/${platform}/connect`)
    .set('x-test-user', 'fay')
    .send(body);
  expect([answer.status, (answer.body as { message: string }).message]).toEqual([status, message]);
  expect(await as('fay').list()).toEqual([]);
});
it('disconnects an account once, only for its owner, and deletes the credentials', async () => {
  const gus = as('gus');
  const { id } = accountIn(await gus.bluesky('gus.sandbox.test').expect(200));
  await as('eve').disconnect(id).expect(404);
  await gus.disconnect(id).expect(204);
  expect(codeIn(await gus.disconnect(id).expect(404))).toBe('integrations.account-missing');
  await gus.disconnect('abc').expect(404);
  expect(await gus.list()).toEqual([]);
  const { rows } = await product.app
    .get(Pool)
    .query('select from integrations.credential where account_id = $1', [id]);
  expect(rows).toEqual([]);
  const names = await product.app.get(ConnectedAccounts).named([id, 999_999]);
  expect(names).toEqual([
    { id, platform: 'bluesky', accountName: 'gus.sandbox.test', ownerId: 'gus', connected: false },
  ]);
  expect(accountIn(await gus.bluesky('gus.sandbox.test').expect(200)).id).toBe(id);
});
it('redirects to the setup page of a platform', async () => {
  const go = (path: string) => request(product.url).get(path).set('x-test-user', 'ana').expect(302);
  expect((await go('/api/auth/bluesky')).headers['location']).toBe('/bluesky-setup');
  expect((await go('/api/auth/mastodon?state=a%26b')).headers['location']).toBe(
    '/mastodon-setup?state=a%26b',
  );
  expect((await go('/api/auth/mastodon?state=a&return=%2Fposts%3Fcompose%3Dtrue')).headers['location']).toBe(
    '/mastodon-setup?state=a&return=%2Fposts%3Fcompose%3Dtrue',
  );
  for (const elsewhere of ['//evil.example', '%2F%5Cevil.example', 'javascript:alert(1)', '%2Fa%0D%0Ab'])
    expect((await go(`/api/auth/bluesky?return=${elsewhere}`)).headers['location']).toBe('/bluesky-setup');
});
it('gives other modules limits and rules, and checks whether a post fits them', async () => {
  const rules = product.app.get(PublishRules);
  const [account] = await product.app.get(ConnectedAccounts).accountsOf('ana');
  if (!account) throw new Error('Ana has no account.');
  expect(await rules.limitsOf(account.id)).toEqual(account.limits);
  expect(await rules.limitsOf(999_999)).toBeNull();
  expect(await rules.repetitionOf('bluesky')).toMatchObject({ rule: 'always' });
  expect(await rules.repetitionOf('mastodon')).toMatchObject({ rule: 'after-negative-look-up' });
  expect(await rules.repetitionOf('snapchat')).toMatchObject({ rule: 'never', callBytes: 0 });
  expect(await rules.repetitionOf('tiktok')).toMatchObject({ callBytes: 10_485_760 });
  const check = (text: string) => rules.precheck(publicationOn(account, 'ana', text));
  expect(await check('Hi')).toEqual([]);
  expect(await check('x'.repeat(301))).toMatchObject([{ code: 'integrations.text-too-long' }]);
});

it('reports the server of an account, and the limits of its platform', async () => {
  const accounts = product.app.get(ConnectedAccounts);
  const rules = product.app.get(PublishRules);
  const [account] = await accounts.accountsOf('ana');
  if (!account) throw new Error('Ana has no account.');
  expect(account.server).not.toBeNull();
  expect(await accounts.serversOf([account.id, 999_999])).toEqual([
    { id: account.id, server: account.server },
  ]);
  expect((await rules.budgetsOf('bluesky')).map(({ scope }) => scope)).toEqual([
    'account',
    'account',
    'server',
  ]);
  // Mastodon declares none, because each instance has its own limits.
  expect(await rules.budgetsOf('mastodon')).toEqual([]);
  expect(await rules.budgetsOf('substack')).toEqual([]);
});

const accountOf = async (user: string, platform: 'bluesky' | 'mastodon') =>
  accountIn(
    await (
      platform === 'bluesky' ? as(user).bluesky(`${user}.sandbox.test`) : as(user).mastodon(user)
    ).expect(200),
  );

it.each(['bluesky', 'mastodon'] as const)(
  'publishes on %s once, even when the call is repeated',
  async (platform) => {
    const account = await accountOf(`hal-${platform}`, platform);
    const publication = publicationOn(
      account,
      `hal-${platform}`,
      `Read https://example.com/ä on ${platform} #posthorn`,
    );
    const refs = await prepare(publication);
    expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
    const first = await call(publication, refs);
    expect(first).toMatchObject({
      kind: 'published',
      remoteId: expect.any(String),
      permalink: expect.any(String),
    });
    expect(await call(publication, refs)).toEqual(first);
    expect(await lookUp(publication, refs)).toEqual(first);
    expect((await postsOf(platform)).filter(({ text }) => text === publication.text)).toHaveLength(1);
    const page = await fetch(first.kind === 'published' ? (first.permalink ?? '') : '');
    expect(page.status).toBe(200);
  },
);
it.each(['bluesky', 'mastodon'] as const)(
  'finds a post that %s accepted without a response',
  async (platform) => {
    const account = await accountOf(`ivy-${platform}`, platform);
    const publication = publicationOn(account, `ivy-${platform}`, `Dropped on ${platform}`);
    const refs = await prepare(publication);
    await control('faults', { platform, fault: 'dropAfterAccept', times: 1 });
    expect(await call(publication, refs)).toMatchObject({ kind: 'unknown', cause: 'reset' });
    expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published' });
  },
);
it.each([-10, 10])(
  "finds a post and obeys Retry-After when the machine's clock is off by %i minutes",
  async (minutes) => {
    const account = await accountOf(`off-by-${String(minutes)}`, 'mastodon');
    const publication = publicationOn(account, `off-by-${String(minutes)}`, `Off by ${String(minutes)}`);
    const refs = await prepare(publication);
    product.clock.advance(minutes * 60_000);
    try {
      await control('faults', { platform: 'mastodon', fault: 'dropAfterAccept', times: 1 });
      expect(await call(publication, refs)).toMatchObject({ kind: 'unknown', cause: 'reset' });
      expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published' });
      await control('faults', { platform: 'mastodon', fault: 'http429', times: 1, retryAfterSeconds: 90 });
      expect(await call(publication, refs)).toMatchObject({ until: '2030-01-01T12:01:30.000Z' });
    } finally {
      product.clock.set(noon);
    }
  },
);
it.each(['bluesky', 'mastodon'] as const)('maps the errors of %s to outcomes', async (platform) => {
  const account = await accountOf(`jon-${platform}`, platform);
  const publication = publicationOn(account, `jon-${platform}`, `Faults on ${platform}`);
  const refs = await prepare(publication);
  await control('faults', { platform, fault: 'http500', times: 1 });
  expect(await call(publication, refs)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  await control('faults', { platform, fault: 'html', times: 1 });
  expect(await call(publication, refs)).toMatchObject({ kind: 'unknown', cause: 'unreadable' });
  await control('faults', { platform, fault: 'http429', times: 1, retryAfterSeconds: 90 });
  expect(await call(publication, refs)).toMatchObject({
    kind: 'postponed',
    until: '2030-01-01T12:01:30.000Z',
  });
  await control('faults', { platform, fault: 'hang', times: 1 });
  expect(await call(publication, refs, AbortSignal.timeout(100))).toMatchObject({
    kind: 'unknown',
    cause: 'timeout',
  });
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
  expect(await call(publication, refs)).toMatchObject({ kind: 'published' });
});
it.each(['bluesky', 'mastodon'] as const)(
  'requires a new login after %s refused the credentials',
  async (platform) => {
    const user = `kim-${platform}`;
    const account = await accountOf(user, platform);
    const publication = publicationOn(account, user, `Revoked on ${platform}`);
    const refs = await prepare(publication);
    await control('faults', { platform, fault: 'revoked', times: 1 });
    expect(await call(publication, refs)).toMatchObject({
      kind: 'refused',
      reason: 'reconnect',
      retryable: false,
    });
    expect(await as(user).list()).toMatchObject([
      { id: account.id, status: 'needs-reconnect', isActive: false },
    ]);
    expect(await call(publication, refs)).toMatchObject({ kind: 'refused', reason: 'reconnect' });
    const again = await accountOf(user, platform);
    expect(again).toMatchObject({ id: account.id, status: 'active' });
    expect(await call(publication, refs)).toMatchObject({ kind: 'published' });
  },
);
it('gives each of two publications with the same text its own remote post', async () => {
  const account = await accountOf('lea', 'mastodon');
  const publicationOne = publicationOn(account, 'lea', 'The same words', 1);
  const publicationTwo = publicationOn(account, 'lea', 'The same words', 2);
  const [refsOne, refsTwo] = [await prepare(publicationOne), await prepare(publicationTwo)];
  const first = await call(publicationOne, refsOne);
  expect(await lookUp(publicationTwo, refsTwo)).toEqual({ kind: 'absent' });
  const second = await call(publicationTwo, refsTwo);
  expect(await lookUp(publicationOne, refsOne)).toEqual(first);
  expect(await lookUp(publicationTwo, refsTwo)).toEqual(second);
});
it('publishes nothing for a stranger or with a disconnected account', async () => {
  const account = await accountOf('mia', 'mastodon');
  const stolen = publicationOn(account, 'eve', 'Not mine');
  expect(await outcomeOfPreparing(stolen)).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  const own = publicationOn(account, 'mia', 'Mine');
  const refs = await prepare(own);
  await as('mia').disconnect(account.id).expect(204);
  expect(await call(own, refs)).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  expect(await lookUp(own, refs)).toEqual({ kind: 'cannot-tell' });
});

const stateOf = (accountId: number, ownerId: string) =>
  product.app.get(AccountConnections).connectionOf(accountId, ownerId);
const readiness = async (account: AccountView, ownerId: string) => {
  const { postId, accountId, platform } = publicationOn(account, ownerId, '');
  const target = { postId, accountId, ownerId, platform };
  const conditions = product.app.get(AccountReadiness);
  const { problems } = await asWorker(() => conditions.readinessOf(target, noon.toISOString()));
  return problems.map(({ code }) => code);
};
const remove = (account: AccountView, ownerId: string, remoteId: string) =>
  asWorker(() =>
    product.app
      .get(RemotePosts)
      .delete(
        publicationOn(account, ownerId, ''),
        { remoteId, permalink: null, publishRefs: null },
        AbortSignal.timeout(5_000),
      ),
  );

it('reports a revoked token before the due time, marks the account, and removes the mark after a new login', async () => {
  const nina = as('nina');
  const account = accountIn(await nina.mastodon('token-nina').expect(200));
  expect(await readiness(account, 'nina')).toEqual([]);
  await control('faults', { platform: 'mastodon', fault: 'revoked', times: 1 });
  expect(await readiness(account, 'nina')).toEqual(['reconnect']);
  expect(await stateOf(account.id, 'nina')).toBe('needs-reconnect');
  expect(await readiness(account, 'nina')).toEqual(['reconnect']);
  await nina.mastodon('token-nina').expect(200);
  expect(await stateOf(account.id, 'nina')).toBe('active');
  expect(await readiness(account, 'nina')).toEqual([]);
});
it("reports a disconnected account and a stranger's account as not connected", async () => {
  const olga = as('olga');
  const account = accountIn(await olga.bluesky('olga.sandbox.test').expect(200));
  expect(await readiness(account, 'eve')).toEqual(['not-connected']);
  expect(await stateOf(account.id, 'eve')).toBe('disconnected');
  expect(await remove(account, 'eve', 'x')).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  await olga.disconnect(account.id).expect(204);
  expect(await readiness(account, 'olga')).toEqual(['not-connected']);
  expect(await stateOf(account.id, 'olga')).toBe('disconnected');
});
it.each(['bluesky', 'mastodon'] as const)(
  'deletes a post on %s, and accepts a repeated deletion',
  async (platform) => {
    const petra = as('petra');
    const connected = await (platform === 'bluesky'
      ? petra.bluesky('petra.sandbox.test')
      : petra.mastodon('petra'));
    const account = accountIn(connected);
    const publication = publicationOn(account, 'petra', `To be deleted at ${platform}`);
    const outcome = await call(publication, await prepare(publication));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(await product.app.get(RemotePosts).deletionRight(platform, account.id)).toBe('yes');
    for (let time = 0; time < 2; time += 1)
      expect(await remove(account, 'petra', outcome.remoteId)).toEqual({ kind: 'deleted' });
    expect((await postsOf(platform)).map(({ text }) => text)).not.toContain(publication.text);
  },
);
it.each([
  ['threads', ['threads_basic', 'threads_content_publish'], 'not-granted'],
  ['threads', ['threads_basic', 'threads_content_publish', 'threads_delete'], 'yes'],
  // The platform did not report the granted permissions. So the product assumes that it can delete.
  ['threads', [], 'yes'],
  ['instagram', ['instagram_basic', 'instagram_content_publish'], 'not-granted'],
  ['instagram', ['instagram_manage_contents'], 'yes'],
  ['facebook', ['pages_manage_posts'], 'yes'],
  ['tiktok', ['video.publish'], 'not-offered'],
] as const)('says whether an account on %s with the permissions %j deletes posts: %s', async (...given) => {
  const [platform, scopes, expected] = given;
  const owner = `${platform} with ${String(scopes.length)}`;
  const { limits } = product.app.get(Connectors).connectorOf(platform).descriptor;
  const credentials = { accessToken: 'a', ownerId: '1', scopes };
  const remote = { platform, remoteId: '1', accountName: 'Gil', displayName: null, server: null };
  const intake = product.app.get(AccountIntake);
  const { account } = await asWorker(() => intake.takeOrRenew(owner, { ...remote, limits, credentials }));
  expect(account.deletesPosts).toBe(expected === 'yes');
  expect(await product.app.get(RemotePosts).deletionRight(platform, account.id)).toBe(expected);
  expect(await as(owner).list()).toMatchObject([{ id: account.id, deletesPosts: expected === 'yes' }]);
});
it('offers deletion exactly on the platforms whose capabilities contain it', async () => {
  const answer = await request(product.url).get('/api/platforms').set('x-test-user', 'ana').expect(200);
  for (const { platform, capabilities } of answer.body as PlatformView[])
    expect({
      platform,
      deletes: await product.app.get(RemotePosts).deletionRight(platform, 0),
    }).toEqual({ platform, deletes: capabilities.deletePost ? 'yes' : 'not-offered' });
});
it('gives the code of each reason why a platform cannot be connected', async () => {
  const answer = await request(product.url).get('/api/platforms').set('x-test-user', 'ana').expect(200);
  const missing = (answer.body as readonly PlatformView[]).filter(({ configured }) => !configured);
  expect(missing.map(({ platform }) => platform)).toContain('substack');
  for (const { reason, reasonSaid: said } of missing)
    expect(said && sentenceOf(PLATFORM_REASONS, said, said.values)).toBe(reason);
});

it('lists platforms and accounts for API programs, without screen-only fields', async () => {
  const account = accountIn(await as('programmer').mastodon('programmer').expect(200));
  const getAs = (path: string, user: string) =>
    request(product.url).get(`/api/external/${path}`).auth(tokenOf(user), { type: 'bearer' }).expect(200);
  const ofScreens = ['isActive', 'connectPath', 'commentsPath'];
  const shown = Object.fromEntries(Object.entries(account).filter(([name]) => !ofScreens.includes(name)));
  expect((await getAs('accounts', 'programmer')).body).toEqual([shown]);
  expect((await getAs('accounts', 'stranger')).body).toEqual([]);
  const { id, accountName, displayName, status } = account;
  const platforms = (await getAs('platforms', 'programmer')).body as readonly ExternalPlatform[];
  expect(platforms).toHaveLength(12);
  expect(platforms.filter(({ connected }) => connected.length > 0)).toEqual([
    {
      platform: 'mastodon',
      name: 'Mastodon',
      configured: true,
      capabilities: expect.any(Object),
      limits: expect.any(Object),
      connected: [{ id, accountName, displayName, status }],
    },
  ]);
});
