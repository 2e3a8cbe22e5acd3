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

it('creates one key for each person, however many callers ask at once', async () => {
  const made = await Promise.all(
    [keys, keysOfAnotherProcess(), keysOfAnotherProcess()].map((each) => each.forWriting('ana')),
  );
  expect(new Set(made.map(hex)).size).toBe(1);
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
it('lets no other process use a destroyed key', async () => {
  const channel = new LocalChannel();
  const [here, there] = [keysOfAnotherProcess(channel), keysOfAnotherProcess(channel)];
  await here.forWriting('ana');
  expect((await there.forReading(['ana'])).size).toBe(1);
  await here.destroy('ana');
  expect((await there.forReading(['ana'])).size).toBe(0);
  expect(await there.forWriting('ana')).toBeNull();
});
it('lets no late query bring a destroyed key back', async () => {
  await keys.forWriting('ana');
  const there = keysOfAnotherProcess();
  const query = database.pool.query.bind(database.pool);
  const asked = jest.spyOn(database.pool, 'query').mockImplementationOnce((async (...args: [string, []]) => {
    const rows = await query(...args);
    await there.destroy('ana');
    return rows;
  }) as never);
  await there.forReading(['ana']);
  asked.mockRestore();
  expect((await there.forReading(['ana'])).size).toBe(0);
  expect(await there.forWriting('ana')).toBeNull();
});
it('destroys a key permanently', async () => {
  await keys.forWriting('ana');
  await keys.destroy('ana');
  await keys.destroy('ana');
  expect(await keys.forWriting('ana')).toBeNull();
  expect(await keysOfAnotherProcess().forWriting('ana')).toBeNull();
  expect(await keysOfAnotherProcess().forReading(['ana'])).toEqual(new Map());
});
