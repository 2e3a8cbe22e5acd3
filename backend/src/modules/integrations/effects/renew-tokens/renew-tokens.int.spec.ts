import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { freeSlots } from '#infrastructure/effects/slots.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { AccountProblems } from '../../ports/account-problems.ts';
import { textOf } from '#connectors/kit/json.ts';
import { CallHadNoEffect, ReconnectNeeded, RenewalFailed } from '#connectors/kit/outcomes.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';
import { TokenRenewals } from './token-renewals.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const MARCH = '2030-03-01T12:00:00.000Z';
const tokens = (n: number, extra: JsonObject = {}): JsonObject => ({
  accessToken: `a${String(n)}`,
  refreshToken: `r${String(n)}`,
  expiresAt: '2030-01-31T12:00:00.000Z',
  ...extra,
});
let product: ScriptedAccounts;
let other: ScriptedAccounts;
/** The account of the current test. */
let id: number;
let count = 0;

beforeAll(async () => {
  product = await ScriptedAccounts.start(NOON);
  other = await product.secondProcess();
}, 60_000);
afterAll(async () => {
  await other.close();
  await product.close();
});
beforeEach(async () => {
  product.script.refresh = () => Promise.resolve(tokens(2, { expiresAt: MARCH }));
  product.booted.clock.set(NOON);
  id = await product.connected('patron', `p${String(++count)}`, tokens(1));
  await product.pool.query('update integrations.credential set renew_at = null');
  await product.due(id);
});

const renew = () => product.renew();
const dueIn = async () => ((await product.renewAt(id))?.getTime() ?? Number.NaN) - Date.now();
const listedStatus = async () => {
  const ask = request(product.booted.url).get('/api/connected-accounts').set('x-test-user', 'patron');
  const accounts = (await ask.expect(200)).body as { id: number; status: string }[];
  return accounts.find((account) => account.id === id)?.status;
};

