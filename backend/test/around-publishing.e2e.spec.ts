import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

let product: Product;
let sandbox: SandboxControl;

beforeAll(async () => {
  const readiness = { readinessTick: 200, readinessAgain: 1_000 };
  const times = { tick: 250, lease: 3_000, renewLease: 1_000, callWithin: 4_000, ...readiness };
  product = await startProduct({ env: { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times) } });
  sandbox = new SandboxControl(product.sandboxUrl);
});
afterAll(() => product.close());

let ana: Creator;
beforeEach(async () => {
  ana = await Creator.signedIn(product);
});

let accountCount = 0;
/** For each platform, a function that creates a function. The latter connects the same account of `ana` each time. */
const platforms = {
  bluesky: () => {
    const handle = `waiting${String(++accountCount)}.sandbox.test`;
    return () => ana.connectBluesky(handle);
  },
  mastodon: () => {
    const token = `waiting-${String(++accountCount)}`;
    return () => ana.connectMastodon(token);
  },
} as const;
const targetOf = ({ targets }: PostView, { id }: AccountView) => {
  const found = targets.find(({ accountId }) => accountId === id);
  if (!found) throw new Error('The post has no such account');
  return found;
};
const inMinutes = (minutes: number) => ({
  scheduledFor: new Date(Date.now() + minutes * 60_000).toISOString(),
});
const history = async (id: number) =>
  (await ana.client.get<HistoryView>(`/api/posts/${String(id)}/history`)).body.events;
const typesOf = async (id: number) => (await history(id)).map(({ type }) => type);
const removalPath = (post: number, { id }: AccountView) =>
  `/api/posts/${String(post)}/targets/${String(id)}/remote`;

describe.each(Object.keys(platforms) as (keyof typeof platforms)[])('%s', (platform) => {
  it('keeps a post whose account was revoked, and publishes it once after the user connects the account again', async () => {
    const connect = platforms[platform]();
    const account = await connect();
    const other = await ana.connectMastodon();
    await sandbox.revoke(account);
    const words = `Waits on ${platform} ${String(accountCount)}`;
    const { body } = await ana.schedule([account], words);
    await eventually(async () => {
      expect(targetOf(await ana.post(body.id), account).problem).toMatchObject({
        code: 'reconnect',
        message: 'Reconnect this account in Settings. The post waits.',
      });
    });
    const { body: otherPost } = await ana.schedule([other], `${words}, elsewhere`);
    await ana.settled(otherPost.id, ['posted']);
    expect(await sandbox.postsWith(`${words}\n`)).toEqual([]);

    await sandbox.allow(account);
    expect((await connect()).id).toBe(account.id);
    await ana.settled(body.id, ['posted'], 20);
    expect(await sandbox.postsWith(`${words}\n`)).toHaveLength(1);
    const types = await typesOf(body.id);
    expect(types).toEqual(expect.arrayContaining(['PublishPostponed', 'PublicationResumed']));
    expect(types).not.toContain('PlatformPublishFailed');
  });

  it('warns before the due time that the account was revoked, until the user connects it again', async () => {
    const connect = platforms[platform]();
    const account = await connect();
    await sandbox.revoke(account);
    const { body } = await ana.schedule([account], `Warned on ${platform}`, inMinutes(10));
    const warning = async () => targetOf(await ana.post(body.id), account).warning;
    await eventually(async () => {
      expect((await warning())?.code).toBe('reconnect');
    });
    const [, warned] = await history(body.id);
    expect(warned).toMatchObject({ type: 'PublicationWarned', actor: { kind: 'system' } });
    const { body: accounts } = await ana.client.get<readonly AccountView[]>('/api/connected-accounts');
    expect(accounts.find(({ id }) => id === account.id)?.status).toBe('needs-reconnect');

    await sandbox.allow(account);
    await connect();
    await eventually(async () => {
      expect(await warning()).toBeNull();
    });
    expect(targetOf(await ana.post(body.id), account).status).toBe('scheduled');
  });

  it('deletes a published post on its platform, and reports the deletion', async () => {
    const account = await platforms[platform]()();
    const words = `Gone from ${platform} ${String(accountCount)}`;
    const { body } = await ana.schedule([account], words);
    expect((await ana.client.call('DELETE', removalPath(body.id, account))).status).toBe(409);
    await ana.settled(body.id, ['posted']);
    expect(await sandbox.postsWith(words)).toHaveLength(1);

    const requested = await ana.client.call<PostView>('DELETE', removalPath(body.id, account));
    expect(requested.status).toBe(202);
    expect(targetOf(requested.body, account).remoteDeletion).toBe('requested');
    await eventually(async () => {
      expect(targetOf(await ana.post(body.id), account)).toMatchObject({
        status: 'posted',
        remoteDeletion: 'deleted',
        permalink: null,
      });
    });
    expect(await sandbox.postsWith(words)).toEqual([]);
    const newest = (await history(body.id)).slice(-3);
    expect(newest.map(({ type, actor }) => `${actor.name}: ${type}`)).toEqual([
      'You: RemoteDeletionRequested',
      'System: RemoteDeletionAttempted',
      'System: RemotePostDeleted',
    ]);
    expect((await ana.client.call('DELETE', removalPath(body.id, account))).status).toBe(409);
  });
});

it('continues the deletion of a post after a power cut, and after its account was unavailable', async () => {
  const connect = platforms.mastodon();
  const account = await connect();
  const { body } = await ana.schedule([account], 'Gone after a power cut');
  await ana.settled(body.id, ['posted']);
  await sandbox.revoke(account);
  expect((await ana.client.call('DELETE', removalPath(body.id, account))).status).toBe(202);
  await product.kill();
  await product.restart();
  const targetNow = async () => targetOf(await ana.post(body.id), account);
  // The lease of the killed worker must expire first, a minute after its last renewal.
  await eventually(async () => {
    expect((await targetNow()).remoteDeletionProblem?.code).toBe('reconnect');
  }, 180);
  expect(await sandbox.postsWith('Gone after a power cut')).toHaveLength(1);
  await sandbox.allow(account);
  await connect();
  await eventually(async () => {
    expect((await targetNow()).remoteDeletion).toBe('deleted');
  }, 60);
  expect(await sandbox.postsWith('Gone after a power cut')).toEqual([]);
}, 330_000);

it('publishes a post once even if power cuts happened while the post waited for its account', async () => {
  const connect = platforms.bluesky();
  const account = await connect();
  await sandbox.revoke(account);
  const { body } = await ana.schedule([account], 'Waited in the dark');
  await eventually(async () => {
    expect(targetOf(await ana.post(body.id), account).problem?.code).toBe('reconnect');
  });
  await product.kill();
  await product.restart();
  await sandbox.allow(account);
  await connect();
  await product.kill();
  await product.restart();
  await ana.settled(body.id, ['posted'], 60);
  expect(await sandbox.postsWith('Waited in the dark')).toHaveLength(1);
});
