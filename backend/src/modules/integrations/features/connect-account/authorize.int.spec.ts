import type { ConsentRefusal } from '@posthorn/contracts/integrations/consent';
import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { ConsentFailed, NoAccountFound, ScopesAreMissing } from '#connectors/kit/oauth/consent-failures.ts';
import type { Callback } from '#connectors/contract/oauth-connection.ts';
import { remoteAccount, ScriptedAccounts } from '../../testing/scripted-account.ts';

const PATH = '/api/auth/pinterest';
const EXPIRED = '/settings?refused=pinterest&reason=expired';
const NOON = new Date('2030-01-01T12:00:00Z');
let product: ScriptedAccounts;
let user: string;
let count = 0;
let callbacks: Callback[];

beforeAll(async () => {
  product = await ScriptedAccounts.start(NOON);
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  user = `user${String(++count)}`;
  callbacks = [];
  consentReturns('only');
});

/** Sets the accounts that the next consent returns. */
function consentReturns(...remoteIds: readonly string[]): void {
  product.script.redeem = (callback) => {
    callbacks.push(callback);
    const accounts = remoteIds.map((remoteId) => remoteAccount(remoteId, { accessToken: `a-${remoteId}` }));
    return Promise.resolve({ accounts });
  };
}
const agent = () => request(product.booted.url);
/** This cookie is needed, because public endpoints do not load the session of a request without cookies. */
const BROWSER = 'theme=dark';
const pathIn = ({ headers }: Response) => {
  const location = new URL(headers['location'] ?? '', product.booted.url);
  return `${location.pathname}${location.search}`;
};
const cookieIn = ({ headers }: Response) => ([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';

async function startConsent(who = user, query: Record<string, unknown> = {}) {
  const answer = await agent()
    .get(PATH)
    .query(query)
    .set({ 'x-test-user': who, cookie: BROWSER })
    .expect(302);
  const address = new URL(answer.headers['location'] ?? '');
  return { cookie: cookieIn(answer), address, state: address.searchParams.get('state') ?? '' };
}
type StartedConsent = Awaited<ReturnType<typeof startConsent>>;
const openCallback = (query: Record<string, string>, cookie: string, who = user) =>
  agent()
    .get(`${PATH}/callback`)
    .query(query)
    .set({ 'x-test-user': who, cookie: `${BROWSER}; ${cookie}` });
const choices = async (who = user) =>
  (await agent().get('/api/connected-accounts/choices').set('x-test-user', who).expect(200))
    .body as AccountChoices;
const choose = (ids: readonly unknown[], who = user) =>
  agent().post('/api/connected-accounts/choices').set('x-test-user', who).send({ ids });
const listAccounts = async () =>
  (await agent().get('/api/connected-accounts').set('x-test-user', user)).body as { accountName: string }[];

it('leads to the platform and back, with a verifier that matches the challenge', async () => {
  const { cookie, address, state } = await startConsent();
  const answer = await openCallback({ code: 'c', state }, cookie).expect(303);
  expect(pathIn(answer)).toBe('/settings?connected=pinterest');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const [{ verifier, redirectUri } = { verifier: '', redirectUri: '' }] = callbacks;
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
    address.searchParams.get('challenge'),
  );
  expect(redirectUri).toMatch(/\/api\/auth\/pinterest\/callback$/);
  expect(await listAccounts()).toHaveLength(1);
});
it('redeems a callback once, and gives concurrent repetitions the same response', async () => {
  const { cookie, state } = await startConsent();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => openCallback({ code: 'c', state }, cookie)),
  );
  expect(new Set(answers.map(pathIn))).toEqual(new Set(['/settings?connected=pinterest']));
  expect(callbacks).toHaveLength(1);
  expect(await listAccounts()).toHaveLength(1);
});
it.each([
  [{ code: 'c' }, '/settings?connected=pinterest'],
  [{ error: 'access_denied' }, '/settings?refused=pinterest&reason=denied'],
])(
  'gives repeated callbacks with %j the same response for 60 seconds, even in another process',
  async (query, page) => {
    const { cookie, state } = await startConsent();
    expect(pathIn(await openCallback({ ...query, state }, cookie))).toBe(page);
    const redeemed = callbacks.length;
    expect(pathIn(await openCallback({ ...query, state }, cookie))).toBe(page);
    const secondProcess = await product.secondProcess();
    try {
      const response = await request(secondProcess.booted.url)
        .get(`${PATH}/callback`)
        .query({ ...query, state })
        .set({ 'x-test-user': user, cookie: `${BROWSER}; ${cookie}` });
      expect(pathIn(response)).toBe(page);
    } finally {
      await secondProcess.close();
    }
    product.booted.clock.set(new Date(NOON.getTime() + 60_000));
    expect(pathIn(await openCallback({ ...query, state }, cookie))).toBe(EXPIRED);
    product.booted.clock.set(NOON);
    expect(callbacks).toHaveLength(redeemed);
  },
);
it.each<[string, (flow: StartedConsent) => Promise<Response>]>([
  ['another browser', ({ state }) => openCallback({ code: 'c', state }, '__Host-flow=0123456789abcdef')],
  ['no browser', ({ state }) => openCallback({ code: 'c', state }, '')],
  ['another user', ({ state, cookie }) => openCallback({ code: 'c', state }, cookie, 'eve')],
  ['a guessed state', ({ cookie }) => openCallback({ code: 'c', state: 'x'.repeat(43) }, cookie)],
])('does not reveal the outcome to %s', async (_who, sendCallback) => {
  consentReturns('one', 'two');
  const flow = await startConsent();
  const page = '/settings/accounts?choose=pinterest';
  expect(pathIn(await openCallback({ code: 'c', state: flow.state }, flow.cookie))).toBe(page);
  expect(pathIn(await sendCallback(flow))).toBe(EXPIRED);
  expect(pathIn(await openCallback({ code: 'c', state: flow.state }, flow.cookie))).toBe(page);
  expect(callbacks).toHaveLength(1);
});
it('completes two consents that one browser started at the same time', async () => {
  const first = await startConsent();
  const answer = await agent().get(PATH).set({ 'x-test-user': user, cookie: first.cookie }).expect(302);
  const second = new URL(answer.headers['location'] ?? '').searchParams.get('state') ?? '';
  const ends = await Promise.all(
    [first.state, second].map((state) => openCallback({ code: 'c', state }, first.cookie)),
  );
  expect(ends.map(pathIn).sort()).toEqual([
    '/settings?connected=pinterest',
    '/settings?connected=pinterest&already=1',
  ]);
});
it.each([
  [
    'another browser',
    (flow: { state: string }) =>
      openCallback({ code: 'c', state: flow.state }, '__Host-flow=0123456789abcdef'),
  ],
  ['no browser', (flow: { state: string }) => openCallback({ code: 'c', state: flow.state }, '')],
  [
    'another user',
    (flow: { state: string; cookie: string }) =>
      openCallback({ code: 'c', state: flow.state }, flow.cookie, 'eve'),
  ],
  [
    'a guessed state',
    (flow: { cookie: string }) => openCallback({ code: 'c', state: 'x'.repeat(43) }, flow.cookie),
  ],
  ['no state', (flow: { cookie: string }) => openCallback({ code: 'c' }, flow.cookie)],
])('redeems nothing for %s, and keeps the flow valid', async (_who, sendCallback) => {
  const flow = await startConsent();
  expect(pathIn(await sendCallback(flow).expect(303))).toBe(EXPIRED);
  expect(callbacks).toEqual([]);
  expect(pathIn(await openCallback({ code: 'c', state: flow.state }, flow.cookie))).toBe(
    '/settings?connected=pinterest',
  );
});
it('does not start a consent for a link on another site or for a HEAD request', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const answer = await agent()
      .get(PATH)
      .set({ 'x-test-user': user, cookie: BROWSER, 'sec-fetch-site': site });
    expect([answer.status, pathIn(answer)]).toEqual([303, '/settings']);
  }
  const head = await agent().head(PATH).set({ 'x-test-user': user, cookie: BROWSER });
  expect([head.status, pathIn(head), cookieIn(head)]).toEqual([302, '/settings', '']);
  const { cookie, state } = await startConsent();
  await agent().head(`${PATH}/callback`).query({ code: 'c', state }).set({ 'x-test-user': user, cookie });
  expect(callbacks).toEqual([]);
  expect(pathIn(await openCallback({ code: 'c', state }, cookie))).toBe('/settings?connected=pinterest');
});
it('reads the query of a request with an absolute URL, even if the URL is invalid', async () => {
  const { cookie, state } = await startConsent();
  const { hostname, port } = new URL(product.booted.url);
  const path = `http://evil.example:99999${PATH}/callback?code=c&state=${state}`;
  const headers = { host: `${hostname}:${port}`, 'x-test-user': user, cookie };
  const [answer] = (await once(get({ hostname, port, path, headers }), 'response')) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    expect.stringMatching(/\/settings\?connected=pinterest$/u),
  ]);
});
it.each([PATH, `${PATH}/callback?code=c&state=s`])(
  'sends a signed-out visitor from %s to the sign-in page',
  async (path) => {
    expect(pathIn(await agent().get(path).expect(303))).toBe('/login');
  },
);
it.each([
  [{ error: 'access_denied' }, 'denied'],
  [{ error: 'user_cancelled_login' }, 'denied'],
  [{ error: 'server_error', error_description: 'denied <script>' }, 'failed'],
  [{}, 'failed'],
])('reports how a consent without a code ended: %j', async (query, reason) => {
  const { cookie, state } = await startConsent();
  expect(pathIn(await openCallback({ ...query, state }, cookie))).toBe(
    `/settings?refused=pinterest&reason=${reason}`,
  );
  expect(callbacks).toEqual([]);
});
it.each<[ConsentRefusal, string, () => Error]>([
  ['scopes', 'a missing permission', () => new ScopesAreMissing('Pinterest', ['pins:write'])],
  ['no-account', 'no account to publish on', () => new NoAccountFound('Pinterest', 'board')],
  ['failed', 'a refused code', () => new ConsentFailed('Pinterest', 'Unknown', 'invalid_grant')],
  ['unreachable', 'no response', () => new OutgoingError('timeout', true, 'api.example', 'no answer')],
  ['unreachable', 'an open breaker', () => new BreakerOpen('api.example', 1000)],
  ['failed', 'a bug', () => new TypeError('a bug')],
])('leads back to our own page with the reason "%s", after %s', async (reason, _what, failure) => {
  product.script.redeem = () => Promise.reject(failure());
  const { cookie, state } = await startConsent();
  expect(pathIn(await openCallback({ code: 'c', state }, cookie))).toBe(
    `/settings?refused=pinterest&reason=${reason}`,
  );
});
it('copies no parameter of the callback into the response', async () => {
  const { cookie, state } = await startConsent();
  const hostile = {
    code: 'c\r\nset-cookie: a=b',
    state,
    next: '//evil.example',
    redirect_uri: 'https://evil.example',
  };
  const answer = await openCallback(hostile, cookie);
  expect(pathIn(answer)).toBe('/settings?connected=pinterest');
  expect(answer.headers['location']).not.toContain('evil');
  expect(answer.headers['set-cookie']).toBeUndefined();
});

