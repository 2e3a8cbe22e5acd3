import { assertNever, isSameJson, type Stream } from '@posthorn/event-sourcing';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { checkoutAfter, type Checkout } from './checkout.ts';
import {
  subscriptionEvent,
  factsOf,
  SUBSCRIPTION_SHAPES,
  type PremiumCause,
  type SubscriptionEvent,
  type SubscriptionFacts,
} from './subscription-events.ts';

/** `statusSince`: when it was first observed with the word it has. */
export type Observed = SubscriptionFacts & Readonly<{ observedAt: string; statusSince: string }>;

/**
 * `causes`: those that hold, each once. They are independent: what ends one leaves the others. `checkout`: the last one that was
 * started; `observed`: the subscription that counts, as Stripe last told it.
 */
export type Subscription = Readonly<{
  causes: readonly PremiumCause[];
  customerId: string | null;
  checkout: Checkout | null;
  observed: Observed | null;
}>;

export const planOf = ({ causes }: Pick<Subscription, 'causes'>): Plan =>
  causes.length > 0 ? 'premium' : 'free';

const NOTHING: Subscription = { causes: [], customerId: null, checkout: null, observed: null };

export const subscriptionStream: Stream<Subscription, SubscriptionEvent> = {
  category: 'subscription',
  initial: NOTHING,
  evolve(before, event) {
    switch (event.type) {
      case 'PremiumGranted':
        return { ...before, causes: withCause(before.causes, event.data.cause) };
      case 'PremiumEnded':
        return { ...before, causes: withoutCause(before.causes, event.data.cause) };
      case 'CustomerLinked':
        return { ...before, customerId: event.data.customerId };
      case 'SubscriptionObserved': {
        const observed = { ...factsOf(event.data), observedAt: event.data.observedAt };
        const isSame = before.observed?.subscriptionId === observed.subscriptionId;
        const statusSince =
          isSame && before.observed.status === observed.status
            ? before.observed.statusSince
            : observed.observedAt;
        return {
          ...before,
          customerId: observed.customerId,
          checkout: checkoutAfter(before.checkout, event),
          observed: { ...observed, statusSince },
        };
      }
      case 'CustomerForgotten':
        return NOTHING;
      case 'CheckoutStarted':
      case 'CheckoutAttempted':
      case 'CheckoutNotAttempted':
      case 'CheckoutUnknown':
      case 'CheckoutLookedUp':
      case 'CheckoutPostponed':
      case 'CheckoutFailed':
        return { ...before, checkout: checkoutAfter(before.checkout, event) };
      default:
        return assertNever(event);
    }
  },
  shapes: SUBSCRIPTION_SHAPES,
};

export const withCause = (causes: readonly PremiumCause[], cause: PremiumCause): readonly PremiumCause[] => [
  ...withoutCause(causes, cause),
  cause,
];
export const withoutCause = (causes: readonly PremiumCause[], cause: PremiumCause): readonly PremiumCause[] =>
  causes.filter((each) => each !== cause);

/** Nothing is asked of Stripe for this person any more, and nobody is told that Premium has ended. */
export const forgetCustomer = (
  subscription: Subscription,
  userId: string,
  forgottenAt: string,
): SubscriptionEvent[] =>
  isSameJson(subscription, NOTHING) ? [] : [subscriptionEvent('CustomerForgotten', { userId, forgottenAt })];

/** Brings complimentary Premium in line with the operator's list of addresses, as it is now. What is paid for stays as it is. */
export const settleComplimentary = (
  { causes }: Subscription,
  userId: string,
  isListed: boolean,
): SubscriptionEvent[] => changeOfCause(causes, userId, 'complimentary', isListed);

/** The event that makes a cause hold, or no longer hold; none where it is so already. */
export function changeOfCause(
  causes: readonly PremiumCause[],
  userId: string,
  cause: PremiumCause,
  holds: boolean,
): SubscriptionEvent[] {
  if (holds === causes.includes(cause)) return [];
  return [{ type: holds ? 'PremiumGranted' : 'PremiumEnded', schema: 1, data: { userId, cause } }];
}
