import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { ServerAppVault } from './server-apps.ts';

const ring = new KeyRing([{ id: 'a', key: Buffer.alloc(32, 1) }]);
const APP = { id: 'canary-id-1', secret: 'canary-secret-1' };
const OTHER = { id: 'canary-id-2', secret: 'canary-secret-2' };
let count = 0;
let database: Database;
let vault: ServerAppVault;
const newName = () => `https://server${String(++count)}.example https://posthorn.example/callback write`;

beforeAll(async () => {
  database = await openTestDatabase();
  vault = new ServerAppVault(database.orm.em, ring);
});
afterAll(() => database.close());

it('stores the keys of an application encrypted', async () => {
  const name = newName();
  expect(await vault.find(name)).toBeNull();
  expect(await vault.keep(name, APP)).toEqual(APP);
  const { rows } = await database.pool.query<{ dump: string }>(
    "select name || encode(wrapped || box, 'escape') as dump from integrations.server_app",
  );
  expect(rows.map(({ dump }) => dump).join()).not.toContain('canary');
  expect(await vault.find(name)).toEqual(APP);
});
it('does not decrypt a row that was moved to another server', async () => {
  const [name, other] = [newName(), newName()];
  await vault.keep(name, APP);
  await database.pool.query('update integrations.server_app set name = $2 where name = $1', [name, other]);
  expect(await vault.find(other)).toBeNull();
});
it('uses one of several applications that were registered at the same time', async () => {
  const name = newName();
  const registered = Array.from({ length: 8 }, (_, index) => ({ id: String(index), secret: 's' }));
  const used = await Promise.all(registered.map((app) => vault.keep(name, app)));
  expect(new Set(used.map(({ id }) => id)).size).toBe(1);
  expect(await vault.find(name)).toEqual(used[0]);
});
it('deletes a lost application, but not the application that replaced it', async () => {
  const name = newName();
  await vault.keep(name, APP);
  await vault.forget(name, APP);
  expect(await vault.keep(name, OTHER)).toEqual(OTHER);
  await vault.forget(name, APP);
  expect(await vault.find(name)).toEqual(OTHER);
});
it('allows a new application when the first cannot be decrypted', async () => {
  const name = newName();
  await vault.keep(name, APP);
  const rotated = new ServerAppVault(database.orm.em, new KeyRing([{ id: 'b', key: Buffer.alloc(32, 2) }]));
  expect(await rotated.find(name)).toBeNull();
  expect(await rotated.keep(name, OTHER)).toEqual(OTHER);
  expect(await rotated.find(name)).toEqual(OTHER);
});