it('renews due tokens, and stores them before it records the renewal', async () => {
  const seen: JsonObject[] = [];
  product.script.refresh = (current) => {
    seen.push(current);
    return Promise.resolve(tokens(2, { expiresAt: MARCH }));
  };
  await renew();
  expect(seen).toEqual([tokens(1)]);
  expect(await product.credentials.read(id)).toEqual(tokens(2, { expiresAt: MARCH }));
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  expect(product.renewalsOf(id)).toEqual(['TokensRenewed']);
  await renew();
  expect(seen).toHaveLength(1);
  expect(await dueIn()).toBeGreaterThan(0);
});
it("records the time of the database, not of this machine's clock", async () => {
  const written = () =>
    [`account-${String(id)}`, `renewal-${String(id)}`].map(
      (stream) => product.store.historyOf(stream).at(-1)?.data,
    );
  await renew();
  await product.connected('patron', `p${String(count)}`, tokens(9, { expiresAt: MARCH }));
  const instants = written().map((data) => Date.parse(textOf(data?.['renewedAt']) ?? ''));
  const now = (await product.booted.app.get(DatabaseClock).now()).getTime();
  for (const instant of instants) expect(Math.abs(instant - now)).toBeLessThan(60_000);
});
it('never writes a token into an event', async () => {
  product.script.refresh = () => Promise.resolve(tokens(7, { accessToken: 'canary-7f3a', expiresAt: MARCH }));
  await renew();
  const streams = [`account-${String(id)}`, `renewal-${String(id)}`];
  const events = streams
    .flatMap((stream) => product.store.historyOf(stream))
    .map(({ data, meta }) => ({ data, meta }));
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('canary');
});
it('requires a new login after the platform has definitely refused', async () => {
  product.script.refresh = () => Promise.reject(new ReconnectNeeded('Token has been revoked'));
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected', 'AccountNeedsReconnect']);
  expect(await listedStatus()).toBe('needs-reconnect');
  expect(await product.renewAt(id)).toBeNull();
});
it('makes an account active again, and plans its next renewal, after a new consent', async () => {
  product.script.refresh = () => Promise.reject(new ReconnectNeeded(null));
  await renew();
  await product.connected('patron', `p${String(count)}`, tokens(3, { expiresAt: MARCH }));
  expect(product.eventTypesOf(id)).toEqual([
    'AccountConnected',
    'AccountNeedsReconnect',
    'AccountReconnected',
  ]);
  expect(await listedStatus()).toBe('active');
  expect(await product.renewAt(id)).not.toBeNull();
});
it.each([
  ['a temporary refusal', new RenewalFailed('Try again later')],
  ['no response', new OutgoingError('timeout', true, 'api.example', 'no answer')],
  [
    'no response during a publication',
    new CallHadNoEffect(new OutgoingError('reset', true, 'api.example', 'cut')),
  ],
])('records %s once, keeps the tokens and tries again in 15 minutes', async (_what, error) => {
  let refreshCalls = 0;
  product.script.refresh = () => {
    refreshCalls += 1;
    return Promise.reject(error);
  };
  for (let attempt = 1; attempt <= 3; attempt++) {
    await product.due(id);
    await renew();
    expect(refreshCalls).toBe(attempt);
    expect(await dueIn()).toBeGreaterThan(14 * 60_000);
  }
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  expect(product.renewalsOf(id)).toEqual(['TokenRenewalFailed']);
  expect(await product.credentials.read(id)).toEqual(tokens(1));
  expect(await listedStatus()).toBe('active');
});
it('does not record a failed renewal for an error in our own code', async () => {
  product.script.refresh = () => Promise.reject(new TypeError('a bug'));
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  expect(await dueIn()).toBeGreaterThan(14 * 60_000);
});
it('renews other accounts while one account fails', async () => {
  const second = await product.connected('patron', `other${String(count)}`, tokens(1));
  await product.due(id, second);
  let refreshCalls = 0;
  product.script.refresh = () =>
    refreshCalls++ === 0 ? Promise.reject(new RenewalFailed(null)) : Promise.resolve(tokens(2));
  await renew();
  expect([...product.renewalsOf(id), ...product.renewalsOf(second)].sort()).toEqual([
    'TokenRenewalFailed',
    'TokensRenewed',
  ]);
});
it('records the end of a permission without a refresh, and not before its end', async () => {
  product.script.refresh = undefined;
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  // This machine's clock is weeks ahead. Only the database's clock counts.
  product.booted.clock.set(new Date('2030-01-31T12:00:00.001Z'));
  await product.due(id);
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  product.booted.clock.set(new Date(0));
  await product.credentials.merge(id, tokens(1, { expiresAt: new Date(Date.now() - 1).toISOString() }));
  await product.due(id);
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected', 'AccountNeedsReconnect']);
  expect(await product.renewAt(id)).toBeNull();
});
it('checks tokens without an end only once', async () => {
  product.script.refresh = undefined;
  await product.connected('patron', `p${String(count)}`, { accessToken: 'page', expiresAt: null });
  await product.due(id);
  await renew();
  expect(await product.renewAt(id)).toBeNull();
  expect(product.eventTypesOf(id)).not.toContain('AccountNeedsReconnect');
});
it('uses each refresh token once, even when two processes renew at the same time', async () => {
  const used: string[] = [];
  product.script.refresh = async (current) => {
    const token = textOf(current['refreshToken']) ?? '';
    if (used.includes(token)) throw new ReconnectNeeded('The refresh token was used already');
    used.push(token);
    await new Promise((done) => setTimeout(done, 20));
    return tokens(Number(token.slice(1)) + 1, { expiresAt: MARCH });
  };
  await Promise.all(
    [product, other, product, other].map(async (process) => {
      await product.due(id);
      await process.renew();
    }),
  );
  expect(new Set(used).size).toBe(used.length);
  expect(product.eventTypesOf(id)).not.toContain('AccountNeedsReconnect');
});
it('renews once when publications in two processes both find expired tokens', async () => {
  let refreshCalls = 0;
  const refresh = () => Promise.resolve(tokens(++refreshCalls + 1, { expiresAt: MARCH }));
  const target = { accountId: id, ownerId: 'patron', postId: 1 };
  const stale = await product.credentials.read(id);
  const answers = await Promise.all(
    [product, other].map(({ booted, caused }) =>
      booted.app.get(AccountSession).withAccount(target, async ({ renew: anew }) => ({
        kind: 'renewed',
        fresh: await caused(() => anew(stale, refresh)),
      })),
    ),
  );
  expect(refreshCalls).toBe(1);
  for (const answer of answers) expect(answer).toMatchObject({ fresh: { accessToken: 'a2' } });
});
it('ignores the refusal of old tokens after a new consent', async () => {
  product.booted.clock.advance(60_000);
  const consents: Promise<number>[] = [];
  product.script.refresh = () => {
    // The renewal holds the lock of the credentials. The consent waits for this lock, and continues while the
    // refusal is recorded.
    consents.push(product.connected('patron', `p${String(count)}`, tokens(9, { expiresAt: MARCH })));
    return Promise.reject(new ReconnectNeeded('revoked'));
  };
  await renew();
  expect(await Promise.all(consents)).toEqual([id]);
  expect(await product.credentials.read(id)).toEqual(tokens(9, { expiresAt: MARCH }));
  expect(await listedStatus()).toBe('active');
  expect(await product.renewAt(id)).not.toBeNull();
});
it('does not renew the tokens of a disconnected account', async () => {
  await product.pool.query('update integrations.credential set renew_at = now() where account_id = $1', [id]);
  const answer = await request(product.booted.url)
    .delete(`/api/accounts/${String(id)}`)
    .set('x-test-user', 'patron');
  expect(answer.status).toBe(204);
  expect(product.script.revoked.at(-1)).toEqual(tokens(1));
  await renew();
  expect(product.renewalsOf(id)).toEqual([]);
});
it('renews each of many due accounts once, with two processes', async () => {
  const ids = await Promise.all(
    Array.from({ length: 45 }, (_, n) =>
      product.connected('patron', `many${String(count)}-${String(n)}`, tokens(1)),
    ),
  );
  await product.due(...ids);
  await Promise.all([product.renew(), other.renew()]);
  for (const each of ids) expect(product.renewalsOf(each)).toEqual(['TokensRenewed']);
});
it('skips an account that another process has leased, and takes it over when the leases expire', async () => {
  const rows = other.booted.app.get(TokenRenewals).table;
  expect(await rows.claim(freeSlots(['pinterest'], [], 8))).toMatchObject([{ accountId: id }]);
  await renew();
  expect(product.renewalsOf(id)).toEqual([]);
  // The other process was killed. So its leases expire.
  await product.pool.query(`update integrations.credential
    set renewal_until = now() - interval '1 second', lease = gen_random_uuid(), leased_until = now() + interval '1 hour'`);
  await renew();
  expect(product.renewalsOf(id)).toEqual([]);
  await product.pool.query(`update integrations.credential set leased_until = now() - interval '1 second'`);
  await renew();
  expect(product.renewalsOf(id)).toEqual(['TokensRenewed']);
});
it('does not delay other accounts while a platform hangs', async () => {
  const hanging = [
    await product.connected('bo', `hangs${String(count)}`, tokens(1)),
    await product.connected('bo', `elsewhere${String(count)}`, tokens(1), 'tiktok'),
  ];
  await product.due(id, ...hanging);
  let recover: () => void = () => undefined;
  const recovered = new Promise<void>((resolve) => {
    recover = resolve;
  });
  const refreshCalls = { pinterest: 0, tiktok: 0 };
  const all = new Promise<void>((resolve) => {
    const noteRequest = (platform: keyof typeof refreshCalls) => {
      refreshCalls[platform] += 1;
      if (refreshCalls.pinterest === 2 && refreshCalls.tiktok === 1) resolve();
    };
    product.script.refresh = async () => {
      noteRequest('pinterest');
      await recovered;
      return tokens(2, { expiresAt: MARCH });
    };
    product.tiktok.refresh = () => {
      noteRequest('tiktok');
      return Promise.resolve(tokens(2, { expiresAt: MARCH }));
    };
  });
  const round = renew();
  await all;
  recover();
  await round;
  for (const each of [id, ...hanging]) expect(product.renewalsOf(each)).toEqual(['TokensRenewed']);
});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Tokens without a refresh token. */
const accessOnly = (expiresAt: string): JsonObject => ({ accessToken: 'a', expiresAt });
/** Checks that `problemOf` and `problemsOf` agree. The list of notices uses the latter. */
async function problemOf(owner = 'patron') {
  const problems = product.booted.app.get(AccountProblems);
  const [problem, listed] = [
    await problems.problemOf(id, owner),
    await problems.problemsOf(owner, [9999, id]),
  ];
  expect(listed).toEqual([null, problem]);
  return problem;
}

