import type { CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import type { Fetched } from '../domain/observing.ts';

/** What the browser is told to do with a subscription as Stripe has it. */
export function checkoutReply(
  { subscriptionId, status, intent }: Pick<Fetched, 'subscriptionId' | 'status' | 'intent'>,
  secret: string | null,
): CreateSubscriptionReply {
  if (secret !== null && intent !== null)
    return { clientSecret: secret, intentType: intent, status: 'incomplete', subscriptionId };
  const isPaid = status === 'active' || status === 'trialing';
  return { clientSecret: null, intentType: null, status: isPaid ? 'active' : 'incomplete', subscriptionId };
}
