import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';

/** Why somebody has Premium: the operator gives it away, or it is paid for. */
export type PremiumCause = 'complimentary' | 'subscription';

export type PremiumGranted = Event<'PremiumGranted', 1, { userId: string; cause: PremiumCause }>;
export type PremiumEnded = Event<'PremiumEnded', 1, { userId: string; cause: PremiumCause }>;

/** Every fact of a checkout names it: `attemptId` is the key under which Stripe makes one subscription of it, however often it is asked. */
type OfCheckout = Readonly<{ userId: string; attemptId: string }>;

/** Somebody wants to subscribe, at the price of this moment. `amount` in cents. */
export type CheckoutStarted = Event<
  'CheckoutStarted',
  1,
  OfCheckout & Readonly<{ lookupKey: string; amount: number; currency: string; startedAt: string }>
>;
/** The intent: before each call that may make the subscription. `callId` names the call, `number` counts them. */
type CheckoutAttempted = Event<
  'CheckoutAttempted',
  1,
  OfCheckout &
    Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>
>;
/** The call of a stored intent was not made; no try is used. */
type CheckoutNotAttempted = Event<
  'CheckoutNotAttempted',
  1,
  OfCheckout & Readonly<{ callId: string; reason: NotStartedReason; nextAt: string }>
>;
/** Nobody knows whether the call made the subscription. */
type CheckoutUnknown = Event<
  'CheckoutUnknown',
  1,
  OfCheckout &
    Readonly<{
      callId: string;
      cause: string;
      words: string | null;
      nextAt: string | null;
      lookUntil: string | null;
    }>
>;
/** Stripe was asked what became of the call; what it has is told by `SubscriptionObserved`. */
type CheckoutLookedUp = Event<
  'CheckoutLookedUp',
  1,
  OfCheckout &
    Readonly<{
      callId: string;
      result: 'absent' | 'failed' | 'cannot-tell';
      words: string | null;
      at: string;
      nextAt: string | null;
    }>
>;
type CheckoutPostponed = Event<
  'CheckoutPostponed',
  1,
  OfCheckout & Readonly<{ callId: string | null; reason: string; words: string | null; until: string }>
>;
/** Nothing was made at Stripe. `retryAt`: when it is tried again; null: never, and somebody may begin anew. */
export type CheckoutFailed = Event<
  'CheckoutFailed',
  1,
  OfCheckout &
    Readonly<{
      callId: string | null;
      reason: string;
      words: string | null;
      retryAt: string | null;
      failedAt: string;
    }>
>;

/** The person's customer at Stripe: once, and again only after that one was deleted there. */
export type CustomerLinked = Event<
  'CustomerLinked',
  1,
  { userId: string; customerId: string; linkedAt: string }
>;

/** Whoever the customer was is being erased: what was paid for has ended, and Stripe forgets them. */
export type CustomerForgotten = Event<'CustomerForgotten', 1, { userId: string; forgottenAt: string }>;

/** Why Stripe was asked. */
export type ObservedBy = 'create' | 'webhook' | 'return' | 'portal' | 'nightly' | 'operator';

/** What one answer of Stripe says of a subscription. Instants are ISO texts; `amount` in the smallest unit of `currency`. */
export type SubscriptionFacts = Readonly<{
  customerId: string;
  subscriptionId: string;
  /** The checkout it was made by; null: somebody made it at Stripe. */
  attemptId: string | null;
  /** Stripe's word. The list is open: a word that nobody here knows is kept as it is. */
  status: string;
  priceId: string | null;
  amount: number | null;
  currency: string | null;
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** When it ends, or ended; null: it goes on. */
  endsAt: string | null;
  /** When Stripe made the oldest invoice that is not paid; null unless the subscription is past due. */
  pastDueSince: string | null;
  /** What is left to be confirmed in the browser. */
  intent: 'payment' | 'setup' | null;
}>;

/** Without what else is told beside them. */
export const factsOf = (facts: SubscriptionFacts): SubscriptionFacts => ({
  customerId: facts.customerId,
  subscriptionId: facts.subscriptionId,
  attemptId: facts.attemptId,
  status: facts.status,
  priceId: facts.priceId,
  amount: facts.amount,
  currency: facts.currency,
  periodEnd: facts.periodEnd,
  cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
  endsAt: facts.endsAt,
  pastDueSince: facts.pastDueSince,
  intent: facts.intent,
});

/** Something of the subscription is not as it was observed before. */
export type SubscriptionObserved = Event<
  'SubscriptionObserved',
  1,
  { userId: string } & SubscriptionFacts &
    Readonly<{ by: ObservedBy; causeEventId: string | null; observedAt: string }>
>;

export type PremiumEvent = PremiumGranted | PremiumEnded;
export type CheckoutEvent =
  | CheckoutStarted
  | CheckoutAttempted
  | CheckoutNotAttempted
  | CheckoutUnknown
  | CheckoutLookedUp
  | CheckoutPostponed
  | CheckoutFailed;
export type SubscriptionEvent =
  PremiumEvent | CheckoutEvent | CustomerLinked | SubscriptionObserved | CustomerForgotten;

const OF_CHECKOUT = { userId: plain, attemptId: plain } as const;
/** Stripe's words to one person may quote what that person typed. */
const words = personal<Readonly<{ userId: string }>>(({ userId }) => userId);
const own = personal<Readonly<{ userId: string }>>(({ userId }) => userId);

export const SUBSCRIPTION_SHAPES: EventShapes<SubscriptionEvent> = {
  PremiumGranted: { schema: 1, fields: { userId: plain, cause: plain } },
  PremiumEnded: { schema: 1, fields: { userId: plain, cause: plain } },
  CheckoutStarted: {
    schema: 1,
    fields: { ...OF_CHECKOUT, lookupKey: plain, currency: plain, startedAt: plain },
  },
  CheckoutAttempted: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, startedAt: plain, startBy: plain, deadline: plain },
  },
  CheckoutNotAttempted: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, reason: plain, nextAt: plain },
  },
  CheckoutUnknown: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, cause: plain, words, nextAt: plain, lookUntil: plain },
  },
  CheckoutLookedUp: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, result: plain, words, at: plain, nextAt: plain },
  },
  CheckoutPostponed: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, reason: plain, words, until: plain },
  },
  CheckoutFailed: {
    schema: 1,
    fields: { ...OF_CHECKOUT, callId: plain, reason: plain, words, retryAt: plain, failedAt: plain },
  },
  CustomerLinked: { schema: 1, fields: { userId: plain, customerId: own, linkedAt: plain } },
  CustomerForgotten: { schema: 1, fields: { userId: plain, forgottenAt: plain } },
  SubscriptionObserved: {
    schema: 1,
    fields: {
      userId: plain,
      customerId: own,
      subscriptionId: own,
      attemptId: plain,
      status: plain,
      priceId: plain,
      currency: plain,
      periodEnd: plain,
      endsAt: plain,
      pastDueSince: plain,
      intent: plain,
      by: plain,
      causeEventId: plain,
      observedAt: plain,
    },
  },
};

export const subscriptionEvent = eventsOf<SubscriptionEvent>(SUBSCRIPTION_SHAPES);
