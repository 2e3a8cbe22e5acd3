import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PricesShown } from '../public.ts';
import { Prices } from './prices.ts';

@QueryHandler(PricesShown)
export class ShowPricesHandler implements IQueryHandler<PricesShown> {
  constructor(
    private readonly configuration: Configuration,
    private readonly prices: Prices,
  ) {}

  /** As Stripe charges them, and by the ladder alone where there is no Stripe. */
  async execute(): Promise<PricesView> {
    const { amount, currency, lookupKey, next } = await this.prices.step();
    const { interval, normally } = PREMIUM;
    const shown = this.configuration.stripe
      ? await this.prices.shown(lookupKey)
      : { amount: null, isFresh: false };
    const current = { amount: shown.amount ?? amount, currency, interval };
    return { current, normally, next, canSubscribe: shown.isFresh };
  }
}