describe('the return page', () => {
  const back = '/posts?filter=failed&q=fresh+bread&at=12';
  const pageAfterConsent = async (returnPage: unknown, query: Record<string, string> = { code: 'c' }) => {
    const { cookie, state } = await startConsent(user, { return: returnPage });
    return pathIn(await openCallback({ ...query, state }, cookie).expect(303));
  };

  it('is the page that the user came from, and shows the outcome', async () => {
    expect(await pageAfterConsent(back)).toBe(`${back}&connected=pinterest`);
    expect(await pageAfterConsent(back)).toBe(`${back}&connected=pinterest&already=1`);
    expect(await pageAfterConsent(back, { error: 'access_denied' })).toBe(
      `${back}&refused=pinterest&reason=denied`,
    );
    expect(await pageAfterConsent('/posts')).toBe('/posts?connected=pinterest&already=1');
  });
  it('is passed on by the page with the choice of several accounts', async () => {
    consentReturns('one', 'two');
    expect(await pageAfterConsent(back)).toBe(
      `/settings/accounts?choose=pinterest&return=${encodeURIComponent(back)}`,
    );
  });
  it('drops the parameters of an earlier outcome', async () => {
    expect(await pageAfterConsent('/posts?connected=mastodon&refused=tiktok&reason=denied&already=1')).toBe(
      '/posts?connected=pinterest',
    );
  });
  it.each([
    ['//evil.example'],
    [String.raw`/\evil.example`],
    ['/%2Fevil.example'],
    ['/%5Cevil.example'],
    ['https://evil.example/posts'],
    ['javascript:alert(1)'],
    ['/posts\r\nset-cookie: a=b'],
    ['/posts?q=%0D%0Aset-cookie%3Aa'],
    ['/posts/../..//evil.example'],
    ['/api/logout'],
    [`/posts?q=${'a'.repeat(2000)}`],
    [['/posts', '//evil.example']],
    [{ path: '//evil.example' }],
    [''],
  ])('is Settings for the invalid value %j', async (returnPage) => {
    expect(await pageAfterConsent(returnPage)).toBe('/settings?connected=pinterest');
    consentReturns('one', 'two');
    expect(await pageAfterConsent(returnPage)).toBe('/settings/accounts?choose=pinterest');
  });
  it('is not taken from the callback or from a link on another site', async () => {
    const { cookie, state } = await startConsent();
    expect(pathIn(await openCallback({ code: 'c', state, return: '/posts' }, cookie))).toBe(
      '/settings?connected=pinterest',
    );
    const answer = await agent()
      .get(PATH)
      .query({ return: '/posts' })
      .set({ 'x-test-user': user, cookie: BROWSER, 'sec-fetch-site': 'cross-site' });
    expect(pathIn(answer)).toBe('/settings');
  });
});

