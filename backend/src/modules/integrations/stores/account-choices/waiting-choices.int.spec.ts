import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { remoteAccount } from '../../testing/scripted-account.ts';
import { WaitingChoices } from './waiting-choices.ts';

const owner = { userId: 'ana', sessionId: 's1' };
const pages = (...names: string[]) =>
  names.map((name) => remoteAccount(name, { accessToken: `canary-${name}` }));
let database: Database;
let waiting: WaitingChoices;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate integrations.account_choice');
  waiting = new WaitingChoices(database.orm.em, new KeyRing([{ id: 'a', key: Buffer.alloc(32, 1) }]));
});
afterAll(() => database.close());

it('keeps accounts for this user and this session, and stores their tokens encrypted', async () => {
  await waiting.keep(owner, 'facebook', pages('one', 'two'));
  const list = await waiting.read(owner);
  expect(list).toMatchObject({ app: 'facebook', accounts: [{ remoteId: 'one' }, { remoteId: 'two' }] });
  expect(new Set(list?.accounts.map(({ id }) => id)).size).toBe(2);
  expect(await waiting.read({ ...owner, sessionId: 's2' })).toBeNull();
  expect(await waiting.read({ ...owner, userId: 'eve' })).toBeNull();
  const { rows } = await database.pool.query<{ dump: string }>(
    `select session_id || encode(wrapped || box, 'escape') as dump from integrations.account_choice`,
  );
  expect(rows[0]?.dump).not.toContain('canary');
});
it('keeps only the newest list of a user, and deletes a list only if it was not replaced', async () => {
  await waiting.keep(owner, 'facebook', pages('one', 'two'));
  const first = await waiting.read(owner);
  await waiting.keep(owner, 'linkedin', pages('three', 'four'));
  if (first) await waiting.forget(owner.userId, first);
  const second = await waiting.read(owner);
  expect(second?.app).toBe('linkedin');
  if (second) await waiting.forget(owner.userId, second);
  expect(await waiting.read(owner)).toBeNull();
});
it('does not return a list after its expiry, and then deletes it', async () => {
  await waiting.keep(owner, 'facebook', pages('one', 'two'));
  await database.pool.query(
    "update integrations.account_choice set expires_at = now() + interval '1 second'",
  );
  await waiting.sweep();
  expect(await waiting.read(owner)).not.toBeNull();
  await database.pool.query('update integrations.account_choice set expires_at = now()');
  expect(await waiting.read(owner)).toBeNull();
  await waiting.sweep();
  const { rows } = await database.pool.query('select from integrations.account_choice');
  expect(rows).toEqual([]);
});
it('does not decrypt a list that was moved to another user, or whose key is lost', async () => {
  await waiting.keep(owner, 'facebook', pages('one', 'two'));
  const rotated = new WaitingChoices(database.orm.em, new KeyRing([{ id: 'b', key: Buffer.alloc(32, 2) }]));
  expect(await rotated.read(owner)).toBeNull();
  await database.pool.query("update integrations.account_choice set owner_id = 'eve'");
  expect(await waiting.read({ ...owner, userId: 'eve' })).toBeNull();
});
