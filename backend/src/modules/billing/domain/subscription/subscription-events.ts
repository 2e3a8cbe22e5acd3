import type { Plan } from '@posthorn/contracts/billing/plan';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';

/** Why a user has Premium: the operator grants it, or the user pays for it. */
export type PremiumCause = 'complimentary' | 'subscription';

export type PremiumGranted = Event<'PremiumGranted', 1, { userId: string; cause: PremiumCause }>;
/** `plan`: the plan after this event: another cause may still give Premium. Null in events of schema 1. */
export type PremiumEnded = Event<
  'PremiumEnded',
  2,
  { userId: string; cause: PremiumCause; plan: Plan | null }
>;

/** The fields of all events of a checkout. For one `attemptId`, Stripe creates only one subscription, however often the call is repeated. */
type OfCheckout = Readonly<{ userId: string; attemptId: string }>;

/** A user requests a subscription, at the current price. `amount`: in cents. */
export type CheckoutStarted = Event<
  'CheckoutStarted',
  1,
  OfCheckout & Readonly<{ lookupKey: string; amount: number; currency: string; startedAt: string }>
>;
/** The intent, recorded before each call that may create the subscription. `callId`: the id of the call. `number`: counts the calls. */
type CheckoutAttempted = Event<
  'CheckoutAttempted',
  1,
  OfCheckout &
    Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>
>;
/** The worker did not make the call of a recorded intent. This does not count as a try. */
type CheckoutNotAttempted = Event<
  'CheckoutNotAttempted',
  1,
  OfCheckout & Readonly<{ callId: string; reason: NotStartedReason; nextAt: string }>
>;
/** The product does not know whether the call created the subscription. */
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
/** Posthorn looked up the outcome of the call at Stripe. If a subscription was found, `SubscriptionObserved` records it. */
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
/** Stripe created no subscription. `retryAt`: when the worker tries again; null: it does not, and the user may start again. */
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

/** The user is linked to a customer at Stripe. This occurs again only after that customer was deleted at Stripe. */
export type CustomerLinked = Event<
  'CustomerLinked',
  1,
  { userId: string; customerId: string; linkedAt: string }
>;

/** The user is being erased. Posthorn has deleted the customer at Stripe, or will repeat the call that failed. */
export type CustomerForgotten = Event<'CustomerForgotten', 1, { userId: string; forgottenAt: string }>;

/** What caused the request to Stripe. */
export type ObservedBy = 'create' | 'webhook' | 'return' | 'portal' | 'nightly' | 'operator';

/** The facts about a subscription in a response of Stripe. Times are ISO texts. `amount`: in the smallest unit of `currency`. */
export type SubscriptionFacts = Readonly<{
  customerId: string;
  subscriptionId: string;
  /** The checkout that created the subscription; null: a person created it directly at Stripe. */
  attemptId: string | null;
  /** The status at Stripe. Unknown statuses are stored unchanged. */
  status: string;
  priceId: string | null;
  amount: number | null;
  currency: string | null;
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** When the subscription ends or ended; null: it continues. */
  endsAt: string | null;
  /** When Stripe created the oldest unpaid invoice after the last paid one; null unless the subscription is past due. */
  pastDueSince: string | null;
  /** What the customer must still confirm in the browser; null: nothing. */
  intent: 'payment' | 'setup' | null;
}>;

/** Copies the facts without any other fields. */
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

/** A response of Stripe differs from the last observation. */
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
  | PremiumEvent
  | CheckoutEvent
  | CustomerLinked
  | SubscriptionObserved
  | CustomerForgotten;

const OF_CHECKOUT = { userId: plain, attemptId: plain } as const;
/** Encrypts error texts of Stripe, which may quote what the person entered. */
const words = personal<Readonly<{ userId: string }>>(({ userId }) => userId);
const ownerOnly = personal<Readonly<{ userId: string }>>(({ userId }) => userId);

export const SUBSCRIPTION_SHAPES: EventShapes<SubscriptionEvent> = {
  PremiumGranted: { schema: 1, fields: { userId: plain, cause: plain } },
  PremiumEnded: {
    schema: 2,
    fields: { userId: plain, cause: plain, plan: plain },
    upcasts: { 1: (data) => ({ ...data, plan: null }) },
  },
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
  CustomerLinked: { schema: 1, fields: { userId: plain, customerId: ownerOnly, linkedAt: plain } },
  CustomerForgotten: { schema: 1, fields: { userId: plain, forgottenAt: plain } },
  SubscriptionObserved: {
    schema: 1,
    fields: {
      userId: plain,
      customerId: ownerOnly,
      subscriptionId: ownerOnly,
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
