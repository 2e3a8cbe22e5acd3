import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl, type Fault } from './sandbox-control.ts';

let product: Product;
let sandbox: SandboxControl;

beforeAll(async () => {
  product = await startProduct({ fast: true });
  sandbox = new SandboxControl(product.sandboxUrl);
});
afterAll(() => product.close());

let ana: Creator;
let accounts: readonly [AccountView, AccountView];
beforeEach(async () => {
  ana = await Creator.signedIn(product);
  accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
});

/** The product retries after each of these faults. */
const FAULTS_WITH_RETRY: readonly Fault[] = ['http500', 'http429', 'dropAfterAccept', 'hang', 'html'];

describe.each(['bluesky', 'mastodon'] as const)('%s', (platform) => {
  it.each(FAULTS_WITH_RETRY)('publishes the post exactly once after the fault %s', async (fault) => {
    await sandbox.fault(platform, fault, 1, 1);
    const { body } = await ana.schedule(accounts, `Through ${fault} on ${platform}`);
    const post = await ana.settled(body.id, ['posted', 'failed'], 90);
    expect(post.targets.map(({ status }) => status)).toEqual(['posted', 'posted']);
    const received = await sandbox.postsWith(`Through ${fault} on ${platform}`);
    expect(received.map((each) => each.platform).sort()).toEqual(['bluesky', 'mastodon']);
  });

  it('keeps the post for a revoked account with a hint, and publishes it on the other platform', async () => {
    await sandbox.fault(platform, 'revoked', 20);
    const { body } = await ana.schedule(accounts, `Revoked on ${platform}`);
    const post = await eventually(async () => {
      const now = await ana.post(body.id);
      const problems = Object.fromEntries(now.targets.map((each) => [each.platform, each.problem?.code]));
      const statuses = now.targets.map((each) => (each.platform === platform ? 'posted' : each.status));
      expect({ statuses, problem: problems[platform] }).toEqual({
        statuses: ['posted', 'posted'],
        problem: 'reconnect',
      });
      return now;
    }, 60);
    expect(post.status).toBe('scheduled');
    await sandbox.reset();
  });
});

it('does not use up an attempt while a platform asks the product to wait', async () => {
  await sandbox.fault('mastodon', 'http429', 2, 1);
  const { body } = await ana.schedule([accounts[1]], 'Patience');
  await ana.settled(body.id, ['posted'], 90);
  const { body: history } = await ana.client.get<HistoryView>(`/api/posts/${String(body.id)}/history`);
  expect(history.events.filter(({ type }) => type === 'PlatformPublishFailed')).toEqual([]);
});
