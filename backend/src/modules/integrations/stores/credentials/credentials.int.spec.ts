import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { outsideTransaction } from '#infrastructure/database/transaction.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { KeyRotation } from '#infrastructure/vault/key-rotation.ts';
import { EncryptedTables } from '#infrastructure/vault/encrypted-tables.ts';
import { KeyIsMissing } from '#infrastructure/vault/key-ring.ts';
import { RenewalHangs } from './credential-leases.ts';
import { CREDENTIALS, Credentials, CredentialsAreMissing } from './credentials.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
let database: Database;
let vault: Credentials;
const vaultOf = (ring: KeyRing, times?: ConstructorParameters<typeof Credentials>[3]) =>
  new Credentials(database.pool, ring, new DatabaseClock(database.pool), times);

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate integrations.credential');
  vault = vaultOf(new KeyRing([oldKey]));
});
afterAll(() => database.close());

it('stores credentials encrypted', async () => {
  await vault.merge(7, { token: 'canary-7f3a' });
  expect(await vault.read(7)).toEqual({ token: 'canary-7f3a' });
  const { rows } = await database.pool.query<{ dump: string }>(
    `select encode(wrapped || box, 'escape') || kid as dump from integrations.credential`,
  );
  expect(rows[0]?.dump).not.toContain('canary');
});
it('does not decrypt a row that was moved to another account', async () => {
  await vault.merge(7, { token: 'a' });
  await database.pool.query('update integrations.credential set account_id = 8');
  await expect(vault.read(8)).rejects.toThrow(CredentialsAreMissing);
  await expect(vault.withCredentials(8, () => Promise.resolve({}))).rejects.toThrow(CredentialsAreMissing);
});
it('lets a new connection replace a damaged row', async () => {
  await vault.merge(7, { token: 'a', refresh: 'r' });
  await database.pool.query('update integrations.credential set account_id = 8');
  await vault.merge(8, { token: 'b' });
  expect(await vault.read(8)).toEqual({ token: 'b' });
});
it('keeps the renewal time when a field other than the tokens is stored', async () => {
  const clock = { now: () => Promise.resolve(new Date('2030-01-01T00:00:00Z')) };
  const vaultWithClock = new Credentials(database.pool, new KeyRing([oldKey]), clock);
  await vaultWithClock.merge(7, { accessToken: 'a', refreshToken: 'r', expiresAt: '2030-01-02T00:00:00Z' });
  const due = async () =>
    (await database.pool.query<{ at: string }>('select renew_at::text as at from integrations.credential'))
      .rows;
  const before = await due();
  clock.now = () => Promise.resolve(new Date('2030-01-01T20:00:00Z'));
  await vaultWithClock.withCredentials(7, (current) => Promise.resolve({ ...current, part: { token: 'p' } }));
  expect(await vaultWithClock.read(7)).toMatchObject({ accessToken: 'a', part: { token: 'p' } });
  expect(await due()).toEqual(before);
  await vaultWithClock.withCredentials(7, (current) =>
    Promise.resolve({ ...current, accessToken: 'b', expiresAt: '2030-01-02T20:00:00Z' }),
  );
  expect(await due()).not.toEqual(before);
});
it("sets the renewal time by the database's clock, not by this machine's clock", async () => {
  const clock = { now: () => Promise.resolve(new Date('2030-01-01T00:00:00Z')) };
  const vaultWithClock = new Credentials(database.pool, new KeyRing([oldKey]), clock);
  const renewsAfterDays = async () => {
    const { rows } = await database.pool.query<{ days: number }>(
      `select extract(epoch from renew_at - '2030-01-01T00:00:00Z')::float8 / 86400 as days from integrations.credential`,
    );
    return rows[0]?.days;
  };
  await vaultWithClock.merge(7, { accessToken: 'a', expiresAt: '2030-01-11T00:00:00Z' });
  expect(await renewsAfterDays()).toBeGreaterThanOrEqual(8);
  expect(await renewsAfterDays()).toBeLessThanOrEqual(9);
  await vaultWithClock.withCredentials(7, (current) =>
    Promise.resolve({ ...current, expiresAt: '2030-04-11T00:00:00Z' }),
  );
  expect(await renewsAfterDays()).toBeGreaterThanOrEqual(80);
  expect(await renewsAfterDays()).toBeLessThanOrEqual(90);
});
it('reports a missing key as a problem of the operator, not of the account', async () => {
  await vault.merge(7, { token: 'a' });
  const keyless = vaultOf(new KeyRing([newKey]));
  await expect(keyless.read(7)).rejects.toThrow(KeyIsMissing);
  await expect(keyless.merge(7, { token: 'b' })).rejects.toThrow(KeyIsMissing);
  expect(await vault.read(7)).toEqual({ token: 'a' });
});
it('reports when no credentials exist', async () => {
  await expect(vault.read(1)).rejects.toThrow(CredentialsAreMissing);
  await expect(vault.withCredentials(1, () => Promise.resolve({}))).rejects.toThrow(CredentialsAreMissing);
});
it('lets one caller at a time change credentials, each based on the previous result', async () => {
  await vault.merge(7, { uses: 0 });
  const other = vaultOf(new KeyRing([oldKey]));
  const use = (through: Credentials) =>
    through.withCredentials(7, ({ uses }) => Promise.resolve({ uses: Number(uses) + 1 }));
  await Promise.all(Array.from({ length: 8 }, (_, n) => use(n % 2 ? vault : other)));
  expect(await vault.read(7)).toEqual({ uses: 8 });
});
describe('while a renewal waits for a platform', () => {
  /** A renewal that ends when the spec calls `answer` or `fail`. `started`: resolves when it has started. */
  function slowRenewal(answer: JsonObject) {
    let finish: (outcome: JsonObject | Error) => void = () => undefined;
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const work = () =>
      new Promise<JsonObject>((resolve, reject) => {
        finish = (outcome) => {
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        start();
      });
    return {
      work,
      started,
      answer: () => {
        finish(answer);
      },
      fail: (error: Error) => {
        finish(error);
      },
    };
  }
  const hanging = { work: 30, lease: 60 };

  it('no transaction is open and no connection of the pool is in use, even with 30 renewals', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => n + 1);
    await Promise.all(ids.map((id) => vault.merge(id, { token: 'a' })));
    const calls = ids.map(() => slowRenewal({ token: 'b' }));
    const renewals = ids.map((id, n) =>
      vault.withCredentials(id, () => {
        outsideTransaction('a platform');
        return calls[n]?.work() ?? Promise.reject(new Error('no call'));
      }),
    );
    await Promise.all(calls.map(({ started }) => started));
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    for (const call of calls) call.answer();
    expect(await Promise.all(renewals)).toEqual(ids.map(() => ({ token: 'b' })));
  });
  it('a hanging renewal fails, and the next renewal starts after the lease has ended', async () => {
    vault = vaultOf(new KeyRing([oldKey]), hanging);
    await vault.merge(7, { token: 'a' });
    await expect(vault.withCredentials(7, slowRenewal({}).work)).rejects.toThrow(RenewalHangs);
    // The limits are long, because even a renewal that does not hang may be slow on a busy machine.
    const next = vaultOf(new KeyRing([oldKey]), { work: 30_000, lease: 40_000 });
    expect(await next.withCredentials(7, () => Promise.resolve({ token: 'b' }))).toEqual({ token: 'b' });
  });
  it('a result that comes too late for its caller is still stored', async () => {
    const late = slowRenewal({ token: 'b' });
    vault = vaultOf(new KeyRing([oldKey]), { work: 30, lease: 60_000 });
    await vault.merge(7, { token: 'a' });
    await expect(vault.withCredentials(7, late.work)).rejects.toThrow(RenewalHangs);
    late.answer();
    // The next caller waits for this result.
    const next: JsonObject[] = [];
    await vault.withCredentials(7, (current) => {
      next.push(current);
      return Promise.resolve(current);
    });
    expect(next).toEqual([{ token: 'b' }]);
  });
  it('the result or refusal of a renewal is ignored after another renewal was stored', async () => {
    vault = vaultOf(new KeyRing([oldKey]), { work: 60_000, lease: 30 });
    await vault.merge(7, { token: 'a' });
    const [late, refused] = [slowRenewal({ token: 'stale' }), slowRenewal({})];
    const answers = [late, refused].map(({ work }) => vault.withCredentials(7, work));
    await Promise.all([late.started, refused.started]);
    await vault.withCredentials(7, () => Promise.resolve({ token: 'b' }));
    late.answer();
    refused.fail(new Error('The refresh token was used already'));
    expect(await Promise.all(answers)).toEqual([{ token: 'b' }, { token: 'b' }]);
    expect(await vault.read(7)).toEqual({ token: 'b' });
  });
  it('the credentials of a new consent wait for the renewal, and then replace its tokens', async () => {
    await vault.merge(7, { token: 'a', refresh: 'r1' });
    const call = slowRenewal({ token: 'b', refresh: 'r2' });
    const renewal = vault.withCredentials(7, call.work);
    await call.started;
    const consent = vault.merge(7, { token: 'c' });
    call.answer();
    await Promise.all([renewal, consent]);
    expect(await vault.read(7)).toEqual({ token: 'c', refresh: 'r2' });
  });
  it('a caller of `waitForRenewal` waits for the renewal', async () => {
    await vault.merge(7, { token: 'a' });
    const call = slowRenewal({ token: 'b' });
    const renewal = vault.withCredentials(7, call.work);
    await call.started;
    const seen = vault.waitForRenewal(7).then(() => vault.read(7));
    call.answer();
    await renewal;
    expect(await seen).toEqual({ token: 'b' });
  });
  it('the lease of a crashed process ends by itself', async () => {
    // The limits are long, because a renewal may be slow on a busy machine.
    vault = vaultOf(new KeyRing([oldKey]), { work: 10_000, lease: 12_000 });
    await vault.merge(7, { token: 'a' });
    await database.pool.query(
      "update integrations.credential set lease = gen_random_uuid(), leased_until = now() + interval '50 ms'",
    );
    expect(await vault.withCredentials(7, () => Promise.resolve({ token: 'b' }))).toEqual({ token: 'b' });
  });
});
it.each([
  ['only reads, as during a failover', '25006'],
  ['ends the statement at its time limit', '57014'],
  ['ends one of two transactions that wait for each other', '40P01'],
])('stores a renewed token, whose predecessor may be revoked, although the database %s', async (_, code) => {
  await vault.merge(7, { token: 'a' });
  const query = database.pool.query.bind(database.pool) as (...args: unknown[]) => Promise<unknown>;
  let refusals = 1;
  const refuseFirstStore = (text: unknown, ...rest: unknown[]): unknown => {
    const isStore = typeof text === 'string' && text.includes('set kid = $3');
    if (!isStore || refusals === 0) return query(text, ...rest);
    refusals -= 1;
    return Promise.reject(Object.assign(new Error('refused'), { code }));
  };
  const spy = jest.spyOn(database.pool, 'query').mockImplementation(refuseFirstStore);
  try {
    await vault.withCredentials(7, () => Promise.resolve({ token: 'b' }));
  } finally {
    spy.mockRestore();
  }
  expect(refusals).toBe(0);
  expect(await vault.read(7)).toEqual({ token: 'b' });
});
it('never replaces a token with an empty one', async () => {
  await vault.merge(7, { access: 'a1', refresh: 'r1' });
  await vault.withCredentials(7, () => Promise.resolve({ access: 'a2', refresh: '' }));
  expect(await vault.read(7)).toEqual({ access: 'a2', refresh: 'r1' });
});
it('does not keep the end time of a replaced token', async () => {
  const ends = { expiresAt: '2030-01-01T00:00:00Z', refreshExpiresAt: '2031-01-01T00:00:00Z' };
  const before = { accessToken: 'a1', refreshToken: 'r1', scopes: ['write'], page: '9', ...ends };
  await vault.merge(7, before);
  // A new consent: its token has no end; it comes without scopes and without a refresh token.
  const lasting = {
    accessToken: 'a2',
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    scopes: [],
  };
  await vault.merge(7, lasting);
  const { refreshExpiresAt } = ends;
  const after = { ...before, accessToken: 'a2', expiresAt: null, refreshToken: 'r1', refreshExpiresAt };
  expect(await vault.read(7)).toEqual(after);
  await vault.withCredentials(7, (now) =>
    Promise.resolve({ ...now, refreshToken: 'r2', refreshExpiresAt: null }),
  );
  expect(await vault.read(7)).toEqual({ ...after, refreshToken: 'r2', refreshExpiresAt: null });
});
it('keeps the old credentials when the change fails', async () => {
  await vault.merge(7, { access: 'a1' });
  await expect(vault.withCredentials(7, () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  expect(await vault.read(7)).toEqual({ access: 'a1' });
});
it('moves every row to the newest key, including rows in use, and then works without the old key', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => n + 1);
  await Promise.all(ids.map((id) => vault.merge(id, { token: `t${String(id)}` })));
  const ring = new KeyRing([newKey, oldKey]);
  const rotating = vaultOf(ring);
  const tables = new EncryptedTables();
  tables.add(CREDENTIALS);
  const rotation = new KeyRotation(database.pool, ring, tables);
  const [rotated] = await Promise.all([
    rotation.round(),
    ...ids.map((id) =>
      rotating.withCredentials(id, (current) => Promise.resolve({ ...current, used: true })),
    ),
  ]);
  expect(rotated.unreadable).toBe(0);
  expect((await rotation.round()).left).toEqual([]);
  const afterwards = vaultOf(new KeyRing([newKey]));
  expect(await afterwards.read(450)).toEqual({ token: 't450', used: true });
});
