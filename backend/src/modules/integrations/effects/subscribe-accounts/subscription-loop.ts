import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { AccountSubscribing } from './account-subscribing.ts';

/**
 * Subscribes connected accounts, and checks the subscriptions once a day. It is leased work, because repeated
 * calls do no harm.
 */
export const AccountSubscriptionLoop = defineLeasedWork({
  name: 'webhook-subscription',
  actor: 'subscribe-accounts',
  loop: 'integrations.webhook-subscriptions',
  logger: 'accounts',
  needs: { subscribing: AccountSubscribing },
  rows: {
    table: 'integrations.webhook_subscription',
    columns: { accountId: 'bigint' },
    lease: 60_000,
  },
  platforms,
  slots: 4,
  times: { tick: 5_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 },
  run: (_, { subscribing }, lease) => subscribing.run(lease),
});
