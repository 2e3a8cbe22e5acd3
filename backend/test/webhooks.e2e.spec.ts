import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { accountOn, targetFor, uploadVideo } from './all-platforms.ts';
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
  await waitForSubscription('twitter');
  const { body: post } = await ana.schedule(accounts, 'Bread is out of the oven');
  await ana.settled(post.id, ['posted']);
  remoteId = (await sandbox.postsWith('Bread is out'))[0]?.remoteId ?? '';
  database = new Client({ connectionString: await product.databaseUrl() });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await product.close();
});

/** Waits until the platform has a subscription. */
const waitForSubscription = (platform: string) =>
  eventually(async () => {
    expect(await sandbox.subscriptions(platform)).not.toEqual([]);
  }, 30);

/** Returns the status of each webhook about one new comment. */
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
const countStored = async () => (await database.query('select from inbox.delivery')).rowCount;

it('stores a repeated webhook once, and refuses a forged webhook', async () => {
  expect(await webhookStatuses({}, 1)).toEqual([200]);
  expect(await webhookStatuses({ doubled: true, forged: true }, 3)).toEqual([401, 200, 200]);
  expect(await countStored()).toBe(2);
});

it('accepts a genuine webhook after a flood of forged webhooks', async () => {
  const sendForged = () =>
    fetch(`${product.url}/api/webhooks/meta`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': 'sha256=00' },
      body: '{}',
    });
  const responses = await Promise.all(Array.from({ length: 100 }, sendForged));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await webhookStatuses({ doubled: false, forged: false }, 1)).toEqual([200]);
});

it('accepts TikTok’s webhooks for an account only after its owner has allowed comments', async () => {
  const account = accountOn(await ana.connect('/api/auth/tiktok', 'ana'), 'tiktok');
  const targets = [await targetFor(ana, account)];
  const mediaFiles = [{ mediaUrl: await uploadVideo(ana) }];
  const { body } = await ana.schedule([account], 'Bread in a film', { targets, mediaFiles });
  await ana.settled(body.id, ['posted']);
  const video = (await sandbox.postsWith('Bread in a film'))[0]?.remoteId ?? '';
  const storedBefore = await countStored();
  // The product stores nothing about an unknown account.
  expect(await webhookStatuses({}, 1, { platform: 'tiktok', remoteId: video })).toEqual([200]);
  expect(await countStored()).toBe(storedBefore);
  await ana.consent(account.commentsPath ?? '', { account: 'ana' });
  expect(await webhookStatuses({}, 1, { platform: 'tiktok', remoteId: video })).toEqual([200]);
  expect(await countStored()).toBe((storedBefore ?? 0) + 1);
});

it('subscribes again at the daily check after a platform silently ended the subscription', async () => {
  await sandbox.endSubscriptions('twitter');
  const missedComment = await sandbox.comment({
    platform: 'twitter',
    remoteId,
    author: 'ben',
    text: 'Anybody?',
  });
  // Makes the daily check due now.
  await database.query('update integrations.webhook_subscription set due_at = now()');
  await waitForSubscription('twitter');
  expect(await webhookStatuses({}, 1)).toEqual([200]);
  // The sandbox delivers webhooks in order, so it will not send this one later.
  expect((await sandbox.delivered()).filter(({ commentId }) => commentId === missedComment)).toEqual([]);
});

it.each([
  ['/api/auth/facebook', 'facebook'],
  ['/api/auth/facebook', 'instagram'],
  ['/api/auth/instagram-login', 'instagram'],
  ['/api/connect/linkedin', 'linkedin'],
])(
  'subscribes accounts that were connected through %s on %s, and unsubscribes them when the user disconnects them',
  async (path, platform) => {
    const bea = await Creator.signedIn(product);
    await sandbox.endSubscriptions(platform);
    const accounts = await bea.connect(path);
    await waitForSubscription(platform);
    for (const { id } of accounts) await bea.client.call('DELETE', `/api/accounts/${String(id)}`);
    expect(await sandbox.subscriptions(platform)).toEqual([]);
  },
);
