import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Database } from '#infrastructure/database/database.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { freeSlots } from '#infrastructure/effects/slots.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';
import { ACCOUNTS_VIEW, accountList } from '../../read-models/accounts/account-list.projection.ts';
import { TokenRenewals } from './token-renewals.ts';

let database: Database;
let vault: Credentials;
let rows: ReturnType<typeof worker>;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`create schema if not exists ${ACCOUNTS_VIEW.split('.')[0] ?? ''}`);
  await database.pool.query(
    `create table ${ACCOUNTS_VIEW} (${accountList.tables['integrations_account'] ?? ''})`,
  );
  vault = new Credentials(
    database.pool,
    new KeyRing([{ id: 'key', key: Buffer.alloc(32, 1) }]),
    new DatabaseClock(database.pool),
  );
  rows = worker();
}, 60_000);
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(`truncate integrations.credential, integrations.account_key, ${ACCOUNTS_VIEW}`),
);

const worker = () => TokenRenewals.tableOn(database.pool, new DatabaseClock(database.pool), UNUSED);
/** The table does not use the worker's dependencies. */
const UNUSED = { renew: undefined as never };
const claim = (table = rows, platform: Platform = 'mastodon') => table.claim(freeSlots([platform], [], 8));
const dueAt = async () => {
  const { rows: found } = await database.pool.query<{ at: Date | null }>(
    'select due_at as at from integrations.renewal',
  );
  return found[0]?.at ?? null;
};
const ENDED = '2020-01-01T00:00:00Z';
const LATE = '2999-01-01T00:00:00Z';

/** Creates an account whose tokens end at this instant. */
async function addAccount(id: number, expiresAt: string | undefined, server: string | null = null) {
  await database.pool.query(
    `insert into integrations.account_key (account_id, owner_id, platform, remote_id) values ($1::bigint, $2, 'mastodon', $1::bigint::text)`,
    [id, `owner ${String(id)}`],
  );
  await vault.merge(id, { accessToken: 'a', ...(expiresAt !== undefined && { expiresAt }) });
  await database.pool.query(
    `insert into ${ACCOUNTS_VIEW}
     values ($1, 'anybody', 'mastodon', '', null, $2, 'active', now(), '{}')`,
    [id, server],
  );
}

it('gives each due account to one process, with its owner and server', async () => {
  await addAccount(1, ENDED, 'slow.example');
  await addAccount(2, ENDED);
  await addAccount(3, LATE);
  await addAccount(4, undefined);
  const taken = (await Promise.all([claim(), claim(worker())])).flat();
  expect(taken.sort((a, b) => a.accountId - b.accountId)).toMatchObject([
    { accountId: 1, ownerId: 'owner 1', platform: 'mastodon', server: 'slow.example' },
    { accountId: 2, ownerId: 'owner 2', platform: 'mastodon', server: '' },
  ]);
  expect(await claim()).toEqual([]);
});
it("gives one server at most half of its platform's slots", async () => {
  for (let id = 1; id <= 10; id += 1) await addAccount(id, ENDED, 'slow.example');
  await addAccount(11, ENDED, 'other.example');
  const first = await claim();
  expect(first.map(({ server }) => server)).toEqual(Array(4).fill('slow.example'));
  expect(await rows.claim(freeSlots(['mastodon'], first, 8))).toMatchObject([{ server: 'other.example' }]);
});
it('skips an account that was released without a due time, until its tokens change', async () => {
  await addAccount(1, ENDED);
  const [due] = await claim();
  if (due) await rows.release(due, null);
  expect(await dueAt()).toBeNull();
  expect(await claim()).toEqual([]);
  await vault.merge(1, { accessToken: 'b', expiresAt: ENDED });
  expect(await claim()).toHaveLength(1);
});
it.each([
  ['releases', (due: Parameters<typeof rows.release>[0]) => rows.release(due, null)],
  ['puts back', (due: Parameters<typeof rows.release>[0]) => rows.putBack(due, 1)],
])('keeps the due time of newer tokens when the worker %s the row', async (_how, giveBack) => {
  await addAccount(1, ENDED);
  const [due] = await claim();
  if (!due) throw new Error('nothing was claimed');
  await vault.merge(1, { accessToken: 'b', expiresAt: LATE });
  await giveBack(due);
  expect((await dueAt())?.getTime()).toBeGreaterThan(Date.parse('2700-01-01'));
});
it('skips an account that another process is renewing', async () => {
  await addAccount(1, ENDED);
  await vault.withCredentials(1, async (current) => {
    expect(await claim()).toEqual([]);
    return current;
  });
  expect(await claim()).toHaveLength(1);
});
it('keeps the lease of a row while the same process changes its secret', async () => {
  await addAccount(1, ENDED);
  const [due] = await claim();
  if (!due) throw new Error('nothing was claimed');
  await vault.withCredentials(1, async (current) => {
    expect(await rows.renew([due])).toEqual(new Set(['1']));
    return current;
  });
});
