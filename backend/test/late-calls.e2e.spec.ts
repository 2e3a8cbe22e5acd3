import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

// The network delays a call until after its timeout. The server ignores idempotency keys.

let product: Product;
let sandbox: SandboxControl;

beforeAll(async () => {
  const times = {
    tick: 250,
    lease: 3_000,
    renewLease: 1_000,
    callWithin: 1_500,
    firstLookUp: 200,
    longestLookUp: 1_000,
    visibility: 500,
    lateCall: 12_000,
    lookAgain: 10_000,
  };
  product = await startProduct({ env: { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times) } });
  sandbox = new SandboxControl(product.sandboxUrl);
});
afterAll(() => product.close());

let ana: Creator;
let account: AccountView;
beforeEach(async () => {
  ana = await Creator.signedIn(product);
  account = await ana.connectMastodon(undefined, 'https://no-idempotency.mastodon.sandbox.test');
});

const targetOf = ({ targets }: PostView): TargetView => targets[0] as TargetView;
const eventTypes = async (id: number) => {
  const { body } = await ana.client.get<HistoryView>(`/api/posts/${String(id)}/history`);
  return body.events.map(({ type }) => type);
};
const waitForTarget = (id: number, isReached: (current: TargetView) => boolean) =>
  eventually(async () => {
    const current = targetOf(await ana.post(id));
    if (!isReached(current)) throw new Error(JSON.stringify(current));
    return current;
  }, 60);

it('finds the post of a call that arrives late, and sends the post only once', async () => {
  await sandbox.fault('mastodon', 'hold');
  const { body } = await ana.schedule([account], 'Held up for a while');
  const waiting = await waitForTarget(body.id, ({ status }) => status === 'unknown');
  expect(waiting.lookUntil).not.toBeNull();
  await eventually(async () => {
    expect(await eventTypes(body.id)).toContain('PublishLookedUp');
  }, 30);
  await sandbox.release();
  await waitForTarget(body.id, ({ status }) => status === 'posted');
  expect(await sandbox.postsWith('Held up for a while')).toHaveLength(1);
  expect((await eventTypes(body.id)).filter((type) => type === 'PublishAttemptStarted')).toHaveLength(1);
});

it('reports a second copy when the first call arrives after a retry, and deletes the chosen copy', async () => {
  await sandbox.fault('mastodon', 'hold');
  const { body } = await ana.schedule([account], 'Held up for longer');
  await waitForTarget(body.id, ({ status }) => status === 'posted');
  await sandbox.release();
  const posted = await waitForTarget(body.id, ({ duplicates }) => duplicates.length === 1);
  const received = await sandbox.postsWith('Held up for longer');
  const [second] = posted.duplicates;
  expect(received.map(({ remoteId }) => remoteId).sort()).toEqual([posted.remoteId, second?.remoteId].sort());
  await eventually(async () => {
    expect((await eventTypes(body.id)).slice(-2)).toEqual(['DuplicateDetected', 'DuplicateSearchEnded']);
  }, 30);
  const path = `/api/posts/${String(body.id)}/targets/${String(account.id)}/remote`;
  const query = new URLSearchParams({ remoteId: second?.remoteId ?? '' }).toString();
  expect((await ana.client.call('DELETE', `${path}?${query}`)).status).toBe(202);
  await waitForTarget(body.id, ({ duplicates }) => duplicates[0]?.remoteDeletion === 'deleted');
  expect((await sandbox.postsWith('Held up for longer')).map(({ remoteId }) => remoteId)).toEqual([
    posted.remoteId,
  ]);
});

it('sends again immediately when the user accepts the risk, and records that user', async () => {
  await sandbox.fault('mastodon', 'hold');
  const { body } = await ana.schedule([account], 'At own risk');
  await waitForTarget(body.id, ({ status }) => status === 'unknown');
  const path = `/api/posts/${String(body.id)}/targets/${String(account.id)}/retry`;
  const { body: retried } = await ana.client.post<PostView>(path, { atOwnRisk: true });
  expect(targetOf(retried).status).not.toBe('unknown');
  await waitForTarget(body.id, ({ status }) => status === 'posted');
  const { body: history } = await ana.client.get<HistoryView>(`/api/posts/${String(body.id)}/history`);
  expect(history.events.find(({ type }) => type === 'PublishRetryRequested')).toMatchObject({
    actor: { name: 'You' },
    data: { atOwnRisk: true },
  });
});
