import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';

/** Why somebody has Premium. */
type PremiumCause = 'complimentary';

export type PremiumGranted = Event<'PremiumGranted', 1, { userId: string; cause: PremiumCause }>;
export type PremiumEnded = Event<'PremiumEnded', 1, { userId: string; cause: PremiumCause }>;
export type SubscriptionEvent = PremiumGranted | PremiumEnded;

export type Subscription = Readonly<{ plan: 'free' } | { plan: 'premium'; cause: PremiumCause }>;

export const subscriptionStream: Stream<Subscription, SubscriptionEvent> = {
  category: 'subscription',
  initial: { plan: 'free' },
  evolve(subscription, event) {
    switch (event.type) {
      case 'PremiumGranted':
        return { plan: 'premium', cause: event.data.cause };
      case 'PremiumEnded':
        return { plan: 'free' };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    PremiumGranted: { schema: 1, fields: { userId: plain, cause: plain } },
    PremiumEnded: { schema: 1, fields: { userId: plain, cause: plain } },
  },
};

/** Brings the plan in line with the operator's list of complimentary addresses, as it is now. */
export function settleComplimentary(
  subscription: Subscription,
  userId: string,
  isListed: boolean,
): SubscriptionEvent[] {
  const data = { userId, cause: 'complimentary' } as const;
  if (isListed && subscription.plan === 'free') return [{ type: 'PremiumGranted', schema: 1, data }];
  if (!isListed && subscription.plan === 'premium') return [{ type: 'PremiumEnded', schema: 1, data }];
  return [];
}