it('records once, a week ahead, that only a new login helps; reports this only to the owner', async () => {
  product.script.refresh = undefined;
  const expiresAt = inDays(5);
  id = await product.connected('patron', `ends${String(count)}`, accessOnly(expiresAt));
  await product.due(id);
  await renew();
  await product.due(id);
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected', 'AccountExpirySeen']);
  expect(await problemOf()).toEqual({ cause: 'ending', endsAt: expiresAt });
  expect(await problemOf('somebody else')).toBeNull();
});
it('does not record an end for a permission that lasts longer, or that a refresh extends', async () => {
  product.script.refresh = undefined;
  id = await product.connected('patron', `lasts${String(count)}`, accessOnly(inDays(9)));
  await product.due(id);
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  product.script.refresh = () => Promise.resolve(tokens(3, { expiresAt: inDays(1) }));
  id = await product.connected('patron', `rolls${String(count)}`, tokens(1));
  await product.due(id);
  await renew();
  expect(product.eventTypesOf(id)).toEqual(['AccountConnected']);
  expect(await problemOf()).toBeNull();
});
it('records the coming end of a refresh token, and of a permission whose renewal fails', async () => {
  const refreshExpiresAt = inDays(3);
  product.script.refresh = () => Promise.resolve(tokens(3, { expiresAt: MARCH, refreshExpiresAt }));
  await renew();
  expect(await problemOf()).toEqual({ cause: 'ending', endsAt: refreshExpiresAt });
  const expiresAt = inDays(4);
  id = await product.connected('patron', `fails${String(count)}`, accessOnly(expiresAt));
  product.script.refresh = () => Promise.reject(new RenewalFailed('Try again later'));
  await product.due(id);
  await renew();
  expect(await problemOf()).toEqual({ cause: 'ending', endsAt: expiresAt });
});
it('reports that a refused account must be connected again, until the owner does so', async () => {
  product.script.refresh = () => Promise.reject(new ReconnectNeeded('revoked'));
  await renew();
  expect(await problemOf()).toEqual({ cause: 'reconnect', endsAt: null });
  await product.connected('patron', `p${String(count)}`, tokens(9, { expiresAt: MARCH }));
  expect(await problemOf()).toBeNull();
});
