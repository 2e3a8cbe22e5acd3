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

/** A subscription in an answer of Stripe. */
export type FetchedSubscription = SubscriptionFacts &
  Readonly<{ createdAt: string; latestInvoiceId: string | null }>;
/** All subscriptions of one customer, including ended ones. `gone`: the customer was deleted at Stripe. */
export type CustomerState = Readonly<{ gone: boolean; subscriptions: readonly FetchedSubscription[] }>;
type Observing = Readonly<{ userId: string; by: ObservedBy; causeEventId: string | null; now: Date }>;

/** How long the secret of a payment form is usable, in milliseconds. Stripe lets the subscription expire an hour later. */
export const SECRET_LIFETIME = 22 * 3_600_000;
/** After this time, in milliseconds, a checkout that left nothing at Stripe never will. */
const LAST_CHECK_AFTER = 23 * 3_600_000;

/**
 * The events that follow from an answer of Stripe: the observation if something differs, and the change of Premium in the same append. The
 * caller appends at the revision that it loaded before it asked Stripe. So an older answer never follows a newer one.
 */
export function observe(
  before: Subscription,
  { gone, subscriptions }: CustomerState,
  o: Observing,
): SubscriptionEvent[] {
  const counts = effectiveSubscription(subscriptions, before.checkout?.attemptId ?? null);
  const facts = counts ?? (gone && before.observed ? endedWithCustomer(before.observed) : null);
  const news = [
    ...(facts ? observation(before.observed, facts, o) : []),
    ...checkoutIsOver(before, subscriptions, o),
  ];
  return [...news, ...settlePremium(news.reduce(subscriptionStream.evolve, before), o.userId, o.now)];
}

/** Brings Premium in line with the last observation. Passing time alone can end it too. */
export function settlePremium(
  { causes, observed }: Pick<Subscription, 'causes' | 'observed'>,
  userId: string,
  now: Date,
): SubscriptionEvent[] {
  const held = causes.includes('subscription');
  const holds = observed !== null && givesPremium(observed, held, now);
  return changeOfCause(causes, userId, 'subscription', holds);
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

/** A last check at Stripe found nothing that the open checkout could have made. */
function checkoutIsOver(
  { checkout }: Subscription,
  subscriptions: readonly FetchedSubscription[],
  { userId, now }: Observing,
): CheckoutFailed[] {
  if (!checkout || checkout.effect.status === 'done' || checkout.effect.status === 'failed') return [];
  const { attemptId, startedAt } = checkout;
  if (now.getTime() - Date.parse(startedAt) < LAST_CHECK_AFTER) return [];
  if (subscriptions.some((each) => each.attemptId === attemptId)) return [];
  const reason = { callId: null, reason: 'not-there', words: null, retryAt: null };
  return [subscriptionEvent('CheckoutFailed', { userId, attemptId, ...reason, failedAt: now.toISOString() })];
}

/**
 * Chooses the oldest live subscription, and an active or past due one before an unpaid or paused one. Otherwise it chooses the one of this
 * checkout, so that its form can be opened, or else the newest. The order of the answer does not matter.
 */
export function effectiveSubscription(
  subscriptions: readonly FetchedSubscription[],
  attemptId: string | null,
): FetchedSubscription | null {
  const oldestFirst = subscriptions.toSorted((one, other) => order(one).localeCompare(order(other)));
  return (
    oldestFirst.find(({ status }) => isLive(status) && isKnownStatus(status) && !WAITING.has(status)) ??
    oldestFirst.find(({ status }) => isLive(status)) ??
    oldestFirst.find((each) => attemptId !== null && each.attemptId === attemptId) ??
    oldestFirst.at(-1) ??
    null
  );
}

const WAITING: ReadonlySet<string> = new Set(['unpaid', 'paused']);
const order = ({ createdAt, subscriptionId }: FetchedSubscription): string =>
  `${createdAt} ${subscriptionId}`;

/** The customer pays for several subscriptions at once. Posthorn cancels none; it alerts the operator. */
export const paidTwice = ({ subscriptions }: CustomerState): boolean =>
  subscriptions.filter(({ status }) => isLive(status)).length > 1;

const endedWithCustomer = (observed: Observed): SubscriptionFacts =>
  isFinal(observed.status) ? observed : { ...observed, status: 'canceled', pastDueSince: null, intent: null };
