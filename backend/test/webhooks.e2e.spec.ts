import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { accountOn, targetFor, uploadFilm } from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl, type WebhookFaults } from './sandbox-control.ts';

let product: Product;
let sandbox: SandboxControl;
let database: Client;
let remoteId: string;
let ana: Creator;

beforeAll(async () => {
  product = await startProduct();
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product);
  const accounts = await ana.connect('/api/auth/twitter');
  await subscribed('twitter');
  const { body: post } = await ana.schedule(accounts, 'Bread is out of the oven');
  await ana.settled(post.id, ['posted']);
  remoteId = (await sandbox.postsWith('Bread is out'))[0]?.remoteId ?? '';
  database = new Client({ connectionString: await product.databaseUrl() });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database.end();
  await product.close();
});

/** Waits until each account of the platform was subscribed. */
const subscribed = (platform: string) =>
  eventually(async () => {
    expect(await sandbox.subscriptions(platform)).not.toEqual([]);
  }, 30);

/** The result of each delivery of one comment. */
async function webhookStatuses(
  faults: WebhookFaults,
  count: number,
  post = { platform: 'twitter', remoteId },
): Promise<readonly (number | null)[]> {
  await sandbox.webhooks(faults);
  const id = await sandbox.comment({ ...post, author: 'ben', text: 'Lovely' });
  return eventually(async () => {
    const deliveries = (await sandbox.delivered()).filter(({ commentId }) => commentId === id);
    expect(deliveries).toHaveLength(count);
    return deliveries.map(({ status }) => status);
  });
}
const digests = async () => (await database.query('select from inbox.delivery')).rowCount;

it('accepts a repeated webhook of a platform once, and none from others', async () => {
  expect(await webhookStatuses({}, 1)).toEqual([200]);
  expect(await webhookStatuses({ doubled: true, forged: true }, 3)).toEqual([401, 200, 200]);
  expect(await digests()).toBe(2);
});

it('answers a platform during a flood of forged webhooks', async () => {
  const forged = () =>
    fetch(`${product.url}/api/webhooks/meta`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': 'sha256=00' },
      body: '{}',
    });
  const answers = await Promise.all(Array.from({ length: 100 }, forged));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await webhookStatuses({ doubled: false, forged: false }, 1)).toEqual([200]);
});

it('finds an account by the name in TikTok’s webhooks after its owner has allowed comments', async () => {
  const account = accountOn(await ana.connect('/api/auth/tiktok', 'ana'), 'tiktok');
  const targets = [await targetFor(ana, account)];
  const mediaFiles = [{ mediaUrl: await uploadFilm(ana) }];
  const { body } = await ana.schedule([account], 'Bread in a film', { targets, mediaFiles });
  await ana.settled(body.id, ['posted']);
  const film = (await sandbox.postsWith('Bread in a film'))[0]?.remoteId ?? '';
  const before = await digests();
  // The product stores nothing about an unknown account.
  expect(await webhookStatuses({}, 1, { platform: 'tiktok', remoteId: film })).toEqual([200]);
  expect(await digests()).toBe(before);
  await ana.consent(account.commentsPath ?? '', { account: 'ana' });
  expect(await webhookStatuses({}, 1, { platform: 'tiktok', remoteId: film })).toEqual([200]);
  expect(await digests()).toBe((before ?? 0) + 1);
});

it('subscribes again after the platform silently ended a subscription, and gets no webhooks meanwhile', async () => {
  await sandbox.endSubscriptions('twitter');
  const unheard = await sandbox.comment({ platform: 'twitter', remoteId, author: 'ben', text: 'Anybody?' });
  // The daily check is due.
  await database.query('update integrations.webhook_subscription set due_at = now()');
  await subscribed('twitter');
  expect(await webhookStatuses({}, 1)).toEqual([200]);
  // Webhooks are delivered in order, so this one was not sent before.
  expect((await sandbox.delivered()).filter(({ commentId }) => commentId === unheard)).toEqual([]);
});

it.each([
  ['/api/auth/facebook', 'facebook'],
  ['/api/auth/facebook', 'instagram'],
  ['/api/auth/instagram-login', 'instagram'],
  ['/api/connect/linkedin', 'linkedin'],
])(
  'subscribes an account of %s on %s, and unsubscribes it when it is disconnected',
  async (path, platform) => {
    const bea = await Creator.signedIn(product);
    await sandbox.endSubscriptions(platform);
    const accounts = await bea.connect(path);
    await subscribed(platform);
    for (const { id } of accounts) await bea.client.call('DELETE', `/api/accounts/${String(id)}`);
    expect(await sandbox.subscriptions(platform)).toEqual([]);
  },
);
