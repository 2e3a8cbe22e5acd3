import type { Stripe } from 'stripe';
import type { Finding } from '#infrastructure/operations/finding.ts';
import type { FoundPrice } from '../../gateways/stripe/stripe-gateway.ts';
import type { StripeFailure } from '../../gateways/stripe/stripe-failure.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The events that the webhook endpoint must subscribe to (docs/how-to/try-billing.md). */
const EVENTS = [
  ...['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'],
  ...['invoice.finalization_failed', 'payment_intent.payment_failed', 'setup_intent.succeeded'],
  ...['customer.deleted', 'charge.refunded', 'charge.dispute.created'],
];

/** A price of the ladder, as it must exist at Stripe. */
export type LadderPrice = Pick<FoundPrice, 'lookupKey' | 'amount' | 'currency'>;

export function priceFinding(expected: readonly LadderPrice[], found: readonly LadderPrice[]): Finding {
  const about = 'prices at Stripe';
  const priceOf = (key: string) => found.find(({ lookupKey }) => lookupKey === key);
  const missing = expected.filter(({ lookupKey }) => !priceOf(lookupKey)).map(({ lookupKey }) => lookupKey);
  if (missing.length > 0)
    return {
      about,
      state: 'bad',
      text: `there is no price with the lookup key ${missing.join(', ')}. Run npm run doctor -- --create-prices to make them.`,
    };
  const wrong = expected.filter((each) => !isSame(each, priceOf(each.lookupKey)));
  if (wrong.length > 0)
    return {
      about,
      state: 'bad',
      text: `${wrong.map(({ lookupKey }) => lookupKey).join(', ')} charges another amount than its lookup key says. Give the key to a price with that amount.`,
    };
  return { about, state: 'good', text: `all ${String(expected.length)} are there.` };
}

const isSame = (expected: LadderPrice, found: LadderPrice | undefined): boolean =>
  found?.amount === expected.amount && found.currency === expected.currency;

type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** @param lastAt when Stripe last delivered an event to this installation; null: not in the last 30 days */
export function webhookFinding(
  address: string,
  endpoints: readonly Endpoint[],
  lastAt: string | null,
): Finding {
  const about = 'webhook of Stripe';
  const endpoint = endpoints.find(({ url }) => url === address);
  if (!endpoint) {
    const isHere = LOOPBACK.has(new URL(address).hostname);
    return {
      about,
      state: isHere ? 'note' : 'bad',
      text: `no endpoint is registered for ${address}. Without it, the product sees payments only when the user returns, and at night.`,
    };
  }
  if (endpoint.status !== 'enabled')
    return { about, state: 'bad', text: `the endpoint for ${address} is ${endpoint.status} at Stripe.` };
  const events = endpoint.enabled_events;
  const missing = events.includes('*') ? [] : EVENTS.filter((each) => !events.includes(each));
  if (missing.length > 0)
    return {
      about,
      state: 'bad',
      text: `the endpoint does not get ${missing.join(', ')}. Add these events to it.`,
    };
  return lastAt === null
    ? { about, state: 'note', text: 'registered; nothing was delivered in the last 30 days.' }
    : { about, state: 'good', text: `registered; the last event came at ${lastAt}.` };
}

export function portalFinding(
  configuration: Pick<Stripe.BillingPortal.Configuration, 'features'> | null,
): Finding {
  const about = 'customer portal';
  if (!configuration)
    return {
      about,
      state: 'bad',
      text: 'it has no configuration: save one in the Dashboard, or run npm run doctor -- --create-prices.',
    };
  const { subscription_update: update, subscription_cancel: cancel } = configuration.features;
  if (update.enabled)
    return {
      about,
      state: 'bad',
      text: 'plans can be changed in it, which breaks the promise of a fixed price. Switch this off.',
    };
  if (!cancel.enabled) return { about, state: 'bad', text: 'customers cannot cancel in it. Switch this on.' };
  return { about, state: 'good', text: 'cancelling is on, changes of the plan are off.' };
}

/**
 * Judges the error of a request for a missing object with the publishable key. With a valid key, the response of Stripe is "not found".
 * The finding leaves out Stripe's text, which may quote the refused key.
 */
export function publishableKeyFinding({ kind }: Pick<StripeFailure, 'kind'>): Finding {
  const about = 'STRIPE_PUBLISHABLE_KEY';
  if (kind === 'key')
    return { about, state: 'bad', text: 'Stripe refuses it, so the payment form cannot open.' };
  return kind === 'gone' || kind === 'refused'
    ? { about, state: 'good', text: 'Stripe accepts it.' }
    : { about, state: 'unclear', text: 'Stripe cannot be asked about it right now.' };
}
