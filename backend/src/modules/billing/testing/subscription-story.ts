import { streamName } from '@posthorn/event-sourcing';
import type { Stripe } from 'stripe';
import {
  subscriptionEvent,
  factsOf,
  type SubscriptionEvent,
} from '../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../domain/subscription/subscription.ts';
import { readSubscription } from '../gateways/stripe/read-subscription.ts';

/** Returns the events of a user whose last observation equals the current state at Stripe. @param at ISO text */
export function subscriptionStory(userId: string, subscription: Stripe.Subscription, at: string) {
  const facts = factsOf(readSubscription(subscription));
  const events: SubscriptionEvent[] = [
    subscriptionEvent('CustomerLinked', { userId, customerId: facts.customerId, linkedAt: at }),
    subscriptionEvent('SubscriptionObserved', {
      userId,
      ...facts,
      by: 'create',
      causeEventId: null,
      observedAt: at,
    }),
  ];
  const stream = streamName({ category: subscriptionStream.category }, userId);
  return { stream, actor: userId, events };
}
