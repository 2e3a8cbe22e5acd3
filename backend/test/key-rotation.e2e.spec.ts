import { randomBytes } from 'node:crypto';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { inDatabase } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

// Follows docs/how-to/operate.md: each test starts from the state that the previous test left.
const ANA = 'ana@rotation.example';
const oldKey = `k1:${randomBytes(32).toString('base64')}`;
const newKey = `k2:${randomBytes(32).toString('base64')}`;

let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let accounts: readonly AccountView[];
let userId: string;
let post: number;

beforeAll(async () => {
  product = await startProduct({ fast: true, env: { ENCRYPTION_KEYS: oldKey, LOG_LEVEL: 'info' } });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, ANA);
  userId = (await ana.client.get<{ id: string }>('/api/auth/user')).body.id;
  accounts = [await ana.connectBluesky(), await ana.connectMastodon(), await ana.connectMastodon()];
  // Registers the product's application at that server.
  await ana.client.post('/api/auth/mastodon/authorize', { instance: 'mastodon.sandbox.test' });
  post = (await ana.schedule(accounts.slice(0, 2), 'Written under the old key')).body.id;
  await ana.settled(post, ['posted']);
});
afterAll(() => product.close());

const usedKeyIds = () =>
  inDatabase(product, async (client) => {
    const { rows } = await client.query<{ kid: string }>(
      `select kid from vault.subject_key where wrapped is not null union select kid from integrations.credential
       union select kid from identity.secret union select kid from integrations.server_app order by kid`,
    );
    return rows.map(({ kid }) => kid);
  });
const targetOf = async (id: number, { id: accountId }: AccountView) =>
  (await ana.post(id)).targets.find((target) => target.accountId === accountId);
const historyOf = async (id: number) =>
  (await ana.client.get<HistoryView>(`/api/posts/${String(id)}/history`)).text;

it('does not start without a key that secrets need, and names the key and the number of secrets', async () => {
  expect(await usedKeyIds()).toEqual(['k1']);
  await product.stop();
  await expect(product.restart({ ENCRYPTION_KEYS: newKey })).rejects.toThrow(
    /^ENCRYPTION_KEYS lacks key k1, which \d+ stored secrets need: put it back behind the newest key\. Remove it/mu,
  );
});

it('re-encrypts all secrets with a new first key, and logs when it has finished', async () => {
  await product.restart({ ENCRYPTION_KEYS: `${newKey},${oldKey}` });
  await eventually(() => {
    expect(product.output()).toContain('All secrets are encrypted with the newest key');
    return Promise.resolve();
  });
  expect(await usedKeyIds()).toEqual(['k2']);
  expect(await historyOf(post)).toContain('Written under the old key');
});

it('reads and publishes everything after the old key was removed', async () => {
  await product.stop();
  await product.restart({ ENCRYPTION_KEYS: newKey });
  expect(await historyOf(post)).toContain('Written under the old key');
  const { body } = await ana.schedule(accounts.slice(0, 2), 'Written under the new key');
  await ana.settled(body.id, ['posted']);
  expect(await sandbox.postsWith('Written under the new key')).toHaveLength(2);
  // The product still finds Ana's e-mail address: the digest of an e-mail address depends on a key as well.
  const signedInAgain = await Creator.signedIn(product, ANA);
  expect((await signedInAgain.client.get<{ id: string }>('/api/auth/user')).body.id).toBe(userId);
});

it('asks the user to reconnect an account whose stored credentials are those of another account', async () => {
  const [, swapped, other] = accounts;
  if (!swapped || !other) throw new Error('Three accounts are connected.');
  await inDatabase(product, (client) =>
    client.query(
      `update integrations.credential c set kid = o.kid, wrapped = o.wrapped, box = o.box
       from integrations.credential o where c.account_id = $1 and o.account_id = $2`,
      [swapped.id, other.id],
    ),
  );
  const { body } = await ana.schedule([swapped], 'Sent by nobody');
  await eventually(async () => {
    expect((await targetOf(body.id, swapped))?.problem?.code).toBe('reconnect');
  });
  const { body: accountsNow } = await ana.client.get<readonly AccountView[]>('/api/connected-accounts');
  expect(accountsNow.find(({ id }) => id === swapped.id)?.status).toBe('needs-reconnect');
  expect(await sandbox.postsWith('Sent by nobody')).toEqual([]);
});

it('publishes nothing for a user whose key was destroyed', async () => {
  const [account] = accounts;
  if (!account) throw new Error('Three accounts are connected.');
  const scheduledFor = new Date(Date.now() + 30_000).toISOString();
  const { body } = await ana.schedule([account], 'Gone before its time', { scheduledFor });
  await inDatabase(product, (client) =>
    client.query(
      `update vault.subject_key set wrapped = null, box = null, kid = '', destroyed_at = now() where subject = $1`,
      [userId],
    ),
  );
  await product.stop();
  await product.restart({ ENCRYPTION_KEYS: newKey });
  const settled = await ana.settled(body.id, ['failed']);
  expect(settled.targets.map(({ problem }) => problem?.code)).toEqual(['erased']);
  for (const text of ['Gone before its time', '[erased]']) expect(await sandbox.postsWith(text)).toEqual([]);
  expect(await historyOf(post)).not.toContain('Written under');
});
