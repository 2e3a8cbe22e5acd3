import { Injectable } from '@nestjs/common';
import { isForPremium, isKnownForPremium } from '../../domain/subscription/for-premium.ts';
import type { CustomerState } from '../../domain/subscription/observing.ts';
import { StripeGateway } from '../stripe/stripe-gateway.ts';
import { LOOKUP_KEYS, Prices } from './prices.ts';

/** Reads the subscriptions to Premium. The operator may sell other products to the same customers at Stripe. */
@Injectable()
export class PremiumSubscriptions {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly prices: Prices,
  ) {}

  /**
   * Reads a customer's subscriptions to Premium.
   * @param observedId the subscription that was observed last; null: none
   * @throws errors of Stripe
   */
  async of(customerId: string, observedId: string | null): Promise<CustomerState> {
    const state = await this.stripe.customerState(customerId);
    const { subscriptions } = state;
    if (subscriptions.every((each) => isKnownForPremium(each, LOOKUP_KEYS, observedId))) return state;
    const offer = { lookupKeys: LOOKUP_KEYS, productIds: await this.prices.productIds() };
    return { ...state, subscriptions: subscriptions.filter((each) => isForPremium(each, offer, observedId)) };
  }
}
