import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LocalChannel } from '../database/database-channel.ts';
import type { Database } from '../database/database.ts';
import { PostgresPersonalKeys, SUBJECT_KEYS } from '#infrastructure/event-log/postgres-personal-keys.ts';
import { openTestDatabase } from '../testing/database.ts';
import { KeyRing, type RingKey } from './key-ring.ts';
import { KeyRotation } from './key-rotation.ts';
import { EncryptedTables } from './encrypted-tables.ts';
import { checkKeysAreThere } from './stored-key-ids.ts';

const one = { id: 'one', key: Buffer.alloc(32, 1) };
const two = { id: 'two', key: Buffer.alloc(32, 2) };
const table = SUBJECT_KEYS.name;
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate vault.subject_key'));

/** The keys of a separate process. */
const keysUnder = (...ring: RingKey[]) =>
  new PostgresPersonalKeys(database.orm.em, new KeyRing(ring), new LocalChannel());
function rotationUnder(...ring: RingKey[]): KeyRotation {
  const tables = new EncryptedTables();
  tables.add(SUBJECT_KEYS);
  return new KeyRotation(database.pool, new KeyRing(ring), tables);
}
const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${String(n)}`);
const createKeys = (subjects: readonly string[], ...ring: RingKey[]) => {
  const keys = keysUnder(...ring);
  return Promise.all(subjects.map((subject) => keys.forWriting(subject)));
};

it('moves the keys of all people to a new master key, after which the old one can be removed', async () => {
  const subjects = people(450);
  const before = await createKeys(subjects, one);
  expect(await rotationUnder(two, one).round()).toEqual({ moved: 450, unreadable: 0, left: [] });
  const after = await keysUnder(two).forReading(subjects);
  expect(subjects.map((subject) => after.get(subject)?.export())).toEqual(before.map((key) => key?.export()));
  expect(await rotationUnder(two, one).round()).toEqual({ moved: 0, unreadable: 0, left: [] });
});
it('changes each row once when many processes rotate keys at the same time', async () => {
  await createKeys(people(450), one);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => rotationUnder(two, one).round()));
  expect(rounds.reduce((sum, { moved }) => sum + moved, 0)).toBe(450);
  expect((await rotationUnder(two, one).round()).left).toEqual([]);
});
it('continues a rotation where it was interrupted', async () => {
  await createKeys(people(450), one);
  const stop = new AbortController();
  const tables = new EncryptedTables();
  // Requests a stop while the process handles the first rows.
  tables.add({
    ...SUBJECT_KEYS,
    contextOf: (row) => {
      stop.abort();
      return SUBJECT_KEYS.contextOf(row);
    },
  });
  const interrupted = await new KeyRotation(database.pool, new KeyRing([two, one]), tables).round(
    stop.signal,
  );
  expect(interrupted).toEqual({ moved: 200, unreadable: 0, left: [{ table, kid: 'one', count: 250 }] });
  expect(await rotationUnder(two, one).round()).toEqual({ moved: 250, unreadable: 0, left: [] });
});
it('reports the remaining rows, including rows that another transaction locks', async () => {
  await createKeys(people(3), one);
  const client = await database.pool.connect();
  await client.query("begin; select from vault.subject_key where subject = 'person 1' for update");
  const round = await rotationUnder(two, one).round();
  await client.query('rollback');
  client.release();
  expect(round).toEqual({ moved: 2, unreadable: 0, left: [{ table, kid: 'one', count: 1 }] });
});
it('does not change a row that it cannot decrypt, and continues with the others', async () => {
  await createKeys(people(3), one);
  await database.pool.query(
    "update vault.subject_key set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where subject = 'person 1'",
  );
  expect(await rotationUnder(two, one).round()).toEqual({
    moved: 2,
    unreadable: 1,
    left: [{ table, kid: 'one', count: 1 }],
  });
});
it('does not change rows under a newer key, which this process does not know', async () => {
  await createKeys(people(2), two);
  await createKeys(['somebody'], one);
  expect(await rotationUnder(one).round()).toEqual({
    moved: 0,
    unreadable: 0,
    left: [{ table, kid: 'two', count: 2 }],
  });
});
it('begins no transaction when no row is under an older key', async () => {
  await createKeys(people(2), two);
  const connections = jest.spyOn(database.pool, 'connect');
  await rotationUnder(two, one).round();
  // `query` takes a connection too, but passes a callback.
  expect(connections.mock.calls.filter((given: readonly unknown[]) => given.length === 0)).toEqual([]);
  connections.mockRestore();
});
it('skips destroyed keys', async () => {
  await keysUnder(one).destroy('ana');
  expect(await rotationUnder(two, one).round()).toEqual({ moved: 0, unreadable: 0, left: [] });
  await checkKeysAreThere(database.pool, new KeyRing([two]), 'ENCRYPTION_KEYS');
});

describe('a start', () => {
  const start = (...ring: RingKey[]) =>
    checkKeysAreThere(database.pool, new KeyRing(ring), 'ENCRYPTION_KEYS');

  it('is refused while a key is missing that stored secrets need', async () => {
    await createKeys(people(3), one);
    await expect(start(two)).rejects.toThrow(
      'ENCRYPTION_KEYS lacks key one, which 3 stored secrets need: put it back behind the newest key. Remove it after Posthorn logs that all secrets are encrypted with the newest key.',
    );
    await start(two, one);
  });
  it('lists each missing key', async () => {
    await createKeys(people(2), one);
    await createKeys(['somebody'], two);
    await expect(start({ id: 'three', key: Buffer.alloc(32, 3) })).rejects.toThrow(
      'ENCRYPTION_KEYS lacks key one, which 2 stored secrets need, and key two, which one stored secret needs: ',
    );
  });
});
