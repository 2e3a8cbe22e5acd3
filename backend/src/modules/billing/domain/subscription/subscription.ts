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

/** `statusSince`: when the current status was first observed. */
export type Observed = SubscriptionFacts & Readonly<{ observedAt: string; statusSince: string }>;

/**
 * `causes`: the current causes of Premium, without duplicates. Causes are independent: if one ends, the others continue. `checkout`: the
 * checkout that started last. `observed`: the effective subscription, as last observed at Stripe.
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

/** Clears the state, so that no check at Stripe and no mail about the end of Premium follows. Adds nothing to an empty stream. */
export const forgetCustomer = (
  subscription: Subscription,
  userId: string,
  forgottenAt: string,
): SubscriptionEvent[] =>
  isSameJson(subscription, NOTHING) ? [] : [subscriptionEvent('CustomerForgotten', { userId, forgottenAt })];

/** Grants or ends complimentary Premium, according to the operator's current list of addresses. Does not change paid Premium. */
export const settleComplimentary = (
  { causes }: Subscription,
  userId: string,
  isListed: boolean,
): SubscriptionEvent[] => changeOfCause(causes, userId, 'complimentary', isListed);

/** Returns the event that starts or ends a cause. Empty if nothing changes. */
export function changeOfCause(
  causes: readonly PremiumCause[],
  userId: string,
  cause: PremiumCause,
  isActive: boolean,
): SubscriptionEvent[] {
  if (isActive === causes.includes(cause)) return [];
  if (isActive) return [subscriptionEvent('PremiumGranted', { userId, cause })];
  const plan = planOf({ causes: withoutCause(causes, cause) });
  return [subscriptionEvent('PremiumEnded', { userId, cause, plan })];
}
