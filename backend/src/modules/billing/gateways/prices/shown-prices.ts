import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { LandingPrice } from '#modules/identity/ports/landing-price.ts';
import { Prices } from './prices.ts';

@Injectable()
export class ShownPrices extends LandingPrice {
  constructor(
    private readonly configuration: Configuration,
    private readonly prices: Prices,
  ) {
    super();
  }

  /** Returns the prices that Stripe charges or, without Stripe, the prices of the ladder. */
  override async shown(): Promise<PricesView> {
    const { amount, currency, lookupKey, next } = await this.prices.step();
    const { interval, normally } = PREMIUM;
    const shown = this.configuration.stripe
      ? await this.prices.shown(lookupKey)
      : { amount: null, isFresh: false };
    const current = { amount: shown.amount ?? amount, currency, interval };
    return { current, normally, next, canSubscribe: shown.isFresh };
  }
}