describe('the chooser', () => {
  const choiceIdsAfterConsent = async (...remoteIds: readonly string[]) => {
    consentReturns(...remoteIds);
    const { cookie, state } = await startConsent();
    expect(pathIn(await openCallback({ code: 'c', state }, cookie))).toBe(
      '/settings/accounts?choose=pinterest',
    );
    return (await choices()).choices.map(({ id }) => id);
  };

  it('offers the accounts of the consent, and only to this user', async () => {
    await choiceIdsAfterConsent('one', 'two');
    expect(await choices()).toMatchObject({
      platform: 'pinterest',
      choices: [
        { accountName: '@one', connected: false },
        { accountName: '@two', connected: false },
      ],
    });
    expect(JSON.stringify(await choices())).not.toContain('a-one');
    expect((await choices('eve')).choices).toEqual([]);
  });
  it('stores nothing about an account until the user chooses', async () => {
    await choiceIdsAfterConsent('never', 'chosen');
    await choices();
    const { rows } = await product.pool.query('select from integrations.account_key where owner_id = $1', [
      user,
    ]);
    expect(rows).toEqual([]);
  });
  it('connects the chosen accounts, even when the button is pressed twice', async () => {
    const ids = await choiceIdsAfterConsent('one', 'two', 'three');
    const answers = await Promise.all([choose(ids.slice(0, 2)), choose(ids.slice(0, 2))]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await listAccounts()).map(({ accountName }) => accountName).sort()).toEqual(['@one', '@two']);
    expect((await choices()).choices).toEqual([]);
  });
  it('connects only five accounts on the free plan, and then shows the list with the connected accounts', async () => {
    const ids = await choiceIdsAfterConsent('1', '2', '3', '4', '5', '6');
    expect((await choose(ids)).status).toBe(422);
    expect(await listAccounts()).toHaveLength(5);
    expect((await choices()).choices.filter(({ connected }) => connected)).toHaveLength(5);
  });
  it.each([[[]], [['']], [['nothing']], [[{}]], [[null]], ['all'], [Array.from({ length: 501 }, () => 'x')]])(
    'refuses %j',
    async (ids) => {
      await choiceIdsAfterConsent('one', 'two');
      const { status } = await choose(ids as readonly unknown[]);
      expect([400, 409]).toContain(status);
      expect(await listAccounts()).toEqual([]);
    },
  );
  it('refuses an id of another list', async () => {
    const [old = ''] = await choiceIdsAfterConsent('one', 'two');
    await choiceIdsAfterConsent('one', 'two');
    expect((await choose([old])).status).toBe(409);
  });
  it('is not available in another session of the same user', async () => {
    const [id = ''] = await choiceIdsAfterConsent('one', 'two');
    await product.pool.query(
      "update integrations.account_choice set session_id = 'other' where owner_id = $1",
      [user],
    );
    expect((await choices()).choices).toEqual([]);
    expect((await choose([id])).status).toBe(409);
  });
});

it('limits how often a user can request the publish fields of a platform', async () => {
  const ask = () => agent().get('/api/accounts/1/publish-fields').set('x-test-user', user);
  await ask();
  await product.pool.query('update edge.rate_limit set points = 600 where key like $1', [
    `%publish-fields:${user}`,
  ]);
  expect((await ask()).status).toBe(429);
});
