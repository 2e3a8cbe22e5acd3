import { isSameJson } from '@posthorn/event-sourcing';
import { givesPremium, isFinal, isKnownStatus, isLive } from './premium-rule.ts';
import {
  subscriptionEvent,
  factsOf,
  type CheckoutFailed,
  type ObservedBy,
  type SubscriptionEvent,
  type SubscriptionFacts,
  type SubscriptionObserved,
} from './subscription-events.ts';
import { changeOfCause, subscriptionStream, type Observed, type Subscription } from './subscription.ts';

/** A subscription in a response of Stripe. */
export type FetchedSubscription = SubscriptionFacts &
  Readonly<{
    createdAt: string;
    latestInvoiceId: string | null;
    /** The prices of its items. */
    prices: readonly Readonly<{ lookupKey: string | null; productId: string }>[];
  }>;
/** All subscriptions of a customer, including ended subscriptions. `gone`: the customer was deleted at Stripe. */
export type CustomerState = Readonly<{ gone: boolean; subscriptions: readonly FetchedSubscription[] }>;
type Observing = Readonly<{ userId: string; by: ObservedBy; causeEventId: string | null; now: Date }>;

/** How long the secret of a payment form is usable, in milliseconds. At Stripe, the unpaid subscription expires later, after 23 hours. */
export const SECRET_LIFETIME = 22 * 3_600_000;
/** The age, in milliseconds, after which a checkout cannot create a subscription any more. */
const LAST_CHECK_AFTER = 23 * 3_600_000;

/**
 * Returns the events that follow from a response of Stripe: the observation, if something differs, and the change of Premium in the same append. The
 * caller must append at the revision that it loaded before the request to Stripe. So an older response never overwrites a newer one.
 */
export function observe(
  before: Subscription,
  { gone, subscriptions }: CustomerState,
  observing: Observing,
): SubscriptionEvent[] {
  const effective = effectiveSubscription(subscriptions, before.checkout?.attemptId ?? null);
  const facts = effective ?? (gone && before.observed ? endedWithCustomer(before.observed) : null);
  const observedEvents = [
    ...(facts ? observation(before.observed, facts, observing) : []),
    ...checkoutIsOver(before, subscriptions, observing),
  ];
  return [
    ...observedEvents,
    ...settlePremium(
      observedEvents.reduce(subscriptionStream.evolve, before),
      observing.userId,
      observing.now,
    ),
  ];
}

/** Grants or ends Premium according to the last observation and the time. */
export function settlePremium(
  { causes, observed }: Pick<Subscription, 'causes' | 'observed'>,
  userId: string,
  now: Date,
): SubscriptionEvent[] {
  const hadPremium = causes.includes('subscription');
  const hasPremium = observed !== null && givesPremium(observed, hadPremium, now);
  return changeOfCause(causes, userId, 'subscription', hasPremium);
}

function observation(
  before: Observed | null,
  facts: SubscriptionFacts,
  { userId, by, causeEventId, now }: Observing,
): SubscriptionObserved[] {
  if (before !== null && isSameJson(factsOf(before), factsOf(facts))) return [];
  const data = { userId, ...factsOf(facts), by, causeEventId, observedAt: now.toISOString() };
  return [subscriptionEvent('SubscriptionObserved', data)];
}

/** Ends an open checkout that is too old, if Stripe has no subscription of this checkout. */
function checkoutIsOver(
  { checkout }: Subscription,
  subscriptions: readonly FetchedSubscription[],
  { userId, now }: Observing,
): CheckoutFailed[] {
  if (!checkout || checkout.effect.status === 'done' || checkout.effect.status === 'failed') return [];
  const { attemptId, startedAt } = checkout;
  if (now.getTime() - Date.parse(startedAt) < LAST_CHECK_AFTER) return [];
  if (subscriptions.some((each) => each.attemptId === attemptId)) return [];
  const failure = { callId: null, reason: 'not-there', words: null, retryAt: null };
  return [
    subscriptionEvent('CheckoutFailed', { userId, attemptId, ...failure, failedAt: now.toISOString() }),
  ];
}

/**
 * Chooses the subscription that decides about Premium: the oldest live one. An active or past due subscription comes before an unpaid or
 * paused one. Without a live subscription, chooses the one of this checkout, whose form can be opened, or else the newest.
 * The order of `subscriptions` does not matter.
 */
export function effectiveSubscription(
  subscriptions: readonly FetchedSubscription[],
  attemptId: string | null,
): FetchedSubscription | null {
  const oldestFirst = subscriptions.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)));
  return (
    oldestFirst.find(({ status }) => isLive(status) && isKnownStatus(status) && !WAITING.has(status)) ??
    oldestFirst.find(({ status }) => isLive(status)) ??
    oldestFirst.find((each) => attemptId !== null && each.attemptId === attemptId) ??
    oldestFirst.at(-1) ??
    null
  );
}

const WAITING: ReadonlySet<string> = new Set(['unpaid', 'paused']);
const sortKey = ({ createdAt, subscriptionId }: FetchedSubscription): string =>
  `${createdAt} ${subscriptionId}`;

/** Returns whether the customer pays for several subscriptions. Posthorn then alerts the operator, and cancels none. */
export const paidTwice = ({ subscriptions }: CustomerState): boolean =>
  subscriptions.filter(({ status }) => isLive(status)).length > 1;

const endedWithCustomer = (observed: Observed): SubscriptionFacts =>
  isFinal(observed.status) ? observed : { ...observed, status: 'canceled', pastDueSince: null, intent: null };
