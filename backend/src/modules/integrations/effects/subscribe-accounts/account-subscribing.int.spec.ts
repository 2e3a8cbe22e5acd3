import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { textOf } from '#connectors/kit/json.ts';
import { refused, unknown } from '#connectors/kit/outcomes.ts';
import type {
  AccountSubscriptions,
  SubscribeOutcome,
  SubscriptionState,
} from '#connectors/contract/subscription.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';
import { DisconnectAccount } from '../../features/disconnect-account/disconnect-account.command.ts';
import { AccountSubscriptionLoop } from './subscription-loop.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

/** A platform that sends webhooks for subscribed places. A place is the key for what is subscribed, for example a page. */
class WebhookPlatform implements AccountSubscriptions {
  missing: string | null = null;
  readonly appOf = () => 'facebook' as const;
  readonly subscribed = new Set<string>();
  readonly requests: string[] = [];
  /** The outcome of the next call. */
  next: (place: string) => Promise<SubscribeOutcome> = (place) => this.take(place);
  state: SubscriptionState | null = null;

  take(place: string): Promise<SubscribeOutcome> {
    this.subscribed.add(place);
    return Promise.resolve({ kind: 'done' });
  }

  async look(...[access, address]: Parameters<AccountSubscriptions['look']>): Promise<SubscriptionState> {
    const place = placeIn(await access.credentials());
    this.requests.push(`look ${place} ${address}`);
    return this.state ?? { kind: this.subscribed.has(place) ? 'subscribed' : 'missing', place };
  }

  async subscribe(...[access]: Parameters<AccountSubscriptions['subscribe']>): Promise<SubscribeOutcome> {
    const place = placeIn(await access.credentials());
    this.requests.push(`subscribe ${place}`);
    const { next } = this;
    this.next = (nextPlace) => this.take(nextPlace);
    return next(place);
  }

  async end(...[access]: Parameters<AccountSubscriptions['end']>): Promise<void> {
    const place = placeIn(await access.credentials());
    this.requests.push(`end ${place}`);
    this.subscribed.delete(place);
  }

  get calls(): readonly string[] {
    return this.requests.filter((call) => call.startsWith('subscribe'));
  }
}
const placeIn = (credentials: Parameters<AccountSubscriptions['appOf']>[0]) =>
  textOf(credentials['place']) ?? '';

let product: ScriptedAccounts;
let platform: WebhookPlatform;
let count = 0;
beforeAll(async () => {
  const keys = { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 's' };
  product = await ScriptedAccounts.start(new Date(), { ...keys, PUBLIC_URL: 'https://posts.example' });
}, 60_000);
afterAll(() => product.close());
beforeEach(async () => {
  platform = new WebhookPlatform();
  product.script.subscriptions = platform;
  await product.pool.query('truncate integrations.webhook_subscription');
});

const rows = () => product.booted.app.get(SubscriptionRows);
const round = () => product.booted.app.get(AccountSubscriptionLoop).round();
async function connectAccount(
  place = `place${String(++count)}`,
  remoteId = `r${String(++count)}`,
): Promise<number> {
  const ownerId = 'patron';
  const accountId = await product.connected(ownerId, remoteId, { accessToken: 'a', place });
  await rows().requestCheck({ accountId, ownerId, platform: 'pinterest' });
  return accountId;
}
const makeDue = () => product.pool.query('update integrations.webhook_subscription set due_at = now()');
const stateOf = async (id: number) => (await rows().all()).find(({ accountId }) => accountId === id);

