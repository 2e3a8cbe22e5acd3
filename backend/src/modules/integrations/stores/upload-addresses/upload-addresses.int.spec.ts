import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { UploadAddressVault } from './upload-addresses.ts';

const ring = new KeyRing([{ id: 'a', key: Buffer.alloc(32, 1) }]);
const ADDRESS = 'https://upload.example/session?upload_id=canary-7f3a';
let database: Database;
let vault: UploadAddressVault;

beforeAll(async () => {
  database = await openTestDatabase();
  vault = new UploadAddressVault(database.orm.em, ring);
});
afterAll(() => database.close());

it('encrypts an upload URL, and returns it only for its name and account', async () => {
  const name = await vault.keep(7, ADDRESS);
  expect(name).not.toContain('canary');
  const { rows } = await database.pool.query<{ dump: string }>(
    `select name::text || encode(wrapped || box, 'escape') as dump from integrations.upload_address`,
  );
  expect(rows[0]?.dump).not.toContain('canary');
  expect(await vault.open(7, name)).toBe(ADDRESS);
  expect(await vault.open(8, name)).toBeNull();
  await database.pool.query('update integrations.upload_address set account_id = 8 where name = $1', [name]);
  expect(await vault.open(8, name)).toBeNull();
});
it.each(['', 'nothing', '00000000-0000-4000-8000-000000000000'])(
  'does not find an upload URL with the name "%s"',
  async (name) => {
    expect(await vault.open(7, name)).toBeNull();
  },
);
it('does not return an upload URL when its master key is lost', async () => {
  const name = await vault.keep(7, ADDRESS);
  const rotated = new UploadAddressVault(
    database.orm.em,
    new KeyRing([{ id: 'b', key: Buffer.alloc(32, 2) }]),
  );
  expect(await rotated.open(7, name)).toBeNull();
});
it('deletes the upload URLs of one account, and all upload URLs that are older than seven days', async () => {
  const [own, other, old] = await Promise.all([
    vault.keep(1, ADDRESS),
    vault.keep(2, ADDRESS),
    vault.keep(2, ADDRESS),
  ]);
  await vault.forget(1);
  expect(await vault.open(1, own)).toBeNull();
  await database.pool.query(
    "update integrations.upload_address set kept_at = now() - interval '7 days 1 second' where name = $1",
    [old],
  );
  await vault.sweep();
  expect(await vault.open(2, other)).toBe(ADDRESS);
  expect(await vault.open(2, old)).toBeNull();
});
