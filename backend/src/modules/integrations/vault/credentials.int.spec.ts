import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { Credentials, CredentialsAreMissing } from './credentials.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
let database: Database;
let vault: Credentials;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate integrations.credential');
  vault = new Credentials(database.pool, new KeyRing([oldKey]));
});
afterAll(() => database.close());

it('keeps credentials where no dump can read them', async () => {
  await vault.merge(7, { token: 'canary-7f3a' });
  expect(await vault.read(7)).toEqual({ token: 'canary-7f3a' });
  const { rows } = await database.pool.query<{ dump: string }>(
    `select encode(wrapped || box, 'escape') || kid as dump from integrations.credential`,
  );
  expect(rows[0]?.dump).not.toContain('canary');
});
it('opens no row that was moved to another account', async () => {
  await vault.merge(7, { token: 'a' });
  await database.pool.query('update integrations.credential set account_id = 8');
  await expect(vault.read(8)).rejects.toThrow();
});
it('knows when there is nothing', async () => {
  await expect(vault.read(1)).rejects.toThrow(CredentialsAreMissing);
  await expect(vault.withCredentials(1, () => Promise.resolve({}))).rejects.toThrow(CredentialsAreMissing);
  await vault.merge(1, { token: 'a' });
  await vault.destroy(1);
  await expect(vault.read(1)).rejects.toThrow(CredentialsAreMissing);
});
it('lets one at a time change them, each on what the one before left', async () => {
  await vault.merge(7, { uses: 0 });
  const other = new Credentials(database.pool, new KeyRing([oldKey]));
  const use = (through: Credentials) =>
    through.withCredentials(7, ({ uses }) => Promise.resolve({ uses: Number(uses) + 1 }));
  await Promise.all(Array.from({ length: 8 }, (_, n) => use(n % 2 ? vault : other)));
  expect(await vault.read(7)).toEqual({ uses: 8 });
});
it('never wipes a token out by an empty one', async () => {
  await vault.merge(7, { access: 'a1', refresh: 'r1' });
  await vault.withCredentials(7, () => Promise.resolve({ access: 'a2', refresh: '' }));
  expect(await vault.read(7)).toEqual({ access: 'a2', refresh: 'r1' });
});
it('keeps the old ones when the change fails', async () => {
  await vault.merge(7, { access: 'a1' });
  await expect(vault.withCredentials(7, () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  expect(await vault.read(7)).toEqual({ access: 'a1' });
});
it('moves every row to the newest key while they are in use, and never needs the old one again', async () => {
  const ids = Array.from({ length: 450 }, (_, n) => n + 1);
  await Promise.all(ids.map((id) => vault.merge(id, { token: `t${String(id)}` })));
  const rotating = new Credentials(database.pool, new KeyRing([newKey, oldKey]));
  const [moved] = await Promise.all([
    rotating.rewrapAll(),
    ...ids.map((id) =>
      rotating.withCredentials(id, (current) => Promise.resolve({ ...current, used: true })),
    ),
  ]);
  expect(moved).toBeLessThanOrEqual(450);
  expect(await rotating.rewrapAll()).toBe(0);
  const { rows } = await database.pool.query('select distinct kid from integrations.credential');
  expect(rows).toEqual([{ kid: 'new' }]);
  const rotated = new Credentials(database.pool, new KeyRing([newKey]));
  expect(await rotated.read(450)).toEqual({ token: 't450', used: true });
});