it('queries the platform first, subscribes once, and keeps the subscription on the next days', async () => {
  const id = await connectAccount('p1');
  expect(await stateOf(id)).toMatchObject({ subscribedAt: null, trouble: null });
  await round();
  expect(platform.requests).toEqual(['look p1 https://posts.example/api/webhooks/meta', 'subscribe p1']);
  const { subscribedAt } = (await stateOf(id)) ?? {};
  expect(subscribedAt).toEqual(expect.any(String));
  await round();
  expect(platform.requests).toHaveLength(2);
  await makeDue();
  await round();
  expect(platform.requests).toHaveLength(3);
  expect(platform.calls).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ subscribedAt, isOpen: false });
});
it.each([
  ['was lost', () => Promise.resolve(unknown('timeout', null))],
  ['never came because the worker died', () => Promise.reject(new Error('killed'))],
] as const)(
  'queries the platform after a subscribe call whose response %s, before it repeats the call',
  async (_why, loseResponse) => {
    const alreadySubscribed = await connectAccount('taken');
    platform.next = async (place) => {
      await platform.take(place);
      return loseResponse();
    };
    await round();
    expect(await stateOf(alreadySubscribed)).toMatchObject({ isOpen: true, subscribedAt: null });
    await makeDue();
    await round();
    expect(platform.calls).toEqual(['subscribe taken']);
    expect(await stateOf(alreadySubscribed)).toMatchObject({
      isOpen: false,
      trouble: null,
      subscribedAt: expect.any(String),
    });

    const unsubscribed = await connectAccount('untaken');
    platform.next = loseResponse;
    await round();
    await makeDue();
    await round();
    expect(platform.calls.filter((call) => call.endsWith('untaken'))).toHaveLength(2);
    expect(await stateOf(unsubscribed)).toMatchObject({ isOpen: false, subscribedAt: expect.any(String) });
  },
);
it('subscribes again, at most once an hour, when webhooks did not arrive because the subscription is missing', async () => {
  const id = await connectAccount('lost');
  await round();
  platform.subscribed.delete('lost');
  await rows().lookSoon(id);
  await round();
  // A check happens at most once an hour.
  expect(platform.calls).toHaveLength(1);
  await product.pool.query(
    "update integrations.webhook_subscription set looked_at = now() - interval '1 hour'",
  );
  await rows().lookSoon(id);
  await round();
  expect(platform.calls).toHaveLength(2);
});
it('skips an account without the permission, and tries again after a new consent', async () => {
  const id = await connectAccount('unpermitted');
  platform.next = () => Promise.resolve(refused('permission-missing', 'Requires more', false));
  await round();
  expect(await stateOf(id)).toMatchObject({
    trouble: 'permission-missing',
    words: 'Requires more',
    subscribedAt: null,
  });
  expect(product.eventTypesOf(id)).not.toContain('AccountNeedsReconnect');
  await round();
  expect(platform.calls).toHaveLength(1);
  await rows().requestAnotherCheck(id);
  await round();
  expect(await stateOf(id)).toMatchObject({ trouble: null, subscribedAt: expect.any(String) });
});
it("does not call the platform while the operator's configuration is incomplete, and checks again at the next start", async () => {
  const id = await connectAccount('unset');
  platform.missing = 'set SOMETHING';
  await round();
  expect(platform.requests).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ trouble: 'not-configured', words: 'set SOMETHING' });
  platform.missing = null;
  await round();
  expect(platform.requests).toEqual([]);
  await rows().lookAtUnconfigured();
  await round();
  expect(platform.calls).toEqual(['subscribe unset']);
});
it('does not subscribe when the account has changed to an unconfigured app, and waits for the next start', async () => {
  const id = await connectAccount('moved');
  Object.assign(platform, { appOf: () => (platform.requests.length === 0 ? 'facebook' : 'x') });
  await round();
  expect(platform.calls).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ trouble: 'not-configured', isOpen: false });
  const { rows: waiting } = await product.pool.query(
    'select from integrations.webhook_subscription where due_at is not null',
  );
  expect(waiting).toEqual([]);
});
it('ends a shared subscription when its last account is disconnected', async () => {
  const [firstAccount, lastAccount] = [await connectAccount('shared'), await connectAccount('shared')];
  await round();
  await product.execute(new DisconnectAccount('patron', firstAccount));
  expect(platform.requests.filter((call) => call.startsWith('end'))).toEqual([]);
  expect(platform.subscribed.has('shared')).toBe(true);
  await product.execute(new DisconnectAccount('patron', lastAccount));
  expect(platform.subscribed.has('shared')).toBe(false);
  expect(await rows().all()).toEqual([]);
});
