import type { FetchedSubscription } from './observing.ts';

type Sold = Pick<FetchedSubscription, 'subscriptionId' | 'attemptId' | 'prices'>;

/** What the configuration sells as Premium: the lookup keys of its prices, and the products of these prices at Stripe. */
type PremiumOffer = Readonly<{ lookupKeys: readonly string[]; productIds: readonly string[] }>;

/**
 * Returns whether a subscription is for Premium, and not for another product of the operator. Old prices of the same product count, so their
 * customers keep Premium.
 * @param observedId the subscription that was observed last; null: none. It counts until it ends, also if its price has lost its lookup key.
 */
export const isForPremium = (
  subscription: Sold,
  { lookupKeys, productIds }: PremiumOffer,
  observedId: string | null,
): boolean =>
  isKnownForPremium(subscription, lookupKeys, observedId) ||
  subscription.prices.some(({ productId }) => productIds.includes(productId));

/** Like `isForPremium`, for a caller that does not know the products. False: only the products decide. */
export const isKnownForPremium = (
  { subscriptionId, attemptId, prices }: Sold,
  lookupKeys: readonly string[],
  observedId: string | null,
): boolean =>
  attemptId !== null ||
  subscriptionId === observedId ||
  prices.some(({ lookupKey }) => lookupKey !== null && lookupKeys.includes(lookupKey));
