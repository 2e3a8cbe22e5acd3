import type { KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { LocalChannel, type DatabaseChannel } from '#infrastructure/database/database-channel.ts';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { PostgresPersonalKeys } from './postgres-personal-keys.ts';

const one = { id: 'one', key: Buffer.alloc(32, 1) };
let database: Database;
let keys: PostgresPersonalKeys;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate vault.subject_key');
  keys = keysOfAnotherProcess();
});

/** The keys of another process, or after a restart. */
const keysOfAnotherProcess = (channel: DatabaseChannel = new LocalChannel()) =>
  new PostgresPersonalKeys(database.orm.em, new KeyRing([one]), channel);

const hex = (key: KeyObject | null | undefined) => key?.export().toString('hex');
const hexKeys = (found: ReadonlyMap<string, KeyObject>) =>
  [...found].map(([subject, key]) => [subject, hex(key)]);

it('creates only one key for a person when several callers request it at the same time', async () => {
  const createdKeys = await Promise.all(
    [keys, keysOfAnotherProcess(), keysOfAnotherProcess()].map((each) => each.forWriting('ana')),
  );
  expect(new Set(createdKeys.map(hex)).size).toBe(1);
});
it('reads the existing keys and leaves out the others', async () => {
  const key = await keys.forWriting('ana');
  expect(hexKeys(await keysOfAnotherProcess().forReading(['ana', 'nobody']))).toEqual([['ana', hex(key)]]);
});
it('stores keys in the database only encrypted with the master key', async () => {
  const key = await keys.forWriting('ana');
  const { rows } = await database.pool.query<{ row: string }>(
    `select t::text as row from vault.subject_key t`,
  );
  expect(rows[0]?.row).not.toContain(hex(key));
});
it('does not let another process use a destroyed key', async () => {
  const channel = new LocalChannel();
  const [first, second] = [keysOfAnotherProcess(channel), keysOfAnotherProcess(channel)];
  await first.forWriting('ana');
  expect((await second.forReading(['ana'])).size).toBe(1);
  await first.destroy('ana');
  expect((await second.forReading(['ana'])).size).toBe(0);
  expect(await second.forWriting('ana')).toBeNull();
});
it('does not let a late query bring back a destroyed key', async () => {
  await keys.forWriting('ana');
  const otherKeys = keysOfAnotherProcess();
  const query = database.pool.query.bind(database.pool);
  const querySpy = jest.spyOn(database.pool, 'query').mockImplementationOnce((async (
    ...args: [string, []]
  ) => {
    const rows = await query(...args);
    await otherKeys.destroy('ana');
    return rows;
  }) as never);
  await otherKeys.forReading(['ana']);
  querySpy.mockRestore();
  expect((await otherKeys.forReading(['ana'])).size).toBe(0);
  expect(await otherKeys.forWriting('ana')).toBeNull();
});
it('destroys a key permanently', async () => {
  await keys.forWriting('ana');
  await keys.destroy('ana');
  await keys.destroy('ana');
  expect(await keys.forWriting('ana')).toBeNull();
  expect(await keysOfAnotherProcess().forWriting('ana')).toBeNull();
  expect(await keysOfAnotherProcess().forReading(['ana'])).toEqual(new Map());
});
