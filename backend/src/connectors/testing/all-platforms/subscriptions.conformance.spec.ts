import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { RemoteAccount } from '../../contract/connector.ts';
import type { AccountSubscriptions } from '../../contract/subscription.ts';
import { MemoryAccess } from '../account-access.ts';
import { ConformanceWorld } from '../conformance/conformance-world.ts';

type Subject = Readonly<{
  platform: Platform;
  app?: AppName;
  webhookName: string;
  /** The scope that a subscription needs; empty: none. */
  neededScope: string;
  /** Chooses the account, if only some accounts of the platform can be subscribed. */
  canSubscribe?: (account: RemoteAccount) => boolean;
}>;
const isOrganization = ({ remoteId }: RemoteAccount) => remoteId.startsWith('urn:li:organization:');
const SUBJECTS: readonly Subject[] = [
  { platform: 'facebook', webhookName: 'meta', neededScope: 'pages_manage_metadata' },
  { platform: 'instagram', app: 'facebook', webhookName: 'meta', neededScope: 'pages_manage_metadata' },
  {
    platform: 'instagram',
    app: 'instagram-login',
    webhookName: 'meta',
    neededScope: 'instagram_business_manage_comments',
  },
  { platform: 'twitter', webhookName: 'twitter', neededScope: '' },
  { platform: 'linkedin', webhookName: 'linkedin', neededScope: '', canSubscribe: isOrganization },
];
const deadline = () => AbortSignal.timeout(5_000);

describe.each(SUBJECTS)(
  'an account on $platform ($app)',
  ({ platform, app, webhookName, neededScope, canSubscribe }) => {
    const world = new ConformanceWorld(app);
    let subscriptions: AccountSubscriptions;
    let callbackUrl: string;
    let people = 0;
    beforeAll(async () => {
      await world.open();
      const found = world.connector(platform).subscriptions;
      if (!found) throw new Error(`The connector of ${platform} has no subscriptions.`);
      subscriptions = found;
      callbackUrl = world.webhookUrl(webhookName);
    }, 30_000);
    afterAll(() => world.close());

    const connectAccount = async (deniedScopes: readonly string[] = []) => {
      const consent = { account: `subscriber${String(++people)}`, without: deniedScopes };
      const remote = (await world.accounts(platform, consent)).find(canSubscribe ?? (() => true));
      if (!remote) throw new Error('The consent opened no account.');
      return new MemoryAccess(remote.limits, remote.credentials);
    };

    it('subscribes, even repeatedly, and unsubscribes', async () => {
      const access = await connectAccount();
      expect(subscriptions.missing).toBeNull();
      const before = await subscriptions.look(access, callbackUrl, deadline());
      expect(before).toEqual({ kind: 'missing', place: expect.stringMatching(/.+/u) });
      for (let time = 0; time < 2; time += 1) {
        expect(await subscriptions.subscribe(access, callbackUrl, deadline())).toEqual({ kind: 'done' });
        expect(await subscriptions.look(access, callbackUrl, deadline())).toEqual({
          ...before,
          kind: 'subscribed',
        });
      }
      await subscriptions.end(access, callbackUrl, deadline());
      expect(await subscriptions.look(access, callbackUrl, deadline())).toEqual(before);
    });
    it('has a subscription that does not depend on other accounts', async () => {
      const [one, other] = [await connectAccount(), await connectAccount()];
      await subscriptions.subscribe(one, callbackUrl, deadline());
      expect(await subscriptions.look(other, callbackUrl, deadline())).toMatchObject({ kind: 'missing' });
      await subscriptions.end(other, callbackUrl, deadline()).catch(() => undefined);
      expect(await subscriptions.look(one, callbackUrl, deadline())).toMatchObject({ kind: 'subscribed' });
    });
    if (neededScope !== '')
      it('is refused with permission-missing if the user denied the permission', async () => {
        const access = await connectAccount([neededScope]);
        const refusal = { kind: 'refused', reason: 'permission-missing', retryable: false };
        expect(await subscriptions.look(access, callbackUrl, deadline())).toMatchObject(refusal);
        expect(await subscriptions.subscribe(access, callbackUrl, deadline())).toMatchObject(refusal);
      });
  },
);

describe('a subscription', () => {
  const world = new ConformanceWorld();
  beforeAll(() => world.open(), 30_000);
  afterAll(() => world.close());

  it('is the same for a Page and the linked Instagram account', async () => {
    const { accounts } = await world.consent('facebook', { account: 'shared' });
    const placeOf = async (platform: 'facebook' | 'instagram') => {
      const remote = accounts.find((account) => account.platform === platform);
      const access = new MemoryAccess(
        remote?.limits ?? world.connector(platform).descriptor.limits,
        remote?.credentials as JsonObject,
      );
      const state = await world.connector(platform).subscriptions?.look(access, '', deadline());
      return (state as { place?: string }).place;
    };
    expect(await placeOf('facebook')).toMatch(/^page:\d+$/u);
    expect(await placeOf('instagram')).toBe(await placeOf('facebook'));
  });
  it('is not offered for members on LinkedIn', async () => {
    const accounts = await world.accounts('linkedin', { account: 'ana' });
    const member = accounts.find((account) => !isOrganization(account));
    if (!member) throw new Error('No member was connected.');
    const access = new MemoryAccess(member.limits, member.credentials);
    const state = world.connector('linkedin').subscriptions?.look(access, '', deadline());
    expect(await state).toMatchObject({ kind: 'not-offered' });
  });
});
